#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every C++ test under the sanitizers, on demand: address and undefined behaviour with the CPU back
# end included, then threads for the runtime.
source "$(dirname "$0")/common.sh"

install_packages "${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
make_venv "${BUILD_WHEELS[@]}" "${DEMO_WHEELS[@]}" "${TEST_WHEELS[@]}"
build fuzz
step "all tests, address and undefined-behaviour sanitizers"
ctest --test-dir build/fuzz --output-on-failure -j "$(jobs)"
step "runtime tests, thread sanitizer"
cmake --preset tsan >/dev/null
cmake --build build/tsan --target tack_rt_test -j "$(jobs)"
# The pool is used on both sides of a fork, which this sanitizer forbids unless told.
TSAN_OPTIONS=die_after_fork=0 ctest --preset tsan -R '^tack_rt_test$'
