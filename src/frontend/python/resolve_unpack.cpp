// SPDX-License-Identifier: Apache-2.0
// Assignments to tuples of targets. The whole right side is evaluated first, then the targets take
// their parts from left to right: those of a tuple or a list, the results of a device function, the
// components of a vector. Tuples of targets may stand in each other.
#include <algorithm>

#include "frontend/python/resolver.hpp"

namespace tack::python {
namespace {

std::string counted(size_t n, const char* noun) {
  return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

}  // namespace

// A right side, evaluated.
struct Resolver::Unpacked {
  Place place;
  hir::Expr* one = nullptr;  // else `items`
  std::vector<Unpacked> items;
};

// The value under a name of its own: it is read any number of times.
hir::Expr* Resolver::hold(hir::Expr* value, const Place& place, hir::Body& to) {
  hir::Local* temporary = make_local("");
  temporary->is_temporary = true;
  store_local(temporary, value, place, to);
  return read(temporary, place);
}

// False after an error. What stands for several values fits the target.
bool Resolver::unpacked(const Expr& value, const Expr& target, const Stmt& s, hir::Body& to,
                        Unpacked& out) {
  out.place = value.place;
  bool is_several = target.kind == ExprKind::Tuple;
  size_t n = is_several ? target.args.size() : 1;
  auto has_count = [&](size_t given) {
    if (given != n)
      error(Diag::UnpackCount, value.place, {counted(given, "value"), counted(n, "target")});
    return given == n;
  };
  if (is_several && (value.kind == ExprKind::Tuple || value.kind == ExprKind::List)) {
    if (!has_count(value.args.size())) return false;
    out.items.resize(n);
    for (size_t k = 0; k < n; ++k) {
      if (!unpacked(*value.args[k], *target.args[k], s, to, out.items[k])) return false;
    }
    return true;
  }
  hir::Array* measured = is_several ? shape_named(value) : nullptr;
  if (measured != nullptr) {  // h, w = x.shape
    if (!has_count(measured->rank)) return false;
    for (uint32_t dim = 0; dim < measured->rank; ++dim) {
      out.items.emplace_back();
      out.items.back().place = value.place;
      out.items.back().one = hold(extent(*measured, dim, value.place), value.place, to);
    }
    return true;
  }
  if (is_several && value.kind == ExprKind::Call) {
    hir::Expr* called = call(value, false, SIZE_MAX);
    if (called == nullptr) return false;
    bool is_inline = called->kind == hir::Node::Inline;
    if (is_inline && (called->inlined->results.size() != 1 || n == 1)) {
      if (!has_count(called->inlined->results.size())) return false;
      hir::Stmt* eval = make(hir::Step::Eval, s.place);
      eval->value = called;
      to.push_back(eval);
      for (hir::Local* result : called->inlined->results) {
        out.items.emplace_back();
        out.items.back().place = value.place;
        out.items.back().one = read(result, value.place);
      }
      return true;
    }
    out.one = hold(called, value.place, to);
    return true;
  }
  hir::Expr* one = expr(value);
  if (one == nullptr) return false;
  out.one = hold(one, value.place, to);
  return true;
}

void Resolver::assign_unpacked(const Expr& target, const Unpacked& value, const Stmt& s,
                               hir::Body& to) {
  size_t n = target.args.size();
  if (target.kind != ExprKind::Tuple) {
    if (value.one == nullptr) {
      error(Diag::Unsupported, value.place, {"tuple where one value is needed"});
      return;
    }
    assign_target(target, value.one, s, to);
    return;
  }
  if (value.one == nullptr && value.items.size() != n) {
    error(Diag::UnpackCount, value.place,
          {counted(value.items.size(), "value"), counted(n, "target")});
    return;
  }
  for (size_t k = 0; k < n; ++k) {
    if (value.one == nullptr) {
      assign_unpacked(*target.args[k], value.items[k], s, to);
      continue;
    }
    // A vector of n components: inference sees whether it is one.
    hir::Expr* index = make(hir::Node::Int, value.place);
    index->bits = k;
    Unpacked part;
    part.place = value.place;
    part.one = make(hir::Node::Component, value.place, {value.one, index});
    part.one->bits = n;
    assign_unpacked(*target.args[k], part, s, to);
  }
}

void Resolver::unpack(const Stmt& s, hir::Body& to) {
  auto is_tuple = [](const Expr* target) { return target->kind == ExprKind::Tuple; };
  const Expr& shape = **std::find_if(s.targets.begin(), s.targets.end(), is_tuple);
  Unpacked value;
  if (!unpacked(*s.value, shape, s, to, value)) return;
  for (const Expr* target : s.targets) assign_unpacked(*target, value, s, to);
}

}  // namespace tack::python
