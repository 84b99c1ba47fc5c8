// SPDX-License-Identifier: Apache-2.0
#include "ir/op.hpp"

#include <unordered_map>

namespace tack::ir {
namespace {

constexpr OpInfo kTable[] = {
#define TACK_OP(Enum, text, form, rule, effects, profiles) \
  {Op::Enum, text, Form::form, Rule::rule, Effects::effects, profiles},
#include "ir/ops.def"
#undef TACK_OP
};

}  // namespace

const OpInfo& info(Op op) { return kTable[static_cast<int>(op)]; }

std::optional<Op> op_named(std::string_view text) {
  static const auto* names = [] {
    auto* map = new std::unordered_map<std::string_view, Op>;
    for (const OpInfo& row : kTable) {
      if (row.form != Form::Hidden) map->emplace(row.text, row.op);
    }
    return map;
  }();
  auto found = names->find(text);
  if (found == names->end()) return std::nullopt;
  return found->second;
}

}  // namespace tack::ir
