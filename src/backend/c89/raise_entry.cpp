// SPDX-License-Identifier: Apache-2.0
#include "backend/c89/raise_entry.hpp"

#include "ir/builder.hpp"
#include "ir/clone.hpp"
#include "ir/reduction_order.hpp"

namespace tack::c89 {
namespace {

using namespace ir;
using What = Parameter::What;

struct State {
  Function& f;
  Builder b{f};
  std::vector<Parameter> parameters = {};
  ValueMap replaced = {};
  std::unordered_map<const Inst*, Inst*> lengths = {};

  Inst* param(Type type, std::string name, What what, size_t index) {
    parameters.push_back({what, static_cast<uint32_t>(index)});
    return f.add_param(type, std::move(name));
  }

  void number(const Inst& p, size_t i) {
    Type type = p.type;
    int bits = bits_of(type);
    if (type.is_int() && bits == 64) {
      Inst* low = param(kU32, p.name + "_low", What::Low, i);
      Inst* high = param(kU32, p.name + "_high", What::High, i);
      Inst* top = b.emit(Op::Shl, {b.convert(kU64, high), b.constant(kU64, 32)});
      replaced[&p] = b.convert(type, b.bit_or(top, b.convert(kU64, low)));
    } else if (type.is_int() && bits < 32) {
      Type wide = type.is_signed() ? kI32 : kU32;
      replaced[&p] = b.convert(type, param(wide, p.name, What::Number, i));
    } else {
      replaced[&p] = param(type, p.name, What::Number, i);
    }
  }

  void headers() {
    std::vector<Inst*> old = std::move(f.params);
    f.params.clear();
    for (size_t i = 0; i < old.size(); ++i) {
      if (!old[i]->type.is_buffer()) {
        number(*old[i], i);
        continue;
      }
      replaced[old[i]] = param(old[i]->type, old[i]->name, What::Buffer, i);
      lengths[old[i]] = b.convert(kI64, param(kI32, old[i]->name + "_length", What::Length, i));
    }
    for (size_t d = 0; d < f.extents.size(); ++d) {
      Inst* extent = param(kI32, f.extents[d]->name, What::Extent, d);
      replaced[f.extents[d]] = b.convert(kI64, extent);
    }
  }

  // buffer_len becomes the parameter, wherever it stands.
  void replace_lengths(Region& body) {
    std::erase_if(body.insts, [&](Inst* inst) {
      for (auto& inner : inst->regions) replace_lengths(*inner);
      if (inst->op != Op::BufferLen) return false;
      replaced[inst] = lengths.at(inst->operands[0]);
      return true;
    });
  }

  // The item's code; a return ends the item only.
  void item(std::vector<Inst*> body) {
    Inst* block = b.block("item");
    block->body().insts = std::move(body);
    walk(block->body(), [&](Inst& inst) {
      if (inst.op != Op::Return) return;
      inst.op = Op::Exit;
      inst.target = block;
    });
  }

  void box(std::vector<Inst*> body) {
    std::vector<std::pair<Inst*, Inst*>> bounds;
    for (size_t d = 0; d < f.indices.size(); ++d) {
      const std::string& name = f.indices[d]->name;
      Inst* begin = param(kI32, name + "_begin", What::Begin, d);
      bounds.emplace_back(begin, param(kI32, name + "_end", What::End, d));
    }
    Region* outside = &b.region();
    for (size_t d = 0; d < f.indices.size(); ++d) {
      Inst* loop = b.for_range(bounds[d].first, bounds[d].second, b.i32(1), f.indices[d]->name);
      b.set_region(loop->body());
      replaced[f.indices[d]] = b.convert(kI64, loop->index);
    }
    item(std::move(body));
    b.set_region(*outside);
  }

  // --- reductions

  struct Reduced {
    Inst* variable;  // the kernel's
    Inst* memory;    // parameter: the caller's variable
    Inst* copies;    // array<T,64>
    Inst* total;
    Op op;
    Type type;
  };

  // i1 has no buffer: a byte.
  Inst* read(const Reduced& r) {
    Inst* value = b.load_elem(r.memory, b.i32(0));
    return r.type.is_bool() ? b.ne(value, b.constant(kU8, 0)) : value;
  }
  void write(const Reduced& r, Inst* value) {
    b.store_elem(r.memory, b.i32(0), r.type.is_bool() ? b.convert(kU8, value) : value);
  }

  std::vector<Reduced> declare() {
    std::vector<Reduced> all;
    for (size_t i = 0; i < f.reductions.size(); ++i) {
      Inst* variable = f.reductions[i];
      Reduced r{variable, nullptr, nullptr, nullptr, Op::Add, variable->aux};
      r.op = *op_named(reduce_op_name(static_cast<ReduceOp>(variable->bits)));
      Kind element = r.type.is_bool() ? Kind::U8 : r.type.kind;
      r.memory = param(Type::buffer(element), variable->name, What::Reduction, i);
      r.copies = b.var(b.module().array(r.type, kReductionLanes), variable->name + "_copies");
      r.total = b.var(r.type, variable->name + "_total");
      b.store(r.total, read(r));
      all.push_back(r);
    }
    return all;
  }

