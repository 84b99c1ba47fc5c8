// SPDX-License-Identifier: Apache-2.0
#include "frontend/xc/c_abi.hpp"

#include <algorithm>

#include "frontend/xc/ast.hpp"

namespace tack::xc {
namespace {

constexpr size_t kIntegerRegisters = 6;
constexpr size_t kFloatRegisters = 8;
constexpr uint64_t kWord = 8;
constexpr uint64_t kMostBytes = 2 * kWord;  // of what registers take

// What stands in each eight bytes: one integer makes them all integer. False for a number that is
// not at a multiple of its size.
bool look(const Type* t, uint64_t offset, bool (&is_integer)[2]) {
  if (t->is_struct()) {
    return std::all_of(t->record->fields.begin(), t->record->fields.end(),
                       [&](const Field& f) { return look(f.type, offset + f.offset, is_integer); });
  }
  if (t->is_array()) {
    for (uint64_t k = 0; k < t->count; ++k) {
      if (!look(t->to, offset + k * size_of(t->to), is_integer)) return false;
    }
    return true;
  }
  if (!t->is_float()) is_integer[offset / kWord] = true;
  return offset % size_of(t) == 0;
}

AbiValue value(const Type* t) {
  AbiValue out;
  if (!t->is_struct()) {
    out.registers.push_back(ir_scalar(t));
    return out;
  }
  bool is_integer[2] = {};
  out.in_memory = size_of(t) > kMostBytes || !look(t, 0, is_integer);
  if (out.in_memory) return out;
  for (uint64_t k = 0; k * kWord < size_of(t); ++k)
    out.registers.push_back(is_integer[k] ? ir::kI64 : ir::kF64);
  return out;
}

}  // namespace

AbiCall classify(const std::vector<const Type*>& results,
                 const std::vector<const Type*>& parameters, size_t pointers_before) {
  AbiCall call;
  if (results.size() == 1) call.result = value(results[0]);
  size_t integers = kIntegerRegisters - pointers_before, floats = kFloatRegisters;
  if (call.result.in_memory) --integers;
  for (const Type* t : parameters) {
    AbiValue& v = call.parameters.emplace_back(value(t));
    auto wanted = static_cast<size_t>(std::count_if(v.registers.begin(), v.registers.end(),
                                                    [](ir::Type r) { return r.is_float(); }));
    size_t wanted_integers = v.registers.size() - wanted;
    if (wanted <= floats && wanted_integers <= integers) {
      floats -= wanted;
      integers -= wanted_integers;
    } else if (v.registers.size() > 1) {
      // All of it or nothing: what comes next may still take the registers that are left. One
      // register's worth stands on the stack like a number.
      v.in_memory = true;
      v.registers.clear();
    }
  }
  return call;
}

}  // namespace tack::xc
