// SPDX-License-Identifier: Apache-2.0
#include "runtime/xc/callee.hpp"

#include "runtime/xc/object_layout.h"
#include "runtime/xc/xc_rt.h"

namespace tack::rt {

Callee callee_of_callback(const void* variable) {
  struct Words {
    void (*code)(void*);
    void* box;
  };
  const auto& words = *static_cast<const Words*>(variable);
  Callee out = {words.code, nullptr};
  if (words.code && words.box) {
    out.on = tack_rt_xc_weak_get(words.box);
    if (!out.on) out.code = nullptr;
  }
  return out;
}

Callee callee_of_block(const void* variable) {
  char* block = *static_cast<char* const*>(variable);
  if (!block) return {nullptr, nullptr};
  tack_rt_xc_retain_atomic(block);
  return {*reinterpret_cast<void (**)(void*)>(block + TACK_XC_OBJECT_FIELDS), block};
}

void let_go(const Callee& callee) {
  if (callee.on) tack_rt_xc_release_atomic(callee.on);
}

}  // namespace tack::rt
