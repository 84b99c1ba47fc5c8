// SPDX-License-Identifier: Apache-2.0
// What the names of a kernel meant at one moment: the kernel's own, and those of every device
// function that it reaches. Taken while the host language is locked; lowering and the cache key
// then need no lock.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "compile/key.hpp"
#include "frontend/python/environment.hpp"
#include "frontend/python/frontend.hpp"

namespace tack::compile {

class Snapshot {
 public:
  Snapshot(std::shared_ptr<const python::Template> kernel, python::Environment& environment,
           std::span<const python::ObjectArgument> objects = {});

  const python::Template& kernel() const { return *kernel_; }
  python::Environment& environment();
  const std::vector<python::ObjectArgument>& objects() const { return objects_; }
  // Sources and meanings, in an order that depends on nothing else.
  void add_to(KeyBuilder& key) const;
  // Where the sources stand: what messages of debug mode name.
  void add_places(KeyBuilder& key) const;

 private:
  class Names;
  std::shared_ptr<Names> take(const python::Template& source, python::Environment& environment);
  std::shared_ptr<const python::DeviceFunction> take_function(
      const std::shared_ptr<const python::DeviceFunction>& function);
  std::shared_ptr<const python::ObjectType> take_object(const python::ObjectType& type);

  std::shared_ptr<const python::Template> kernel_;
  std::shared_ptr<Names> environment_;
  std::vector<python::ObjectArgument> objects_;
  // Functions by their original. They own the copies: names refer to each other in cycles, so
  // between themselves they only point.
  std::map<const python::DeviceFunction*, size_t> numbers_;
  std::vector<std::shared_ptr<python::DeviceFunction>> functions_;
  std::vector<std::shared_ptr<const python::DeviceFunction>> originals_;
  std::vector<std::shared_ptr<Names>> names_;
};

}  // namespace tack::compile
