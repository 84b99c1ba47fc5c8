// SPDX-License-Identifier: Apache-2.0
#include "kernel_fuzz/reduce.hpp"

#include <algorithm>

#include "kernel_fuzz/build.hpp"
#include "kernel_fuzz/print.hpp"

namespace tack::kernel_fuzz {
namespace {

// Every list of statements and every expression, in one order for equal programs.
struct Places {
  std::vector<std::vector<Stmt>*> blocks;
  std::vector<Expr*> exprs;

  explicit Places(Program& program) {
    for (Function& f : program.functions) block(f.body);
  }
  void block(std::vector<Stmt>& body) {
    blocks.push_back(&body);
    for (Stmt& s : body) {
      for (Expr& e : s.values) expr(e);
      for (Expr& e : s.targets) expr(e);
      block(s.body);
      block(s.orelse);
    }
  }
  void expr(Expr& e) {
    exprs.push_back(&e);
    for (Expr& a : e.args) expr(a);
  }
};

class Reducer {
 public:
  Reducer(Program program, const std::function<bool(Program&)>& fails)
      : best_(std::move(program)), fails_(fails) {}

  Program run() {
    bool smaller = true;
    while (smaller && tries_ > 0) {
      smaller = false;
      smaller |= functions();
      smaller |= statements();
      smaller |= expressions();
      smaller |= arguments();
      smaller |= way();
    }
    return std::move(best_);
  }

 private:
  Program best_;
  const std::function<bool(Program&)>& fails_;
  int tries_ = 4000;

  bool keep(Program candidate) {
    if (tries_-- <= 0 || !fails_(candidate)) return false;
    best_ = std::move(candidate);
    return true;
  }
  template <class Change>
  bool with(const Change& change) {
    Program candidate = best_;
    change(candidate);
    return keep(std::move(candidate));
  }

  bool functions() {
    bool smaller = false;
    for (size_t k = best_.functions.size() - 1; k-- > 0;)
      smaller |= with(
          [&](Program& p) { p.functions.erase(p.functions.begin() + static_cast<ptrdiff_t>(k)); });
    for (size_t k = best_.constants.size(); k-- > 0;)
      smaller |= with(
          [&](Program& p) { p.constants.erase(p.constants.begin() + static_cast<ptrdiff_t>(k)); });
    for (size_t k = best_.attributes.size(); k-- > 0;)
      smaller |= with([&](Program& p) {
        p.attributes.erase(p.attributes.begin() + static_cast<ptrdiff_t>(k));
      });
    return smaller | classes();
  }

  bool classes() {
    bool smaller = false;
    for (size_t c = best_.classes.size(); c-- > 0;) {
      for (size_t k = best_.classes[c].lines.size(); k-- > 0;)
        smaller |= with([&](Program& p) {
          auto& lines = p.classes[c].lines;
          lines.erase(lines.begin() + static_cast<ptrdiff_t>(k));
        });
      if (c + 1 == best_.classes.size()) continue;
      smaller |= with([&](Program& p) {
        std::string gone = p.classes[c].name;
        p.classes.erase(p.classes.begin() + static_cast<ptrdiff_t>(c));
        for (Class& other : p.classes) std::erase(other.bases, gone);
      });
    }
    return smaller;
  }

  bool statements() {
    bool smaller = false;
    for (size_t b = 0; b < Places(best_).blocks.size(); ++b) {
      for (size_t k = Places(best_).blocks[b]->size(); k-- > 0;) {
        auto at = static_cast<ptrdiff_t>(k);
        if (k >= Places(best_).blocks[b]->size()) continue;
        if (with([&](Program& p) {
              auto& block = *Places(p).blocks[b];
              block.erase(block.begin() + at);
            })) {
          smaller = true;
          continue;
        }
        const Stmt& s = (*Places(best_).blocks[b])[k];
        bool has_else = !s.orelse.empty();
        if (s.body.empty()) continue;
        if (has_else)
          smaller |= with([&](Program& p) { (*Places(p).blocks[b])[k].orelse.clear(); });
        for (bool orelse : {false, true}) {
          if (orelse && !has_else) continue;
          // What stands inside takes the statement's place.
          if (with([&](Program& p) {
                auto& block = *Places(p).blocks[b];
                std::vector<Stmt> inside = orelse ? block[k].orelse : block[k].body;
                block.erase(block.begin() + at);
                block.insert(block.begin() + at, inside.begin(), inside.end());
              })) {
            smaller = true;
            break;
          }
        }
      }
    }
    return smaller;
  }

  bool expressions() {
    bool smaller = false;
    for (size_t k = 0; k < Places(best_).exprs.size(); ++k) {
      bool done = false;
      auto replaced = [&](const Expr& by) {
        done = with([&](Program& p) { *Places(p).exprs[k] = by; });
        smaller |= done;
      };
      const Expr old = *Places(best_).exprs[k];
      bool is_plain = old.form == Expr::Form::Literal || old.form == Expr::Form::Name;
      if (is_plain && old.text.size() <= 1) continue;
      for (size_t a = 0; a < old.args.size() && !done; ++a) replaced(old.args[a]);
      for (const char* text : {"0", "1"})
        if (!done && !is_plain) replaced(literal(text, {Kind::I32, Strength::Literal}));
      if (done && k > 0) --k;  // what took its place may go too
    }
    return smaller;
  }

  bool arguments() {
    bool smaller = false;
    for (size_t k = best_.arguments.size(); k-- > 0;) {
      smaller |= with([&](Program& p) {
        auto at = static_cast<ptrdiff_t>(k);
        p.arguments.erase(p.arguments.begin() + at);
      });
    }
    for (size_t b = 0; b < best_.blocks.size(); ++b) {
      const auto& bytes = best_.blocks[b].bytes;
      if (std::all_of(bytes.begin(), bytes.end(), [](uint8_t x) { return x == 0; })) continue;
      smaller |= with([&](Program& p) {
        std::fill(p.blocks[b].bytes.begin(), p.blocks[b].bytes.end(), uint8_t{0});
      });
    }
    // Memory that no argument is in.
    for (size_t b = best_.blocks.size(); b-- > 0;) {
      bool used = false;
      for (const Argument& a : best_.arguments)
        used |= a.is_array && a.block == static_cast<int>(b);
      if (used) continue;
      smaller |= with([&](Program& p) {
        p.blocks.erase(p.blocks.begin() + static_cast<ptrdiff_t>(b));
        for (Argument& a : p.arguments)
          if (a.is_array && a.block > static_cast<int>(b)) --a.block;
      });
    }
    return smaller;
  }

  bool way() {
    bool smaller = false;
    auto set = [&](auto Way::* field, auto value) {
      if (best_.way.*field == value) return;
      smaller |= with([&](Program& p) { p.way.*field = value; });
    };
    set(&Way::threads, 1);
    set(&Way::small, false);
    set(&Way::extents, false);
    set(&Way::checks, false);
    set(&Way::isa, std::string("sse2"));
    for (uint32_t width : {1u, 4u, 8u}) {
      if (best_.way.width <= width && best_.way.width != 0) break;
      set(&Way::width, width);
    }
    return smaller;
  }
};

}  // namespace

Program reduce(Program program, const std::function<bool(Program&)>& fails) {
  return Reducer(std::move(program), fails).run();
}

}  // namespace tack::kernel_fuzz
