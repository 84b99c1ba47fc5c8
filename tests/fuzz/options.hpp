// SPDX-License-Identifier: Apache-2.0
// Command lines of the fuzzers: each program says what its options set.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tack::fuzz {

inline std::optional<uint64_t> whole_number(const std::string& text) {
  uint64_t value = 0;
  auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

class Options {
 public:
  explicit Options(const char* usage) : usage_(usage) {}

  void flag(const std::string& name, std::function<void()> set) {
    options_[name] = {Takes::Nothing, [set = std::move(set)](const std::string&) {
                        set();
                        return true;
                      }};
  }
  void flag(const std::string& name, bool& to, bool value = true) {
    flag(name, [&to, value] { to = value; });
  }
  // `set` says whether the text is one that it takes.
  void value(const std::string& name, std::function<bool(const std::string&)> set) {
    options_[name] = {Takes::One, std::move(set)};
  }
  void text(const std::string& name, std::string& to) {
    value(name, [&to](const std::string& text) { return to = text, true; });
  }
  void number(const std::string& name, uint64_t& to) {
    value(name, [&to](const std::string& text) {
      std::optional<uint64_t> n = whole_number(text);
      if (n) to = *n;
      return n.has_value();
    });
  }
  // All words that follow.
  void rest(const std::string& name, std::vector<std::string>& to) {
    options_[name] = {Takes::Rest, [&to](const std::string& text) {
                        to.push_back(text);
                        return true;
                      }};
  }

  // False after an option that there is not, or that is not as it should be: the usage is said.
  bool read(int argc, char** argv) const {
    for (int k = 1; k < argc; ++k) {
      auto found = options_.find(argv[k]);
      if (found == options_.end()) return refuse("there is no option", argv[k]);
      const Option& option = found->second;
      if (option.takes == Takes::Nothing) {
        option.set({});
        continue;
      }
      if (k + 1 == argc) return refuse("a value is missing behind", argv[k]);
      do {
        ++k;
        if (!option.set(argv[k])) return refuse(found->first + " does not take", argv[k]);
      } while (option.takes == Takes::Rest && k + 1 < argc);
    }
    return true;
  }

 private:
  enum class Takes : uint8_t { Nothing, One, Rest };
  struct Option {
    Takes takes = Takes::Nothing;
    std::function<bool(const std::string&)> set;
  };
  const char* usage_;
  std::map<std::string, Option> options_;

  bool refuse(const std::string& why, const char* word) const {
    std::fprintf(stderr, "%s %s\n%s", why.c_str(), word, usage_);
    return false;
  }
};

}  // namespace tack::fuzz
