// SPDX-License-Identifier: Apache-2.0
// What the statements of kernels (print_function.cpp) and of whole programs (host_printer.hpp)
// share: which values get a variable, regions, branches and the jumps out of them.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "backend/c89/c_names.hpp"
#include "backend/c89/expressions.hpp"
#include "ir/ir.hpp"
#include "transform/rewrite.hpp"

namespace tack::c89 {

class Statements {
 public:
  virtual ~Statements() = default;

 protected:
  explicit Statements(const ir::Function& function, const CNames* outer = nullptr)
      : f(function), names(outer) {}

  void line(size_t depth, const std::string& text) {
    out += std::string(depth * 2, ' ') + text + "\n";
  }
  // Every value that only its one user needs stands where it is used.
  void choose_inlined(const ir::Region& region, const transform::UseCounts& uses);
  void body(const ir::Region& region, size_t depth);
  // One of the ops of control that both write alike; false: another.
  bool control(const ir::Inst& inst, size_t depth);
  // The body of a loop; then the brace at its end, or at a block's, and the label behind it.
  void turn(const ir::Inst& loop, size_t depth);
  void close(const ir::Inst& inst, size_t depth);

  static bool compares(const ir::Inst& inst);

  // (x & 3) == 4 is what a program may say, but compilers warn when they see it in one line.
  virtual bool looks_silly(const ir::Inst& inst, const ir::Inst& user) const;

  const ir::Function& f;
  CNames names;
  std::string out;

 private:
  virtual Expressions& expressions() = 0;
  virtual bool is_always_inlined(const ir::Inst& inst) const = 0;
  virtual void declare(const ir::Region& region, size_t depth) = 0;
  virtual void statement(const ir::Inst& inst, size_t depth) = 0;

  void if_(const ir::Inst& inst, size_t depth);
  void switch_(const ir::Inst& inst, size_t depth);
  void leave(const ir::Inst& label, size_t depth);

  std::unordered_map<const ir::Inst*, std::string> labels_;  // of regions that a goto leaves
  std::vector<const ir::Inst*> enclosing_;  // loops and switches: what `break` would leave
};

}  // namespace tack::c89
