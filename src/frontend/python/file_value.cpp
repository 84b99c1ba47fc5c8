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

const char* describe(const Expr& e, const std::optional<HostValue>& value) {
  if (e.kind == ExprKind::Name || e.kind == ExprKind::Attribute) return "a Python name";
  if (!value) return e.kind == ExprKind::Call && makes_array(e) ? "an array" : "a Python value";
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
  if (e == nullptr || !tree->messages.empty()) return out;

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
    out.entity = Entity::other(describe(*e, out.value));
    return out;
  }
  out.entity = Entity::other(kUncomputed);
  size_t given = e->args.size() - 1;
  if (given != 1 && given != 2) return out;
  std::optional<HostValue> value = evaluate(*e->args[1], lookup);
  std::vector<std::string> dtype_path =
      given == 2 ? dotted_path(*e->args[2]) : std::vector<std::string>{};
  Entity dtype = dtype_path.empty() ? Entity{} : environment.resolve(dtype_path);
  if (!value || (given == 2 && dtype.what != Entity::What::DType)) return out;
  std::optional<Entity> entity = constant_of(*value, dtype.dtype);
  out.entity = Entity::other("a constant that tack.constant refuses");
  if (!entity) return out;
  out.value = entity->what == Entity::What::Constant ? host_value(entity->constant) : value;
  out.entity = std::move(*entity);
  return out;
}

}  // namespace tack::python
