// SPDX-License-Identifier: Apache-2.0
// Globals, their initialisers and texts.
#include <bit>

#include "frontend/xc/lower_module.hpp"
#include "support/ice.hpp"

namespace tack::xc {

ir::Global& ModuleLowering::global(Var& v) {
  auto it = globals_.find(&v);
  if (it != globals_.end()) return *it->second;
  bool named = v.is_extern || (options.export_functions && !v.is_static && !v.owner);
  std::string name =
      v.owner ? std::string(v.owner->name) + "." + std::string(v.name) : std::string(v.name);
  ir::Global* g = module->add_global(named ? std::string(v.name) : unique(name), type(v.type),
                                     size_of(v.type), static_cast<uint32_t>(align_of(v.type)));
  if (named) names_[std::string(v.name)] = 1;
  if (named && !(v.is_extern && !v.init)) exported_name(v.name, v.where);
  // Vectors like whole lines.
  if (v.type->is_array() && size_of(v.type) >= 64 && !v.is_extern) g->align = 64;
  g->is_extern = v.is_extern && !v.init;
  g->is_exported = named && !g->is_extern;
  globals_[&v] = g;
  if (v.init) initialise(*g, 0, *v.init, v.type);
  return *g;
}

void ModuleLowering::initialise(ir::Global& g, uint64_t offset, const Expr& e, const Type* t) {
  auto put = [&](uint64_t bits, uint64_t size) {
    if (g.bytes.size() < offset + size) g.bytes.resize(offset + size);
    for (uint64_t k = 0; k < size; ++k) {
      uint64_t byte = module->target.little_endian ? k : size - 1 - k;
      g.bytes[offset + byte] = static_cast<uint8_t>(bits >> (8 * k));
    }
  };
  if (e.constant) {
    uint64_t bits = static_cast<uint64_t>(e.value);
    if (t->kind == TypeKind::Float) bits = std::bit_cast<uint32_t>(static_cast<float>(e.real));
    if (t->kind == TypeKind::Double) bits = std::bit_cast<uint64_t>(e.real);
    put(bits, size_of(t));
    return;
  }
  switch (e.kind) {
    case ExprKind::List:
      for (size_t i = 0; i < e.list.size(); ++i) {
        if (t->is_array()) {
          initialise(g, offset + i * size_of(t->to), *e.list[i], t->to);
        } else {
          const Field& f = t->record->fields[i];
          initialise(g, offset + f.offset, *e.list[i], f.type);
        }
      }
      return;
    case ExprKind::Text:
      if (t->is_array()) {
        for (size_t k = 0; k < e.text.size(); ++k) {
          if (g.bytes.size() <= offset + k) g.bytes.resize(offset + k + 1);
          g.bytes[offset + k] = static_cast<uint8_t>(e.text[k]);
        }
        return;
      }
      put(0, module->size_of(ir::kPtr));
      g.relocations.push_back({offset, nullptr, &text(e.text), 0});
      return;
    case ExprKind::BlockLiteral:
      put(0, module->size_of(ir::kPtr));
      g.relocations.push_back({offset, nullptr, &constant_block(*e.func), 0});
      return;
    case ExprKind::Cast:
      if (t->is_block() || t->is_callback()) {
        put(0, module->size_of(ir::kPtr));
        if (!e.a->func) return;
        if (t->is_block()) {
          g.relocations.push_back({offset, nullptr, &constant_block(*e.a->func), 0});
        } else {
          g.relocations.push_back({offset, &callable(*e.a->func), nullptr, 0});
        }
        return;
      }
      return initialise(g, offset, *e.a, e.a->type);
    case ExprKind::Name:
      put(0, module->size_of(ir::kPtr));
      g.relocations.push_back({offset, &function(*e.func), nullptr, 0});
      return;
    case ExprKind::Address:
    case ExprKind::Decay:
    case ExprKind::Binary: {
      ConstantAddress at = constant_address(e);
      put(0, module->size_of(ir::kPtr));
      g.relocations.push_back({offset, nullptr, &global(*at.root), at.offset});
      return;
    }
    default:
      TACK_ICE("initialiser of a global");
  }
}

// So that code for kernels may capture it like other arrays.
Var& ModuleLowering::text_array(const std::string& bytes) {
  Var*& v = text_arrays_[bytes];
  if (!v) {
    v = &program.var_arena.emplace_back();
    v->name = "text";
    v->type = types.array(types.u8(), bytes.size() + 1);
    v->is_global = true;
    globals_[v] = &text(bytes);
  }
  return *v;
}

ir::Global& ModuleLowering::text(const std::string& bytes) {
  ir::Global*& g = texts_[bytes];
  if (!g) {
    g = module->add_global(unique("text"), module->array(ir::kU8, bytes.size() + 1),
                           bytes.size() + 1, 1);
    g->bytes.assign(bytes.begin(), bytes.end());
    g->is_constant = true;
  }
  return *g;
}

}  // namespace tack::xc
