#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Random XC programs on demand: scripts/fuzz_xc.sh [PROGRAMS] [SEED]. Each as XC, without and with
# optimisation and through --emit=c, against its twin in C by gcc (default 5,000 programs, a seed from
# the clock), shared by all cores. A failure prints the seed and a reduced program, and leaves it in
# build/release/xc_fuzz.
source "$(dirname "$0")/common.sh"

programs=${1:-5000}
seed=${2:-$(date +%s)}
install_packages "${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
make_venv "${BUILD_WHEELS[@]}" "${TEST_WHEELS[@]}"
build_targets release xcc tack_rt
step "$programs XC programs from seed $seed, shared by $(jobs) processes"
python3 tests/xc_fuzz/xc_fuzz.py --xcc build/release/bin/xcc \
  --runtime build/release/lib/libtack_rt.a --count "$programs" --seed "$seed" --jobs "$(jobs)" \
  --gates 90 --keep build/release/xc_fuzz
