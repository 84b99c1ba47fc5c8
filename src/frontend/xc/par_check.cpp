// SPDX-License-Identifier: Apache-2.0
// What a par block may contain, held to what a GPU can run; and the accesses of its arrays.
#include <algorithm>
#include <deque>
#include <set>

#include "frontend/xc/check.hpp"
#include "frontend/xc/independence.hpp"
#include "frontend/xc/par_places.hpp"
#include "frontend/xc/reduction_check.hpp"

namespace tack::xc {
namespace {

struct ParChecker : ParPlaces {
  ParChecker(Program& all, Stmt& block, const Func& around, Reporter& to)
      : ParPlaces(all, block, around), reporter(to) {}

  Reporter& reporter;
  std::vector<Access> accesses{};
  std::vector<std::pair<const Var*, InnerRange>> loops{};
  std::vector<Func*> stack{};  // the calls that led here
  std::deque<CallSite> sites{};
  const CallSite* site = nullptr;
  std::set<const Func*> done{};  // helpers whose contents have been checked
  std::set<std::string> reported{};
  const Var* number = nullptr;  // the loop form's variable
  // Structs with pointers in them that are copied, in name only: see keeps_copies.
  std::vector<std::pair<const Var*, SourceRange>> copies{};
  size_t walks = 0;
  static constexpr size_t kMaxWalks = 5000;
  static constexpr size_t kMaxCalls = 100;  // one inside the other: bounds our own recursion

  // Errors about contents stand at the block, and point to the place.
  void refuse(Msg id, SourceRange where, std::initializer_list<std::string_view> args,
              std::string_view what) {
    std::string key = std::to_string(static_cast<int>(id));
    for (std::string_view a : args) key += "/" + std::string(a);
    if (!reported.insert(key).second) return;
    std::vector<Note> notes{{where, std::string(what)}};
    if (!stack.empty())
      notes.push_back({stack.back()->where,
                       "in '" + std::string(stack.back()->name) + "', which the block calls"});
    // Several faults of one block stand at one place: each in its own words.
    SourceRange at = par.where;
    at.end_column = at.column + 3;
    reporter.report(id, at, args, std::move(notes));
  }

  bool is_reduction(const Var& v) const {
    return std::any_of(par.reductions.begin(), par.reductions.end(),
                       [&](const Reduction& r) { return r.var == &v; });
  }

  // Each thread has a copy of a reduced variable, which only the body itself can name.
  bool reaches_reduced(const Var* v, const Expr* e, bool behind_pointer) {
    if (!v || !is_reduction(*v) || (!in_helper && !behind_pointer)) return false;
    if (in_helper) {
      refuse(Msg::ReduceElsewhere, e->where,
             {v->name, "in a function that it calls", "give the function values"}, "it is here");
    } else {
      refuse(Msg::ReduceElsewhere, e->where, {v->name, "through a pointer", "write its name"},
             "it is here");
    }
    return true;
  }

  void access(const Expr* e, bool write) {
    if (!scalar_root(e) && reaches_reduced(pointed_scalar(e), e, true)) return;
    Place p = place(e);
    if (!p.root) return;
    Access a;
    a.root = p.root;
    a.part = p.part;
    a.place = p.bytes;
    a.size = size_of(e->type) + p.spread;
    a.write = write;
    a.expr = e;
    a.site = site;
    a.where = e->where;
    a.inner = loops;
    if (!p.bytes) {
      a.from_data = index_from_data(e);
      a.collapses = index_collapses(e);
      a.moving = walker(e);
    }
    accesses.push_back(std::move(a));
  }

  // --- contents
  void assignment(const Expr* to) {
    const Var* v = scalar_root(to);
    if (v && v->type->is_struct() && given.count(v)) {
      reporter.report(Msg::NotBuilt, to->where,
                      {"changes of a par block's copies of structs with pointers"});
      return;
    }
    bool behind_pointer = !v;
    if (!v) v = pointed_scalar(to);
    if (reaches_reduced(v, to, behind_pointer)) return;
    if (v && v == number) {
      reporter.report(Msg::ParAssignsItem, to->where, {v->name});
      return;
    }
    if (!v || v->type->is_array() || !from_outside(*v) || is_reduction(*v) ||
        is_element_of_global(to)) {
      access(to, true);
      return;
    }
    if (v->is_global) {
      refuse(Msg::ParWritesGlobal, to->where, {v->name}, "it is written here");
    } else {
      reporter.report(Msg::ParAssignsCaptured, to->where, {v->name});
    }
  }

