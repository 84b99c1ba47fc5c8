// SPDX-License-Identifier: Apache-2.0
// Blocks: functions inside functions that take along what they use of those around them. Each is a
// class of its own, with a field for the code and one for each thing that it takes: a copy, or the
// address of a variable that is declared `block:T`. One that has such an address ends before the
// variable does: it is called and passed on, but neither returned nor stored.
#include <algorithm>
#include <utility>

#include "frontend/xc/check_impl.hpp"
#include "runtime/xc/object_layout.h"

namespace tack::xc {

// The type as it was written where a block is wanted: it has the names of the parameters.
TypeSyntax* Checker::block_syntax(TypeSyntax* syntax) const {
  for (int n = 0; syntax && n < 100; ++n) {
    if (syntax->kind == TypeSyntax::Kind::Block) return syntax;
    if (syntax->kind != TypeSyntax::Kind::Named) return nullptr;
    auto it = typedefs_.find(syntax->name);
    syntax = it == typedefs_.end() ? nullptr : it->second->syntax;
  }
  return nullptr;
}

void Checker::name_parameters(Expr* e, TypeSyntax* wanted) const {
  if (e && e->kind == ExprKind::BlockLiteral && !e->type && !e->syntax)
    e->syntax = block_syntax(wanted);
  if (e && e->kind == ExprKind::List && wanted && wanted->kind == TypeSyntax::Kind::Array) {
    for (Expr* item : e->list) name_parameters(item, wanted->inner);
  }
}

// The same for what a call is given, by the first function of that name that wants a block there.
void Checker::name_parameters(Expr* call, const std::vector<Func*>& candidates) const {
  for (size_t k = 0; k < call->list.size(); ++k) {
    for (const Func* f : candidates) {
      if (f->params.size() == call->list.size())
        name_parameters(call->list[k], f->params[k].syntax);
    }
  }
}

Expr* Checker::block_literal(Expr* e, const Type* want) {
  const Type* type = want;
  if (e->syntax) {
    type = resolve(e->syntax);
    if (type->is_error()) return fail(e);
  }
  if (!type || !type->is_block()) {
    if (e->func->body->list.empty()) {
      error(Msg::ListOutside, e->where);
    } else {
      error(Msg::BlockType, e->where, {"{", "}"});
    }
    return fail(e);
  }
  const Type* shape = type->to;
  if (shape->variadic) {
    error(Msg::NotBuilt, e->where, {"variadic blocks"});
    return fail(e);
  }
  Record& record = program_.record_arena.emplace_back();
  record.is_class = record.complete = record.laid_out = true;
  record.name = program_.text_arena.emplace_back("block." + std::to_string(++blocks_made_));
  record.where = e->where;
  record.size = TACK_XC_OBJECT_FIELDS;
  record.align = 8;
  record.type = types_.record(&record, true);
  add_field(record, " code", types_.pointer(types_.void_()), e->where);
  e->record = &record;
  e->type = type;

  Func& f = *e->func;
  f.owner = &record;
  f.throws = shape->throws;
  f.types = shape->parameters;
  if (!shape->to->is_void()) f.results = {shape->to};
  f.from_library = func_ && func_->from_library;
  f.params.resize(f.types.size());
  if (e->syntax) f.params = e->syntax->inner->parameters;
  auto variable = [&](std::string_view name, SourceRange where, const Type* t) {
    Var& v = program_.var_arena.emplace_back();
    v.name = name;
    v.where = where;
    v.type = t;
    v.owner = &f;
    v.is_param = true;
    return &v;
  };
  for (size_t k = 0; k < f.types.size(); ++k)
    f.vars.push_back(variable(f.params[k].name, f.params[k].where, f.types[k]));
  f.self = variable("self", e->where, types_.pointer(record.type));
  record.methods.push_back(&f);
  blocks_.push_back(&f);

  Block context{e, func_, block_, {}, {}, {}};
  Func* func = std::exchange(func_, &f);
  Block* around = std::exchange(block_, &context);
  Stmt* par = std::exchange(par_, nullptr);
  int loops = std::exchange(loops_, 0), switches = std::exchange(switches_, 0);
  int defers = std::exchange(defer_depth_, 0), tries = std::exchange(try_depth_, 0);
  uint32_t number = std::exchange(next_number_, 0);
  statements(f);
  f.body->list.insert(f.body->list.begin(), context.copies.begin(), context.copies.end());
  func_ = func;
  block_ = around;
  par_ = par;
  loops_ = loops;
  switches_ = switches;
  defer_depth_ = defers;
  try_depth_ = tries;
  next_number_ = number;
  record.size = (record.size + 7) / 8 * 8;
  return e;
}

Field* Checker::add_field(Record& record, std::string_view name, const Type* type,
                          SourceRange where) {
  Field& f = record.fields.emplace_back();
  f.name = name;
  f.where = where;
  f.type = type;
  record.holds_counted = record.holds_counted || type->counts();
  uint64_t align = std::min<uint64_t>(align_of(type), types_.target().align_cap);
  f.offset = (record.size + align - 1) / align * align;
  record.size = f.offset + size_of(type);
  return &f;
}

// The field of this block's object for a variable of a function around it.
Field* Checker::capture(Block& block, Var* v, SourceRange where) {
  Field*& slot = block.captured[v];
  if (slot) return slot;
  Expr* source = nullptr;
  bool own = v->owner == block.around;
  if (!own) {
    Field* field = capture(*block.outer, v, where);
    source = make(ExprKind::Member, where, field->type, block_self(*block.outer, where));
    source->field = field;
  } else if (method_ && v == method_->self) {
    source = make(ExprKind::Self, where, v->type);
    source->var = v;
  } else {
    source = make(ExprKind::Name, where, v->type);
    source->var = v;
    if (v->by_reference) {
      v->assigned = v->address_taken = true;
      source = make(ExprKind::Address, where, types_.pointer(v->type), source);
    }
  }
  Expr& literal = *block.literal;
  if (v->by_reference || v->no_escape) literal.by_reference = true;
  const Type* type = source->type;
  literal.list.push_back(strong(source));
  return slot = add_field(*literal.record, v->name, type, where);
}

Expr* Checker::block_self(const Block& block, SourceRange where) {
  Func& f = *block.literal->func;
  Expr* self = make(ExprKind::Self, where, f.self->type);
  self->var = f.self;
  return self;
}

// A par block has variables, not parts of an object: a copy of the block's copy.
Var* Checker::captured_for_par(Block& block, Field* field, Var* v, SourceRange where) {
  Var*& copy = block.for_pars[v];
  if (copy) return copy;
  copy = &program_.var_arena.emplace_back();
  copy->name = v->name;
  copy->where = where;
  copy->type = v->type;
  copy->owner = func_;
  copy->number = next_number_++;
  copy->init = make(ExprKind::Member, where, field->type, block_self(block, where));
  copy->init->field = field;
  copy->init->name = v->name;
  Stmt* declared = &program_.stmt_arena.emplace_back();
  declared->kind = StmtKind::Decl;
  declared->where = where;
  declared->vars.push_back(copy);
  block.copies.push_back(declared);
  return copy;
}

// A variable of a function around, as this block sees it.
Expr* Checker::captured(Expr* e, Var* v) {
  if (!v->type || v->type->is_error()) {
    e->type = types_.error();
    return e;
  }
  Field* field = capture(*block_, v, e->where);
  bool plain =
      (v->type->is_scalar() && !v->type->counts()) || (v->type->is_struct() && !v->type->counts());
  if (par_ && plain && !v->by_reference)
    return var_expr(e, captured_for_par(*block_, field, v, e->where));
  Expr* member = v->by_reference ? make(ExprKind::Member, e->where, field->type) : e;
  member->kind = ExprKind::Member;
  member->a = block_self(*block_, e->where);
  member->depth = 2;
  member->field = field;
  member->type = field->type;
  member->name = v->name;
  member->is_copy = !v->by_reference;
  if (v->no_escape) no_escape_fields_.insert(field);
  if (!v->by_reference) return member;
  e->kind = ExprKind::Deref;
  e->a = member;
  e->depth = 3;
  e->type = v->type;
  return e;
}

// The copy that a place is a part of, where it is one of a block's.
const Expr* Checker::copy_of_block(const Expr* e) {
  for (;;) {
    if (e->kind == ExprKind::Member && e->is_copy) return e;
    if (e->kind == ExprKind::Member && !e->a->type->is_pointer()) {
      e = e->a;
    } else if (e->kind == ExprKind::Index && e->a->kind == ExprKind::Decay) {
      e = e->a->a;
    } else {
      return nullptr;
    }
  }
}

// What may not outlive the variables around it is stored or returned here.
void Checker::keep_block(const Expr* e) {
  while (e->kind == ExprKind::Cast || e->kind == ExprKind::Assign)
    e = e->kind == ExprKind::Cast ? e->a : e->b;
  if (e->kind == ExprKind::Cond) {
    keep_block(e->b);
    keep_block(e->c);
    return;
  }
  bool held = e->kind == ExprKind::Name && e->var && e->var->no_escape;
  bool field = e->kind == ExprKind::Member && e->field && no_escape_fields_.count(e->field);
  if (held || field || (e->kind == ExprKind::BlockLiteral && e->by_reference))
    error(Msg::BlockEscapes, e->where);
}

}  // namespace tack::xc
