// SPDX-License-Identifier: Apache-2.0
// Where the fields of structs and classes stand.
#include <algorithm>

#include "frontend/xc/check_impl.hpp"
#include "runtime/xc/object_layout.h"

namespace tack::xc {

void Checker::lay_out(Record& record) {
  if (record.laid_out || record.in_progress) return;
  Nest nest(*this);
  if (!nest.fits()) {
    error(Msg::TooDeep, record.where);
    record.laid_out = true;
    record.size = 1;
    return;
  }
  record.in_progress = true;
  uint64_t at = 0;
  if (record.is_class) {
    if (record.base) {
      lay_out(*record.base);
      at = record.base->size;
      // Object above them all does not count.
      record.depth = record.base->base ? record.base->depth + 1 : 0;
    } else {
      at = TACK_XC_OBJECT_FIELDS;
    }
    record.align = 8;
  }
  std::set<std::string_view> names;
  for (Field& f : record.fields) {
    f.type = object_type(f.syntax, f.where);
    if (!names.insert(f.name).second) error(Msg::Redeclared, f.where, {f.name});
    if (record.is_class && record.base && find_field(*record.base, f.name))
      error(Msg::Redeclared, f.where, {f.name});
    const Type* element = f.type;
    while (element->is_array()) element = element->to;
    if (element->is_struct()) record.depth = std::max(record.depth, element->record->depth + 1);
    record.holds_counted = record.holds_counted || f.type->counts();
    uint64_t align =
        record.packed ? 1 : std::min<uint64_t>(align_of(f.type), types_.target().align_cap);
    at = (at + align - 1) / align * align;
    f.offset = at;
    at += size_of(f.type);
    record.align = std::max(record.align, align);
    if (at > kMaxObjectSize) {
      error(Msg::RecordTooBig, f.where, {record.name});
      f.type = types_.error();
      at = 0;
    }
  }
  if (record.depth > kMaxTypeDepth) {
    error(Msg::TooDeep, record.where);
    record.depth = 0;
  }
  record.size = (at + record.align - 1) / record.align * record.align;
  if (record.size == 0) record.size = 1;
  record.in_progress = false;
  record.laid_out = true;
}

}  // namespace tack::xc
