// SPDX-License-Identifier: Apache-2.0
#include "launch/instance.hpp"

#include <algorithm>

namespace tack::launch {
namespace {

python::Constant constant_of(const Instance::Number& number) {
  if (const auto* value = std::get_if<int64_t>(&number)) return python::Constant::of_int(*value);
  if (const auto* value = std::get_if<uint64_t>(&number))
    return python::Constant{false, 0, *value, false, ir::Kind::Void};
  return python::Constant::of_float(std::get<double>(number));
}

}  // namespace

Instance::Array::Array(const ArrayData& given) : data(given) {
  std::copy_n(given.shape, given.rank(), shape);
  data.shape = shape;
}

Result<Instance> Instance::make(std::shared_ptr<Program> program, const std::string& class_name) {
  auto found = find_class(program->module(), class_name);
  if (!found) return found.error();
  return Instance(std::move(program), **found);
}

void Instance::finish() {
  type_ = program_->structures().find_or_add(
      *of_, builder_.finish("set it on the object; __init__ is Python and is not run"));
}

void Instance::put(const std::string& name, Value value) {
  values_.erase(name);
  values_.emplace(name, std::move(value));
  finish();
}

Result<void> Instance::set(const std::string& name, const Number& number) {
  bool is_passed = !builder_.is_constant(name);
  // The common change between two launches: the structure stays.
  if (auto known = values_.find(name); is_passed && known != values_.end())
    if (auto* old = std::get_if<Number>(&known->second)) {
      *old = number;
      return {};
    }
  auto done = builder_.set_number(name, constant_of(number));
  if (done) put(name, number);
  return done;
}

Result<void> Instance::set(const std::string& name, const ArrayData& array) {
  auto known = values_.find(name);
  if (Array* old = known == values_.end() ? nullptr : std::get_if<Array>(&known->second))
    if (old->data.rank() == array.rank() &&
        std::equal(old->shape, old->shape + array.rank(), array.shape)) {
      old->data = array;
      old->data.shape = old->shape;
      return {};
    }
  auto done = builder_.set_array(name, {array.shape, array.shape + array.rank()});
  if (done) put(name, Array(array));
  return done;
}

Result<void> Instance::set(const std::string& name, const Instance& inner) {
  if (inner.program_ != program_)
    return Error{"the object of class '" + inner.of_->name + "' is of another module",
                 ErrorKind::Value};
  if (inner.depth_ == kMaxObjectDepth)
    return Error{"objects are nested too deep: " + std::to_string(kMaxObjectDepth) + " levels",
                 ErrorKind::Value};
  auto copy = std::make_shared<const Instance>(inner);  // before a change: it may be this one
  auto done = builder_.set_object(name, copy->type_);
  if (!done) return done;
  depth_ = std::max(depth_, copy->depth_ + 1);
  put(name, std::move(copy));
  return {};
}

void Instance::add_values(CallArguments& call) const {
  for (const auto& [name, value] : values_) {
    if (const auto* number = std::get_if<Number>(&value)) {
      if (builder_.is_constant(name)) continue;
      if (const auto* i = std::get_if<int64_t>(number)) call.add_int(*i);
      if (const auto* u = std::get_if<uint64_t>(number)) call.add_uint(*u);
      if (const auto* f = std::get_if<double>(number)) call.add_float(*f);
    } else if (const auto* array = std::get_if<Array>(&value)) {
      call.add_array(array->data);
    } else {
      std::get<std::shared_ptr<const Instance>>(value)->add_values(call);
    }
  }
}

Result<void> Instance::add_to(CallArguments& call, int parameter, const std::string& what) const {
  if (call.count + static_cast<int>(type_->argument_count) > kMaxArguments)
    return Error{"with the numbers and arrays of '" + what + "' it has more than " +
                     std::to_string(kMaxArguments) + " arguments",
                 ErrorKind::Type};
  if (call.object_count == kMaxObjects)
    return Error{"a call takes at most " + std::to_string(kMaxObjects) + " objects",
                 ErrorKind::Type};
  add_values(call);
  call.add_object(parameter, type_);
  return {};
}

}  // namespace tack::launch
