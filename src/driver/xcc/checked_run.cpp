// SPDX-License-Identifier: Apache-2.0
#include "driver/xcc/checked_run.hpp"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <map>
#include <set>
#include <thread>

#include "driver/xcc/known_calls.hpp"
#include "driver/xcc/native_call.hpp"
#include "interp/interp.hpp"
#include "runtime/loader.hpp"
#include "runtime/xc/xc_rt.h"

namespace tack::xcc {
namespace {

using interp::Check;

constexpr uint64_t kStack = uint64_t{1} << 30;  // of the thread that interprets
constexpr uint64_t kAround = 64;                // bytes on both sides of a block of `new`
// Deleted blocks are kept, so that their use is found, up to this much of them.
constexpr uint64_t kKept = uint64_t{1} << 28;

class CheckedRun {
 public:
  explicit CheckedRun(const ir::Module& module)
      : module_(module),
        callbacks_(module, [this](const ir::Function& f, const std::vector<uint64_t>& words) {
          return called_back(f, words);
        }) {}

  Result<int> run(const std::vector<std::string>& arguments) {
    const ir::Function* main = module_.find_function("main");
    if (!main) return Error{"the program has no main"};
    interp::Options options;
    options.native = true;
    options.arithmetic = true;
    options.conversions = true;
    options.never_stored = true;
    options.steps = UINT64_MAX;
    options.max_faults = 1000;
    options.stack_bytes = kStack - (kStack >> 3);
    options.address = [this](const ir::Global* g, const ir::Function* f) { return address(g, f); };
    options.externs = [this](interp::Machine&, std::string_view name, const interp::Words& words) {
      return call(name, words);
    };
    options.foreign = [this](interp::Machine&, uint64_t code, const ir::Inst& inst,
                             const interp::Words& words) {
      return call_address(code, inst, words);
    };
    options.told = [this](const interp::Fault& fault) { tell(fault); };
    interp::Machine machine(module_, options);
    machine_ = &machine;
    thread_ = std::this_thread::get_id();
    tack_rt_xc_watch_memory(&CheckedRun::take, &CheckedRun::give, this);
    watch_crashes();
    std::vector<std::string> kept = arguments;
    std::vector<char*> argv;
    for (std::string& a : kept) argv.push_back(a.data());
    argv.push_back(nullptr);
    tack_rt_xc_set_arguments(static_cast<int32_t>(kept.size()), argv.data());
    interp::Words words;
    if (main->params.size() == 2) words = {kept.size(), reinterpret_cast<uint64_t>(argv.data())};
    Result<interp::Words> got = machine.call(*main, words);
    if (!got) stopped(got.error().message);
    // main's result as C's: an int.
    int status = got->empty() ? 0 : static_cast<int>(got->front() & 0xFF);
    std::fflush(nullptr);
    std::exit(status == 0 && found_ ? 1 : status);
  }

 private:
  std::string place(ir::Loc loc) const {
    const ir::LocInfo& at = module_.locs[loc];
    if (loc == 0) return "";
    return std::string(module_.files[at.file]) + ":" + std::to_string(at.line) + ":" +
           std::to_string(at.column) + ": ";
  }

  static std::string items(const std::vector<int64_t>& item) {
    std::string out;
    for (int64_t i : item) out += (out.empty() ? "" : ", ") + std::to_string(i);
    return item.size() == 1 ? out : "(" + out + ")";
  }

  void tell(const interp::Fault& fault) {
    // What stands nowhere in the source is the compiler's, and right by construction.
    if (fault.inst->loc == 0) return;
    std::string text;
    switch (fault.check) {
      case Check::Conflict:
        text = "item " + items(fault.item) + " " + fault.what + ": item " +
               items(fault.other_item) + ", the result depends on their order";
        break;
      case Check::DivideByZero:
        text = fault.inst->op == ir::Op::Rem ? "remainder by zero, which gives the dividend"
                                             : "division by zero, which gives 0";
        break;
      case Check::Overflow:
        text = "the least value divided by -1, which gives itself";
        break;
      case Check::ShiftCount:
        text = fault.what + ", which is taken modulo the width";
        break;
      case Check::NeverStored:
        text = fault.inst->op == ir::Op::Load ? "reads '" + fault.inst->operands[0]->name +
                                                    "', to which nothing was stored, so it is 0"
                                              : fault.what + ", so it is 0";
        break;
      default:
        text = fault.what;
        break;
    }
    if (fault.check != Check::Conflict && !fault.item.empty())
      text += ", in item " + items(fault.item);
    // The compiler may have written what stands there several times.
    if (!seen_.emplace(fault.inst->loc, static_cast<int>(fault.check)).second) return;
    report(fault.inst->loc, text);
    if (fault.check == Check::Conflict && fault.other && fault.other->loc != fault.inst->loc)
      std::fprintf(stderr, "%snote: the other access is here\n", place(fault.other->loc).c_str());
  }

