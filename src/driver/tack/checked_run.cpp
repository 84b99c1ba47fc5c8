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
          python::Compiled& compiled)
      : program_(program),
        call_(call),
        compiled_(compiled),
        arguments_(python::argument_names(kernel.source().parameters(), call.objects())),
        variant_(call) {
    // The plan of a launch without code, which then keeps some of it.
    auto plan = std::make_unique<compile::PythonKernel>();
    plan->count = compiled.count;
    plan->params = compiled.params;
    plan->result = compiled.result;
    plan->uses = compiled.uses;
    plan->tables = compiled.tables;
    variant_.add_form(false, std::move(plan), compiled.kernel);
  }

  // False with a RuntimeError's text: see Variant::evaluate.
  bool evaluate(Error& error) { return variant_.evaluate(call_, bounds_, error); }
  int64_t iterations() const { return bounds_.total; }
  bool has_value() const { return variant_.has_value(); }

  // The findings, in the order they were made. An error ends the run.
  Result<void> run(launch::Kernel::Launched& launched) {
    launch::Variant::Result around;
    around.slots.assign(compiled_.result.slots, 0);
    copy_arrays();
    if (bounds_.total != 0) {
      std::vector<uint64_t> slots(variant_.slot_count());
      variant_.fill_slots(call_, bounds_, around, slots.data());
      int64_t extents[3];
      auto rank = static_cast<uint32_t>(compiled_.count.dimensions.size());
      python::kernel_extents(rank, bounds_.extent, extents);
      auto done = interpret(compiled_.kernel, compiled_.params, slots,
                            {extents, python::kernel_rank(rank)});
      if (!done) return done;
    }
    launched.items = bounds_.total;
    if (!has_value()) return {};
    is_in_result_ = true;
    const std::vector<python::KernelParam>& params = compiled_.result.after_params;
    const int64_t one = 1;
    auto done = interpret(compiled_.result.after, params,
                          variant_.once_slots(params, call_, around), {&one, 1});
    launched.kind = variant_.value_kind();
    launched.bits = around.slots[0];
    return done;
  }

  const std::vector<Diagnostic>& findings() const { return findings_; }

 private:
  enum class Kind : uint8_t { Index, Race, Uninitialised, Division, Shift, Step };

  // What the arrays hold before the loop, for the statements there: buffers with index 1.
  void copy_arrays() {
    for (const std::vector<python::KernelParam>* params :
         {&compiled_.params, &compiled_.result.after_params}) {
      for (const python::KernelParam& param : *params) {
        if (param.source != python::KernelParam::Source::Buffer || param.index != 1) continue;
        const launch::ArrayData& array = *call_.values[param.arg].array;
        const auto* data = static_cast<const uint8_t*>(array.data);
        auto bytes =
            static_cast<size_t>(array.size) * static_cast<size_t>(ir::bits_of(array.kind()) / 8);
        // Aligned as its elements are: from the allocator's.
        if (auto& copy = copies_[param.arg]; copy.empty() && bytes != 0)
          copy.assign(data, data + bytes);
      }
    }
  }

  Result<void> interpret(const std::string& name, const std::vector<python::KernelParam>& params,
                         std::span<const uint64_t> slots, std::span<const int64_t> extents) {
    function_ = compiled_.module->find_function(name);
    params_ = &params;
    std::vector<interp::Argument> arguments;
    for (const python::KernelParam& param : params) {
      using Source = python::KernelParam::Source;
      bool is_array = param.source == Source::Buffer;
      if (is_array || param.source == Source::Table || param.source == Source::Result) {
        void* data = reinterpret_cast<void*>(slots[0]);
        if (is_array && param.index == 1) data = copies_[param.arg].data();
        arguments.push_back(interp::Argument::buffer(data, static_cast<int64_t>(slots[1])));
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
    options.externs = [this](interp::Machine& machine, std::string_view called,
                             const interp::Words& words) -> Result<interp::Words> {
      if (called == python::kIndexCheck) {
        check_index(machine, words);
      } else if (called == python::kShiftCheck) {
        check_shift(machine, words);
      } else if (called == python::kStepCheck) {
        check_step(machine, words);
      } else if (called == python::kDivisorCheck) {
        check_divisor(machine, words);
      } else {
        return Error{"a call of " + std::string(called)};
      }
      return interp::Words();
    };
    auto outcome = interp::run_kernel(*function_, arguments, extents, {}, options);
    if (!outcome) return outcome.error();
    for (const interp::Fault& fault : outcome->faults) add(fault);
    return {};
  }

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
    text += site.whole + ", whose " +
            (site.dimension >= 0 || site.is_part ? "extent is " : "number of elements is ") +
            std::to_string(extent);
    add("check.index", site.loc, text + ", " + where(site.loc, machine.item()));
  }

  // As written: the machine sees the count after its conversion.
  void check_shift(const interp::Machine& machine, const interp::Words& words) {
    const python::CheckTable::Shift& site = compiled_.checks.shifts[words[0]];
    auto count = static_cast<int64_t>(words[1]);
    int bits = ir::bits_of(site.kind);
    if ((count >= 0 && count < bits) || !is_new(Kind::Shift, site.loc)) return;
    add("check.shift", site.loc,
        "shift by " + std::to_string(count) + " of a value of type " + ir::kind_name(site.kind) +
            ", whose counts are from 0 to " + std::to_string(bits - 1) + ", " +
            where(site.loc, machine.item()));
  }

  void check_step(const interp::Machine& machine, const interp::Words& words) {
    const python::CheckTable::Step& site = compiled_.checks.steps[words[0]];
    auto step = static_cast<int64_t>(words[1]);
    if (step > 0 || !is_new(Kind::Step, site.loc)) return;
    add("check.step", site.loc,
        "the step of range is " + std::to_string(step) +
            ", so the loop does not run: a step is positive, " + where(site.loc, machine.item()));
  }

  void check_divisor(const interp::Machine& machine, const interp::Words& words) {
    const python::CheckTable::Divisor& site = compiled_.checks.divisors[words[0]];
    if (words[1] == 0 || !is_new(Kind::Division, site.loc)) return;
    add("check.division", site.loc,
        "division by zero, which gives nan, " + where(site.loc, machine.item()));
  }

  void add(const interp::Fault& fault) {
    // What the program did not write is the compiler's, and right by construction.
    if (fault.function != function_ || fault.inst->loc == 0) return;
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
                            "' is read before anything is stored to it, "
                      : "local '" + name->second + "' is read before it is assigned, ") +
                where(loc, fault.item));
        break;
      }
      case interp::Check::DivideByZero:
        if (!is_new(Kind::Division, loc)) return;
        add("check.division", loc,
            "integer division by zero, which gives " +
                std::string(fault.inst->op == ir::Op::FloorMod ? "the dividend" : "0") + ", " +
                where(loc, fault.item));
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

  std::string iteration(const std::vector<int64_t>& item) const {
    int64_t extents[3], number = 0;
    python::kernel_extents(static_cast<uint32_t>(compiled_.count.dimensions.size()), bounds_.extent,
                           extents);
    for (size_t d = 0; d < item.size(); ++d) number = number * extents[d] + item[d];
    return python::iteration_name(compiled_.count, bounds_.extent, bounds_.start, bounds_.step,
                                  number);
  }

  // "in iteration i = 3". What stands before the loop is part of each, and of the return value.
  std::string where(ir::Loc loc, const std::vector<int64_t>& item) const {
    const auto& locs = compiled_.module->locs;
    while (locs[loc].inlined_at != 0) loc = locs[loc].inlined_at;
    if (locs[loc].line < locs[compiled_.checks.loop].line) return "before the loop";
    return is_in_result_ ? "in the return value" : "in " + iteration(item);
  }

  std::string array_of(const ir::Inst& access) const {
    const ir::Inst* buffer = access.operands.empty() ? nullptr : access.operands[0];
    for (size_t k = 0; k < function_->params.size(); ++k)
      if (function_->params[k] == buffer) return arguments_[(*params_)[k].arg];
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
  const launch::CallArguments& call_;
  python::Compiled& compiled_;
  std::vector<std::string> arguments_;  // their names
  launch::Variant variant_;
  launch::Bounds bounds_;
  std::map<uint16_t, std::vector<uint8_t>> copies_;  // by argument
  // Of what is interpreted now.
  const ir::Function* function_ = nullptr;
  const std::vector<python::KernelParam>* params_ = nullptr;
  bool is_in_result_ = false;
  std::set<std::pair<Kind, ir::LocInfo>, Before> seen_;
  std::set<std::pair<ir::LocInfo, ir::LocInfo>, Before> races_;
  std::vector<Diagnostic> findings_;
};

}  // namespace

