// SPDX-License-Identifier: Apache-2.0
#include "kernel_fuzz/run.hpp"

#include <algorithm>

#include "frontend/python/file_module.hpp"
#include "interp/interp.hpp"
#include "ir/verifier.hpp"
#include "kernel_fuzz/call.hpp"

namespace tack::kernel_fuzz {
namespace {

constexpr uint64_t kSteps = 20'000'000;  // programs take thousands

// A finding that the language does not promise away; empty for the others.
std::string objection(const Case& c, const python::Compiled& k, const interp::Fault& fault) {
  if (fault.check == interp::Check::Conflict) return fault.text;
  if (!c.strict || fault.inst->loc == 0) return {};
  switch (fault.check) {
    case interp::Check::DivideByZero:
    case interp::Check::ShiftCount:
      return fault.text;
    case interp::Check::NeverStored:
      // A local array holds zeros from its statement on.
      return k.checks.locals.count(fault.inst->operands[0]) && fault.inst->operands.size() == 1
                 ? fault.text
                 : std::string();
    default:
      return {};
  }
}

// What the kernel sees of the instance; null when there is no such class.
std::shared_ptr<const python::ObjectType> object_type(const Case& c,
                                                      const python::FileModule& module) {
  using Member = python::ObjectType::Member;
  const python::FileClass* found = module.find_class(c.object_class);
  if (!found) return nullptr;
  auto type = std::make_shared<python::ObjectType>(found->body);
  auto add = [&](Member member) {
    std::erase_if(type->members, [&](const Member& one) { return one.name == member.name; });
    type->members.push_back(std::move(member));
  };
  for (const Argument& a : c.arguments) {
    size_t dot = a.name.find('.');
    if (dot == std::string::npos) continue;
    Member member;
    member.name = a.name.substr(dot + 1);
    member.what = a.is_array ? Member::What::Array : Member::What::Scalar;
    add(std::move(member));
  }
  for (const auto& [name, value] : c.attributes) {
    Member member;
    member.name = name;
    member.what = Member::What::Constant;
    member.entity = python::Entity::of(python::Constant::of_int(value));
    add(std::move(member));
  }
  type->finish();
  return type;
}

}  // namespace

Result<Lowered> lower(const Case& c, bool traced, bool checks) {
  python::FileModule module(SourceFile{"kernel.py", c.text});
  std::vector<const python::Template*> kernels;
  for (const auto& kernel : module.kernels()) kernels.push_back(kernel.source.get());
  for (const python::FileClass& one : module.classes())
    for (const auto& kernel : one.kernels) kernels.push_back(kernel.source.get());
  if (kernels.size() != 1) return Error{"not one kernel"};
  const python::Template& source = *kernels[0];
  std::vector<python::ArgType> types;
  std::vector<python::CountArg> counts;
  for (const Argument& a : c.arguments) {
    python::Shape element;
    if (a.element) element = python::Shape::vector(static_cast<size_t>(a.element));
    if (a.cols)
      element = python::Shape::matrix(static_cast<size_t>(a.element), static_cast<size_t>(a.cols));
    types.push_back(
        a.is_array ? python::ArgType::array(a.kind, static_cast<uint32_t>(a.shape.size()), element)
                   : python::ArgType::scalar(a.kind));
    if (c.way.extents) types.back().extents = a.shape;
    python::CountArg count;
    count.shape = a.shape;
    count.is_u64 = a.kind == Kind::U64;
    count.scalar = as_number(a);
    counts.push_back(count);
  }
  Diagnostics diagnostics;
  std::optional<python::Failure> failure;
  python::SpecialiseOptions options;
  size_t expected = source.parameters().size();
  if (!c.object.empty()) {
    auto type = object_type(c, module);
    if (!type) return Error{"refused: no class " + c.object_class};
    const auto& parameters = source.parameters();
    auto at = std::find(parameters.begin(), parameters.end(), c.object);
    if (at == parameters.end()) return Error{"refused: no object"};
    options.objects.push_back({static_cast<uint32_t>(at - parameters.begin()), type});
    expected = expected - 1 + type->argument_count;
  }
  if (types.size() != expected) return Error{"refused: argument count"};
  options.small = c.way.small;
  options.traced = traced;
  options.checks = checks;
  Lowered out;
  out.compiled =
      python::specialise(source, module.environment(), types, options, diagnostics, failure);
  if (!out.compiled)
    return Error{std::string("refused: ") + exception_name(failure->kind) + ": " + failure->text};
  // A traced kernel calls the host, which the verifier allows none.
  if (!traced) {
    if (std::string fault = ir::verify(*out.compiled->module, ir::Stage::Source); !fault.empty())
      return Error{"the verifier: " + fault.substr(0, fault.find('\n'))};
  }
  auto bounds = python::evaluate(out.compiled->count, counts);
  if (!bounds) return Error{"refused: " + bounds.error().message};
  out.bounds = *bounds;
  return out;
}

Result<Output> interpret(const Case& c, Lowered& lowered, const InterpreterSettings& settings) {
  Call call(c, lowered);
  const python::Compiled& k = *lowered.compiled;
  std::string outside;
  interp::Options options;
  options.steps = kSteps;
  options.never_stored = c.strict;
  options.arithmetic = c.strict;
  if (settings.shuffled) options.order = interp::Order::Shuffled;
  options.externs = [&](interp::Machine&, std::string_view name,
                        const interp::Words& words) -> Result<interp::Words> {
    if (name == python::kShiftCheck) {
      int64_t bits = ir::bits_of(k.checks.shifts[words[0]].kind);
      auto count = static_cast<int64_t>(words[1]);
      if (c.strict && (count < 0 || count >= bits) && outside.empty())
        outside = "a shift by " + std::to_string(count) + " of " + std::to_string(bits) + " bits";
      return interp::Words();
    }
    if (name == python::kStepCheck || name == python::kDivisorCheck) return interp::Words();
    if (name != python::kIndexCheck) return Error{"a call of " + std::string(name)};
    auto index = static_cast<int64_t>(words[1]), extent = static_cast<int64_t>(words[2]);
    const python::CheckTable::Index& site = k.checks.indices[words[0]];
    if (!site.is_part && (index < 0 || index >= extent) && outside.empty())
      outside = "index " + std::to_string(index) + " outside " + std::to_string(extent) + " of " +
                site.whole;
    return interp::Words();
  };
  std::string printed;
  options.print = [&](const std::string& line) { printed += line; };
  interp::Machine machine(*k.module, options);
  std::vector<std::vector<uint8_t>> blocks;
  for (const Block& b : c.blocks) blocks.push_back(b.bytes);
  std::vector<uint64_t> at;
  for (size_t b = 0; b < blocks.size(); ++b) {
    auto mapped = machine.map(blocks[b].data(), blocks[b].size(),
                              static_cast<uint64_t>(ir::bits_of(c.blocks[b].kind)) / 8);
    if (!mapped) return mapped.error();
    at.push_back(*mapped);
  }
  call.block = [&](int b) { return at[static_cast<size_t>(b)]; };
  call.own = [&](void* data, uint64_t bytes) { return *machine.map(data, bytes, 8); };
  interp::Words no_reductions;
  auto done = call.run([&](const ir::Function& kernel, const std::vector<uint64_t>& slots,
                           std::span<const int64_t> extents) {
    return machine.launch(kernel, extents, slots, no_reductions);
  });
  if (!done) return done.error();
  if (!outside.empty()) return Error{outside};
  for (const interp::Fault& fault : machine.faults()) {
    if (std::string text = objection(c, k, fault); !text.empty()) return Error{text};
  }
  if (settings.lines) {
    machine.visit_ran([&](const ir::Inst& inst) {
      for (ir::Loc loc = inst.loc; loc != 0; loc = k.module->locs[loc].inlined_at)
        settings.lines->insert(k.module->locs[loc].line);
    });
  }
  Output out = call.output(std::move(blocks));
  out.printed = std::move(printed);
  return out;
}

}  // namespace tack::kernel_fuzz
