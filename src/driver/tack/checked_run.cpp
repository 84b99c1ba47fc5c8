// SPDX-License-Identifier: Apache-2.0
#include "driver/tack/checked_run.hpp"

#include <cstdio>
#include <map>
#include <set>

#include "driver/tack/commands.hpp"
#include "interp/interp.hpp"
#include "support/ice.hpp"

namespace tack::driver {
namespace {

constexpr size_t kMostShown = 20;

class Checker {
 public:
  Checker(launch::Program& program, launch::Kernel& kernel, const launch::CallArguments& call,
          python::Compiled& compiled, const launch::Bounds& bounds)
      : program_(program),
        kernel_(kernel),
        call_(call),
        compiled_(compiled),
        bounds_(bounds),
        function_(*compiled.module->find_function(compiled.kernel)) {}

  // The findings, in the order they were made. An error ends the run.
  Result<void> run(std::span<const uint64_t> slots) {
    std::vector<interp::Argument> arguments;
    for (const python::KernelParam& param : compiled_.params) {
      bool is_buffer = param.source == python::KernelParam::Source::Buffer ||
                       param.source == python::KernelParam::Source::Table;
      if (is_buffer) {
        arguments.push_back(interp::Argument::buffer(reinterpret_cast<void*>(slots[0]),
                                                     static_cast<int64_t>(slots[1])));
        slots = slots.subspan(2);
      } else {
        arguments.push_back(interp::Argument::number(slots[0]));
        slots = slots.subspan(1);
      }
    }
    interp::Options options;
    options.never_stored = true;
    options.arithmetic = true;
    options.tolerant = true;
    options.max_faults = 10'000;
    options.steps = UINT64_MAX;
    options.externs = [this](interp::Machine& machine, std::string_view name,
                             const interp::Words& words) -> Result<interp::Words> {
      if (name == python::kIndexCheck) {
        check_index(machine, words);
      } else if (name == python::kShiftCheck) {
        check_shift(machine, words);
      } else {
        return Error{"a call of " + std::string(name)};
      }
      return interp::Words();
    };
    size_t rank = function_.extents.size();
    int64_t extents[3];
    python::kernel_extents(static_cast<uint32_t>(compiled_.count.dimensions.size()), bounds_.extent,
                           extents);
    auto outcome = interp::run_kernel(function_, arguments, {extents, rank}, {}, options);
    if (!outcome) return outcome.error();
    for (const interp::Fault& fault : outcome->faults) add(fault);
    return {};
  }

  const std::vector<Diagnostic>& findings() const { return findings_; }

 private:
  enum class Kind : uint8_t { Index, Race, Uninitialised, Division, Shift };

  // Once for each place: the compiler may have written what stands there several times.
  bool is_new(Kind kind, ir::Loc loc) {
    return seen_.emplace(kind, compiled_.module->locs[loc]).second;
  }

  void check_index(const interp::Machine& machine, const interp::Words& words) {
    auto index = static_cast<int64_t>(words[1]), extent = static_cast<int64_t>(words[2]);
    if (index >= 0 && index < extent) return;
    const python::CheckTable::Index& site = compiled_.checks.indices[words[0]];
    if (!is_new(Kind::Index, site.loc)) return;
    std::string text = "index " + std::to_string(index) + " is outside ";
    if (site.dimension >= 0) text += "dimension " + std::to_string(site.dimension) + " of ";
    text += "array '" + site.array + "', whose " +
            (site.dimension >= 0 ? "extent is " : "number of elements is ") +
            std::to_string(extent);
    add("check.index", site.loc, text + ", in " + iteration(machine.item()));
  }

  // As written: the machine sees the count after its conversion.
  void check_shift(const interp::Machine& machine, const interp::Words& words) {
    const python::CheckTable::Shift& site = compiled_.checks.shifts[words[0]];
    auto count = static_cast<int64_t>(words[1]);
    int bits = ir::bits_of(site.kind);
    if ((count >= 0 && count < bits) || !is_new(Kind::Shift, site.loc)) return;
    add("check.shift", site.loc,
        "shift by " + std::to_string(count) + " of a value of type " + ir::kind_name(site.kind) +
            ", whose counts are from 0 to " + std::to_string(bits - 1) + ", in " +
            iteration(machine.item()));
  }

