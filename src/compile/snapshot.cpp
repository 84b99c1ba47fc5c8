// SPDX-License-Identifier: Apache-2.0
#include "compile/snapshot.hpp"

#include <bit>

#include "compile/bindings.hpp"

namespace tack::compile {

using python::Entity;

namespace {

std::string joined(std::span<const std::string> path) {
  std::string text;
  for (const std::string& part : path) text += (text.empty() ? "" : ".") + part;
  return text;
}

// "a.b.c" as {a}, {a, b}, {a, b, c}: lowering asks for the whole or for a beginning.
std::vector<std::vector<std::string>> prefixes(const std::string& dotted) {
  std::vector<std::vector<std::string>> all;
  std::vector<std::string> path;
  for (size_t begin = 0; begin <= dotted.size();) {
    size_t end = std::min(dotted.find('.', begin), dotted.size());
    path.push_back(dotted.substr(begin, end - begin));
    all.push_back(path);
    begin = end + 1;
  }
  return all;
}

template <class T>
std::shared_ptr<T> pointing_at(const std::shared_ptr<T>& owner) {
  return {std::shared_ptr<void>(), owner.get()};
}

}  // namespace

class Snapshot::Names : public python::Environment {
 public:
  Entity resolve(std::span<const std::string> path) override {
    auto found = entities.find(joined(path));
    return found == entities.end() ? Entity{} : found->second;
  }
  std::vector<std::string> names() const override { return suggestions; }
  std::map<std::string, Entity> entities;
  std::vector<std::string> suggestions;
};

Snapshot::Snapshot(std::shared_ptr<const python::Template> kernel, python::Environment& environment,
                   std::span<const python::ObjectArgument> objects, const Bindings* bindings,
                   bool suggestions)
    : kernel_(std::move(kernel)),
      original_environment_(environment),
      bindings_(bindings),
      suggestions_(suggestions) {
  environment_ = take(*kernel_, environment);
  for (const python::ObjectArgument& object : objects)
    objects_.push_back({object.parameter, take_object(*object.type)});
  bindings_ = nullptr;
}

// The same structure with copies of its functions.
std::shared_ptr<const python::ObjectType> Snapshot::take_object(const python::ObjectType& type) {
  auto copy = std::make_shared<python::ObjectType>(type);
  for (python::ObjectType::Member& member : copy->members) {
    if (member.object) member.object = take_object(*member.object);
    if (member.entity.what == Entity::What::Function)
      member.entity.function = take_function(member.entity.function);
  }
  return copy;
}

python::Environment& Snapshot::environment() { return *environment_; }

std::shared_ptr<Snapshot::Names> Snapshot::take(const python::Template& source,
                                                python::Environment& environment) {
  auto names = std::make_shared<Names>();
  if (suggestions_) names->suggestions = environment.names();
  for (const std::string& dotted : source.free_names())
    for (const auto& path : prefixes(dotted)) {
      std::string name = joined(path);
      if (names->entities.count(name)) continue;
      const Entity* known = bindings_ ? bindings_->find(environment, name) : nullptr;
      Entity entity = known ? *known : environment.resolve(path);
      if (entity.what == Entity::What::Function) entity.function = take_function(entity.function);
      names->entities.emplace(std::move(name), std::move(entity));
    }
  return names;
}

std::shared_ptr<const python::DeviceFunction> Snapshot::take_function(
    const std::shared_ptr<const python::DeviceFunction>& original) {
  auto [known, is_new] = numbers_.try_emplace(original.get(), functions_.size());
  size_t number = known->second;
  if (is_new) {
    originals_.push_back(original);
    names_.push_back(nullptr);
    // Numbered before its own names are taken: it may reach itself.
    functions_.push_back(std::make_shared<python::DeviceFunction>(
        python::DeviceFunction{original->source, nullptr}));
    auto names = take(*original->source, *original->environment);
    names_[number] = names;
    functions_[number]->environment = pointing_at(names);
  }
  return pointing_at<const python::DeviceFunction>(functions_[number]);
}

void Snapshot::add_to(KeyBuilder& key) const {
  auto add_constant = [&](const python::Constant& constant) {
    key.number(constant.is_float);
    key.number(std::bit_cast<uint64_t>(constant.float_value));
    key.number(constant.int_bits);
    key.number(constant.is_negative);
    key.number(static_cast<uint64_t>(constant.dtype));
  };
  std::map<const python::DeviceFunction*, size_t> by_copy;
  for (size_t i = 0; i < functions_.size(); ++i) by_copy[functions_[i].get()] = i;
  auto add_entity = [&](const Entity& entity) {
    key.number(static_cast<uint64_t>(entity.what));
    switch (entity.what) {
      case Entity::What::Constant:
        add_constant(entity.constant);
        break;
      case Entity::What::Table:
        key.number(entity.table->rows);
        key.number(entity.table->elements.size());
        for (const python::Constant& element : entity.table->elements) add_constant(element);
        break;
      case Entity::What::Function:
        key.number(by_copy.at(entity.function.get()));
        break;
      case Entity::What::DType:
        key.number(static_cast<uint64_t>(entity.dtype));
        break;
      case Entity::What::Builtin:
        key.text(python::builtin_name(entity.builtin));
        break;
      case Entity::What::Missing:
      case Entity::What::Other:
        break;
    }
  };
  auto add = [&](const python::Template& source, const Names& names) {
    key.text(source.source().text);
    key.number(static_cast<uint64_t>(source.kind()));
    key.number(names.entities.size());
    for (const auto& [name, entity] : names.entities) {
      key.text(name);
      add_entity(entity);
    }
  };
  auto add_object = [&](const python::ObjectType& type, auto& self) -> void {
    key.text(type.iterate_error);
    key.number(type.iterate.size());
    for (const std::string& name : type.iterate) key.text(name);
    key.number(type.members.size());
    for (const python::ObjectType::Member& member : type.members) {
      key.text(member.name);
      key.number(static_cast<uint64_t>(member.what));
      key.number(member.takes_self);
      add_entity(member.entity);
      if (member.object) self(*member.object, self);
    }
  };
  add(*kernel_, *environment_);
  key.number(functions_.size());
  for (size_t i = 0; i < functions_.size(); ++i) add(*functions_[i]->source, *names_[i]);
  key.number(objects_.size());
  for (const python::ObjectArgument& object : objects_) {
    key.number(object.parameter);
    add_object(*object.type, add_object);
  }
}

void Snapshot::add_places(KeyBuilder& key) const {
  auto add = [&](const python::Template& source) {
    key.text(source.source().name);
    key.number(source.source().first_line);
  };
  add(*kernel_);
  for (const auto& function : functions_) add(*function->source);
}

void Snapshot::visit(const std::function<void(const Taken&)>& each) const {
  std::map<const python::DeviceFunction*, size_t> by_copy;
  for (size_t i = 0; i < functions_.size(); ++i) by_copy[functions_[i].get()] = i;
  auto visit_names = [&](const std::shared_ptr<const python::DeviceFunction>& owner,
                         const python::Environment& environment, const Names& names) {
    for (const auto& [name, entity] : names.entities) {
      if (entity.what != Entity::What::Function) {
        each({owner, environment, name, entity});
        continue;
      }
      Entity original = entity;
      original.function = originals_[by_copy.at(entity.function.get())];
      each({owner, environment, name, original});
    }
  };
  visit_names(nullptr, original_environment_, *environment_);
  for (size_t i = 0; i < originals_.size(); ++i)
    visit_names(originals_[i], *originals_[i]->environment, *names_[i]);
}

}  // namespace tack::compile
