// SPDX-License-Identifier: Apache-2.0
// Every goto finds its label; what a jump may not enter or leave.
#include <algorithm>

#include "frontend/xc/check_impl.hpp"

namespace tack::xc {
namespace {

// A part of a function that no goto enters: the function itself, a try or catch block, a defer, a
// par block. Leaving is free except from a defer and a par block.
struct Area {
  int parent = -1;
  bool closed = false;  // nothing jumps out
};

struct Place {
  Stmt* stmt;
  int area;
  size_t defers;  // defers active here, of the area
  std::vector<Stmt*> around;
};

struct Walk {
  std::vector<Area> areas{{}};
  std::vector<Place> labels, gotos;
  std::vector<Stmt*> around;
  std::vector<Stmt*> defers;

  void visit(Stmt* s, int area) {
    if (!s) return;
    if (s->kind == StmtKind::Label) labels.push_back({s, area, defers.size(), around});
    if (s->kind == StmtKind::Goto) gotos.push_back({s, area, defers.size(), around});
    around.push_back(s);
    size_t depth = defers.size();
    switch (s->kind) {
      case StmtKind::Try: {
        visit(s->body, inner(area, false));
        for (Catch& c : s->catches) visit(c.body, inner(area, false));
        break;
      }
      case StmtKind::Defer:
        visit(s->body, inner(area, true));
        break;
      case StmtKind::Par:
        visit(s->body, inner(area, true));
        break;
      default:
        visit(s->init, area);
        visit(s->body, area);
        visit(s->other, area);
        for (Stmt* k : s->list) {
          visit(k, area);
          if (k && k->kind == StmtKind::Defer) defers.push_back(k);
        }
        break;
    }
    defers.resize(depth);
    around.pop_back();
  }
  int inner(int area, bool closed) {
    areas.push_back({area, closed});
    return static_cast<int>(areas.size()) - 1;
  }
};

}  // namespace

void Checker::jumps(Func& f) {
  Walk walk;
  walk.visit(f.body, 0);
  std::map<std::string_view, Place*> labels;
  std::vector<std::string_view> names;
  for (Place& p : walk.labels) {
    auto [it, added] = labels.insert({p.stmt->name, &p});
    if (!added)
      error(Msg::Redeclared, p.stmt->where, {p.stmt->name},
            {{it->second->stmt->where, "the first one is here"}});
    names.push_back(p.stmt->name);
  }
  for (Place& g : walk.gotos) {
    auto it = labels.find(g.stmt->name);
    if (it == labels.end()) {
      if (!method_ || !method_->lost.count(g.stmt->name))
        error(Msg::UnknownLabel, g.stmt->where, {g.stmt->name, did_you_mean(g.stmt->name, names)});
      continue;
    }
    Place& label = *it->second;
    int area = g.area;
    bool leaves_closed = false;
    while (area >= 0 && area != label.area) {
      leaves_closed = leaves_closed || walk.areas[static_cast<size_t>(area)].closed;
      area = walk.areas[static_cast<size_t>(area)].parent;
    }
    if (area < 0) {
      error(Msg::JumpInto, g.stmt->where, {g.stmt->name},
            {{label.stmt->where, "the label is here"}});
      continue;
    }
    if (leaves_closed) {
      error(Msg::JumpOut, g.stmt->where, {g.stmt->name});
      continue;
    }
    // Jumping forward over a defer would run it without its having been reached.
    size_t common = 0;
    while (common < g.around.size() && common < label.around.size() &&
           g.around[common] == label.around[common])
      ++common;
    bool over_defer = label.defers > g.defers;
    if (!over_defer && label.defers > 0 && common < label.around.size()) {
      // The label lies deeper than the jump: are there defers on the way in?
      for (size_t i = common; i < label.around.size(); ++i) {
        for (Stmt* k : label.around[i]->list) {
          if (k == label.stmt || (i + 1 < label.around.size() && k == label.around[i + 1])) break;
          if (k && k->kind == StmtKind::Defer) over_defer = true;
        }
      }
    }
    if (over_defer) {
      error(Msg::JumpOverDefer, g.stmt->where, {g.stmt->name});
      continue;
    }
    // Into a range loop: its bounds would not have been worked out.
    for (size_t i = common; i < label.around.size(); ++i) {
      StmtKind kind = label.around[i]->kind;
      if (kind == StmtKind::ForIn) error(Msg::JumpInto, g.stmt->where, {g.stmt->name});
    }
    g.stmt->target = label.stmt;
    label.stmt->jumped_to = true;
    f.has_labels = true;
    for (Stmt* s : label.around) s->has_label = true;
  }
}

}  // namespace tack::xc
