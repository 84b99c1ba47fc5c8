// SPDX-License-Identifier: Apache-2.0
// Which of several functions of one name a call means.
#include "frontend/xc/check_impl.hpp"

namespace tack::xc {

// An integer that `best` rounds to a float and `other` cuts off: neither is what was given, and
// which is meant nobody knows.
bool Checker::loses_otherwise(const Expr& e, const Type& best, const Type& other) {
  if (!e.type->is_int() || !best.is_float() || !other.is_int() || e.exact) return false;
  int holds = best.kind == TypeKind::Float ? 24 : 53;
  return e.type->bits() > holds && e.type->bits() > other.bits();
}

// The type that an argument is wanted in, for calls that are told apart by their results: that of
// the one parameter it can be for, or, of several, the only one that such a result fits exactly.
const Type* Checker::wanted(const Expr& arg, size_t at, size_t count,
                            const std::vector<Func*>& candidates) const {
  std::set<const Type*> types;
  for (const Func* f : candidates) {
    bool fits = f->variadic ? count >= f->types.size() : count == f->types.size();
    if (fits) types.insert(at < f->types.size() ? f->types[at] : nullptr);
  }
  if (types.size() == 1) return *types.begin();
  if (arg.kind != ExprKind::Call || !arg.a || arg.a->kind != ExprKind::Name) return nullptr;
  auto it = functions_.find(arg.a->name);
  if (it == functions_.end() || find_local(arg.a->name)) return nullptr;
  std::set<const Type*> exact;
  for (const Func* f : it->second) {
    if (f->types.size() == arg.list.size() && f->results.size() == 1 && types.count(f->results[0]))
      exact.insert(f->results[0]);
  }
  return exact.size() == 1 ? *exact.begin() : nullptr;
}

Func* Checker::choose(Expr* e, const std::vector<Func*>& candidates, std::string_view name,
                      const Type* want) {
  Func* best = nullptr;
  int best_cost = 0;
  bool tie = false;
  bool count_fits = false;
  bool forwards = !e->list.empty() && e->list.back()->kind == ExprKind::Forward;
  size_t given = e->list.size() - forwards;
  for (Func* f : candidates) {
    bool fits = given == f->types.size() ? f->variadic || !forwards
                                         : f->variadic && !forwards && given > f->types.size();
    if (!fits) continue;
    count_fits = true;
    int total = 0;
    for (size_t i = 0; i < f->types.size() && total >= 0; ++i) {
      int c = cost(e->list[i], f->types[i], Use::Argument);
      total = c < 0 ? -1 : total + c * 4;
    }
    if (total < 0) continue;
    if (f->variadic) total += 1;
    // By its result, where the arguments say nothing.
    if (candidates.size() > 1 && want && !f->results.empty() && f->results[0] != want) total += 1;
    if (!best || total < best_cost) {
      best = f;
      best_cost = total;
      tie = false;
    } else if (total == best_cost) {
      tie = true;
    }
  }
  for (size_t k = 0; best && !tie && k < candidates.size(); ++k) {
    const Func& f = *candidates[k];
    if (&f == best || f.types.size() != best->types.size()) continue;
    bool fits = f.types.size() == e->list.size() || f.variadic;
    bool loses = false;
    for (size_t i = 0; i < f.types.size() && fits; ++i) {
      fits = cost(e->list[i], f.types[i], Use::Argument) >= 0;
      loses = loses || loses_otherwise(*e->list[i], *best->types[i], *f.types[i]);
    }
    tie = fits && loses;
  }
  if (best && !tie) return best;
  std::vector<Note> notes;
  for (const Func* f : candidates) {
    if (notes.size() < 4 && !f->from_library)
      notes.push_back({f->where, "candidate with " + counted(f->types.size(), "parameter")});
  }
  if (!count_fits && candidates.size() == 1) {
    error(Msg::ArgumentCount, e->where,
          {"'" + std::string(name) + "'", counted(candidates[0]->types.size(), "argument"),
           std::to_string(given) + (forwards ? " and '...'" : "")},
          notes);
  } else if (candidates.size() == 1) {
    for (size_t i = 0; i < candidates[0]->types.size(); ++i)
      convert(e->list[i], candidates[0]->types[i], Use::Argument);
  } else if (tie) {
    error(Msg::AmbiguousCall, e->where, {name}, notes);
  } else {
    error(Msg::NoOverload, e->where, {name}, notes);
  }
  return nullptr;
}

int Checker::cost(const Expr* e, const Type* to, Use use) const {
  const Type* from = e->type;
  if (from == to || from->is_error() || to->is_error()) return 0;
  auto rank = [](int bits) { return bits <= 8 ? 0 : bits <= 16 ? 1 : bits <= 32 ? 2 : 3; };
  if (from->is_int() && to->is_int()) {
    int d = rank(to->bits()) - rank(from->bits());
    // A literal goes anywhere it fits.
    if (d == 0) return e->exact && e->value >= 0 && wrap(e->value, to) == e->value ? 1 : 2;
    if (d > 0) return 2 * d + (from->is_signed() && !to->is_signed() ? 1 : 0);
    return 12 - d;
  }
  if (from->is_int() && to->is_float()) return to->kind == TypeKind::Float ? 8 : 9;
  if (from->is_float() && to->is_float()) return to->kind == TypeKind::Double ? 1 : 10;
  if (from->is_float() && to->is_int()) return 20;
  if (to->is_block() || to->is_callback()) {
    if (e->constant && from->is_int() && e->value == 0 && !e->is_bool) return 5;
    // A function is a callback as it stands; a block of it is an object.
    if (!is_function(e, to->is_block() ? to->to : to->record->callback)) return -1;
    return to->is_block() ? 2 : 1;
  }
  if (to->is_pointer()) {
    if (e->constant && from->is_int() && e->value == 0 && !e->is_bool) return 5;
    if (!from->is_pointer()) return -1;
    const Type* a = from->to;
    const Type* b = to->to;
    bool object_a = a->kind == TypeKind::Class, object_b = b->kind == TypeKind::Class;
    if (object_a && object_b) {
      // Arrays of one thing are no arrays of another; without a type they may be.
      bool typed = !a->arguments.empty() && !b->arguments.empty();
      if (typed && a->record == b->record && a->arguments != b->arguments) return -1;
      if (a->record == b->record) return 1;
      if (is_kind_of(*a->record, *b->record)) {
        // A protocol is as near as the class just above.
        int n = b->record->is_protocol ? 1 : 0;
        for (const Record* r = a->record; !b->record->is_protocol && r != b->record; r = r->base)
          ++n;
        return n;
      }
      return use == Use::Argument && derives(b->record, a->record) ? 30 : -1;
    }
    if (object_a || object_b) return -1;
    if (a->is_void() || b->is_void()) return 4;
    if (a->is_number() && b->is_number())
      return a->bits() == b->bits() || use != Use::Argument ? 3 : -1;
    // new T[2][3] and such: the same element behind other bounds.
    return -1;
  }
  return -1;
}

}  // namespace tack::xc
