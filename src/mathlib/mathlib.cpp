// SPDX-License-Identifier: Apache-2.0
#include "mathlib/mathlib.hpp"

#include <map>

#include "ir/clone.hpp"
#include "ir/text.hpp"
#include "support/ice.hpp"

namespace tack::mathlib {
namespace {

constexpr std::string_view kHead = "func @";

// Each function's text by name. The whole library takes 8 ms to parse; a kernel wants one or two.
const std::map<std::string_view, std::string_view>& index() {
  static const auto* const built = [] {
    auto* functions = new std::map<std::string_view, std::string_view>;
    std::string_view all = text();
    for (size_t at = all.find(kHead); at != std::string_view::npos;) {
      size_t next = all.find(kHead, at + 1);
      std::string_view body = all.substr(at, next - at);
      size_t name = kHead.size();
      functions->emplace(body.substr(name, body.find('(') - name), body);
      at = next;
    }
    return functions;
  }();
  return *built;
}

// `name` and every library function it reaches, callees first.
void collect(std::string_view name, std::vector<std::string_view>& order) {
  for (std::string_view seen : order) {
    if (seen == name) return;
  }
  std::string_view body = index().at(name);
  for (size_t at = body.find("call @"); at != std::string_view::npos;
       at = body.find("call @", at + 1)) {
    size_t begin = at + 6;
    collect(body.substr(begin, body.find('(', begin) - begin), order);
  }
  order.push_back(name);
}

void copy_function(const ir::Module& library, const ir::Function& source, ir::Module& module) {
  ir::Function* copy = module.add_function(source.name, source.kind);
  copy->results = source.results;
  // One place for the whole library: a message about code in it names the call that inlined it.
  ir::Loc loc = module.requires_locations
                    ? module.add_loc({module.add_file("<math library>"), 1, 1, 1, 0})
                    : 0;
  copy->loc = loc;
  ir::ValueMap map;
  for (const ir::Inst* param : source.params) {
    map[param] = copy->add_param(param->type, param->name);
  }
  ir::clone_into(source.body, copy->body, *copy, map);
  ir::walk(copy->body, [&](ir::Inst& inst) {
    inst.loc = loc;
    if (inst.callee) inst.callee = module.find_function(inst.callee->name);
    if (inst.aux.is_array()) {  // interned by each module for itself
      const ir::ArrayType& body = library.array_of(inst.aux);
      inst.aux = module.array(body.element, body.count);
    }
  });
}

}  // namespace

bool has(std::string_view name) { return index().contains(name); }

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const auto& [name, body] : index()) all.emplace_back(name);
  return all;
}

ir::Function* add(ir::Module& module, std::string_view name) {
  if (ir::Function* known = module.find_function(name)) return known;
  if (!has(name)) return nullptr;
  std::vector<std::string_view> order;
  collect(name, order);
  std::string source;
  for (std::string_view function : order) source += index().at(function);
  Result<std::unique_ptr<ir::Module>> library = ir::parse(source, "lib/math");
  if (!library) TACK_ICE(library.error().message);
  for (std::string_view function : order) {
    if (module.find_function(function)) continue;
    copy_function(**library, *(*library)->find_function(function), module);
  }
  return module.find_function(name);
}

}  // namespace tack::mathlib
