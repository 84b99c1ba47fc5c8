#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Random Python-syntax kernels on demand: scripts/fuzz_kernels.sh [KERNELS] [SEED]. Through the
# interpreter, machine code and CPython (default 50,000 kernels, a seed from the clock), shared by all
# cores. A failure prints the seed and a reduced kernel, and leaves it in build/release/kernel_fuzz.
source "$(dirname "$0")/common.sh"

kernels=${1:-50000}
seed=${2:-$(date +%s)}
install_packages "${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
make_venv "${BUILD_WHEELS[@]}" "${DEMO_WHEELS[@]}" "${TEST_WHEELS[@]}"
build release
step "$kernels kernels from seed $seed, shared by $(jobs) processes"
share=$(((kernels + $(jobs) - 1) / $(jobs)))
mkdir -p build/release/kernel_fuzz
running=()
for ((k = 0; k < $(jobs); ++k)); do
  build/release/bin/tack-kernel-fuzz --seed $((seed + k * share)) --count "$share" --gates \
    --python .venv/bin/python --keep build/release/kernel_fuzz &
  running+=($!)
done
failed=0
for process in "${running[@]}"; do wait "$process" || failed=1; done
exit "$failed"
