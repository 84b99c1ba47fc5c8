// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tack::xcc {

// The xcc command. 0 fine, 1 diagnostics, 2 usage, 70 our own fault.
int command(int argc, char** argv);

}  // namespace tack::xcc
