// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/environment.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numbers>
#include <utility>

#include "frontend/python/library.hpp"
#include "frontend/python/message.hpp"

namespace tack::python {
namespace {

struct BuiltinRow {
  Builtin builtin;
  std::string_view bare, member;
};

constexpr BuiltinRow kBuiltins[] = {
#define PY_BUILTIN(Enum, bare, member) {Builtin::Enum, bare, member},
#include "frontend/python/builtins.def"
#undef PY_BUILTIN
};

constexpr std::pair<std::string_view, ir::Kind> kDTypes[] = {
    {"i8", ir::Kind::I8},   {"i16", ir::Kind::I16}, {"i32", ir::Kind::I32}, {"i64", ir::Kind::I64},
    {"u8", ir::Kind::U8},   {"u16", ir::Kind::U16}, {"u32", ir::Kind::U32}, {"u64", ir::Kind::U64},
    {"f32", ir::Kind::F32}, {"f64", ir::Kind::F64},
};

}  // namespace

std::optional<Builtin> bare_builtin(std::string_view name) {
  for (const BuiltinRow& row : kBuiltins) {
    if (!row.bare.empty() && row.bare == name) return row.builtin;
  }
  return std::nullopt;
}

const char* builtin_name(Builtin builtin) {
  const BuiltinRow& row = kBuiltins[static_cast<size_t>(builtin)];
  // Members that have no bare form are written with the package's name.
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const BuiltinRow& r : kBuiltins)
      names.push_back(r.bare.empty() ? "tack." + std::string(r.member) : std::string(r.bare));
    return names;
  }();
  return kNames[static_cast<size_t>(row.builtin)].c_str();
}

Entity Entity::of(Constant c) {
  Entity e;
  e.what = What::Constant;
  e.constant = c;
  return e;
}

Entity Entity::of(ConstantTable table) {
  Entity e;
  e.what = What::Table;
  e.table = std::make_shared<const ConstantTable>(std::move(table));
  return e;
}

Entity Entity::of(std::shared_ptr<const DeviceFunction> f) {
  Entity e;
  e.what = What::Function;
  e.function = std::move(f);
  return e;
}

Entity Entity::of(ir::Kind dtype) {
  Entity e;
  e.what = What::DType;
  e.dtype = dtype;
  return e;
}

Entity Entity::of(Builtin b) {
  Entity e;
  e.what = What::Builtin;
  e.builtin = b;
  return e;
}

Entity Entity::other(std::string description) {
  Entity e;
  e.what = What::Other;
  e.description = std::move(description);
  return e;
}

Entity Entity::no_member(size_t part, std::string_view name,
                         const std::vector<std::string>& members) {
  Entity e;
  e.missing = part;
  e.nearest = nearest_name(name, members);
  return e;
}

namespace {

bool same_constant(const Constant& a, const Constant& b) {
  return a.is_float == b.is_float && a.dtype == b.dtype && a.is_negative == b.is_negative &&
         a.int_bits == b.int_bits &&
         std::bit_cast<uint64_t>(a.float_value) == std::bit_cast<uint64_t>(b.float_value);
}

bool same_table(const ConstantTable& a, const ConstantTable& b) {
  return a.rows == b.rows && a.columns == b.columns &&
         std::equal(a.elements.begin(), a.elements.end(), b.elements.begin(), b.elements.end(),
                    same_constant);
}

}  // namespace

bool same_meaning(const Entity& a, const Entity& b) {
  if (a.what != b.what) return false;
  switch (a.what) {
    case Entity::What::Missing:
    case Entity::What::Other:
      return true;
    case Entity::What::Constant:
      return same_constant(a.constant, b.constant);
    case Entity::What::Table:
      return a.table == b.table || same_table(*a.table, *b.table);
    case Entity::What::Function:
      return a.function == b.function;
    case Entity::What::DType:
      return a.dtype == b.dtype;
    case Entity::What::Builtin:
      return a.builtin == b.builtin;
  }
  return false;
}

