// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/file_value.hpp"

#include <algorithm>
#include <iterator>

#include "frontend/python/parser.hpp"
#include "frontend/python/scope.hpp"

namespace tack::python {
namespace {

std::optional<HostValue> host_value(const Constant& c) {
  if (c.is_float) return HostValue::of(c.float_value);
  return HostValue::of(c.is_negative ? static_cast<__int128>(static_cast<int64_t>(c.int_bits))
                                     : static_cast<__int128>(c.int_bits));
}

// tack.zeros(...), np.arange(...) and their like.
bool makes_array(const Expr& e) {
  constexpr std::string_view kMakers[] = {
      "zeros", "ones",   "empty",    "full",        "array",       "asarray",    "arange",
      "field", "concat", "linspace", "from_dlpack", "from_buffer", "zeros_like", "empty_like"};
  std::vector<std::string> path = dotted_path(*e.args[0]);
  return path.size() > 1 &&
         std::find(std::begin(kMakers), std::end(kMakers), path.back()) != std::end(kMakers);
}

bool opens(const Token& t) { return t.is("(") || t.is("[") || t.is("{"); }
bool closes(const Token& t) { return t.is(")") || t.is("]") || t.is("}"); }

// Where the bracket that opens at `begin` closes; the end when it does not.
size_t closing(std::span<const Token> tokens, size_t begin) {
  int depth = 0;
  for (size_t k = begin; k < tokens.size(); ++k) {
    if (opens(tokens[k])) ++depth;
    if (closes(tokens[k]) && --depth == 0) return k;
  }
  return tokens.size();
}

// What no kernel reads, whatever its arguments are: int(...), np.arange(...), tack.zeros(...).
bool gives_python_value(const std::vector<std::string>& callee, Environment& environment) {
  constexpr std::string_view kPlain[] = {"int",  "float", "bool",  "str",   "len",   "abs",
                                         "list", "dict",  "tuple", "set",   "sum",   "round",
                                         "open", "zip",   "map",   "range", "sorted"};
  if (callee.size() == 1)
    return std::find(std::begin(kPlain), std::end(kPlain), callee[0]) != std::end(kPlain);
  // These give back what they are given.
  constexpr std::string_view kOfAnything[] = {"types",    "copy",        "functools", "itertools",
                                              "operator", "collections", "typing",    "enum",
                                              "argparse", "dataclasses", "contextlib"};
  if (std::find(std::begin(kOfAnything), std::end(kOfAnything), callee[0]) != std::end(kOfAnything))
    return false;
  auto is_library = [&](const char* member) {
    return environment.resolve(std::vector<std::string>{callee[0], member}).what !=
           Entity::What::Other;
  };
  Entity head = environment.resolve(std::vector<std::string>{callee[0]});
  if (head.what != Entity::What::Other) return false;
  bool is_module = head.description.starts_with("a module") && !is_of_python(head.description);
  // A file beside this one may give anything.
  bool is_tack = is_module && is_library("f32"), is_math = is_module && is_library("atan2");
  if (is_tack) return callee.size() == 2 && callee[1] != "func" && callee[1] != "constant";
  return is_module && (is_math || head.description != "a module");
}

// Whether the value may be a constant or a function for kernels. Numbers, and what arithmetic makes
// of them, are none, nor are lists: Python alone knows what a call or a choice gives.
bool may_be_seen(const Expr& e, Environment& environment) {
  switch (e.kind) {
    case ExprKind::Name:
      return true;
    case ExprKind::Cond:
      return may_be_seen(*e.args[1], environment) || may_be_seen(*e.args[2], environment);
    case ExprKind::BoolOp:
      return std::any_of(e.args.begin(), e.args.end(),
                         [&](const Expr* arg) { return may_be_seen(*arg, environment); });
    case ExprKind::Call: {
      std::vector<std::string> callee = dotted_path(*e.args[0]);
      return callee.empty() || (!makes_array(e) && !gives_python_value(callee, environment));
    }
    case ExprKind::Subscript:
    case ExprKind::Attribute: {
      std::vector<std::string> path = dotted_path(e);
      if (path.size() > 1) {  // np.pi
        path.pop_back();
        path.emplace_back("_");
        if (gives_python_value(path, environment)) return false;
      }
      if (e.kind == ExprKind::Subscript) return may_be_seen(*e.args[0], environment);
      return e.text != "shape" && e.text != "size" && e.text != "ndim";
    }
    default:
      return false;
  }
}

// The same of what is not in the grammar of kernels, by its first words.
bool may_be_seen(std::span<const Token> source, Environment& environment) {
  const Token& first = source[0];
  if (opens(first)) return first.is("(") || closing(source, 0) + 1 != source.size();
  if (first.kind != TokenKind::Name) return !first.is("lambda") && !first.is("not");
  std::vector<std::string> callee = {std::string(first.text)};
  size_t k = 1;
  for (; k + 1 < source.size() && source[k].is("."); k += 2)
    callee.emplace_back(source[k + 1].text);
  bool is_call = k < source.size() && source[k].is("(") && closing(source, k) + 1 == source.size();
  return !is_call || !gives_python_value(callee, environment);
}

const char* describe(const Expr& e, const std::optional<HostValue>& value) {
  if (e.kind == ExprKind::Name || e.kind == ExprKind::Attribute) return "a Python name";
  if (e.kind == ExprKind::List) return "a list";
  if (!value) return e.kind == ExprKind::Call && makes_array(e) ? kArrayValue : "a Python value";
  switch (value->what) {
    case HostValue::What::Int:
      return "a Python int";
    case HostValue::What::Float:
      return "a Python float";
    case HostValue::What::Tuple:
      break;
  }
  return "a tuple";
}

}  // namespace

bool is_of_python(std::string_view message) {
  for (std::string_view part : {std::string_view(kUncomputed), std::string_view(kUnknown),
                                std::string_view("only Python reads it"),
                                std::string_view("(only files of one folder are read)")})
    if (message.find(part) != std::string_view::npos) return true;
  return false;
}

AssignedValue assigned_value(std::span<const Token> source, Environment& environment,
                             const HostValues& values) {
  AssignedValue out;
  out.entity = Entity::other("a Python value");
  // Whatever its argument is: a generator, a keyword.
  size_t callee_end = 0;
  while (callee_end + 2 < source.size() && source[callee_end + 1].is(".")) callee_end += 2;
  bool is_call = callee_end + 1 < source.size() && source[callee_end + 1].is("(");
  if (is_call && source[callee_end].is("constant")) out.entity = Entity::other(kUncomputed);
  // Token by token: a name's text may stand elsewhere than the file's.
  std::string text;
  for (size_t k = 0; k < source.size(); ++k) {
    // Kernels have no keyword arguments, tack.constant has one.
    if (source[k].is("dtype") && k + 1 < source.size() && source[k + 1].is("=")) {
      ++k;
      continue;
    }
    text += " " + std::string(source[k].text);
  }
  if (text.empty()) return out;  // a, b = 1,
  std::unique_ptr<Tree> tree = parse_function("def f():\n    return" + text + "\n");
  const Expr* e = tree->body.size() == 1 ? tree->body[0]->value : nullptr;
  if (e == nullptr || !tree->messages.empty()) {
    out.is_unknown = may_be_seen(source, environment);
    if (out.is_unknown && out.entity.description != kUncomputed)
      out.entity = Entity::other(kUnknown);
    return out;
  }

  auto lookup = [&](const std::vector<std::string>& path) -> std::optional<HostValue> {
    if (path.size() == 1) {
      auto found = values.find(path[0]);
      if (found != values.end()) return found->second;
    }
    Entity entity = environment.resolve(path);  // math.pi, a constant of another file
    if (entity.what != Entity::What::Constant) return std::nullopt;
    return host_value(entity.constant);
  };
  std::vector<std::string> callee =
      e->kind == ExprKind::Call ? dotted_path(*e->args[0]) : std::vector<std::string>{};
  out.is_constant = !callee.empty() && (callee.back() == "constant" ||
                                        environment.resolve(callee).description == "tack.constant");
  if (!out.is_constant) {
    out.value = evaluate(*e, lookup);
    out.is_unknown = !out.value && may_be_seen(*e, environment);
    out.entity = Entity::other(out.is_unknown ? kUnknown : describe(*e, out.value));
    return out;
  }
  out.entity = Entity::other(kUncomputed);
  out.is_unknown = true;
  size_t given = e->args.size() - 1;
  if (given != 1 && given != 2) return out;
  std::optional<HostValue> value = evaluate(*e->args[1], lookup);
  std::vector<std::string> dtype_path =
      given == 2 ? dotted_path(*e->args[2]) : std::vector<std::string>{};
  Entity dtype = dtype_path.empty() ? Entity{} : environment.resolve(dtype_path);
  if (dtype.what == Entity::What::DType) out.dtype = dtype.dtype;
  if (!value || (given == 2 && dtype.what != Entity::What::DType)) return out;
  out.is_unknown = false;
  std::optional<Entity> entity = constant_of(*value, dtype.dtype);
  out.entity = Entity::other("a constant that tack.constant refuses");
  if (!entity) return out;
  out.value = entity->what == Entity::What::Constant ? host_value(entity->constant) : value;
  out.entity = std::move(*entity);
  return out;
}

}  // namespace tack::python
