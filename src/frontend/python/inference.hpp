// SPDX-License-Identifier: Apache-2.0
// The state of type inference; infer*.cpp hold its parts.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "frontend/python/infer.hpp"

namespace tack::python {

class Inference {
 public:
  Inference(hir::Kernel& kernel, const SpecialiseOptions& options, Reporter& reporter)
      : kernel_(kernel), options_(options), reporter_(reporter) {}

  void run();

 private:
  // --- infer.cpp
  void fixed_point();
  void pass();
  void error(Diag diag, const hir::Expr& at, std::vector<std::string> args) {
    if (is_reporting_) reporter_.report({diag, at.place, std::move(args)}, at.frame->context);
  }
  static std::string type_name(const Ty& ty) { return ir::kind_name(ty.kind); }

  const Ty& expr(hir::Expr& e);
  Ty type_of(hir::Expr& e);
  Ty promoted(const Ty& a, const Ty& b, const hir::Expr& at);
  Ty unary(hir::Expr& e);
  Ty binary(hir::Expr& e);
  bool integers(const Ty& a, const Ty& b, const hir::Expr& e);
  Ty power(const Ty& a, const Ty& b, hir::Expr& e);
  Ty math(hir::Expr& e);
  void need_math(const std::string& stem, std::string shown, const Ty& ty, const hir::Expr& e);

  void body(const hir::Body& statements);
  void statement(hir::Stmt& s);
  void assign(hir::Local& local, hir::Expr& value);
  void bound(hir::Expr* e);

  // --- infer_shape.cpp
  // The shape of an operation by component: numbers go with anything. Reports what does not fit.
  Shape together(Shape a, Shape b, const hir::Expr& at);
  // Evaluates e, which must be one number; `hint` says what to write instead.
  const Ty& number(hir::Expr& e, const char* hint);
  const Ty& typed_number(const hir::Expr& e, const char* hint);  // it has its type already
  const Ty& condition(hir::Expr& e);
  void index(hir::Expr& e);
  void typed_index(const hir::Expr& e);
  void indices(std::vector<hir::Expr*>& indices, const hir::Array& array);
  Ty atomic(hir::Expr& e);
  Ty vector(hir::Expr& e);
  Ty matrix(hir::Expr& e);
  Ty table(hir::Expr& e);
  Ty component(hir::Expr& e);
  // False when the component can have no type.
  bool component_of(const Ty& ty, hir::Expr& at);
  bool unpacks(const Ty& ty, hir::Expr& part);
  Ty matmul(const Ty& a, const Ty& b, hir::Expr& e);
  Ty vector_op(hir::Expr& e);
  void store(hir::Stmt& s);
  void set_part(hir::Stmt& s);
  // The shape of a local that is assigned one of `shape`. Reports two that differ.
  Shape fit_shape(const hir::Local& local, Shape shape, const hir::Expr& value);
  void widen(hir::Local& local, const Ty& ty, const hir::Expr& value);

  hir::Kernel& kernel_;
  const SpecialiseOptions& options_;
  Reporter& reporter_;
  bool has_f64_ = false;
  bool changed_ = false;
  bool is_reporting_ = false;
};

}  // namespace tack::python
