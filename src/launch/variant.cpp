// SPDX-License-Identifier: Apache-2.0
#include "launch/variant.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "launch/refusal.hpp"

namespace tack::launch {

using python::KernelParam;

Variant::Variant(const CallArguments& call)
    : key_(call.key, call.key + call.key_words()),
      object_keys_(call.object_keys, call.object_keys + call.object_count),
      objects_(call.objects()),
      debug_(call.debug) {}

bool Variant::mentions_class(uint64_t class_id) const {
  return std::any_of(objects_.begin(), objects_.end(), [&](const python::ObjectArgument& object) {
    return object.type->mentions(class_id);
  });
}

void Variant::add_form(bool small, std::unique_ptr<compile::PythonKernel> kernel,
                       const std::string& name) {
  Form& form = forms_[small];
  if (form.entry) return;  // another thread was first
  // Of whichever form takes more.
  // A few KiB are there on any stack that the way to a launch fits on.
  constexpr size_t kLittleStack = 4096;
  if (kernel->code && kernel->code->stack_bytes() > kLittleStack)
    runtime_.stack_bytes =
        std::max(runtime_.stack_bytes, static_cast<uint32_t>(kernel->code->stack_bytes()));
  once_.stack_bytes = runtime_.stack_bytes;
  form.entry = kernel->entry;
  form.kernel = std::move(kernel);
  if (has_plan_) return;
  const compile::PythonKernel& plan = *form.kernel;
  has_plan_ = true;
  name_ = name;
  count_ = plan.count;
  fixed_ = plan.fixed;
  needs_extents_ = plan.needs_extents;
  result_ = plan.result;
  for (size_t i = 0; i < plan.uses.size(); ++i)
    if (plan.uses[i].written) written_.push_back(static_cast<uint16_t>(i));
  for (size_t i = 0; i < plan.uses.size(); ++i)
    if (plan.uses[i].atomic) atomic_.push_back(static_cast<uint16_t>(i));
  prints_ = plan.prints;
  tables_ = &plan.tables;
  faults_ = plan.faults;
  runtime_.abi = TACK_RT_ABI;
  runtime_.flags = (plan.divergent ? TACK_RT_DIVERGENT : 0) | (plan.loops ? TACK_RT_LOOPS : 0) |
                   static_cast<uint32_t>(plan.gang) << TACK_RT_GANG_SHIFT;
  runtime_.name = once_.name = name_.c_str();
  once_.abi = TACK_RT_ABI;
  runtime_.profile = &profile_;

  rank_ = static_cast<uint32_t>(count_.dimensions.size());
  is_simple_ = rank_ <= 3;
  for (uint32_t d = 0; d < rank_ && is_simple_; ++d) {
    const python::CountDimension& dimension = count_.dimensions[d];
    is_simple_ = dimension.start.empty() && dimension.step.empty() && dimension.stop.size() == 1;
    if (!is_simple_) break;
    const python::CountInst& inst = dimension.stop[0];
    Term& term = terms_[d];
    term.arg = inst.arg;
    term.dim = inst.dim;
    auto kind_of_arg = [&] {
      return static_cast<ir::Kind>(key_[inst.arg >> 2] >> (16 * (inst.arg & 3)) & kCodeKind);
    };
    if (inst.op == python::CountOp::Constant && inst.value >= INT64_MIN &&
        inst.value <= INT64_MAX) {
      term.what = Term::What::Constant;
      term.value = static_cast<int64_t>(inst.value);
    } else if (inst.op == python::CountOp::Scalar && kind_of_arg() != ir::Kind::U64) {
      term.what = Term::What::Scalar;
    } else if (inst.op == python::CountOp::Dim) {
      term.what = Term::What::Dim;
    } else {
      is_simple_ = false;
    }
  }

  for (const KernelParam& param : plan.params) {
    slots_.push_back(slot_of(param));
    bool is_buffer = param.source == KernelParam::Source::Buffer ||
                     param.source == KernelParam::Source::Result ||
                     param.source == KernelParam::Source::Faults ||
                     param.source == KernelParam::Source::Table;
    slot_count_ += is_buffer ? 2 : 1;
  }
  slot_count_ += python::kernel_rank(rank_);
}

Variant::Slot Variant::slot_of(const KernelParam& param) const {
  Slot slot{Slot::What::Bits, param.arg, param.index};
  switch (param.source) {
    case KernelParam::Source::Buffer:
      slot.what = Slot::What::Buffer;
      break;
    case KernelParam::Source::Dim:
      slot.what = Slot::What::Dim;
      break;
    case KernelParam::Source::Start:
      slot.what = Slot::What::Start;
      break;
    case KernelParam::Source::Step:
      slot.what = Slot::What::Step;
      break;
    case KernelParam::Source::Extent:
      slot.what = Slot::What::Extent;
      break;
    case KernelParam::Source::Result:
      slot.what = Slot::What::Result;
      break;
    case KernelParam::Source::Faults:
      slot.what = Slot::What::Faults;
      break;
    case KernelParam::Source::Table:
      slot.what = Slot::What::Table;
      break;
    case KernelParam::Source::Scalar: {
      auto given =
          static_cast<ir::Kind>(key_[param.arg >> 2] >> (16 * (param.arg & 3)) & kCodeKind);
      bool from_float = given == ir::Kind::F32 || given == ir::Kind::F64;
      if (param.kind == ir::Kind::F32)
        slot.what = from_float ? Slot::What::ToF32 : Slot::What::IntToF32;
      else if (param.kind == ir::Kind::F64 && !from_float)
        slot.what = Slot::What::IntToF64;
      // Else the bits as they are: a double, or an integer's low bytes.
      break;
    }
  }
  return slot;
}

bool Variant::evaluate(const CallArguments& call, Bounds& bounds, Error& error) const {
  if (!is_simple_) return evaluate_code(call, bounds, error);
  int64_t total = 1;
  bool is_empty = false;
  for (uint32_t d = 0; d < rank_; ++d) {
    const Term& term = terms_[d];
    int64_t extent = 0;
    switch (term.what) {
      case Term::What::Constant:
        extent = term.value;
        break;
      case Term::What::Scalar:
        extent = static_cast<int64_t>(call.values[term.arg].bits);
        break;
      case Term::What::Dim:
        extent = call.values[term.arg].array->shape[term.dim];
        break;
    }
    is_empty |= extent <= 0;
    bounds.extent[d] = extent;
    bounds.start[d] = 0;
    bounds.step[d] = 1;
    if (!is_empty && __builtin_mul_overflow(total, extent, &total))
      return evaluate_code(call, bounds, error);  // for its message, or a later empty dimension
  }
  bounds.total = is_empty ? 0 : total;
  return true;
}

Result<python::LaunchBounds> evaluate_bounds(const python::LaunchCount& count,
                                             const CallArguments& call) {
  python::CountArg args[kMaxArguments];
  for (int i = 0; i < call.count; ++i) {
    if (call.is_array(i)) {
      const ArrayData* array = call.values[i].array;
      args[i].shape = {array->shape, static_cast<size_t>(array->rank())};
    } else {
      args[i].scalar = static_cast<int64_t>(call.values[i].bits);
      args[i].is_u64 = call.kind(i) == ir::Kind::U64;
    }
  }
  return python::evaluate(count, {args, static_cast<size_t>(call.count)});
}

bool Variant::evaluate_code(const CallArguments& call, Bounds& bounds, Error& error) const {
  auto evaluated = evaluate_bounds(count_, call);
  if (!evaluated) {
    error = evaluated.error();
    return false;
  }
  for (uint32_t d = 0; d < rank_; ++d) {
    bounds.extent[d] = evaluated->extent[d];
    bounds.start[d] = evaluated->start[d];
    bounds.step[d] = evaluated->step[d];
  }
  bounds.total = evaluated->total;
  return true;
}

uint64_t* Variant::fill(const Slot& slot, const CallArguments& call, const Bounds& bounds,
                        Result& result, uint64_t* out) const {
  const CallArguments::Value& value = call.values[slot.arg];
  switch (slot.what) {
    case Slot::What::Buffer:
      *out++ = reinterpret_cast<uint64_t>(value.array->data);
      *out++ = static_cast<uint64_t>(value.array->size);
      break;
    case Slot::What::Faults:
      *out++ = reinterpret_cast<uint64_t>(call.faults);
      *out++ = python::kFaultSlots * faults_.size();
      break;
    case Slot::What::Table: {
      const python::LookupTable& table = (*tables_)[slot.index];
      *out++ = reinterpret_cast<uint64_t>(table.words.data());
      *out++ = table.size;
      break;
    }
    case Slot::What::Bits:
      *out++ = value.bits;
      break;
    case Slot::What::ToF32:
      *out++ = std::bit_cast<uint32_t>(static_cast<float>(value.number));
      break;
    case Slot::What::IntToF32:
      *out++ = std::bit_cast<uint32_t>(call.kind(slot.arg) == ir::Kind::U64
                                           ? static_cast<float>(value.bits)
                                           : static_cast<float>(static_cast<int64_t>(value.bits)));
      break;
    case Slot::What::IntToF64:
      *out++ = std::bit_cast<uint64_t>(call.kind(slot.arg) == ir::Kind::U64
                                           ? static_cast<double>(value.bits)
                                           : static_cast<double>(static_cast<int64_t>(value.bits)));
      break;
    case Slot::What::Dim:
      *out++ = static_cast<uint64_t>(value.array->shape[slot.index]);
      break;
    case Slot::What::Start:
      *out++ = static_cast<uint64_t>(bounds.start[slot.index]);
      break;
    case Slot::What::Step:
      *out++ = static_cast<uint64_t>(bounds.step[slot.index]);
      break;
    case Slot::What::Extent:
      *out++ = static_cast<uint64_t>(bounds.extent[slot.index]);
      break;
    case Slot::What::Result:
      *out++ = reinterpret_cast<uint64_t>(result.slots.data());
      *out++ = result.slots.size();
      break;
  }
  return out;
}

void Variant::fill_slots(const CallArguments& call, const Bounds& bounds, Result& result,
                         uint64_t* out) const {
  for (const Slot& slot : slots_) out = fill(slot, call, bounds, result, out);
  if (rank_ > 3) {
    int64_t extents[3];
    python::kernel_extents(rank_, bounds.extent, extents);
    for (int64_t extent : extents) *out++ = static_cast<uint64_t>(extent);
    return;
  }
  for (uint32_t d = 0; d < rank_; ++d) *out++ = static_cast<uint64_t>(bounds.extent[d]);
}

std::vector<uint64_t> Variant::once_slots(const std::vector<KernelParam>& params,
                                          const CallArguments& call, Result& result) const {
  Bounds none{};
  std::vector<uint64_t> slots(params.size() * 2 + 1);
  uint64_t* out = slots.data();
  for (const KernelParam& param : params) out = fill(slot_of(param), call, none, result, out);
  *out = 1;  // the extent
  return slots;
}

int Variant::misaligned_atomic(const CallArguments& call) const {
  for (uint16_t i : atomic_)
    if (!is_aligned(*call.values[i].array)) return i;
  return -1;
}

int Variant::written_read_only(const CallArguments& call) const {
  for (uint16_t i : written_)
    if (call.is_array(i) && (call.values[i].array->descriptor & kReadOnly)) return i;
  return -1;
}

}  // namespace tack::launch
