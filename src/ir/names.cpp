// SPDX-License-Identifier: Apache-2.0
#include "ir/names.hpp"

#include <algorithm>

namespace tack::ir {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Names that are all digits are numbers given by the printer, so they count as no hint.
std::string clean(std::string_view hint) {
  if (std::all_of(hint.begin(), hint.end(), is_digit)) return {};
  std::string text(hint);
  for (char& c : text) {
    bool ok =
        is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.';
    if (!ok) c = '_';
  }
  return text;
}

}  // namespace

std::string UniqueNames::add(std::string_view hint) {
  std::string base = clean(hint);
  if (base.empty()) return std::to_string(numbers_++);
  if (taken_.insert(base).second) return base;
  unsigned& next = next_[base];
  for (;;) {
    std::string name = base + "." + std::to_string(++next);
    if (taken_.insert(name).second) return name;
  }
}

bool has_value_name(const Inst& inst) {
  if (inst.is_var() || !inst.type.is_void()) return true;
  if (inst.op == Op::Call) return inst.callee && inst.callee->results.size() > 1;
  return inst.op == Op::CallPtr && inst.signature.size() > 1;
}

FunctionNames::FunctionNames(const Function& function) {
  UniqueNames values;
  UniqueNames labels;
  auto add = [&](const Inst* inst) { values_.emplace(inst, values.add(inst->name)); };
  for (const Inst* inst : function.params) add(inst);
  for (size_t d = 0; d < function.indices.size(); ++d) {
    add(function.indices[d]);
    if (d < function.extents.size()) add(function.extents[d]);
  }
  for (const Inst* inst : function.reductions) add(inst);
  if (function.mask) add(function.mask);
  walk(function.body, [&](const Inst& inst) {
    if (inst.has_label()) labels_.emplace(&inst, labels.add(inst.name));
    if (inst.index) add(inst.index);
    if (has_value_name(inst)) add(&inst);
  });
}

std::string FunctionNames::get(const Map& map, const Inst* inst) {
  auto found = map.find(inst);
  return found == map.end() ? "?" : found->second;
}

std::vector<std::string> struct_names(const Module& module) {
  UniqueNames names;
  std::vector<std::string> all;
  for (const StructType& type : module.structs) all.push_back(names.add(type.name));
  return all;
}

}  // namespace tack::ir
