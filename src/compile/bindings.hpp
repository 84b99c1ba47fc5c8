// SPDX-License-Identifier: Apache-2.0
// What the names of one kernel mean for good: what they meant when it was first lowered with
// success. Variants compiled later take this, so that all of a kernel's variants are of one program
// whatever the host language binds anew.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "compile/snapshot.hpp"
#include "frontend/python/environment.hpp"

namespace tack::compile {

// Not for several threads at once: the host language's lock guards it.
class Bindings {
 public:
  // Null: not known yet, so the environment is asked.
  const python::Entity* find(const python::Environment& environment, const std::string& name) const;
  // Whether the snapshot says the same. It may not when another variant was remembered after it was
  // taken: what came of it is worth nothing then, be it code or a failure.
  bool agrees(const Snapshot& snapshot) const;
  // Of a lowering that succeeded. A name that meant nothing to it is left open.
  void remember(const Snapshot& snapshot);
  // Drops what belongs to functions that nobody has any more.
  void forget_dead();

 private:
  struct Scope {
    // Unset: the kernel's own. It does not keep the function: what was remembered to mean it does,
    // and a method lives as its class does. An environment lives as long as its function, so this
    // also says whether another one may stand at the same address.
    std::weak_ptr<const python::DeviceFunction> owner;
    bool is_kernel = false;
    std::map<std::string, python::Entity> names;
    bool is_dead() const { return !is_kernel && owner.expired(); }
  };
  std::map<const python::Environment*, Scope> scopes_;
};

}  // namespace tack::compile
