# SPDX-License-Identifier: Apache-2.0
# Shared by the scripts: what is needed, how it is installed, how the tree is built.
# Source it; it changes to the repository root.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Trees in different folders share compiled objects: equal depth, and one name of the compiler.
export CC=${CC:-gcc} CXX=${CXX:-g++}
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros

BUILD_PACKAGES=(
  g++ cmake ninja-build ccache lld-19 llvm-19-dev libzstd-dev zlib1g-dev
  libfmt-dev libxxhash-dev libvulkan-dev spirv-headers python3-dev python3-venv
)
TEST_PACKAGES=(
  libgtest-dev libgmock-dev libmpfr-dev libgmp-dev valgrind llvm-19-tools clang-19 libclang-rt-19-dev
  mesa-vulkan-drivers vulkan-validationlayers spirv-tools cc65
)
# PyPI
BUILD_WHEELS=(nanobind scikit-build-core)
DEMO_WHEELS=(numpy matplotlib)
TEST_WHEELS=(pytest hypothesis lit ruff mpmath mypy)

step() { printf '\n==> %s\n' "$*"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }
set -E
trap 'printf "error: %s, line %s: this failed: %s\n" "${BASH_SOURCE[0]}" "$LINENO" "$BASH_COMMAND" >&2' ERR

# A Python of version 3.11 or later, TACK_PYTHON first.
find_python() {
  local candidate
  for candidate in "${TACK_PYTHON:-}" python3 python3.13 python3.12 python3.11 /usr/bin/python3; do
    [ -n "$candidate" ] && command -v "$candidate" >/dev/null || continue
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      command -v "$candidate"
      return
    fi
  done
  fail "no Python 3.11 or later on PATH; set TACK_PYTHON to one"
}

# The last lines of a log, then the message.
fail_with_log() {
  tail -25 "$1" >&2
  rm -f "$1"
  shift
  fail "$@"
}

is_debian_12() {
  command -v dpkg-query >/dev/null && grep -qs '^ID=debian' /etc/os-release &&
    grep -qs '^VERSION_ID="12"' /etc/os-release
}

# install_packages NAME...: those that are missing, by apt on Debian 12; elsewhere says what to install.
install_packages() {
  [ "${TACK_SKIP_PACKAGES:-0}" != 1 ] || return 0
  if ! is_debian_12; then
    cat >&2 <<TEXT
This system is not Debian 12, so nothing is installed for you. Install these (Debian names) or their equivalents:
  $*
LLVM must be version 19.1. Then run this script again with TACK_SKIP_PACKAGES=1.
TEXT
    exit 2
  fi
  local missing=() name
  for name in "$@"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null || true)" = installed ] || missing+=("$name")
  done
  [ ${#missing[@]} -ne 0 ] || return 0
  step "installing ${#missing[@]} packages: ${missing[*]}"
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q) log
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "run as root or install sudo: these packages are missing: ${missing[*]}"
    apt=(sudo "${apt[@]}")
  fi
  log=$(mktemp)
  # What cannot be fetched is a warning to apt-get update: the next command says what is missing.
  "${apt[@]}" update >"$log" 2>&1 || fail_with_log "$log" "apt-get update failed: is there a network?"
  # A line a package, as it is fetched and set up.
  "${apt[@]}" install -y --no-install-recommends -o Dpkg::Use-Pty=0 "${missing[@]}" 2>&1 | tee "$log" |
    { grep --line-buffered -E '^(Get:|Setting up )' || true; } ||
    fail_with_log "$log" "apt-get could not install these: ${missing[*]} (is there a network? do /etc/apt/sources.list* name Debian 12's main archive?)"
  rm -f "$log"
}

# make_venv NAME...: .venv with these PyPI packages.
make_venv() {
  if [ ! -x .venv/bin/python ]; then
    local python
    python=$(find_python) || exit 1
    step "creating .venv with $python"
    "$python" -m venv .venv || fail "$python cannot make a virtual environment (Debian: apt install python3-venv)"
  fi
  # An interrupted run, or another tool, may have left it without pip.
  .venv/bin/python -m pip --version >/dev/null 2>&1 || .venv/bin/python -m ensurepip -q ||
    fail "there is no pip in .venv: remove the folder and run this again"
  step "Python packages: $*"
  .venv/bin/python -m pip install -q --disable-pip-version-check "$@" ||
    fail "pip could not install these: $* (is there a network? PIP_INDEX_URL names a mirror)"
}

jobs() { echo "${TACK_JOBS:-$(nproc)}"; }

# configure PRESET [CMake options...]
configure() {
  local log
  log=$(mktemp)
  cmake --preset "$@" >"$log" 2>&1 || fail_with_log "$log" "cmake failed for preset $1"
  rm -f "$log"
}

# build PRESET [CMake options...]
build() {
  local preset=$1
  shift
  step "building build/$preset"
  configure "$preset" "$@"
  NINJA_STATUS='[%f/%t %es] ' cmake --build "build/$preset" -j "$(jobs)"
}

# build_targets PRESET TARGET...
build_targets() {
  local preset=$1
  shift
  configure "$preset" -DPython3_EXECUTABLE="$(pwd)/.venv/bin/python"
  NINJA_STATUS='[%f/%t %es] ' cmake --build "build/$preset" -j "$(jobs)" --target "$@"
}

# pip_build PYTHON ARGUMENT...: a pip command that builds the package, with ninja's progress and
# errors; pip alone says all or nothing. Object files come from ccache when they were built before.
pip_build() {
  local python=$1 log
  shift
  log=$(mktemp)
  NINJA_STATUS='[%f/%t %es] ' CMAKE_BUILD_PARALLEL_LEVEL=$(jobs) "$python" -m pip "$@" -v \
    --disable-pip-version-check --no-build-isolation --no-deps . 2>&1 | tee "$log" |
    { grep --line-buffered -E '^ *\[[0-9]+/[0-9]+ |error:|warning:' || true; } ||
    fail_with_log "$log" "the package did not build"
  rm -f "$log"
}

# The package, from the tree, into .venv.
install_package() {
  step "installing the package into .venv"
  pip_build .venv/bin/python install --force-reinstall
  .venv/bin/python -c 'import tack; print("tack", tack.__version__)'
}
