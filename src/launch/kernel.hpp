// SPDX-License-Identifier: Apache-2.0
// A kernel that any number of threads may call at once, for hosts that bring no lock of their own:
// the C++ library and the command. Variants are compiled when a call needs them, each once; a call
// that finds its variant takes no lock.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "launch/variant.hpp"

namespace tack::launch {

// Why a call did not run.
struct Fault {
  ErrorKind kind = ErrorKind::Runtime;
  std::string text;         // one paragraph that names the kernel
  std::string diagnostics;  // all that was found, each with its line of source; may be empty
  bool has_run = false;     // of a check of debug mode: some iterations have run
};

class Kernel {
 public:
  // The environment must outlive the kernel and may be asked from any thread, one at a time for
  // each kernel.
  Kernel(std::shared_ptr<const python::Template> source, python::Environment& environment);
  ~Kernel();
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  const std::string& name() const { return source_->name(); }
  const python::Template& source() const { return *source_; }
  python::Environment& environment() const { return environment_; }

  // Compiles what this call needs.
  std::optional<Fault> prepare(const CallArguments& call);

  struct Launched {
    int64_t items = 0;
    // What the kernel returns; Void: nothing. A float's bits are those of a double.
    ir::Kind kind = ir::Kind::Void;
    uint64_t bits = 0;
  };
  // Runs every item; nothing has run when it fails, unless a check of debug mode has.
  std::optional<Fault> call(const CallArguments& call, Launched* launched = nullptr);

  // The front end's result: for these types, or for what a launch of this call would run.
  std::unique_ptr<python::Compiled> lower(const std::vector<python::ArgType>& types,
                                          const python::SpecialiseOptions& options,
                                          std::optional<Fault>& fault) const;
  std::unique_ptr<python::Compiled> lower_for(const CallArguments& call,
                                              std::optional<Fault>& fault) const;

 private:
  // All variants known at one moment; never changed, so that readers need no lock.
  struct Entry {
    std::shared_ptr<Variant> variant;
    tack_rt_entry entries[2];  // of the wide and the small form; null: not compiled
  };
  using Table = std::vector<Entry>;

  const Entry* find(const CallArguments& call) const;
  const Entry* compile(const CallArguments& call, bool small, std::optional<Fault>& fault);
  std::optional<Fault> check(const CallArguments& call) const;
  std::string argument_name(const CallArguments& call, int i) const;
  std::optional<Fault> run(const CallArguments& call, const Entry& entry, const Bounds& bounds,
                           Launched* launched) const;
  // The entry that the call takes, with its bounds; null after a fault, or when nothing is to run.
  const Entry* choose(const CallArguments& call, Bounds& bounds, std::optional<Fault>& fault);

  std::shared_ptr<const python::Template> source_;
  python::Environment& environment_;
  std::atomic<const Table*> table_;
  std::mutex compiling_;
  std::vector<std::unique_ptr<const Table>> tables_;  // old ones may still be read
};

}  // namespace tack::launch
