// SPDX-License-Identifier: Apache-2.0
// What the names mean that a kernel reads but does not bind. The Python package looks them up in
// the function's closure and globals; the command line and C++ use MapEnvironment.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/type.hpp"

namespace tack::python {

class Template;
class Environment;

// Functions of the language. The bare ones are found without an import.
enum class Builtin : uint8_t {
#define PY_BUILTIN(Enum, bare, member) Enum,
#include "frontend/python/builtins.def"
#undef PY_BUILTIN
};
// `range`, `sqrt`, ...: nothing when no builtin has that bare name.
std::optional<Builtin> bare_builtin(std::string_view name);
const char* builtin_name(Builtin builtin);  // "sqrt", "tack.ndindex"

// A number that a kernel may capture: tack.constant(...), math.pi.
struct Constant {
  bool is_float = false;
  double float_value = 0;
  // Integers: the low 64 bits and the sign, so that i64 and u64 both fit.
  uint64_t int_bits = 0;
  bool is_negative = false;
  ir::Kind dtype = ir::Kind::Void;  // Void: untyped, behaves as the literal

  static Constant of_int(int64_t v) {
    return {false, 0, static_cast<uint64_t>(v), v < 0, ir::Kind::Void};
  }
  static Constant of_float(double v) { return {true, v, 0, false, ir::Kind::Void}; }
};

// Several numbers that a kernel may capture under one name: tack.constant of a tuple is a vector,
// of a tuple of tuples a matrix.
struct ConstantTable {
  std::vector<Constant> elements;  // row-major, all of one dtype; untyped: each as its literal
  uint32_t rows = 0;               // 0: a vector
  uint32_t columns = 0;            // of a vector: its width
};

// A @tack.func: its parsed source and the environment of the function that defines it.
struct DeviceFunction {
  std::shared_ptr<const Template> source;
  std::shared_ptr<Environment> environment;
};

struct Entity {
  enum class What : uint8_t {
    Missing,  // no such name; `missing` says which part of the path
    Constant,
    Table,     // a vector or matrix constant
    Function,  // a device function
    DType,     // tack.f32: a cast when called, a dtype argument of tack.local_array
    Builtin,
    Other,  // anything else; `description` is for the message: "a Python function", "a list"
  };
  What what = What::Missing;
  size_t missing = 0;
  std::string nearest;  // Missing: the member that a misspelt one was to be, or nothing
  Constant constant;
  std::shared_ptr<const ConstantTable> table;
  // Identity is the pointer's: one DeviceFunction object for each Python function object.
  std::shared_ptr<const DeviceFunction> function;
  ir::Kind dtype = ir::Kind::Void;
  Builtin builtin{};
  std::string description;

  static Entity of(Constant c);
  static Entity of(ConstantTable table);
  static Entity of(std::shared_ptr<const DeviceFunction> f);
  static Entity of(ir::Kind dtype);
  static Entity of(Builtin b);
  static Entity other(std::string description);
  // Part `part` of a path, `name`, is none of the `members` of what stands before it.
  static Entity no_member(size_t part, std::string_view name,
                          const std::vector<std::string>& members);
};

// Whether a kernel would be the same with either.
bool same_meaning(const Entity& a, const Entity& b);

// Members of the package that have a meaning in a kernel: "f32", "ndindex", "local_array",
// "random.uniform", "random" (Other) ... Missing when the package has no such member in the
// language.
Entity tack_member(std::string_view name);
// pi, e, tau, inf, nan as constants; sqrt, sin, ... as builtins.
Entity math_member(std::string_view name);
// The names that the two above know; of `tack` itself, or of a module of it such as "random".
std::vector<std::string> tack_member_names(std::string_view module = {});
std::vector<std::string> math_member_names();

class Environment {
 public:
  virtual ~Environment() = default;
  // `path` is a dotted name as written: {"m", "f"} for `m.f`. Called while a kernel is lowered,
  // from the thread that lowers it. A bare builtin may be answered as Missing: the front end finds
  // it itself, after the environment.
  virtual Entity resolve(std::span<const std::string> path) = 0;
  // Names to suggest for a misspelt one; may be empty.
  virtual std::vector<std::string> names() const { return {}; }
};

// A dictionary, with modules by dotted prefix: "tack" and "math" are known under the names given.
class MapEnvironment : public Environment {
 public:
  MapEnvironment();  // knows `tack` and `math`
  static MapEnvironment empty();
  void set(std::string name, Entity entity) { entities_[std::move(name)] = std::move(entity); }
  void import(std::string module, std::string as) { modules_[std::move(as)] = std::move(module); }
  Entity resolve(std::span<const std::string> path) override;
  std::vector<std::string> names() const override;

 private:
  std::map<std::string, Entity> entities_;
  // Local name to "math", "tack", "tack.math" or "tack.random".
  std::map<std::string, std::string> modules_;
};

}  // namespace tack::python
