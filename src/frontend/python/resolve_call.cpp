// SPDX-License-Identifier: Apache-2.0
// Calls: builtins, casts, and device functions, which are inlined.
#include <algorithm>

#include "frontend/python/hints.hpp"
#include "frontend/python/resolver.hpp"
#include "frontend/python/scope.hpp"

namespace tack::python {
namespace {

std::string counted(size_t n, const char* noun) {
  return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

// A name for the callee as it was written.
std::string written(const Expr& callee) {
  std::string out;
  for (const std::string& part : dotted_path(callee)) out += (out.empty() ? "" : ".") + part;
  return out;
}

// Whether every path through these statements ends in a return.
bool always_returns(const Body& body) {
  for (const Stmt* s : body) {
    if (s->kind == StmtKind::Return) return true;
    if (s->kind == StmtKind::If && always_returns(s->body) && always_returns(s->orelse))
      return true;
    if (s->kind == StmtKind::Choose && always_returns(s->orelse) &&
        std::all_of(s->body.begin(), s->body.end(),
                    [](const Stmt* arm) { return always_returns(arm->body); }))
      return true;
  }
  return false;
}

}  // namespace

// tack.f32 and its like.
bool Resolver::names_dtype(const Expr& e) {
  std::vector<std::string> path = dotted_path(e);
  return !path.empty() && !function_->source->tree().scope.is_bound(path[0]) &&
         function_->environment->resolve(path).what == Entity::What::DType;
}

std::optional<Entity> Resolver::callee(const Expr& e, hir::Object** receiver) {
  if (e.kind == ExprKind::Attribute && object_named(*e.args[0]) != nullptr) {
    hir::Object* object = nullptr;
    std::optional<Entity> found = method(e, object);
    if (receiver != nullptr) *receiver = object;
    return found;
  }
  std::vector<std::string> path = dotted_path(e);
  if (path.empty()) {
    error(Diag::Unsupported, e.place,
          {"call of a value", "call builtins, and functions decorated with @tack.func"});
    return std::nullopt;
  }
  if (function_->source->tree().scope.is_bound(path[0])) {
    if (path.size() > 1) {
      error(Diag::Attribute, e.place, {path.back(), method_hint(path.back(), *e.args[0])});
    } else {
      error(Diag::NotAFunctionCall, e.place, {path[0], "a local name", call_hint(path)});
    }
    return std::nullopt;
  }
  if (path.size() > 1 && path.back() == "identity") {  // of tack.Matrix under any name
    Entity made = function_->environment->resolve(std::span(path).first(path.size() - 1));
    if (made.what == Entity::What::Builtin && made.builtin == Builtin::Matrix)
      return Entity::of(Builtin::Identity);
  }
  Entity entity = function_->environment->resolve(path);
  if (entity.what == Entity::What::Missing) {
    if (path.size() == 1) {
      if (std::optional<Builtin> builtin = bare_builtin(path[0])) return Entity::of(*builtin);
      if (is_python_builtin(path[0])) return Entity::other("a Python builtin");
    }
    unknown_name(path, entity, e.place);
    return std::nullopt;
  }
  return entity;
}

hir::Expr* Resolver::call(const Expr& e, bool as_statement, size_t results) {
  const Expr& named = *e.args[0];
  bool is_super = named.kind == ExprKind::Attribute && named.args[0]->kind == ExprKind::Call &&
                  named.args[0]->args[0]->kind == ExprKind::Name &&
                  named.args[0]->args[0]->text == "super";
  if (is_super)
    return error(Diag::Unsupported, named.place,
                 {"super()",
                  "a method of the class hides the base's; give the base's a name of its own and "
                  "call that"});
  if (named.kind == ExprKind::Attribute && object_named(*named.args[0]) == nullptr &&
      array_named(*named.args[0]) == nullptr && is_value(*named.args[0]) &&
      (vector_method(named.text) || dotted_path(named).empty()))
    return as_statement ? error(Diag::UselessExpression, e.place) : method_call(e);
  hir::Object* receiver = nullptr;
  std::optional<Entity> entity = callee(*e.args[0], &receiver);
  if (!entity) {
    for (size_t k = 1; k < e.args.size(); ++k) {
      if (array_named(*e.args[k]) == nullptr && object_named(*e.args[k]) == nullptr &&
          !names_dtype(*e.args[k]))
        expr(*e.args[k]);  // for their own errors
    }
    return nullptr;
  }
  std::string name = written(*e.args[0]);
  switch (entity->what) {
    case Entity::What::Function:
      return device_call(*entity->function, e, as_statement, results, receiver);
    case Entity::What::Builtin:
      return builtin_call(entity->builtin, e, as_statement);
    case Entity::What::DType: {
      if (e.args.size() != 2)
        return error(Diag::BuiltinCount, e.place,
                     {name, counted(1, "argument"), std::to_string(e.args.size() - 1)});
      hir::Expr* value = expr(*e.args[1]);
      if (value == nullptr) return nullptr;
      hir::Expr* out = make(hir::Node::Cast, e.place, {value});
      out->cast = entity->dtype;
      return out;
    }
    case Entity::What::Constant:
    case Entity::What::Table:
      return error(Diag::NotAFunctionCall, e.args[0]->place,
                   {name, "a constant", call_hint({name})});
    case Entity::What::Other:
    case Entity::What::Missing:
      break;
  }
  return error(
      Diag::NotAFunctionCall, e.args[0]->place,
      {name, entity->description, call_hint(dotted_path(*e.args[0]), entity->description)});
}

namespace {

// Whose use is an effect that stands only in the parallel loop.
bool is_effect(Builtin builtin) {
  switch (builtin) {
    case Builtin::Barrier:
    case Builtin::BlockSum:
    case Builtin::BlockMin:
    case Builtin::BlockMax:
    case Builtin::AtomicAdd:
    case Builtin::AtomicMin:
    case Builtin::AtomicMax:
    case Builtin::Print:
      return true;
    default:
      return false;
  }
}

bool is_atomic(Builtin builtin) {
  return builtin == Builtin::AtomicAdd || builtin == Builtin::AtomicMin ||
         builtin == Builtin::AtomicMax;
}

}  // namespace

// As the messages write it.
std::string short_name(Builtin builtin) {
  std::string name = builtin_name(builtin);
  return name.substr(name.find('.') + 1) + "()";
}

hir::Expr* Resolver::builtin_call(Builtin builtin, const Expr& e, bool as_statement) {
  if (is_effect(builtin) && is_outside()) {
    for (size_t k = 1; k < e.args.size(); ++k) {
      if (array_named(*e.args[k]) == nullptr && e.args[k]->kind != ExprKind::String)
        expr(*e.args[k]);
    }
    return effect_outside(e.place, short_name(builtin));
  }
  if (as_statement && builtin >= Builtin::Vector && builtin <= Builtin::All)
    return error(Diag::UselessExpression, e.place);
  switch (builtin) {
    case Builtin::Vector:
      return vector_call(e);
    case Builtin::Matrix:
      return matrix_call(e);
    case Builtin::Identity:
      return identity_call(e);
    case Builtin::SelectValue:
      return vector_function(VectorOp::Select, e);
    case Builtin::Any:
      return vector_function(VectorOp::AnyOf, e);
    case Builtin::All:
      return vector_function(VectorOp::AllOf, e);
    default:
      break;
  }
  bool is_statement = builtin == Builtin::LocalArray || builtin == Builtin::LocalArrayLike ||
                      builtin == Builtin::Shared || builtin == Builtin::SharedLike ||
                      builtin == Builtin::Barrier || builtin == Builtin::Print ||
                      is_atomic(builtin);
  if (as_statement && !is_statement) return error(Diag::UselessExpression, e.place);
  switch (builtin) {
    case Builtin::AtomicAdd:
    case Builtin::AtomicMin:
    case Builtin::AtomicMax:
      return atomic_call(builtin, e);
    case Builtin::Print:
      return as_statement ? print_call(e) : error(Diag::PrintOnly, e.place);
    case Builtin::Barrier:
    case Builtin::ThreadId:
    case Builtin::BlockSum:
    case Builtin::BlockMin:
    case Builtin::BlockMax:
      return workgroup_call(builtin, e, as_statement);
    case Builtin::Range:
    case Builtin::NdIndex:
    case Builtin::NdRange:
      return error(Diag::Unsupported, e.place,
                   {std::string(builtin_name(builtin)) + "() outside the head of a for loop"});
    case Builtin::LocalArray:
    case Builtin::LocalArrayLike:
    case Builtin::Shared:
    case Builtin::SharedLike:
      return error(
          Diag::LocalArrayUse, e.place,
          {builtin_name(builtin),
           builtin == Builtin::LocalArrayLike || builtin == Builtin::SharedLike ? "array"
                                                                                : "dtype"});
    case Builtin::Len:
      if (e.args.size() != 2)
        return error(Diag::BuiltinCount, e.place,
                     {"len", counted(1, "argument"), std::to_string(e.args.size() - 1)});
      return shape_of(*e.args[1], nullptr, e.place);
    case Builtin::Int:
    case Builtin::Float: {
      hir::Expr* out = math_call(builtin, e, 1, 1);
      if (out == nullptr) return nullptr;
      out->kind = hir::Node::Cast;
      out->cast = builtin == Builtin::Int ? ir::Kind::I32 : ir::Kind::F32;
      return out;
    }
    case Builtin::Min:
    case Builtin::Max:
      return math_call(builtin, e, 2, SIZE_MAX);
    case Builtin::Atan2:
      return math_call(builtin, e, 2, 2);
    case Builtin::Pow: {
      hir::Expr* out = math_call(builtin, e, 2, 2);
      if (out == nullptr) return nullptr;
      out->kind = hir::Node::Binary;
      out->binary = BinaryOp::Pow;
      return out;
    }
    default:
      return math_call(builtin, e, 1, 1);
  }
}

hir::Expr* Resolver::math_call(Builtin builtin, const Expr& e, size_t least, size_t most) {
  std::vector<hir::Expr*> args;
  for (size_t k = 1; k < e.args.size(); ++k) args.push_back(expr(*e.args[k]));
  if (args.size() < least || args.size() > most)
    return error(
        Diag::BuiltinCount, e.place,
        {builtin_name(builtin), (most == SIZE_MAX ? "at least " : "") + counted(least, "argument"),
         std::to_string(args.size()),
         builtin == Builtin::Log && args.size() == 2
             ? "write log2(x), log10(x) or log(x) / log(base)"
             : ""});
  if (std::find(args.begin(), args.end(), nullptr) != args.end()) return nullptr;
  hir::Expr* out = make(hir::Node::Math, e.place, std::move(args));
  out->builtin = builtin;
  return out;
}

// Arguments are evaluated in the caller, in order; arrays are passed by reference.
bool Resolver::bind_arguments(Function& callee, const Expr& e, hir::Object* receiver,
                              hir::Body& body) {
  const Tree& tree = callee.source->tree();
  bool ok = true;
  size_t first = receiver != nullptr ? 1 : 0;
  if (receiver != nullptr) {
    Binding& self = callee.names[tree.parameters[0].name];
    self.object = receiver;
    self.is_parameter = true;
  }
  for (size_t k = first; k < tree.parameters.size(); ++k) {
    const std::string& name = tree.parameters[k].name;
    const Expr& arg = *e.args[k + 1 - first];
    Binding binding;
    binding.is_parameter = true;
    if (hir::Array* array = array_named(arg)) {
      binding.array = array;
    } else if (hir::Object* object = object_named(arg)) {
      binding.object = object;
    } else {
      hir::Expr* value = expr(arg);
      if (value == nullptr) ok = false;
      hir::Local& local = kernel_->locals.emplace_back();
      local.name = name;
      local.is_temporary = tree.scope.bound.at(name) == 0;
      callee.frame->locals.push_back(&local);
      binding.local = &local;
      if (value != nullptr) store_local(&local, value, arg.place, body);
    }
    callee.names[name] = binding;
  }
  return ok;
}

hir::Expr* Resolver::device_call(const DeviceFunction& f, const Expr& e, bool as_statement,
                                 size_t results, hir::Object* receiver) {
  const Template& source = *f.source;
  const Tree& tree = source.tree();
  std::string name = written(*e.args[0]);
  if (std::find(active_.begin(), active_.end(), &f) != active_.end())
    return error(Diag::Recursion, e.place, {name});
  constexpr size_t kMaxInlineDepth = 64;
  if (active_.size() >= kMaxInlineDepth) return error(Diag::InlineDepth, e.place, {name});

  Function callee;
  callee.source = &source;
  callee.environment = f.environment.get();
  callee.frame = make_frame(source, source.name().empty() ? name : source.name(), &e.place);
  if (!report_source_errors(source, *callee.environment, *callee.frame)) return nullptr;
  size_t given = e.args.size() - 1, hidden = receiver != nullptr ? 1 : 0;
  if (tree.parameters.empty() && receiver != nullptr)
    return error(Diag::MethodSelf, e.place, {name});
  if (tree.parameters.size() != given + hidden)
    return error(
        Diag::ArgumentCount, e.place,
        {name, counted(tree.parameters.size() - hidden, "argument"), std::to_string(given)});
  hir::Inlined& inlined = kernel_->inlined.emplace_back();
  inlined.frame = callee.frame;
  callee.inlined = &inlined;
  if (!bind_arguments(callee, e, receiver, inlined.body)) return nullptr;

  size_t errors = reporter_.count();
  Function* caller = std::exchange(function_, &callee);
  std::vector<hir::Stmt*> outer_loops = std::exchange(loops_, {});
  active_.push_back(&f);
  statements(tree.body, inlined.body);
  active_.pop_back();
  loops_ = std::move(outer_loops);
  function_ = caller;
  if (reporter_.count() != errors) return nullptr;

  bool ends_in_return = !tree.body.empty() && tree.body.back()->kind == StmtKind::Return;
  inlined.has_early_return = callee.returns > (ends_in_return ? 1u : 0u);
  // The only return is the last statement: its values need no variable.
  for (hir::Local* result : inlined.results)
    result->is_temporary = callee.returns == 1 && !inlined.has_early_return;
  if (!as_statement) {
    if (inlined.results.empty()) return error(Diag::NoValue, e.place, {name});
    if (!always_returns(tree.body)) return error(Diag::MissingReturn, e.place, {name});
    if (results == 1 && inlined.results.size() != 1)
      return error(Diag::SeveralValues, e.place, {name, std::to_string(inlined.results.size())});
  }
  hir::Expr* out = make(hir::Node::Inline, e.place);
  out->inlined = &inlined;
  return out;
}

}  // namespace tack::python
