// SPDX-License-Identifier: Apache-2.0
// What the interpreter's tests share.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ir/builder.hpp"

namespace tack::interp {

inline ir::Function* new_kernel(ir::Module& m, std::vector<std::pair<ir::Type, std::string>> params,
                                std::vector<std::string> dims = {"i"}) {
  ir::Function* k = m.add_function("k", ir::FunctionKind::Kernel);
  for (auto& [type, name] : params) k->add_param(type, name);
  for (auto& d : dims) k->add_dimension(d, "n" + d);
  return k;
}

}  // namespace tack::interp
