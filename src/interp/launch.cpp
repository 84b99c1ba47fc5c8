// SPDX-License-Identifier: Apache-2.0
// Kernels: the order of items and gangs, and reductions in the order of docs/ir.md.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "interp/arith.hpp"
#include "interp/state.hpp"
#include "ir/reduction_order.hpp"
#include "support/ice.hpp"

namespace tack::interp {
namespace {

using ir::Kind;
using ir::kReductionLanes;
using ir::Op;

Op op_of(ir::ReduceOp op) {
  constexpr Op kOps[] = {Op::Add, Op::Mul, Op::And, Op::Or, Op::Xor, Op::Min, Op::Max};
  return kOps[static_cast<int>(op)];
}

uint64_t combine(const ir::Inst& reduction, uint64_t a, uint64_t b) {
  Kind kind = reduction.aux.kind;
  uint64_t in[] = {a, b};
  return evaluate(op_of(static_cast<ir::ReduceOp>(reduction.bits)), kind, kind, in);
}

uint64_t identity(const ir::Inst& reduction) {
  return reduce_identity(static_cast<ir::ReduceOp>(reduction.bits), reduction.aux.kind);
}

// The tree over the 64 copies.
uint64_t fold(const ir::Inst& reduction, Words copies) {
  for (int64_t s = kReductionLanes / 2; s > 0; s /= 2) {
    for (int64_t i = 0; i < s; ++i) copies[i] = combine(reduction, copies[i], copies[i + s]);
  }
  return copies[0];
}

// One launch of one kernel.
struct Launch {
  State& state;
  const ir::Function& kernel;
  const Code& code;
  Frame& frame;
  std::span<const int64_t> extents;
  int64_t items = 0;
  std::vector<Words> copies;  // of each reduction, 64

  size_t rank() const { return extents.size(); }

  // A reduction's var holds one copy, or in gang code those of the gang's items in its lanes.
  void move_copies(int64_t first, bool into_frame) {
    for (size_t r = 0; r < copies.size(); ++r) {
      const VarPlace& var = code.vars[code.reductions[r]];
      uint64_t size = state.module.size_of(var.inst->aux.element());
      for (int64_t l = 0; l < std::max<int64_t>(kernel.gang, 1); ++l) {
        uint64_t& copy = copies[r][static_cast<size_t>((first + l) % kReductionLanes)];
        uint8_t* at = frame.bytes + var.offset + static_cast<uint64_t>(l) * size;
        bool little = state.module.target.little_endian;
        if (into_frame) {
          write_bytes(at, size, copy, little);
        } else if (kernel.gang == 0 || frame.words[code.mask + static_cast<size_t>(l)] != 0) {
          copy = read_bytes(at, size, little);
        }
      }
    }
  }

  // Runs the item at `flat`, or the gang whose lanes are the items [flat, flat + lanes).
  Flow run_at(int64_t flat, int64_t lanes, int64_t block_begin) {
    int64_t rest = flat;
    for (size_t d = rank(); d-- > 0;) {
      frame.words[code.indices[d]] = static_cast<uint64_t>(rest % extents[d]);
      rest /= extents[d];
    }
    for (int64_t l = 0; l < kernel.gang; ++l)
      frame.words[code.mask + static_cast<size_t>(l)] = l < lanes;
    state.item = state.options.conflicts ? flat + 1 : 0;
    move_copies(flat - block_begin, true);
    Flow flow = state.run(code.body, frame);
    if (flow == Flow::Stop) return flow;
    move_copies(flat - block_begin, false);
    return Flow::Next;
  }

  // Gangs of the flat items [begin, end): none goes past a row's end.
  std::vector<std::pair<int64_t, int64_t>> gangs(int64_t begin, int64_t end) const {
    std::vector<std::pair<int64_t, int64_t>> found;
    int64_t width = extents.back();
    while (begin < end) {
      int64_t row_end = std::min(end, (begin / width + 1) * width);
      int64_t lanes = std::min<int64_t>(kernel.gang, row_end - begin);
      found.emplace_back(begin, lanes);
      begin += lanes;
    }
    return found;
  }

  template <class T>
  void arrange(std::vector<T>& units) {
    if (state.options.order == Order::Reverse) std::reverse(units.begin(), units.end());
    if (state.options.order == Order::Shuffled) {
      std::mt19937_64 random(state.options.seed);
      for (size_t i = units.size(); i > 1; --i) std::swap(units[i - 1], units[random() % i]);
    }
  }

