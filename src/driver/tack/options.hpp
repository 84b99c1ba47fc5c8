// SPDX-License-Identifier: Apache-2.0
// The command line of `tack` as tables: parsing and help are made from them.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.hpp"

namespace tack::driver {

// Exit codes.
enum : int { kFine = 0, kFound = 1, kUsage = 2, kOurs = 70 };

struct OptionSpec {
  std::string_view name;   // "--mode"
  std::string_view value;  // what its value is called in the help; empty: a flag
  std::string_view help;
};

class Options {
 public:
  std::vector<std::string> positional;

  bool has(std::string_view name) const { return values_.find(name) != values_.end(); }
  // The last value given.
  std::optional<std::string> value(std::string_view name) const;
  std::vector<std::string> values(std::string_view name) const;
  void add(std::string_view name, std::string value);

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
};

struct CommandSpec {
  std::string_view name;
  std::string_view arguments;  // "FILE..."
  std::string_view summary;    // one line
  std::string_view details;    // more, as it is printed
  std::span<const OptionSpec> options;
  size_t least, most;  // positional arguments
  int (*run)(const Options& options);
};

// `--name value` and `--name=value`, mixed with positional arguments; after `--` all are
// positional, and so is what begins like a negative number. An error names the nearest option.
Result<Options> parse_options(const CommandSpec& command, std::span<const std::string> arguments);

std::string help(const CommandSpec& command);
std::string usage(const CommandSpec& command);  // one line

}  // namespace tack::driver
