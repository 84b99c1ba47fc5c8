// SPDX-License-Identifier: Apache-2.0
#include "backend/c89/host_file.hpp"

#include "backend/c89/host_types.hpp"

namespace tack::c89 {

using namespace ir;

std::string HostFile::result_type(const std::vector<Type>& results) {
  if (results.empty()) return "void";
  if (results.size() == 1) return host_type(results[0]);
  std::string name = "struct tack", fields;
  for (size_t k = 0; k < results.size(); ++k) {
    name += "_" + host_suffix(results[k]);
    fields += " " + declare(host_type(results[k]), "r" + std::to_string(k)) + ";";
  }
  if (done_.insert(name).second) structs_ += name + " {" + fields + " };\n";
  return name;
}

namespace {

// The fields with the gaps between them filled, and whether C would place one elsewhere.
struct Layout {
  const Module& module;
  std::string fields = {};
  uint64_t at = 0;
  int number = 0;
  bool is_packed = false;

  void gap(uint64_t until) {
    if (until <= at) return;
    fields +=
        "  tack_u8 gap" + std::to_string(++number) + "[" + std::to_string(until - at) + "];\n";
    at = until;
  }
  void scalar(Type type, uint64_t offset) {
    gap(offset);
    uint64_t size = module.size_of(type);
    is_packed = is_packed || offset % size != 0;
    fields += "  " + declare(host_type(type), "m" + std::to_string(++number)) + ";\n";
    at = offset + size;
  }
  void aggregate(Type type, uint64_t offset) {
    if (type.is_struct()) {
      for (const Field& f : module.struct_of(type).fields) aggregate(f.type, offset + f.offset);
    } else if (type.is_array()) {
      const ArrayType& array = module.array_of(type);
      for (uint64_t k = 0; k < array.count; ++k)
        aggregate(array.element, offset + k * module.size_of(array.element));
    } else {
      scalar(type, offset);
    }
  }
};

constexpr uint64_t kMostInRegisters = 16;

}  // namespace

// Above 16 bytes it travels in memory whatever is in it. Below, C looks at each field: they are all
// there, and one that is not aligned sends it to memory.
std::string HostFile::by_value_type(const Module& module, Type type) {
  std::string& name = by_value_[&module][type.id * 2 + (type.is_array() ? 1 : 0)];
  if (!name.empty()) return name;
  std::string hint = type.is_struct() ? module.struct_of(type).name : "array";
  std::string tag = names.add("pass_" + hint);
  name = "struct " + tag;
  uint64_t size = module.size_of(type);
  if (size > kMostInRegisters) {
    structs_ += name + " { tack_u64 words[" + std::to_string((size + 7) / 8) + "]; };\n";
    return name;
  }
  Layout layout{module};
  layout.aggregate(type, 0);
  layout.gap(size);
  if (layout.is_packed) structs_ += "#pragma pack(push, 1)\n";
  structs_ += name + " {\n" + layout.fields + "};\n";
  if (layout.is_packed) structs_ += "#pragma pack(pop)\n";
  return name;
}

std::string HostFile::take(const Module& module, Type type) {
  std::string name = by_value_type(module, type);
  std::string function = "tack_take_" + name.substr(7);
  if (takes_.insert(function).second) {
    library.insert("memcpy");
    structs_ += "static " + name + " " + function + "(const void *p) {\n  " + name +
                " x;\n  memcpy(&x, p, " + std::to_string(module.size_of(type)) +
                ");\n  return x;\n}\n";
  }
  return function;
}

std::string HostFile::parameter_type(const Module& module, Type type, Type aux) {
  return aux.is_aggregate() ? by_value_type(module, aux) : host_type(type);
}

std::string HostFile::prototype(const Function& function, const std::string& name,
                                const std::vector<std::string>& parameters) {
  std::string out = declare(result_type(function.results), name) + "(";
  for (size_t k = 0; k < function.params.size(); ++k) {
    const Inst& p = *function.params[k];
    std::string type = parameter_type(function.module, p.type, p.aux);
    out += (k ? ", " : "") + (parameters.empty() ? type : declare(type, parameters[k]));
  }
  if (function.is_variadic) out += function.params.empty() ? "" : ", ...";
  if (function.params.empty() && !function.is_variadic) out += "void";
  return out + ")";
}

}  // namespace tack::c89
