// SPDX-License-Identifier: Apache-2.0
// The straight-line part of random bodies: values, vars, buffers, reductions.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_set>

#include "fuzz/coverage.hpp"
#include "fuzz/generate.hpp"
#include "fuzz/random_values.hpp"
#include "ir/builder.hpp"

namespace tack::fuzz {

using ir::Builder;
using ir::Function;
using ir::Inst;
using ir::Kind;
using ir::Op;
using ir::Type;

// A buffer parameter as seen by the body.
struct BufferUse {
  Inst* param = nullptr;
  int64_t length = 0;
  int64_t own = 0;    // elements that each item owns; 0: read-only
  int layout = 0;     // where they stand: see own_index
  int64_t first = 0;  // layout 3: of item 0
  Op bin_op{};        // of what all items update
};

struct VarUse {
  Inst* var = nullptr;
  Kind kind = Kind::I32;
  uint64_t count = 0;  // of elements; 0: a scalar
};

// What may be called.
struct Helper {
  Function* function = nullptr;
  int64_t cost = 0;
};

class ValueMaker {
 public:
  ValueMaker(Random& random, Function& function, const std::vector<Helper>& helpers, Style style)
      : random_(random), function_(function), b_(function), helpers_(helpers) {
    int favourites = static_cast<int>(random.between(2, 4));
    for (int i = 0; i < favourites; ++i) favourites_.push_back(random_number(random));
    if (style.floats) favourites_ = {Kind::F32, Kind::F64, favourites_[0]};
  }

  std::vector<BufferUse> buffers;
  std::vector<BufferUse> bins;  // updated by all items, otherwise not looked at
  bool has_atomics = false;     // a quarter of the programs: Vulkan skips these
  bool exits_two_levels = false;
  int64_t cost = 0;  // instructions that one run may take, roughly

  Builder& builder() { return b_; }

  void add_value(Inst* value, bool varying) {
    values_[static_cast<int>(value->type.kind)].push_back(value);
    if (varying) varying_.insert(value);
    last_ = value;
  }

  // A value of the kind, from what is at hand.
  Inst* value(Kind kind) {
    auto& pool = values_[static_cast<int>(kind)];
    if (random_.chance(9)) return constant(kind);
    if (!vars_.empty() && random_.chance(12)) {
      const VarUse& var = random_.pick(vars_);
      if (var.kind == kind) return load_var(var);
    }
    if (!pool.empty()) {
      // Recent ones more often, so that values depend on one another.
      uint64_t from = random_.chance(65) && pool.size() > 4 ? pool.size() - 4 : 0;
      return pool[from + random_.below(pool.size() - from)];
    }
    if (kind == Kind::I1) return compare();
    return random_.chance(80) ? convert_any(kind) : constant(kind);
  }

  // An index of `kind` in [0, length), made of anything. `length` is at least 1.
  Inst* clamped_index(Kind kind, int64_t length) {
    int width = ir::bits_of(kind);
    int64_t most =
        width >= 32 ? length : std::min<int64_t>(length, (int64_t{1} << (width - 1)) - 1);
    Type type = Type::scalar(kind);
    Inst* x = value(kind);
    Inst* m = b_.constant(type, static_cast<uint64_t>(random_.between(1, most)));
    return keep(type.is_signed()     ? Op::FloorMod
                : random_.chance(50) ? Op::Rem
                                     : Op::FloorMod,
                {x, m});
  }

  // The index of one of the item's own elements in a buffer.
  Inst* own_index(const BufferUse& use) {
    Inst* flat = flat_;
    Inst* items = items_;
    if (use.layout == 3) {  // wraps after element 255
      Inst* narrow = note(b_.convert(Type::scalar(Kind::U8), flat));
      Inst* at =
          keep(Op::Add, {narrow, b_.constant(narrow->type, static_cast<uint64_t>(use.first))});
      return random_.chance(50)
                 ? at
                 : b_.convert(Type::scalar(random_.chance(50) ? Kind::I64 : Kind::U16), at);
    }
    if (use.layout % 3 == 1) flat = keep(Op::Sub, {keep(Op::Sub, {items, b_.i64(1)}), flat});
    Inst* c = b_.i64(random_.between(0, use.own - 1));
    if (use.own > 1 && random_.chance(40)) {
      Inst* any = b_.convert(ir::kI64, value(random_int(random_)));
      c = keep(Op::FloorMod, {any, b_.i64(use.own)});
    }
    Inst* at = nullptr;
    if (use.layout % 3 == 2) {
      at = keep(Op::Add, {keep(Op::Mul, {c, items}), flat});  // a plane for each
    } else {
      at = use.own == 1 && random_.chance(70)
               ? flat
               : keep(Op::Add, {keep(Op::Mul, {flat, b_.i64(use.own)}), c});
    }
    Kind kind = random_.chance(50) ? Kind::I64 : random_int(random_);
    int width = ir::bits_of(kind);
    if (width < 32 && use.length > (int64_t{1} << (width - 1)) - 1) kind = Kind::I32;
    return b_.convert(Type::scalar(kind), at);
  }

