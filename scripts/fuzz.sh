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
step "$programs programs from seed $seed"
# A Vulkan driver takes 0.1 s to compile a program, and there are nine device records.
exec build/release/bin/tack-fuzz --seed "$seed" --count "$programs" --gates \
  --count vulkan=$((programs / 25))
