// SPDX-License-Identifier: Apache-2.0
// Structs and enums.
#include "frontend/xc/parser_impl.hpp"

namespace tack::xc {

void Parser::struct_(TypeSyntax** use) {
  Nest nest(*this);
  take();
  Record& record = program_.record_arena.emplace_back();
  record.where = cur().where;
  if (!at("{")) record.name = variable_name("'struct'");
  if (accept(":")) {
    if (!accept("packed")) fail(Msg::ExpectedPacked, cur().where);
    record.packed = true;
  }
  if (!use && accept(";")) return;  // a struct to come: names are known anyway
  expect("{", "the struct's name");
  if (panic_) return;
  while (!at("}") && !at_end() && !reporter_.too_many()) {
    size_t start = at_;
    if (at_named_shape()) {
      Field field;
      field.syntax = shape(&field.name, &field.where);
      if (!panic_) record.fields.push_back(field);
      expect(";", "the field");
      if (panic_) recover(start);
      continue;
    }
    TypeSyntax* base = type();
    do {
      Field field;
      field.where = cur().where;
      field.name = variable_name("the field's type");
      field.syntax = array_suffix(base);
      if (!panic_) record.fields.push_back(field);
    } while (accept(","));
    expect(";", "the field");
    if (panic_) recover(start);
  }
  expect("}", "the fields");
  record.complete = true;
  program_.records.push_back(&record);
  if (use) {
    *use = make_type(TypeSyntax::Kind::Record, record.where);
    (*use)->record = &record;
  } else {
    accept(";");
  }
}

void Parser::enum_(TypeSyntax** use) {
  take();
  Enum& e = program_.enum_arena.emplace_back();
  e.where = cur().where;
  if (can_name(cur())) e.name = take().text;
  accept("=");
  expect("{", "the enum's name");
  while (!at("}") && !at_end()) {
    EnumMember member;
    member.where = cur().where;
    member.name = variable_name("'{'");
    if (accept("=")) member.value = ternary();
    if (!panic_) e.members.push_back(member);
    if (!accept(",")) break;
  }
  expect("}", "the members");
  if (!panic_) program_.enums.push_back(&e);
  expect(";", "the enum");
}

}  // namespace tack::xc
