// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/hints.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>

#include "frontend/python/environment.hpp"
#include "frontend/python/file_value.hpp"

namespace tack::python {
namespace {

constexpr const char* kNoRaise =
    "nothing is raised in a kernel; test with if, and store in an array what the caller is to see";
constexpr const char* kNoOuter =
    "a kernel changes arrays alone; pass an array, or return the value";

constexpr RefusedStatement kRefused[] = {
    {"assert", "Assert", kNoRaise},
    {"raise", "Raise", kNoRaise},
    {"try", "Try", "nothing is raised in a kernel; test with if before what might go wrong"},
    {"with", "With", "write it around the call of the kernel"},
    {"import", "Import", "import at the top of the file"},
    {"from", "ImportFrom", "import at the top of the file"},
    {"def", "nested function", "write it outside, with @tack.func"},
    {"@", "nested function", "write it outside, with @tack.func"},
    {"class", "Class", "write it outside, with @tack.device_class, and pass an instance"},
    {"del", "Del", "leave it out; a local ends with its iteration"},
    {"global", "Global", kNoOuter},
    {"nonlocal", "Nonlocal", kNoOuter},
    {"async", "Async", "write a plain loop; iterations run at the same time anyway"},
    {"await", "await", "write a plain call; a kernel waits for nothing"},
    {"yield", "yield", "store the value in an array, as in out[i] = value"},
    {"match", "Match", "write if and elif"},
};

// Those that a kernel may be written with by mistake.
constexpr std::string_view kPythonBuiltins[] = {
    "abs",    "all",     "any",    "ascii",      "bin",     "bool",      "bytes",   "callable",
    "chr",    "complex", "dict",   "dir",        "divmod",  "enumerate", "eval",    "exec",
    "filter", "float",   "format", "frozenset",  "getattr", "hasattr",   "hash",    "hex",
    "id",     "input",   "int",    "isinstance", "iter",    "len",       "list",    "map",
    "max",    "min",     "next",   "object",     "oct",     "open",      "ord",     "pow",
    "print",  "range",   "repr",   "reversed",   "round",   "set",       "setattr", "slice",
    "sorted", "str",     "sum",    "tuple",      "type",    "vars",      "zip"};

struct Row {
  std::string_view name;
  const char* hint;
};

constexpr const char* kStorage = "storage of one iteration is tack.local_array(dtype, size)";
constexpr const char* kIndexLoop = "loop over range(...) and index";
constexpr const char* kNoStrings = "a kernel has no strings but in print(...)";
constexpr const char* kNoLists = "a kernel has vectors and tack.local_array(dtype, size)";

constexpr Row kFunctions[] = {
    {"enumerate", kIndexLoop},
    {"zip", kIndexLoop},
    {"map", kIndexLoop},
    {"filter", kIndexLoop},
    {"iter", kIndexLoop},
    {"next", kIndexLoop},
    {"reversed", "count up and index with n - 1 - k"},
    {"sorted", "sort in loops, or on the host"},
    {"prange", "write range(...): the outermost loop is parallel"},
    {"sum", "add up in a for loop"},
    {"round", "write floor(x + 0.5)"},
    {"bool", "write x != 0"},
    {"divmod", "write a // b and a % b"},
    {"ord", "write the number of the character"},
    {"chr", kNoStrings},
    {"str", kNoStrings},
    {"repr", kNoStrings},
    {"format", kNoStrings},
    {"list", kNoLists},
    {"tuple", kNoLists},
    {"set", kNoLists},
    {"dict", kNoLists},
    {"complex", "keep the two parts in a vector of 2"},
    {"isinstance", "types are known when the kernel is compiled; write another kernel"},
    {"type", "types are known when the kernel is compiled; write another kernel"},
    {"input", "pass what it gives as an argument"},
    {"open", "read the file before the call and pass an array"},
    {"zeros", kStorage},
    {"ones", kStorage},
    {"empty", kStorage},
    {"full", kStorage},
    {"array", kStorage},
    {"asarray", kStorage},
    {"zeros_like", "storage of one iteration is tack.local_array_like(array, size)"},
    {"empty_like", "storage of one iteration is tack.local_array_like(array, size)"},
    {"maximum", "write max(a, b)"},
    {"minimum", "write min(a, b)"},
    {"arctan2", "write atan2(y, x)"},
    {"arctan", "write atan(x)"},
    {"arcsin", "write asin(x)"},
    {"arccos", "write acos(x)"},
    {"absolute", "write abs(x)"},
    {"power", "write x ** y"},
    {"square", "write x * x"},
    {"where", "write a if condition else b"},
    {"clip", "write min(max(x, low), high)"},
    {"isnan", "write x != x"},
    {"isinf", "write abs(x) == math.inf"},
    {"isfinite", "write abs(x) < math.inf"},
    {"fmod", "write a % b, which has the sign of b"},
    {"float32", "write tack.f32(x)"},
    {"float64", "write tack.f64(x)"},
    {"int8", "write tack.i8(x)"},
    {"int16", "write tack.i16(x)"},
    {"int32", "write tack.i32(x)"},
    {"int64", "write tack.i64(x)"},
    {"uint8", "write tack.u8(x)"},
    {"uint16", "write tack.u16(x)"},
    {"uint32", "write tack.u32(x)"},
    {"uint64", "write tack.u64(x)"},
    {"trunc", "write tack.i64(x)"},
    {"hypot", "write sqrt(x * x + y * y)"},
    {"dist", "write sqrt of the sum of the squared differences"},
    {"log1p", "write log(1.0 + x)"},
    {"expm1", "write exp(x) - 1.0"},
    {"cbrt", "write pow(abs(x), 1.0 / 3.0), with the sign of x"},
    {"radians", "write x * math.pi / 180.0"},
    {"degrees", "write x * 180.0 / math.pi"},
    {"sign", "write tack.math.sign(x)"},
    {"copysign", "write abs(x) if y >= 0.0 else -abs(x)"},
    {"mod", "write a % b"},
    {"remainder", "write a % b"},
    {"floor_divide", "write a // b"},
    {"rint", "write floor(x + 0.5)"},
    {"arange", kIndexLoop},
    {"mean", "add up in a for loop"},
    {"prod", "multiply in a for loop"},
    {"argmin", "compare in a for loop"},
    {"argmax", "compare in a for loop"},
    {"dot", "add up in a for loop; of two vectors write a.dot(b)"},
    {"matmul", "add up in for loops; of matrices write a @ b"},
    {"norm", "add up the squares in a for loop; of a vector write v.norm()"},
    {"cross", "write a.cross(b), of vectors"},
};

// Functions of modules that are called random.
constexpr const char* kUniform =
    "draw with value, state = tack.random.uniform(state), from state = tack.random.seed(i, 0)";
constexpr const char* kNormal =
    "draw with value, state = tack.random.normal(state), from state = tack.random.seed(i, 0)";

constexpr const char* kZeros = "write the components, as in [0.0, 0.0, 0.0]";
constexpr Row kVectorMembers[] = {
    {"zero", kZeros},
    {"zeros", kZeros},
    {"empty", kZeros},
    {"one", "write the components, as in [1.0, 1.0, 1.0]"},
    {"ones", "write the components, as in [1.0, 1.0, 1.0]"},
    {"unit", "write the components, as in [0.0, 1.0, 0.0]"},
    {"field", "an array of vectors is made before the call, and is an argument"},
    {"rows", "write tack.Matrix([a, b])"},
    {"cols", "write tack.Matrix([a, b]).transpose()"},
    {"diag", "write the rows, as in tack.Matrix([[a, 0.0], [0.0, b]])"},
};

constexpr const char* kThreeAtomics =
    "atomics are tack.atomic_add, tack.atomic_min and tack.atomic_max";

// What the package or its relatives have, or might have, under `tack`.
constexpr Row kMembers[] = {
    {"prange", "write range(...): the outermost loop is parallel"},
    {"range", "write range(...)"},
    {"static", "write range(...); what is constant is known when the kernel is compiled"},
    {"grouped", "write tack.ndindex(...)"},
    {"len", "write len(x)"},
    {"atomic_sub", "write tack.atomic_add(array, index, -value)"},
    {"atomic_inc", "write tack.atomic_add(array, index, 1)"},
    {"atomic_dec", "write tack.atomic_add(array, index, -1)"},
    {"atomic_and", kThreeAtomics},
    {"atomic_or", kThreeAtomics},
    {"atomic_xor", kThreeAtomics},
    {"atomic_mul", kThreeAtomics},
    {"atomic_exchange", kThreeAtomics},
    {"atomic_exch", kThreeAtomics},
    {"atomic_cas", kThreeAtomics},
    {"atomic_store", kThreeAtomics},
    {"atomic_load", kThreeAtomics},
    {"cast", "write the dtype as a function, as in tack.f32(x)"},
    {"round", "write floor(x + 0.5)"},
    {"sum", "add up in a for loop"},
    {"where", "write a if condition else b, or tack.select(mask, a, b)"},
    {"clip", "write tack.math.clamp(x, low, high)"},
    {"clamp", "write tack.math.clamp(x, low, high)"},
    {"mix", "write tack.math.mix(a, b, t)"},
    {"dot", "write a.dot(b)"},
    {"cross", "write a.cross(b)"},
    {"norm", "write v.norm()"},
    {"normalize", "write v.normalized()"},
    {"length", "write v.norm()"},
    {"transpose", "write m.transpose()"},
    {"random", "write tack.random.uniform(state)"},
    {"pi", "write math.pi"},
    {"e", "write math.e"},
    {"bool", "truth values are i32 0 and 1"},
    {"f16", "the floats are tack.f32 and tack.f64"},
    {"bf16", "the floats are tack.f32 and tack.f64"},
    {"float16", "the floats are tack.f32 and tack.f64"},
    {"float32", "write tack.f32"},
    {"float64", "write tack.f64"},
    {"int32", "write tack.i32"},
    {"int64", "write tack.i64"},
    {"uint8", "write tack.u8"},
    {"uint32", "write tack.u32"},
    {"zeros", kStorage},
    {"ones", kStorage},
    {"empty", kStorage},
    {"full", kStorage},
    {"array", kStorage},
    {"field", kStorage},
    {"sync", "a kernel waits for nothing; the caller may, after the call"},
    {"syncthreads", "write tack.barrier(), on a GPU"},
};

constexpr Row kArrayAttributes[] = {
    {"dtype", "types are known when the kernel is compiled; a value of the array's dtype is x[i]"},
    {"ndim", "the number of dimensions is that of the indices"},
    {"T", "swap the indices, as in x[j, i]"},
    {"flat", "a single index is a flat one, as in x[i]"},
    {"sum", "add up with tack.atomic_add, or call it outside the kernel"},
    {"mean", "add up with tack.atomic_add, or call it outside the kernel"},
    {"min", "use tack.atomic_min, or call it outside the kernel"},
    {"max", "use tack.atomic_max, or call it outside the kernel"},
    {"fill", "store to each element, or call it outside the kernel"},
    {"reshape", "compute the indices, or call it outside the kernel"},
    {"ravel", "a single index is a flat one, as in x[i]"},
    {"flatten", "a single index is a flat one, as in x[i]"},
    {"copy", "copy element by element, or call it outside the kernel"},
    {"astype", "convert each element, as in tack.f32(x[i])"},
    {"numpy", "call it outside the kernel"},
    {"to_numpy", "call it outside the kernel"},
    {"from_numpy", "call it outside the kernel"},
};

template <size_t N>
const char* find(const Row (&rows)[N], std::string_view name) {
  for (const Row& row : rows) {
    if (row.name == name) return row.hint;
  }
  return nullptr;
}

}  // namespace

const RefusedStatement* refused_statement(std::string_view word) {
  for (const RefusedStatement& row : kRefused) {
    if (row.word == word) return &row;
  }
  return nullptr;
}

std::string call_hint(const std::vector<std::string>& path, std::string_view description) {
  if (path.size() == 2 && path[0] == "math" && (path[1] == "floor" || path[1] == "ceil"))
    return "write tack.i64(" + path[1] + "(x)); " + path[1] + "(x) alone is a float";
  const std::string& name = path.back();
  if (description == "a kernel") return "write what both do in a function with @tack.func";
  auto parents = std::span(path).first(path.size() - 1);
  if (std::find(parents.begin(), parents.end(), "random") != parents.end())
    return name == "randn" || name == "normal" || name == "gauss" || name == "standard_normal"
               ? kNormal
               : kUniform;
  if (const char* hint = find(kFunctions, name)) return hint;
  // from numpy import sqrt
  if (path.size() == 1 && bare_builtin(name) &&
      (description == kNumpyFunction || description.starts_with("a name of a module")))
    return "import it from math, or from nowhere: a kernel has " + name + "(...) without an import";
  // np.sqrt and its like: the language has it under the bare name.
  std::optional<Builtin> builtin = bare_builtin(name);
  if (path.size() > 1 && builtin && *builtin >= Builtin::Abs && *builtin <= Builtin::Tanh)
    return "write " + name + "(...) alone";
  return "call builtins, and functions decorated with @tack.func";
}

std::string_view function_hint(std::string_view name) {
  const char* hint = find(kFunctions, name);
  return hint ? hint : std::string_view();
}

std::string missing_import_hint(const std::vector<std::string>& path) {
  const std::string& head = path[0];
  if (head == "tack") return "write import tack at the top of the file";
  bool is_numpy = head == "np" || head == "numpy";
  if (path.size() == 1 || (head != "math" && !is_numpy)) return {};
  const std::string& name = path.back();
  if (std::string_view hint = function_hint(name); !hint.empty()) return std::string(hint);
  if (bare_builtin(name)) {
    std::string alone = "write " + name + "(...) alone";
    return is_numpy ? alone
                    : "write import math at the top of the file, or " + name + "(...) alone";
  }
  return "write import math at the top of the file" +
         std::string(is_numpy ? " and math." + name : "");
}

bool is_python_builtin(std::string_view name) {
  return std::find(std::begin(kPythonBuiltins), std::end(kPythonBuiltins), name) !=
         std::end(kPythonBuiltins);
}

std::string_view vector_member_hint(std::string_view name) {
  const char* hint = find(kVectorMembers, name);
  return hint ? hint : std::string_view();
}

std::string_view member_hint(std::string_view name) {
  const char* hint = find(kMembers, name);
  return hint ? hint : std::string_view();
}

std::string capture_hint(const std::vector<std::string>& path, std::string_view description) {
  const std::string& name = path.back();
  auto is = [&](std::string_view text) { return description.find(text) != std::string::npos; };
  bool is_number = math_member(name).what == Entity::What::Constant;
  bool is_numpy = path.size() > 1 && (path[0] == "np" || path[0] == "numpy");
  if (is_number && is_numpy) return "write math." + name;
  if (is_number && path.size() == 1 &&
      description == "a Python float")  // from math import pi: the number has no name of its own
    return "write math." + name + ", declare it as tack.constant(...) or pass it as an argument";
  if (description == kUncomputed)
    return "this command cannot compute it: write its value, or pass it as an argument";
  if (description == kUnknown)
    return "if it is no tack.constant, declare it as one or pass it as an argument";
  if (is("array") || is("Array")) return "pass it to the kernel as an argument";
  if (is("a list") || is("a tuple"))
    return "declare it as tack.constant(...) of a tuple of numbers, or pass an array";
  if (is("a Python str")) return kNoStrings;
  if (description == "a Python bool" || description == "a Python int" ||
      description == "a Python float" || is("a Python value") || is("a Python name"))
    return "declare it as tack.constant(...) or pass it as an argument";
  if (is("part of a module") || is("a name of"))
    return "declare it as tack.constant(...) in this file or pass it as an argument";
  if (is("a module") || is("a class")) return "a kernel reads members of it that are constants";
  return "declare it as tack.constant(...) or pass it as an argument";
}

std::string_view array_attribute_hint(std::string_view name) {
  const char* hint = find(kArrayAttributes, name);
  return hint ? hint : std::string_view();
}

}  // namespace tack::python