  static bool takes_pointers(const Func& f) {
    return std::any_of(f.types.begin(), f.types.end(), holds_pointer);
  }

  // What a helper's pointers point to, as the call sees it.
  void give_pointers(const Func& f, const Expr& call) {
    std::map<const Var*, Given> now;
    for (size_t k = 0; k < f.vars.size() && k < call.list.size(); ++k) {
      const Expr* e = call.list[k];
      if (!holds_pointer(f.types[k])) continue;
      Given& g = now[f.vars[k]];
      if (!f.types[k]->is_pointer()) {
        g.place = place(e, 0, true);
        if (g.place.root) copies.push_back({g.place.root, e->where});
        continue;
      }
      g = {pointer(e), behind_pointer(e), index_from_data(e)};
      if (g.scalar && from_outside(*g.scalar)) outer.insert(g.scalar);
    }
    for (auto& [v, g] : now) given[v] = g;
  }

  void call(Expr* e) {
    Func* f = e->func;
    if (!f) {
      // Blocks and callbacks have been refused where they are named.
      if (!e->a || !e->a->type || !e->a->type->is_pointer()) return;
      refuse(Msg::ParPointerCall, e->where, {}, "it is called here");
      return;
    }
    if (f->builtin == "printf" || f->variadic) {
      refuse(Msg::ParOutside, e->where, {f->name}, "it is called here");
      return;
    }
    if (!f->builtin.empty()) return;
    if (f->is_external()) {
      refuse(Msg::ParOutside, e->where, {f->name}, "it is called here");
      return;
    }
    if (f->self) {
      refuse(e->is_virtual ? Msg::ParVirtual : Msg::ParObject, e->where, {f->name},
             "it is called here");
      return;
    }
    if (f->faulty) return;
    if (std::find(stack.begin(), stack.end(), f) != stack.end()) {
      refuse(Msg::ParRecursion, e->where, {f->name}, "it is called here");
      return;
    }
    if (stack.size() >= kMaxCalls) {
      refuse(Msg::ParCallsTooDeep, e->where, {}, "the last of them is here");
      return;
    }
    // Walked at each call, since its indices depend on what it is given. Kernels have no calls in
    // the end, so helpers that call each other twice over grow without bounds.
    bool again = done.count(f) != 0;
    if (++walks > kMaxWalks) {
      if (walks == kMaxWalks + 1) refuse(Msg::ParTooManyCalls, e->where, {}, "one of them is here");
      return;
    }
    give_pointers(*f, *e);
    if (again && f->globals.empty() && f->callees.empty() && !takes_pointers(*f)) return;
    done.insert(f);
    AffineContext saved = context;
    for (size_t k = 0; k < f->vars.size() && k < e->list.size(); ++k) {
      const Var* p = f->vars[k];
      std::optional<Poly> given = p->assigned ? std::nullopt : saved.of(e->list[k]);
      context.bound[p] = given;
      if (!p->assigned && saved.collapses(e->list[k])) {
        context.collapsed.insert(p);
      } else {
        context.collapsed.erase(p);
      }
    }
    stack.push_back(f);
    in_helper = true;
    site = &sites.emplace_back(CallSite{e, site});
    stmt(f->body);
    site = site->parent;
    stack.pop_back();
    in_helper = !stack.empty();
    context = std::move(saved);
  }

  void object_used(const Expr* e) {
    if (e->type) counted_used(e->type, e->where);
  }

  void counted_used(const Type* type, SourceRange where) {
    if (type->is_callback()) {
      refuse(Msg::ParBlock, where, {"a callback"}, "it is used here");
      return;
    }
    if (!type->counts()) return;
    const Type* inside = counted_inside(type);
    if (inside->is_block()) {
      refuse(Msg::ParBlock, where, {"a block"}, "it is used here");
    } else {
      refuse(Msg::ParObject, where, {inside->to->record->name}, "it is used here");
    }
  }

