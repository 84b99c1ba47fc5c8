// SPDX-License-Identifier: Apache-2.0
// Classes: what they inherit, and their tables of virtual methods.
#include <algorithm>

#include "frontend/xc/check_impl.hpp"

namespace tack::xc {

bool Checker::derives(const Record* derived, const Record* base) {
  for (int n = 0; derived && n < 1000; derived = derived->base, ++n) {
    if (derived == base) return true;
  }
  return false;
}

Field* Checker::find_field(const Record& record, std::string_view name) const {
  for (const Record* r = &record; r; r = r->base) {
    for (const Field& f : r->fields) {
      if (f.name == name) return const_cast<Field*>(&f);
    }
  }
  return nullptr;
}

// Nearest class first; an overridden method stands once.
std::vector<Func*> Checker::find_methods(const Record& record, std::string_view name) const {
  std::vector<Func*> out;
  for (const Record* r = &record; r; r = r->base) {
    for (Func* f : r->methods) {
      if (f->name != name || (f->is_init && r != &record)) continue;
      bool hidden = std::any_of(out.begin(), out.end(), [&](Func* g) {
        return g->types == f->types && g->variadic == f->variadic &&
               (g->results == f->results || g->owner != f->owner);
      });
      if (!hidden) out.push_back(f);
    }
  }
  return out;
}

Var* Checker::find_static(const Record& record, std::string_view name) const {
  for (const Record* r = &record; r; r = r->base) {
    for (Var* v : r->statics) {
      if (v->name == name) return v;
    }
  }
  return nullptr;
}

// Gives every virtual method its slot: an overriding one takes its parent's.
void Checker::class_tables(Record& record) {
  if (!record.table.empty() || record.in_progress) return;
  if (record.is_protocol) {
    int next = 0;
    for (Func* f : record.methods) f->slot = next++;
    if (record.base) {
      class_tables(*record.base);
      record.table = record.base->table;
    }
    return;
  }
  if (record.base) {
    class_tables(*record.base);
    record.table = record.base->table;
    record.base->used_as_base = true;
  }
  for (Func* f : record.methods) {
    if (f->is_dealloc) record.dealloc = f;
    if (f->is_static || f->is_init || f->is_dealloc) continue;
    for (size_t slot = 0; slot < record.table.size(); ++slot) {
      Func*& parent = record.table[slot];
      if (parent->name != f->name || parent->types != f->types || parent->variadic != f->variadic)
        continue;
      if (parent->is_final) error(Msg::OverridesFinal, f->where, {f->name, parent->owner->name});
      if (parent->results != f->results || parent->throws != f->throws)
        error(Msg::OverrideDiffers, f->where, {f->name, parent->owner->name});
      for (const Record* r = record.base; r; r = r->base) {
        if (slot < r->table.size()) r->table[slot]->overridden = true;
      }
      parent = f;
      f->slot = static_cast<int>(slot);
      break;
    }
    if (f->slot < 0) {
      f->slot = static_cast<int>(record.table.size());
      record.table.push_back(f);
    }
  }
}

}  // namespace tack::xc