Entity tack_member(std::string_view name) {
  for (const auto& [dtype, kind] : kDTypes) {
    if (dtype == name) return Entity::of(kind);
  }
  for (const BuiltinRow& row : kBuiltins) {
    if (!row.member.empty() && row.member == name) return Entity::of(row.builtin);
  }
  if (size_t dot = name.find('.'); dot != std::string_view::npos)
    return library_member(name.substr(0, dot), name.substr(dot + 1));
  if (!library_names(name).empty()) return Entity::other("a module");
  return {};
}

Entity math_member(std::string_view name) {
  if (name == "pi") return Entity::of(Constant::of_float(std::numbers::pi));
  if (name == "e") return Entity::of(Constant::of_float(std::numbers::e));
  if (name == "tau") return Entity::of(Constant::of_float(2 * std::numbers::pi));
  if (name == "inf") return Entity::of(Constant::of_float(std::numeric_limits<double>::infinity()));
  if (name == "nan")
    return Entity::of(Constant::of_float(std::numeric_limits<double>::quiet_NaN()));
  // math.floor and math.ceil give an int in Python, the language's floor and ceil a float: only
  // functions that mean the same under both names are members here.
  if (name == "floor" || name == "ceil") return Entity::other("a Python function");
  for (const BuiltinRow& row : kBuiltins) {
    bool is_math = row.builtin >= Builtin::Pow && row.builtin <= Builtin::Tanh;
    if ((is_math || row.builtin == Builtin::Fabs) && row.bare == name)
      return Entity::of(row.builtin);
  }
  return {};
}

std::vector<std::string> tack_member_names(std::string_view module) {
  if (!module.empty()) return library_names(module);
  std::vector<std::string> names;
  for (const auto& [dtype, kind] : kDTypes) names.emplace_back(dtype);
  for (const BuiltinRow& row : kBuiltins)
    if (!row.member.empty() && row.member.find('.') == std::string_view::npos)
      names.emplace_back(row.member);
  for (const char* name : {"math", "random"}) names.emplace_back(name);
  return names;
}

std::vector<std::string> math_member_names() {
  std::vector<std::string> names;
  for (const char* name : {"pi", "e", "tau", "inf", "nan"}) names.emplace_back(name);
  for (const BuiltinRow& row : kBuiltins)
    if (math_member(row.bare).what == Entity::What::Builtin) names.emplace_back(row.bare);
  return names;
}

MapEnvironment::MapEnvironment() {
  import("tack", "tack");
  import("math", "math");
}

MapEnvironment MapEnvironment::empty() {
  MapEnvironment out;
  out.modules_.clear();
  return out;
}

Entity MapEnvironment::resolve(std::span<const std::string> path) {
  if (path.empty()) return {};
  std::string dotted;
  for (const std::string& part : path) dotted += (dotted.empty() ? "" : ".") + part;
  if (auto found = entities_.find(dotted); found != entities_.end()) return found->second;
  auto module = modules_.find(path[0]);
  if (module == modules_.end()) return {};
  if (path.size() == 1) return Entity::other("a module");
  if (module->second == "math") {
    Entity member = math_member(path[1]);
    if (member.what == Entity::What::Missing)
      return Entity::no_member(1, path[1], math_member_names());
    return path.size() == 2 ? member : Entity::no_member(2, path[2], {});
  }
  // "tack", or a module of it: what follows "tack." in the whole name.
  std::string member = module->second.substr(std::min(module->second.size(), size_t{5}));
  Entity found;
  for (size_t k = 1; k < path.size(); ++k) {
    std::string owner = member;
    member += (member.empty() ? "" : ".") + path[k];
    found = tack_member(member);
    if (found.what == Entity::What::Missing)
      return Entity::no_member(k, path[k], tack_member_names(owner));
  }
  return found;
}

std::vector<std::string> MapEnvironment::names() const {
  std::vector<std::string> names;
  for (const auto& [name, entity] : entities_) names.push_back(name);
  for (const auto& [name, module] : modules_) names.push_back(name);
  return names;
}

}  // namespace tack::python
