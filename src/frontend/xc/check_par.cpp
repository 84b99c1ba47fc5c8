// SPDX-License-Identifier: Apache-2.0
// par blocks: their shape and their clauses.
#include "frontend/xc/check_impl.hpp"

namespace tack::xc {

bool Checker::par_loop(Stmt* s) {
  Stmt* loop = nullptr;
  int others = 0;
  for (Stmt* inner : s->body->list) {
    if (inner->kind == StmtKind::Empty || inner->kind == StmtKind::Error) continue;
    if (!loop && inner->kind == StmtKind::ForRange) {
      loop = inner;
    } else {
      ++others;
    }
  }
  if (!loop || others) {
    error(Msg::ParNotOneLoop, s->where);
    return false;
  }
  if (loop->c) {
    bool one = loop->c->kind == ExprKind::Int && loop->c->exact && loop->c->value == 1;
    if (!one) {
      error(Msg::ParStep, loop->where);
      return false;
    }
  }
  if (loop->a->kind == ExprKind::Int && loop->b->kind == ExprKind::Int && loop->a->exact &&
      loop->b->exact && loop->a->value > loop->b->value) {
    error(Msg::ParDescends, loop->where);
    return false;
  }
  loop->is_par_loop = true;
  return true;
}

void Checker::par(Stmt* s) {
  if (!options_.par_imported) error(Msg::ParNeedsImport, s->where);
  if (par_) {
    error(Msg::ParInPar, s->where);
    return;
  }
  size_t errors = reporter_.errors();
  par_parts(s);
  s->faulty = s->faulty || reporter_.errors() != errors;
}

void Checker::par_parts(Stmt* s) {
  const SourceRange& w = s->where;
  s->title = s->name.empty() ? w.file->name + ":" + std::to_string(w.line) : std::string(s->name);
  if (!s->name.empty()) {
    for (const Func* f : program_.funcs) {
      for (const Stmt* other : f->pars) {
        if (other->name == s->name && other->where.file == s->where.file)
          error(Msg::ParNameTwice, s->where, {s->name}, {{other->where, "the first one is here"}});
      }
    }
  }
  func_->pars.push_back(s);
  unsigned __int128 points = 1;  // as far as constants tell
  for (Expr*& size : s->grid) {
    size = check(size);
    if (size->type->is_error()) {
      s->faulty = true;
      continue;
    }
    if (!size->type->is_int()) {
      error(Msg::GridSizeType, size->where, {spell(size->type)});
      fail(size);
    } else if (size->constant && size->value > 0) {
      constexpr unsigned __int128 kMost = uint64_t{1} << 32;
      points *= static_cast<uint64_t>(size->value);
      if (points > kMost) {
        error(Msg::GridTooBig, size->where);
        points = 0;
      }
    } else if (size->constant) {
      points = 0;  // runs nothing
    }
  }
  for (Reduction& r : s->reductions) {
    Var* v = find_local(r.name);
    if (!v) {
      if (auto it = globals_.find(r.name); it != globals_.end()) v = it->second;
    }
    if (!v) {
      unknown(Msg::UnknownName, r.where, r.name, {r.name, did_you_mean(r.name, visible_names())});
      s->faulty = true;
      continue;
    }
    if (!v->type || v->type->is_error()) {
      s->faulty = true;
      continue;
    }
    if (!v->is_global && v->owner != func_) {
      error(Msg::ReduceCaptured, r.where, {r.name});
      continue;
    }
    bool bits = r.op == ParOp::And || r.op == ParOp::Or || r.op == ParOp::Xor;
    if (!v->type->is_number() || (bits && !v->type->is_int())) {
      error(Msg::ReduceType, r.where, {r.name, spell(v->type)});
      continue;
    }
    r.var = v;
    v->address_taken = true;
    v->assigned = true;
  }
  int loops = loops_, switches = switches_, tries = try_depth_, defers = defer_depth_;
  if (s->grid.empty()) {
    if (!par_loop(s)) return;
    // The bounds are worked out by the code around, before the block runs.
    for (Stmt* loop : s->body->list) {
      if (loop->kind != StmtKind::ForRange) continue;
      loop->a = check(loop->a);
      loop->b = check(loop->b);
      s->faulty = s->faulty || loop->a->type->is_error() || loop->b->type->is_error();
    }
  }
  par_ = s;
  loops_ = switches_ = try_depth_ = defer_depth_ = 0;
  block(s->body);
  par_ = nullptr;
  loops_ = loops;
  switches_ = switches;
  try_depth_ = tries;
  defer_depth_ = defers;
}

}  // namespace tack::xc
