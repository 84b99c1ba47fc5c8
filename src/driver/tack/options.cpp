// SPDX-License-Identifier: Apache-2.0
#include "driver/tack/options.hpp"

#include <algorithm>

#include "frontend/python/message.hpp"

namespace tack::driver {
namespace {

bool is_option(const std::string& text) {
  if (text.size() < 2 || text[0] != '-') return false;
  bool is_number =
      (text[1] >= '0' && text[1] <= '9') || text[1] == '.' || text == "-inf" || text == "-nan";
  return !is_number;
}

const OptionSpec* find(const CommandSpec& command, std::string_view name) {
  for (const OptionSpec& option : command.options)
    if (option.name == name) return &option;
  return nullptr;
}

std::string unknown(const CommandSpec& command, const std::string& name) {
  std::vector<std::string> names = {"--help"};
  for (const OptionSpec& option : command.options) names.emplace_back(option.name);
  std::string text = "unknown option '" + name + "'";
  std::string near = python::nearest_name(name, names);
  if (!near.empty()) return text + "; did you mean '" + near + "'?";
  return text + "; what is no option stands after --";
}

std::string shown(const OptionSpec& option) {
  return std::string(option.name) + (option.value.empty() ? "" : " " + std::string(option.value));
}

}  // namespace

std::optional<std::string> Options::value(std::string_view name) const {
  auto found = values_.find(name);
  return found == values_.end() ? std::nullopt : std::optional(found->second.back());
}

std::vector<std::string> Options::values(std::string_view name) const {
  auto found = values_.find(name);
  return found == values_.end() ? std::vector<std::string>() : found->second;
}

void Options::add(std::string_view name, std::string value) {
  values_[std::string(name)].push_back(std::move(value));
}

Result<Options> parse_options(const CommandSpec& command, std::span<const std::string> arguments) {
  Options out;
  bool is_over = false;
  for (size_t k = 0; k < arguments.size(); ++k) {
    const std::string& text = arguments[k];
    if (is_over || !is_option(text)) {
      out.positional.push_back(text);
      continue;
    }
    if (text == "--") {
      is_over = true;
      continue;
    }
    size_t equals = text.find('=');
    std::string name = text.substr(0, equals);
    const OptionSpec* option = find(command, name);
    if (!option) return Error{unknown(command, name)};
    if (option->value.empty()) {
      if (equals != std::string::npos) return Error{"option '" + name + "' takes no value"};
      out.add(name, "");
    } else if (equals != std::string::npos) {
      out.add(name, text.substr(equals + 1));
    } else if (k + 1 < arguments.size()) {
      out.add(name, arguments[++k]);
    } else {
      return Error{"option '" + name + "' wants a value: " + shown(*option)};
    }
  }
  if (out.positional.size() < command.least) return Error{"too few arguments"};
  if (out.positional.size() > command.most)
    return Error{"unexpected argument '" + out.positional[command.most] + "'"};
  return out;
}

std::string usage(const CommandSpec& command) {
  return "usage: tack " + std::string(command.name) +
         (command.arguments.empty() ? "" : " " + std::string(command.arguments)) +
         (command.options.empty() ? "" : " [OPTION]...");
}

std::string help(const CommandSpec& command) {
  std::string text = usage(command) + "\n\n  " + std::string(command.summary) + "\n";
  if (!command.details.empty()) text += "\n" + std::string(command.details);
  if (command.options.empty()) return text;
  text += "\noptions:\n";
  size_t width = 0;
  for (const OptionSpec& option : command.options) width = std::max(width, shown(option).size());
  for (const OptionSpec& option : command.options) {
    std::string name = shown(option);
    text +=
        "  " + name + std::string(width - name.size() + 2, ' ') + std::string(option.help) + "\n";
  }
  return text;
}

}  // namespace tack::driver