  // The flat items [begin, end) of one block. Items that share a reduction copy keep their order.
  Flow run_block(int64_t begin, int64_t end) {
    if (kernel.gang) {
      std::vector<std::pair<int64_t, int64_t>> units;
      int64_t chunk = state.options.chunk > 0 ? state.options.chunk : end - begin;
      for (int64_t at = begin; at < end; at += chunk) {
        auto more = gangs(at, std::min(end, at + chunk));
        units.insert(units.end(), more.begin(), more.end());
      }
      if (copies.empty()) arrange(units);
      for (auto [flat, lanes] : units) {
        if (run_at(flat, lanes, begin) == Flow::Stop) return Flow::Stop;
      }
      return Flow::Next;
    }
    int64_t stride = copies.empty() ? end - begin : kReductionLanes;
    std::vector<int64_t> units(static_cast<size_t>(std::min(stride, end - begin)));
    std::iota(units.begin(), units.end(), begin);
    arrange(units);
    for (int64_t first : units) {
      for (int64_t flat = first; flat < end; flat += stride) {
        if (run_at(flat, 1, begin) == Flow::Stop) return Flow::Stop;
      }
    }
    return Flow::Next;
  }

  Flow run(Words& reductions) {
    int64_t block = reductions.empty() ? items : ir::reduction_block(items);
    size_t count = reductions.empty() ? 1 : static_cast<size_t>((items + block - 1) / block);
    std::vector<Words> results(count);
    std::vector<size_t> order(count);
    std::iota(order.begin(), order.end(), size_t{0});
    arrange(order);
    for (size_t b : order) {
      for (size_t r = 0; r < copies.size(); ++r)
        copies[r].assign(kReductionLanes, identity(*kernel.reductions[r]));
      int64_t begin = static_cast<int64_t>(b) * block;
      if (run_block(begin, std::min(items, begin + block)) == Flow::Stop) return Flow::Stop;
      for (size_t r = 0; r < copies.size(); ++r)
        results[b].push_back(fold(*kernel.reductions[r], copies[r]));
    }
    for (const Words& result : results) {
      for (size_t r = 0; r < result.size(); ++r)
        reductions[r] = combine(*kernel.reductions[r], reductions[r], result[r]);
    }
    return Flow::Next;
  }
};

// The number of items, or an Error about the arguments.
Result<int64_t> check(const ir::Function& kernel, std::span<const int64_t> extents,
                      const Words& arguments, const Words& reductions, bool native) {
  if (!kernel.is_kernel()) return Error{"@" + kernel.name + " is not a kernel"};
  size_t wanted = 0;
  for (const ir::Inst* p : kernel.params) wanted += words_of(p->type);
  if (arguments.size() != wanted)
    return Error{fmt::format("@{} takes {} words, got {}", kernel.name, wanted, arguments.size())};
  if (extents.size() != kernel.extents.size() || extents.empty())
    return Error{fmt::format("@{} has {} dimensions, got {} extents", kernel.name,
                             kernel.extents.size(), extents.size())};
  if (reductions.size() != kernel.reductions.size())
    return Error{fmt::format("@{} has {} reductions, got {}", kernel.name, kernel.reductions.size(),
                             reductions.size())};
  size_t at = 0;
  for (const ir::Inst* p : kernel.params) {
    if (!native && p->type.is_buffer() && static_cast<int64_t>(arguments[at + 1]) < 0)
      return Error{"%" + p->name + " has a negative length"};
    at += words_of(p->type);
  }
  Int items = 1;
  for (int64_t extent : extents) {
    if (extent < 0) return Error{"an extent is negative"};
    items *= extent;
    if (items > std::numeric_limits<int64_t>::max()) return Error{"too many items"};
  }
  return static_cast<int64_t>(items);
}

}  // namespace

Result<void> State::launch(const ir::Function& function, std::span<const int64_t> extents,
                           const Words& arguments, Words& reductions) {
  Result<int64_t> items = check(function, extents, arguments, reductions, options.native);
  if (!items.ok()) return items.error();
  if (static_cast<uint64_t>(*items) > options.steps) return Error{"more items than steps allowed"};
  for (const ir::Inst* r : function.reductions) {
    if (r->aux.lanes != function.gang)
      return Error{"%" + r->name + " must hold as many lanes as the gang"};
  }
  if (*items == 0) return {};
  Result<void> globals = make_globals();
  if (!globals.ok()) return globals.error();
  error.clear();
  const Code* code = code_of(function);
  if (code == nullptr) return Error{error};
  Frame frame;
  uint64_t mark = memory.mark();
  Flow flow = Flow::Stop;
  if (enter(*code, frame)) {
    size_t at = 0;
    for (size_t i = 0; i < function.params.size(); ++i) {
      for (uint32_t k = 0; k < words_of(function.params[i]->type); ++k)
        frame.words[code->params[i] + k] = arguments[at++];
    }
    for (size_t d = 0; d < extents.size(); ++d)
      frame.words[code->extents[d]] = static_cast<uint64_t>(extents[d]);
    memory.clear_shadows();
    kernel = code;
    kernel_frame = &frame;
    Launch launch{*this, function, *code, frame, extents, *items, {}};
    launch.copies.resize(reductions.size());
    flow = launch.run(reductions);
    kernel = nullptr;
    kernel_frame = nullptr;
    item = 0;
  }
  memory.pop(mark);
  if (flow == Flow::Stop) return Error{error};
  return {};
}

Flow State::launch_from(const Node& node, Frame& frame) {
  const ir::Function& callee = *node.inst->callee;
  if (kernel != nullptr) return stop(node, frame, "launches from inside a kernel");
  std::vector<int64_t> extents;
  Words arguments, reductions;
  size_t end = node.in.size() - callee.reductions.size();
  for (size_t i = 0; i < node.in.size(); ++i) {
    uint64_t word = frame.words[node.in[i]];
    if (i < node.inst->split) {
      extents.push_back(static_cast<int64_t>(word));
    } else if (i < end) {
      arguments.push_back(word);
    }
  }
  // A negative extent runs nothing, as a range does.
  for (int64_t& extent : extents) extent = std::max<int64_t>(extent, 0);
  std::vector<uint8_t*> places;
  for (size_t i = end; i < node.in.size(); ++i) {
    uint64_t size = module.size_of(callee.reductions[i - end]->aux.element());
    if (!touch(node, frame, frame.words[node.in[i]], size, Touch::Read)) return Flow::Stop;
    places.push_back(touch(node, frame, frame.words[node.in[i]], size, Touch::Write));
    if (places.back() == nullptr) return Flow::Stop;
    reductions.push_back(read_bytes(places.back(), size, module.target.little_endian));
  }
  int saved = depth;
  Result<void> done = launch(callee, extents, arguments, reductions);
  depth = saved;
  if (!done.ok()) {
    error = done.error().message;
    return stopped_by(node, frame);
  }
  for (size_t r = 0; r < places.size(); ++r)
    write_bytes(places[r], module.size_of(callee.reductions[r]->aux.element()), reductions[r],
                module.target.little_endian);
  return Flow::Next;
}

Result<void> Machine::launch(const ir::Function& kernel, std::span<const int64_t> extents,
                             const Words& arguments, Words& reductions) {
  state_->depth = 0;
  return state_->launch(kernel, extents, arguments, reductions);
}

Result<void> Machine::launch_entry(const ir::Function& entry, const ir::Function& kernel,
                                   std::span<const int64_t> extents, const Words& arguments,
                                   Words& reductions, int64_t items_per_call) {
  Result<int64_t> items = check(kernel, extents, arguments, reductions, false);
  if (!items.ok()) return items.error();
  if (*items == 0) return {};
  bool little = state_->module.target.little_endian;
  std::vector<uint8_t> slots, partials(512 * std::max<size_t>(reductions.size(), 1)), context(16);
  auto add_slot = [&](uint64_t word) {
    slots.resize(slots.size() + 8);
    write_bytes(slots.data() + slots.size() - 8, 8, word, little);
  };
  for (uint64_t word : arguments) add_slot(word);
  for (int64_t extent : extents) add_slot(static_cast<uint64_t>(extent));
  // Freed at the end, so they stand on the stack of vars.
  Memory& memory = state_->memory;
  uint64_t mark = memory.mark();
  uint64_t args = memory.push(slots.data(), slots.size(), 8);
  uint64_t parts = memory.push(partials.data(), partials.size(), 64);
  uint64_t ctx = memory.push(context.data(), context.size(), 8);
  write_bytes(context.data(), 4, 1, little);
  write_bytes(context.data() + 8, state_->module.target.pointer_bytes, parts, little);

  Result<void> outcome;
  int64_t step = items_per_call > 0 ? items_per_call : *items;
  if (!reductions.empty()) step = ir::reduction_block(*items);
  for (int64_t begin = 0; begin < *items && outcome.ok(); begin += step) {
    int64_t end = std::min(*items, begin + step);
    for (size_t r = 0; r < reductions.size(); ++r) {
      uint64_t size = state_->module.size_of(kernel.reductions[r]->aux.element());
      for (uint64_t i = 0; i < kReductionLanes; ++i)
        write_bytes(partials.data() + r * 512 + i * size, size, identity(*kernel.reductions[r]),
                    little);
    }
    Result<Words> done =
        call(entry, {args, static_cast<uint64_t>(begin), static_cast<uint64_t>(end), ctx});
    if (!done.ok()) {
      outcome = done.error();
      break;
    }
    for (size_t r = 0; r < reductions.size(); ++r) {
      uint64_t size = state_->module.size_of(kernel.reductions[r]->aux.element());
      Words copies;
      for (uint64_t i = 0; i < kReductionLanes; ++i)
        copies.push_back(read_bytes(partials.data() + r * 512 + i * size, size, little));
      reductions[r] = combine(*kernel.reductions[r], reductions[r],
                              fold(*kernel.reductions[r], std::move(copies)));
    }
  }
  memory.pop(mark);
  return outcome;
}

Result<Outcome> run_kernel(const ir::Function& kernel, std::span<const Argument> arguments,
                           std::span<const int64_t> extents, const Words& reductions,
                           const Options& options) {
  Machine machine(kernel.module, options);
  if (arguments.size() != kernel.params.size())
    return Error{fmt::format("@{} takes {} arguments, got {}", kernel.name, kernel.params.size(),
                             arguments.size())};
  // Overlapping buffers are mapped as the whole that they cover.
  struct Part {
    uintptr_t begin, end;
    uint64_t grain;  // of its elements
  };
  std::vector<Part> parts;
  std::vector<uint64_t> bytes(arguments.size(), 0);
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Argument& argument = arguments[i];
    ir::Type type = kernel.params[i]->type;
    if (argument.is_buffer != type.is_buffer())
      return Error{"%" + kernel.params[i]->name + " gets another kind of argument"};
    if (!argument.is_buffer || argument.length <= 0) continue;
    uint64_t element = static_cast<uint64_t>(ir::bits_of(type.buffer_element())) / 8;
    bytes[i] = static_cast<uint64_t>(argument.length) * element;
    uintptr_t begin = reinterpret_cast<uintptr_t>(argument.data);
    parts.push_back({begin, begin + bytes[i], element});
  }
  std::sort(parts.begin(), parts.end(), [](Part a, Part b) { return a.begin < b.begin; });
  for (size_t i = 0; i < parts.size();) {
    Part whole = parts[i++];
    for (; i < parts.size() && parts[i].begin < whole.end; ++i) {
      whole.end = std::max(whole.end, parts[i].end);
      whole.grain = std::min(whole.grain, parts[i].grain);
      if ((parts[i].begin - whole.begin) % whole.grain != 0) whole.grain = 1;
    }
    Result<uint64_t> at =
        machine.map(reinterpret_cast<void*>(whole.begin), whole.end - whole.begin, whole.grain);
    if (!at.ok()) return at.error();
  }
  Words words;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Argument& argument = arguments[i];
    if (!argument.is_buffer) {
      words.push_back(argument.bits);
      continue;
    }
    uint64_t address = 0;
    if (bytes[i] != 0) {
      Result<uint64_t> at = machine.map(argument.data, bytes[i]);
      if (!at.ok()) return at.error();
      address = *at;
    }
    words.push_back(address);
    words.push_back(static_cast<uint64_t>(argument.length));
  }
  Outcome outcome{reductions, {}, 0};
  Result<void> done = machine.launch(kernel, extents, words, outcome.reductions);
  if (!done.ok()) return done.error();
  outcome.faults = machine.faults();
  outcome.steps = machine.steps();
  return outcome;
}

Result<Words> call_function(const ir::Function& function, const Words& arguments,
                            const Options& options) {
  Machine machine(function.module, options);
  return machine.call(function, arguments);
}

}  // namespace tack::interp
