// SPDX-License-Identifier: Apache-2.0
#include "launch/kernel.hpp"

#include "launch/refusal.hpp"
#include "support/big_stack.hpp"
#include "support/ice.hpp"

namespace tack::launch {
namespace {

constexpr size_t kInlineSlots = 64;

Fault fault_of(Error error) { return {error.kind, std::move(error.message), {}}; }

}  // namespace

Kernel::Kernel(std::shared_ptr<const python::Template> source, python::Environment& environment)
    : source_(std::move(source)), environment_(environment) {
  tables_.push_back(std::make_unique<const Table>());
  table_.store(tables_.back().get(), std::memory_order_release);
}

Kernel::~Kernel() = default;

const Kernel::Entry* Kernel::find(const CallArguments& call) const {
  for (const Entry& entry : *table_.load(std::memory_order_acquire))
    if (entry.variant->matches(call)) return &entry;
  return nullptr;
}

std::unique_ptr<python::Compiled> Kernel::lower(const std::vector<python::ArgType>& types,
                                                const python::SpecialiseOptions& options,
                                                std::optional<Fault>& fault) const {
  Diagnostics diagnostics;
  std::optional<python::Failure> failure;
  std::unique_ptr<python::Compiled> compiled;
  run_on_big_stack([&] {
    compiled = python::specialise(*source_, environment_, types, options, diagnostics, failure);
  });
  if (compiled) return compiled;
  fault =
      failure
          ? fault_of({failure->text, failure->kind})
          : fault_of({"kernel '" + name() + "' was refused without a reason", ErrorKind::System});
  fault->diagnostics = render(diagnostics);
  return nullptr;
}

std::unique_ptr<python::Compiled> Kernel::lower_for(const CallArguments& call,
                                                    std::optional<Fault>& fault) const {
  fault = check(call);
  if (fault) return nullptr;
  std::vector<python::ArgType> types = argument_types(call);
  python::SpecialiseOptions options;
  options.small = !(call.flags & kWide);
  options.checks = call.debug;
  options.objects = call.objects();
  auto compiled = lower(types, options, fault);
  if (!compiled) return nullptr;
  if (auto refusal = find_refusal(name(), source_->parameters(), call, compiled->uses)) {
    fault = fault_of(std::move(*refusal));
    return nullptr;
  }
  if (!options.small) return compiled;
  Result<python::LaunchBounds> bounds = evaluate_bounds(compiled->count, call);
  if (!bounds) {
    fault = fault_of(bounds.error());
    return nullptr;
  }
  if (bounds->total < int64_t(1) << 31) return compiled;
  options.small = false;
  return lower(types, options, fault);
}

const Kernel::Entry* Kernel::compile(const CallArguments& call, bool small,
                                     std::optional<Fault>& fault) {
  std::lock_guard lock(compiling_);
  const Entry* known = find(call);
  if (known && known->entries[small]) return known;  // another thread was first
  if (const char* error = tack_rt_config_error()) {
    fault = fault_of({error, ErrorKind::Value});
    return nullptr;
  }
  auto gang = compile::gang_setting();
  if (!gang) {
    fault = fault_of(gang.error());
    return nullptr;
  }
  std::vector<const Variant*> variants;
  for (const Entry& entry : *table_.load(std::memory_order_relaxed))
    variants.push_back(entry.variant.get());
  std::vector<python::ArgType> types = argument_types(call, counts_on_extents(variants, call));
  compile::PythonKernelOptions options;
  options.small = small;
  options.checks = call.debug;
  options.cpu.gang = *gang;
  options.is_new = true;
  compile::PythonKernelResult result;
  std::optional<compile::Snapshot> snapshot;
  // What is in the cache on disk needs no thread of its own.
  run_with_stack(kReadStack, [&] {
    snapshot.emplace(source_, environment_, call.objects());
    result.kernel = compile::load_python_kernel(*snapshot, types, options);
  });
  if (!result.kernel)
    run_on_big_stack([&] { result = compile::compile_python_kernel(*snapshot, types, options); });
  if (!result.kernel) {
    // Once more with the live names, which can suggest what was meant, and with all diagnostics.
    python::SpecialiseOptions lowering;
    lowering.small = small;
    lowering.checks = call.debug;
    lowering.objects = call.objects();
    if (result.failure) lower(types, lowering, fault);
    if (!fault)
      fault = result.failure ? fault_of({result.failure->text, result.failure->kind})
                             : fault_of({result.error, ErrorKind::System});
    return nullptr;
  }
  auto table = std::make_unique<Table>(*table_.load(std::memory_order_relaxed));
  Entry* entry = nullptr;
  for (Entry& one : *table)
    if (one.variant->matches(call)) entry = &one;
  if (!entry) entry = &table->emplace_back(Entry{std::make_shared<Variant>(call), {}});
  entry->entries[small] = result.kernel->entry;
  entry->variant->add_form(small, std::move(result.kernel), name());
  tables_.push_back(std::move(table));
  table_.store(tables_.back().get(), std::memory_order_release);
  return find(call);
}

std::optional<Fault> Kernel::check(const CallArguments& call) const {
  const std::vector<std::string>& names = source_->parameters();
  if (names.size() > kMaxArguments)
    return fault_of({"Kernel '" + name() + "': a kernel has at most " +
                         std::to_string(kMaxArguments) + " parameters",
                     ErrorKind::Value});
  // An object is one argument of the caller's, whatever it is taken apart into.
  size_t given = static_cast<size_t>(call.count + call.object_count);
  for (int k = 0; k < call.object_count; ++k) given -= (*call.object_types[k])->argument_count;
  if (given == names.size()) return std::nullopt;
  // A default value or *args says more than a count that is off because of it.
  if (auto failure = python::source_failure(*source_))
    return fault_of({failure->text, failure->kind});
  std::string list;
  for (const std::string& one : names) list += (list.empty() ? "" : ", ") + one;
  return fault_of({"Kernel '" + name() + "': expected " + std::to_string(names.size()) +
                       " argument" + (names.size() == 1 ? "" : "s") + " (" + list + "), got " +
                       std::to_string(given),
                   ErrorKind::Type});
}

std::string Kernel::argument_name(const CallArguments& call, int i) const {
  return python::argument_names(source_->parameters(), call.objects())[static_cast<size_t>(i)];
}

const Kernel::Entry* Kernel::choose(const CallArguments& call, Bounds& bounds,
                                    std::optional<Fault>& fault) {
  fault = check(call);
  if (fault) return nullptr;
  const Entry* entry = find(call);
  if (!entry) {
    // Nearly all calls are small: that form is compiled first, and brings the plan.
    entry = compile(call, !(call.flags & kWide), fault);
    if (!entry) return nullptr;
  }
  const Variant& variant = *entry->variant;
  if (call.flags & kReadOnly)
    if (int i = variant.written_read_only(call); i >= 0) {
      fault = fault_of(read_only_error(name(), argument_name(call, i)));
      return nullptr;
    }
  if (int i = variant.misaligned_atomic(call); i >= 0) {
    fault = fault_of(misaligned_error(name(), argument_name(call, i), call.kind(i)));
    return nullptr;
  }
  Error error;
  if (!variant.evaluate(call, bounds, error)) {
    fault = fault_of(std::move(error));
    return nullptr;
  }
  if (bounds.total == 0 && !variant.has_value()) return nullptr;
  bool small = Variant::is_small(call, bounds);
  return entry->entries[small] ? entry : compile(call, small, fault);
}

std::optional<Fault> Kernel::prepare(const CallArguments& call) {
  std::optional<Fault> fault;
  Bounds bounds;
  choose(call, bounds, fault);
  return fault;
}

std::optional<Fault> Kernel::call(const CallArguments& call, Launched* launched) {
  std::optional<Fault> fault;
  Bounds bounds;
  const Entry* entry = choose(call, bounds, fault);
  if (launched) launched->items = bounds.total;
  if (!entry) return fault;
  if (!call.debug) return run(call, *entry, bounds, launched);
  const Variant& variant = *entry->variant;
  std::vector<int64_t> slots = python::empty_faults(variant.faults());
  auto checked = std::make_unique<CallArguments>(call);
  checked->faults = slots.data();
  fault = run(*checked, *entry, bounds, launched);
  if (fault) return fault;
  auto found = variant.find_fault(slots, bounds);
  if (!found) return std::nullopt;
  return Fault{found->kind, std::move(found->text), found->note + "\n", true};
}

std::optional<Fault> Kernel::run(const CallArguments& call, const Entry& entry,
                                 const Bounds& bounds, Launched* launched) const {
  const Variant& variant = *entry.variant;
  bool small = Variant::is_small(call, bounds);
  const compile::PythonKernel& compiled = *variant.form(small).kernel;
  Variant::Result around;
  around.slots.assign(compiled.result.slots, 0);
  auto once = [&](tack_rt_entry one, const std::vector<python::KernelParam>& params) {
    if (!one) return 0;
    std::vector<uint64_t> values = variant.once_slots(params, call, around);
    return tack_rt_run(&variant.once_kernel(), one, values.data(), 1, nullptr, nullptr, nullptr);
  };
  uint64_t inline_slots[kInlineSlots];
  std::vector<uint64_t> more_slots;
  uint64_t* slots = inline_slots;
  if (variant.slot_count() > kInlineSlots) {
    more_slots.resize(variant.slot_count());
    slots = more_slots.data();
  }
  variant.fill_slots(call, bounds, around, slots);
  int32_t result = once(compiled.before, compiled.result.before_params);
  if (result == 0 && bounds.total != 0)
    result = tack_rt_run(&variant.runtime_kernel(), entry.entries[small], slots, bounds.total,
                         nullptr, nullptr, nullptr);
  if (result == 0) result = once(compiled.after, compiled.result.after_params);
  if (launched && result == 0 && variant.has_value()) {
    launched->kind = variant.value_kind();
    launched->bits = around.slots[0];
  }
  if (result == 2)
    return fault_of(
        {"kernel '" + name() + "': no memory for a stack of local arrays", ErrorKind::System});
  return std::nullopt;
}

}  // namespace tack::launch
