// SPDX-License-Identifier: Apache-2.0
// for (T i in a..b) means for (T i = a; i < b; i += step), at T's width: a range that steps past
// T's greatest value goes on at its least. That is the language's meaning, and seldom the
// program's.
#include "frontend/xc/check_impl.hpp"

namespace tack::xc {
namespace {

// A way out of the loop whose body holds `s`, other than its end.
bool leaves_loop(const Stmt* s, int loops) {
  if (!s) return false;
  switch (s->kind) {
    case StmtKind::Break:
      if (loops == 0) return true;
      break;
    case StmtKind::Return:
    case StmtKind::Goto:
    case StmtKind::Throw:
      return true;
    default:
      break;
  }
  bool takes_break = s->kind == StmtKind::While || s->kind == StmtKind::For ||
                     s->kind == StmtKind::ForRange || s->kind == StmtKind::ForIn ||
                     s->kind == StmtKind::Switch;
  int inner = loops + takes_break;
  for (const Stmt* k : {s->body, s->other}) {
    if (leaves_loop(k, inner)) return true;
  }
  for (const Stmt* k : s->list) {
    if (leaves_loop(k, inner)) return true;
  }
  for (const Catch& c : s->catches) {
    if (leaves_loop(c.body, inner)) return true;
  }
  return false;
}

// Whether a literal below comes out of a macro: a macro's tokens stand where its name does.
bool from_macro(const Expr* e) {
  if (!e) return false;
  if (e->kind == ExprKind::Int && e->where.valid()) {
    std::string_view line = e->where.file->line(e->where.line);
    size_t at = e->where.column - 1;
    char c = at < line.size() ? line[at] : '0';
    return c == '_' || (c | 32) >= 'a';
  }
  return from_macro(e->a) || from_macro(e->b);
}

std::string text_of(__int128 v) {
  return v < 0 ? std::to_string(static_cast<int64_t>(v)) : std::to_string(static_cast<uint64_t>(v));
}

__int128 greatest(const Type* t) {
  return (static_cast<__int128>(1) << (t->bits() - (t->is_signed() ? 1 : 0))) - 1;
}

__int128 least(const Type* t) { return t->is_signed() ? -greatest(t) - 1 : 0; }

}  // namespace

// A literal bound that is another number at the variable's width.
bool Checker::range_bound(const Expr* e, const Var& v) {
  if (!e->exact || !e->type->is_int()) return true;
  if (e->value >= least(v.type) && e->value <= greatest(v.type)) return true;
  __int128 taken = (e->value - least(v.type)) & ((static_cast<__int128>(1) << v.type->bits()) - 1);
  error(Msg::RangeBound, e->where,
        {text_of(e->value), spell(v.type), text_of(taken + least(v.type))});
  return false;
}

void Checker::range_goes_round(Stmt* s) {
  const Var& v = *s->vars[0];
  // The items of a par block are counted before they run.
  if (s->is_par_loop || v.type->is_error() || !s->b->constant || v.assigned || v.address_taken)
    return;
  bool up = s->step > 0;
  __int128 edge = up ? greatest(v.type) : least(v.type);
  __int128 from = s->a->value, end = s->b->value, step = s->step;
  bool round = s->inclusive && end == edge;
  if (s->a->constant) {
    // The last value in the range, and the one behind it.
    __int128 room = up ? end - from : from - end;
    if (!s->inclusive) --room;
    if (room < 0) return;
    __int128 last = from + room / (up ? step : -step) * step;
    round = up ? last + step > edge : last + step < edge;
  }
  if (!round || leaves_loop(s->body, 0)) return;
  error(Msg::RangeGoesRound, s->where,
        {v.name, up ? "greatest" : "least", spell(v.type), text_of(edge),
         up ? text_of(least(v.type)) : text_of(greatest(v.type))});
}

void Checker::for_range(Stmt* s) {
  Var& v = *s->vars[0];
  Expr* a = check(s->a);
  Expr* b = check(s->b);
  s->a = a;
  s->b = b;
  int64_t step = 1;
  bool literal_step = true;
  if (s->c) {
    s->c = check(s->c);
    literal_step = s->c->exact && s->c->type->is_int() && s->c->value != 0 &&
                   s->c->value >= INT32_MIN && s->c->value <= INT32_MAX;
    if (!literal_step) {
      if (!s->c->type->is_error()) error(Msg::BadStep, s->c->where);
    } else {
      step = static_cast<int64_t>(s->c->value);
    }
  }
  if (v.syntax) {
    v.type = object_type(v.syntax, v.where);
  } else if (a->exact && b->exact && a->type == types_.u8() && b->type == types_.u8() &&
             step >= -255 && step <= 255) {
    v.type = types_.u8();
  } else {
    const Type* wrong = !a->type->is_int() ? a->type : b->type;
    if (!a->type->is_error() && !b->type->is_error()) {
      if (wrong->is_int()) {
        error(Msg::RangeNeedsType, v.where, {v.name});
      } else {
        error(Msg::RangeType, (wrong == a->type ? a : b)->where, {spell(wrong)});
      }
    }
    v.type = types_.error();
  }
  if (!v.type->is_error() && !v.type->is_int()) {
    error(Msg::RangeType, v.where, {spell(v.type)});
    v.type = types_.error();
  }
  bool told = v.type->is_error();  // once a range
  for (Expr** bound : {&s->a, &s->b}) {
    if (!(*bound)->type->is_error() && !(*bound)->type->is_int()) {
      if (!told) error(Msg::RangeType, (*bound)->where, {spell((*bound)->type)});
      told = true;
      fail(*bound);
    }
  }
  if (!s->a->type->is_error() && !s->b->type->is_error()) {
    bool literals = a->exact && b->exact;
    if (literals && !s->c && a->value > b->value) {
      step = -1;
      // `10..0` is meant; `0..N - 1` where N is 0 is not.
      if (!s->is_par_loop && from_macro(b))
        error(Msg::RangeCountsDown, s->where, {text_of(a->value), text_of(b->value)});
    }
    if (literals && s->c && literal_step &&
        ((step > 0 && a->value > b->value) || (step < 0 && a->value < b->value)))
      error(Msg::RangeContradiction, s->where);
  }
  bool fits = true;
  if (!v.type->is_error()) {
    for (Expr* bound : {s->a, s->b}) fits = range_bound(bound, v) && fits;
    s->a = convert(s->a, v.type, Use::Assign);
    s->b = convert(s->b, v.type, Use::Assign);
  }
  s->step = step;
  v.is_range_index = true;
  scopes_.emplace_back();
  declare(v);
  if (!s->is_par_loop) ++loops_;
  scopes_.emplace_back();
  stmt(s->body);
  scopes_.pop_back();
  if (!s->is_par_loop) --loops_;
  scopes_.pop_back();
  if (fits && !told) range_goes_round(s);
}

}  // namespace tack::xc
