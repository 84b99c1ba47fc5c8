// SPDX-License-Identifier: Apache-2.0
#include "interp/interp.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <numeric>

#include "interp/interp_test.hpp"
#include "ir/builder.hpp"
#include "ir/reduction_order.hpp"

namespace tack::interp {
namespace {

using namespace tack::ir;
using testing::HasSubstr;

uint64_t bits(float v) { return std::bit_cast<uint32_t>(v); }
float as_f32(uint64_t v) { return std::bit_cast<float>(static_cast<uint32_t>(v)); }

TEST(Interp, SaxpyInAnyOrder) {
  Module m;
  Function* k =
      new_kernel(m, {{Type::buffer(Kind::F32), "x"}, {Type::buffer(Kind::F32), "y"}, {kF32, "a"}});
  Builder b(*k);
  Inst* x = b.load_elem(k->params[0], k->indices[0]);
  Inst* y = b.load_elem(k->params[1], k->indices[0]);
  b.store_elem(k->params[1], k->indices[0], b.add(b.mul(k->params[2], x), y));
  for (Order order : {Order::Forward, Order::Reverse, Order::Shuffled}) {
    std::vector<float> xs(100), ys(100), want(100);
    for (int i = 0; i < 100; ++i) xs[i] = i * 0.3f, ys[i] = 7.0f / (i + 1);
    for (int i = 0; i < 100; ++i) want[i] = 2.5f * xs[i] + ys[i];
    Argument args[] = {Argument::buffer(xs.data(), 100), Argument::buffer(ys.data(), 100),
                       Argument::number(bits(2.5f))};
    int64_t extents[] = {100};
    Options options;
    options.order = order;
    Result<Outcome> got = run_kernel(*k, args, extents, {}, options);
    ASSERT_TRUE(got.ok()) << got.error().message;
    EXPECT_TRUE(got->faults.empty());
    EXPECT_EQ(ys, want);
  }
}

TEST(Interp, OutOfBoundsNamesTheItem) {
  Module m;
  Function* k = new_kernel(m, {{Type::buffer(Kind::I32), "out"}}, {"j", "i"});
  Builder b(*k);
  uint32_t file = m.add_file("a.py");
  b.set_loc(m.add_loc({file, 7, 3, 9, 0}));
  Inst* at = b.add(b.mul(k->indices[0], k->extents[1]), k->indices[1]);
  at->name = "at";
  b.store_elem(k->params[0], at, b.i32(1));
  std::vector<int32_t> out(11);
  Argument args[] = {Argument::buffer(out.data(), 11)};
  int64_t extents[] = {3, 4};
  Result<Outcome> got = run_kernel(*k, args, extents);
  ASSERT_FALSE(got.ok());
  EXPECT_EQ(got.error().message,
            "a.py:7:3: element 11 of a buffer of 11 in @k: store_elem %out, %at = 11i64, 1i32, "
            "item (2, 3)");
}

TEST(Interp, Prints) {
  Module m;
  Function* k = new_kernel(m, {{kF32, "x"}});
  Builder b(*k);
  b.print("i = %, 100%%, % %", {k->indices[0], k->params[0], b.constant(kU8, 200)});
  Argument args[] = {Argument::number(bits(0.1f))};
  int64_t extents[] = {2};
  std::string lines;
  Options options;
  options.print = [&](const std::string& line) { lines += line; };
  ASSERT_TRUE(run_kernel(*k, args, extents, {}, options).ok());
  EXPECT_EQ(lines, "i = 0, 100%, 0.1 200\ni = 1, 100%, 0.1 200\n");
}

TEST(Interp, EndlessLoopEnds) {
  Module m;
  Function* k = new_kernel(m, {});
  Builder b(*k);
  b.loop("forever");
  int64_t extents[] = {1};
  Options options;
  options.steps = 1000;
  Result<Outcome> got = run_kernel(*k, {}, extents, {}, options);
  ASSERT_FALSE(got.ok());
  EXPECT_THAT(got.error().message, HasSubstr("more than 1000 steps"));
}

TEST(Interp, EndlessRecursionEnds) {
  Module m;
  Function* f = m.add_function("f", FunctionKind::Function);
  Builder b(*f);
  b.call(*f, {});
  Result<Words> got = call_function(*f, {});
  ASSERT_FALSE(got.ok());
  EXPECT_THAT(got.error().message, HasSubstr("nested too deep in @f"));
}

TEST(Interp, ReductionOrder) {
  Module m;
  Function* k = new_kernel(m, {{Type::buffer(Kind::F32), "x"}});
  Inst* sum = k->add_reduction(ReduceOp::Add, kF32, "sum");
  Inst* least = k->add_reduction(ReduceOp::Min, kF32, "least");
  Builder b(*k);
  Inst* x = b.load_elem(k->params[0], k->indices[0]);
  b.store(sum, b.add(b.load(sum), x));
  b.store(least, b.emit(Op::Min, {b.load(least), x}));
  for (int64_t n : {0, 1, 63, 64, 100, 4096, 4097, 10000}) {
    std::vector<float> xs(static_cast<size_t>(n));
    for (int64_t i = 0; i < n; ++i) xs[i] = 1.0f / static_cast<float>(i * 7 % 1001 + 1);
    // The text of docs/ir.md as a plain loop.
    float want = 0.25f, low = INFINITY;
    int64_t block = reduction_block(n);
    for (int64_t begin = 0; begin < n; begin += block) {
      float copy[64] = {};
      for (int64_t i = begin; i < std::min(n, begin + block); ++i) copy[(i - begin) % 64] += xs[i];
      for (int s = 32; s > 0; s /= 2)
        for (int i = 0; i < s; ++i) copy[i] += copy[i + s];
      want += copy[0];
    }
    for (float v : xs) low = std::min(low, v);
    for (Order order : {Order::Forward, Order::Reverse, Order::Shuffled}) {
      Argument args[] = {Argument::buffer(xs.data(), n)};
      int64_t extents[] = {n};
      Options options;
      options.order = order;
      Result<Outcome> got = run_kernel(*k, args, extents, {bits(0.25f), bits(INFINITY)}, options);
      ASSERT_TRUE(got.ok()) << got.error().message;
      EXPECT_EQ(as_f32(got->reductions[0]), want) << n;
      EXPECT_EQ(as_f32(got->reductions[1]), low) << n;
    }
  }
}

// saxpy in gangs, written by hand, with a float sum.
Function* gang_saxpy(Module& m, uint16_t w, bool two_dimensions) {
  Function* k = new_kernel(
      m, {{Type::buffer(Kind::F32), "x"}, {Type::buffer(Kind::F32), "y"}},
      two_dimensions ? std::vector<std::string>{"j", "i"} : std::vector<std::string>{"i"});
  k->gang = w;
  k->mask = k->make(Op::GangMask, Type::mask(w));
  Inst* sum = k->add_reduction(ReduceOp::Add, kF32.with_lanes(w), "sum");
  Builder b(*k);
  Inst* at = k->indices.back();
  if (two_dimensions) at = b.add(b.mul(k->indices[0], k->extents[1]), at);
  Inst* x = b.emit(Op::LoadLanes, kF32.with_lanes(w), {k->params[0], at, k->mask});
  Inst* y = b.emit(Op::LoadLanes, kF32.with_lanes(w), {k->params[1], at, k->mask});
  Inst* r = b.add(b.mul(b.splat(w, b.f32(2)), x), y);
  b.emit(Op::StoreLanes, kVoid, {k->params[1], at, r, k->mask});
  Inst* old = b.load(sum);
  b.store(sum, b.select(k->mask, b.add(old, r), old));
  return k;
}

TEST(Interp, GangsWithTailsAndReductions) {
  for (uint16_t w : {4, 8, 32}) {
    for (int64_t h : {1, 5}) {
      for (int64_t n : {1, 7, 31, 65, 2000}) {
        Module m;
        Function* k = gang_saxpy(m, w, h != 1);
        int64_t items = h * n;
        std::vector<float> xs(items), ys(items), want(items);
        for (int64_t i = 0; i < items; ++i) xs[i] = i * 0.37f, ys[i] = 3.0f / (i + 1);
        float sum = 0;
        int64_t block = reduction_block(items);
        for (int64_t begin = 0; begin < items; begin += block) {
          float copy[64] = {};
          for (int64_t i = begin; i < std::min(items, begin + block); ++i) {
            want[i] = 2 * xs[i] + ys[i];
            copy[(i - begin) % 64] += want[i];
          }
          for (int s = 32; s > 0; s /= 2)
            for (int i = 0; i < s; ++i) copy[i] += copy[i + s];
          sum += copy[0];
        }
        for (int64_t chunk : {0, 64}) {
          std::vector<float> out = ys;
          Argument args[] = {Argument::buffer(xs.data(), items),
                             Argument::buffer(out.data(), items)};
          std::vector<int64_t> extents = {n};
          if (h != 1) extents.insert(extents.begin(), h);
          Options options;
          options.chunk = chunk;
          Result<Outcome> got = run_kernel(*k, args, extents, {0}, options);
          ASSERT_TRUE(got.ok()) << got.error().message;
          EXPECT_TRUE(got->faults.empty());
          EXPECT_EQ(out, want);
          EXPECT_EQ(as_f32(got->reductions[0]), sum);
        }
      }
    }
  }
}

TEST(Interp, ScatterLetsTheHighestLaneWin) {
  Module m;
  Function* k = new_kernel(m, {{Type::buffer(Kind::I32), "out"}});
  k->gang = 4;
  k->mask = k->make(Op::GangMask, Type::mask(4));
  Builder b(*k);
  Inst* lane = b.emit(Op::LaneId, kI32.with_lanes(4), {});
  Inst* zero = b.splat(4, b.i32(0));
  b.emit(Op::Scatter, kVoid, {k->params[0], zero, lane, k->mask});
  Inst* third = b.emit(Op::Extract, {lane, b.i32(-1)});
  b.store_elem(k->params[0], b.i32(1), third);
  int32_t out[2] = {-1, -1};
  Argument args[] = {Argument::buffer(out, 2)};
  int64_t extents[] = {3};
  ASSERT_TRUE(run_kernel(*k, args, extents).ok());
  EXPECT_EQ(out[0], 2);  // lane 3 is off
  EXPECT_EQ(out[1], 3);  // the lane number is taken modulo 4
}

// A helper that returns from inside a loop; results by the dozen; a switch.
TEST(Interp, EarlyReturnSwitchAndResults) {
  Module m;
  Function* f = m.add_function("first_above", FunctionKind::Function);
  f->results = {kI32, kI32};
  Inst* limit = f->add_param(kI32, "limit");
  Builder b(*f);
  Inst* loop = b.for_range(b.i32(0), b.i32(100), b.i32(3), "k");
  b.in(loop->body(), [&] {
    Inst* square = b.mul(loop->index, loop->index);
    Inst* hit = b.if_(b.emit(Op::Gt, {square, limit}));
    b.in(*hit->regions[0], [&] { b.ret({loop->index, square}); });
  });
  b.ret({b.i32(-1), b.i32(0)});
  Function* g = m.add_function("g", FunctionKind::Function);
  g->results = {kI32};
  Inst* x = g->add_param(kI32, "x");
  Builder c(*g);
  Inst* pair = c.call(*f, {x});
  Inst* sum = c.add(c.result_of(pair, 0), c.result_of(pair, 1));
  Inst* s = c.switch_(sum, {{{12, 20}}, {{-1}}});
  c.in(*s->regions[0], [&] { c.ret({c.i32(1000)}); });
  c.in(*s->regions[1], [&] { c.ret({c.i32(2000)}); });
  c.in(*s->regions[2], [&] { c.ret({sum}); });
  auto run = [&](int32_t v) {
    Result<Words> got = call_function(*g, {static_cast<uint32_t>(v)});
    EXPECT_TRUE(got.ok());
    return static_cast<int32_t>(got->at(0));
  };
  EXPECT_EQ(run(8), 1000);      // 3 + 9
  EXPECT_EQ(run(9), 42);        // 6 + 36
  EXPECT_EQ(run(99999), 2000);  // none
}

TEST(Interp, ForCountsInUnboundedIntegers) {
  struct Case {
    Type type;
    int64_t lo, hi, step, runs;
  };
  for (Case c : {Case{kI8, -128, 127, 50, 6},
                 {kU8, 250, 255, 3, 2},
                 {kI64, INT64_MAX - 5, INT64_MAX, 2, 3},
                 {kI32, 3, 3, 1, 0},
                 {kI32, 0, 9, 0, 0},
                 {kI32, 0, 9, -1, 0},
                 {kU64, 0, -1, INT64_MIN, 2}}) {
    Module m;
    Function* f = m.add_function("f", FunctionKind::Function);
    f->results = {kI64, c.type};
    Builder b(*f);
    Inst* count = b.var(kI64, "count");
    Inst* last = b.var(c.type, "last");
    auto k = [&](int64_t v) { return b.constant(c.type, static_cast<uint64_t>(v)); };
    Inst* loop = b.for_range(k(c.lo), k(c.hi), k(c.step), "i");
    b.in(loop->body(), [&] {
      b.store(count, b.add(b.load(count), b.i64(1)));
      b.store(last, loop->index);
    });
    b.ret({b.load(count), b.load(last)});
    Result<Words> got = call_function(*f, {});
    ASSERT_TRUE(got.ok());
    EXPECT_EQ(static_cast<int64_t>(got->at(0)), c.runs);
    if (c.runs) {
      uint64_t want = static_cast<uint64_t>(c.lo) +
                      static_cast<uint64_t>(c.runs - 1) * static_cast<uint64_t>(c.step);
      EXPECT_EQ(got->at(1), bits_of(c.type) == 64 ? want : want & ((1ull << bits_of(c.type)) - 1));
    }
  }
}

TEST(Interp, ArithmeticChecks) {
  Module m;
  Function* f = m.add_function("f", FunctionKind::Function);
  f->results = {kI32};
  for (const char* name : {"a", "b"}) f->add_param(kI32, name);
  Builder b(*f);
  Inst* v = b.var(kI32, "v");
  Inst* q = b.emit(Op::Div, {f->params[0], f->params[1]});
  Inst* s = b.emit(Op::Shl, {q, f->params[1]});
  Inst* root = b.emit(Op::Sqrt, {b.convert(kF32, f->params[0])});
  b.ret({b.add(b.add(s, b.load(v)), b.convert(kI32, root))});
  Options options;
  options.arithmetic = options.never_stored = options.nans = true;
  auto run = [&](int32_t x, int32_t y) {
    Machine machine(m, options);
    EXPECT_TRUE(machine.call(*f, {static_cast<uint32_t>(x), static_cast<uint32_t>(y)}).ok());
    std::vector<Check> checks;
    for (const Fault& fault : machine.faults()) checks.push_back(fault.check);
    return checks;
  };
  using testing::ElementsAre;
  EXPECT_THAT(run(4, 2), ElementsAre(Check::NeverStored));
  EXPECT_THAT(run(4, 0), ElementsAre(Check::DivideByZero, Check::NeverStored));
  EXPECT_THAT(run(INT32_MIN, -1),
              ElementsAre(Check::Overflow, Check::ShiftCount, Check::NanMade, Check::NeverStored));
  EXPECT_THAT(run(4, 32), ElementsAre(Check::ShiftCount, Check::NeverStored));
}

TEST(Interp, FloatsThatFitNoInteger) {
  Module m;
  Function* f = m.add_function("f", FunctionKind::Function);
  f->results = {kU8, kI32};
  Inst* x = f->add_param(kF32, "x");
  Builder b(*f);
  b.ret({b.convert(kU8, x), b.convert(kI32, x)});
  Options options;
  options.conversions = true;
  auto faults = [&](float value) {
    Machine machine(m, options);
    EXPECT_TRUE(machine.call(*f, {bits(value)}).ok());
    std::vector<std::string> found;
    for (const Fault& fault : machine.faults()) found.push_back(fault.what);
    return found;
  };
  using testing::ElementsAre;
  using testing::HasSubstr;
  EXPECT_THAT(faults(255.9f), ElementsAre());
  EXPECT_THAT(faults(-0.9f), ElementsAre());
  EXPECT_THAT(faults(256.0f), ElementsAre(HasSubstr("does not fit in u8 and becomes 255")));
  EXPECT_THAT(faults(-1.0f), ElementsAre(HasSubstr("does not fit in u8 and becomes 0")));
  EXPECT_THAT(faults(2147483648.0f),
              ElementsAre(HasSubstr("u8"), HasSubstr("i32 and becomes 2147483647")));
  EXPECT_THAT(faults(NAN), ElementsAre(HasSubstr("u8"), HasSubstr("i32 and becomes 0")));
}

TEST(Interp, FlushesSubnormals) {
  // x * y, x + 0, and x itself by way of a select.
  Module m;
  Function* f = m.add_function("f", FunctionKind::Function);
  f->results = {kF32, kF32, kF32, kI1};
  Inst *x = f->add_param(kF32, "x"), *y = f->add_param(kF32, "y");
  Builder b(*f);
  Inst* less = b.lt(b.f32(0), x);
  b.ret({b.mul(x, y), b.add(x, b.f32(0)), b.select(b.i1(true), x, y), less});
  Words arguments = {bits(-1e-40f), bits(1.0f)};
  Result<Words> exact = call_function(*f, arguments);
  ASSERT_TRUE(exact.ok()) << exact.error().message;
  EXPECT_EQ(*exact, (Words{bits(-1e-40f), bits(-1e-40f), bits(-1e-40f), 0}));
  Options options;
  options.flush_subnormals = true;
  Result<Words> flushed = call_function(*f, arguments, options);
  ASSERT_TRUE(flushed.ok()) << flushed.error().message;
  EXPECT_EQ(*flushed, (Words{bits(-0.0f), bits(0.0f), bits(-1e-40f), 0}));
  // A normal number times a normal one may be subnormal.
  flushed = call_function(*f, Words{bits(1e-30f), bits(1e-10f)}, options);
  ASSERT_TRUE(flushed.ok()) << flushed.error().message;
  EXPECT_EQ((*flushed)[0], bits(0.0f));
  EXPECT_EQ((*flushed)[3], 1u);
}

TEST(Interp, ArraysAndStructsOfVars) {
  Module m;
  Type point = m.add_struct({"P", {{"x", kI8, 0}, {"y", m.array(kF32, 3), 4}}, 16, 4});
  Function* f = m.add_function("f", FunctionKind::Function);
  f->results = {kF32};
  Inst* i = f->add_param(kI64, "i");
  Builder b(*f);
  Inst* v = b.var(m.array(point, 2), "v");
  b.store(v, b.f32(1.5f), {b.i32(1), b.i32(1), i});
  b.ret({b.load(v, {b.i32(1), b.i32(1), b.i32(2)})});
  EXPECT_EQ(as_f32(call_function(*f, {2})->at(0)), 1.5f);
  EXPECT_EQ(as_f32(call_function(*f, {1})->at(0)), 0.0f);
  Result<Words> bad = call_function(*f, {3});
  ASSERT_FALSE(bad.ok());
  EXPECT_THAT(bad.error().message, HasSubstr("element 3i64 of an array of 3"));
}

TEST(Interp, HostProgram) {
  // A table of functions in a global, called through a pointer; a launch with a reduction.
  Module m;
  Function* twice = m.add_function("twice", FunctionKind::Function);
  twice->results = {kI32};
  twice->add_param(kI32, "x");
  Builder t(*twice);
  t.ret({t.add(twice->params[0], twice->params[0])});
  Function* k = new_kernel(m, {{Type::buffer(Kind::I32), "x"}});
  Inst* sum = k->add_reduction(ReduceOp::Add, kI32, "sum");
  Builder kb(*k);
  Inst* x = kb.call(*twice, {kb.load_elem(k->params[0], k->indices[0])});
  kb.store_elem(k->params[0], k->indices[0], x);
  kb.store(sum, kb.add(kb.load(sum), x));

  Global* table = m.add_global("table", m.array(kPtr, 2), 16, 8);
  table->is_constant = true;
  table->relocations.push_back({8, twice, nullptr, 0});
  Global* data = m.add_global("data", m.array(kI32, 4), 16, 4);
  data->bytes = {1, 0, 0, 0, 2, 0, 0, 0, 3};

  Function* main = m.add_function("main", FunctionKind::Function);
  main->is_host = true;
  main->results = {kI32, kI32};
  Builder b(*main);
  Inst* total = b.var(kI32, "total");
  Inst* copy = b.var(m.array(kI32, 4), "copy");
  b.store(total, b.i32(100));
  Inst* at = b.addr_of(*data);
  b.launch(*k, {b.i64(4)}, {at, b.i64(4)}, {b.addr_of(total)});
  b.emit(Op::MemCopy, kVoid, {b.addr_of(copy), at, b.i64(16)});
  Inst* pointer = b.ptr_load(Type::ptr(Space::Host), b.ptr_add(b.addr_of(*table), b.i32(8)));
  Inst* four = b.call_ptr(pointer, {kI32}, {b.i32(2)});
  b.ret({b.load(total), b.add(b.load(copy, {b.i32(2)}), four)});
  Result<Words> got = call_function(*main, {});
  ASSERT_TRUE(got.ok()) << got.error().message;
  EXPECT_EQ(*got, (Words{112, 6 + 4}));
}

TEST(Interp, BadPointersAndTrapsAreErrors) {
  Module m;
  Global* g = m.add_global("g", kI32, 4, 4);
  Function* f = m.add_function("f", FunctionKind::Function);
  f->is_host = true;
  f->results = {kI32};
  f->add_param(kI64, "offset");
  Builder b(*f);
  Inst* p = b.ptr_add(b.addr_of(*g), f->params[0]);
  Inst* v = b.ptr_load(kI32, p);
  b.ret({v});
  EXPECT_TRUE(call_function(*f, {0}).ok());
  EXPECT_THAT(call_function(*f, {4}).error().message, HasSubstr("where no memory is"));
  EXPECT_THAT(call_function(*f, {static_cast<uint64_t>(-8)}).error().message,
              HasSubstr("where no memory is"));
  EXPECT_THAT(call_function(*f, {2}).error().message, HasSubstr("not aligned"));
  Function* t = m.add_function("t", FunctionKind::Function);
  t->is_host = true;
  Builder c(*t);
  c.trap("no way");
  EXPECT_THAT(call_function(*t, {}).error().message, HasSubstr("trap: no way"));
  Function* e = m.add_function("puts", FunctionKind::Extern);
  Function* u = m.add_function("u", FunctionKind::Function);
  Builder d(*u);
  d.call(*e, {});
  EXPECT_THAT(call_function(*u, {}).error().message, HasSubstr("@puts is extern"));
}

// The CPU entry, by hand: y[i] = i for the items [begin, end), and a sum in the partials.
TEST(Interp, CpuEntry) {
  Module m;
  Function* k = new_kernel(m, {{Type::buffer(Kind::I64), "y"}});
  k->add_reduction(ReduceOp::Add, kI64, "sum");
  Function* e = m.add_function("entry", FunctionKind::Function);
  e->is_exported = true;
  for (auto [type, name] : {std::pair{kPtr, "args"}, {kI64, "begin"}, {kI64, "end"}, {kPtr, "ctx"}})
    e->add_param(type, name);
  Builder b(*e);
  Inst* y = b.ptr_load(kPtr, e->params[0]);
  Inst* sums = b.ptr_load(kPtr, b.ptr_add(e->params[3], b.i32(8)));
  Inst* loop = b.for_range(e->params[1], e->params[2], b.i64(1), "i");
  b.in(loop->body(), [&] {
    Inst* at = b.mul(loop->index, b.i64(8));
    b.ptr_store(b.ptr_add(y, at), loop->index);
    Inst* lane = b.bit_and(b.sub(loop->index, e->params[1]), b.i64(63));
    Inst* copy = b.ptr_add(sums, b.mul(lane, b.i64(8)));
    b.ptr_store(copy, b.add(b.ptr_load(kI64, copy), loop->index));
  });
  std::vector<int64_t> out(5000, -1);
  Machine machine(m);
  Words arguments = {*machine.map(out.data(), out.size() * 8), out.size()};
  Words sum = {7};
  int64_t extents[] = {5000};
  Result<void> done = machine.launch_entry(*e, *k, extents, arguments, sum);
  ASSERT_TRUE(done.ok()) << done.error().message;
  for (int64_t i = 0; i < 5000; ++i) ASSERT_EQ(out[i], i);
  EXPECT_EQ(sum[0], 7u + 5000u * 4999u / 2);
}

}  // namespace
}  // namespace tack::interp
