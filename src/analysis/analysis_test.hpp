// SPDX-License-Identifier: Apache-2.0
// IR text in, facts about its named values out.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "ir/text.hpp"
#include "ir/verifier.hpp"

namespace tack::analysis {

class Kernel {
 public:
  explicit Kernel(const std::string& text) {
    auto parsed = ir::parse(text);
    EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : parsed.error().message);
    module_ = std::move(*parsed);
    EXPECT_EQ(ir::verify(*module_, ir::Stage::Source), "");
  }

  const ir::Function& function() const { return *module_->functions.back(); }

  // A value, var or label by its name; labels with their $.
  const ir::Inst& operator[](const std::string& name) const {
    const ir::Inst* found = nullptr;
    bool is_label = name[0] == '$';
    std::string bare = is_label ? name.substr(1) : name;
    for (const auto* list : {&function().params, &function().indices, &function().extents}) {
      for (const ir::Inst* inst : *list) {
        if (!is_label && inst->name == bare) found = inst;
      }
    }
    ir::walk(function().body, [&](const ir::Inst& inst) {
      if (inst.name == bare && inst.has_label() == is_label) found = &inst;
      if (inst.index && inst.index->name == bare && !is_label) found = inst.index;
    });
    if (!found) ADD_FAILURE() << "no " << name;
    return found ? *found : *function().indices[0];
  }

  // The n-th instruction of an op, in order.
  const ir::Inst& nth(ir::Op op, size_t n) const {
    const ir::Inst* found = nullptr;
    ir::walk(function().body, [&](const ir::Inst& inst) {
      if (inst.op == op && n-- == 0) found = &inst;
    });
    if (!found) ADD_FAILURE() << "not that many";
    return found ? *found : *function().indices[0];
  }

 private:
  std::unique_ptr<ir::Module> module_;
};

}  // namespace tack::analysis
