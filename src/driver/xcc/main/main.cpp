// SPDX-License-Identifier: Apache-2.0
#include "driver/xcc/command.hpp"

int main(int argc, char** argv) { return tack::xcc::command(argc, argv); }
