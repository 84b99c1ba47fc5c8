// SPDX-License-Identifier: Apache-2.0
// Debug mode: each index, divisor, count of a shift and step is looked at before it is used. An
// item that fails leaves its mark in the launch's record and ends; others may have run or may not.
#include "frontend/python/emitter.hpp"

namespace tack::python {

using ir::Inst;
using ir::Kind;
using ir::Op;

namespace {

std::string place_of(const hir::Expr& e) {
  return "at line " + std::to_string(e.place.line) + ", column " + std::to_string(e.place.column);
}

std::string head_of(const hir::Expr& e) {
  const MessageContext& context = e.frame->context;
  if (context.device_function.empty()) return "Kernel '" + context.kernel + "': ";
  return "Device function '" + context.device_function + "' (inlined into kernel '" +
         context.kernel + "'): ";
}

}  // namespace

// Everything of the function goes into one block, which a failing item leaves.
void Emitter::open_checks() {
  if (!has_checks_) return;
  params_.push_back({KernelParam::Source::Faults, Kind::I64, 0, 0});
  faults_ = b_.function().add_param(ir::Type::buffer(Kind::I64), "faults");
  item_ = b_.block("item");
  b_.set_region(item_->body());
}

void Emitter::fail(Inst* is_bad, FaultSite site, Inst* value, Inst* extent) {
  auto first = static_cast<int64_t>(kFaultSlots * out_.faults.size());
  auto slot = [&](FaultSlot which) { return b_.i64(first + which); };
  site.in_loop = is_in_loop_;
  out_.faults.push_back(std::move(site));
  b_.in(*b_.if_(is_bad)->regions[0], [&] {
    Inst* claim = b_.atomic(Op::AtomicMax, faults_, slot(kFaultClaim), b_.i64(0));
    b_.in(*b_.if_(b_.eq(claim, b_.i64(kNoFault)))->regions[0], [&] {
      b_.store_elem(faults_, slot(kFaultValue), value);
      if (extent != nullptr) b_.store_elem(faults_, slot(kFaultExtent), extent);
      if (is_in_loop_) b_.store_elem(faults_, slot(kFaultItem), item_number());
    });
    b_.exit(item_);
  });
}

// Of the running item, row-major over the loop's dimensions.
Inst* Emitter::item_number() {
  const ir::Function& kernel = b_.function();
  Inst* number = kernel.indices[0];
  for (size_t d = 1; d < kernel.indices.size(); ++d)
    number = b_.add(b_.mul(number, kernel.extents[d]), kernel.indices[d]);
  return number;
}

void Emitter::check_index(const hir::Array& array, const hir::Expr& e, Inst* index, Inst* extent,
                          int dimension) {
  if (!has_checks_) return;
  bool is_flat = dimension < 0 && array.rank > 1;
  fail_outside(is_flat ? "flat index" : "index", "array '" + array.name + "'", e, index, extent,
               dimension);
}

void Emitter::fail_outside(const char* what, const std::string& whole, const hir::Expr& e,
                           Inst* index, Inst* extent, int dimension) {
  FaultSite site{FaultKind::Index, head_of(e), what, "of " + whole + " " + place_of(e),
                 place_note(e.place, e.frame->context)};
  if (dimension >= 0) site.where = "(dimension " + std::to_string(dimension) + ") " + site.where;
  Inst* wide = signed_index(index);
  Inst* is_bad = b_.bit_or(b_.lt(wide, b_.i64(0)), b_.le(extent, wide));
  fail(is_bad, std::move(site), wide, extent);
}

void Emitter::check_component(const std::string& whole, const hir::Expr& e, Inst* index,
                              uint32_t extent, int dimension) {
  if (is_traced_) trace({whole, dimension, e.loc, true}, e, index, b_.i64(extent));
  if (has_checks_) fail_outside("index", whole, e, index, b_.i64(extent), dimension);
}

// Of `//` and `%`, integers and floats alike: both have a result for a zero, which is rarely meant.
void Emitter::check_divisor(const hir::Expr& e, Inst* divisor) {
  if (is_traced_ && is_float(divisor->type.kind)) {
    ir::Function& check = extern_check(kDivisorCheck, {"site", "is_zero"});
    auto site = static_cast<int64_t>(out_.checks.divisors.size());
    out_.checks.divisors.push_back({e.loc});
    Inst* is_zero = b_.eq(divisor, zero(divisor->type.kind));
    b_.call(check, {b_.i64(site), b_.select(is_zero, b_.i64(1), b_.i64(0))});
  }
  if (!has_checks_) return;
  FaultSite site{FaultKind::DivideZero, head_of(e), "division", place_of(e),
                 place_note(e.place, e.frame->context)};
  fail(b_.eq(divisor, zero(divisor->type.kind)), std::move(site), b_.i64(0), nullptr);
}

// The count before it is converted to the type of what is shifted, which may cut it off.
void Emitter::check_shift(const hir::Expr& e, Kind kind, Inst* count) {
  Inst* wide = signed_index(count);
  if (is_traced_) {
    ir::Function& check = extern_check(kShiftCheck, {"site", "count"});
    auto site = static_cast<int64_t>(out_.checks.shifts.size());
    out_.checks.shifts.push_back({kind, e.loc});
    b_.call(check, {b_.i64(site), wide});
  }
  if (!has_checks_) return;
  int64_t bits = ir::bits_of(kind);
  FaultSite site{FaultKind::ShiftCount, head_of(e), "shift",
                 place_of(e) + " of a value of type " + ir::kind_name(kind) +
                     ", whose counts are from 0 to " + std::to_string(bits - 1),
                 place_note(e.place, e.frame->context)};
  Inst* is_bad = b_.bit_or(b_.lt(wide, b_.i64(0)), b_.le(b_.i64(bits), wide));
  fail(is_bad, std::move(site), wide, nullptr);
}

// Not of the parallel loop, whose step is the host's. A literal is known to be positive.
void Emitter::check_step(const hir::Expr& e, Inst* step) {
  if (e.kind == hir::Node::Int) return;
  if (is_traced_) {
    ir::Function& check = extern_check(kStepCheck, {"site", "step"});
    auto site = static_cast<int64_t>(out_.checks.steps.size());
    out_.checks.steps.push_back({e.loc});
    b_.call(check, {b_.i64(site), step});
  }
  if (!has_checks_) return;
  FaultSite site{FaultKind::LoopStep, head_of(e), "step", "of range " + place_of(e),
                 place_note(e.place, e.frame->context)};
  fail(b_.le(step, b_.i64(0)), std::move(site), step, nullptr);
}

// Any integer as an i64; a u64 beyond it as the greatest one.
Inst* Emitter::signed_index(Inst* value) {
  if (value->type.kind == Kind::U64)
    value = b_.emit(Op::Min, {value, b_.constant(ir::kU64, static_cast<uint64_t>(INT64_MAX))});
  return convert(value, Kind::I64);
}

ir::Function& Emitter::extern_check(const char* name, std::initializer_list<const char*> params) {
  ir::Function* check = b_.module().find_function(name);
  if (check == nullptr) {
    check = b_.module().add_function(name, ir::FunctionKind::Extern);
    for (const char* param : params) check->add_param(ir::kI64, param);
  }
  return *check;
}

// The number of an array's elements.
Inst* Emitter::length(const hir::Array& array) {
  if (array.arg < 0) return b_.i64(static_cast<int64_t>(array.size));
  Inst* numbers = b_.emit(Op::BufferLen, ir::kI64, {array.inst});
  uint32_t each = array.element.count();
  return each == 1 ? numbers : b_.emit(Op::Div, {numbers, b_.i64(each)});
}

}  // namespace tack::python
