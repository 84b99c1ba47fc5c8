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

constexpr size_t kMaxChain = 150;  // nested blocks

}  // namespace

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
    auto chain = [&](size_t c) {
      auto [first, last] = chains[c];
      size_t n = last - first + 1;
      if (n > kMaxChain) {
        shared_.not_built(all[first].where, "chains of more than 150 labels that fall through");
        return;
      }
      if (n == 1) {
        body(all[first]);
        return;
      }
      // Block k ends where section k begins.
      std::vector<Inst*> blocks(n);
      std::vector<ir::Region*> around(n);
      ir::Region* here = &b_.region();
      for (size_t k = n; k-- > 0;) {
        b_.set_region(k + 1 == n ? *here : blocks[k + 1]->body());
        blocks[k] = b_.block("case");
      }
      b_.set_region(blocks[0]->body());
      std::vector<ir::SwitchCase> entries;
      std::vector<size_t> targets;
      size_t otherwise = 0;
      for (size_t k = 0; k < n; ++k) {
        if (all[first + k].has_default) otherwise = k;
      }
      for (size_t k = 0; k < n; ++k) {
        if (all[first + k].values.empty() || (all[first + k].has_default && k == otherwise))
          continue;
        entries.push_back({all[first + k].values});
        targets.push_back(k);
      }
      Inst* entry = b_.switch_(subject, std::move(entries));
      for (size_t k = 0; k < targets.size(); ++k)
        b_.in(*entry->regions[k], [&] { b_.exit(blocks[targets[k]]); });
      b_.in(*entry->regions[targets.size()], [&] { b_.exit(blocks[otherwise]); });
      for (size_t k = 0; k < n; ++k) {
        b_.set_region(k + 1 == n ? *here : blocks[k + 1]->body());
        body(all[first + k]);
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
