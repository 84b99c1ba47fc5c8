// SPDX-License-Identifier: Apache-2.0
// Text to tokens: #define, #if, #import and the rest.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "frontend/xc/files.hpp"
#include "frontend/xc/messages.hpp"

namespace tack::xc {

struct PreprocessOptions {
  std::vector<std::string> directories;  // -I in order, then the library
  std::vector<std::pair<std::string, std::string>> defines;
};

struct Preprocessed {
  std::vector<Token> tokens;  // ends in End
  std::vector<const LoadedFile*> imports;
  bool incomplete = false;  // an import was not found
};

Preprocessed preprocess(LoadedFile& main, const PreprocessOptions& options, Files& files,
                        Reporter& reporter);

// What -E prints.
std::string print_tokens(const std::vector<Token>& tokens);

}  // namespace tack::xc
