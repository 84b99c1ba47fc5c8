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
  libfmt-dev libxxhash-dev libcli11-dev python3-dev python3-venv
)
TEST_PACKAGES=(
  libgtest-dev libgmock-dev llvm-19-tools clang-19 libclang-rt-19-dev
  mesa-vulkan-drivers libvulkan-dev vulkan-validationlayers spirv-tools spirv-headers cc65
)
# PyPI
BUILD_WHEELS=(nanobind scikit-build-core)
DEMO_WHEELS=(numpy matplotlib)
TEST_WHEELS=(pytest hypothesis lit ruff)

step() { printf '\n==> %s\n' "$*"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

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

# install_packages NAME...: those that are missing, by apt on Debian 12; elsewhere says what to install.
install_packages() {
  local missing=() name
  if ! command -v dpkg-query >/dev/null || ! grep -qs 'VERSION_ID="12"' /etc/os-release || ! grep -qs '^ID=debian' /etc/os-release; then
    [ "${TACK_SKIP_PACKAGES:-0}" = 1 ] && return
    cat >&2 <<TEXT
This system is not Debian 12, so nothing is installed for you. Install these (Debian names) or their equivalents:
  $*
LLVM must be version 19.1. Then run this script again with TACK_SKIP_PACKAGES=1.
TEXT
    exit 2
  fi
  for name in "$@"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null || true)" = installed ] || missing+=("$name")
  done
  [ ${#missing[@]} -eq 0 ] && return
  step "installing ${#missing[@]} packages: ${missing[*]}"
  local sudo=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "run as root or install sudo: packages are missing: ${missing[*]}"
    sudo=(sudo)
  fi
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends -o Dpkg::Use-Pty=0 "${missing[@]}" >/tmp/tack-apt.$$.log 2>&1 ||
    { tail -20 /tmp/tack-apt.$$.log >&2; fail "apt-get install failed"; }
  rm -f /tmp/tack-apt.$$.log
}

# make_venv NAME...: .venv with these PyPI packages.
make_venv() {
  if [ ! -x .venv/bin/python ]; then
    step "creating .venv"
    "$(find_python)" -m venv .venv
  fi
  step "Python packages: $*"
  .venv/bin/python -m pip install -q --disable-pip-version-check "$@"
}

jobs() { echo "${TACK_JOBS:-$(nproc)}"; }

# build PRESET [CMake options...]
build() {
  local preset=$1
  shift
  step "building build/$preset"
  cmake --preset "$preset" "$@" >"/tmp/tack-cmake.$$.log" 2>&1 ||
    { tail -40 "/tmp/tack-cmake.$$.log" >&2; fail "cmake failed for preset $preset"; }
  rm -f "/tmp/tack-cmake.$$.log"
  NINJA_STATUS='[%f/%t %es] ' cmake --build "build/$preset" -j "$(jobs)"
}

# The package, from the tree, into .venv; object files come from ccache when they were built before.
install_package() {
  step "installing the package into .venv"
  local log
  log=$(mktemp)
  # pip says all or nothing: ninja's progress and errors are what a person wants to see.
  if ! NINJA_STATUS='[%f/%t %es] ' .venv/bin/python -m pip install -v --disable-pip-version-check \
    --no-build-isolation --force-reinstall --no-deps . 2>&1 | tee "$log" |
    grep --line-buffered -E '^ *\[[0-9]+/[0-9]+ |error:|warning:'; then
    tail -40 "$log" >&2
    fail "the package did not build"
  fi
  rm -f "$log"
  .venv/bin/python -c 'import tack; print("tack", tack.__version__)'
}
