// SPDX-License-Identifier: Apache-2.0
// Properties that are written: `o.name = v` calls setName(v) where the class has it, and is the
// field otherwise. As a statement only: what a setter is given is nobody's value afterwards.
#include <algorithm>
#include <cctype>

#include "frontend/xc/check_impl.hpp"

namespace tack::xc {
namespace {

std::string setter_name(std::string_view property) {
  std::string out = "set" + std::string(property);
  if (out.size() > 3) out[3] = static_cast<char>(std::toupper(static_cast<unsigned char>(out[3])));
  return out;
}

}  // namespace

// The methods that are read as `o.name`.
std::vector<Func*> Checker::getters(const Record& record, std::string_view name) const {
  std::vector<Func*> out = find_methods(record, name);
  std::erase_if(out, [](Func* f) { return !f->types.empty() || f->is_static; });
  return out;
}

// `o.name op= v` and `o.name++` are o.name = o.name op v: the object is worked out twice. Null
// when it is no property that is written.
Expr* Checker::write_property(Expr* e) {
  Expr* to = e->a;
  if (to->kind != ExprKind::Member || to->type) return nullptr;
  if (to->a->kind == ExprKind::Name && !to->a->parenthesised) {
    std::string_view base = to->a->name;
    if (base == "par" && par_ && !par_->grid.empty()) return nullptr;
    if (base == "super" && !find_local(base)) return nullptr;
    if (!find_local(base) && !globals_.count(base) && records_.count(base)) return nullptr;
  }
  to->a = strong(raw(to->a));
  if (!to->a->type->is_object()) return nullptr;
  const Record& record = *to->a->type->to->record;
  std::string setter = setter_name(to->name);
  std::vector<Func*> setters = find_methods(record, setter);
  std::erase_if(setters, [](Func* f) { return f->types.size() != 1 || f->is_static; });
  bool reads = e->kind == ExprKind::Step || e->op != Op::None;
  if (setters.empty()) {
    if (getters(record, to->name).empty()) return nullptr;
    lay_out(*to->a->type->to->record);
    Field* f = find_field(record, to->name);
    if (!f) {
      error(Msg::PropertyReadOnly, to->where, {to->name, record.name, setter});
      if (e->b) check(e->b);
      return fail(e);
    }
    Expr* field = to;
    if (reads) {
      field = make(ExprKind::Member, to->where, nullptr, to->a);
      field->name = to->name;
    }
    field->field = f;
    field->type = f->type;
    if (!reads) return nullptr;
    // Read by the method, written to the field.
    Expr* plain = make(ExprKind::Assign, e->where, nullptr, field, expanded(e));
    plain = check(plain);
    return plain->type->is_error() ? fail(e)
                                   : make(ExprKind::Cast, e->where, types_.void_(), plain);
  }
  Expr* value = reads ? expanded(e) : e->b;
  name_parameters(value, setters[0]->params[0].syntax);
  value = check(value, setters.size() == 1 ? setters[0]->types[0] : nullptr);
  Expr* call = make(ExprKind::Call, to->where, nullptr);
  call->list = {value};
  call = call_candidates(call, setters, setter, to->a, nullptr);
  if (call->type->is_error()) return fail(e);
  return make(ExprKind::Cast, e->where, types_.void_(), call);
}

// `place op v` of `place op= v` and of `place++`.
Expr* Checker::expanded(Expr* e) {
  Expr* left = make(ExprKind::Member, e->a->where, nullptr, e->a->a);
  left->name = e->a->name;
  Expr* right = e->b;
  if (e->kind == ExprKind::Step) {
    right = make(ExprKind::Int, e->where, nullptr);
    right->exact = true;
    set_constant(*right, 1);
  }
  Expr* value = make(ExprKind::Binary, e->where, nullptr, left, right);
  value->op = e->op;
  return value;
}

}  // namespace tack::xc