  void store_own(const BufferUse& use) {
    Inst* index = own_index(use);
    b_.store_elem(use.param, index, value(use.param->type.buffer_element()));
    count(2);
  }

  // Nobody else touches the element, so what was there is known.
  void update_own(const BufferUse& use) {
    constexpr Op kOps[] = {Op::AtomicAdd, Op::AtomicMin, Op::AtomicMax};
    Inst* index = own_index(use);
    Inst* old = b_.atomic(kOps[random_.below(3)], use.param, index,
                          value(use.param->type.buffer_element()));
    if (random_.chance(70)) add_value(old, true);
    count(3);
  }

  // All items may update the element: one op, of integers, so that their order does not matter.
  void update_bin(const BufferUse& use) {
    Kind kind = random_.chance(50) ? Kind::I64 : random_int(random_);
    Inst* index = random_.chance(40) ? b_.constant(Type::scalar(kind),
                                                   random_.below(static_cast<uint64_t>(use.length)))
                                     : clamped_index(kind, use.length);
    b_.atomic(use.bin_op, use.param, index, value(use.param->type.buffer_element()));
    count(3);
  }

  // What kernels know of their items, made at the start of the body.
  void set_items(Inst* flat, Inst* items) {
    flat_ = flat;
    items_ = items;
  }
  void add_reduction(Inst* reduction) { reductions_.push_back(reduction); }
  void use_reduction(Inst* reduction) {
    constexpr Op kOps[] = {Op::Add, Op::Mul, Op::And, Op::Or, Op::Xor, Op::Min, Op::Max};
    Inst* before = b_.load(reduction);
    Inst* after = b_.emit(kOps[reduction->bits], {before, value(reduction->aux.kind)});
    b_.store(reduction, after);
    count(3);
  }

  // A var of u32 or f64 that values are mixed into, so that what is computed is seen.
  void add_sink() {
    bool is_float = random_.chance(25);
    sinks_.push_back(b_.var(is_float ? ir::kF64 : ir::kU32, "seen"));
    vars_.push_back({sinks_.back(), is_float ? Kind::F64 : Kind::U32, 0});
    count();
  }
  void sink(Inst* x) {
    if (sinks_.empty() || x == nullptr) return;
    Inst* var = random_.pick(sinks_);
    Inst* old = b_.load(var);
    Inst* now = nullptr;
    bool is_float = x->type.is_float();
    if (var->aux == ir::kF64) {
      if (is_float && random_.chance(70)) {  // a NaN or an infinity would hide all that follow
        bool single = x->type == ir::kF32;
        x = b_.emit(Op::Min, {x, single ? b_.f32(1e30f) : b_.f64(1e30)});
        x = b_.emit(Op::Max, {x, single ? b_.f32(-1e30f) : b_.f64(-1e30)});
      }
      now = b_.add(b_.mul(old, b_.f64(0.75)), b_.convert(ir::kF64, x));
    } else {
      // All digits of a float, or the range where conversions do not saturate.
      if (is_float && random_.chance(50))
        x = b_.bitcast(x->type == ir::kF32 ? ir::kU32 : ir::kU64, not_nan(x));
      // Both halves of 64 bits, or the low one.
      if (x->type.is_int() && ir::bits_of(x->type) == 64 && random_.chance(50)) {
        count(2);
        x = b_.emit(Op::Xor, {x, b_.emit(Op::Shr, {x, b_.constant(x->type, 32)})});
      }
      // Halves and quarters of a float count too; an integer as it is.
      if (x->type == ir::kF32) x = b_.mul(x, b_.f32(16));
      if (x->type == ir::kF64) x = b_.mul(x, b_.f64(16));
      Inst* as_int = b_.convert(ir::kU32, x->type.is_float() ? b_.convert(ir::kI32, x) : x);
      now = b_.add(b_.mul(old, b_.constant(ir::kU32, 0x9E3779B1)), as_int);
    }
    b_.store(var, now);
    if (divergent_ > 0 || varying_.count(x)) varying_.insert(var);
    count(6);
  }
  // Into an own element each, at the end of a kernel.
  void store_sinks() {
    for (Inst* var : sinks_) {
      for (const BufferUse& use : buffers) {
        if (use.own == 0 || random_.chance(30)) continue;
        Inst* x = b_.load(var);
        Type to = Type::scalar(use.param->type.buffer_element());
        Inst* index = own_index(use);
        b_.store_elem(use.param, index, b_.convert(to, x));
        count(3);
        break;
      }
    }
  }

