// SPDX-License-Identifier: Apache-2.0
// Expressions of whole programs: like print_value.hpp, with every integer type and addresses.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "backend/c89/expressions.hpp"
#include "ir/ir.hpp"

namespace tack::c89 {

class HostValues : public Expressions {
 public:
  // `helpers` and `library` (names of C functions) take what the expressions call; `symbol` names a
  // function or global that an address is taken of.
  HostValues(std::set<std::string>& helpers, std::set<std::string>& library,
             std::function<std::string(const ir::Inst&)> symbol)
      : helpers_(helpers), library_(library), symbol_(std::move(symbol)) {}

  std::string integer(ir::Type type, uint64_t bits) const override;
  // The helper "tack_WHAT_TYPE", which is then defined.
  std::string helper(const std::string& what, ir::Type type);

 private:
  std::string constant(const ir::Inst& inst) override;
  std::string typed(const char* what, const ir::Inst& inst) override;
  std::string library(const char* function, const ir::Inst& inst) override;
  std::string arithmetic(const ir::Inst& inst, const char* op) override;
  std::string negative(const ir::Inst& inst) override;
  std::string shift(const ir::Inst& inst) override;
  std::string convert(const ir::Inst& inst) override;
  std::string bitcast(const ir::Inst& inst) override;
  std::string other(const ir::Inst& inst) override;
  std::string address(const ir::Inst& inst);

  std::set<std::string>& helpers_;
  std::set<std::string>& library_;
  std::function<std::string(const ir::Inst&)> symbol_;
};

}  // namespace tack::c89
