// SPDX-License-Identifier: Apache-2.0
#include "backend/c89/compile.hpp"

#include "backend/c89/print_function.hpp"
#include "transform/inline_calls.hpp"
#include "transform/lower_control.hpp"
#include "transform/lower_int64.hpp"
#include "transform/lower_small_ints.hpp"
#include "transform/plain_atomics.hpp"
#include "transform/promote_vars.hpp"
#include "transform/simplify.hpp"
#include "transform/split_aggregates.hpp"

namespace tack::c89 {
namespace {

using ir::Function;
using ir::Inst;
using ir::Module;

Result<void> isolate(Module& module, const std::string& name) {
  const Function* kernel = module.find_function(name);
  if (!kernel || !kernel->is_kernel()) return Error{"no kernel @" + name};
  if (kernel->gang != 0) return Error{"kernel @" + name + " is vectorised already"};
  std::erase_if(module.functions, [&](const auto& f) { return f.get() != kernel; });
  return {};
}

// What no lowering takes away.
Result<void> refuse(Module& module) {
  const Function& f = *module.functions[0];
  std::string why;
  walk(f.body, [&](const Inst& inst) {
    if (!why.empty()) return;
    if (inst.op == ir::Op::Fma && inst.type == ir::kF64) why = "fma of f64 has no form in C89";
    if (inst.op == ir::Op::Print) why = "print has no form in C89";
    if (inst.op != ir::Op::Var) return;
    ir::Type type = inst.aux;
    while (type.is_array()) type = module.array_of(type).element;
    if (type.is_struct()) why = "variable " + inst.name + " of a struct was not split";
  });
  if (!why.empty()) return Error{"@" + f.name + ": " + why};
  return {};
}

}  // namespace

std::vector<transform::Step> pipeline(std::string_view kernel, std::vector<Parameter>& parameters) {
  using namespace transform;
  std::string name(kernel);
  auto each = [](void (*pass)(Function&)) {
    return [pass](Module& m) {
      for (auto& f : m.functions) pass(*f);
    };
  };
  return {
      {"inline_calls", inline_calls},
      {"isolate", [name](Module& m) { return isolate(m, name); }},
      {"plain_atomics", each(plain_atomics)},
      {"split_aggregates", split_aggregates},
      {"promote_vars", promote_vars},
      {"simplify", [](Module& m) { simplify(m); }},
      {"raise_entry", [&parameters](Module& m) { parameters = raise_entry(*m.functions[0]); }},
      {"lower_for", each(lower_uncountable_for)},
      {"lower_switch", each(lower_switch)},
      {"lower_small_ints", [](Module& m) { lower_small_ints(*m.functions[0], {true, true}); }},
      {"lower_int64", each(lower_int64)},
      {"promote_vars_2", promote_vars},
      {"simplify_2", [](Module& m) { simplify(m); }},
      {"refuse", refuse},
  };
}

Result<Program> compile(Module& module, std::string_view kernel,
                        const transform::PipelineOptions& options) {
  Program program;
  Result<void> passed =
      transform::run_pipeline(module, pipeline(kernel, program.parameters), options);
  if (!passed) return passed.error();
  if (!options.stop_after.empty()) return Error{"stopped after " + options.stop_after};
  print_function(*module.functions[0], program);
  return program;
}

}  // namespace tack::c89
