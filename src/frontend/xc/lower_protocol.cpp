// SPDX-License-Identifier: Apache-2.0
// Protocols at run time. A class's table leads to a list of its protocols, those of the classes
// above it too, each with the class's methods for it: its witnesses, null for one that is optional
// and missing. A protocol is known by the address of a word of its own.
#include "frontend/xc/lower_function.hpp"
#include "runtime/xc/object_layout.h"

namespace tack::xc {

ir::Global& ModuleLowering::protocol(Record& record) {
  ir::Global*& g = tables_[{&record, Table::Class}];
  if (!g) {
    g = module->add_global(unique(std::string(record.name) + ".protocol"), ir::kPtr, 8, 8);
    g->is_constant = true;
    g->bytes.assign(8, 0);
    g->relocations.push_back({0, nullptr, &text(std::string(record.name)), 0});
  }
  return *g;
}

ir::Global& ModuleLowering::witnesses(Record& record, Record& protocol) {
  // One word at least, so that a protocol without methods has an address.
  uint64_t size = 8 * std::max<uint64_t>(protocol.methods.size(), 1);
  ir::Global* g = module->add_global(
      unique(std::string(record.name) + "." + std::string(protocol.name) + ".witnesses"),
      module->array(ir::kPtr, size / 8), size, 8);
  g->is_constant = true;
  g->bytes.assign(size, 0);
  for (const Func* wanted : protocol.methods) {
    Func* f = implementation(record, *wanted);
    if (f)
      g->relocations.push_back(
          {8 * static_cast<uint64_t>(wanted->slot), &function(*f), nullptr, 0});
  }
  return *g;
}

// Null when there are none.
ir::Global* ModuleLowering::protocol_list(Record& record) {
  std::vector<Record*> protocols = protocols_of(record);
  if (protocols.empty()) return nullptr;
  uint64_t size = 16 * protocols.size() + 8;
  ir::Global* g = module->add_global(unique(std::string(record.name) + ".protocols"),
                                     module->array(ir::kPtr, size / 8), size, 8);
  g->is_constant = true;
  g->bytes.assign(size, 0);
  uint64_t at = 0;
  for (Record* p : protocols) {
    g->relocations.push_back({at, nullptr, &protocol(*p), 0});
    g->relocations.push_back({at + 8, nullptr, &witnesses(record, *p), 0});
    at += 16;
  }
  return g;
}

// The witnesses of the object's class for this protocol; null when it does not conform.
ir::Function& ModuleLowering::witness() {
  if (witness_) return *witness_;
  witness_ = module->add_function("xc.witness", ir::FunctionKind::Function);
  witness_->is_host = true;
  witness_->loc = last_loc_;
  witness_->results = {ir::kPtr};
  Inst* object = witness_->add_param(ir::kPtr, "object");
  Inst* wanted = witness_->add_param(ir::kPtr, "protocol");
  ir::Builder b(*witness_);
  b.set_loc(last_loc_);
  Inst* null = b.constant(ir::kPtr, 0);
  Inst* none = b.if_(b.eq(object, null));
  b.in(*none->regions[0], [&] { b.ret({null}); });
  Inst* table = b.ptr_load(ir::kPtr, object);
  Inst* list = b.ptr_load(ir::kPtr, b.ptr_add(table, b.i64(TACK_XC_TABLE_PROTOCOLS)));
  Inst* empty = b.if_(b.eq(list, null));
  b.in(*empty->regions[0], [&] { b.ret({null}); });
  Inst* var = b.var(ir::kPtr, "list");
  b.store(var, list);
  Inst* loop = b.loop("protocols");
  b.in(loop->body(), [&] {
    Inst* at = b.load(var);
    Inst* protocol = b.ptr_load(ir::kPtr, at);
    Inst* found = b.if_(b.eq(protocol, wanted));
    b.in(*found->regions[0], [&] { b.ret({b.ptr_load(ir::kPtr, b.ptr_add(at, b.i64(8)))}); });
    Inst* end = b.if_(b.eq(protocol, null));
    b.in(*end->regions[0], [&] { b.exit(loop); });
    b.store(var, b.ptr_add(at, b.i64(16)));
  });
  b.ret({null});
  return *witness_;
}

// Whether the object is of this class or conforms to this protocol; null is neither.
Inst* FunctionLowering::is_of(Inst* object, Record& record) {
  if (record.is_protocol)
    return b_.ne(b_.call(shared_.witness(), {object, b_.addr_of(shared_.protocol(record))}),
                 b_.constant(ir::kPtr, 0));
  return b_.call(shared_.is_instance(), {object, b_.addr_of(shared_.class_table(record))});
}

// The code of a protocol's method for an object that is not null; null where the class lacks it.
Inst* FunctionLowering::witness_code(const Func& f, Inst* object) {
  Inst* protocol = b_.addr_of(shared_.protocol(*f.owner));
  Inst* witnesses = b_.call(shared_.witness(), {object, protocol});
  return b_.ptr_load(ir::kPtr, b_.ptr_add(witnesses, b_.i64(8 * f.slot)));
}

// The code of the method that a call means for this object.
Inst* FunctionLowering::method_code(const Func& f, Inst* object, const SourceRange& where) {
  if (!f.is_requirement()) {
    Inst* table = b_.ptr_load(ir::kPtr, object);
    return b_.ptr_load(ir::kPtr, b_.ptr_add(table, b_.i64(TACK_XC_TABLE_METHODS + 8 * f.slot)));
  }
  Inst* code = witness_code(f, object);
  if (f.is_optional) {
    Inst* missing = b_.if_(b_.eq(code, b_.constant(ir::kPtr, 0)));
    b_.in(*missing->regions[0], [&] {
      b_.trap(where.file->name + ":" + std::to_string(where.line) + ": the object has no '" +
              std::string(f.name) + "'");
    });
  }
  return code;
}

// Whether `&o.m` binds something: o is no null, and its class has m.
Inst* FunctionLowering::binds(Expr* e) {
  Inst* object = value(e->a);
  at(e->where);
  Inst* null = b_.constant(ir::kPtr, 0);
  Inst* there = b_.ne(object, null);
  if (!e->func->is_optional) return there;
  Inst* var = local_var(ir::kI1, "binds");
  b_.store(var, b_.i1(false));
  Inst* branch = b_.if_(there);
  b_.in(*branch->regions[0], [&] { b_.store(var, b_.ne(witness_code(*e->func, object), null)); });
  return b_.load(var);
}

}  // namespace tack::xc
