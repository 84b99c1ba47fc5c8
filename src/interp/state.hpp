// SPDX-License-Identifier: Apache-2.0
// The machine's inside, shared by its sources: control (machine.cpp), memory ops (access.cpp),
// kernels (launch.cpp).
#pragma once

#include <array>
#include <deque>
#include <set>
#include <unordered_map>
#include <utility>

#include "interp/code.hpp"
#include "interp/interp.hpp"
#include "interp/memory.hpp"

namespace tack::interp {

// How a region ended.
enum class Flow : uint8_t {
  Next,    // ran off its end
  Exit,    // State::exit_to says to where
  Return,  // State::returned holds the values
  Stop,    // State::error says why
};

struct Frame {
  const Code* code = nullptr;
  std::vector<uint64_t> words;
  std::vector<uint8_t> storage;     // of the vars; native: Memory has them
  uint8_t* bytes = nullptr;         // the vars
  std::vector<uint8_t> stored;      // each byte of a var: was it stored to? (never_stored only)
  std::vector<uint64_t> addresses;  // of each var, 0 when it has none
};

struct State {
  State(Machine& m, const ir::Module& mod, Options opt)
      : machine(m),
        module(mod),
        options(std::move(opt)),
        memory(mod.target, mod.functions.size(), options.native) {}

  Machine& machine;
  const ir::Module& module;
  Options options;
  Memory memory;
  std::unordered_map<const ir::Function*, std::unique_ptr<Code>> codes;
  std::unordered_map<const ir::Function*, uint64_t> function_numbers;
  std::unordered_map<uint64_t, const ir::Function*> native_functions;  // by address
  std::unordered_map<const ir::Global*, uint64_t> global_addresses;
  std::deque<std::vector<uint8_t>> global_bytes;
  std::deque<std::vector<uint8_t>> global_room;  // native: the globals, with space around them
  bool has_globals = false;

  std::vector<Fault> faults;
  std::set<std::pair<const ir::Inst*, Check>> reported;
  uint64_t steps = 0;
  int depth = 0;            // nested calls and regions
  intptr_t stack_base = 0;  // where the outermost of them stands on the host's stack
  std::string error;
  std::string error_why;  // of what stands at `error_at`
  const ir::Inst* error_at = nullptr;
  const ir::Inst* call_inst = nullptr;     // the call of an extern that is being made
  const ir::Inst* foreign_inst = nullptr;  // accesses memory of which nobody here knows
  const ir::Inst* exit_to = nullptr;
  Words returned;

  // The running kernel: its item's (or gang's) number from 1, 0 when conflicts are not tracked.
  const Code* kernel = nullptr;
  const Frame* kernel_frame = nullptr;
  int64_t item = 0;

  // machine.cpp
  Flow run(const Body& body, Frame& frame);
  Flow step(const Node& node, Frame& frame);
  Flow compute(const Node& node, Frame& frame);
  Flow run_loop(const Node& node, Frame& frame);
  Flow run_for(const Node& node, Frame& frame);
  Flow run_switch(const Node& node, Frame& frame);
  Flow call(const ir::Function& callee, Words arguments, Frame* frame, const Node* node);
  const Code* code_of(const ir::Function& function);
  bool enter(const Code& code, Frame& frame);
  void check_arithmetic(const Node& node, Frame& frame, uint64_t result,
                        std::span<const uint64_t> in);
  Flow stopped_by(const Node& node, const Frame& frame);
  Flow stop(const Node& node, const Frame& frame, std::string what);
  // The new fault, null when it was reported before or there are enough.
  Fault* report(Check check, const Node& node, const Frame& frame, std::string what);
  std::string describe(const Node& node, const Frame& frame, const std::string& what) const;
  std::vector<int64_t> item_indices() const;
  std::vector<int64_t> indices_of(int64_t item) const;  // of the running kernel, from 1
  Result<void> make_globals();
  const ir::Function* function_at(uint64_t address);
  Flow call_foreign(const Node& node, Frame& frame);
  bool wants_store(ir::Kind kind) const;
  void copy_stored(uint64_t to, uint64_t from, uint64_t bytes);
  void given_away(std::span<const uint64_t> words);

  // access.cpp
  Flow access_var(const Node& node, Frame& frame);
  Flow access_var_lanes(const Node& node, Frame& frame);
  Flow access_elem(const Node& node, Frame& frame);
  Flow access_lanes(const Node& node, Frame& frame);
  Flow access_ptr(const Node& node, Frame& frame);
  Flow access_ptr_lanes(const Node& node, Frame& frame);
  Flow copy_memory(const Node& node, Frame& frame);
  Flow update(const Node& node, Frame& frame);
  Flow print(const Node& node, Frame& frame);
  Flow address_of(const Node& node, Frame& frame);
  // One element at an address; false after stop().
  bool load_at(const Node& node, Frame& frame, uint64_t address, uint64_t& value);
  bool store_at(const Node& node, Frame& frame, uint64_t address, uint64_t value);
  uint8_t* touch(const Node& node, Frame& frame, uint64_t address, uint64_t bytes, Touch how);
  bool element_address(const Node& node, Frame& frame, __int128 index, uint64_t& address);
  uint64_t get(const uint8_t* at, const Node& node) const;
  void put(uint8_t* at, const Node& node, uint64_t value) const;

  // launch.cpp
  Flow launch_from(const Node& node, Frame& frame);
  Result<void> launch(const ir::Function& kernel, std::span<const int64_t> extents,
                      const Words& arguments, Words& reductions);
};

// A number of `size` bytes in memory, in the target's byte order.
uint64_t read_bytes(const uint8_t* at, uint64_t size, bool little);
void write_bytes(uint8_t* at, uint64_t size, uint64_t value, bool little);

}  // namespace tack::interp
