// SPDX-License-Identifier: Apache-2.0
// Counters and comparisons that need not be computed for each lane.
#include <gmock/gmock.h>

#include "transform/vectorise_test.hpp"

namespace tack::transform {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Vectorise, UniformCounterOfAWhileThatBreaks) {
  // The counter is not read after the loop, so it stays one scalar though lanes leave early.
  const char* text = R"(
kernel @k(%in: buffer<i32>, %out: buffer<i32>, %table: buffer<i32>) over (%i < %n) {
  %x: i32 = load_elem %in, %i
  var %k: i32
  var %acc: i32
  loop $l {
    %k0: i32 = load %k
    %more: i1 = lt %k0, 9i32
    if %more {
    } else {
      exit $l
    }
    %t: i32 = load_elem %table, %k0
    %a: i32 = load %acc
    %a1: i32 = add %a, %t
    store %acc, %a1
    %out1: i1 = gt %a1, %x
    if %out1 {
      exit $l
    } else {
    }
    %k1: i32 = add %k0, 1i32
    store %k, %k1
  }
  %r: i32 = load %acc
  store_elem %out, %i, %r
}
)";
  expect_same_vectorised(text, {130});
  EXPECT_THAT(vectorised(text, 8), HasSubstr("var %k: i32"));
}

TEST(Vectorise, CountersReadAfterTheirLoop) {
  // k is read behind the loop, q indexes a table, r is stepped under varying control, s twice.
  const char* text = R"(
kernel @k(%in: buffer<i32>, %out: buffer<i32>, %table: buffer<i32>) over (%i < %n) {
  %x: i32 = load_elem %in, %i
  var %k: i32
  var %q: i64
  var %r: i32
  var %s: i32
  store %q, 3i64
  store %s, %x
  loop $l {
    %k0: i32 = load %k
    %more: i1 = lt %k0, 9i32
    if %more {
    } else {
      exit $l
    }
    %q0: i64 = load %q
    %t: i32 = load_elem %table, %q0
    %r0: i32 = load %r
    %s0: i32 = load %s
    %r1: i32 = add %r0, 1i32
    %up: i1 = gt %t, %s0
    if %up {
      store %r, %r1
    }
    %sum: i32 = add %t, %r0
    %done: i1 = gt %sum, %x
    if %done {
      exit $l
    }
    %k1: i32 = add %k0, 1i32
    store %k, %k1
    %q1: i64 = add %q0, 2i64
    store %q, %q1
    %s1: i32 = sub %s0, 1i32
    store %s, %s1
    %s2: i32 = load %s
    %s3: i32 = add %s2, 1i32
    %s4: i32 = load %s
    store %s, %s3
  }
  %ka: i32 = load %k
  %qa: i64 = load %q
  %q32: i32 = convert %qa
  %ra: i32 = load %r
  %sa: i32 = load %s
  %a: i32 = mul %ka, 100i32
  %b: i32 = add %a, %q32
  %c: i32 = mul %b, 100i32
  %d: i32 = add %c, %ra
  %e: i32 = xor %d, %sa
  store_elem %out, %i, %e
}
)";
  expect_same_vectorised(text, {130});
  EXPECT_THAT(vectorised(text, 8), HasSubstr("%t: i32 = load_elem %table"));
}

TEST(Vectorise, ComparesLaneNumbersInsteadOf64Bits) {
  std::string text = R"(
kernel @k(%out: buffer<i32>, %p: i64, %q: i64) over (%i < %n) {
  %far: i64 = mul %p, 11i64
  %none: i64 = sub 0i64, %q
  %most: i64 = or %none, -9223372036854775807i64
  %huge: i64 = xor %most, -1i64
  %up: i64 = add %i, 1i64
  var %bits: i32
)";
  int next = 0;
  for (const char* limit : {"%far", "%none", "%most", "%huge", "77i64", "0i64", "-1i64", "99i64",
                            "9223372036854775807i64", "-9223372036854775808i64"}) {
    for (const char* op : {"lt", "le", "gt", "ge", "eq", "ne"}) {
      for (bool swapped : {false, true}) {
        std::string n = std::to_string(next++);
        std::string a = next % 3 ? "%i" : "%up", b = limit;
        if (swapped) std::swap(a, b);
        text += "  %c" + n + ": i1 = " + op + " " + a + ", " + b + "\n";
        text += "  %d" + n + ": i32 = convert %c" + n + "\n  %e" + n + ": i32 = load %bits\n";
        text += "  %f" + n + ": i32 = mul %e" + n + ", 3i32\n";
        text += "  %g" + n + ": i32 = add %f" + n + ", %d" + n + "\n  store %bits, %g" + n + "\n";
      }
    }
  }
  text += "  %r: i32 = load %bits\n  store_elem %out, %i, %r\n}\n";
  expect_same_vectorised(text, {130});
  // Without the promise to be small, an index next to the type's end could wrap.
  std::string small = text;
  small.insert(small.find(" {\n"), " small");
  expect_same_vectorised(small, {130});
  EXPECT_THAT(vectorised(small, 8), Not(HasSubstr("lanes<8,i64>")));
}

}  // namespace
}  // namespace tack::transform