  void report(ir::Loc loc, const std::string& text) {
    found_ = true;
    std::fflush(stdout);
    std::fprintf(stderr, "%scheck: %s\n", place(loc).c_str(), text.c_str());
  }

  // The run cannot go on: as a program that dies does.
  [[noreturn]] void stopped(const std::string& error) {
    std::fflush(stdout);
    const ir::Inst* at = machine_->stopped_at();
    const std::string& why = machine_->stopped_why();
    if (at && why.rfind("trap: ", 0) == 0) {
      std::fprintf(stderr, "%s\n", why.c_str() + 6);
    } else if (at && !why.empty()) {
      std::fprintf(stderr, "%scheck: %s\n", place(at->loc).c_str(), why.c_str());
    } else {
      std::fprintf(stderr, "xcc: error: %s\n", error.c_str());
    }
    std::abort();
  }

  // In compiled code that the program called.
  [[noreturn]] void fail(const std::string& text) {
    const ir::Inst* at = machine_->calling();
    report(at ? at->loc : 0, text);
    std::abort();
  }

  // An access of memory that is not the program's, by compiled code that it called or by itself.
  // Nothing but the end comes after it.
  static void crashed(int number, siginfo_t* info, void*) {
    interp::Machine& machine = *running->machine_;
    const ir::Inst* at = machine.calling() ? machine.calling() : machine.accessing();
    if (!at) {
      std::signal(number, SIG_DFL);
      return;
    }
    char address[32];
    std::snprintf(address, sizeof address, "%p", info->si_addr);
    std::string who = !machine.calling() ? ""
                      : at->callee       ? "'" + at->callee->name + "' "
                                         : "the function called ";
    running->report(at->loc, who + "accesses " + address + ", where it may not");
    std::abort();
  }

  void watch_crashes() {
    running = this;
    struct sigaction action = {};
    action.sa_sigaction = &CheckedRun::crashed;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    for (int signal : {SIGSEGV, SIGBUS}) sigaction(signal, &action, nullptr);
  }

  // --- functions outside the program
  static void* symbol(std::string_view name) {
    if (void* found = runtime::find_runtime_symbol(name)) return found;
    // Not in the C library's table of symbols.
    if (name == "atexit") return reinterpret_cast<void*>(::atexit);
    return dlsym(RTLD_DEFAULT, std::string(name).c_str());
  }

  uint64_t address(const ir::Global* global, const ir::Function* function) {
    if (global) return reinterpret_cast<uint64_t>(symbol(global->name));
    if (function->is_extern()) return reinterpret_cast<uint64_t>(symbol(function->name));
    if (numbers_.empty()) {
      for (size_t i = 0; i < module_.functions.size(); ++i)
        numbers_[module_.functions[i].get()] = i;
    }
    return callbacks_.address(numbers_.at(function));
  }

  Result<interp::Words> call(std::string_view name, const interp::Words& words) {
    if (name.starts_with("asm "))
      return Error{"a checked run has no assembly, which stands at " +
                   std::string(name.substr(4, name.find('\n') - 4))};
    if (std::string fault = fault_of_call(*machine_, name, words); !fault.empty())
      return Error{fault};
    bool exits = name == "exit" || name == "tack_rt_xc_process_exit";
    if (exits && words.size() == 1 && found_ && (words[0] & 0xFF) == 0) std::exit(1);
    void* code = symbol(name);
    if (!code) return Error{"the program calls '" + std::string(name) + "', which is not here"};
    const ir::Inst* at = machine_->calling();
    const ir::Function* callee = module_.find_function(std::string(name));
    size_t first = at && at->op == ir::Op::CallPtr ? 1 : 0;
    std::vector<Argument> arguments;
    for (size_t i = 0; i < words.size(); ++i) {
      const ir::Inst* value =
          i < callee->params.size() ? callee->params[i] : at->operands[i + first];
      bool by_value = i < callee->params.size() && value->aux.is_aggregate();
      arguments.push_back({value->type, words[i], by_value ? module_.size_of(value->aux) : 0});
    }
    return call_native(code, arguments, callee->results);
  }

