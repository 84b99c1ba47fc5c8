#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Everything under the sanitizers, on demand: scripts/sanitize.sh [SECONDS]. Every test of the C++
# tree with address and undefined behaviour, the CPU back end included; each fuzz target for SECONDS
# (default 60); the runtime's tests with threads.
source "$(dirname "$0")/common.sh"

seconds=${1:-60}
install_packages "${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
make_venv "${BUILD_WHEELS[@]}" "${DEMO_WHEELS[@]}" "${TEST_WHEELS[@]}"

build fuzz -DPython3_EXECUTABLE="$(pwd)/.venv/bin/python"
step "all tests, address and undefined-behaviour sanitizers"
ctest --preset fuzz -j "$(jobs)" -E '^fuzz_(ir_text|npy_header|python_source|xc_source)$'

# What a run finds is kept: build/corpus/<target> grows, and a bad input lies beside it.
for program in build/fuzz/bin/fuzz_*; do
  target=$(basename "$program")
  step "$target for $seconds s"
  seeds=build/fuzz/fuzz/${target#fuzz_}
  mkdir -p "build/corpus/$target"
  "$program" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 -verbosity=0 \
    -dict="$seeds.dict" -artifact_prefix="build/corpus/$target-" "build/corpus/$target" "$seeds" ||
    fail "$target found a fault: its input is build/corpus/$target-*"
done

step "runtime tests, thread sanitizer"
build_targets tsan tack_rt_test
ctest --preset tsan -R '^tack_rt_test$'
