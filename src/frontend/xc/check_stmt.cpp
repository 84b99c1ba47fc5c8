// SPDX-License-Identifier: Apache-2.0
// Statements.
#include "frontend/xc/check_impl.hpp"

namespace tack::xc {

void Checker::block(Stmt* s) {
  scopes_.emplace_back();
  for (Stmt* inner : s->list) stmt(inner);
  scopes_.pop_back();
}

void Checker::declare(Var& v) {
  v.owner = func_;
  v.par = par_;
  v.number = next_number_++;
  if (v.type && v.type->is_error()) mark_faulty();
  if (v.name.empty()) return;
  if (func_->self && !func_->from_library && find_field(*func_->owner, v.name))
    error(Msg::HidesField, v.where, {v.name, func_->owner->name});
  auto [it, added] = scopes_.back().names.insert({v.name, &v});
  if (!added)
    error(Msg::Redeclared, v.where, {v.name}, {{it->second->where, "the first one is here"}});
}

// Type and initialiser; also of globals.
void Checker::local_variable(Var& v) {
  if (!(v.type && v.type->is_error()) && stack_object(v)) return;
  TypeSyntax* syntax = v.syntax;
  if (syntax && syntax->kind == TypeSyntax::Kind::Auto) {
    if (!v.init) {
      error(Msg::AutoNeedsValue, v.where);
      v.type = types_.error();
      return;
    }
    v.init = check(v.init);
    v.type = v.init->type;
    if (v.init->kind == ExprKind::BlockLiteral) {
      v.no_escape = v.init->by_reference;
    } else {
      keep_block(v.init);
    }
    if (v.type->is_void()) {
      error(Msg::VoidVariable, v.where);
      v.type = types_.error();
    }
    return;
  }
  if (v.init && v.init->kind == ExprKind::Slice && !v.init->a) v.init = filled(v.init);
  if (!v.type) {
    if (syntax && syntax->kind == TypeSyntax::Kind::Array && !syntax->count && v.init) {
      const Type* element = object_type(syntax->inner, v.where);
      uint64_t count = v.init->kind == ExprKind::List   ? v.init->list.size()
                       : v.init->kind == ExprKind::Text ? v.init->text.size() + 1
                                                        : 0;
      if (count == 0 && !element->is_error()) {
        if (!v.init->type || !v.init->type->is_error()) error(Msg::ArrayNeedsLength, v.where);
        element = types_.error();
      }
      v.type = element->is_error() ? element : types_.array(element, count);
    } else {
      v.type = object_type(syntax, v.where);
    }
  }
  if (v.init) {
    bool is_bool = syntax && syntax->kind == TypeSyntax::Kind::Named && syntax->name == "bool";
    name_parameters(v.init, v.syntax);
    v.init = initialise(v.init, v.type);
    if (v.init->kind == ExprKind::BlockLiteral) {
      v.no_escape = v.init->by_reference;
    } else if (v.init->kind != ExprKind::List) {
      keep_block(v.init);
    }
    if (v.init->type->is_error()) v.init = nullptr;
    if (is_bool && v.init) bool_constant(*v.init);
  }
}

void Checker::declaration(Stmt* s) {
  for (Var* v : s->vars) {
    if (v->is_static) {
      v->is_global = true;
      if (par_) error(Msg::StaticInPar, v->where, {v->name});
    }
    if (v->by_reference && (v->is_static || par_)) error(Msg::ByReferenceWhere, v->where);
    local_variable(*v);
    if (v->is_static) {
      if (v->init) constant_initialiser(*v->init);
      program_.globals.push_back(v);
      func_->globals.push_back(v);
    }
    declare(*v);
  }
}

void Checker::stmt(Stmt* s) {
  if (!s || reporter_.too_many()) return;
  switch (s->kind) {
    case StmtKind::Expr:
      if (s->init) declaration(s->init);  // (u16 a, u16 b) = f();
      s->a = check(s->a);
      if (s->a->kind == ExprKind::Binary || s->a->kind == ExprKind::Name ||
          s->a->kind == ExprKind::Int) {
        if (!s->a->type->is_error() && !s->a->type->is_void()) error(Msg::NoEffect, s->where);
      }
      return;
    case StmtKind::Decl:
      return declaration(s);
    case StmtKind::Block:
      return block(s);
    case StmtKind::If:
      s->a = truth(s->a, "'if'");
      scopes_.emplace_back();
      stmt(s->body);
      scopes_.pop_back();
      scopes_.emplace_back();
      stmt(s->other);
      scopes_.pop_back();
      return;
    case StmtKind::While:
      s->a = truth(s->a, "'while'");
      ++loops_;
      scopes_.emplace_back();
      stmt(s->body);
      scopes_.pop_back();
      --loops_;
      return;
    case StmtKind::For:
      scopes_.emplace_back();
      if (s->init && s->init->kind == StmtKind::Block) {
        for (Stmt* inner : s->init->list) stmt(inner);
      } else {
        stmt(s->init);
      }
      if (s->a) s->a = truth(s->a, "'for'");
      for (Expr*& e : s->exprs) e = check(e);
      ++loops_;
      scopes_.emplace_back();
      stmt(s->body);
      scopes_.pop_back();
      --loops_;
      scopes_.pop_back();
      return;
    case StmtKind::ForRange:
      return for_range(s);
    case StmtKind::ForIn:
      return for_in(s);
    case StmtKind::Switch:
      return switch_(s);
    case StmtKind::Case:
      error(Msg::StrayCase, s->where);
      return;
    case StmtKind::Return:
      return return_(s);
    case StmtKind::Break:
      if (loops_ == 0 && switches_ == 0) {
        if (defer_depth_) {
          error(Msg::LeavesDefer, s->where, {"break"});
        } else if (par_) {
          error(par_->grid.empty() ? Msg::BreakLeavesPar : Msg::BreakLeavesGrid, s->where);
        } else {
          error(Msg::StrayJump, s->where, {"break", "a loop or a switch"});
        }
      }
      return;
    case StmtKind::Continue:
      if (loops_ == 0) {
        if (defer_depth_) {
          error(Msg::LeavesDefer, s->where, {"continue"});
        } else if (par_ && !par_->grid.empty()) {
          error(Msg::ContinueLeavesGrid, s->where);
        } else if (!par_) {
          error(Msg::StrayJump, s->where, {"continue", "a loop"});
        }
      }
      return;
    case StmtKind::Defer: {
      int loops = loops_, switches = switches_, tries = try_depth_;
      loops_ = switches_ = try_depth_ = 0;
      ++defer_depth_;
      block(s->body);
      --defer_depth_;
      loops_ = loops;
      switches_ = switches;
      try_depth_ = tries;
      return;
    }
    case StmtKind::Throw:
      s->a = check(s->a);
      if (s->a->type->is_error()) return;
      if (!s->a->type->is_object()) {
        error(Msg::ThrowNeedsObject, s->a->where, {spell(s->a->type)});
      } else if (defer_depth_ && try_depth_ == 0) {
        error(Msg::LeavesDefer, s->where, {"throw"});
      } else if (try_depth_ == 0 && !func_->throws) {
        error(Msg::ThrowOutside, s->where, {func_->name});
      }
      return;
    case StmtKind::Try:
      return try_(s);
    case StmtKind::Delete:
      s->a = check(s->a);
      if (s->a->type->is_error()) return;
      if (!s->a->type->is_pointer() || s->a->type->is_object() || s->a->type->to->is_function())
        error(Msg::BadDelete, s->a->where, {spell(s->a->type)});
      return;
    case StmtKind::Par:
      return par(s);
    default:
      return;
  }
}

void Checker::return_(Stmt* s) {
  if (defer_depth_) {
    error(Msg::LeavesDefer, s->where, {"return"});
    return;
  }
  if (par_) {
    for (Expr*& e : s->exprs) e = check(e);
    if (par_->grid.empty()) {
      error(Msg::ReturnInParLoop, s->where);
    } else if (!s->exprs.empty()) {
      error(Msg::ReturnValueInGrid, s->where);
    } else if (loops_ > 0) {
      error(Msg::ReturnInGridLoop, s->where);
    }
    return;
  }
  size_t wants = func_->results.size();
  for (size_t i = 0; i < s->exprs.size(); ++i) {
    if (i < func_->result_syntax.size()) name_parameters(s->exprs[i], func_->result_syntax[i]);
    s->exprs[i] = check(s->exprs[i], i < wants ? func_->results[i] : nullptr);
    if (!s->exprs[i]->type->is_error()) keep_block(s->exprs[i]);
  }
  if (s->exprs.size() != wants) {
    error(Msg::ReturnCount, s->where,
          {func_->name, counted(wants, "value"), std::to_string(s->exprs.size())});
    return;
  }
  for (size_t i = 0; i < wants; ++i) {
    Expr*& e = s->exprs[i];
    e = convert(e, func_->results[i], Use::Return);
    // The address of something that ends with the function.
    const Expr* of = e;
    while (of->kind == ExprKind::Cast) of = of->a;
    if (of->kind == ExprKind::Name && of->var && of->var->on_stack)
      error(Msg::ReturnsLocalAddress, e->where, {of->var->name});
    if (of->kind == ExprKind::Address || of->kind == ExprKind::Decay) {
      const Expr* root = of->a;
      while (root->kind == ExprKind::Member && !root->a->type->is_pointer()) root = root->a;
      if (root->kind == ExprKind::Name && root->var && !root->var->is_global)
        error(Msg::ReturnsLocalAddress, e->where, {root->var->name});
    }
  }
}

void Checker::try_(Stmt* s) {
  ++try_depth_;
  block(s->body);
  --try_depth_;
  bool any = false;
  for (Catch& c : s->catches) {
    if (any) error(Msg::UnreachableCatch, c.where);
    const Type* t = c.syntax ? resolve(c.syntax) : nullptr;
    if (t && t->kind == TypeKind::Class) t = types_.pointer(t);
    if (t && !t->is_error() && !t->is_object()) {
      error(Msg::CatchType, c.where, {spell(t)});
      t = types_.error();
    }
    if (!t) any = true;
    // `catch (e)` holds any object.
    c.var->type = t ? t : types_.pointer(object_->type);
    scopes_.emplace_back();
    declare(*c.var);
    block(c.body);
    scopes_.pop_back();
  }
}

}  // namespace tack::xc