  // A function that compiled code gave the address of.
  Result<interp::Words> call_address(uint64_t address, const ir::Inst& call,
                                     const interp::Words& words) {
    if (!is_code(address)) return Error{"calls through a pointer that is no function's"};
    std::vector<Argument> arguments;
    for (size_t i = 0; i < words.size(); ++i) {
      ir::Type type = call.aux.is_struct() ? module_.struct_of(call.aux).fields[i].type : ir::kVoid;
      arguments.push_back(
          {call.operands[i + 1]->type, words[i], type.is_aggregate() ? module_.size_of(type) : 0});
    }
    return call_native(reinterpret_cast<void*>(address), arguments, call.signature);
  }

  // Of a loaded library, or this process's own.
  static bool is_code(uint64_t address) {
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
      unsigned long long begin = 0, end = 0;
      char execute = 0;
      if (std::sscanf(line.c_str(), "%llx-%llx %*c%*c%c", &begin, &end, &execute) == 3 &&
          address >= begin && address < end)
        return execute == 'x';
    }
    return false;
  }

  std::vector<uint64_t> called_back(const ir::Function& f, const std::vector<uint64_t>& words) {
    if (std::this_thread::get_id() != thread_) {
      std::fprintf(stderr,
                   "xcc: error: a checked run has one thread, '%s' is called from another\n",
                   f.name.c_str());
      std::abort();
    }
    Result<interp::Words> got = machine_->call(f, words);
    if (!got) stopped(got.error().message);
    return *got;
  }

  // --- blocks of `new`, of the program and of the runtime
  struct Block {
    uint8_t* at;
    uint64_t bytes, prefix;
  };

  static void* take(void* self, uint64_t bytes, uint64_t prefix) {
    auto* run = static_cast<CheckedRun*>(self);
    if (bytes > UINT64_MAX - 2 * kAround) return nullptr;
    void* room = std::calloc(1, bytes + 2 * kAround);
    if (!room) return nullptr;
    uint8_t* at = static_cast<uint8_t*>(room) + kAround;
    run->machine_->add_block(at, bytes, prefix ? sizeof(uint64_t) : 0, prefix, kAround);
    run->blocks_[at] = {at, bytes, prefix};
    return at;
  }

  [[noreturn]] void bad_delete(void* memory) {
    bool again = std::any_of(deleted_.begin(), deleted_.end(),
                             [&](const Block& b) { return b.at == memory; });
    fail(again ? "deletes what was deleted" : "deletes what no 'new' gave");
  }

  static bool give(void* self, void* memory) {
    auto* run = static_cast<CheckedRun*>(self);
    auto found = run->blocks_.find(memory);
    if (found == run->blocks_.end()) run->bad_delete(memory);
    Block block = found->second;
    run->blocks_.erase(found);
    run->machine_->end_block(block.at, block.prefix);
    run->deleted_.push_back(block);
    run->kept_ += block.bytes;
    while (run->kept_ > kKept) {
      Block oldest = run->deleted_.front();
      run->deleted_.pop_front();
      run->kept_ -= oldest.bytes;
      run->machine_->forget_block(oldest.at, kAround);
      std::free(oldest.at - kAround);
    }
    return true;
  }

  static inline CheckedRun* running = nullptr;

  const ir::Module& module_;
  Callbacks callbacks_;
  interp::Machine* machine_ = nullptr;
  std::thread::id thread_;
  std::map<const ir::Function*, size_t> numbers_;
  std::map<void*, Block> blocks_;
  std::deque<Block> deleted_;
  std::set<std::pair<ir::Loc, int>> seen_;
  uint64_t kept_ = 0;
  bool found_ = false;
};

struct Job {
  const ir::Module& module;
  const std::vector<std::string>& arguments;
  Result<int> status = 0;
};

void* work(void* data) {
  auto* job = static_cast<Job*>(data);
  job->status = CheckedRun(job->module).run(job->arguments);
  return nullptr;
}

}  // namespace

Result<int> checked_run(const ir::Module& module, const std::vector<std::string>& arguments) {
  // The interpreter takes more stack than the program would.
  Job job{module, arguments};
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  bool made = pthread_attr_setstacksize(&attributes, kStack) == 0 &&
              pthread_create(&thread, &attributes, work, &job) == 0;
  pthread_attr_destroy(&attributes);
  if (!made) return Error{"cannot make the thread that runs the program"};
  pthread_join(thread, nullptr);
  return job.status;
}

}  // namespace tack::xcc
