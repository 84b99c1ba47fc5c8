// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/frontend.hpp"

#include <algorithm>
#include <set>

#include "frontend/python/emitter.hpp"
#include "frontend/python/find_function.hpp"
#include "frontend/python/infer.hpp"
#include "frontend/python/parser.hpp"
#include "frontend/python/resolve.hpp"
#include "frontend/python/scope.hpp"

namespace tack::python {
namespace {

void collect_assigned(const Body& body, std::set<std::string>& names) {
  auto bind = [&](const Expr& target, const auto& self) -> void {
    if (target.kind == ExprKind::Name) names.insert(target.text);
    if (target.kind == ExprKind::Tuple) {
      for (const Expr* item : target.args) self(*item, self);
    }
  };
  for (const Stmt* s : body) {
    for (const Expr* target : s->targets) bind(*target, bind);
    collect_assigned(s->body, names);
    collect_assigned(s->orelse, names);
  }
}

const Expr* find_read(const Expr& e, const std::set<std::string>& names) {
  if (e.kind == ExprKind::Name) return names.count(e.text) ? &e : nullptr;
  const Expr* found = nullptr;
  for_each_operand(e, [&](const Expr& operand) {
    if (found == nullptr) found = find_read(operand, names);
  });
  return found;
}

const Expr* find_read(const Stmt& s, const std::set<std::string>& names) {
  const Expr* found = s.value != nullptr ? find_read(*s.value, names) : nullptr;
  for (const Expr* target : s.targets) {
    if (found == nullptr && (target->kind != ExprKind::Name || s.kind == StmtKind::AugAssign))
      found = find_read(*target, names);
  }
  for (const Body* body : {&s.body, &s.orelse}) {
    for (const Stmt* inner : *body) {
      if (found == nullptr) found = find_read(*inner, names);
    }
  }
  return found;
}

// What decoration itself refuses: a final return without a return annotation, or one that reads
// what the loop assigns.
std::optional<Message> final_return_error(const Tree& tree) {
  if (tree.body.empty() || tree.body.back()->kind != StmtKind::Return) return std::nullopt;
  const Stmt& s = *tree.body.back();
  if (s.value == nullptr) return std::nullopt;
  if (!tree.has_return_annotation) return Message{Diag::ReturnAnnotation, s.place, {}};
  std::set<std::string> assigned;
  for (const Stmt* other : tree.body) {
    if (other->kind == StmtKind::For) {
      collect_assigned({const_cast<Stmt*>(other)}, assigned);
    }
  }
  // What stands between the loop and the return reads for it.
  bool is_after = false;
  const Expr* read = nullptr;
  for (const Stmt* other : tree.body) {
    if (is_after && read == nullptr) read = find_read(*other, assigned);
    is_after |= other->kind == StmtKind::For;
  }
  if (read == nullptr) return std::nullopt;
  return Message{Diag::ReturnLoopLocal, s.place, {read->text}};
}

}  // namespace

Template::Template(SourceFile source, TemplateKind kind, std::vector<Message> before)
    : source_(std::move(source)), kind_(kind) {
  source_.text = dedent(source_.text);
  tree_ = parse_function(source_.text);
  tree_->messages.insert(tree_->messages.begin(), before.begin(), before.end());
  tree_->scope = analyse_scope(*tree_, kind == TemplateKind::Kernel);
  name_ = tree_->name;
  for (const Parameter& parameter : tree_->parameters) parameters_.push_back(parameter.name);
  free_names_ = tree_->scope.free;
  if (kind == TemplateKind::Kernel) {
    if (std::optional<Message> message = final_return_error(*tree_)) {
      MessageContext context;
      context.file = &source_;
      context.kernel = name_;
      decoration_failure_ = to_failure(*message, context);
      // A return without an annotation is found again where it stands.
      if (message->diag == Diag::ReturnLoopLocal) tree_->result_messages.push_back(*message);
    }
  }
}

Template::~Template() = default;

std::shared_ptr<const Template> parse(SourceFile source, TemplateKind kind,
                                      std::vector<Message> before) {
  return std::make_shared<const Template>(std::move(source), kind, std::move(before));
}

std::optional<Failure> source_failure(const Template& source) {
  if (source.tree().messages.empty()) return std::nullopt;
  MessageContext context;
  context.file = &source.source();
  context.kernel = source.name();
  return to_failure(source.tree().messages.front(), context);
}

std::unique_ptr<Compiled> specialise(const Template& kernel, Environment& environment,
                                     std::span<const ArgType> args,
                                     const SpecialiseOptions& options, Diagnostics& diagnostics,
                                     std::optional<Failure>& failure) {
  Reporter reporter(diagnostics, failure);
  auto out = std::make_unique<Compiled>();
  out->module = std::make_unique<ir::Module>();
  out->module->requires_locations = true;
  std::unique_ptr<hir::Kernel> resolved =
      resolve(kernel, environment, args, options.objects, *out->module, reporter);
  if (resolved == nullptr) return nullptr;
  infer(*resolved, options, reporter);
  out->count.kernel = kernel.name();
  bool counts = count_launch(*resolved, out->count, reporter);
  if (!counts || reporter.count() != 0) return nullptr;
  // A prefix, because a kernel may be named like a C function that generated code calls (memset).
  out->kernel = "k_" + ir_name(kernel.name());
  out->uses.resize(resolved->arrays.size());
  auto add_kernel = [&](const std::string& name) -> ir::Function& {
    ir::Function* function = out->module->add_function(name, ir::FunctionKind::Kernel);
    function->title = kernel.name();
    function->small = options.small;
    function->loc = resolved->loop->loc;
    return *function;
  };
  emit_kernels(*resolved, *out, add_kernel, options);
  for (size_t k = 0; k < resolved->arrays.size(); ++k) {
    if (resolved->arrays[k] == nullptr || !resolved->arrays[k]->is_atomic) continue;
    out->uses[k].atomic = out->uses[k].written = true;
  }
  out->prints = resolved->prints;
  return out;
}

}  // namespace tack::python
