// SPDX-License-Identifier: Apache-2.0
// Loops: the parallel one and those inside.
#include "frontend/python/resolver.hpp"
#include "frontend/python/scope.hpp"

namespace tack::python {

void Resolver::for_statement(const Stmt& s, hir::Body& to) {
  bool is_parallel = is_kernel_frame() && !in_parallel_loop_;
  if (is_parallel && (seen_parallel_loop_ || branches_ > 0 || !loops_.empty())) {
    has_loop_outside_ = true;
    error(Diag::LoopOutside, s.place,
          {seen_parallel_loop_ ? "; write a second kernel for the second loop" : ""});
    return;
  }
  hir::Stmt* out = make(hir::Step::For, s.place);
  std::vector<hir::Range> ranges;
  bool ok = this->ranges(*s.value, *s.targets[0], ranges);
  if (is_parallel) {
    seen_parallel_loop_ = in_parallel_loop_ = true;
  }
  // Inside the loop its variables hide locals of the same name, which nobody may read after it.
  const Expr& target = *s.targets[0];
  std::vector<const Expr*> names = {&target};
  if (target.kind == ExprKind::Tuple) names.assign(target.args.begin(), target.args.end());
  std::vector<std::pair<std::string, Binding>> hidden;
  for (size_t k = 0; k < names.size(); ++k) {
    if (names[k]->kind != ExprKind::Name) continue;
    Binding& binding = function_->names[names[k]->text];
    if (binding.array != nullptr || binding.object != nullptr)
      error(Diag::SecondName, names[k]->place, {names[k]->text});
    hidden.emplace_back(names[k]->text, binding);
    binding = {};
    binding.local = make_local(names[k]->text);
    binding.local->fixed = ir::Kind::I64;
    if (k < ranges.size()) ranges[k].index = binding.local;
  }
  loops_.push_back(out);
  if (ok && ranges.size() > names.size()) index_vector(*names[0], ranges, *out);
  statements(s.body, out->body);
  loops_.pop_back();
  for (size_t k = hidden.size(); k-- > 0;) function_->names[hidden[k].first] = hidden[k].second;
  if (is_parallel) in_parallel_loop_ = false;
  if (!ok) return;
  out->ranges = std::move(ranges);
  if (is_parallel) {
    kernel_->loop = out;
  } else {
    to.push_back(out);
  }
}

// One name for several indices: a vector of them, the fastest first.
void Resolver::index_vector(const Expr& target, std::vector<hir::Range>& ranges, hir::Stmt& loop) {
  std::vector<hir::Expr*> components;
  for (size_t k = ranges.size(); k-- > 0;) {
    hir::Local* index = make_local(target.text + "_" + std::to_string(ranges.size() - 1 - k));
    index->fixed = ir::Kind::I64;
    ranges[k].index = index;
    ranges[k].shown = target.text + "[" + std::to_string(ranges.size() - 1 - k) + "]";
    components.push_back(read(index, target.place));
  }
  hir::Local* vector = function_->names[target.text].local;
  vector->fixed = ir::Kind::Void;
  store_local(vector, make(hir::Node::Vector, target.place, std::move(components)), target.place,
              loop.body);
}

bool Resolver::ranges(const Expr& iterable, const Expr& target, std::vector<hir::Range>& out) {
  if (hir::Object* object = object_named(iterable)) {
    if (!object_ranges(iterable, target, *object, out)) return false;
    return true;
  }
  size_t names = 1;
  bool ok = true;
  if (target.kind == ExprKind::Tuple) {
    names = target.args.size();
    for (const Expr* item : target.args) {
      if (item->kind != ExprKind::Name) {
        error(Diag::BadTarget, item->place);
        ok = false;
      }
    }
  } else if (target.kind != ExprKind::Name) {
    error(Diag::BadTarget, target.place);
    ok = false;
  }
  if (iterable.kind != ExprKind::Call) {
    if (!is_unseen(iterable)) error(Diag::LoopOver, iterable.place);
    return false;
  }
  std::optional<Entity> entity = callee(*iterable.args[0]);
  if (!entity) return false;
  bool is_range = entity->what == Entity::What::Builtin && entity->builtin == Builtin::Range;
  bool is_nd = entity->what == Entity::What::Builtin &&
               (entity->builtin == Builtin::NdIndex || entity->builtin == Builtin::NdRange);
  if (!is_range && !is_nd) {
    error(Diag::LoopOver, iterable.place);
    return false;
  }
  if (!(is_range ? range_arguments(iterable, out) : ndindex_arguments(iterable, out))) return false;
  if (names != out.size()) {
    std::string hint;
    for (size_t k = 0; k < out.size() && out.size() <= 8; ++k)
      hint += (k == 0 ? "" : ", ") + std::string(1, "ijklmnop"[k]);
    error(Diag::LoopTarget, target.place,
          {std::to_string(out.size()) + (out.size() == 1 ? " dimension" : " dimensions"),
           std::to_string(names) + (names == 1 ? " name" : " names"),
           out.size() > 1 ? ", as in for " + hint + " in" : ""});
    return false;
  }
  return ok;
}

// A bound of a loop. Those of the parallel one are the host's.
hir::Expr* Resolver::bound(const Expr& e) {
  bool is_hosts = is_kernel_frame() && !in_parallel_loop_;
  const hir::Array* array = is_hosts ? array_named(e) : nullptr;
  const hir::Object* object = is_hosts ? object_named(e) : nullptr;
  if (array != nullptr)
    return error(Diag::LoopBound, e.place, {"'" + array->name + "' is an array, not an integer"});
  if (object != nullptr)
    return error(Diag::LoopBound, e.place, {"'" + object->name + "' is an object, not an integer"});
  return expr(e);
}

bool Resolver::range_arguments(const Expr& call, std::vector<hir::Range>& out) {
  size_t n = call.args.size() - 1;
  if (n < 1 || n > 3) {
    error(Diag::BuiltinCount, call.place, {"range", "1 to 3 arguments", std::to_string(n)});
    return false;
  }
  std::vector<hir::Expr*> values;
  for (size_t k = 1; k <= n; ++k) values.push_back(bound(*call.args[k]));
  for (hir::Expr* value : values) {
    if (value == nullptr) return false;
  }
  hir::Range range;
  range.start = n > 1 ? values[0] : nullptr;
  range.stop = n > 1 ? values[1] : values[0];
  range.step = n > 2 ? values[2] : nullptr;
  if (range.step != nullptr) {
    const hir::Expr& step =
        range.step->kind == hir::Node::Cast ? *range.step->args[0] : *range.step;
    if (step.kind == hir::Node::Int && (step.is_negative || step.bits == 0)) {
      error(Diag::LoopStep, call.args[3]->place,
            {std::to_string(static_cast<int64_t>(step.bits)),
             step.is_negative ? "; to go down, count k up and use n - 1 - k" : ""});
      return false;
    }
  }
  out.push_back(range);
  return true;
}

bool Resolver::ndindex_arguments(const Expr& call, std::vector<hir::Range>& out) {
  size_t n = call.args.size() - 1;
  if (n < 1 || n > kMaxDimensions) {
    error(Diag::BuiltinCount, call.place,
          {"tack.ndindex", "1 to " + std::to_string(kMaxDimensions) + " arguments",
           std::to_string(n)});
    return false;
  }
  bool ok = true;
  for (size_t k = 1; k <= n; ++k) {
    const Expr& arg = *call.args[k];
    if (hir::Array* array = shape_named(arg)) {  // each of its extents
      for (uint32_t dim = 0; dim < array->rank; ++dim) {
        hir::Range range;
        range.stop = extent(*array, dim, arg.place);
        out.push_back(range);
      }
      continue;
    }
    hir::Range range;
    if (arg.kind == ExprKind::Tuple) {
      if (arg.args.size() != 2) {
        error(Diag::UnpackCount, arg.place,
              {std::to_string(arg.args.size()) + " values", "(start, end)"});
        return false;
      }
      range.start = bound(*arg.args[0]);
      range.stop = bound(*arg.args[1]);
      if (range.start == nullptr) ok = false;
    } else {
      range.stop = bound(arg);
    }
    if (range.stop == nullptr) ok = false;
    out.push_back(range);
  }
  if (ok && (out.empty() || out.size() > kMaxDimensions)) {
    error(Diag::BuiltinCount, call.place,
          {"tack.ndindex", "1 to " + std::to_string(kMaxDimensions) + " sizes",
           std::to_string(out.size())});
    return false;
  }
  return ok;
}

void Resolver::while_statement(const Stmt& s, hir::Body& to) {
  hir::Expr* condition = expr(*s.value);
  hir::Stmt* out = make(hir::Step::While, s.place);
  out->value = condition;
  ++branches_;
  loops_.push_back(out);
  statements(s.body, out->body);
  loops_.pop_back();
  --branches_;
  if (condition != nullptr) to.push_back(out);
}

void Resolver::loop_control(const Stmt& s, hir::Body& to) {
  bool is_break = s.kind == StmtKind::Break;
  if (loops_.empty()) {
    error(Diag::ControlOutside, s.place, {is_break ? "break" : "continue"});
    return;
  }
  bool is_parallel = is_kernel_frame() && in_parallel_loop_ && loops_.size() == 1;
  if (is_break && is_parallel) {
    error(Diag::BreakParallel, s.place);
    return;
  }
  if (!is_break) loops_.back()->has_continue = true;
  to.push_back(make(is_break ? hir::Step::Break : hir::Step::Continue, s.place));
}

}  // namespace tack::python
