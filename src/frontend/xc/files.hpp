// SPDX-License-Identifier: Apache-2.0
// The texts of one compilation and where imports are looked for.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "frontend/xc/token.hpp"

namespace tack::xc {

struct LoadedFile {
  SourceFile source;
  std::vector<Token> tokens;
  std::string canonical;  // one file, one name: for "once"
};

class Files {
 public:
  // The file as named, or nothing.
  LoadedFile* load(const std::string& path);
  // A text that is no file: the program itself, command line definitions, pasted tokens.
  LoadedFile* add(std::string name, std::string text);
  // Looks beside `from` (unless `system`), in each directory, with and without ".xc".
  LoadedFile* find(const std::string& name, const SourceFile* from, bool system,
                   const std::vector<std::string>& directories);
  // What `find` could find, with and without ".xc": to suggest for a misspelt name.
  std::vector<std::string> names(const SourceFile* from,
                                 const std::vector<std::string>& directories) const;
  // Every file that was read, by its canonical path.
  std::vector<std::string> paths() const;
  // A string that lives as long as the tokens.
  std::string_view keep(std::string text) { return kept_.emplace_back(std::move(text)); }

 private:
  std::deque<LoadedFile> files_;
  std::map<std::string, LoadedFile*> by_path_;
  std::deque<std::string> kept_;
};

}  // namespace tack::xc