 protected:
  static constexpr int kMaxSize = 260;      // instructions of a body
  static constexpr int64_t kMaxRuns = 150;  // of an instruction, by the loops around it

  void count(int n = 1) {
    size_ += n;
    cost += n * runs_;
  }

  Inst* constant(Kind kind) {
    uint64_t bits = random_.chance(60) ? edge_bits(random_, kind) : random_bits(random_, kind);
    return b_.constant(Type::scalar(kind), bits);
  }

  // Emits and puts the result in the pool.
  Inst* keep(Op op, std::vector<Inst*> operands) {
    Inst* inst = b_.emit(op, std::move(operands));
    return note(inst);
  }
  Inst* note(Inst* inst) {
    bool varying = std::any_of(inst->operands.begin(), inst->operands.end(),
                               [&](Inst* o) { return varying_.count(o) != 0; });
    add_value(inst, varying);
    count();
    return inst;
  }

  Kind favourite() {
    return random_.chance(70) ? random_.pick(favourites_) : random_number(random_);
  }

  Inst* convert_any(Kind to) {
    for (int tries = 0; tries < 4; ++tries) {
      const auto& pool = values_[1 + random_.below(kKinds - 1)];
      if (pool.empty()) continue;
      Inst* from = random_.pick(pool);
      if (from->type.kind != to) return note(b_.convert(Type::scalar(to), from));
    }
    return constant(to);
  }

  Inst* compare() {
    Kind kind = favourite();
    static const std::vector<Op> kOps = {Op::Eq, Op::Ne, Op::Lt, Op::Le, Op::Gt, Op::Ge};
    Inst* a = value(kind);
    if (Type::scalar(kind).is_int() && random_.chance(60)) {
      // Often true and often false: a few bits of a value against a small number.
      Inst* low = keep(Op::And, {a, b_.constant(Type::scalar(kind), random_.chance(50) ? 3 : 7)});
      return keep(random_.pick(kOps), {low, b_.constant(Type::scalar(kind), random_.below(5))});
    }
    return keep(random_.pick(kOps), {a, value(kind)});
  }

  Inst* condition() {
    auto& pool = values_[static_cast<int>(Kind::I1)];
    return pool.empty() || random_.chance(65) ? compare() : random_.pick(pool);
  }

  Inst* load_var(const VarUse& use) {
    std::vector<Inst*> path;
    if (use.count)
      path.push_back(clamped_index(random_int(random_), static_cast<int64_t>(use.count)));
    Inst* inst = b_.load(use.var, path);
    add_value(inst, varying_.count(use.var) != 0);
    count();
    return inst;
  }

  // One pure op of a random kind, with the float bits of a NaN kept from integers.
  void pure() {
    const auto& uses = scalar_uses();
    OpUse use = random_.pick(uses);
    // Every op as often as every other, for favourite kinds when it works on them.
    for (int tries = 0; tries < 12; ++tries) {
      const OpUse& other = random_.pick(uses);
      bool wide = other.op == Op::Convert || other.op == Op::Bitcast;
      bool liked =
          std::find(favourites_.begin(), favourites_.end(), other.from) != favourites_.end();
      if ((!wide || random_.chance(15)) && (liked || random_.chance(30))) {
        use = other;
        break;
      }
    }
    Type to = Type::scalar(use.to);
    std::vector<Inst*> operands;
    switch (ir::info(use.op).rule) {
      case ir::Rule::Select:
        operands = {value(Kind::I1), value(use.from), value(use.from)};
        break;
      case ir::Rule::Float3: {
        Inst* a = value(use.from);
        operands = {a, other_than(a), value(use.from)};
        break;
      }
      case ir::Rule::Number1:
      case ir::Rule::Float1:
      case ir::Rule::Bits1:
      case ir::Rule::Convert:
        operands = {value(use.from)};
        break;
      case ir::Rule::Bitcast: {
        Inst* x = value(use.from);
        if (Type::scalar(use.from).is_float() && to.is_int()) x = not_nan(x);
        operands = {x};
        break;
      }
      default: {
        Inst* a = value(use.from);
        operands = {a, other_than(a)};
        break;
      }
    }
    note(b_.emit(use.op, to, operands));
  }

