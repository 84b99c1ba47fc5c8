// SPDX-License-Identifier: Apache-2.0
// Items that meet in an element, and atomics, for which that is fine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "interp/interp.hpp"
#include "interp/interp_test.hpp"
#include "ir/builder.hpp"

namespace tack::interp {
namespace {

using namespace tack::ir;
using testing::HasSubstr;

TEST(Interp, ConflictsOfItems) {
  // Each item writes its own element and reads its neighbour's.
  Module m;
  Function* k = new_kernel(m, {{Type::buffer(Kind::I32), "x"}});
  Builder b(*k);
  Inst* next = b.emit(Op::Rem, {b.add(k->indices[0], b.i64(1)), k->extents[0]});
  b.store_elem(k->params[0], k->indices[0], b.load_elem(k->params[0], next));
  std::vector<int32_t> x(8);
  Argument args[] = {Argument::buffer(x.data(), 8)};
  int64_t extents[] = {8}, one[] = {1};
  Result<Outcome> got = run_kernel(*k, args, extents);
  ASSERT_TRUE(got.ok());
  ASSERT_FALSE(got->faults.empty());
  EXPECT_EQ(got->faults[0].check, Check::Conflict);
  got = run_kernel(*k, args, one);
  EXPECT_TRUE(got->faults.empty());
  // Two writers of one element.
  Module m2;
  Function* w = new_kernel(m2, {{Type::buffer(Kind::I32), "x"}});
  Builder c(*w);
  c.store_elem(w->params[0], c.emit(Op::Div, {w->indices[0], c.i64(2)}), c.i32(1));
  got = run_kernel(*w, args, extents);
  ASSERT_EQ(got->faults.size(), 1u);
  EXPECT_EQ(got->faults[0].check, Check::Conflict);
  EXPECT_EQ(got->faults[0].item, std::vector<int64_t>{1});
}

TEST(Interp, ConflictsThroughOverlappingBuffers) {
  Module m;
  Function* k = new_kernel(m, {{Type::buffer(Kind::I32), "x"}, {Type::buffer(Kind::I32), "y"}});
  Builder b(*k);
  b.store_elem(k->params[0], k->indices[0], b.load_elem(k->params[1], k->indices[0]));
  std::vector<int32_t> x(9);
  std::iota(x.begin(), x.end(), 0);
  Argument args[] = {Argument::buffer(x.data() + 1, 8), Argument::buffer(x.data(), 8)};
  int64_t extents[] = {8};
  Result<Outcome> got = run_kernel(*k, args, extents);
  ASSERT_TRUE(got.ok());
  ASSERT_EQ(got->faults.size(), 1u);
  EXPECT_EQ(x[8], 0);  // forward order copies the first element along
}

TEST(Interp, ConflictsNameBothAccesses) {
  // Item 3 reads what item 2 wrote; both are told, whatever else read before.
  Module m;
  Function* k = new_kernel(m, {{Type::buffer(Kind::F32), "x"}});
  Builder b(*k);
  uint32_t file = m.add_file("a.py");
  b.set_loc(m.add_loc({file, 2, 1, 2, 0}));
  Inst* first = b.load_elem(k->params[0], b.i64(0));
  b.set_loc(m.add_loc({file, 3, 1, 2, 0}));
  b.store_elem(k->params[0], b.emit(Op::Div, {k->indices[0], b.i64(3)}), first);
  std::vector<float> x(8);
  Argument args[] = {Argument::buffer(x.data(), 8)};
  int64_t extents[] = {2, 2};
  k->add_dimension("j", "nj");
  Result<Outcome> got = run_kernel(*k, args, extents);
  ASSERT_TRUE(got.ok());
  ASSERT_EQ(got->faults.size(), 2u);
  const Fault& read = got->faults[0];
  EXPECT_EQ(m.locs[read.inst->loc].line, 2u);
  EXPECT_EQ(m.locs[read.other->loc].line, 3u);
  EXPECT_EQ(read.item, (std::vector<int64_t>{0, 1}));
  EXPECT_EQ(read.other_item, (std::vector<int64_t>{0, 0}));
}

TEST(Interp, ConflictsAreFoundByElement) {
  // Neighbouring bytes of one word are different elements of an i8 buffer.
  Module m;
  Function* k = new_kernel(m, {{Type::buffer(Kind::I8), "x"}, {Type::buffer(Kind::I16), "y"}});
  Builder b(*k);
  Inst* small = b.convert(Type::scalar(Kind::I8), k->indices[0]);
  b.store_elem(k->params[0], k->indices[0], small);
  int64_t extents[] = {8};
  std::vector<int16_t> y(8);
  std::vector<int8_t> x(8);
  Argument apart[] = {Argument::buffer(x.data(), 8), Argument::buffer(y.data(), 8)};
  EXPECT_TRUE(run_kernel(*k, apart, extents)->faults.empty());
  // An odd offset into the other buffer: no unit but the byte fits both.
  Argument overlapping[] = {Argument::buffer(reinterpret_cast<int8_t*>(y.data()) + 1, 8),
                            Argument::buffer(y.data(), 8)};
  EXPECT_TRUE(run_kernel(*k, overlapping, extents)->faults.empty());
  b.load_elem(k->params[1], b.emit(Op::Div, {k->indices[0], b.i64(2)}));
  EXPECT_EQ(run_kernel(*k, overlapping, extents)->faults.size(), 1u);
}

TEST(Interp, TolerantRunsGoOnPastTheEnd) {
  Module m;
  Function* k = new_kernel(m, {{Type::buffer(Kind::I32), "x"},
                               {Type::buffer(Kind::I32), "y"},
                               {Type::buffer(Kind::I32), "z"}});
  Builder b(*k);
  b.store_elem(k->params[1], k->indices[0], b.load_elem(k->params[0], k->indices[0]));
  b.atomic(Op::AtomicAdd, k->params[2], k->indices[0], b.i32(3));
  Inst* local = b.var(m.array(Type::scalar(Kind::I32), 2), "t");
  b.store(local, b.i32(7), {k->indices[0]});
  b.load(local, {k->indices[0]});
  std::vector<int32_t> x(2, 5), y(3, 9), z(2, 1);
  Argument args[] = {Argument::buffer(x.data(), 2), Argument::buffer(y.data(), 3),
                     Argument::buffer(z.data(), 2)};
  int64_t extents[] = {4};
  EXPECT_FALSE(run_kernel(*k, args, extents).ok());
  Options options;
  options.tolerant = true;
  Result<Outcome> got = run_kernel(*k, args, extents, {}, options);
  ASSERT_TRUE(got.ok());
  EXPECT_EQ(y, (std::vector<int32_t>{5, 5, 0}));
  EXPECT_EQ(z, (std::vector<int32_t>{7, 7}));  // in both runs
}

// Atomics meet each other, but no ordinary access of another item.
TEST(Interp, ConflictsOfAtomics) {
  enum Other { None, Loads, Stores };
  for (Op op : {Op::AtomicAdd, Op::AtomicMin, Op::AtomicMax}) {
    for (Other other : {None, Loads, Stores}) {
      Module m;
      Function* k = new_kernel(m, {{Type::buffer(Kind::I16), "a"}});
      Builder b(*k);
      Inst* value = b.convert(Type::scalar(Kind::I16), k->indices[0]);
      b.atomic(op, k->params[0], b.i32(0), value);
      if (other == Loads) b.load_elem(k->params[0], b.i32(0));
      if (other == Stores) b.store_elem(k->params[0], b.i32(0), value);
      for (Order order : {Order::Forward, Order::Reverse, Order::Shuffled}) {
        std::vector<int16_t> a = {5, 77};
        Argument args[] = {Argument::buffer(a.data(), 2)};
        int64_t extents[] = {9};
        Options options;
        options.order = order;
        Result<Outcome> got = run_kernel(*k, args, extents, {}, options);
        ASSERT_TRUE(got.ok()) << got.error().message;
        EXPECT_EQ(got->faults.empty(), other == None) << info(op).text << other;
        if (other == None) {
          EXPECT_EQ(a[0], op == Op::AtomicAdd ? 41 : op == Op::AtomicMin ? 0 : 8);
        }
        EXPECT_EQ(a[1], 77);
      }
    }
  }
}

TEST(Interp, AtomicsGiveWhatWasThere) {
  Module m;
  Function* k = new_kernel(m, {{Type::buffer(Kind::U8), "a"}, {Type::buffer(Kind::U8), "old"}});
  Builder b(*k);
  Inst* i = k->indices[0];
  Inst* first = b.atomic(Op::AtomicAdd, k->params[0], i, b.constant(kU8, 200));
  Inst* second = b.atomic(Op::AtomicMax, k->params[0], i, b.constant(kU8, 50));
  b.store_elem(k->params[1], b.mul(i, b.i64(2)), first);
  b.store_elem(k->params[1], b.add(b.mul(i, b.i64(2)), b.i64(1)), second);
  std::vector<uint8_t> a = {0, 60, 100}, old(6);
  Argument args[] = {Argument::buffer(a.data(), 3), Argument::buffer(old.data(), 6)};
  int64_t extents[] = {3};
  Result<Outcome> got = run_kernel(*k, args, extents);
  ASSERT_TRUE(got.ok()) << got.error().message;
  EXPECT_TRUE(got->faults.empty());
  EXPECT_EQ(a, (std::vector<uint8_t>{200, 50, 50}));
  EXPECT_EQ(old, (std::vector<uint8_t>{0, 200, 60, 4, 100, 44}));
}

}  // namespace
}  // namespace tack::interp
