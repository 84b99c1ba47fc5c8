// SPDX-License-Identifier: Apache-2.0
// Callbacks at run time: two words, the code and a weak reference to the object that it is called
// on, null for a function.
#include "frontend/xc/lower_function.hpp"

namespace tack::xc {

// Whether there is something to call: the object has not ended.
Inst* FunctionLowering::callback_holds(const Place& callback) {
  const std::deque<Field>& words = callback.type->record->fields;
  Inst* null = b_.constant(ir::kPtr, 0);
  Inst* box = load(field(callback, words[1]));
  Inst* holds = local_var(ir::kI1, "holds");
  b_.store(holds, b_.ne(load(field(callback, words[0])), null));
  Inst* bound = b_.if_(b_.ne(box, null));
  b_.in(*bound->regions[0], [&] {
    Inst* object = weak_get(box);
    b_.store(holds, b_.ne(object, null));
    release(object);
  });
  return b_.load(holds);
}

// A function, a method with its object, or null as a callback, in a place that holds nothing.
void FunctionLowering::callback(const Place& empty, Expr* e) {
  zero(empty);
  const std::deque<Field>& words = e->type->record->fields;
  if (e->kind == ExprKind::Cast) {
    if (!e->a->func) return;
    Func& f = *e->a->func;
    store(field(empty, words[0]), b_.bitcast(ir::kPtr, b_.addr_of(shared_.callable(f))));
    return;
  }
  // What a call of the method would call now.
  const Func& f = *e->func;
  Inst* object = value(e->a);
  at(e->where);
  Inst* there = b_.if_(b_.ne(object, b_.constant(ir::kPtr, 0)));
  b_.in(*there->regions[0], [&] {
    Inst* code = f.is_requirement() ? witness_code(f, object)
                 : f.overridden     ? method_code(f, object, e->where)
                                    : b_.bitcast(ir::kPtr, b_.addr_of(shared_.function(*e->func)));
    auto bind = [&] {
      // Null when the object is just ending: what would call it comes too late.
      Inst* box = weak_of(object);
      store(field(empty, words[0]),
            b_.select(b_.ne(box, b_.constant(ir::kPtr, 0)), code, b_.constant(ir::kPtr, 0)));
      take(field(empty, words[1]), box);
    };
    if (!f.is_optional) return bind();
    Inst* has = b_.if_(b_.ne(code, b_.constant(ir::kPtr, 0)));
    b_.in(*has->regions[0], bind);
  });
}

// The words are read before the arguments are worked out; the object lives through the call.
FunctionLowering::Callee FunctionLowering::callback_callee(Expr* e) {
  const Type* t = e->a->type;
  Place words = aggregate(e->a);
  Callee out;
  out.shape = t->record->callback;
  out.code = load(field(words, t->record->fields[0]));
  out.box = load(field(words, t->record->fields[1]));
  out.on = weak_get(out.box);
  keep_temporary(out.on, types_.pointer(t->record->fields[1].type->to));
  scopes_.back().cleanups.back().of_call = true;
  out.checked = out.code;
  out.what = "callback";
  return out;
}

}  // namespace tack::xc
