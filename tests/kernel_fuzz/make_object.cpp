// SPDX-License-Identifier: Apache-2.0
// Device classes: an instance with numbers and arrays, constants and methods of its class and of
// bases, some of them hidden by a class nearer to the instance.
#include <algorithm>

#include "kernel_fuzz/maker.hpp"

namespace tack::kernel_fuzz {

// Classes, bases first; the last one is the instance's.
void Maker::make_classes() {
  auto& classes = program_.classes;
  auto add = [&](const std::string& class_name, std::vector<std::string> bases) {
    classes.push_back({class_name, std::move(bases), {}});
  };
  switch (random_.below(5)) {
    case 0:
      add("D", {});
      break;
    case 1:
      add("A", {});
      add("D", {"A"});
      break;
    case 2:
      add("A", {});
      add("B", {"A"});
      add("D", {"B"});
      break;
    case 3:
      add("A", {});
      add("B", {});
      add("D", {"A", "B"});
      break;
    default:  // what both inherit stands behind both
      add("A", {});
      add("B", {"A"});
      add("E", {"A"});
      add("D", {"B", "E"});
  }
  program_.object_class = "D";
}

// Some of the classes, at least one: a member of all of them is the nearest class's.
std::vector<size_t> Maker::some_classes() {
  std::vector<size_t> out;
  for (size_t k = 0; k < program_.classes.size(); ++k)
    if (chance(45)) out.push_back(k);
  if (out.empty()) out.push_back(random_.below(program_.classes.size()));
  return out;
}

void Maker::make_object() {
  make_classes();
  is_kernel_method_ = chance(40);
  program_.object = is_kernel_method_ ? "self" : "o";
  // Constants; another class's has the same type.
  for (int64_t k = random_.between(0, 3); k > 0; --k) {
    std::string member = fresh("K");
    Type type{any_kind()};
    uint64_t form = random_.below(3);
    if (form == 0) type = {Kind::I32, Strength::Literal};
    if (form == 1) type = {Kind::F32, Strength::Weak};
    for (size_t at : some_classes()) {
      std::string text = std::to_string(random_.between(1, 99));
      if (form == 1) text = "0." + text;
      if (form == 2)
        text = "tack.constant(" + constant_text(type.kind) + ", tack." + name_of(type.kind) + ")";
      program_.classes[at].lines.push_back(member + " = " + text);
    }
    if (form == 0 && chance(25))  // the instance has another value
      program_.attributes.push_back({member, random_.between(1, 99)});
    members_.push_back({member, type, false});
  }
  if (chance(25)) {
    make_table(fresh("KC"), chance(40));
    tables_.back().member = tables_.back().name;
    program_.classes[some_classes()[0]].lines.push_back(program_.constants.back());
    program_.constants.pop_back();
  }
  // Numbers of the instance.
  for (int64_t k = random_.between(0, 3); k > 0; --k) {
    static const std::vector<Kind> kKinds = {Kind::I32, Kind::I64, Kind::U64, Kind::F32};
    Var v{fresh("s"), {pick(kKinds)}, false};
    if (v.type.kind == Kind::F32 && has_f64_) v.type.kind = Kind::F64;
    add_number(v, sample(v.type.kind));
  }
  if (!extents_.empty()) {
    std::string line;
    for (size_t d = 0; d < extents_.size(); ++d) {
      std::string member = "e" + std::to_string(d);
      if (chance(25)) {
        program_.classes[0].lines.push_back(member + " = " + std::to_string(extents_[d]));
      } else {
        Var v{member, {chance(60) ? Kind::I32 : Kind::I64}, false};
        add_number(v, static_cast<uint64_t>(extents_[d]));
      }
      line += '"' + member + "\", ";
    }
    program_.classes[some_classes()[0]].lines.push_back("__tack_iterate__ = (" + line + ")");
  }
  // Arrays that it holds.
  for (Array& a : scope_.arrays) {
    if (!chance(50)) continue;
    std::string old = a.name;
    a.member = old;
    a.name = program_.object + "." + old;
    for (Argument& argument : program_.arguments)
      if (argument.name == old) argument.name = a.name;
  }
  see_object(program_.object, scope_.arrays, true);
}

void Maker::add_number(const Var& v, uint64_t bits) {
  Argument a;
  a.name = program_.object + "." + v.name;
  a.kind = v.type.kind;
  if (a.kind == Kind::I32) bits &= 0xffffffff;
  a.bits = bits;
  program_.arguments.push_back(a);
  members_.push_back(v);
}

// What stands behind a name of the object: `arrays` are the kernel's.
void Maker::see_object(const std::string& as, const std::vector<Array>& arrays, bool has_item) {
  scope_.objects.push_back(as);
  for (Var v : members_) {
    v.name = as + "." + v.name;
    scope_.vars.push_back(v);
  }
  if (as == program_.object) return;  // its arrays are there
  for (Array a : arrays) {
    if (a.member.empty() || (a.role == Role::Own && !has_item)) continue;
    a.name = as + "." + a.member;
    scope_.arrays.push_back(a);
  }
}

void Maker::second_object(std::vector<Stmt>& out) {
  std::string as = fresh("g");
  out.push_back(assign(name(as, {}), name(pick(scope_.objects), {})));
  std::vector<Array> arrays = scope_.arrays;
  std::erase_if(arrays, [&](const Array& a) { return a.name != program_.object + "." + a.member; });
  see_object(as, arrays, in_kernel_);
}

// The object's numbers and arrays stand among the arguments by name, where the object does.
void Maker::order_arguments() {
  if (program_.object.empty()) return;
  auto& arguments = program_.arguments;
  auto is_plain = [](const Argument& a) { return a.name.find('.') == std::string::npos; };
  auto middle = std::stable_partition(arguments.begin(), arguments.end(), is_plain);
  std::sort(middle, arguments.end(),
            [](const Argument& a, const Argument& b) { return a.name < b.name; });
  auto plain = static_cast<uint64_t>(middle - arguments.begin());
  auto before = is_kernel_method_ ? 0 : static_cast<ptrdiff_t>(random_.below(plain + 1));
  std::rotate(arguments.begin() + before, middle, arguments.end());
}

// A loop over the object: of several extents its variable is a vector, the fastest first.
std::vector<Stmt> Maker::unpack_index(const std::string& index_name,
                                      const std::vector<std::string>& variables) {
  std::vector<Stmt> out;
  auto size = static_cast<int>(variables.size());
  Expr at = name(index_name, {Kind::I64, Strength::Strong, size});
  function_->types[index_name] = text_of(at.type);
  if (size > 1 && chance(40)) {
    Stmt s = assign(name(variables[0], kIndex), at);
    for (size_t d = 1; d < variables.size(); ++d) s.targets.push_back(name(variables[d], kIndex));
    return {s};
  }
  for (size_t d = 0; d < variables.size(); ++d) {
    Expr part = index(at, {number(static_cast<int64_t>(d))}, kIndex);
    out.push_back(assign(name(variables[d], kIndex), part));
  }
  return out;
}

void Maker::loop_over_object(std::vector<Stmt>& out, int depth) {
  int64_t most = 1;
  for (int64_t e : extents_) most *= std::max<int64_t>(e, 0);
  if (trips_ * std::max<int64_t>(most, 1) > 40) return assign_local(out);
  Scope before = scope_;
  Stmt s = simple(Stmt::Form::For);
  s.values.push_back(name(pick(scope_.objects), {}));
  std::string variable = fresh("k");
  std::vector<std::string> variables{variable};
  std::vector<Stmt> unpacked;
  if (extents_.size() > 1) {
    variables.clear();
    for (size_t d = 0; d < extents_.size(); ++d) variables.push_back(fresh("k"));
    unpacked = unpack_index(variable, variables);
  }
  s.targets.push_back(name(variable, kIndex));
  for (size_t d = 0; d < variables.size(); ++d) {
    function_->types[variables[d]] = "i64";
    scope_.vars.push_back({variables[d], kIndex, false, std::max<int64_t>(extents_[d], 1)});
  }
  trips_ *= std::max<int64_t>(most, 1);
  ++loops_;
  s.body = inner(3, depth - 1);
  --loops_;
  trips_ /= std::max<int64_t>(most, 1);
  s.body.insert(s.body.begin(), unpacked.begin(), unpacked.end());
  scope_ = std::move(before);
  out.push_back(s);
}

}  // namespace tack::kernel_fuzz
