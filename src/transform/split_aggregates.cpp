// SPDX-License-Identifier: Apache-2.0
#include "transform/split_aggregates.hpp"

#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace tack::transform {
namespace {

using namespace ir;

// The type of the variable with level `level` of its path removed: what `part` of that level is.
Type without_level(Module& module, Type type, size_t level, uint64_t part) {
  if (level == 0) {
    return type.is_struct() ? module.struct_of(type).fields[part].type
                            : module.array_of(type).element;
  }
  ArrayType outer = module.array_of(type);
  return module.array(without_level(module, outer.element, level - 1, part), outer.count);
}

struct Splitter {
  Function& f;
  Module& module = f.module;
  std::unordered_map<Inst*, std::vector<Inst*>> accesses;     // of each aggregate var
  std::unordered_map<const Inst*, std::vector<Inst*>> parts;  // what stands in its place

  static size_t path_length(const Inst& access) {
    return access.operands.size() - (access.op == Op::Store ? 2 : 1);
  }

  void collect() {
    std::unordered_set<const Inst*> blocked;
    walk(f.body, [&](Inst& inst) {
      if (inst.op == Op::Var && inst.aux.is_aggregate()) accesses[&inst];
      for (size_t i = 0; i < inst.operands.size(); ++i) {
        Inst* var = inst.operands[i];
        if (!var->is_var() || !var->aux.is_aggregate()) continue;
        if (i == 0 && (inst.op == Op::Load || inst.op == Op::Store)) {
          accesses[var].push_back(&inst);
        } else {
          blocked.insert(var);
        }
      }
    });
    std::erase_if(accesses, [&](const auto& entry) { return blocked.contains(entry.first); });
  }

  // May the array at this level be split? Only with constants in range, and few of them.
  bool constant_level(const std::vector<Inst*>& list, size_t level, uint64_t count) const {
    std::unordered_set<uint64_t> seen;
    for (const Inst* access : list) {
      const Inst* index = access->operands[1 + level];
      if (!index->is_const() || index->bits >= count) return false;
      seen.insert(index->bits);
    }
    return seen.size() <= kMaxSplitElements;
  }

  // The outermost level that can be split.
  std::optional<size_t> level_of(Type type, const std::vector<Inst*>& list) const {
    for (size_t level = 0;; ++level) {
      if (type.is_struct()) return level;
      if (!type.is_array()) return std::nullopt;
      if (constant_level(list, level, module.array_of(type).count)) return level;
      type = module.array_of(type).element;
    }
  }

  std::string part_name(const Inst& var, Type at_level, uint64_t part) const {
    if (var.name.empty()) return {};
    const std::string field =
        at_level.is_struct() ? module.struct_of(at_level).fields[part].name : std::string();
    return var.name + "." + (field.empty() ? std::to_string(part) : field);
  }

  void split(Inst* var, std::vector<Inst*> list) {
    std::optional<size_t> level = level_of(var->aux, list);
    if (!level) return;
    Type at_level = var->aux;
    for (size_t i = 0; i < *level; ++i) at_level = module.array_of(at_level).element;
    std::map<uint64_t, std::pair<Inst*, std::vector<Inst*>>> made;  // by part, with its accesses
    for (Inst* access : list) {
      uint64_t part = access->operands[1 + *level]->bits;
      auto& [one, its] = made[part];
      if (!one) {
        one = f.make(Op::Var, kVoid, {}, var->loc);
        one->aux = without_level(module, var->aux, *level, part);
        one->name = part_name(*var, at_level, part);
      }
      access->operands[0] = one;
      access->operands.erase(access->operands.begin() + 1 + static_cast<long>(*level));
      its.push_back(access);
    }
    std::vector<Inst*>& place = parts[var];
    for (auto& [part, entry] : made) place.push_back(entry.first);
    for (auto& [part, entry] : made) {
      if (entry.first->aux.is_aggregate()) split(entry.first, std::move(entry.second));
    }
  }

  void put(Inst* inst, std::vector<Inst*>& into) const {
    auto found = parts.find(inst);
    if (found == parts.end()) return into.push_back(inst);
    for (Inst* part : found->second) put(part, into);
  }

  void place(Region& region) const {
    std::vector<Inst*> out;
    for (Inst* inst : region.insts) {
      for (auto& inner : inst->regions) place(*inner);
      put(inst, out);
    }
    region.insts = std::move(out);
  }

  void run() {
    collect();
    for (auto& [var, list] : accesses) split(var, list);
    if (!parts.empty()) place(f.body);
  }
};

}  // namespace

void split_aggregates(Module& module) {
  for (const auto& f : module.functions) Splitter{*f, f->module, {}, {}}.run();
}

}  // namespace tack::transform
