// SPDX-License-Identifier: Apache-2.0
// From the syntax tree to hir: names, device functions, the shape of the kernel.
#pragma once

#include <memory>
#include <span>

#include "frontend/python/frontend.hpp"
#include "frontend/python/hir.hpp"

namespace tack::python {

// Collects messages with their context; the first is what a call raises.
class Reporter {
 public:
  Reporter(Diagnostics& diagnostics, std::optional<Failure>& failure)
      : diagnostics_(diagnostics), failure_(failure) {}

  void report(const Message& message, const MessageContext& context) {
    if (!failure_) failure_ = to_failure(message, context);
    diagnostics_.report(to_diagnostic(message, context));
    ++count_;
  }
  size_t count() const { return count_; }

 private:
  Diagnostics& diagnostics_;
  std::optional<Failure>& failure_;
  size_t count_ = 0;
};

// Null after errors that leave no kernel to go on with; else a kernel whose types may be inferred,
// to find more errors, even when some were reported.
std::unique_ptr<hir::Kernel> resolve(const Template& kernel, Environment& environment,
                                     std::span<const ArgType> args,
                                     std::span<const ObjectArgument> objects, ir::Module& module,
                                     Reporter& reporter);

}  // namespace tack::python
