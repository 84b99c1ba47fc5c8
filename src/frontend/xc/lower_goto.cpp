// SPDX-License-Identifier: Apache-2.0
// goto. Statements that hold a label are taken apart into states:
//
//   loop { block again { switch state { case 0 { ... store state, 2; exit again } case 1 ... } } }
//
// which serves any shape of jumps, into the middle of a loop too. Statements without labels keep
// their structure inside a state. Variables of such functions stand before the loop.
#include "frontend/xc/lower_function.hpp"

namespace tack::xc {

namespace {

// Statements whose inside is an area of its own, which no goto enters from outside.
bool has_own_area(const Stmt* s) {
  return s->kind == StmtKind::Try || s->kind == StmtKind::Defer || s->kind == StmtKind::Par ||
         s->kind == StmtKind::ForIn;
}

}  // namespace

void FunctionLowering::collect_labels(Flat& f, const Stmt* s, std::vector<const Stmt*>& around) {
  if (!s) return;
  if (s->kind == StmtKind::Label && s->jumped_to) {
    f.labels[s] = new_state(f);
    f.around[s] = {around.begin(), around.end()};
  }
  if (has_own_area(s)) return;
  around.push_back(s);
  for (const Stmt* k : {s->init, s->body, s->other}) collect_labels(f, k, around);
  for (const Stmt* k : s->list) collect_labels(f, k, around);
  around.pop_back();
}

int FunctionLowering::new_state(Flat& f) {
  f.regions.push_back(std::make_unique<ir::Region>());
  return static_cast<int>(f.regions.size()) - 1;
}

void FunctionLowering::enter(Flat& f, int state) {
  b_.set_region(*f.regions[static_cast<size_t>(state)]);
}

void FunctionLowering::go(Flat& f, int state) {
  if (dead()) return;
  b_.store(f.state, b_.i32(state));
  b_.exit(f.again);
}

void FunctionLowering::area(Stmt* s) {
  auto plain = [&] { s->kind == StmtKind::Block ? block(s) : stmt(s); };
  if (!s->has_label) return plain();
  Flat f;
  f.area = s;
  std::vector<const Stmt*> around;
  collect_labels(f, s, around);
  if (f.labels.empty()) return plain();  // the labels stand in inner areas
  f.state = prologue_var(ir::kI32, "state");
  int begin = new_state(f);
  b_.store(f.state, b_.i32(begin));
  f.loop = b_.loop("states");
  b_.in(f.loop->body(), [&] { f.again = b_.block("again"); });
  f.base_scopes = scopes_.size();
  flats_.push_back(&f);
  b_.in(f.again->body(), [&] {
    ir::Region* dispatch = &b_.region();
    enter(f, begin);
    flat_stmt(f, s);
    if (!dead()) b_.exit(f.loop);
    b_.set_region(*dispatch);
    std::vector<ir::SwitchCase> cases;
    for (size_t k = 0; k + 1 < f.regions.size(); ++k) cases.push_back({{static_cast<int64_t>(k)}});
    Inst* state = b_.load(f.state);
    Inst* sw = b_.switch_(state, std::move(cases));
    for (size_t k = 0; k < f.regions.size(); ++k) *sw->regions[k] = std::move(*f.regions[k]);
  });
  flats_.pop_back();
}

void FunctionLowering::goto_(Stmt* s) {
  for (size_t k = flats_.size(); k-- > 0;) {
    Flat& f = *flats_[k];
    auto it = f.labels.find(s->target);
    if (it == f.labels.end()) continue;
    // Scopes that the label does not stand in end here.
    const std::set<const Stmt*>& around = f.around[s->target];
    size_t keep = f.base_scopes;
    while (keep < scopes_.size() && scopes_[keep].owner && around.count(scopes_[keep].owner))
      ++keep;
    run_cleanups(keep);
    go(f, it->second);
    return;
  }
}

void FunctionLowering::flat_stmt(Flat& f, Stmt* s) {
  if (!s) return;
  if (s->kind == StmtKind::Label) {
    if (!s->jumped_to) return;
    int state = f.labels[s];
    go(f, state);
    enter(f, state);
    return;
  }
  if (!s->has_label || has_own_area(s)) {
    stmt(s);
    return;
  }
  at(s->where);
  switch (s->kind) {
    case StmtKind::Block:
      open_scope(s);
      for (Stmt* k : s->list) flat_stmt(f, k);
      close_scope();
      return;
    case StmtKind::If:
      return flat_if(f, s);
    case StmtKind::While:
    case StmtKind::For:
    case StmtKind::ForRange:
      return flat_loop(f, s);
    case StmtKind::Switch:
      return flat_switch(f, s);
    default:
      stmt(s);
  }
}

void FunctionLowering::flat_if(Flat& f, Stmt* s) {
  int yes = new_state(f), no = s->other ? new_state(f) : -1, after = new_state(f);
  if (!dead()) {
    Inst* c = nullptr;
    full_expression([&] { c = condition(s->a); });
    Inst* branch = b_.if_(c);
    b_.in(*branch->regions[0], [&] { go(f, yes); });
    b_.in(*branch->regions[1], [&] { go(f, s->other ? no : after); });
  }
  auto arm = [&](Stmt* body, int state) {
    enter(f, state);
    open_scope(s);
    flat_stmt(f, body);
    close_scope();
    go(f, after);
  };
  arm(s->body, yes);
  if (s->other) arm(s->other, no);
  enter(f, after);
}

void FunctionLowering::flat_loop(Flat& f, Stmt* s) {
  int head = new_state(f), body = new_state(f), next = new_state(f), after = new_state(f);
  open_scope(s);
  bool range = s->kind == StmtKind::ForRange;
  Var* v = range ? s->vars[0] : nullptr;
  if (range) {
    vars_[v] = prologue_var(type(v->type), v->name);
    if (!dead()) store(variable(*v, v->where), value(s->a));
  } else if (s->init && s->init->kind == StmtKind::Block) {
    for (Stmt* k : s->init->list) stmt(k);
  } else {
    stmt(s->init);
  }
  go(f, head);
  enter(f, head);
  Inst* c = nullptr;
  if (range) {
    Inst* i = load(variable(*v, v->where));
    Op test = s->step > 0 ? (s->inclusive ? Op::Le : Op::Lt) : (s->inclusive ? Op::Ge : Op::Gt);
    c = compare(test, i, value(s->b));
  } else if (s->a) {
    full_expression([&] { c = condition(s->a); });
  }
  if (c) {
    Inst* branch = b_.if_(c);
    b_.in(*branch->regions[0], [&] { go(f, body); });
    b_.in(*branch->regions[1], [&] { go(f, after); });
  } else {
    go(f, body);
  }
  enter(f, body);
  breaks_.push_back({nullptr, &f, after, false, scopes_.size()});
  continues_.push_back({nullptr, &f, next, false, scopes_.size()});
  open_scope(s);
  flat_stmt(f, s->body);
  close_scope();
  continues_.pop_back();
  breaks_.pop_back();
  go(f, next);
  enter(f, next);
  if (range) {
    at(s->where);
    Place p = variable(*v, v->where);
    store(p, b_.add(load(p), number(v->type, s->step)));
  } else {
    for (Expr* e : s->exprs) full_expression([&] { effect(e); });
  }
  go(f, head);
  enter(f, after);
  close_scope();
}

void FunctionLowering::flat_switch(Flat& f, Stmt* s) {
  int after = new_state(f);
  std::vector<std::pair<int, std::vector<int64_t>>> entries;
  int otherwise = after;
  std::map<const Stmt*, int> states;
  for (Stmt* k : s->body->list) {
    if (k->kind != StmtKind::Case) continue;
    int state = new_state(f);
    states[k] = state;
    if (k->is_default)
      otherwise = state;
    else
      entries.push_back({state, case_values(k, s->a->type)});
  }
  open_scope(s->body);
  switch_defers(s);
  Scope defers = std::move(scopes_.back());
  scopes_.pop_back();
  if (!dead()) {
    Inst* subject = nullptr;
    full_expression([&] { subject = value(s->a); });
    std::vector<ir::SwitchCase> cases;
    for (auto& [state, values] : entries) cases.push_back({values});
    Inst* sw = b_.switch_(subject, std::move(cases));
    for (size_t k = 0; k < entries.size(); ++k)
      b_.in(*sw->regions[k], [&] { go(f, entries[k].first); });
    b_.in(*sw->regions[entries.size()], [&] { go(f, otherwise); });
    // Every way out of the switch goes on elsewhere.
    b_.exit(f.again);
  }
  breaks_.push_back({nullptr, &f, after, false, scopes_.size()});
  scopes_.push_back(std::move(defers));
  for (Stmt* k : s->body->list) {
    if (k->kind == StmtKind::Case) {
      go(f, states[k]);
      enter(f, states[k]);
    } else {
      flat_stmt(f, k);
    }
  }
  close_scope();
  breaks_.pop_back();
  go(f, after);
  enter(f, after);
}

}  // namespace tack::xc