  // A pointer of the item's own stays in the array that it is given first; what code is made for it
  // sees to that.
  void moves(const Expr* to, const Expr* value) {
    if (to->kind != ExprKind::Name || !to->var || from_outside(*to->var)) return;
    if (const Var*& array = moving[to->var]; !array) array = pointer(value).root;
  }

  // `reads` is false for the place that an assignment writes.
  void expr(Expr* e, bool reads = true) {
    if (!e) return;
    object_used(e);
    switch (e->kind) {
      case ExprKind::Assign:
        if (e->op != Op::None) {
          expr(e->a, true);
        } else {
          expr(e->a, false);
        }
        expr(e->b);
        assignment(e->a);
        if (e->type && e->type->is_pointer()) moves(e->a, e->b);
        return;
      case ExprKind::Step:
        expr(e->a, true);
        assignment(e->a);
        return;
      case ExprKind::Call:
        for (Expr* a : e->list) expr(a);
        if (!e->func) expr(e->a);
        call(e);
        return;
      case ExprKind::New:
        refuse(Msg::ParNew, e->where, {}, "it is here");
        return;
      case ExprKind::Self:
        refuse(Msg::ParObject, e->where, {"self"}, "it is used here");
        return;
      case ExprKind::Results:
        expr(e->a);
        for (Expr* k : e->list) {
          expr(k, false);
          assignment(k);
        }
        return;
      case ExprKind::Name:
        if (e->func) refuse(Msg::ParPointerCall, e->where, {}, "its address is taken here");
        reaches_reduced(e->var, e, false);
        if (e->var && e->var->type && holds_array(e->var->type)) access(e, false);  // all of it
        return;
      case ExprKind::Index:
      case ExprKind::Deref:
      case ExprKind::Member:
        // The parts, but not the array itself: only this element of it is read.
        parts(e);
        if (reads && e->type && e->type->is_scalar()) access(e, false);
        if (reads && e->type && e->type->is_struct()) access(e, false);
        return;
      case ExprKind::Address:
      case ExprKind::Decay:
        parts(e->a);
        return;
      default:
        break;
    }
    if (e->kind == ExprKind::Binary && e->type && e->type->bits() >= 32 && stack.empty() &&
        !par.grid.empty() && !e->constant) {
      std::optional<Poly> p = context.of(e);
      std::optional<Poly> flat = context.flat();
      if (p && flat && *p == *flat) e->flat_index = true;
    }
    expr(e->a);
    expr(e->b);
    expr(e->c);
    for (Expr* k : e->list) expr(k);
  }

  // Of a place: indices and pointers are read, the arrays on the way are not.
  void parts(Expr* e) {
    switch (e->kind) {
      case ExprKind::Index:
        pointer_parts(e->a);
        expr(e->b);
        return;
      case ExprKind::Deref:
        pointer_parts(e->a);
        return;
      case ExprKind::Member:
        if (e->a->type->is_pointer()) {
          object_used(e->a);
          pointer_parts(e->a);
        } else if (e->a->kind == ExprKind::Call || e->a->kind == ExprKind::Cond) {
          expr(e->a);
        } else {
          parts(e->a);
        }
        return;
      case ExprKind::Name:
        return;
      default:
        expr(e);
    }
  }
  void pointer_parts(Expr* e) {
    if (e->kind == ExprKind::Decay || e->kind == ExprKind::Address) {
      parts(e->a);
    } else {
      expr(e);
    }
  }

