// SPDX-License-Identifier: Apache-2.0
// Callbacks at run time: two words, the code and what leads to the object that it is called on.
#include "frontend/xc/lower_function.hpp"

namespace tack::xc {

Inst* FunctionLowering::callback_holds(const Place& callback) {
  Inst* code = load(field(callback, callback.type->record->fields[0]));
  return b_.ne(code, b_.constant(ir::kPtr, 0));
}

}  // namespace tack::xc
