#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the wheel for every Python from 3.11 on that this machine has, installs each into a clean
# environment and runs kernels, the commands and the package's smoke test there. The environment has
# no compiler of ours and no LLVM but what the wheel brings.
source "$(dirname "$0")/common.sh"

install_packages "${BUILD_PACKAGES[@]}"
# One interpreter a version: those on PATH, and pyenv's.
declare -A found
for candidate in python3.11 python3.12 python3.13 /usr/bin/python3 "$HOME"/.pyenv/versions/3.1[1-9]*/bin/python3; do
  path=$(command -v "$candidate" || true)
  [ -n "$path" ] || continue
  version=$("$path" -c 'import sys, sysconfig, os; ok = sys.version_info >= (3, 11) and os.path.exists(sysconfig.get_paths()["include"] + "/Python.h"); print("%d.%d" % sys.version_info[:2] if ok else "")' 2>/dev/null || true)
  [ -n "$version" ] && [ -z "${found[$version]:-}" ] && found[$version]=$path
done
[ ${#found[@]} -gt 0 ] || fail "no Python from 3.11 on with its headers"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for version in $(printf '%s\n' "${!found[@]}" | sort -V); do
  step "wheel for Python $version"
  "${found[$version]}" -m venv "$work/build-$version"
  "$work/build-$version/bin/pip" install -q --disable-pip-version-check "${BUILD_WHEELS[@]}"
  pip_build "$work/build-$version/bin/python" wheel -w "$work/dist-$version"
  wheel=$(echo "$work/dist-$version"/*.whl)
  echo "$(basename "$wheel"): $(du -h "$wheel" | cut -f1)"

  "${found[$version]}" -m venv "$work/clean-$version"
  "$work/clean-$version/bin/pip" install -q --disable-pip-version-check "$wheel" numpy
  # From another folder and without this tree's settings: nothing of the tree may be needed.
  (
    cd "$work"
    bin="$work/clean-$version/bin"
    export TACK_CACHE_DIR="$work/cache-$version"
    env -u TACK_LLVM_LIBRARY -u PYTHONPATH "$bin/python" - <<'PYTHON'
import os, tack
assert os.environ["TACK_CACHE_DIR"] and "site-packages" in tack.__file__, tack.__file__
print("tack", tack.__version__, "from a wheel")
PYTHON
    cp "$OLDPWD/tests/python_package/smoke.py" .
    for round in cold warm; do env -u TACK_LLVM_LIBRARY -u PYTHONPATH "$bin/python" smoke.py $round; done
    "$bin/tack" --version
    "$bin/xcc" --version
  )
done