  void add(const interp::Fault& fault) {
    // What the program did not write is the compiler's, and right by construction.
    if (fault.function != &function_ || fault.inst->loc == 0) return;
    ir::Loc loc = fault.inst->loc;
    switch (fault.check) {
      case interp::Check::Conflict:
        add_race(fault);
        break;
      case interp::Check::NeverStored: {
        auto name = compiled_.checks.locals.find(fault.inst->operands[0]);
        if (name == compiled_.checks.locals.end() || !is_new(Kind::Uninitialised, loc)) return;
        bool is_array = fault.inst->operands.size() > 1;
        add("check.uninitialised", loc,
            (is_array ? "an element of local array '" + name->second +
                            "' is read before anything is stored to it, in "
                      : "local '" + name->second + "' is read before it is assigned, in ") +
                iteration(fault.item));
        break;
      }
      case interp::Check::DivideByZero:
        if (!is_new(Kind::Division, loc)) return;
        add("check.division", loc,
            "integer division by zero, which gives " +
                std::string(fault.inst->op == ir::Op::FloorMod ? "the dividend" : "0") + ", in " +
                iteration(fault.item));
        break;
      case interp::Check::ShiftCount:
        break;  // check_shift has told it
      case interp::Check::Overflow:
      case interp::Check::NanMade:
        break;  // both are defined and common
    }
  }

  void add_race(const interp::Fault& fault) {
    const ir::Inst &one = *fault.inst, &two = *fault.other;
    // The same two places, whichever iteration came first.
    ir::Loc low = std::min(one.loc, two.loc), high = std::max(one.loc, two.loc);
    if (!races_.emplace(compiled_.module->locs[low], compiled_.module->locs[high]).second) return;
    auto writes = [](const ir::Inst& inst) { return inst.op != ir::Op::LoadElem; };
    std::string array = array_of(one), other = array_of(two);
    std::string text = iteration(fault.item) + (writes(one) ? " writes" : " reads") +
                       " an element of array '" + array + "' that " + iteration(fault.other_item) +
                       (writes(two) ? " writes" : " reads");
    if (other != array) text += " as one of array '" + other + "'";
    Diagnostic& diagnostic = add("check.race", one.loc, text + "; their order is not defined");
    if (two.loc != 0 && two.loc != one.loc) {
      std::vector<Note> notes;
      notes.push_back({range_of(two.loc), std::string(writes(two) ? "written" : "read") +
                                              " here, in " + iteration(fault.other_item)});
      add_calls(two.loc, notes);
      diagnostic.notes.insert(diagnostic.notes.end(), notes.begin(), notes.end());
    }
  }

  Diagnostic& add(std::string_view id, ir::Loc loc, std::string text) {
    Diagnostic diagnostic;
    diagnostic.severity = Severity::Error;
    diagnostic.id = id;
    diagnostic.where = range_of(loc);
    diagnostic.text = std::move(text);
    add_calls(loc, diagnostic.notes);
    findings_.push_back(std::move(diagnostic));
    return findings_.back();
  }

  void add_calls(ir::Loc loc, std::vector<Note>& notes) const {
    const auto& locs = compiled_.module->locs;
    for (ir::Loc at = locs[loc].inlined_at; at != 0; at = locs[at].inlined_at)
      notes.push_back({range_of(at), "called here"});
  }

  SourceRange range_of(ir::Loc loc) const {
    const ir::LocInfo& info = compiled_.module->locs[loc];
    const std::string& file = compiled_.module->files[info.file];
    // Columns are those of a function's text without its indentation.
    const SourceFile* source = program_.module().find_source(file, info.line);
    if (!source) return {};
    return {source, info.line - source->first_line + 1, info.column, info.end_column};
  }

  // "iteration i = 3", in the values of the loop's variables.
  std::string iteration(const std::vector<int64_t>& item) const {
    std::string names, values;
    for (size_t d = 0; d < item.size(); ++d) {
      if (d) names += ", ", values += ", ";
      names += function_.indices[d]->name;
      values += std::to_string(bounds_.start[d] + item[d] * bounds_.step[d]);
    }
    return item.size() == 1 ? "iteration " + names + " = " + values
                            : "iteration (" + names + ") = (" + values + ")";
  }

