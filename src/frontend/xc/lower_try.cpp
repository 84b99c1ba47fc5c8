// SPDX-License-Identifier: Apache-2.0
// Throwing and catching: a thrown object goes to the nearest handler, or to the caller.
#include "frontend/xc/lower_function.hpp"

namespace tack::xc {

// An object on its way to whoever catches it: the nearest try, or the caller.
void FunctionLowering::throw_(Inst* error) {
  if (!tries_.empty()) {
    Try t = tries_.back();  // a defer's own try moves the list
    b_.store(t.error, error);
    run_cleanups(t.scopes);
    if (!dead()) b_.exit(t.label);
    return;
  }
  run_cleanups(0);
  if (dead()) return;
  std::vector<Inst*> values;
  for (ir::Type t : b_.function().results) values.push_back(b_.constant(t, 0));
  values.back() = error;
  b_.ret(std::move(values));
}

void FunctionLowering::try_(Stmt* s) {
  if (!host()) return shared_.not_built(s->where, "'try' statements in a par body");
  Inst* error = prologue_var(ir::kPtr, "thrown");
  Inst* done = b_.block("tried");
  b_.in(done->body(), [&] {
    Inst* attempt = b_.block("try");
    b_.in(attempt->body(), [&] {
      tries_.push_back({attempt, error, scopes_.size(), flats_.size()});
      area(s->body);
      tries_.pop_back();
      if (!dead()) b_.exit(done);
    });
    // Something was thrown. It is let go when its handler ends.
    for (Catch& c : s->catches) {
      if (dead()) break;
      at(c.where);
      auto handler = [&] {
        open_scope();
        Place p = counted_var(c.var->type, c.var->name);
        vars_[c.var] = p.base;
        take(p, b_.load(error));
        destroy_at_end(p);
        area(c.body);
        close_scope();
        if (!dead()) b_.exit(done);
      };
      if (!c.syntax) {
        handler();
        break;
      }
      Inst* fits = is_of(b_.load(error), *c.var->type->to->record);
      Inst* branch = b_.if_(fits);
      b_.in(*branch->regions[0], handler);
    }
    if (dead()) return;
    at(s->where);
    // Nobody here takes it.
    if (tries_.empty() && !throws_) {
      run_cleanups(0);
      b_.trap(s->where.file->name + ":" + std::to_string(s->where.line) +
              ": an error of a class that no catch takes");
    } else {
      throw_(b_.load(error));
    }
  });
}

}  // namespace tack::xc
