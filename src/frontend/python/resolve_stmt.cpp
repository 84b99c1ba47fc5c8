// SPDX-License-Identifier: Apache-2.0
// Statements that are not loops.
#include <algorithm>

#include "frontend/python/resolver.hpp"
#include "frontend/python/scope.hpp"

namespace tack::python {
namespace {

std::string counted(size_t n, const char* noun) {
  return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

}  // namespace

std::string Resolver::assign_hint(const Expr& target) {
  return object_named(*target.args[0]) != nullptr
             ? "a kernel does not change an object; store to an element of one of its arrays"
             : "assign to a name or an array element";
}

void Resolver::statements(const Body& from, hir::Body& to) {
  open_bodies_.push_back(&to);
  for (const Stmt* s : from) statement(*s, to);
  open_bodies_.pop_back();
}

void Resolver::statement(const Stmt& s, hir::Body& to) {
  Deeper deeper(*this);
  if (!deeper.ok()) {
    error(Diag::TooDeep, s.place);
    return;
  }
  if (is_too_large_) return;
  bool was_last = std::exchange(is_last_, false);
  switch (s.kind) {
    case StmtKind::Assign:
      assign(s, to);
      break;
    case StmtKind::AugAssign:
      augmented(s, to);
      break;
    case StmtKind::Expr:
      expression_statement(s, to);
      break;
    case StmtKind::If: {
      hir::Expr* condition = expr(*s.value);
      hir::Stmt* out = make(hir::Step::If, s.place);
      out->value = condition;
      ++branches_;
      statements(s.body, out->body);
      statements(s.orelse, out->orelse);
      --branches_;
      if (condition != nullptr) to.push_back(out);
      break;
    }
    case StmtKind::Choose: {
      hir::Stmt* out = make(hir::Step::Choose, s.place);
      ++branches_;
      statements(s.body, out->body);
      statements(s.orelse, out->orelse);
      --branches_;
      to.push_back(out);
      break;
    }
    case StmtKind::For:
      for_statement(s, to);
      break;
    case StmtKind::While:
      while_statement(s, to);
      break;
    case StmtKind::Break:
    case StmtKind::Continue:
      loop_control(s, to);
      break;
    case StmtKind::Return:
      is_last_ = was_last;
      return_statement(s, to);
      break;
    case StmtKind::Pass:
      break;
  }
}

// --- assignment

void Resolver::assign(const Stmt& s, hir::Body& to) {
  const Expr& target = *s.targets[0];
  bool is_single = s.targets.size() == 1;
  for (const Expr* one : s.targets) {
    if (one->kind == ExprKind::Tuple) return unpack(s, to);
  }
  if (is_single && (bind_object(target, *s.value) || bind_array(target, *s.value, s, to))) return;
  hir::Expr* value = expr(*s.value);
  if (is_single) {
    assign_target(target, value, s, to);
    return;
  }
  // a = b = value: evaluated once, then stored from left to right.
  if (value != nullptr) value = hold(value, s.value->place, to);
  for (const Expr* one : s.targets) assign_target(*one, value, s, to);
}

// o = obj: a second name for an object.
bool Resolver::bind_object(const Expr& target, const Expr& value) {
  hir::Object* object = object_named(value);
  if (object == nullptr) return false;
  if (target.kind != ExprKind::Name) {
    error(Diag::ObjectAsValue, value.place, {object->name, object->type->class_name});
    return true;
  }
  Binding& binding = function_->names[target.text];
  if (binding.local != nullptr || binding.array != nullptr || binding.object != nullptr ||
      function_->source->tree().scope.bound.at(target.text) != 1) {
    error(Diag::SecondName, target.place, {target.text});
    return true;
  }
  binding.object = object;
  return true;
}

// True when the statement binds a name to storage (or tried to).
bool Resolver::bind_array(const Expr& target, const Expr& value, const Stmt& s, hir::Body& to) {
  hir::Array* array = array_named(value);
  std::optional<Builtin> storage;
  if (array == nullptr) storage = storage_call(value);
  bool is_declaration = storage.has_value();
  if (array == nullptr && !is_declaration) return false;
  if (target.kind != ExprKind::Name) {
    if (is_declaration) {
      builtin_call(*storage, value, false);
    } else {
      error(Diag::ArrayAsValue, value.place, {array->name});
    }
    return true;
  }
  Binding& binding = function_->names[target.text];
  // The same array again is no second one.
  bool is_known = !is_declaration && binding.array == array && !binding.is_parameter;
  if (is_known) return true;
  if (binding.local != nullptr || binding.array != nullptr || binding.object != nullptr ||
      (is_declaration && function_->source->tree().scope.bound.at(target.text) != 1)) {
    second_name(target);
    return true;
  }
  if (is_declaration) {
    hir::Array& made = kernel_->array_pool.emplace_back();
    made.name = target.text;
    if (!local_array(*storage, value, made)) return true;
    hir::Stmt* out = make(hir::Step::Declare, s.place);
    out->array = &made;
    to.push_back(out);
    function_->names[target.text].array = &made;
    return true;
  }
  if (array->arg < 0) {
    error(Diag::LocalArrayName, target.place, {array->name});
    return true;
  }
  binding.array = array;
  return true;
}

// Which of the storage declarations a call is.
std::optional<Builtin> Resolver::storage_call(const Expr& value) {
  if (value.kind != ExprKind::Call) return std::nullopt;
  std::vector<std::string> path = dotted_path(*value.args[0]);
  if (path.empty() || function_->source->tree().scope.is_bound(path[0])) return std::nullopt;
  Entity entity = function_->environment->resolve(path);
  if (entity.what != Entity::What::Builtin) return std::nullopt;
  bool is_storage = entity.builtin == Builtin::LocalArray ||
                    entity.builtin == Builtin::LocalArrayLike ||
                    entity.builtin == Builtin::Shared || entity.builtin == Builtin::SharedLike;
  return is_storage ? std::optional(entity.builtin) : std::nullopt;
}

bool Resolver::local_array(Builtin builtin, const Expr& call, hir::Array& array) {
  if (call.args.size() != 3) {
    error(Diag::BuiltinCount, call.place,
          {builtin_name(builtin), "2 arguments", std::to_string(call.args.size() - 1)});
    return false;
  }
  bool is_shared = builtin == Builtin::Shared || builtin == Builtin::SharedLike;
  if (is_shared) workgroup_call(builtin, call, true);
  const Expr& type = *call.args[1];
  if (builtin == Builtin::LocalArrayLike || builtin == Builtin::SharedLike) {
    const hir::Array* like = array_named(type);
    if (like == nullptr) {
      error(Diag::LocalArrayLike, type.place, {builtin_name(builtin)});
      return false;
    }
    array.kind = like->kind;
    array.element = like->element;
  } else {
    std::vector<std::string> path = dotted_path(type);
    Entity dtype;
    if (!path.empty() && !function_->source->tree().scope.is_bound(path[0]))
      dtype = function_->environment->resolve(path);
    if (dtype.what != Entity::What::DType) {
      error(Diag::LocalArrayType, type.place);
      return false;
    }
    array.kind = dtype.dtype;
  }
  if (call.args[2]->kind == ExprKind::Tuple || call.args[2]->kind == ExprKind::List) {
    error(Diag::Unsupported, call.args[2]->place,
          {"tuple as the size of a local array",
           "a local array has one dimension; give the number of elements, and index "
           "row * columns + column"});
    return false;
  }
  hir::Expr* size = expr(*call.args[2]);
  if (size == nullptr) return false;
  constexpr uint32_t kMostSteps = 1000;
  fold_steps_ = kMostSteps;
  std::optional<int64_t> value = fold(*size);
  fold_steps_ = 0;
  if (!value || *value < 1 || *value > 65536) {
    error(Diag::LocalArraySize, call.args[2]->place);
    return false;
  }
  array.size = static_cast<uint64_t>(*value);
  return true;
}

namespace {

std::optional<int64_t> folded(BinaryOp op, int64_t a, std::optional<int64_t> b) {
  if (!b) return std::nullopt;
  int64_t result = 0;
  bool bad = false;
  switch (op) {
    case BinaryOp::Add:
      bad = __builtin_add_overflow(a, *b, &result);
      break;
    case BinaryOp::Sub:
      bad = __builtin_sub_overflow(a, *b, &result);
      break;
    case BinaryOp::Mul:
      bad = __builtin_mul_overflow(a, *b, &result);
      break;
    case BinaryOp::FloorDiv:
      if (*b == 0 || *b == -1) return *b == 0 ? std::nullopt : folded(BinaryOp::Sub, 0, a);
      result = a / *b - (a % *b != 0 && (a < 0) != (*b < 0));
      break;
    default:
      return std::nullopt;
  }
  return bad ? std::nullopt : std::optional(result);
}

}  // namespace

// Integer arithmetic of constants, locals assigned once and, where the code may count on them,
// known extents; exact; nothing for anything else.
std::optional<int64_t> Resolver::fold(const hir::Expr& e, bool with_extents) {
  if (e.kind == hir::Node::Int) return constant_int(e);
  if (e.kind == hir::Node::Local) {  // n = len(x); h, w = x.shape
    const hir::Local& local = *e.local;
    bool is_value = local.is_single || local.is_temporary;
    if (!is_value || local.arg >= 0 || local.assignments != 1 || local.value == nullptr ||
        fold_steps_ == 0)
      return std::nullopt;
    // A value, not a size: where the local is read without being assigned it is 0.
    bool is_open =
        std::find(open_bodies_.begin(), open_bodies_.end(), local.home) != open_bodies_.end();
    if (!with_extents && !local.is_temporary && !is_open) return std::nullopt;
    --fold_steps_;
    return fold(*local.value, with_extents);
  }
  if (e.kind == hir::Node::Dim) {
    if (!with_extents) return std::nullopt;
    kernel_->sizes.emplace_back(e.array, e.dim);
    if (e.array->extents.empty()) return std::nullopt;
    return e.array->extents[e.dim];
  }
  if (e.kind == hir::Node::Unary && e.unary == UnaryOp::Neg) {
    std::optional<int64_t> value = fold(*e.args[0], with_extents);
    return value ? folded(BinaryOp::Sub, 0, value) : std::nullopt;
  }
  if (e.kind == hir::Node::Cast && is_int(e.cast)) {
    std::optional<int64_t> value = fold(*e.args[0], with_extents);
    // A typed constant has been checked to fit; what does not is no size anyway.
    return value && *value >= 0 &&
                   (ir::bits_of(e.cast) == 64 || *value >> (ir::bits_of(e.cast) - 1) == 0)
               ? value
               : std::nullopt;
  }
  if (e.kind != hir::Node::Binary) return std::nullopt;
  std::vector<const hir::Expr*> chain;
  const hir::Expr* at = &e;
  for (; at->kind == hir::Node::Binary; at = at->args[0]) chain.push_back(at);
  std::optional<int64_t> result = fold(*at, with_extents);
  for (size_t k = chain.size(); k-- > 0 && result;)
    result = folded(chain[k]->binary, *result, fold(*chain[k]->args[1], with_extents));
  return result;
}

hir::Local* Resolver::assigned_local(const Expr& target) {
  Binding& binding = function_->names[target.text];
  if (binding.array != nullptr || binding.object != nullptr) {
    second_name(target);
    return nullptr;
  }
  if (binding.local == nullptr) binding.local = make_local(target.text);
  binding.local->is_single = function_->source->tree().scope.bound.at(target.text) == 1;
  return binding.local;
}

// `value` may be null after an error: the target is still looked at.
void Resolver::assign_target(const Expr& target, hir::Expr* value, const Stmt& s, hir::Body& to) {
  if (target.kind == ExprKind::Name) {
    hir::Local* local = assigned_local(target);
    if (local != nullptr && value != nullptr) store_local(local, value, s.place, to);
    return;
  }
  hir::Stmt* out = place_of(target, s);
  if (out == nullptr || value == nullptr) return;
  out->value = value;
  to.push_back(out);
  if (out->kind == hir::Step::SetPart) count_assignment(out->local, nullptr);
}

// A statement that writes where `target` says: an element of an array, or a component of one or of
// a local. Its value is still open. Null after an error.
hir::Stmt* Resolver::place_of(const Expr& target, const Stmt& s) {
  hir::Expr* place = nullptr;
  if (target.kind == ExprKind::Attribute) {
    bool handled = false;
    if (array_named(*target.args[0]) == nullptr && object_named(*target.args[0]) == nullptr)
      place = named_component(target, handled);
    if (!handled) {
      error(Diag::Attribute, target.place, {target.text, assign_hint(target)});
      return nullptr;
    }
  } else {
    place = subscript(target);
  }
  const hir::Expr* base = place;
  if (place != nullptr && place->kind == hir::Node::Component) base = place->args[0];
  bool is_local = base != nullptr && base != place && base->kind == hir::Node::Local;
  if (!is_local && !check_store_outside(s.place)) return nullptr;
  if (place == nullptr) return nullptr;
  if (!is_local && base->kind != hir::Node::Load) {
    error(Diag::BadTarget, target.place);
    return nullptr;
  }
  hir::Stmt* out = make(is_local ? hir::Step::SetPart : hir::Step::Store, s.place);
  if (base != place) out->part = place;
  if (is_local) {
    out->local = base->local;
    out->local->is_temporary = false;  // an argument of a device function
  } else {
    out->array = base->array;
    out->indices = base->args;
  }
  return out;
}

bool Resolver::check_store_outside(const Place& place) {
  if (!is_outside()) return true;
  effect_outside(place, "store");
  return false;
}

void Resolver::store_local(hir::Local* local, hir::Expr* value, const Place& place, hir::Body& to) {
  hir::Stmt* out = make(hir::Step::Assign, place);
  out->local = local;
  out->value = value;
  to.push_back(out);
  local->home = &to;
  count_assignment(local, value);
}

void Resolver::count_assignment(hir::Local* local, hir::Expr* value) {
  ++local->assignments;
  local->value = local->assignments == 1 ? value : nullptr;
  if (is_outside() && !seen_parallel_loop_) {
    ++local->outer_assignments;
    bool is_plain = is_kernel_frame() && branches_ == 0 && loops_.empty();
    local->outer_value = is_plain && local->outer_assignments == 1 ? value : nullptr;
  }
}

void Resolver::augmented(const Stmt& s, hir::Body& to) {
  const Expr& target = *s.targets[0];
  auto combine = [&](hir::Expr* old, hir::Expr* value) {
    hir::Expr* e = make(hir::Node::Binary, s.place, {old, value});
    e->binary = s.binary;
    return e;
  };
  if (target.kind == ExprKind::Name) {
    if (!function_->source->tree().scope.is_bound(target.text)) return;
    hir::Local* local = assigned_local(target);
    if (local == nullptr) return;
    hir::Expr* old = read(local, target.place);
    hir::Expr* value = expr(*s.value);
    if (value != nullptr) store_local(local, combine(old, value), s.place, to);
    return;
  }
  // The index once, then the old value, then the right side.
  hir::Stmt* out = place_of(target, s);
  hir::Expr* value = expr(*s.value);
  if (out == nullptr || value == nullptr) return;
  out->old = make_local("");
  out->old->is_temporary = true;
  out->value = combine(read(out->old, target.place), value);
  to.push_back(out);
  if (out->kind == hir::Step::SetPart) {
    out->kind = hir::Step::AugSetPart;
    count_assignment(out->local, nullptr);
  } else {
    out->kind = hir::Step::AugStore;
  }
}

void Resolver::expression_statement(const Stmt& s, hir::Body& to) {
  const Expr& e = *s.value;
  if (e.kind == ExprKind::String) return;  // a docstring, or a comment in this form
  if (e.kind != ExprKind::Call) {
    error(Diag::UselessExpression, e.place);
    return;
  }
  hir::Expr* value = call(e, true, 0);
  if (value == nullptr) return;
  bool has_effect = value->kind == hir::Node::Inline || value->kind == hir::Node::Atomic ||
                    value->kind == hir::Node::Print;
  if (!has_effect) {
    error(Diag::UselessExpression, e.place);
    return;
  }
  hir::Stmt* out = make(hir::Step::Eval, s.place);
  out->value = value;
  to.push_back(out);
}

// --- return

// What the annotation says about a kernel's value.
void Resolver::result_kind() {
  const Tree& tree = function_->source->tree();
  const std::vector<std::string>& path = tree.return_annotation;
  Entity entity = path.empty() ? Entity{} : function_->environment->resolve(path);
  if (entity.what == Entity::What::Missing && path.size() == 1) {
    if (std::optional<Builtin> builtin = bare_builtin(path[0])) entity = Entity::of(*builtin);
  }
  bool is_builtin = entity.what == Entity::What::Builtin;
  kernel_->is_float_result = is_builtin && entity.builtin == Builtin::Float;
  if (entity.what == Entity::What::DType) {
    kernel_->result_kind = entity.dtype;
  } else if (!kernel_->is_float_result && !(is_builtin && entity.builtin == Builtin::Int)) {
    error(Diag::ReturnType, tree.return_annotation_place);
  }
}

void Resolver::return_statement(const Stmt& s, hir::Body& to) {
  if (is_kernel_frame()) {
    if (!is_last_ || !seen_parallel_loop_ || s.value == nullptr) {
      error(Diag::ReturnNotLast, s.place);
    } else if (!function_->source->tree().has_return_annotation) {
      error(Diag::ReturnAnnotation, s.place);
    } else {
      kernel_->result = expr(*s.value);
      result_kind();
    }
    return;
  }
  ++function_->returns;
  if (!loops_.empty()) error(Diag::ReturnInLoop, s.place);
  std::vector<hir::Expr*> values;
  if (s.value != nullptr && s.value->kind == ExprKind::Tuple) {
    for (const Expr* item : s.value->args) values.push_back(expr(*item));
  } else if (s.value != nullptr && s.value->kind == ExprKind::Call) {
    hir::Expr* called = call(*s.value, false, SIZE_MAX);
    if (called != nullptr && called->kind == hir::Node::Inline &&
        called->inlined->results.size() > 1) {
      hir::Stmt* out = make(hir::Step::Eval, s.place);
      out->value = called;
      to.push_back(out);
      for (hir::Local* result : called->inlined->results)
        values.push_back(read(result, s.value->place));
    } else {
      values.push_back(called);
    }
  } else if (s.value != nullptr && s.value->kind != ExprKind::None) {
    values.push_back(expr(*s.value));
  }
  if (std::find(values.begin(), values.end(), nullptr) != values.end()) return;
  std::vector<hir::Local*>& results = function_->inlined->results;
  if (!function_->has_results) {
    function_->has_results = true;
    for (size_t k = 0; k < values.size(); ++k) results.push_back(make_local(""));
  } else if (results.size() != values.size()) {
    error(Diag::ReturnCount, s.place,
          {counted(values.size(), "value"), counted(results.size(), "value")});
    return;
  }
  for (size_t k = 0; k < values.size(); ++k) store_local(results[k], values[k], s.place, to);
  to.push_back(make(hir::Step::Return, s.place));
}

}  // namespace tack::python
