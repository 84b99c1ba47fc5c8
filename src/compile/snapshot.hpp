// SPDX-License-Identifier: Apache-2.0
// What the names of a kernel meant at one moment: the kernel's own, and those of every device
// function that it reaches. Taken while the host language is locked; lowering and the cache key
// then need no lock.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "compile/key.hpp"
#include "frontend/python/environment.hpp"
#include "frontend/python/frontend.hpp"

namespace tack::compile {

class Bindings;

class Snapshot {
 public:
  // What `bindings` knows is not asked of the environments. With `suggestions` it can also answer
  // Environment::names(), for messages.
  Snapshot(std::shared_ptr<const python::Template> kernel, python::Environment& environment,
           std::span<const python::ObjectArgument> objects = {}, const Bindings* bindings = nullptr,
           bool suggestions = false);

  const python::Template& kernel() const { return *kernel_; }
  python::Environment& environment();
  const std::vector<python::ObjectArgument>& objects() const { return objects_; }
  // Sources and meanings, in an order that depends on nothing else.
  void add_to(KeyBuilder& key) const;
  // Where the sources stand: what messages of debug mode name.
  void add_places(KeyBuilder& key) const;

  // One name, as its environment answered.
  struct Taken {
    const std::shared_ptr<const python::DeviceFunction>& owner;  // null: the kernel
    const python::Environment& environment;
    const std::string& name;
    const python::Entity& entity;
  };
  void visit(const std::function<void(const Taken&)>& each) const;

 private:
  class Names;
  std::shared_ptr<Names> take(const python::Template& source, python::Environment& environment);
  std::shared_ptr<const python::DeviceFunction> take_function(
      const std::shared_ptr<const python::DeviceFunction>& function);
  std::shared_ptr<const python::ObjectType> take_object(const python::ObjectType& type);

  std::shared_ptr<const python::Template> kernel_;
  const python::Environment& original_environment_;
  const Bindings* bindings_;  // while it is taken
  bool suggestions_;
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
