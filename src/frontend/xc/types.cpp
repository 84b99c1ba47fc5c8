// SPDX-License-Identifier: Apache-2.0
#include "frontend/xc/types.hpp"

#include <algorithm>

#include "frontend/xc/ast.hpp"
#include "support/ice.hpp"

namespace tack::xc {

int Type::bits() const {
  switch (kind) {
    case TypeKind::U8:
    case TypeKind::I8:
      return 8;
    case TypeKind::U16:
    case TypeKind::I16:
      return 16;
    case TypeKind::U32:
    case TypeKind::I32:
    case TypeKind::Float:
      return 32;
    case TypeKind::U64:
    case TypeKind::I64:
    case TypeKind::Double:
      return 64;
    default:
      return 0;
  }
}

bool Type::is_callback() const { return is_struct() && record->callback; }

Types::Types(const ir::Target& target) : target_(target) {
  for (size_t i = 0; i <= static_cast<size_t>(TypeKind::Null); ++i)
    simple_[i].kind = static_cast<TypeKind>(i);
  simple_[static_cast<size_t>(TypeKind::Null)].word = target.pointer_bytes;
}

Type& Types::make(TypeKind kind) {
  Type& t = made_.emplace_back();
  t.kind = kind;
  t.word = target_.pointer_bytes;
  return t;
}

const Type* Types::integer(int bits, bool is_signed) const {
  int base = bits <= 8 ? 0 : bits <= 16 ? 2 : bits <= 32 ? 4 : 6;
  return of(static_cast<TypeKind>(static_cast<int>(TypeKind::U8) + base + is_signed));
}

const Type* Types::literal(__int128 value) const {
  if (value >= 0) {
    int bits = value <= 0xFF ? 8 : value <= 0xFFFF ? 16 : value <= 0xFFFFFFFFLL ? 32 : 64;
    return integer(bits, false);
  }
  int bits = value >= -0x80 ? 8 : value >= -0x8000 ? 16 : value >= -0x80000000LL ? 32 : 64;
  return integer(bits, true);
}

const Type* Types::pointer(const Type* to) {
  const Type*& slot = pointers_[to];
  if (!slot) {
    Type& t = make(TypeKind::Pointer);
    t.to = to;
    t.depth = to->depth + 1;
    slot = &t;
  }
  return slot;
}

const Type* Types::weak(const Type* to) {
  const Type*& slot = weaks_[to];
  if (!slot) {
    Type& t = make(TypeKind::Weak);
    t.to = to;
    t.depth = to->depth + 1;
    slot = &t;
  }
  return slot;
}

const Type* Types::generic(Record* record, std::vector<const Type*> arguments) {
  const Type*& slot = generics_[{record, arguments}];
  if (!slot) {
    Type& t = make(TypeKind::Class);
    t.record = record;
    for (const Type* a : arguments) t.depth = std::max(t.depth, a->depth);
    ++t.depth;
    t.arguments = std::move(arguments);
    slot = &t;
  }
  return slot;
}

const Type* Types::block(const Type* function) {
  const Type*& slot = blocks_[function];
  if (!slot) {
    Type& t = make(TypeKind::Block);
    t.to = function;
    t.depth = function->depth + 1;
    slot = &t;
  }
  return slot;
}

const Type* Types::array(const Type* element, uint64_t count) {
  const Type*& slot = arrays_[{element, count}];
  if (!slot) {
    Type& t = make(TypeKind::Array);
    t.to = element;
    t.depth = element->depth + 1;
    t.count = count;
    slot = &t;
  }
  return slot;
}

const Type* Types::function(const Type* result, std::vector<const Type*> parameters, bool variadic,
                            bool throws) {
  for (const Type& t : made_) {
    if (t.kind == TypeKind::Function && t.to == result && t.parameters == parameters &&
        t.variadic == variadic && t.throws == throws)
      return &t;
  }
  Type& t = make(TypeKind::Function);
  t.to = result;
  t.depth = result->depth;
  for (const Type* p : parameters) t.depth = std::max(t.depth, p->depth);
  ++t.depth;
  t.parameters = std::move(parameters);
  t.variadic = variadic;
  t.throws = throws;
  return &t;
}

const Type* Types::record(Record* record, bool is_class) {
  const Type*& slot = records_[record];
  if (!slot) {
    Type& t = make(is_class ? TypeKind::Class : TypeKind::Struct);
    t.record = record;
    slot = &t;
  }
  return slot;
}

namespace {

// Nested function types can spell exponentially long: what a message shows ends here.
constexpr size_t kMaxSpelled = 200;

void spell_into(std::string& out, const Type* type) {
  constexpr const char* kNames[] = {"<error>", "void", "u8",  "i8",  "u16",   "i16",
                                    "u32",     "i32",  "u64", "i64", "float", "double"};
  if (out.size() > kMaxSpelled) return;
  if (type->kind <= TypeKind::Double) {
    out += kNames[static_cast<size_t>(type->kind)];
    return;
  }
  switch (type->kind) {
    case TypeKind::Pointer:
      if (type->to->is_void()) {
        out += "pointer";
        return;
      }
      spell_into(out, type->to);
      out += "*";
      return;
    case TypeKind::Weak:
      out += "weak:";
      spell_into(out, type->to);
      out += "*";
      return;
    case TypeKind::Array: {
      // The outer bound stands first: an array of 2 arrays of 3 is T[2][3].
      const Type* element = type;
      while (element->is_array()) element = element->to;
      spell_into(out, element);
      for (const Type* t = type; t->is_array(); t = t->to)
        out += "[" + std::to_string(t->count) + "]";
      return;
    }
    case TypeKind::Struct:
    case TypeKind::Class:
      out += type->record->name.empty() ? "struct" : type->record->name;
      for (size_t i = 0; i < type->arguments.size(); ++i) {
        out += i ? ", " : "<";
        const Type* a = type->arguments[i];
        spell_into(out, a->is_object() ? a->to : a);
      }
      if (!type->arguments.empty()) out += ">";
      return;
    case TypeKind::Block:
      out += "block ";
      spell_into(out, type->to);
      return;
    case TypeKind::Function:
      spell_into(out, type->to);
      out += "(";
      for (size_t i = 0; i < type->parameters.size(); ++i) {
        if (i) out += ", ";
        spell_into(out, type->parameters[i]);
      }
      out += type->variadic ? ", ...)" : ")";
      return;
    default:
      out += "0";
  }
}

}  // namespace

std::string spell(const Type* type) {
  std::string out;
  spell_into(out, type);
  if (out.size() > kMaxSpelled) out = out.substr(0, kMaxSpelled) + "...";
  return out;
}

__int128 wrap(__int128 value, const Type* type) {
  int bits = type->bits();
  auto low = static_cast<uint64_t>(value);
  if (bits < 64) low &= (uint64_t{1} << bits) - 1;
  if (type->is_signed()) {
    int shift = 64 - bits;
    return static_cast<int64_t>(low << shift) >> shift;
  }
  return static_cast<__int128>(low);
}

bool Type::holds_counted() const {
  const Type* element = this;
  while (element->is_array()) element = element->to;
  if (element->is_struct()) return element->record->holds_counted;
  return is_array() && element->is_counted();
}

const Type* counted_inside(const Type* type) {
  while (type->is_array()) type = type->to;
  while (type->is_struct()) {
    for (const Field& f : type->record->fields) {
      if (!f.type->counts()) continue;
      type = f.type;
      break;
    }
    while (type->is_array()) type = type->to;
  }
  return type;
}

bool holds_pointer(const Type* type) {
  if (type->is_array()) return holds_pointer(type->to);
  if (!type->is_struct()) return type->is_pointer() && !type->counts();
  return std::any_of(type->record->fields.begin(), type->record->fields.end(),
                     [](const Field& f) { return holds_pointer(f.type); });
}

bool holds_array(const Type* type) {
  if (!type->is_struct()) return false;
  return std::any_of(type->record->fields.begin(), type->record->fields.end(),
                     [](const Field& f) { return f.type->is_array() || holds_array(f.type); });
}

uint64_t size_of(const Type* type) {
  switch (type->kind) {
    case TypeKind::Pointer:
    case TypeKind::Function:
    case TypeKind::Block:
    case TypeKind::Weak:
    case TypeKind::Null:
      return type->word;
    case TypeKind::Array:
      return size_of(type->to) * type->count;
    case TypeKind::Struct:
    case TypeKind::Class:
      return type->record->size;
    case TypeKind::Error:
      return 1;
    default:
      return static_cast<uint64_t>(type->bits()) / 8;
  }
}

uint64_t align_of(const Type* type) {
  switch (type->kind) {
    case TypeKind::Array:
      return align_of(type->to);
    case TypeKind::Struct:
    case TypeKind::Class:
      return type->record->align;
    default:
      return std::max<uint64_t>(size_of(type), 1);
  }
}

ir::Type ir_scalar(const Type* type) {
  switch (type->kind) {
    case TypeKind::U8:
      return ir::kU8;
    case TypeKind::I8:
      return ir::kI8;
    case TypeKind::U16:
      return ir::kU16;
    case TypeKind::I16:
      return ir::kI16;
    case TypeKind::U32:
      return ir::kU32;
    case TypeKind::I32:
      return ir::kI32;
    case TypeKind::U64:
      return ir::kU64;
    case TypeKind::I64:
      return ir::kI64;
    case TypeKind::Float:
      return ir::kF32;
    case TypeKind::Double:
      return ir::kF64;
    case TypeKind::Void:
      return ir::kVoid;
    case TypeKind::Pointer:
    case TypeKind::Block:
    case TypeKind::Weak:
    case TypeKind::Null:
      return ir::kPtr;
    default:
      TACK_ICE("not a scalar type: " + spell(type));
  }
}

uint64_t leaf_count(const Type* t) {
  if (t->is_array()) return t->count * leaf_count(t->to);
  if (!t->is_struct()) return 1;
  uint64_t sum = 0;
  for (const Field& f : t->record->fields) sum += leaf_count(f.type);
  return sum;
}

}  // namespace tack::xc
