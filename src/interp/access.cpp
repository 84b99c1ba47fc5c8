// SPDX-License-Identifier: Apache-2.0
// Ops that touch memory: vars, buffers, addresses. Each access is checked before it is made.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "interp/arith.hpp"
#include "interp/state.hpp"
#include "ir/print_format.hpp"

namespace tack::interp {

using ir::Kind;
using ir::Op;

uint64_t read_bytes(const uint8_t* at, uint64_t size, bool little) {
  uint64_t value = 0;
  for (uint64_t i = 0; i < size; ++i)
    value |= static_cast<uint64_t>(at[i]) << (8 * (little ? i : size - 1 - i));
  return value;
}

void write_bytes(uint8_t* at, uint64_t size, uint64_t value, bool little) {
  for (uint64_t i = 0; i < size; ++i)
    at[i] = static_cast<uint8_t>(value >> (8 * (little ? i : size - 1 - i)));
}

uint64_t State::get(const uint8_t* at, const Node& node) const {
  uint64_t value = read_bytes(at, node.size, module.target.little_endian);
  return node.to == Kind::I1 ? value != 0 : value;
}

void State::put(uint8_t* at, const Node& node, uint64_t value) const {
  write_bytes(at, node.size, value, module.target.little_endian);
}

// --- vars

// References of a native program are null before anything is stored to them, and so are the flags
// that its compiler makes. Through a null pointer nothing is read.
bool State::wants_store(Kind kind) const {
  return !options.native || (kind != Kind::Ptr && kind != Kind::I1);
}

Flow State::access_var(const Node& node, Frame& frame) {
  const VarPlace& var = frame.code->vars[node.var];
  uint64_t offset = node.offset;
  for (const PathStep& step : node.path) {
    Int index = integer(step.kind, frame.words[step.word]);
    bool is_outside = index < 0 || index >= static_cast<Int>(step.count);
    if (is_outside && options.tolerant) {
      if (node.op == Op::Load)
        std::fill_n(&frame.words[node.out], std::max<uint16_t>(node.lanes, 1), 0);
      return Flow::Next;
    }
    if (is_outside)
      return stop(node, frame,
                  fmt::format("element {} of an array of {}",
                              show(step.kind, frame.words[step.word]), step.count));
    offset += static_cast<uint64_t>(index) * step.stride;
  }
  uint64_t lanes = std::max<uint16_t>(node.lanes, 1), bytes = node.size * lanes;
  if (offset > var.size || bytes > var.size - offset)
    return stop(node, frame, "reaches outside its var");
  uint8_t* at = frame.bytes + var.offset + offset;
  uint8_t* stored = frame.stored.empty() ? nullptr : frame.stored.data() + var.offset + offset;
  if (node.op == Op::Store) {
    uint32_t value = node.in.back();
    for (uint64_t l = 0; l < lanes; ++l) put(at + l * node.size, node, frame.words[value + l]);
    if (stored) std::fill_n(stored, bytes, 1);
    return Flow::Next;
  }
  // Through its address a var may be stored to unseen, if its address's Range does not tell.
  bool checks = stored && !node.lanes && (!var.has_address || options.native) &&
                var.inst->op == Op::Var && wants_store(node.to);
  if (checks && std::count(stored, stored + bytes, 0) != 0)
    report(Check::NeverStored, node, frame,
           fmt::format("reads %{} before anything is stored to it", var.inst->name));
  for (uint64_t l = 0; l < lanes; ++l) frame.words[node.out + l] = get(at + l * node.size, node);
  return Flow::Next;
}

// Lane l of the element idx[l] of a var of array<lanes<W,T>,n>.
Flow State::access_var_lanes(const Node& node, Frame& frame) {
  const VarPlace& var = frame.code->vars[node.var];
  const ir::ArrayType& array = module.array_of(var.inst->aux);
  Kind index_kind = node.inst->operands[1]->type.kind;
  uint32_t mask = node.in.back();
  for (uint16_t l = 0; l < node.lanes; ++l) {
    bool on = frame.words[mask + l] != 0;
    if (node.op == Op::VarGather && !on) frame.words[node.out + l] = 0;
    if (!on) continue;
    Int index = integer(index_kind, frame.words[node.in[1] + l]);
    if (index < 0 || index >= static_cast<Int>(array.count))
      return stop(node, frame,
                  fmt::format("lane {}: element {} of an array of {}", l,
                              show(index_kind, frame.words[node.in[1] + l]), array.count));
    uint8_t* at =
        frame.bytes + var.offset + (static_cast<uint64_t>(index) * node.lanes + l) * node.size;
    if (node.op == Op::VarGather) {
      frame.words[node.out + l] = get(at, node);
    } else {
      put(at, node, frame.words[node.in[2] + l]);
    }
  }
  return Flow::Next;
}

// --- addresses

uint8_t* State::touch(const Node& node, Frame& frame, uint64_t address, uint64_t bytes, Touch how) {
  bool writes = how != Touch::Read;
  Range* range = memory.find(address, bytes);
  if (range == nullptr) {
    stop(node, frame,
         fmt::format("{} {} bytes {}", writes ? "writes" : "reads", bytes,
                     memory.describe(address)));
    return nullptr;
  }
  foreign_inst = memory.is_foreign(*range) ? node.inst : nullptr;
  if (writes && range->is_constant) {
    stop(node, frame, "writes to constant memory");
    return nullptr;
  }
  if (range->stored) {
    uint8_t* stored = range->stored + (address - range->base);
    // A struct travels with the bytes between its fields, and a copy is as good as its original.
    bool reads = how == Touch::Read && node.op != Op::MemCopy && wants_store(node.to);
    bool none = reads && std::count(stored, stored + bytes, 0) == static_cast<long>(bytes);
    if (none) report(Check::NeverStored, node, frame, "reads what nothing was stored to");
    if (writes) std::fill_n(stored, bytes, 1);
  }
  if (item != 0) {
    Toucher other = Memory::touch(*range, address, bytes, how, {item, node.inst});
    if (other.item != 0) {
      Fault* fault = report(Check::Conflict, node, frame,
                            how == Touch::Update ? "updates what another item reads or writes"
                            : writes             ? "writes what another item reads or writes"
                                                 : "reads what another item writes");
      if (fault) {
        fault->other = other.inst;
        fault->other_item = indices_of(other.item);
        if (options.told) options.told(*fault);
      }
    }
  }
  return range->host + (address - range->base);
}

bool State::load_at(const Node& node, Frame& frame, uint64_t address, uint64_t& value) {
  const uint8_t* at = touch(node, frame, address, node.size, Touch::Read);
  if (at) value = get(at, node);
  return at != nullptr;
}

bool State::store_at(const Node& node, Frame& frame, uint64_t address, uint64_t value) {
  uint8_t* at = touch(node, frame, address, node.size, Touch::Write);
  if (at) put(at, node, value);
  return at != nullptr;
}

// The address of an element of the buffer that is the node's first operand.
bool State::element_address(const Node& node, Frame& frame, Int index, uint64_t& address) {
  int64_t length = static_cast<int64_t>(frame.words[node.in[0] + 1]);
  // Negative where a native program has just an address.
  if (length >= 0 && (index < 0 || index >= length)) {
    stop(node, frame,
         fmt::format("element {} of a buffer of {}", static_cast<int64_t>(index), length));
    return false;
  }
  address = frame.words[node.in[0]] + static_cast<uint64_t>(index) * node.size;
  return true;
}

Flow State::access_elem(const Node& node, Frame& frame) {
  uint64_t address = 0;
  Int index = integer(node.inst->operands[1]->type.kind, frame.words[node.in[1]]);
  int64_t length = static_cast<int64_t>(frame.words[node.in[0] + 1]);
  if (options.tolerant && (index < 0 || index >= length)) {
    if (node.op == Op::LoadElem) frame.words[node.out] = 0;
    return Flow::Next;
  }
  if (!element_address(node, frame, index, address)) return Flow::Stop;
  bool ok = node.op == Op::LoadElem ? load_at(node, frame, address, frame.words[node.out])
                                    : store_at(node, frame, address, frame.words[node.in[2]]);
  return ok ? Flow::Next : Flow::Stop;
}

Flow State::access_lanes(const Node& node, Frame& frame) {
  bool loads = node.op == Op::LoadLanes || node.op == Op::Gather;
  bool consecutive = node.op == Op::LoadLanes || node.op == Op::StoreLanes;
  Kind index_kind = node.inst->operands[1]->type.kind;
  uint32_t mask = node.in.back();
  for (uint16_t l = 0; l < node.lanes; ++l) {  // ascending: the highest lane wins
    bool on = frame.words[mask + l] != 0;
    if (loads && !on) frame.words[node.out + l] = 0;
    if (!on) continue;
    Int index = consecutive ? integer(index_kind, frame.words[node.in[1]]) + l
                            : integer(index_kind, frame.words[node.in[1] + l]);
    uint64_t address = 0;
    if (!element_address(node, frame, index, address)) return Flow::Stop;
    bool ok = loads ? load_at(node, frame, address, frame.words[node.out + l])
                    : store_at(node, frame, address, frame.words[node.in[2] + l]);
    if (!ok) return Flow::Stop;
  }
  return Flow::Next;
}

Flow State::access_ptr(const Node& node, Frame& frame) {
  uint64_t address = frame.words[node.in[0]];
  uint64_t align =
      node.inst->bits
          ? node.inst->bits
          : std::min<uint64_t>(node.size, module.target.align_cap ? module.target.align_cap : 1);
  // What the host does not mind is right there.
  if (align != 0 && address % align != 0 && !options.native)
    return stop(node, frame, fmt::format("{:#x} is not aligned to {}", address, align));
  bool ok = node.op == Op::PtrLoad ? load_at(node, frame, address, frame.words[node.out])
                                   : store_at(node, frame, address, frame.words[node.in[1]]);
  return ok ? Flow::Next : Flow::Stop;
}

Flow State::access_ptr_lanes(const Node& node, Frame& frame) {
  bool loads = node.op == Op::PtrLoadLanes || node.op == Op::PtrGather;
  bool consecutive = node.op == Op::PtrLoadLanes || node.op == Op::PtrStoreLanes;
  uint32_t value = loads ? 0 : node.in[consecutive ? 1 : 2];
  uint32_t mask = node.in.back();
  for (uint16_t l = 0; l < node.lanes; ++l) {
    bool on = frame.words[mask + l] != 0;
    if (loads && !on) frame.words[node.out + l] = 0;
    if (!on) continue;
    uint64_t address = frame.words[node.in[0]];
    if (consecutive) {
      address += l * node.size;
      if (l == 0 && node.inst->bits != 0 && address % node.inst->bits != 0)
        return stop(node, frame,
                    fmt::format("{:#x} is not aligned to {}", address, node.inst->bits));
    } else {
      address += static_cast<uint64_t>(
          integer(node.inst->operands[1]->type.kind, frame.words[node.in[1] + l]));
    }
    bool ok = loads ? load_at(node, frame, address, frame.words[node.out + l])
                    : store_at(node, frame, address, frame.words[value + l]);
    if (!ok) return Flow::Stop;
  }
  return Flow::Next;
}

// Atomics: items run one after the other here, so that nothing comes between.
Flow State::update(const Node& node, Frame& frame) {
  bool is_elem = node.op <= Op::AtomicMax;
  uint64_t address = frame.words[node.in[0]];
  if (is_elem) {
    Int index = integer(node.inst->operands[1]->type.kind, frame.words[node.in[1]]);
    auto length = static_cast<int64_t>(frame.words[node.in[0] + 1]);
    if (options.tolerant && (index < 0 || index >= length)) {
      frame.words[node.out] = 0;
      return Flow::Next;
    }
    if (!element_address(node, frame, index, address)) return Flow::Stop;
  }
  uint8_t* at = touch(node, frame, address, node.size, Touch::Update);
  if (!at) return Flow::Stop;
  if (reinterpret_cast<uintptr_t>(at) % node.size != 0)
    return stop(node, frame, fmt::format("{:#x} is not aligned to {}", address, node.size));
  Op op = node.op == Op::AtomicAdd || node.op == Op::PtrAtomicAdd   ? Op::Add
          : node.op == Op::AtomicMin || node.op == Op::PtrAtomicMin ? Op::Min
                                                                    : Op::Max;
  uint64_t pair[2] = {get(at, node), frame.words[node.in.back()]};
  put(at, node, evaluate(op, node.to, node.to, pair));
  frame.words[node.out] = pair[0];
  return Flow::Next;
}

Flow State::print(const Node& node, Frame& frame) {
  Words values;
  for (uint32_t word : node.in) values.push_back(frame.words[word]);
  std::string line = ir::format_print(ir::print_format(*node.inst), values.data());
  if (options.print) {
    options.print(line);
  } else {
    std::fwrite(line.data(), 1, line.size(), stdout);
  }
  return Flow::Next;
}

Flow State::copy_memory(const Node& node, Frame& frame) {
  Int wanted = integer(node.inst->operands[2]->type.kind, frame.words[node.in[2]]);
  if (wanted == 0) return Flow::Next;
  if (wanted < 0) return stop(node, frame, "a negative size");
  uint64_t bytes = static_cast<uint64_t>(wanted);
  const uint8_t* from = nullptr;
  if (node.op == Op::MemCopy) {
    from = touch(node, frame, frame.words[node.in[1]], bytes, Touch::Read);
    if (!from) return Flow::Stop;
  }
  uint8_t* to = touch(node, frame, frame.words[node.in[0]], bytes, Touch::Write);
  if (!to) return Flow::Stop;
  if (from) {
    copy_stored(frame.words[node.in[0]], frame.words[node.in[1]], bytes);
    std::memmove(to, from, bytes);
  } else {
    std::memset(to, static_cast<int>(frame.words[node.in[1]] & 0xFF), bytes);
  }
  return Flow::Next;
}

// A copy has been stored to where its original has.
void State::copy_stored(uint64_t to, uint64_t from, uint64_t bytes) {
  Range* into = memory.find(to, bytes);
  if (!into || !into->stored) return;
  uint8_t* stored = into->stored + (to - into->base);
  Range* original = memory.find(from, bytes);
  if (original && original->stored) {
    std::memmove(stored, original->stored + (from - original->base), bytes);
  } else {
    std::fill_n(stored, bytes, 1);
  }
}

// What compiled code stores to goes unseen: all that it can find from what it is given.
void State::given_away(std::span<const uint64_t> words) {
  if (!options.never_stored || !options.native) return;
  constexpr uint64_t kSearched = 4096;  // bytes of one block
  constexpr size_t kBlocks = 64;        // a list may be long
  std::vector<uint64_t> left(words.begin(), words.end());
  std::set<uint64_t> seen;
  while (!left.empty() && seen.size() < kBlocks) {
    uint64_t address = left.back();
    left.pop_back();
    Range* range = memory.find_own(address);
    if (!range || !seen.insert(range->base).second) continue;
    if (range->stored) std::fill_n(range->stored, range->size, 1);
    for (uint64_t at = 0; at + 8 <= std::min(range->size, kSearched); at += 8)
      left.push_back(read_bytes(range->host + at, 8, module.target.little_endian));
  }
}

Flow State::address_of(const Node& node, Frame& frame) {
  if (node.inst->global) {
    auto found = global_addresses.find(node.inst->global);
    if (found == global_addresses.end())
      return stop(node, frame, "@" + node.inst->global->name + " is extern, with no memory here");
    frame.words[node.out] = found->second;
  } else if (node.inst->callee) {
    frame.words[node.out] = machine.address_of(*node.inst->callee);
  } else {
    frame.words[node.out] = frame.addresses[node.var];
  }
  return Flow::Next;
}

}  // namespace tack::interp
