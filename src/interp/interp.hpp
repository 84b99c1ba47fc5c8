// SPDX-License-Identifier: Apache-2.0
// A slow, obviously right executor of the IR at every stage: the oracle that passes and back ends
// are compared with, and the engine of `tack check`.
//
// A program sees addresses of its own (small, the same in every run); memory of the host becomes
// addressable by map(). Every access is checked, so that no verified module can crash or hang the
// machine: out-of-range accesses, traps, endless loops and endless recursion end the run with an
// Error; the other checks are collected as faults while the run goes on.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/ir.hpp"
#include "support/result.hpp"

namespace tack::interp {

enum class Check : uint8_t {
  Conflict,      // two items write one element, or one reads what another writes
  NeverStored,   // a var read before anything was stored to it
  DivideByZero,  // integer div, rem, floordiv, floormod
  Overflow,      // MIN / -1
  ShiftCount,    // negative or >= the width
  NanMade,       // a NaN from operands that are not
  OutOfRange,    // a float that becomes an integer which cannot hold it, or a NaN
};

struct Fault {
  Check check;
  const ir::Function* function = nullptr;
  const ir::Inst* inst = nullptr;
  std::vector<int64_t> item;  // indices, slowest first; empty outside kernels
  std::string text;           // `file:line:col: what in @function: %r = op, item (j, i)`
  std::string what;           // that part alone
  // Conflict: the other access and its item. A later one is not told from a first one.
  const ir::Inst* other = nullptr;
  std::vector<int64_t> other_item;
};

enum class Order : uint8_t { Forward, Reverse, Shuffled };

class Machine;
using Words = std::vector<uint64_t>;
using Extern = std::function<Result<Words>(Machine&, std::string_view name, const Words&)>;

struct Options {
  Order order = Order::Forward;  // of items (of gangs in gang code); reductions stay in theirs
  uint64_t seed = 0;             // of Shuffled
  int64_t chunk = 0;             // gang code: start anew at each multiple of it (itself one of 64),
                                 // as a thread's share would; 0: never
  bool conflicts = true;
  bool never_stored = false;  // the next four: scalar code only, dead lanes compute anything
  bool arithmetic = false;    // DivideByZero, Overflow, ShiftCount
  bool conversions = false;   // OutOfRange
  bool nans = false;
  // Float operations take subnormal operands as zeros and give zeros for them, as on some devices;
  // select, bitcast and memory do not.
  bool flush_subnormals = false;
  // Elements outside an array read as zero and are not written; without it they end the run. For
  // programs that report them before.
  bool tolerant = false;
  size_t max_faults = 32;  // one for each instruction and check at most
  uint64_t steps = 1'000'000'000;
  uint64_t stack_bytes = 0;  // of the host's thread, for a program's calls; 0: 4 MiB
  std::function<void(const std::string& line)> print;  // none: to stdout
  Extern externs;  // runs calls of functions without a body; none: an Error
  // Called for each fault as it is found; a program may end inside one of its calls.
  std::function<void(const Fault&)> told;
  // The program shares this process: an address is the host's, so that functions without a body can
  // be called as they are. Memory that is neither the program's nor around its own can then be
  // accessed unchecked. `address` gives what stands for an extern global and for any function.
  bool native = false;
  std::function<uint64_t(const ir::Global*, const ir::Function*)> address;
  // Calls what stands at an address that none of the module's functions has; an Error says why not.
  std::function<Result<Words>(Machine&, uint64_t address, const ir::Inst& call, const Words&)>
      foreign;
};

// Runs functions of one module, which must have passed the verifier and stay unchanged.
class Machine {
 public:
  explicit Machine(const ir::Module& module, Options options = {});
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // The address at which the program sees this memory (aligned as the host's is). Memory inside
  // some mapped before gets the address that it has there; a partial overlap is an Error, so map
  // the whole first. The memory must outlive the machine.
  // Accesses that conflict are found in units of `grain` bytes: the size of the elements, when all
  // that is accessed there are whole ones.
  Result<uint64_t> map(void* data, uint64_t bytes, uint64_t grain = 1);
  uint64_t address_of(const ir::Global& global);
  uint64_t address_of(const ir::Function& function);
  // Native only: memory of the program's. Of its first `prefix` bytes only `head` may be accessed,
  // of `around` bytes on both sides none, and after its end none at all until it is forgotten.
  void add_block(void* at, uint64_t bytes, uint64_t head, uint64_t prefix, uint64_t around);
  void end_block(void* at, uint64_t prefix);
  void forget_block(void* at, uint64_t around);
  // The host's view of [address, address + bytes), or null.
  uint8_t* memory(uint64_t address, uint64_t bytes);
  // What memory() has nothing at: "at 0x10, where no memory is", "at offset 8 of 8 bytes".
  std::string describe(uint64_t address) const;

  // Arguments and results are words: a number's bits (zero-extended) or an address is one, a
  // buffer two (address, length in elements).
  Result<Words> call(const ir::Function& function, const Words& arguments);

  // Runs a kernel, scalar or gang. `reductions` holds the values before, then after.
  Result<void> launch(const ir::Function& kernel, std::span<const int64_t> extents,
                      const Words& arguments, Words& reductions);

  // Runs the CPU entry (docs/ir.md) that was made of `kernel`, in calls of `items_per_call`
  // (a multiple of 64; 0: all at once; blocks when there are reductions).
  Result<void> launch_entry(const ir::Function& entry, const ir::Function& kernel,
                            std::span<const int64_t> extents, const Words& arguments,
                            Words& reductions, int64_t items_per_call = 0);

  // The indices of the running kernel's item, slowest first; empty outside kernels.
  std::vector<int64_t> item() const;

  // The call that is being made, for externs; null where the host calls.
  const ir::Inst* calling() const;
  // Native only: what accesses memory that is not the program's right now, if something does.
  const ir::Inst* accessing() const;
  // Where and why the last call ended with an Error: null and empty when there is no place.
  const ir::Inst* stopped_at() const;
  const std::string& stopped_why() const;

  const std::vector<Fault>& faults() const;
  uint64_t steps() const;  // instructions run so far
  // Every instruction that ran at least once.
  void visit_ran(const std::function<void(const ir::Inst&)>& visit) const;

 private:
  friend struct State;
  std::unique_ptr<struct State> state_;
};

// An argument of run_kernel from the host's side.
struct Argument {
  uint64_t bits = 0;     // a number
  void* data = nullptr;  // a buffer, when is_buffer
  int64_t length = 0;    // in elements
  bool is_buffer = false;

  static Argument number(uint64_t bits) { return {bits, nullptr, 0, false}; }
  static Argument buffer(void* data, int64_t length) { return {0, data, length, true}; }
};

struct Outcome {
  Words reductions;
  std::vector<Fault> faults;
  uint64_t steps = 0;
};

// One launch on a machine of its own. Buffers that overlap may be given in any order.
Result<Outcome> run_kernel(const ir::Function& kernel, std::span<const Argument> arguments,
                           std::span<const int64_t> extents, const Words& reductions = {},
                           const Options& options = {});
// One call of a function on numbers.
Result<Words> call_function(const ir::Function& function, const Words& arguments,
                            const Options& options = {});

}  // namespace tack::interp
