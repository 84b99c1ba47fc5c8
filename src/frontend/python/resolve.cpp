// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/resolve.hpp"

#include "frontend/python/resolver.hpp"

namespace tack::python {

std::unique_ptr<hir::Kernel> resolve(const Template& kernel, Environment& environment,
                                     std::span<const ArgType> args,
                                     std::span<const ObjectArgument> objects, ir::Module& module,
                                     Reporter& reporter) {
  return Resolver(module, reporter).run(kernel, environment, args, objects);
}

std::unique_ptr<hir::Kernel> Resolver::run(const Template& kernel, Environment& environment,
                                           std::span<const ArgType> args,
                                           std::span<const ObjectArgument> objects) {
  const Tree& tree = kernel.tree();
  kernel_ = std::make_unique<hir::Kernel>();
  hir::Frame* frame = make_frame(kernel, "", nullptr);
  frame->context.kernel = kernel.name();
  kernel_->frame = frame;
  Function function;
  function.source = &kernel;
  function.environment = &environment;
  function.frame = frame;
  function_ = &function;
  // A tree that is not a function has nothing to look into.
  bool is_sound = report_source_errors(kernel, environment, *frame);
  if (tree.name.empty()) return nullptr;
  for (const Message& message : tree.result_messages) reporter_.report(message, frame->context);

  if (!bind_parameters(tree, args, objects)) return nullptr;
  for (const Stmt* s : tree.body) has_loop_ |= s->kind == StmtKind::For;
  for (const Stmt* s : tree.body) {
    bool is_last = s == tree.body.back();
    is_last_ = is_last;
    statement(*s, seen_parallel_loop_ ? kernel_->after : kernel_->before);
  }
  if (!seen_parallel_loop_ && !has_loop_outside_ && is_sound)
    error(Diag::NoParallelLoop, {1, 1, 2});
  if (reporter_.count() == 0 && !workgroups_.empty()) {
    report_workgroups();
    return nullptr;
  }
  return kernel_->loop != nullptr ? std::move(kernel_) : nullptr;
}

// The next argument of the call, number or array.
bool Resolver::argument(Binding& binding, const std::string& name, const ArgType& type,
                        const Place& place) {
  int number = static_cast<int>(kernel_->scalars.size());
  kernel_->scalars.push_back(nullptr);
  kernel_->arrays.push_back(nullptr);
  if (!ir::Type::scalar(type.kind).is_number()) {
    error(Diag::ArgumentType, place, {name});
    return false;
  }
  if (type.is_array) {
    hir::Array& array = kernel_->array_pool.emplace_back();
    array.name = name;
    array.kind = type.kind;
    array.rank = type.rank;
    array.element = type.element;
    array.extents = type.extents;
    array.arg = number;
    kernel_->arrays.back() = binding.array = &array;
  } else {
    hir::Local* local = make_local(name);
    local->fixed = type.kind;
    local->arg = number;
    kernel_->scalars.back() = binding.local = local;
  }
  return true;
}

bool Resolver::bind_parameters(const Tree& tree, std::span<const ArgType> args,
                               std::span<const ObjectArgument> objects) {
  for (size_t k = 0; k < tree.parameters.size(); ++k) {
    const Parameter& parameter = tree.parameters[k];
    Binding binding;
    binding.is_parameter = true;
    if (!objects.empty() && objects[0].parameter == k) {
      const ObjectType& type = *objects[0].type;
      objects = objects.subspan(1);
      binding.object =
          make_object(parameter.name, type, args.subspan(0, type.argument_count), parameter.place);
      if (binding.object == nullptr) return false;
      args = args.subspan(type.argument_count);
    } else {
      if (args.empty()) break;
      if (!argument(binding, parameter.name, args[0], parameter.place)) return false;
      args = args.subspan(1);
    }
    function_->names[parameter.name] = binding;
  }
  return true;
}

hir::Frame* Resolver::make_frame(const Template& source, std::string device_function,
                                 const Place* called_at) {
  hir::Frame& frame = kernel_->frames.emplace_back();
  frame.context.file = &source.source();
  frame.context.device_function = std::move(device_function);
  frame.file = module_.add_file(source.source().name);
  if (called_at != nullptr) {
    const hir::Frame& caller = *function_->frame;
    frame.context.kernel = caller.context.kernel;
    frame.context.called_at = {caller.context.file, called_at->line, called_at->column,
                               called_at->end_column};
    frame.inlined_at = loc(*called_at);
  }
  return &frame;
}

namespace {

// NAME += 1 makes a local of a name that stood for something around the kernel.
std::string unassigned_hint(Environment& environment, const std::string& name) {
  Entity outer = environment.resolve(std::vector<std::string>{name});
  if (outer.what == Entity::What::Missing)
    return "assign it before, on the way that leads here; what a kernel assigns is a local of its "
           "own, whatever the surroundings call so";
  return "a kernel does not change '" + name +
         "' of the surroundings; a local needs a value first, under another name, and what is to "
         "be "
         "kept stands in an array";
}

}  // namespace

bool Resolver::report_source_errors(const Template& source, Environment& environment,
                                    const hir::Frame& frame) {
  const Tree& tree = source.tree();
  if (!reported_.insert(&source).second) return tree.messages.empty();
  for (const Message& message : tree.messages) reporter_.report(message, frame.context);
  for (Message message : tree.scope.messages) {
    if (message.diag == Diag::Unassigned)
      message.args.push_back(unassigned_hint(environment, message.args[0]));
    reporter_.report(message, frame.context);
  }
  return tree.messages.empty();
}

// A kernel without a loop is told that alone.
std::nullptr_t Resolver::effect_outside(const Place& place, std::string what) {
  return has_loop_ ? error(Diag::EffectOutside, place, {std::move(what)}) : nullptr;
}

std::nullptr_t Resolver::error(Diag diag, const Place& place, std::vector<std::string> args) {
  reporter_.report({diag, place, std::move(args)}, function_->frame->context);
  return nullptr;
}

ir::Loc Resolver::loc(const Place& place) {
  const hir::Frame& frame = *function_->frame;
  ir::LocInfo info;
  info.file = frame.file;
  info.line = place.line + frame.context.file->first_line - 1;
  info.column = place.column;
  info.end_column = place.end_column;
  info.inlined_at = frame.inlined_at;
  return module_.add_loc(info);
}

hir::Expr* Resolver::make(hir::Node kind, const Place& place, std::vector<hir::Expr*> args) {
  // Each inlined call is a copy: f that calls g twice, which calls h twice, ... doubles each time.
  constexpr size_t kMaxExprs = 400000;
  hir::Expr& e = kernel_->exprs.emplace_back();
  e.kind = kind;
  e.place = place;
  e.frame = function_->frame;
  e.loc = loc(place);
  e.args = std::move(args);
  if (kernel_->exprs.size() > kMaxExprs && !is_too_large_) {
    is_too_large_ = true;
    error(Diag::TooLarge, place);
  }
  return &e;
}

hir::Stmt* Resolver::make(hir::Step kind, const Place& place) {
  hir::Stmt& s = kernel_->stmts.emplace_back();
  s.kind = kind;
  s.place = place;
  s.frame = function_->frame;
  s.loc = loc(place);
  return &s;
}

hir::Local* Resolver::make_local(std::string name) {
  hir::Local& local = kernel_->locals.emplace_back();
  local.name = std::move(name);
  function_->frame->locals.push_back(&local);
  return &local;
}

}  // namespace tack::python
