#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# clang-tidy's checks (.clang-tidy) on demand: scripts/lint.sh [FOLDER...], default src. A file takes
# 5 to 20 s. Ends with status 1 when anything is found.
source "$(dirname "$0")/common.sh"

install_packages "${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}" clang-tidy-19
configure asan
mapfile -t files < <(find "${@:-src}" -name '*.cpp' ! -name '*_test.cpp' ! -path 'src/backend/llvm/*' | sort)
[ ${#files[@]} -gt 0 ] || fail "no C++ files in ${*:-src}"
step "clang-tidy on ${#files[@]} files"
printf '%s\0' "${files[@]}" | xargs -0 -n 4 -P "$(jobs)" clang-tidy-19 -p build/asan --quiet --warnings-as-errors='*' 2>/dev/null ||
  fail "clang-tidy found something"
