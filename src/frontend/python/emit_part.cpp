// SPDX-License-Identifier: Apache-2.0
// One number of a vector or matrix, and elements of arrays of these. An index that the program
// computes may be outside: then a read gives the last component and a write does nothing.
#include "frontend/python/emitter.hpp"
#include "support/ice.hpp"

namespace tack::python {

using hir::Node;
using ir::Inst;
using ir::Kind;
using ir::Op;
using ir::Type;

// Each index outside its extent stands for the last of it.
Emitter::Part Emitter::part_of(const std::vector<const hir::Expr*>& indices,
                               const std::vector<uint32_t>& extents, const std::string& whole) {
  Part out;
  Inst* at = nullptr;
  for (size_t k = 0; k < indices.size(); ++k) {
    const hir::Expr& e = *indices[k];
    uint32_t extent = extents[k];
    Inst* one = nullptr;
    if (e.kind == Node::Int) {
      auto value = static_cast<int64_t>(e.bits);
      auto known = static_cast<uint32_t>(value < 0 ? value + extent : value);
      if (at == nullptr) {
        out.known = out.known * extent + known;
        continue;
      }
      one = b_.i32(static_cast<int32_t>(known));
    } else {
      // In 32 bits, where every extent fits, unless the index itself has 64.
      Kind kind = ir::bits_of(e.ty.kind) == 64 ? e.ty.kind : Kind::I32;
      if (e.ty.kind == Kind::U32) kind = Kind::U32;
      Inst* index = as(e, kind);
      b_.set_loc(e.loc);
      check_component(whole, e, index, extent, indices.size() == 1 ? -1 : static_cast<int>(k));
      // Negative ones are large as unsigned.
      Kind bits = ir::bits_of(kind) == 64 ? Kind::U64 : Kind::U32;
      Inst* inside = b_.lt(convert(index, bits), b_.constant(Type::scalar(bits), extent));
      Inst* last = b_.constant(Type::scalar(kind), extent - 1);
      one = convert(b_.select(inside, index, last), Kind::I32);
      out.inside = out.inside == nullptr ? inside : b_.bit_and(out.inside, inside);
    }
    if (k == 0) {
      at = one;
    } else {
      Inst* before = at == nullptr ? b_.i32(static_cast<int32_t>(out.known * extent))
                                   : b_.mul(at, b_.i32(static_cast<int32_t>(extent)));
      at = b_.add(before, one);
    }
  }
  out.at = at;
  return out;
}

Emitter::Part Emitter::part(const hir::Expr& component, Shape shape) {
  std::vector<const hir::Expr*> indices(component.args.begin() + 1, component.args.end());
  const hir::Expr& base = *component.args[0];
  bool is_named = base.kind == Node::Local && !base.local->name.empty();
  std::string whole = base.kind == Node::Load ? "an element of array '" + base.array->name + "'"
                      : is_named
                          ? (shape.is_vector() ? "vector '" : "matrix '") + base.local->name + "'"
                          : shape_name(shape);
  return part_of(indices, {shape.rows, shape.cols}, whole);
}

Inst* Emitter::choose(const Parts& parts, const Part& part) {
  if (part.is_known()) return parts[part.known];
  Inst* chosen = parts.back();
  for (size_t k = parts.size() - 1; k-- > 0;)
    chosen = b_.select(b_.eq(part.at, b_.i32(static_cast<int32_t>(k))), parts[k], chosen);
  return chosen;
}

Inst* Emitter::component(const hir::Expr& e, Kind kind) {
  const hir::Expr& base = *e.args[0];
  Shape shape = base.ty.shape;
  if (base.kind == Node::Load) {
    Inst* at = index(*base.array, base.args);
    Part which = part(e, shape);
    b_.set_loc(e.loc);
    return load_part(*base.array, at, which);
  }
  Parts all;
  bool is_variable = base.kind == Node::Local && !base.local->is_substituted;
  if (!is_variable) all = parts(base, kind);
  Part which = part(e, shape);
  b_.set_loc(e.loc);
  if (!is_variable) return choose(all, which);
  const hir::Local& local = *base.local;
  if (!which.is_known()) return choose(read_parts(local, kind), which);
  Inst* one = local.parts[which.known];
  return convert(local.is_temporary ? one : b_.load(one), kind);
}

// --- elements of arrays

Inst* Emitter::first_of(const hir::Array& array, Inst* element) {
  uint32_t n = array.element.count();
  // 64 bits: the product may pass the type of the index.
  return n == 1 ? element : b_.mul(convert(element, Kind::I64), b_.i64(n));
}

Inst* Emitter::kth_of(Inst* first, uint32_t k) {
  return k == 0 ? first : b_.add(first, b_.constant(first->type, k));
}

Parts Emitter::load_element(const hir::Array& array, Inst* element) {
  Inst* first = first_of(array, element);
  Parts out;
  for (uint32_t k = 0; k < array.element.count(); ++k) out.push_back(load(array, kth_of(first, k)));
  return out;
}

void Emitter::store_element(const hir::Array& array, Inst* element, const Parts& parts) {
  Inst* first = first_of(array, element);
  for (uint32_t k = 0; k < array.element.count(); ++k) store(array, kth_of(first, k), parts[k]);
}

Inst* Emitter::load_part(const hir::Array& array, Inst* element, const Part& part) {
  Inst* first = first_of(array, element);
  if (part.is_known()) return load(array, kth_of(first, part.known));
  return load(array, b_.add(convert(first, Kind::I64), convert(part.at, Kind::I64)));
}

void Emitter::store_part(const hir::Array& array, Inst* element, const Part& part, Inst* value) {
  Inst* first = first_of(array, element);
  if (part.is_known()) {
    store(array, kth_of(first, part.known), value);
    return;
  }
  Inst* at = b_.add(convert(first, Kind::I64), convert(part.at, Kind::I64));
  Inst* branch = b_.if_(part.inside);
  b_.in(*branch->regions[0], [&] { store(array, at, value); });
}

// --- components of locals

// Plain: the value first, then the index. Augmented: the index, the old value, the right side.
void Emitter::set_part(const hir::Stmt& s) {
  hir::Local& local = *s.local;
  Kind kind = local.ty.kind;
  Inst* value = nullptr;
  if (s.kind == hir::Step::SetPart) value = as(*s.value, kind);
  Part which = part(*s.part, local.ty.shape);
  b_.set_loc(s.loc);
  if (s.kind == hir::Step::AugSetPart) {
    s.old->direct = which.is_known() ? b_.load(local.parts[which.known])
                                     : choose(read_parts(local, kind), which);
    value = as(*s.value, kind);
    b_.set_loc(s.loc);
  }
  if (which.is_known()) {
    b_.store(local.parts[which.known], value);
    return;
  }
  for (size_t k = 0; k < local.parts.size(); ++k) {
    Inst* is_it = b_.bit_and(which.inside, b_.eq(which.at, b_.i32(static_cast<int32_t>(k))));
    b_.store(local.parts[k], b_.select(is_it, value, b_.load(local.parts[k])));
  }
}

// --- tables of constants

Inst* Emitter::constant_of(const Constant& c, Kind kind) {
  hir::Expr literal;
  literal.kind = c.is_float ? Node::Float : Node::Int;
  literal.value = c.float_value;
  literal.bits = c.int_bits;
  literal.is_negative = c.is_negative;
  return number(literal, kind);
}

// The constants as a buffer that each launch brings along.
Inst* Emitter::table_buffer(const ConstantTable& table, Kind kind) {
  for (const TableParam& known : tables_) {
    if (known.table == &table && known.kind == kind) return known.buffer;
  }
  LookupTable made;
  made.kind = kind;
  made.size = table.elements.size();
  size_t width = static_cast<size_t>(ir::bits_of(kind)) / 8;
  made.words.resize((made.size * width + 7) / 8);
  auto* out = reinterpret_cast<char*>(made.words.data());
  for (const Constant& item : table.elements) {
    uint64_t bits = constant_of(item, kind)->bits;
    for (size_t k = 0; k < width; ++k) *out++ = static_cast<char>(bits >> (8 * k));
  }
  KernelParam param;
  param.source = KernelParam::Source::Table;
  param.kind = kind;
  param.index = static_cast<uint16_t>(out_.tables.size());
  params_.push_back(param);
  out_.tables.push_back(std::move(made));
  Inst* buffer = b_.function().add_param(Type::buffer(kind), "table");
  tables_.push_back({&table, kind, buffer});
  return buffer;
}

Inst* Emitter::table(const hir::Expr& e, Kind kind) {
  const ConstantTable& c = *e.table;
  std::vector<const hir::Expr*> indices(e.args.begin(), e.args.end());
  std::vector<uint32_t> extents = {c.columns};
  if (c.rows != 0) extents.insert(extents.begin(), c.rows);
  Part which = part_of(indices, extents, "constant '" + *e.text + "'");
  b_.set_loc(e.loc);
  // About where the comparisons of a chain cost more than a load.
  constexpr size_t kMaxChain = 8;
  if (c.elements.size() > kMaxChain) return b_.load_elem(table_buffer(c, kind), which.at);
  Parts all;
  for (const Constant& item : c.elements) all.push_back(constant_of(item, kind));
  return choose(all, which);
}

}  // namespace tack::python
