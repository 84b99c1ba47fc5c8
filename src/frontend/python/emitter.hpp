// SPDX-License-Identifier: Apache-2.0
// From hir to IR: one kernel, everything inlined. emit_*.cpp hold its parts.
#pragma once

#include <string>
#include <vector>

#include "frontend/python/frontend.hpp"
#include "frontend/python/hir.hpp"
#include "ir/builder.hpp"

namespace tack::python {

class Emitter {
 public:
  Emitter(hir::Kernel& kernel, Compiled& out, ir::Function& function)
      : kernel_(kernel), out_(out), b_(function) {}
  void run();

 private:
  // --- emit_expr.cpp
  // The value of an expression as `kind`: a weak literal is computed at that precision, anything
  // else in its own type and then converted.
  ir::Inst* as(const hir::Expr& e, ir::Kind kind);
  ir::Inst* value(const hir::Expr& e) { return as(e, e.ty.kind); }
  ir::Inst* truth(const hir::Expr& e);                   // i1
  ir::Inst* compute(const hir::Expr& e, ir::Kind kind);  // `kind` is its own type, or a precision
  ir::Inst* number(const hir::Expr& e, ir::Kind kind);
  ir::Inst* chain(const hir::Expr& e, ir::Kind kind);
  ir::Inst* binary(const hir::Expr& e, ir::Kind kind, ir::Inst* left);
  ir::Inst* math(const hir::Expr& e, ir::Kind kind);
  ir::Inst* compare(const hir::Expr& e);
  ir::Inst* bool_op(const hir::Expr& e);
  ir::Inst* conditional(const hir::Expr& e, ir::Kind kind);
  ir::Inst* read(const hir::Local& local, ir::Kind kind);
  ir::Inst* inlined(const hir::Expr& e, ir::Kind kind);
  ir::Inst* convert(ir::Inst* value, ir::Kind kind);
  ir::Inst* zero(ir::Kind kind) { return b_.constant(ir::Type::scalar(kind), 0); }
  ir::Inst* real(ir::Kind kind, double value);

  // --- emit_math.cpp
  ir::Inst* call_math(const std::string& name, std::vector<ir::Inst*> args);
  ir::Inst* power(const hir::Expr& e, ir::Kind kind, ir::Inst* base);
  ir::Inst* power_of(ir::Inst* base, uint64_t exponent);
  ir::Inst* integer_power(ir::Inst* base, ir::Inst* exponent);

  // --- emit_stmt.cpp
  bool body(const hir::Body& statements);  // true when its end is not reached
  bool statement(const hir::Stmt& s);
  void store(const hir::Stmt& s);
  void augmented_store(const hir::Stmt& s);
  void if_statement(const hir::Stmt& s);
  void while_statement(const hir::Stmt& s);
  void for_statement(const hir::Stmt& s);
  void loop_body(const hir::Stmt& s, ir::Inst* loop);
  void inline_body(const hir::Inlined& call);
  void assign(hir::Local& local, const hir::Expr& value);
  void declare(const hir::Frame& frame);
  void bind_index(hir::Local& local, ir::Inst* index);
  void parallel_loop();
  ir::Inst* bound(const hir::Expr& e);
  ir::Inst* index(const hir::Array& array, const std::vector<hir::Expr*>& indices);
  ir::Inst* load(const hir::Array& array, ir::Inst* index);
  void store(const hir::Array& array, ir::Inst* index, ir::Inst* value);
  ir::Inst* dim(const hir::Array& array, uint32_t k);
  void fix(const hir::Array& array, uint32_t k);
  ir::Inst* launch_param(KernelParam::Source source, uint16_t dimension, const char* name);

  struct Loop {
    ir::Inst* label = nullptr;      // break leaves it; null for the parallel loop
    ir::Inst* iteration = nullptr;  // continue leaves it
  };
  hir::Kernel& kernel_;
  Compiled& out_;
  ir::Builder b_;
  std::vector<Loop> loops_;
  std::vector<ir::Inst*> returns_;  // labels of the inlined calls; null: no early return
  struct DimParam {
    int arg;
    uint32_t dim;
    ir::Inst* inst;
  };
  std::vector<DimParam> dims_;
  bool is_in_loop_ = false;
};

// A name for the IR, whose alphabet is smaller than Python's.
std::string ir_name(const std::string& name);

// Bytecode for the bounds of the parallel loop. Reports what the host cannot evaluate.
class Reporter;
bool count_launch(const hir::Kernel& kernel, LaunchCount& out, Reporter& reporter);

}  // namespace tack::python
