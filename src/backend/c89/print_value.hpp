// SPDX-License-Identifier: Apache-2.0
// Expressions. Every value is computed in its own type: signed integers through unsigned ones,
// since C leaves their overflow undefined, and floats rounded by a cast, since C may compute wider.
#pragma once

#include <set>
#include <string>

#include "backend/c89/expressions.hpp"
#include "ir/ir.hpp"

namespace tack::c89 {

class ValuePrinter : public Expressions {
 public:
  explicit ValuePrinter(std::set<std::string>& helpers) : helpers_(helpers) {}

  std::string integer(ir::Type type, uint64_t bits) const override;
  // buffer[index] of load_elem and store_elem
  std::string element(const ir::Inst& inst);

 private:
  struct Words {
    std::string low, high;
  };

  std::string constant(const ir::Inst& inst) override;
  std::string typed(const char* what, const ir::Inst& inst) override;
  std::string library(const char* function, const ir::Inst& inst) override;
  std::string arithmetic(const ir::Inst& inst, const char* op) override;
  std::string negative(const ir::Inst& inst) override;
  std::string shift(const ir::Inst& inst) override;
  std::string convert(const ir::Inst& inst) override;
  std::string bitcast(const ir::Inst& inst) override;
  std::string other(const ir::Inst& inst) override;
  std::string bits_of_value(const ir::Inst* value);
  std::string sum(const ir::Inst& inst, const char* op);
  Words words(const ir::Inst* value);

  std::set<std::string>& helpers_;
};

}  // namespace tack::c89
