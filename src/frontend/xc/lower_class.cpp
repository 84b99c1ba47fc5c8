// SPDX-License-Identifier: Apache-2.0
// What a class is at run time: its table, the end of its objects, the test for its instances.
#include "frontend/xc/lower_function.hpp"
#include "runtime/xc/object_layout.h"

namespace tack::xc {

ir::Global& ModuleLowering::class_table(Record& record) {
  auto it = tables_.find(&record);
  if (it != tables_.end()) return *it->second;
  uint64_t size = TACK_XC_TABLE_METHODS + 8 * record.table.size();
  ir::Global* g = module->add_global(unique(std::string(record.name) + ".class"),
                                     module->array(ir::kPtr, size / 8), size, 8);
  g->is_constant = true;
  g->bytes.assign(size, 0);
  tables_[&record] = g;
  g->relocations.push_back({TACK_XC_TABLE_TEARDOWN, &teardown(record), nullptr, 0});
  if (record.base)
    g->relocations.push_back({TACK_XC_TABLE_PARENT, nullptr, &class_table(*record.base), 0});
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

ir::Function& ModuleLowering::teardown(Record& record) {
  auto it = teardowns_.find(&record);
  if (it != teardowns_.end()) return *it->second;
  ir::Function* f = module->add_function(unique(std::string(record.name) + ".teardown"),
                                         ir::FunctionKind::Function);
  f->is_host = true;
  f->loc = loc(record.where);
  f->add_param(ir::kPtr, "object");
  teardowns_[&record] = f;
  FunctionLowering(*this, *f, FunctionLowering::Mode::Host).teardown(record);
  return *f;
}

// dealloc, then the fields, then the same for the parent.
void FunctionLowering::teardown(Record& record) {
  start(nullptr);
  Inst* object = b_.function().params[0];
  at(record.where);
  if (record.dealloc) b_.call(shared_.function(*record.dealloc), {object});
  Place whole = behind(object, record.type);
  for (const Field& f : record.fields) {
    if (f.type->counts()) count(field(whole, f), false);
  }
  if (record.base) b_.call(shared_.teardown(*record.base), {object});
  finish();
}

}  // namespace tack::xc
