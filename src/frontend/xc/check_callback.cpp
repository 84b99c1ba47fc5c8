// SPDX-License-Identifier: Apache-2.0
// Callbacks: a function, or a method with the object that it is called on.
#include "frontend/xc/check_impl.hpp"

namespace tack::xc {

// Two words, copied and passed like a struct of them: the code, and what leads to the object.
const Type* Checker::callback_type(const Type* function) {
  const Type*& slot = callback_types_[function];
  if (slot) return slot;
  Record& record = program_.record_arena.emplace_back();
  record.name = program_.text_arena.emplace_back("callback " + spell(function));
  record.complete = record.laid_out = true;
  record.callback = function;
  // No source can spell these. The object may be of any class.
  const Type* code = types_.pointer(types_.void_());
  add_field(record, " code", code, {});
  if (!any_class_) {
    any_class_ = &program_.record_arena.emplace_back();
    any_class_->is_class = any_class_->complete = any_class_->laid_out = true;
    any_class_->name = "object";
    any_class_->type = types_.record(any_class_, true);
  }
  add_field(record, " object", types_.weak(any_class_->type), {});
  record.align = align_of(record.fields[0].type);
  record.type = types_.record(&record, false);
  return slot = record.type;
}

// `&o.m`, where o's class or protocol has a method m.
Expr* Checker::bind(Expr* e, const Type* want) {
  Expr* member = e->a;
  std::vector<Func*> methods;
  Expr* object = nullptr;
  if (member->kind == ExprKind::Name && !member->type && !member->parenthesised) {
    // A method's bare name, in its class.
    std::string_view name = member->name;
    if (!method_ || !method_->self || find_local(name) || find_field(*method_->owner, name) ||
        find_static(*method_->owner, name))
      return nullptr;
    methods = find_methods(*method_->owner, name);
  } else if (member->kind == ExprKind::Member && !member->type) {
    if (member->a->kind == ExprKind::Name && !member->a->parenthesised) {
      std::string_view base = member->a->name;
      if (base == "par" && par_ && !par_->grid.empty()) return nullptr;
      if (base == "super" && !find_local(base)) return nullptr;
      if (!find_local(base) && !globals_.count(base) && records_.count(base)) return nullptr;
    }
    object = member->a = strong(raw(member->a));
    if (!object->type->is_object()) return nullptr;
    methods = find_methods(*object->type->to->record, member->name);
  }
  std::erase_if(methods, [](Func* f) { return f->is_static || f->is_init || f->is_dealloc; });
  if (methods.empty()) return nullptr;
  if (!object) object = self_expr(member->where);
  Func* found = methods[0];
  if (methods.size() > 1) {
    found = nullptr;
    for (Func* f : methods) {
      if (want && want->is_callback() && want->record->callback == function_type(*f)) found = f;
    }
  }
  if (!found) {
    error(Msg::AmbiguousName, member->where, {member->name});
    return fail(e);
  }
  e->kind = ExprKind::Bind;
  e->a = object;
  e->func = found;
  e->type = callback_type(function_type(*found));
  return e;
}

// `&fn`, where fn takes and gives this.
bool Checker::is_function(const Expr* e, const Type* shape) const {
  return e->kind == ExprKind::Name && e->func && e->type->is_pointer() && e->type->to == shape;
}

// `c == 0` and `c != 0`.
Expr* Checker::null_callback(Expr* e) {
  bool first = e->a->type->is_callback();
  Expr* callback = first ? e->a : e->b;
  const Expr* other = first ? e->b : e->a;
  bool null = other->constant && other->type->is_int() && other->value == 0 && !other->is_bool;
  if (!null || (e->op != Op::Eq && e->op != Op::Ne)) {
    error(Msg::BadOperands, e->where, {op_text(e->op), spell(e->a->type), spell(e->b->type)});
    return fail(e);
  }
  for (int n = e->op == Op::Eq ? 1 : 2; n > 0; --n) {
    callback = make(ExprKind::Unary, e->where, types_.u8(), callback);
    callback->op = Op::Not;
    callback->is_bool = true;
  }
  return callback;
}

}  // namespace tack::xc
