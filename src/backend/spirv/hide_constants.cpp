// SPDX-License-Identifier: Apache-2.0
#include "backend/spirv/hide_constants.hpp"

#include <algorithm>

#include "ir/builder.hpp"
#include "support/ice.hpp"

namespace tack::spirv {
namespace {

using namespace ir;
using What = vulkan::Argument::What;

uint64_t sign_of(Type t) { return uint64_t{1} << (bits_of(t) - 1); }

bool is_zero(const Inst& x) {
  return x.is_const() && x.type.is_float() && (x.bits & ~sign_of(x.type)) == 0;
}

// Arms that are 1 and 0 of any signs when taken as floats, but not the two pairs for which the
// driver's patterns are right: 1 with 0, -1 with -0.
bool is_mistaken(const Inst& a, const Inst& b) {
  int width = bits_of(a.type);
  if (!a.is_const() || !b.is_const() || (width != 32 && width != 64)) return false;
  uint64_t sign = sign_of(a.type);
  uint64_t one = width == 32 ? 0x3f800000 : 0x3ff0000000000000;
  uint64_t x = a.bits & ~sign, y = b.bits & ~sign;
  bool is_pair = (x == one && y == 0) || (x == 0 && y == one);
  return is_pair && ((a.bits ^ b.bits) & sign) != 0;
}

// An integer widened to 64 bits against a constant: the driver compares without the sign.
uint32_t mistaken_order(const Inst& inst) {
  bool orders =
      (inst.op >= Op::Eq && inst.op <= Op::Ge) || inst.op == Op::Min || inst.op == Op::Max;
  if (!orders || inst.operands[0]->type.is_lanes()) return 0;
  for (uint32_t i = 0; i < 2; ++i) {
    const Inst &c = *inst.operands[i], &x = *inst.operands[1 - i];
    bool wide = c.is_const() && c.type.is_int() && bits_of(c.type) == 64;
    if (wide && x.op == Op::Convert && x.operands[0]->type.is_int()) return 1u << i;
  }
  return 0;
}

struct State {
  Function& f;
  Entry& entry;
  Builder b{f};
  Inst* always = nullptr;  // true, and no one knows

  // Which operands of an instruction must be hidden; bit i for operand i.
  static uint32_t hidden_operands(const Inst& inst) {
    if (inst.op == Op::Select && !inst.type.is_lanes()) {
      uint32_t zeros = 0;
      for (uint32_t i = 1; i < 3; ++i) zeros |= is_zero(*inst.operands[i]) << i;
      return zeros | (is_mistaken(*inst.operands[1], *inst.operands[2]) ? 4 : 0);
    }
    if (uint32_t which = mistaken_order(inst)) return which;
    if (!inst.type.is_float() || inst.type.is_lanes()) return 0;
    bool sums = inst.op == Op::Add || inst.op == Op::Sub || inst.op == Op::Mul;
    if (!sums && inst.op != Op::Div && inst.op != Op::Fma) return 0;
    uint32_t which = 0;
    for (uint32_t i = 0; i < inst.operands.size(); ++i) which |= is_zero(*inst.operands[i]) << i;
    bool cancels = inst.op == Op::Sub || inst.op == Op::Div;
    if (cancels && inst.operands[0] == inst.operands[1]) which |= 2;
    return which;
  }

  void make_always() {
    const auto& arguments = entry.layout.arguments;
    auto extent = std::find_if(arguments.begin(), arguments.end(), [](const vulkan::Argument& a) {
      return a.what == What::Extent || a.what == What::Items;
    });
    TACK_CHECK(extent != arguments.end());  // every kernel has a dimension
    entry.sources.push_back({ParameterSource::From::Argument, extent->word + 1});
    Inst* top = f.add_param(kU32, "extent.top");
    Inst* bit = b.emit(Op::Shr, {top, b.constant(kU32, 31)});
    always = b.eq(bit, b.constant(kU32, 0));
  }

  // Never the same other value for both arms of a select: the driver would join their selects.
  Inst* hidden(Inst* x, uint32_t operand) {
    uint64_t other = bits_of(x->type) == 32 ? 0x40000000 : 0x4000000000000000;        // 2.0
    if (operand == 2) other += bits_of(x->type) == 32 ? 0x800000 : 0x10000000000000;  // 4.0
    return b.select(always, x, b.constant(x->type, other));
  }

  void region(Region& body) {
    std::vector<Inst*> old = std::move(body.insts);
    body.insts.clear();
    if (&body == &f.body) {
      b.set_region(body);
      make_always();
    }
    for (Inst* inst : old) {
      b.set_region(body);
      b.set_loc(inst->loc);
      uint32_t which = hidden_operands(*inst);
      for (uint32_t i = 0; which >> i != 0; ++i) {
        if (which >> i & 1) inst->operands[i] = hidden(inst->operands[i], i);
      }
      body.insts.push_back(inst);
      for (auto& inner : inst->regions) region(*inner);
    }
  }
};

}  // namespace

void hide_constants(Function& function, Entry& entry) {
  bool any = false;
  walk(function.body, [&](const Inst& inst) { any |= State::hidden_operands(inst) != 0; });
  if (any) State{function, entry}.region(function.body);
}

}  // namespace tack::spirv
