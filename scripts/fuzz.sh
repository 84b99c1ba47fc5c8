#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Long differential runs, on demand: scripts/fuzz.sh [PROGRAMS] [SEED]. Random IR programs through
# every way to run them (default 50,000 programs, a seed from the clock). A failure prints the seed
# and a minimised program.
source "$(dirname "$0")/common.sh"

programs=${1:-50000}
seed=${2:-$(date +%s)}
install_packages "${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
make_venv "${BUILD_WHEELS[@]}" "${DEMO_WHEELS[@]}" "${TEST_WHEELS[@]}"
build release
step "$programs programs from seed $seed, shared by $(jobs) processes"
# A Vulkan driver takes 0.1 s to compile a program; exact division in the interpreter takes 20 ms.
share=$(((programs + $(jobs) - 1) / $(jobs)))
running=()
for ((k = 0; k < $(jobs); ++k)); do
  build/release/bin/tack-fuzz --seed $((seed + k * share)) --count "$share" --gates \
    --count raised=$((share / 5)) --count vulkan=$((share / 25)) &
  running+=($!)
done
failed=0
for process in "${running[@]}"; do wait "$process" || failed=1; done
exit "$failed"
