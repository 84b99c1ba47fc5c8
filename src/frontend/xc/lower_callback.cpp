// SPDX-License-Identifier: Apache-2.0
// Callbacks at run time: two words, the code and what leads to the object that it is called on.
#include "frontend/xc/lower_function.hpp"

namespace tack::xc {

Inst* FunctionLowering::callback_holds(const Place& callback) {
  Inst* code = load(field(callback, callback.type->record->fields[0]));
  return b_.ne(code, b_.constant(ir::kPtr, 0));
}

// A function or null as a callback.
Place FunctionLowering::callback(Expr* e) {
  Place out = temporary(e->type);
  zero(out);
  if (e->a->func) {
    Inst* code = b_.bitcast(ir::kPtr, b_.addr_of(shared_.callable(*e->a->func)));
    store(field(out, e->type->record->fields[0]), code);
  }
  return out;
}

}  // namespace tack::xc
