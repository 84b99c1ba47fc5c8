// SPDX-License-Identifier: Apache-2.0
// An instance of a device class that a program in C++ or C fills: its numbers, its arrays over
// memory of the program, and instances in it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <variant>

#include "launch/arguments.hpp"
#include "launch/object.hpp"
#include "launch/program.hpp"

namespace tack::launch {

class Instance {
 public:
  using Number = std::variant<int64_t, uint64_t, double>;

  static Result<Instance> make(std::shared_ptr<Program> program, const std::string& class_name);

  // Each replaces what stood under the name. An array's memory is not copied, its shape is.
  Result<void> set(const std::string& name, const Number& number);
  Result<void> set(const std::string& name, const ArrayData& array);
  // As the other one is now: later changes to it do not count.
  Result<void> set(const std::string& name, const Instance& inner);

  // Appends its numbers and arrays; `what` is the argument's name, for messages. The call is good
  // while the instance is as it is.
  Result<void> add_to(CallArguments& call, int parameter, const std::string& what) const;
  const Program& program() const { return *program_; }
  const std::string& class_name() const { return of_->name; }

 private:
  struct Array {
    explicit Array(const ArrayData& given);
    Array(const Array& other) : Array(other.data) {}
    Array& operator=(const Array&) = delete;

    ArrayData data;
    int64_t shape[kMaxRank];
  };
  using Value = std::variant<Number, Array, std::shared_ptr<const Instance>>;

  Instance(std::shared_ptr<Program> program, const python::FileClass& of)
      : program_(std::move(program)), of_(&of), builder_(of) {
    finish();
  }
  void finish();
  void put(const std::string& name, Value value);
  void add_values(CallArguments& call) const;

  std::shared_ptr<Program> program_;
  const python::FileClass* of_;
  ObjectBuilder builder_;
  std::map<std::string, Value> values_;  // in the order of the arguments; constants too
  std::shared_ptr<const python::ObjectType> type_;
  int depth_ = 1;  // levels of instances
};

}  // namespace tack::launch
