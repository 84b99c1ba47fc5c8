// SPDX-License-Identifier: Apache-2.0
// What a run finds: faults, in the words of the IR and with the item they are in.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "interp/arith.hpp"
#include "interp/state.hpp"

namespace tack::interp {

using ir::Op;

namespace {

// A number as the IR writes it, without its type.
std::string plain(ir::Kind kind, uint64_t bits) {
  std::string text = show(kind, bits);
  std::string type = ir::kind_name(kind);
  if (text.size() > type.size() && text.ends_with(type)) text.resize(text.size() - type.size());
  return text;
}

}  // namespace

void State::check_arithmetic(const Node& node, Frame& frame, uint64_t result,
                             std::span<const uint64_t> in) {
  bool divides = node.op == Op::Rem || node.op == Op::FloorDiv || node.op == Op::FloorMod ||
                 (node.op == Op::Div && ir::Type::scalar(node.from).is_int());
  if (options.arithmetic && divides) {
    uint64_t lowest = uint64_t{1} << (ir::bits_of(node.from) - 1);
    if (in[1] == 0) report(Check::DivideByZero, node, frame, "divides by zero");
    if (ir::Type::scalar(node.from).is_signed() && in[0] == lowest &&
        integer(node.from, in[1]) == -1)
      report(Check::Overflow, node, frame, "divides the least value by -1");
  }
  if (options.arithmetic && (node.op == Op::Shl || node.op == Op::Shr)) {
    Int count = integer(node.from, in[1]);
    if (count < 0 || count >= ir::bits_of(node.from)) {
      report(Check::ShiftCount, node, frame, "shifts by " + plain(node.from, in[1]));
    }
  }
  if (options.conversions && node.op == Op::Convert && ir::Type::scalar(node.from).is_float() &&
      ir::Type::scalar(node.to).is_int()) {
    double value = node.from == ir::Kind::F32
                       ? static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(in[0])))
                       : std::bit_cast<double>(in[0]);
    int bits = ir::bits_of(node.to);
    bool is_signed = ir::Type::scalar(node.to).is_signed();
    double above = std::ldexp(1.0, is_signed ? bits - 1 : bits);
    double below = is_signed ? -above : 0.0;
    // What is cut off toward zero is not lost: -0.9 is 0.
    bool fits = std::trunc(value) >= below && std::trunc(value) < above;
    if (!fits)
      report(Check::OutOfRange, node, frame,
             fmt::format("{} does not fit in {} and becomes {}", plain(node.from, in[0]),
                         ir::kind_name(node.to), plain(node.to, result)));
  }
  bool makes =
      options.nans && node.op != Op::Select && node.op != Op::Bitcast && is_nan(node.to, result);
  if (makes && std::none_of(in.begin(), in.end(), [&](uint64_t v) { return is_nan(node.from, v); }))
    report(Check::NanMade, node, frame, "makes a NaN");
}

std::vector<int64_t> State::item_indices() const {
  std::vector<int64_t> indices;
  if (kernel == nullptr) return indices;
  for (uint32_t word : kernel->indices)
    indices.push_back(static_cast<int64_t>(kernel_frame->words[word]));
  return indices;
}

std::vector<int64_t> State::indices_of(int64_t number) const {
  std::vector<int64_t> indices(kernel->extents.size());
  int64_t rest = number - 1;
  for (size_t d = indices.size(); d-- > 0;) {
    auto extent = static_cast<int64_t>(kernel_frame->words[kernel->extents[d]]);
    indices[d] = rest % extent;
    rest /= extent;
  }
  return indices;
}

std::string State::describe(const Node& node, const Frame& frame, const std::string& what) const {
  std::string text;
  const ir::LocInfo& loc = module.locs[node.inst->loc];
  if (node.inst->loc != 0)
    text += fmt::format("{}:{}:{}: ", module.files[loc.file], loc.line, loc.column);
  text += fmt::format("{} in @{}: ", what, frame.code->function->name);
  if (!node.inst->name.empty() && !node.inst->type.is_void())
    text += fmt::format("%{} = ", node.inst->name);
  text += ir::info(node.op).text;
  for (size_t i = 0; i < node.inst->operands.size(); ++i) {
    const ir::Inst* operand = node.inst->operands[i];
    text += i == 0 ? " " : ", ";
    if (operand->type.is_lanes() || operand->type.is_void() || operand->type.is_buffer()) {
      text += operand->name.empty() ? "..." : "%" + operand->name;
    } else {
      if (!operand->name.empty()) text += fmt::format("%{} = ", operand->name);
      text += show(operand->type.kind, frame.words[node.in[i]]);
    }
  }
  std::vector<int64_t> indices = item_indices();
  if (!indices.empty())
    text += fmt::format(", {} ({})", kernel->function->gang ? "gang at" : "item",
                        fmt::join(indices, ", "));
  return text;
}

Flow State::stop(const Node& node, const Frame& frame, std::string what) {
  if (!error.empty()) return Flow::Stop;
  error = describe(node, frame, what);
  error_at = node.inst;
  error_why = std::move(what);
  return Flow::Stop;
}

Fault* State::report(Check check, const Node& node, const Frame& frame, std::string what) {
  if (faults.size() >= options.max_faults || !reported.emplace(node.inst, check).second)
    return nullptr;
  Fault& fault = faults.emplace_back();
  fault.check = check;
  fault.function = frame.code->function;
  fault.inst = node.inst;
  fault.item = item_indices();
  fault.text = describe(node, frame, what);
  fault.what = std::move(what);
  // A conflict's other half is filled in by the caller, which tells of it.
  if (options.told && check != Check::Conflict) options.told(fault);
  return &fault;
}

}  // namespace tack::interp
