// SPDX-License-Identifier: Apache-2.0
// Classes and protocols.
#include "frontend/xc/parser_impl.hpp"

namespace tack::xc {

// protocol P { void a(void); optional bool b(void); }
void Parser::protocol() {
  take();
  Record& record = program_.record_arena.emplace_back();
  record.is_class = record.is_protocol = true;
  record.where = cur().where;
  record.name = variable_name("'protocol'");
  if (accept(";")) return;
  expect("{", "the protocol's name");
  while (!at("}") && !at_end()) {
    size_t start = at_;
    requirement(record);
    if (panic_) recover(start);
  }
  expect("}", "the methods");
  accept(";");
  record.complete = true;
  program_.records.push_back(&record);
}

void Parser::requirement(Record& record) {
  if (accept(";")) return;
  bool optional = accept("optional");
  if (!is_type_name(cur()) && !at("struct") && type_length(0, false) == 0) {
    if (!refuse_unbuilt_type()) fail(Msg::ExpectedRequirement, cur().where, {describe_word(cur())});
    return;
  }
  std::vector<TypeSyntax*> types = type_list();
  if (panic_) return;
  const Token& name = cur();
  if (!name.ident() || !cur(1).is("(")) {
    fail(Msg::ExpectedRequirement, name.where, {"a field"});
    return;
  }
  if (variable_name("the type").empty()) return;
  Func* f = function(std::move(types), name);
  if (panic_) return;
  if (f->body) {
    reporter_.report(Msg::RequirementBody, f->where, {f->name});
    f->body = nullptr;
  }
  f->owner = &record;
  f->is_optional = optional;
  record.methods.push_back(f);
  program_.funcs.push_back(f);
}

void Parser::class_() {
  take();
  Record& record = program_.record_arena.emplace_back();
  record.is_class = true;
  record.where = cur().where;
  record.name = variable_name("'class'");
  if (accept(";")) return;
  if (accept(":")) {
    record.base_where = cur().where;
    record.base_name = variable_name("':'");
  }
  if (accept("<")) {
    do {
      Conformance& c = record.protocols.emplace_back();
      c.where = cur().where;
      c.name = variable_name("'<'");
    } while (accept(","));
    expect(">", "the protocols");
  }
  expect("{", "the class's name");
  if (panic_) return;
  while (!at("}") && !at_end()) {
    if (at("class") && cur(1).ident()) {
      reporter_.report(Msg::DefinitionInside, cur().where, {"class", "class"},
                       {{record.where, "this class is still open"}});
      record.complete = true;
      program_.records.push_back(&record);
      return;
    }
    size_t start = at_;
    class_member(record);
    if (panic_) {
      recover(start);
    } else if (at_ == start) {
      take();
    }
  }
  expect("}", "the members");
  accept(";");
  record.complete = true;
  program_.records.push_back(&record);
}

void Parser::class_member(Record& record) {
  if (accept(";")) return;
  // Words of C++ around members mean nothing here: past them, the member itself.
  if (is_member_word(cur().text) && (cur(1).ident() || cur(1).is(":"))) {
    reporter_.report(Msg::ExpectedMember, cur().where, {describe_word(cur())});
    take();
    accept(":");
    return;
  }
  Modifiers m = modifiers();
  auto add = [&](Func* f) {
    if (panic_) return;
    f->owner = &record;
    f->is_static = m.is_static;
    f->is_final = f->is_final || m.is_final;
    record.methods.push_back(f);
    program_.funcs.push_back(f);
  };
  const Token& first = cur();
  bool void_before = at("void") && (cur(1).is("init") || cur(1).is("dealloc")) && cur(2).is("(");
  if (void_before || ((at("init") || at("dealloc")) && cur(1).is("("))) {
    if (void_before) take();
    const Token& name = take();
    Func* f = function({}, name);
    f->is_init = name.text == "init";
    f->is_dealloc = !f->is_init;
    add(f);
    return;
  }
  if (at_named_shape()) {
    if (m.is_static) {
      record.statics.push_back(shape_variable(m));
    } else {
      Field field;
      field.syntax = shape(&field.name, &field.where);
      if (!panic_) record.fields.push_back(field);
    }
    expect(";", "the field");
    return;
  }
  if (!is_type_name(first) && !at("struct") && type_length(0, false) == 0) {
    if (!refuse_unbuilt_type()) fail(Msg::ExpectedMember, first.where, {describe_word(first)});
    return;
  }
  std::vector<TypeSyntax*> types = type_list();
  if (panic_) return;
  const Token& name = cur();
  if (name.ident() && cur(1).is("(")) {
    // Reserved words would read as something else where they are called.
    if (variable_name("the type").empty()) return;
    add(function(std::move(types), name));
    return;
  }
  if (m.is_static) {
    std::vector<Var*> vars;
    variables(types[0], m, vars);
    if (panic_) return;
    record.statics.insert(record.statics.end(), vars.begin(), vars.end());
  } else {
    do {
      Field field;
      field.where = cur().where;
      field.name = variable_name("the field's type");
      field.syntax = array_suffix(types[0]);
      if (!panic_) record.fields.push_back(field);
    } while (accept(","));
  }
  expect(";", "the field");
}

}  // namespace tack::xc