  // Few values of a kind are at hand: x / x would be half of the quotients.
  Inst* other_than(const Inst* a) {
    for (int tries = 0; tries < 4; ++tries) {
      Inst* b = value(a->type.kind);
      if (b != a) return b;
    }
    return constant(a->type.kind);
  }

  // x, or a constant where it is a NaN: which NaN it is no one promises.
  Inst* not_nan(Inst* x) {
    Inst* one = constant(x->type.kind);
    while (std::isnan(as_double(*one))) one = constant(x->type.kind);
    count(2);
    return b_.select(b_.eq(x, x), x, one);
  }

  static double as_double(const Inst& constant) {
    return constant.type.kind == Kind::F32
               ? static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(constant.bits)))
               : std::bit_cast<double>(constant.bits);
  }

  void new_var() {
    VarUse use;
    use.kind = random_.chance(12) ? Kind::I1 : favourite();
    Type type = Type::scalar(use.kind);
    if (random_.chance(25)) {
      use.count = static_cast<uint64_t>(random_.between(1, 6));
      type = b_.module().array(type, use.count);
    }
    use.var = b_.var(type, "v");
    vars_.push_back(use);
    count();
    if (random_.chance(70)) store_var(use);
  }

  void store_var(const VarUse& use) {
    Inst* x = value(use.kind);
    std::vector<Inst*> path;
    if (use.count)
      path.push_back(clamped_index(random_int(random_), static_cast<int64_t>(use.count)));
    b_.store(use.var, x, path);
    bool by_lane = divergent_ > 0 || varying_.count(x) || (use.count && varying_.count(path[0]));
    if (by_lane) varying_.insert(use.var);
    count();
  }

  Inst* load_from(const BufferUse& use) {
    Inst* index = nullptr;
    if (use.own) {
      index = own_index(use);  // others' elements are theirs
    } else {
      index = random_.chance(35) && flat_ ? affine_index(use) : nullptr;
      if (!index) index = clamped_index(random_int(random_), use.length);
    }
    Inst* inst = b_.load_elem(use.param, index);
    add_value(inst, varying_.count(index) != 0);
    count();
    return inst;
  }

  // Near the item's own place: read-only buffers have 16 elements more than items.
  Inst* affine_index(const BufferUse& use) {
    switch (random_.below(5)) {
      case 0:
        return flat_;
      case 1:
        return keep(Op::Add, {flat_, b_.i64(random_.between(0, 15))});
      case 2:
        return function_.indices.back();
      case 3: {
        Inst* back = keep(Op::Sub, {keep(Op::Sub, {function_.extents.back(), b_.i64(1)}),
                                    function_.indices.back()});
        return random_.chance(50) ? back : b_.convert(ir::kI32, back);
      }
      default: {
        Inst* twice = keep(Op::Mul, {function_.indices.back(), b_.i64(2)});
        return keep(Op::Rem, {twice, b_.i64(use.length)});
      }
    }
  }

  Random& random_;
  Function& function_;
  Builder b_;
  const std::vector<Helper>& helpers_;
  std::vector<Kind> favourites_;
  std::vector<Inst*> values_[kKinds];
  std::vector<VarUse> vars_;
  std::vector<Inst*> reductions_;
  std::vector<Inst*> sinks_;
  Inst* last_ = nullptr;                     // the value made last
  std::unordered_set<const Inst*> varying_;  // values, vars and `for`s that lanes disagree about
  Inst* flat_ = nullptr;
  Inst* items_ = nullptr;
  int size_ = 0, divergent_ = 0;
  int64_t runs_ = 1;
};

}  // namespace tack::fuzz
