// SPDX-License-Identifier: Apache-2.0
#include "fuzz/generate.hpp"

#include "fuzz/body_maker.hpp"

namespace tack::fuzz {
namespace {

using ir::Module;

Kind number_kind(Random& random, Style style) {
  if (style.floats && random.chance(60)) return random.chance(50) ? Kind::F32 : Kind::F64;
  return random_number(random);
}

Helper make_helper(Random& random, Module& module, const std::vector<Helper>& known, Style style) {
  Function* f = module.add_function("f" + std::to_string(known.size()), ir::FunctionKind::Function);
  for (int64_t n = random.between(1, 2); n > 0; --n)
    f->results.push_back(Type::scalar(random.chance(10) ? Kind::I1 : random_number(random)));
  BodyMaker maker(random, *f, known, style);
  for (int64_t n = random.between(1, 3); n > 0; --n)
    maker.add_value(f->add_param(Type::scalar(random_number(random)), "p"), true);
  maker.add_sink();
  maker.statements(static_cast<int>(random.between(2, 7)));
  maker.ret();
  return {f, maker.cost};
}

std::vector<int64_t> random_extents(Random& random) {
  auto size = [&](int64_t most) {
    static const std::vector<int64_t> kSizes = {1,  3,  4,  5,  7,  8,  9, 13,
                                                15, 16, 17, 31, 33, 40, 65};
    int64_t n = random.pick(kSizes);
    return n > most ? random.between(1, most) : n;
  };
  switch (random.below(10)) {
    case 0:
    case 1:
    case 2:
      return {size(6), size(17)};
    case 3:
      return {size(3), size(4), size(9)};
    default:
      return {size(70)};
  }
}

void fill(Random& random, Buffer& buffer, int64_t length, Style style) {
  size_t size = static_cast<size_t>(ir::bits_of(buffer.kind)) / 8;
  bool edges = random.chance(style.floats ? 60 : 15);
  for (int64_t i = 0; i < length; ++i) {
    uint64_t bits = edges ? edge_bits(random, buffer.kind) : random_bits(random, buffer.kind);
    for (size_t k = 0; k < size; ++k) buffer.bytes.push_back(static_cast<uint8_t>(bits >> (8 * k)));
  }
}

}  // namespace

Program generate(uint64_t seed, Style style) {
  Random random(seed);
  Program program;
  program.seed = seed;
  program.module = std::make_unique<Module>();
  Module& module = *program.module;
  std::vector<Helper> helpers;
  for (int64_t n = random.chance(45) ? random.between(1, 2) : 0; n > 0; --n)
    helpers.push_back(make_helper(random, module, helpers, style));

  program.extents = random_extents(random);
  int64_t items = program.items();
  Function* k = module.add_function("k", ir::FunctionKind::Kernel);
  k->small = random.chance(50);
  constexpr const char* kIndex[] = {"i", "j", "l"};
  constexpr const char* kExtent[] = {"w", "h", "d"};
  size_t rank = program.extents.size();
  for (size_t d = rank; d-- > 0;) k->add_dimension(kIndex[d], kExtent[d]);

  BodyMaker maker(random, *k, helpers, style);
  int64_t writes = random.between(1, 2), reads = random.between(0, 2);
  for (int64_t n = 0; n < writes + reads; ++n) {
    BufferUse use;
    Buffer buffer;
    buffer.kind = number_kind(random, style);
    if (n < writes) {
      use.own = random.chance(60) ? 1 : random.between(2, 3);
      use.layout = static_cast<int>(random.below(3));
      use.length = items * use.own;
      if (use.own == 1 && items <= 256 && random.chance(15)) {
        use.layout = 3;
        use.length = 256;
        use.first = 256 - random.between(1, items);
      }
    } else {
      use.length = items + 16 + random.between(0, 5);
      if (random.chance(30)) use.length = std::max<int64_t>(use.length, 256);  // all of a byte
    }
    use.param = k->add_param(Type::buffer(buffer.kind), n < writes ? "out" : "in");
    fill(random, buffer, use.length, style);
    maker.buffers.push_back(use);
    program.buffers.push_back(std::move(buffer));
  }
  if (random.chance(10)) {  // the first buffer under a second name
    BufferUse use = maker.buffers[0];
    use.param = k->add_param(use.param->type, "again");
    maker.buffers.push_back(use);
    program.buffers.push_back({program.buffers[0].kind, program.buffers[0].bytes, 0});
  }
  maker.has_atomics = random.chance(25);
  if (maker.has_atomics && random.chance(70)) {  // that all items update
    constexpr ir::Op kOps[] = {ir::Op::AtomicAdd, ir::Op::AtomicMin, ir::Op::AtomicMax};
    BufferUse use;
    Buffer buffer;
    buffer.kind = random_int(random);
    use.length = random.between(1, 9);
    use.bin_op = kOps[random.below(3)];
    use.param = k->add_param(Type::buffer(buffer.kind), "bins");
    fill(random, buffer, use.length, style);
    maker.bins.push_back(use);
    program.buffers.push_back(std::move(buffer));
  }
  for (int64_t n = random.between(0, 3); n > 0; --n) {
    Kind kind = number_kind(random, style);
    maker.add_value(k->add_param(Type::scalar(kind), "n"), false);
    int width = ir::bits_of(kind);
    uint64_t bits = random_bits(random, kind);
    program.numbers.push_back(width == 64 ? bits : bits & ((uint64_t{1} << width) - 1));
  }
  if (random.chance(25)) {
    for (int64_t n = random.between(1, 2); n > 0; --n) {
      Kind kind = number_kind(random, style);
      bool is_float = kind == Kind::F32 || kind == Kind::F64;
      static const std::vector<ir::ReduceOp> kFloat = {ir::ReduceOp::Add, ir::ReduceOp::Mul,
                                                       ir::ReduceOp::Min, ir::ReduceOp::Max};
      ir::ReduceOp op = is_float ? random.pick(kFloat) : static_cast<ir::ReduceOp>(random.below(7));
      maker.add_reduction(k->add_reduction(op, Type::scalar(kind), "r"));
      int width = ir::bits_of(kind);
      uint64_t bits = random_bits(random, kind);
      program.reductions.push_back(width == 64 ? bits : bits & ((uint64_t{1} << width) - 1));
    }
  }

  Builder& b = maker.builder();
  Inst* flat = k->indices[0];
  Inst* count = k->extents[0];
  for (size_t d = 1; d < rank; ++d) {
    flat = b.add(b.mul(flat, k->extents[d]), k->indices[d]);
    count = b.mul(count, k->extents[d]);
  }
  maker.set_items(flat, count);
  maker.add_value(flat, true);
  for (size_t d = 0; d < rank; ++d) {
    maker.add_value(k->indices[d], d + 1 == rank);
    maker.add_value(k->extents[d], false);
  }
  maker.add_sink();
  if (random.chance(30)) maker.add_sink();
  maker.statements(static_cast<int>(random.between(5, 16)));
  for (const BufferUse& use : maker.buffers) {
    if (use.own && random.chance(75)) maker.store_own(use);
  }
  for (const BufferUse& use : maker.bins) maker.update_bin(use);
  maker.store_sinks();
  for (Inst* reduction : k->reductions) {
    if (random.chance(75)) maker.use_reduction(reduction);
  }
  program.exits_two_levels = maker.exits_two_levels;
  return program;
}

}  // namespace tack::fuzz
