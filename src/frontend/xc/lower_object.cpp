// SPDX-License-Identifier: Apache-2.0
// Objects: references are counted. A variable, a field and the result of a call own one count each;
// what an expression makes and nobody takes is let go at the end of its statement.
//
// An object begins with the address of its class's table and its count. The table holds the
// teardown function, the parent's table and the virtual methods.
#include "frontend/xc/lower_function.hpp"
#include "runtime/xc/object_layout.h"

namespace tack::xc {

bool FunctionLowering::is_owned(const Expr* e) const {
  if (!e->type->is_object()) return false;
  switch (e->kind) {
    case ExprKind::Call:
      return !(e->func && e->func->is_external());
    case ExprKind::New:
      return true;
    default:
      return false;
  }
}

// Lets the object go when the statement ends, also when it is left by a throw.
void FunctionLowering::keep_temporary(Inst* object) {
  Inst* var = prologue_var(ir::kPtr, "object");
  b_.store(var, object);
  scopes_.back().cleanups.push_back({var, nullptr});
}

Inst* FunctionLowering::owned(Expr* e) {
  if (e->kind == ExprKind::Call && is_owned(e)) return call(e);
  if (e->kind == ExprKind::New) return new_object(e);
  Inst* v = value(e);
  retain(v);
  return v;
}

// `object` brings its own count; the one that was there before is let go last.
void FunctionLowering::store_reference(const Place& p, Inst* object) {
  Inst* before = load(p);
  store(p, object);
  release(before);
}

void FunctionLowering::close_scope() {
  if (!dead()) run_cleanups(scopes_.size() - 1);
  scopes_.pop_back();
}

// What stands in the scopes above `down_to` is run, innermost and last first. The scopes stay.
void FunctionLowering::run_cleanups(size_t down_to) {
  std::vector<Scope> saved = scopes_;
  while (scopes_.size() > down_to) {
    while (!scopes_.back().cleanups.empty() && !dead()) {
      Cleanup c = scopes_.back().cleanups.back();
      scopes_.back().cleanups.pop_back();
      if (c.defer) {
        size_t breaks = breaks_.size(), continues = continues_.size();
        block(c.defer->body);
        breaks_.resize(breaks);
        continues_.resize(continues);
      } else {
        release(b_.load(c.object));
        b_.store(c.object, b_.constant(ir::kPtr, 0));
      }
    }
    scopes_.pop_back();
  }
  scopes_ = std::move(saved);
}

Inst* FunctionLowering::new_object(Expr* e) {
  Record& record = *e->type->to->record;
  ir::Function& allocate = shared_.external("tack_rt_xc_new_object", {ir::kU64}, {ir::kPtr});
  at(e->where);
  Inst* object = b_.call(allocate, {b_.constant(ir::kU64, size_of(record.type))});
  // Kept while init runs, should it throw or let go of its self.
  Inst* branch = b_.if_(b_.ne(object, b_.constant(ir::kPtr, 0)));
  b_.in(*branch->regions[0], [&] {
    b_.ptr_store(object, b_.addr_of(shared_.class_table(record)));
    b_.ptr_store(b_.ptr_add(object, b_.i64(TACK_XC_OBJECT_COUNT)), b_.constant(ir::kU64, 1));
    if (e->c) {
      Func& init = *e->c->func;
      std::vector<Inst*> args{object};
      for (Inst* a : host_arguments(e->c->list, init.types.size())) args.push_back(a);
      b_.call(shared_.function(init), args);
    }
  });
  return object;
}

// An init runs its parent's first, the one with the same parameters or else the one without any,
// unless it calls super.init itself.
void FunctionLowering::initialiser_prologue(Func& f) {
  struct Search {
    static bool calls_super(const Expr* e) {
      if (!e) return false;
      if (e->kind == ExprKind::Call && e->func && e->func->is_init && e->prefix) return true;
      for (const Expr* k : {e->a, e->b, e->c}) {
        if (calls_super(k)) return true;
      }
      for (const Expr* k : e->list) {
        if (calls_super(k)) return true;
      }
      return false;
    }
    static bool calls_super(const Stmt* s) {
      if (!s) return false;
      if (calls_super(s->a) || calls_super(s->b)) return true;
      for (const Stmt* k : {s->init, s->body, s->other}) {
        if (calls_super(k)) return true;
      }
      for (const Stmt* k : s->list) {
        if (calls_super(k)) return true;
      }
      return false;
    }
  };
  if (Search::calls_super(f.body)) return;
  for (const Record* r = f.owner->base; r; r = r->base) {
    Func* same = nullptr;
    Func* plain = nullptr;
    bool any = false;
    for (Func* m : r->methods) {
      if (!m->is_init) continue;
      any = true;
      if (m->types == f.types) same = m;
      if (m->types.empty()) plain = m;
    }
    if (Func* init = same ? same : plain) {
      std::vector<Inst*> args{self_};
      if (init == same) {
        for (Var* v : f.vars) {
          if (auto it = values_.find(v); it != values_.end()) {
            args.push_back(it->second);
            continue;
          }
          Place p = variable(*v, f.where);
          if (!v->type->is_struct()) {
            args.push_back(load(p));
            continue;
          }
          Place to = temporary(v->type);
          copy(to, p);
          args.push_back(to.base);
        }
      }
      b_.call(shared_.function(*init), args);
      return;
    }
    if (any) return;
  }
}

// A field or a method of null ends the program here, with its line.
Inst* FunctionLowering::existing(const Expr* e, Inst* object) {
  if (e->kind == ExprKind::Self || e->kind == ExprKind::Super) return object;
  Inst* branch = b_.if_(b_.eq(object, b_.constant(ir::kPtr, 0)));
  b_.in(*branch->regions[0], [&] {
    b_.trap(e->where.file->name + ":" + std::to_string(e->where.line) + ": the object is null");
  });
  return object;
}

Inst* FunctionLowering::method_call_target(Expr* e, Inst* object) {
  Inst* table = b_.ptr_load(ir::kPtr, object);
  return b_.ptr_load(ir::kPtr,
                     b_.ptr_add(table, b_.i64(TACK_XC_TABLE_METHODS + 8 * e->func->slot)));
}

Inst* FunctionLowering::checked_downcast(Inst* object, const Type* to, bool may_fail,
                                         const SourceRange& where) {
  at(where);
  Inst* table = b_.addr_of(shared_.class_table(*to->to->record));
  Inst* fits = b_.call(shared_.is_instance(), {object, table});
  Inst* null = b_.constant(ir::kPtr, 0);
  if (may_fail) return b_.select(fits, object, null);
  Inst* fails = b_.bit_and(b_.bit_not(fits), b_.ne(object, null));
  Inst* branch = b_.if_(fails);
  b_.in(*branch->regions[0], [&] {
    b_.trap(where.file->name + ":" + std::to_string(where.line) + ": the object is no " +
            std::string(to->to->record->name));
  });
  return object;
}

// dealloc, then the fields, then the same for the parent.
void FunctionLowering::teardown(Record& record) {
  start(nullptr);
  Inst* object = b_.function().params[0];
  at(record.where);
  if (record.dealloc) b_.call(shared_.function(*record.dealloc), {object});
  for (const Field& f : record.fields) {
    if (!f.type->is_object()) continue;
    release(b_.ptr_load(ir::kPtr, b_.ptr_add(object, b_.i64(static_cast<int64_t>(f.offset)))));
  }
  if (record.base) b_.call(shared_.teardown(*record.base), {object});
  finish();
}

}  // namespace tack::xc
