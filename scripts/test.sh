#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The same set-up as demo.sh, then every test. What needs minutes more runs on demand:
# scripts/sanitize.sh (everything under sanitizers) and scripts/fuzz.sh (long differential runs).
source "$(dirname "$0")/common.sh"

install_packages "${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
make_venv "${BUILD_WHEELS[@]}" "${DEMO_WHEELS[@]}" "${TEST_WHEELS[@]}"

step "formatting"
.venv/bin/ruff check -q python examples bench tests
.venv/bin/ruff format -q --check python examples bench tests

install_package
build release -DPython3_EXECUTABLE="$(pwd)/.venv/bin/python"
step "tests, release"
ctest --preset release -j "$(jobs)"
step "tests, Python"
.venv/bin/python -m pytest -q tests/python_package

# The layers below the back ends; scripts/sanitize.sh takes everything.
sanitized=(tack_support_test tack_ir_test tack_interp_test tack_analysis_test tack_mathlib_test)
step "tests, address and undefined-behaviour sanitizers"
cmake --preset asan -DPython3_EXECUTABLE="$(pwd)/.venv/bin/python" >/dev/null
cmake --build build/asan --target "${sanitized[@]}" -j "$(jobs)"
ctest --preset asan -j "$(jobs)" -R "^($(IFS='|' && echo "${sanitized[*]}"))\$"

step "tests, thread sanitizer"
cmake --preset tsan >/dev/null
cmake --build build/tsan --target tack_rt_test -j "$(jobs)"
# The pool is used on both sides of a fork, which this sanitizer forbids unless told.
TSAN_OPTIONS=die_after_fork=0 ctest --preset tsan -R '^tack_rt_test$'

step "wheel"
scripts/check_wheel.sh
step "all tests passed"
