// SPDX-License-Identifier: Apache-2.0
// What a class is at run time: its table, the end of its objects, the test for its instances.
#include <algorithm>

#include "frontend/xc/lower_function.hpp"
#include "runtime/xc/object_layout.h"

namespace tack::xc {

ir::Global& ModuleLowering::class_table(Record& record, Table kind) {
  ir::Global*& g = tables_[{&record, kind}];
  if (g) return *g;
  constexpr const char* kNames[] = {".class", ".abandoned", ".first", ".element"};
  uint64_t size = TACK_XC_TABLE_METHODS + 8 * record.table.size();
  g = module->add_global(unique(std::string(record.name) + kNames[static_cast<size_t>(kind)]),
                         module->array(ir::kPtr, size / 8), size, 8);
  g->is_constant = true;
  g->bytes.assign(size, 0);
  uint64_t info = record.size;
  if (kind == Table::First || kind == Table::Element)
    info |= uint64_t{1} << TACK_XC_TABLE_IN_ARRAY_BIT;
  if (kind == Table::First) info |= uint64_t{1} << TACK_XC_TABLE_FIRST_BIT;
  for (uint64_t k = 0; k < 8; ++k)
    g->bytes[TACK_XC_TABLE_SIZE + k] = static_cast<uint8_t>(info >> (8 * k));
  Table ends = kind == Table::Element ? Table::Class : kind;
  g->relocations.push_back({TACK_XC_TABLE_TEARDOWN, &teardown(record, ends), nullptr, 0});
  // One that stands in for a class's is like that of a derived class.
  Record* parent = kind == Table::Class ? record.base : &record;
  if (parent) g->relocations.push_back({TACK_XC_TABLE_PARENT, nullptr, &class_table(*parent), 0});
  g->relocations.push_back({TACK_XC_TABLE_NAME, nullptr, &text(std::string(record.name)), 0});
  if (ir::Global* list = protocol_list(record))
    g->relocations.push_back({TACK_XC_TABLE_PROTOCOLS, nullptr, list, 0});
  // Calls look a method up only where a class overrides it: what else there is need not be
  // compiled unless it is called.
  auto overridden = [&](size_t slot) {
    for (const Record* r = &record; r; r = r->base)
      if (slot < r->table.size() && r->table[slot]->overridden) return true;
    return false;
  };
  for (size_t k = 0; k < record.table.size(); ++k) {
    if (record.table[k]->body && overridden(k))
      g->relocations.push_back(
          {TACK_XC_TABLE_METHODS + 8 * k, &function(*record.table[k]), nullptr, 0});
  }
  return *g;
}

// Whether the object's class has this table or inherits from the class that has.
ir::Function& ModuleLowering::is_instance() {
  if (is_instance_) return *is_instance_;
  is_instance_ = module->add_function("xc.is_instance", ir::FunctionKind::Function);
  is_instance_->is_host = true;
  is_instance_->loc = last_loc_;
  is_instance_->results = {ir::kI1};
  Inst* object = is_instance_->add_param(ir::kPtr, "object");
  Inst* wanted = is_instance_->add_param(ir::kPtr, "table");
  ir::Builder b(*is_instance_);
  b.set_loc(last_loc_);
  Inst* null = b.constant(ir::kPtr, 0);
  Inst* branch = b.if_(b.eq(object, null));
  b.in(*branch->regions[0], [&] { b.ret({b.i1(false)}); });
  Inst* var = b.var(ir::kPtr, "table");
  b.store(var, b.ptr_load(ir::kPtr, object));
  Inst* loop = b.loop("parents");
  b.in(loop->body(), [&] {
    Inst* table = b.load(var);
    Inst* found = b.if_(b.eq(table, wanted));
    b.in(*found->regions[0], [&] { b.ret({b.i1(true)}); });
    Inst* end = b.if_(b.eq(table, null));
    b.in(*end->regions[0], [&] { b.exit(loop); });
    b.store(var, b.ptr_load(ir::kPtr, b.ptr_add(table, b.i64(TACK_XC_TABLE_PARENT))));
  });
  b.ret({b.i1(false)});
  return *is_instance_;
}

// Appends what an object's description() gives to a text of the runtime's.
ir::Function* ModuleLowering::describe() {
  if (describe_) return describe_;
  auto is_description = [](const Func* f) {
    return f->from_library && f->owner && f->owner->name == "Object" && f->name == "description";
  };
  auto it = std::find_if(program.funcs.begin(), program.funcs.end(), is_description);
  if (it == program.funcs.end()) return nullptr;
  ir::Function& append = external("tack_rt_xc_text_append", {ir::kPtr, ir::kPtr, ir::kU32}, {});
  describe_ = module->add_function("xc.describe", ir::FunctionKind::Function);
  describe_->is_host = true;
  describe_->loc = last_loc_;
  Inst* object = describe_->add_param(ir::kPtr, "object");
  Inst* to = describe_->add_param(ir::kPtr, "text");
  ir::Builder b(*describe_);
  b.set_loc(last_loc_);
  // A block has a class that is no Object.
  Inst* known = b.call(is_instance(), {object, b.addr_of(class_table(*(*it)->owner))});
  Inst* other = b.if_(b.bit_not(known));
  b.in(*other->regions[0], [&] {
    b.call(external("tack_rt_xc_text_class_name", {ir::kPtr, ir::kPtr}, {}), {object, to});
    b.ret({});
  });
  int64_t slot = TACK_XC_TABLE_METHODS + 8 * (*it)->slot;
  Inst* method = b.ptr_load(ir::kPtr, b.ptr_add(b.ptr_load(ir::kPtr, object), b.i64(slot)));
  Inst* text = b.call_ptr(method, {ir::kPtr}, {object});
  Inst* branch = b.if_(b.ne(text, b.constant(ir::kPtr, 0)));
  b.in(*branch->regions[0], [&] {
    Inst* bytes = b.ptr_load(ir::kPtr, b.ptr_add(text, b.i64(TACK_XC_STRING_TEXT)));
    Inst* count = b.ptr_load(ir::kU32, b.ptr_add(text, b.i64(TACK_XC_STRING_TEXT + 8)));
    b.call(append, {to, bytes, count});
    b.call(release(), {text});
  });
  b.ret({});
  return describe_;
}

ir::Function& ModuleLowering::teardown(Record& record, Table kind) {
  ir::Function*& f = teardowns_[{&record, kind}];
  if (f) return *f;
  const char* name = kind == Table::First       ? ".teardown_all"
                     : kind == Table::Abandoned ? ".abandon"
                                                : ".teardown";
  f = module->add_function(unique(std::string(record.name) + name), ir::FunctionKind::Function);
  f->is_host = true;
  f->loc = loc(record.where);
  f->add_param(ir::kPtr, "object");
  FunctionLowering lowering(*this, *f, FunctionLowering::Mode::Host);
  if (kind == Table::First) {
    lowering.teardown_first(record);
  } else {
    lowering.teardown(record, kind == Table::Class);
  }
  return *f;
}

// dealloc, then the fields, then the same for the parent.
void FunctionLowering::teardown(Record& record, bool dealloc) {
  start(nullptr);
  Inst* object = b_.function().params[0];
  b_.set_loc(b_.function().loc);
  if (dealloc && record.dealloc) b_.call(shared_.function(*record.dealloc), {object});
  Place whole = behind(object, record.type);
  for (const Field& f : record.fields) {
    if (f.type->counts()) count(field(whole, f), false);
  }
  const Record* does = record.base;
  while (does && !does->holds_counted && !(dealloc && does->dealloc)) does = does->base;
  using Table = ModuleLowering::Table;
  if (does)
    b_.call(shared_.teardown(*record.base, dealloc ? Table::Class : Table::Abandoned), {object});
  finish();
}

// The first object of an array holds the others.
void FunctionLowering::teardown_first(Record& record) {
  start(nullptr);
  Inst* object = b_.function().params[0];
  b_.set_loc(b_.function().loc);
  b_.call(shared_.teardown(record), {object});
  constexpr int64_t kBack = TACK_XC_ARRAY_HEAD + TACK_XC_ARRAY_LINK - TACK_XC_ARRAY_COUNT;
  Inst* count_of = b_.ptr_load(ir::kI64, b_.ptr_add(object, b_.i64(-kBack)));
  Inst* step = b_.i64(static_cast<int64_t>(record.size) + TACK_XC_ARRAY_LINK);
  Inst* loop = b_.for_range(b_.i64(1), count_of, b_.i64(1), "k");
  b_.in(loop->body(), [&] { release(b_.ptr_add(object, b_.mul(loop->index, step))); });
  finish();
}

}  // namespace tack::xc