  std::string array_of(const ir::Inst& access) const {
    const ir::Inst* buffer = access.operands.empty() ? nullptr : access.operands[0];
    for (size_t k = 0; k < function_.params.size(); ++k)
      if (function_.params[k] == buffer)
        return kernel_.source().parameters()[compiled_.params[k].arg];
    return "?";
  }

  struct Before {
    bool operator()(const ir::LocInfo& a, const ir::LocInfo& b) const {
      return std::tie(a.file, a.line, a.column, a.inlined_at) <
             std::tie(b.file, b.line, b.column, b.inlined_at);
    }
    template <class A, class B>
    bool operator()(const std::pair<A, B>& a, const std::pair<A, B>& b) const {
      if (less(a.first, b.first)) return true;
      return !less(b.first, a.first) && less(a.second, b.second);
    }
    static bool less(Kind a, Kind b) { return a < b; }
    static bool less(const ir::LocInfo& a, const ir::LocInfo& b) { return Before{}(a, b); }
  };

  launch::Program& program_;
  launch::Kernel& kernel_;
  const launch::CallArguments& call_;
  python::Compiled& compiled_;
  const launch::Bounds& bounds_;
  const ir::Function& function_;
  std::set<std::pair<Kind, ir::LocInfo>, Before> seen_;
  std::set<std::pair<ir::LocInfo, ir::LocInfo>, Before> races_;
  std::vector<Diagnostic> findings_;
};

// What a launch of this call passes, by a variant without code, which then keeps some of it.
std::vector<uint64_t> slots_of(const python::Compiled& compiled, const launch::CallArguments& call,
                               launch::Variant& variant, launch::Bounds& bounds,
                               std::string& error) {
  auto plan = std::make_unique<compile::PythonKernel>();
  plan->count = compiled.count;
  plan->params = compiled.params;
  plan->uses = compiled.uses;
  plan->tables = compiled.tables;
  variant.add_form(false, std::move(plan), compiled.kernel);
  if (!variant.evaluate(call, bounds, error)) return {};
  std::vector<uint64_t> slots(variant.slot_count());
  launch::Variant::Result none;  // code that is traced keeps nothing in slots
  variant.fill_slots(call, bounds, none, slots.data());
  return slots;
}

}  // namespace

int checked_run(launch::Program& program, launch::Kernel& kernel,
                const launch::CallArguments& call) {
  std::optional<launch::Fault> fault;
  auto compiled = kernel.lower(launch::argument_types(call), false, fault, true);
  if (!compiled) {
    if (fault->diagnostics.empty())
      complain(fault->text);
    else
      std::fputs(fault->diagnostics.c_str(), stderr);
    return fault->kind == launch::Fault::Kind::Installation ? kOurs : kFound;
  }
  launch::Variant variant(call);
  launch::Bounds bounds;
  std::string error;
  std::vector<uint64_t> slots = slots_of(*compiled, call, variant, bounds, error);
  if (!error.empty()) return complain(error, kFound);
  if (bounds.total == 0) {
    std::fputs("tack: no iteration to check\n", stderr);
    return kFine;
  }
  Checker checker(program, kernel, call, *compiled, bounds);
  Result<void> done = checker.run(slots);
  const std::vector<Diagnostic>& findings = checker.findings();
  for (size_t k = 0; k < findings.size() && k < kMostShown; ++k)
    std::fputs(render(findings[k]).c_str(), stderr);
  if (findings.size() > kMostShown)
    std::fprintf(stderr, "tack: %zu more findings are not shown\n", findings.size() - kMostShown);
  if (!done) return complain("kernel '" + kernel.name() + "': " + done.error().message, kFound);
  if (!findings.empty()) return kFound;
  std::fprintf(stderr, "tack: %lld iterations checked, nothing found\n",
               static_cast<long long>(bounds.total));
  return kFine;
}

}  // namespace tack::driver