  // Accesses of the reduction variables become accesses of copy `number`.
  void use_copies(std::vector<Inst*>& body, const std::vector<Reduced>& all, Inst* number) {
    Region region;
    region.insts = std::move(body);
    walk(region, [&](Inst& inst) {
      if (inst.op != Op::Load && inst.op != Op::Store) return;
      for (const Reduced& r : all) {
        if (inst.operands[0] != r.variable) continue;
        inst.operands[0] = r.copies;
        inst.operands.insert(inst.operands.begin() + 1, number);
      }
    });
    body = std::move(region.insts);
  }

  // block_size as in reduction_order.hpp, from the number of items at run time.
  Inst* block_size(Inst* items) {
    auto shr = [&](Inst* x, int64_t n) { return b.emit(Op::Shr, {x, b.i64(n)}); };
    Inst* even = shr(b.add(items, b.i64(1023)), 10);
    Inst* whole = b.emit(Op::Shl, {shr(b.add(even, b.i64(kReductionLanes - 1)), 6), b.i64(6)});
    return b.emit(Op::Max, {b.i64(4096), whole});
  }

  void fold(const std::vector<Reduced>& all) {
    for (const Reduced& r : all) {
      for (int32_t s = kReductionLanes / 2; s > 0; s /= 2) {
        Inst* each = b.for_range(b.i32(0), b.i32(s), b.i32(1), "c");
        b.in(each->body(), [&] {
          Inst* high = b.add(each->index, b.i32(s));
          Inst* sum = b.emit(r.op, {b.load(r.copies, {each->index}), b.load(r.copies, {high})});
          b.store(r.copies, sum, {each->index});
        });
      }
      b.store(r.total, b.emit(r.op, {b.load(r.total), b.load(r.copies, {b.i32(0)})}));
    }
  }

  // The items in flat order: the indices are carried along.
  void one_block(std::vector<Inst*> body, const std::vector<Reduced>& all,
                 const std::vector<Inst*>& at, Inst* flat, Inst* limit) {
    Inst* items = b.loop("items");
    b.in(items->body(), [&] {
      Inst* now = b.load(flat);
      Inst* more = b.if_(b.lt(now, limit));
      b.in(*more->regions[1], [&] { b.exit(items); });
      Inst* number = b.convert(kI32, b.bit_and(now, b.i64(kReductionLanes - 1)));
      for (size_t d = 0; d < at.size(); ++d) replaced[f.indices[d]] = b.load(at[d]);
      use_copies(body, all, number);
      item(std::move(body));
      b.store(flat, b.add(now, b.i64(1)));
      Region* outside = &b.region();
      for (size_t d = at.size(); d-- > 0;) {
        Inst* next = b.add(b.load(at[d]), b.i64(1));
        b.store(at[d], next);
        if (d == 0) break;
        Inst* wraps = b.if_(b.eq(next, replaced.at(f.extents[d])));
        b.set_region(*wraps->regions[0]);
        b.store(at[d], b.i64(0));
      }
      b.set_region(*outside);
    });
  }

  void blocks(std::vector<Inst*> body) {
    std::vector<Reduced> all = declare();
    Inst* items = replaced.at(f.extents[0]);
    for (size_t d = 1; d < f.extents.size(); ++d)
      items = b.emit(Op::Mul, {items, replaced.at(f.extents[d])});
    Inst* size = block_size(items);
    std::vector<Inst*> at;
    for (const Inst* index : f.indices) at.push_back(b.var(kI64, index->name));
    Inst* flat = b.var(kI64, "flat");
    Inst* each = b.loop("blocks");
    b.in(each->body(), [&] {
      Inst* first = b.load(flat);
      Inst* more = b.if_(b.lt(first, items));
      b.in(*more->regions[1], [&] { b.exit(each); });
      for (const Reduced& r : all) {
        Inst* copy = b.for_range(b.i32(0), b.i32(kReductionLanes), b.i32(1), "c");
        uint64_t identity = reduce_identity(static_cast<ReduceOp>(r.variable->bits), r.type.kind);
        b.in(copy->body(), [&] { b.store(r.copies, b.constant(r.type, identity), {copy->index}); });
      }
      Inst* limit = b.emit(Op::Min, {b.add(first, size), items});
      one_block(std::move(body), all, at, flat, limit);
      fold(all);
    });
    for (const Reduced& r : all) write(r, b.load(r.total));
  }

  void run() {
    std::vector<Inst*> body = std::move(f.body.insts);
    f.body.insts.clear();
    headers();
    Region old;
    old.insts = std::move(body);
    replace_lengths(old);
    if (f.reductions.empty()) {
      box(std::move(old.insts));
    } else {
      blocks(std::move(old.insts));
    }
    replace_uses(f.body, replaced);
    f.kind = FunctionKind::Function;
    f.is_exported = true;
    f.indices.clear();
    f.extents.clear();
    f.reductions.clear();
  }
};

}  // namespace

std::vector<Parameter> raise_entry(Function& kernel) {
  State state{kernel};
  state.run();
  return std::move(state.parameters);
}

}  // namespace tack::c89