  void stmt(Stmt* s) {
    if (!s) return;
    switch (s->kind) {
      case StmtKind::Par:
        if (!stack.empty()) refuse(Msg::ParInHelper, s->where, {}, "it is here");
        return;
      case StmtKind::Try:
      case StmtKind::Throw:
        refuse(Msg::ParThrows, s->where, {}, "it is here");
        return;
      case StmtKind::Asm:
        refuse(Msg::ParAsm, s->where, {}, "it is here");
        return;
      case StmtKind::Delete:
        refuse(Msg::ParNew, s->where, {}, "it is here");
        return;
      case StmtKind::Decl:
        for (Var* v : s->vars) {
          if (v->is_global) continue;
          if (v->type) counted_used(v->type, v->where);
          expr(v->init);
          if (v->init && v->type && v->type->is_pointer() && !known_value(*v))
            moving[v] = pointer(v->init).root;
          if (v->init && v->type && v->type->is_struct() && holds_pointer(v->type)) {
            given[v] = {place(v->init, 0, true), nullptr, false};
            if (given[v].place.root) copies.push_back({given[v].place.root, v->where});
          }
        }
        return;
      case StmtKind::ForRange: {
        expr(s->a);
        expr(s->b);
        const Var* v = s->vars[0];
        bool known = !v->assigned && !v->address_taken && s->step == 1;
        std::optional<Poly> low = known ? context.of(s->a) : std::nullopt;
        std::optional<Poly> high = known ? context.of(s->b) : std::nullopt;
        if (high && s->inclusive) high = Poly::add(*high, Poly(1));
        // Bounds that change from item to item say nothing about a row's length.
        bool fits = low && high && !low->has(Atom::Kind::Item) && !high->has(Atom::Kind::Item) &&
                    !low->has(Atom::Kind::Inner) && !high->has(Atom::Kind::Inner);
        if (fits) {
          context.inner[v] = {*low, *high};
          loops.push_back({v, {*low, *high}});
        } else {
          context.bound[v] = std::nullopt;
        }
        stmt(s->body);
        if (fits) loops.pop_back();
        return;
      }
      default:
        break;
    }
    expr(s->a);
    expr(s->b);
    for (Expr* e : s->exprs) expr(e);
    if (s->kind == StmtKind::ForIn) {
      context.bound[s->vars[0]] = std::nullopt;
      bool is_part = s->a->type->is_pointer();
      if (Place p = is_part ? pointer(s->a) : place(s->a); p.root) {
        Access a;
        a.root = p.root;
        a.part = p.part;
        a.size = size_of(is_part ? s->a->type->to : s->a->type);
        a.from_data = true;
        a.expr = s->a;
        a.site = site;
        a.where = s->where;
        a.inner = loops;
        accesses.push_back(std::move(a));
      }
    }
    stmt(s->init);
    stmt(s->body);
    stmt(s->other);
    for (Stmt* k : s->list) stmt(k);
  }

  // The copy of a struct with pointers in it is another name for it, which holds as long as nothing
  // writes what it is in.
  bool keeps_copies() {
    bool kept = true;
    for (const auto& [root, where] : copies) {
      bool written = std::any_of(accesses.begin(), accesses.end(),
                                 [r = root](const Access& a) { return a.write && a.root == r; });
      if (!written) continue;
      kept = false;
      reporter.report(Msg::NotBuilt, where,
                      {"copies of structs with pointers that the par block writes"});
    }
    return kept;
  }

  void known_items(const Stmt& loop) {
    std::optional<Poly> low = context.of(loop.a), high = context.of(loop.b);
    if (high && loop.inclusive) high = Poly::add(*high, Poly(1));
    if (low && low->is_constant()) context.first = low->constant();
    if (high && high->is_constant()) context.last = high->constant() - 1;
    if (low && high) context.count = Poly::add(*high, *low, -1);
  }

  void run() {
    if (par.grid.empty()) {
      for (Stmt* k : par.body->list) {
        if (k->kind != StmtKind::ForRange) continue;
        Var* v = k->vars[0];
        number = v;
        context.item = v;
        known_items(*k);
        stmt(k->body);
      }
    } else {
      stmt(par.body);
    }
    if (keeps_copies()) check_independence(context, accesses, reporter);
    check_reductions(par, reporter);
  }
};

}  // namespace

void check_pars(Program& program, Types& types, Reporter& reporter) {
  (void)types;
  for (Func* f : program.funcs) {
    for (Stmt* par : f->pars) {
      if (!par->faulty) ParChecker(program, *par, *f, reporter).run();
    }
  }
}

}  // namespace tack::xc