int checked_run(launch::Program& program, launch::Kernel& kernel, const launch::CallArguments& call,
                launch::Kernel::Launched& launched) {
  std::optional<launch::Fault> fault;
  python::SpecialiseOptions options;
  options.traced = true;
  options.objects = call.objects();
  auto compiled = kernel.lower(launch::argument_types(call), options, fault);
  if (!compiled) {
    if (fault->diagnostics.empty())
      complain(fault->text);
    else
      std::fputs(fault->diagnostics.c_str(), stderr);
    return fault->kind == ErrorKind::System ? kOurs : kFound;
  }
  Checker checker(program, kernel, call, *compiled);
  Error error;
  if (!checker.evaluate(error)) return complain(error.message, kFound);
  if (checker.iterations() == 0 && !checker.has_value()) {
    std::fputs("tack: no iteration to check\n", stderr);
    return kFine;
  }
  Result<void> done = checker.run(launched);
  const std::vector<Diagnostic>& findings = checker.findings();
  for (size_t k = 0; k < findings.size() && k < kMostShown; ++k)
    std::fputs(render(findings[k]).c_str(), stderr);
  if (findings.size() > kMostShown)
    std::fprintf(stderr, "tack: %zu more findings are not shown\n", findings.size() - kMostShown);
  if (!done) return complain("kernel '" + kernel.name() + "': " + done.error().message, kFound);
  if (!findings.empty()) return kFound;
  std::fprintf(stderr, "tack: %lld iterations checked, nothing found\n",
               static_cast<long long>(checker.iterations()));
  return kFine;
}

}  // namespace tack::driver
