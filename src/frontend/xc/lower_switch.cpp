// SPDX-License-Identifier: Apache-2.0
// switch with fall-through. A section that no other falls into stands in the IR switch's own case;
// a chain of sections, each falling into the next, becomes nested blocks entered at its parts.
#include "frontend/xc/lower_function.hpp"

namespace tack::xc {

struct FunctionLowering::Section {
  std::vector<int64_t> values;
  bool has_default = false;
  std::vector<Stmt*> body;
  bool falls_through = false;  // into the next
  SourceRange where;
};

namespace {

// Whether control may come out at the end of a statement. Jumps to labels have been flattened away.
bool falls_out(const Stmt* s) {
  switch (s->kind) {
    case StmtKind::Break:
    case StmtKind::Continue:
    case StmtKind::Return:
    case StmtKind::Goto:
    case StmtKind::Throw:
      return false;
    case StmtKind::Block:
      for (const Stmt* k : s->list) {
        if (!falls_out(k)) return false;
      }
      return true;
    case StmtKind::If:
      return !s->other || falls_out(s->body) || falls_out(s->other);
    default:
      return true;
  }
}

constexpr size_t kMaxNested = 100;  // blocks one in the other
constexpr size_t kMaxInPar = 150;

}  // namespace

// How sections [first, last] are entered: by their values, or by their own numbers.
FunctionLowering::Entries FunctionLowering::entries_of(const std::vector<Section>& all,
                                                       size_t first, size_t last, bool by_number) {
  Entries out;
  out.otherwise = first;
  for (size_t k = first; k <= last && !by_number; ++k) {
    if (all[k].has_default) out.otherwise = k;
  }
  for (size_t k = first; k <= last; ++k) {
    if (k == out.otherwise && (by_number || all[k].has_default)) continue;
    if (!by_number && all[k].values.empty()) continue;
    out.cases.push_back(
        {by_number ? std::vector<int64_t>{static_cast<int64_t>(k)} : all[k].values});
    out.sections.push_back(k);
  }
  return out;
}

// Control may enter a switch behind a defer that stands directly in it: a var says whether it came
// past. It is false again whenever the switch is left. The last defer runs first.
void FunctionLowering::switch_defers(Stmt* s) {
  for (Stmt* k : s->body->list) {
    if (k->kind != StmtKind::Defer) continue;
    Inst*& reached = reached_[k];
    if (!reached) reached = prologue_var(ir::kI1, "reached");
    scopes_.back().cleanups.push_back({{}, k, reached, nullptr, false});
  }
}

std::vector<int64_t> FunctionLowering::case_values(const Stmt* label, const Type* subject) {
  std::vector<int64_t> out;
  if (label->is_default) return out;
  if (label->label_ends.empty()) {
    out.push_back(static_cast<int64_t>(label->exprs[0]->value));
    return out;
  }
  int64_t low = label->exprs[0] ? static_cast<int64_t>(label->exprs[0]->value) : 0;
  int64_t high = label->label_ends[0] ? static_cast<int64_t>(label->label_ends[0]->value) : 255;
  for (int64_t v = low; v <= high; ++v) out.push_back(v);
  return out;
}

std::vector<FunctionLowering::Section> FunctionLowering::sections(Stmt* s) {
  std::vector<Section> out;
  for (Stmt* k : s->body->list) {
    if (k->kind != StmtKind::Case) {
      if (!out.empty()) out.back().body.push_back(k);
      continue;
    }
    if (out.empty() || !out.back().body.empty()) {
      out.emplace_back();
      out.back().where = k->where;
    }
    for (int64_t v : case_values(k, s->a->type)) out.back().values.push_back(v);
    out.back().has_default = out.back().has_default || k->is_default;
  }
  for (size_t i = 0; i + 1 < out.size(); ++i) {
    out[i].falls_through = true;
    for (const Stmt* k : out[i].body) {
      if (!falls_out(k)) out[i].falls_through = false;
    }
  }
  return out;
}

void FunctionLowering::switch_(Stmt* s) {
  Inst* subject = nullptr;
  full_expression([&] { subject = value(s->a); });
  at(s->where);
  Inst* out = b_.block("switch");
  std::vector<Section> all = sections(s);
  // Chains: [first, last] of sections that fall into one another.
  std::vector<std::pair<size_t, size_t>> chains;
  for (size_t i = 0; i < all.size(); ++i) {
    if (i > 0 && all[i - 1].falls_through) {
      chains.back().second = i;
    } else {
      chains.push_back({i, i});
    }
  }
  b_.in(out->body(), [&] {
    breaks_.push_back({out, nullptr, -1, false, scopes_.size()});
    open_scope(s->body);
    for (Stmt* k : s->body->list) {
      if (k->kind == StmtKind::Decl) declare_ahead(k);
      if (k->kind == StmtKind::Expr && k->init) declare_ahead(k->init);
    }
    switch_defers(s);
    auto body = [&](Section& section) {
      for (Stmt* k : section.body) {
        // Another section may be entered past the declaration: its variable stands outside.
        bool saved = hoist_;
        hoist_ = hoist_ || k->kind == StmtKind::Decl || (k->kind == StmtKind::Expr && k->init);
        stmt(k);
        hoist_ = saved;
      }
    };
    auto chain_has_default = [&](std::pair<size_t, size_t> c) {
      for (size_t i = c.first; i <= c.second; ++i) {
        if (all[i].has_default) return true;
      }
      return false;
    };
    std::vector<ir::SwitchCase> cases;
    std::vector<size_t> of_case;
    size_t default_chain = SIZE_MAX;
    for (size_t c = 0; c < chains.size(); ++c) {
      if (chain_has_default(chains[c])) {
        default_chain = c;
        continue;  // reached by its values through the default too
      }
      ir::SwitchCase k;
      for (size_t i = chains[c].first; i <= chains[c].second; ++i)
        k.values.insert(k.values.end(), all[i].values.begin(), all[i].values.end());
      cases.push_back(std::move(k));
      of_case.push_back(c);
    }
    // Sections [first, last], entered by the subject's value or, where a var says it, by number.
    auto nested = [&](size_t first, size_t last, Inst* entered_by, bool by_number) {
      size_t n = last - first + 1;
      // Block k ends where section k begins.
      std::vector<Inst*> blocks(n);
      ir::Region* here = &b_.region();
      for (size_t k = n; k-- > 0;) {
        b_.set_region(k + 1 == n ? *here : blocks[k + 1]->body());
        blocks[k] = b_.block("case");
      }
      b_.set_region(blocks[0]->body());
      Entries entries = entries_of(all, first, last, by_number);
      Inst* entry = b_.switch_(entered_by, std::move(entries.cases));
      for (size_t k = 0; k < entries.sections.size(); ++k)
        b_.in(*entry->regions[k], [&] { b_.exit(blocks[entries.sections[k] - first]); });
      b_.in(*entry->regions[entries.sections.size()],
            [&] { b_.exit(blocks[entries.otherwise - first]); });
      for (size_t k = 0; k < n; ++k) {
        b_.set_region(k + 1 == n ? *here : blocks[k + 1]->body());
        body(all[first + k]);
      }
    };
    auto chain = [&](size_t c) {
      auto [first, last] = chains[c];
      if (first == last) return body(all[first]);
      // A gang of items goes through all of them: 240 took minutes to compile.
      if (!host() && last - first >= kMaxInPar) {
        shared_.not_built(all[first].where,
                          "chains of more than 150 labels that fall through in a par body");
        return;
      }
      if (last - first < kMaxNested) return nested(first, last, subject, false);
      // In groups, one behind the other; a var says where to enter or that the chain came there.
      Inst* section = prologue_var(ir::kI32, "section");
      auto set = [&](size_t k) { b_.store(section, b_.i32(static_cast<int32_t>(k))); };
      Entries entries = entries_of(all, first, last, false);
      Inst* entry = b_.switch_(subject, std::move(entries.cases));
      for (size_t k = 0; k < entries.sections.size(); ++k)
        b_.in(*entry->regions[k], [&] { set(entries.sections[k]); });
      b_.in(*entry->regions[entries.sections.size()], [&] { set(entries.otherwise); });
      for (size_t k = first; k <= last; k += kMaxNested) {
        size_t end = std::min(k + kMaxNested - 1, last);
        Inst* now = b_.load(section);
        Inst* here = b_.if_(b_.le(now, b_.i32(static_cast<int32_t>(end))));
        b_.in(*here->regions[0], [&] {
          nested(k, end, now, true);
          if (end < last && !dead()) set(end + 1);
        });
      }
    };
    Inst* sw = b_.switch_(subject, std::move(cases));
    for (size_t k = 0; k < of_case.size(); ++k)
      b_.in(*sw->regions[k], [&] {
        // The scope is the whole switch's; each section leaves it by itself.
        std::vector<Scope> saved = scopes_;
        chain(of_case[k]);
        if (!dead()) run_cleanups(scopes_.size() - 1);
        scopes_ = std::move(saved);
      });
    if (default_chain != SIZE_MAX)
      b_.in(*sw->regions[of_case.size()], [&] {
        std::vector<Scope> saved = scopes_;
        chain(default_chain);
        if (!dead()) run_cleanups(scopes_.size() - 1);
        scopes_ = std::move(saved);
      });
    scopes_.pop_back();
    breaks_.pop_back();
  });
}

}  // namespace tack::xc
