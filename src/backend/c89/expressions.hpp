// SPDX-License-Identifier: Apache-2.0
// What the expressions of kernels (print_value.hpp) and of whole programs (host_value.hpp) share:
// the names of values, which of them stand inside others, and how operators are written.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>

#include "ir/ir.hpp"

namespace tack::c89 {

// In parentheses, unless it is one word.
std::string parenthesised(const std::string& text);
// A finite constant: 0.1f, (-2.0).
std::string float_literal(ir::Type type, uint64_t bits);

class Expressions {
 public:
  virtual ~Expressions() = default;

  void set_name(const ir::Inst* inst, std::string name) { names_[inst] = std::move(name); }
  const std::string& name(const ir::Inst* inst) const { return names_.at(inst); }
  void set_inlined(const ir::Inst* inst) { inlined_.insert(inst); }
  bool is_inlined(const ir::Inst* inst) const { return inlined_.contains(inst); }

  // An operand: a constant, a variable, or the expression of an inlined value.
  std::string print(const ir::Inst* value);
  // The same, in parentheses unless it is one word.
  std::string simple(const ir::Inst* value);
  // The expression that a pure instruction computes.
  std::string define(const ir::Inst& inst);
  // A constant of an integer type.
  virtual std::string integer(ir::Type type, uint64_t bits) const = 0;

 protected:
  // "function(a, b)" of the operands.
  std::string call(const std::string& function, const ir::Inst& inst);

 private:
  virtual std::string constant(const ir::Inst& inst) = 0;
  // The helper for `what` of the value's type, called.
  virtual std::string typed(const char* what, const ir::Inst& inst) = 0;
  // A function of math.h, called.
  virtual std::string library(const char* function, const ir::Inst& inst) = 0;
  virtual std::string arithmetic(const ir::Inst& inst, const char* op) = 0;
  virtual std::string negative(const ir::Inst& inst) = 0;  // of an integer
  virtual std::string shift(const ir::Inst& inst) = 0;
  virtual std::string convert(const ir::Inst& inst) = 0;
  virtual std::string bitcast(const ir::Inst& inst) = 0;
  // What one of the two has alone, or does in its own way.
  virtual std::string other(const ir::Inst& inst) = 0;

  std::unordered_map<const ir::Inst*, std::string> names_;
  std::unordered_set<const ir::Inst*> inlined_;
};

}  // namespace tack::c89
