#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The same set-up as demo.sh, then every test. What needs minutes more runs on demand:
# scripts/sanitize.sh (everything under sanitizers) and scripts/fuzz.sh (long differential runs).
source "$(dirname "$0")/common.sh"

install_packages "${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
make_venv "${BUILD_WHEELS[@]}" "${DEMO_WHEELS[@]}" "${TEST_WHEELS[@]}"

step "formatting"
.venv/bin/ruff check -q python examples bench tests tools
.venv/bin/ruff format -q --check python examples bench tests tools

install_package
build release -DPython3_EXECUTABLE="$(pwd)/.venv/bin/python"
step "tests, release"
ctest --preset release -j "$(jobs)"
step "tests, Python"
.venv/bin/python -m pytest -q tests/python_package

# What reads input and what transforms it, with short runs of the fuzz targets; scripts/sanitize.sh
# takes everything.
sanitized=(
  tack_support_test tack_ir_test tack_interp_test tack_analysis_test tack_mathlib_test
  tack_transform_test tack_frontend_python_test
  fuzz_ir_text fuzz_npy_header fuzz_python_source fuzz_xc_source
)
step "tests and fuzz targets, address and undefined-behaviour sanitizers"
build_targets asan "${sanitized[@]}"
ctest --preset asan -j "$(jobs)" -R "^($(IFS='|' && echo "${sanitized[*]}"))\$"

step "tests, thread sanitizer"
build_targets tsan tack_rt_test
ctest --preset tsan -R '^tack_rt_test$'

step "wheel"
scripts/check_wheel.sh
step "all tests passed"
