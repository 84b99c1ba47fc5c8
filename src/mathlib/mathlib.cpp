// SPDX-License-Identifier: Apache-2.0
#include "mathlib/mathlib.hpp"

#include <algorithm>

#include "ir/clone.hpp"
#include "ir/text.hpp"
#include "support/ice.hpp"

namespace tack::mathlib {
namespace {

// Parsed once, kept for the life of the process.
const ir::Module& library() {
  static const ir::Module* const parsed = [] {
    Result<std::unique_ptr<ir::Module>> module = ir::parse(text(), "lib/math");
    if (!module) TACK_ICE(module.error().message);
    return std::move(*module).release();
  }();
  return *parsed;
}

// Array types are interned by each module; the body names them by index.
void remap_types(ir::Module& to, ir::Function& function) {
  auto remap = [&](ir::Type& type) {
    if (!type.is_array()) return;
    const ir::ArrayType& body = library().array_of(type);
    type = to.array(body.element, body.count);
  };
  ir::walk(function.body, [&](ir::Inst& inst) { remap(inst.aux); });
}

}  // namespace

bool has(std::string_view name) { return library().find_function(name) != nullptr; }

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const auto& function : library().functions) all.push_back(function->name);
  std::sort(all.begin(), all.end());
  return all;
}

ir::Function* add(ir::Module& module, std::string_view name) {
  if (ir::Function* known = module.find_function(name)) return known;
  const ir::Function* source = library().find_function(name);
  if (!source) return nullptr;
  ir::Function* copy = module.add_function(source->name, source->kind);
  copy->results = source->results;
  // One place for the whole library: a message about code in it names the call that inlined it.
  ir::Loc loc = module.requires_locations
                    ? module.add_loc({module.add_file("<math library>"), 1, 1, 1, 0})
                    : 0;
  copy->loc = loc;
  ir::ValueMap map;
  for (const ir::Inst* param : source->params) {
    map[param] = copy->add_param(param->type, param->name);
  }
  ir::clone_into(source->body, copy->body, *copy, map);
  remap_types(module, *copy);
  ir::walk(copy->body, [&](ir::Inst& inst) {
    inst.loc = loc;
    if (inst.callee) inst.callee = add(module, inst.callee->name);
  });
  return copy;
}

}  // namespace tack::mathlib
