// SPDX-License-Identifier: Apache-2.0
// The registry of XC's messages (messages.def) and the one place that reports them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostics.hpp"

namespace tack::xc {

enum class Msg : uint16_t {
#define XC_MESSAGE(Id, text_id, severity, category, format) Id,
#include "frontend/xc/messages.def"
#undef XC_MESSAGE
};

class Reporter {
 public:
  Reporter(Diagnostics& out, std::set<std::string> categories_off)
      : out_(out), off_(std::move(categories_off)) {}

  // `{0}`, `{1}` of the format are the arguments. A warning of a category that is off is dropped.
  // A second error at one place and with one id is dropped too.
  void report(Msg id, SourceRange where, std::initializer_list<std::string_view> args = {},
              std::vector<Note> notes = {});
  bool has_errors() const { return out_.has_errors(); }
  size_t errors() const { return errors_; }
  // After this many errors the front end gives up.
  bool too_many() const { return errors_ >= 100; }

 private:
  Diagnostics& out_;
  std::set<std::string> off_;
  std::set<std::pair<const void*, std::pair<uint64_t, uint16_t>>> seen_;
  size_t errors_ = 0;
};

// Every warning category the registry knows.
std::set<std::string_view> warning_categories();

// The candidate nearest to a misspelt name; empty when none is near.
std::string_view nearest(std::string_view name, const std::vector<std::string_view>& candidates);
// ", did you mean 'x'?" or nothing.
std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& candidates);
// "1 argument", "2 arguments".
std::string counted(size_t n, std::string_view what);
// Did you mean, or what XC writes for a word of C.
std::string suggest(std::string_view name, const std::vector<std::string_view>& candidates);

}  // namespace tack::xc
