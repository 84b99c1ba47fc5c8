// SPDX-License-Identifier: Apache-2.0
// The command line of xcc.
#pragma once

#include <string>
#include <vector>

#include "frontend/xc/frontend.hpp"
#include "support/result.hpp"

namespace tack::xcc {

enum class Action {
  Executable,
  Library,
  Object,
  Assembly,
  Preprocess,
  PrintIr,
  Run,
  Help,
  Version
};

struct Options {
  Action action = Action::Executable;
  bool action_given = false;
  std::string input;
  std::string output;
  std::string support_root;                 // -H
  std::vector<std::string> run_arguments;   // of --run, behind the file
  std::vector<std::string> link_arguments;  // -L, -l, -Wl, -Xlinker
  xc::FrontendOptions frontend;
  bool optimize = true;
  bool check = false;   // --run --check
  bool emit_c = false;  // -S --emit=c
  bool static_link = false;
  bool quiet = false;
  bool verbose = false;
  bool message_ids = false;  // --message-ids: each diagnostic ends in its id, for tests
};

Result<Options> parse_options(int argc, char** argv);
std::string help_text();

}  // namespace tack::xcc
