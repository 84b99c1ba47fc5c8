#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the main job on a fresh machine: installs what is missing, builds, installs the package into
# .venv, and renders the hillshade of a real elevation model.
source "$(dirname "$0")/common.sh"

install_packages "${BUILD_PACKAGES[@]}"
make_venv "${BUILD_WHEELS[@]}" "${DEMO_WHEELS[@]}"
install_package
step "rendering examples/hillshade.py"
.venv/bin/python examples/hillshade.py
for command in tack xcc; do ".venv/bin/$command" --version; done
echo "the picture is $(pwd)/hillshade.png"
