// SPDX-License-Identifier: Apache-2.0
// Expressions. Every value is computed in its own type: signed integers through unsigned ones,
// since C leaves their overflow undefined, and floats rounded by a cast, since C may compute wider.
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "ir/ir.hpp"

namespace tack::c89 {

// A constant of 32 bits or less.
std::string integer(ir::Type type, uint64_t bits);

class ValuePrinter {
 public:
  explicit ValuePrinter(std::set<std::string>& helpers) : helpers_(helpers) {}

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
  // buffer[index] of load_elem and store_elem
  std::string element(const ir::Inst& inst);

 private:
  struct Words {
    std::string low, high;
  };

  std::string call(const std::string& helper, const ir::Inst& inst);
  std::string library(const char* function, const ir::Inst& inst);
  std::string bits_of_value(const ir::Inst* value);
  std::string sum(const ir::Inst& inst, const char* op);
  std::string wrapped(const ir::Inst& inst, const char* op);
  std::string arithmetic(const ir::Inst& inst, const char* op);
  std::string shift(const ir::Inst& inst);
  std::string convert(const ir::Inst& inst);
  std::string bitcast(const ir::Inst& inst);
  Words words(const ir::Inst* value);
  std::string constant(const ir::Inst& inst);

  std::set<std::string>& helpers_;
  std::unordered_map<const ir::Inst*, std::string> names_;
  std::unordered_set<const ir::Inst*> inlined_;
};

}  // namespace tack::c89
