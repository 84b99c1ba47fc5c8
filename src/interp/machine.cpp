// SPDX-License-Identifier: Apache-2.0
// Control flow, calls and values.
#include <fmt/format.h>

#include <algorithm>

#include "interp/arith.hpp"
#include "interp/state.hpp"
#include "support/ice.hpp"

namespace tack::interp {

using ir::Op;

namespace {

// Of nested regions and calls together; each takes a few hundred bytes of the host's stack, under
// sanitizers over 3 KB. An extern function that calls back in adds what it likes.
constexpr uint64_t kAround = 64;  // bytes on both sides of a native global
constexpr int kMaxDepth = 2500;
constexpr intptr_t kMaxStack = 4 << 20;  // bytes, of the 8 MiB that threads have

void visit_ran(const Body& body, const std::function<void(const ir::Inst&)>& visit) {
  for (const Node& node : body) {
    if (node.ran) visit(*node.inst);
    for (const Body& inner : node.bodies) visit_ran(inner, visit);
  }
}

}  // namespace

Flow State::run(const Body& body, Frame& frame) {
  auto here = reinterpret_cast<intptr_t>(__builtin_frame_address(0));
  if (depth == 0) stack_base = here;
  // A native program's caller has made room.
  intptr_t stack = options.stack_bytes ? static_cast<intptr_t>(options.stack_bytes) : kMaxStack;
  if (++depth > kMaxDepth * (options.stack_bytes ? 1000 : 1) || stack_base - here > stack) {
    error = "calls and regions are nested too deep in @" + frame.code->function->name;
    return Flow::Stop;
  }
  Flow flow = Flow::Next;
  for (const Node& node : body) {
    flow = step(node, frame);
    if (flow != Flow::Next) break;
  }
  --depth;
  return flow;
}

Flow State::step(const Node& node, Frame& frame) {
  if (++steps > options.steps)
    return stop(node, frame, fmt::format("more than {} steps", options.steps));
  node.ran = true;
  switch (node.op) {
    case Op::Var: {
      const VarPlace& var = frame.code->vars[node.var];
      std::fill_n(frame.bytes + var.offset, var.size, 0);
      if (!frame.stored.empty())
        std::fill_n(frame.stored.begin() + static_cast<long>(var.offset), var.size, 0);
      return Flow::Next;
    }
    case Op::Load:
    case Op::Store:
      return access_var(node, frame);
    case Op::VarGather:
    case Op::VarScatter:
      return access_var_lanes(node, frame);
    case Op::LoadElem:
    case Op::StoreElem:
      return access_elem(node, frame);
    case Op::LoadLanes:
    case Op::StoreLanes:
    case Op::Gather:
    case Op::Scatter:
      return access_lanes(node, frame);
    case Op::PtrLoad:
    case Op::PtrStore:
      return access_ptr(node, frame);
    case Op::AtomicAdd:
    case Op::AtomicMin:
    case Op::AtomicMax:
    case Op::PtrAtomicAdd:
    case Op::PtrAtomicMin:
    case Op::PtrAtomicMax:
      return update(node, frame);
    case Op::Print:
      return print(node, frame);
    case Op::PtrLoadLanes:
    case Op::PtrStoreLanes:
    case Op::PtrGather:
    case Op::PtrScatter:
      return access_ptr_lanes(node, frame);
    case Op::MemCopy:
    case Op::MemSet:
      return copy_memory(node, frame);
    case Op::AddrOf:
      return address_of(node, frame);
    case Op::Call: {
      Words arguments;
      for (size_t i = 0; i < node.in.size(); ++i) {
        uint32_t n = words_of(node.inst->operands[i]->type);
        for (uint32_t k = 0; k < n; ++k) arguments.push_back(frame.words[node.in[i] + k]);
      }
      return call(*node.inst->callee, std::move(arguments), &frame, &node);
    }
    case Op::CallPtr: {
      const ir::Function* found = function_at(frame.words[node.in[0]]);
      if (!found && options.foreign) return call_foreign(node, frame);
      if (!found) return stop(node, frame, "calls through a pointer that is no function's");
      const ir::Function& callee = *found;
      Words arguments;
      for (size_t i = 1; i < node.in.size(); ++i) {
        bool fits = i - 1 < callee.params.size()
                        ? callee.params[i - 1]->type == node.inst->operands[i]->type
                        : callee.is_variadic;
        if (!fits) return stop(node, frame, "@" + callee.name + " takes other arguments");
        arguments.push_back(frame.words[node.in[i]]);
      }
      if (arguments.size() < callee.params.size() || callee.is_kernel() ||
          callee.results != node.inst->signature)
        return stop(node, frame, "@" + callee.name + " has another signature");
      return call(callee, std::move(arguments), &frame, &node);
    }
    case Op::ResultOf:  // its word is in the call's
      return Flow::Next;
    case Op::Launch:
      return launch_from(node, frame);
    case Op::Block: {
      Flow flow = run(node.bodies[0], frame);
      return flow == Flow::Exit && exit_to == node.inst ? Flow::Next : flow;
    }
    case Op::Loop:
      return run_loop(node, frame);
    case Op::For:
      return run_for(node, frame);
    case Op::If:
      return run(node.bodies[frame.words[node.in[0]] != 0 ? 0 : 1], frame);
    case Op::Switch:
      return run_switch(node, frame);
    case Op::Exit:
      exit_to = node.inst->target;
      return Flow::Exit;
    case Op::Return:
      returned.clear();
      for (size_t i = 0; i < node.in.size(); ++i) {
        uint32_t n = words_of(node.inst->operands[i]->type);
        for (uint32_t k = 0; k < n; ++k) returned.push_back(frame.words[node.in[i] + k]);
      }
      return Flow::Return;
    case Op::Trap:
      return stop(node, frame, "trap: " + node.inst->text);
    default:
      return compute(node, frame);
  }
}

Flow State::compute(const Node& node, Frame& frame) {
  uint64_t* out = &frame.words[node.out];
  uint64_t* words = frame.words.data();
  switch (node.op) {
    case Op::BufferLen:
      *out = words[node.in[0] + 1];
      return Flow::Next;
    case Op::PtrAdd: {
      Int sum = static_cast<Int>(words[node.in[0]]) +
                integer(node.inst->operands[1]->type.kind, words[node.in[1]]);
      *out = static_cast<uint64_t>(sum);
      if (module.target.pointer_bytes < 8)
        *out &= (uint64_t{1} << (module.target.pointer_bytes * 8)) - 1;
      return Flow::Next;
    }
    case Op::Splat:
      std::fill_n(out, node.lanes, words[node.in[0]]);
      return Flow::Next;
    case Op::LaneId:
      for (uint16_t l = 0; l < node.lanes; ++l) out[l] = wrap(node.to, l);
      return Flow::Next;
    case Op::Extract: {
      // The count modulo W, as an unsigned number; W is a power of two.
      uint64_t lane = words[node.in[1]] & (node.inst->operands[0]->type.lanes - 1u);
      *out = words[node.in[0] + lane];
      return Flow::Next;
    }
    case Op::Any:
    case Op::All: {
      const uint64_t* mask = words + node.in[0];
      long set = std::count_if(mask, mask + node.inst->operands[0]->type.lanes,
                               [](uint64_t bit) { return bit != 0; });
      *out = node.op == Op::Any ? set != 0 : set == node.inst->operands[0]->type.lanes;
      return Flow::Next;
    }
    case Op::LaneSum:
    case Op::LaneMin:
    case Op::LaneMax: {
      Op op = node.op == Op::LaneSum ? Op::Add : node.op == Op::LaneMin ? Op::Min : Op::Max;
      *out = words[node.in[0]];
      for (uint16_t l = 1; l < node.inst->operands[0]->type.lanes; ++l) {
        uint64_t pair[2] = {*out, words[node.in[0] + l]};
        *out = evaluate(op, node.to, node.to, pair);
      }
      return Flow::Next;
    }
    default:
      break;
  }
  if (!is_scalar_op(node.op))
    return stop(node, frame, "cannot run " + std::string(ir::info(node.op).text));
  for (uint16_t l = 0; l < std::max<uint16_t>(node.lanes, 1); ++l) {
    uint64_t in[3] = {0, 0, 0};
    for (size_t i = 0; i < node.in.size(); ++i)
      in[i] = words[node.in[i] + (node.inst->operands[i]->type.is_lanes() ? l : 0)];
    std::span<const uint64_t> operands(in, node.in.size());
    bool flushes = options.flush_subnormals && node.op != Op::Select && node.op != Op::Bitcast;
    for (uint64_t& v : in) v = flushes ? flushed(node.from, v) : v;
    out[l] = evaluate(node.op, node.from, node.to, operands);
    if (flushes) out[l] = flushed(node.to, out[l]);
    if (!node.lanes && (options.arithmetic || options.conversions || options.nans))
      check_arithmetic(node, frame, out[l], operands);
  }
  return Flow::Next;
}

Flow State::run_loop(const Node& node, Frame& frame) {
  while (true) {
    if (++steps > options.steps)
      return stop(node, frame, fmt::format("more than {} steps", options.steps));
    Flow flow = run(node.bodies[0], frame);
    if (flow == Flow::Exit && exit_to == node.inst) return Flow::Next;
    if (flow != Flow::Next) return flow;
  }
}

Flow State::run_for(const Node& node, Frame& frame) {
  ir::Kind kind = node.inst->index->type.kind;
  Int lo = integer(kind, frame.words[node.in[0]]);
  Int hi = integer(kind, frame.words[node.in[1]]);
  Int by = integer(kind, frame.words[node.in[2]]);
  if (by <= 0) return Flow::Next;
  for (Int i = lo; i < hi; i += by) {
    if (++steps > options.steps)
      return stop(node, frame, fmt::format("more than {} steps", options.steps));
    frame.words[node.out] = wrap(kind, i);
    Flow flow = run(node.bodies[0], frame);
    if (flow == Flow::Exit && exit_to == node.inst) return Flow::Next;
    if (flow != Flow::Next) return flow;
  }
  return Flow::Next;
}

Flow State::run_switch(const Node& node, Frame& frame) {
  ir::Kind kind = node.inst->operands[0]->type.kind;
  int64_t subject = static_cast<int64_t>(integer(kind, frame.words[node.in[0]]));
  size_t chosen = node.inst->cases.size();
  for (size_t i = 0; i < node.inst->cases.size(); ++i) {
    for (int64_t value : node.inst->cases[i].values) {
      if (value == subject) chosen = i;
    }
  }
  return run(node.bodies[chosen], frame);
}

const Code* State::code_of(const ir::Function& function) {
  std::unique_ptr<Code>& code = codes[&function];
  if (!code) code = make_code(function);
  if (!code->fault.empty()) {
    error = code->fault;
    return nullptr;
  }
  return code.get();
}

bool State::enter(const Code& code, Frame& frame) {
  frame.code = &code;
  frame.words = code.words;
  if (options.native) {
    frame.bytes = memory.push_frame(code.var_bytes);
    if (!frame.bytes) {
      error = "calls that leave no room on the stack";
      return false;
    }
  } else {
    frame.storage.assign(code.var_bytes, 0);
    frame.bytes = frame.storage.data();
  }
  if (options.never_stored) frame.stored.assign(code.var_bytes, 0);
  // In a kernel another item sees none of them.
  bool is_private = !options.native || kernel != nullptr || code.function->is_kernel();
  frame.addresses.assign(code.vars.size(), 0);
  for (size_t i = 0; i < code.vars.size(); ++i) {
    const VarPlace& var = code.vars[i];
    if (!var.has_address) continue;
    uint8_t* stored =
        options.native && options.never_stored ? frame.stored.data() + var.offset : nullptr;
    frame.addresses[i] =
        memory.push(frame.bytes + var.offset, var.size, var.align, is_private, stored);
    if (frame.addresses[i] == 0) {
      error = "the vars of @" + code.function->name + " do not fit the target's address space";
      return false;
    }
  }
  return true;
}

Flow State::call(const ir::Function& callee, Words arguments, Frame* frame, const Node* node) {
  Words results;
  if (callee.is_extern()) {
    if (!options.externs) {
      error = "@" + callee.name + " is extern, with no body to run";
      return Flow::Stop;
    }
    const ir::Inst* outer = std::exchange(call_inst, node ? node->inst : nullptr);
    given_away(arguments);
    Result<Words> got = options.externs(machine, callee.name, arguments);
    call_inst = outer;
    if (!got.ok()) {
      if (node && options.native) return stop(*node, *frame, got.error().message);
      error = got.error().message;
      return Flow::Stop;
    }
    results = std::move(*got);
  } else {
    const Code* code = code_of(callee);
    if (code == nullptr) return Flow::Stop;
    Frame inner;
    uint64_t mark = memory.mark();
    if (!enter(*code, inner)) {
      memory.pop(mark);
      return options.native && node ? stopped_by(*node, *frame) : Flow::Stop;
    }
    size_t at = 0;
    for (size_t i = 0; i < callee.params.size(); ++i) {
      for (uint32_t k = 0; k < words_of(callee.params[i]->type); ++k)
        inner.words[code->params[i] + k] = arguments[at++];
    }
    Flow flow = run(code->body, inner);
    memory.pop(mark);
    if (flow == Flow::Stop) return options.native && node ? stopped_by(*node, *frame) : flow;
    if (flow == Flow::Return) results = std::move(returned);
  }
  size_t wanted = 0;
  for (ir::Type type : callee.results) wanted += words_of(type);
  if (results.size() != wanted) {
    error = fmt::format("@{} gave {} results, not {}", callee.name, results.size(), wanted);
    return Flow::Stop;
  }
  if (frame == nullptr) {
    returned = std::move(results);
  } else {
    std::copy(results.begin(), results.end(), frame->words.begin() + node->out);
  }
  return Flow::Next;
}

// An error that has no place yet stands at this node.
Flow State::stopped_by(const Node& node, const Frame& frame) {
  if (error_at) return Flow::Stop;
  return stop(node, frame, std::exchange(error, ""));
}

Flow State::call_foreign(const Node& node, Frame& frame) {
  Words arguments;
  for (size_t i = 1; i < node.in.size(); ++i) arguments.push_back(frame.words[node.in[i]]);
  given_away(arguments);
  const ir::Inst* outer = std::exchange(call_inst, node.inst);
  Result<Words> got = options.foreign(machine, frame.words[node.in[0]], *node.inst, arguments);
  call_inst = outer;
  if (!got.ok()) return stop(node, frame, got.error().message);
  std::copy(got->begin(), got->end(), frame.words.begin() + node.out);
  return Flow::Next;
}

Result<void> State::make_globals() {
  if (has_globals) return {};
  has_globals = true;
  for (const auto& global : module.globals) {
    if (global->is_extern && options.native)
      global_addresses[global.get()] = options.address(global.get(), nullptr);
    if (global->is_extern) continue;
    if (global->size > uint64_t{1} << 32)
      return Error{"@" + global->name + " is too large to run here"};
    std::vector<uint8_t>& bytes = global_bytes.emplace_back(global->bytes);
    bytes.resize(std::max<uint64_t>(global->size, 1));
    if (options.native) {
      // Its own vector, with memory around it that is nobody's.
      uint64_t size = bytes.size(), align = std::max<uint64_t>(global->align, kAround);
      std::vector<uint8_t>& room = global_room.emplace_back(size + 3 * align);
      uint64_t begin = reinterpret_cast<uintptr_t>(room.data());
      uint64_t at = (begin + 2 * align - 1) / align * align;
      memory.own(begin, begin + room.size());
      std::copy(bytes.begin(), bytes.end(), reinterpret_cast<uint8_t*>(at));
      (void)memory.map(reinterpret_cast<uint8_t*>(at), size, global->is_constant);
      global_addresses[global.get()] = at;
      continue;
    }
    Result<uint64_t> address = memory.map(bytes.data(), bytes.size(), global->is_constant);
    if (!address.ok()) return address.error();
    global_addresses[global.get()] = *address;
  }
  size_t i = 0;
  for (const auto& global : module.globals) {
    if (global->is_extern) continue;
    std::vector<uint8_t>& bytes = global_bytes[i++];
    for (const ir::Relocation& r : global->relocations) {
      uint64_t size = module.target.pointer_bytes;
      if (r.offset > bytes.size() || size > bytes.size() - r.offset)
        return Error{"@" + global->name + " has an address outside it"};
      if (r.global && !global_addresses[r.global])
        return Error{"@" + r.global->name + " is extern, with no memory here"};
      uint64_t to = r.global ? global_addresses[r.global] : machine.address_of(*r.function);
      uint8_t* data = options.native ? reinterpret_cast<uint8_t*>(global_addresses[global.get()])
                                     : bytes.data();
      write_bytes(data + r.offset, size, to + static_cast<uint64_t>(r.addend),
                  module.target.little_endian);
    }
  }
  return {};
}

// --- the public face

Machine::Machine(const ir::Module& module, Options options)
    : state_(std::make_unique<State>(*this, module, std::move(options))) {}
Machine::~Machine() = default;

Result<uint64_t> Machine::map(void* data, uint64_t bytes, uint64_t grain) {
  return state_->memory.map(data, bytes, false, grain);
}

uint64_t Machine::address_of(const ir::Global& global) {
  if (!state_->make_globals().ok()) return 0;
  auto found = state_->global_addresses.find(&global);
  return found == state_->global_addresses.end() ? 0 : found->second;
}

const ir::Function* State::function_at(uint64_t address) {
  if (options.native) {
    if (native_functions.empty()) {
      for (const auto& f : module.functions) native_functions[machine.address_of(*f)] = f.get();
      native_functions.erase(0);
    }
    auto found = native_functions.find(address);
    return found == native_functions.end() ? nullptr : found->second;
  }
  auto number = memory.function_at(address);
  return number && *number < module.functions.size() ? module.functions[*number].get() : nullptr;
}

void Machine::add_block(void* at, uint64_t bytes, uint64_t head, uint64_t prefix, uint64_t around) {
  auto* first = static_cast<uint8_t*>(at);
  uint64_t begin = reinterpret_cast<uintptr_t>(at);
  state_->memory.own(begin - around, begin + bytes + around);
  if (head) (void)state_->memory.map(first, head);
  (void)state_->memory.map(first + prefix, bytes - prefix);
}

void Machine::end_block(void* at, uint64_t prefix) {
  uint64_t begin = reinterpret_cast<uintptr_t>(at);
  state_->memory.unmap(begin);
  state_->memory.unmap(begin + prefix);
}

void Machine::forget_block(void* at, uint64_t around) {
  state_->memory.disown(reinterpret_cast<uintptr_t>(at) - around);
}

std::string Machine::describe(uint64_t address) const { return state_->memory.describe(address); }

const ir::Inst* Machine::calling() const { return state_->call_inst; }
const ir::Inst* Machine::accessing() const { return state_->foreign_inst; }
const ir::Inst* Machine::stopped_at() const { return state_->error_at; }
const std::string& Machine::stopped_why() const { return state_->error_why; }

uint64_t Machine::address_of(const ir::Function& function) {
  if (state_->options.native) return state_->options.address(nullptr, &function);
  auto& numbers = state_->function_numbers;
  if (numbers.empty()) {
    for (size_t i = 0; i < state_->module.functions.size(); ++i)
      numbers[state_->module.functions[i].get()] = i;
  }
  auto found = numbers.find(&function);
  if (found == numbers.end()) TACK_ICE("@" + function.name + " is of another module");
  return state_->memory.function_address(found->second);
}

uint8_t* Machine::memory(uint64_t address, uint64_t bytes) {
  Range* range = state_->memory.find(address, bytes);
  return range ? range->host + (address - range->base) : nullptr;
}

Result<Words> Machine::call(const ir::Function& function, const Words& arguments) {
  State& s = *state_;
  Result<void> globals = s.make_globals();
  if (!globals.ok()) return globals.error();
  size_t wanted = 0;
  for (const ir::Inst* p : function.params) wanted += words_of(p->type);
  if (function.is_kernel()) return Error{"@" + function.name + " is a kernel; launch it"};
  if (arguments.size() != wanted)
    return Error{
        fmt::format("@{} takes {} words, got {}", function.name, wanted, arguments.size())};
  s.error.clear();
  s.error_why.clear();
  s.error_at = nullptr;
  // An extern may call back in, so depth and the returned values are the caller's afterwards.
  int depth = s.depth;
  Words saved = std::move(s.returned);
  Flow flow = s.call(function, arguments, nullptr, nullptr);
  s.depth = depth;
  Words results = std::move(s.returned);
  s.returned = std::move(saved);
  if (flow == Flow::Stop) return Error{s.error};
  return results;
}

std::vector<int64_t> Machine::item() const { return state_->item_indices(); }

const std::vector<Fault>& Machine::faults() const { return state_->faults; }
uint64_t Machine::steps() const { return state_->steps; }

void Machine::visit_ran(const std::function<void(const ir::Inst&)>& visit) const {
  for (const auto& [function, code] : state_->codes) interp::visit_ran(code->body, visit);
}

}  // namespace tack::interp
