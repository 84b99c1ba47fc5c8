// SPDX-License-Identifier: Apache-2.0
// Expressions of whole programs: like print_value.hpp, with every integer type and addresses.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "ir/ir.hpp"

namespace tack::c89 {

class HostValues {
 public:
  // `helpers` and `library` (names of C functions) take what the expressions call; `symbol` names a
  // function or global that an address is taken of.
  HostValues(std::set<std::string>& helpers, std::set<std::string>& library,
             std::function<std::string(const ir::Inst&)> symbol)
      : helpers_(helpers), library_(library), symbol_(std::move(symbol)) {}

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

  // The helper "tack_WHAT_TYPE", which is then defined.
  std::string helper(const std::string& what, ir::Type type);

 private:
  std::string constant(const ir::Inst& inst);
  std::string typed(const char* what, const ir::Inst& inst);
  std::string library(const char* function, const ir::Inst& inst);
  std::string arithmetic(const ir::Inst& inst, const char* op);
  std::string shift(const ir::Inst& inst);
  std::string convert(const ir::Inst& inst);
  std::string bitcast(const ir::Inst& inst);
  std::string address(const ir::Inst& inst);

  std::set<std::string>& helpers_;
  std::set<std::string>& library_;
  std::function<std::string(const ir::Inst&)> symbol_;
  std::unordered_map<const ir::Inst*, std::string> names_;
  std::unordered_set<const ir::Inst*> inlined_;
};

// In parentheses, unless it is one word.
std::string parenthesised(const std::string& text);

}  // namespace tack::c89
