// SPDX-License-Identifier: Apache-2.0
// XC source to IR: what the xcc command and the tests call.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ir/ir.hpp"
#include "support/diagnostics.hpp"

namespace tack::xc {

// What a program may do on purpose and well.
inline constexpr const char* kAnalysis[] = {"narrowed-constant", "zero-divisor",
                                            "unused-local",      "dead-store",
                                            "unreachable-code",  "constant-condition"};

struct FrontendOptions {
  ir::Target target;  // its pointers and alignments; code is made for x86-64 alone
  std::vector<std::string> include_directories;  // -I, in order
  std::string library_directory;                 // Par.xc, Stdio.xc, ...
  std::vector<std::pair<std::string, std::string>> defines;
  // Categories: those that -Wanalyze turns on are off without it.
  std::set<std::string> warnings_off{std::begin(kAnalysis), std::end(kAnalysis)};
  bool export_functions = false;   // for objects that are linked with others
  bool main_stands_alone = false;  // a program with a main exports nothing but that
  // Counts that threads may change at once: asked for, refused, or chosen by what is imported.
  std::optional<bool> thread_safe_arc;
};

// One compilation. The diagnostics point into it.
class Unit {
 public:
  Unit();
  ~Unit();
  Unit(const Unit&) = delete;
  Unit& operator=(const Unit&) = delete;

  // A module at Stage::Source, or null: then the diagnostics hold an error. Once a Unit.
  std::unique_ptr<ir::Module> compile(const std::string& path, const FrontendOptions& options);
  std::unique_ptr<ir::Module> compile_text(const std::string& name, std::string text,
                                           const FrontendOptions& options);
  // Preprocessed text.
  std::string preprocess(const std::string& path, const FrontendOptions& options);

  // The files that were read: the program and what it imports.
  std::vector<std::string> source_paths() const;

  const Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  struct State;
  std::unique_ptr<ir::Module> run(struct LoadedFile* file, const FrontendOptions& options);

  std::unique_ptr<State> state_;
  Diagnostics diagnostics_;
};

}  // namespace tack::xc
