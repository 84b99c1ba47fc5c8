// SPDX-License-Identifier: Apache-2.0
#include "transform/vectorise.hpp"

#include <gmock/gmock.h>

#include "transform/equivalence_test.hpp"

namespace tack::transform {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string vectorised(const std::string& text, uint16_t width) {
  auto module = parse_or_fail(text);
  for (auto& f : module->functions) {
    if (f->is_kernel()) vectorise(*f, width);
  }
  return ir::print(*module);
}

void check(const std::string& text, const std::vector<int64_t>& extents, int64_t length = 400) {
  for (uint16_t width : {2, 4, 8, 16, 32, 64}) {
    SCOPED_TRACE("W = " + std::to_string(width));
    expect_same(
        text, extents, length,
        [&](ir::Module& m) {
          for (auto& f : m.functions) {
            if (f->is_kernel()) vectorise(*f, width);
          }
        },
        ir::Stage::Gang);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Vectorise, Saxpy) {
  const char* text = R"(
kernel @saxpy(%x: buffer<f32>, %y: buffer<f32>, %a: f32) over (%i < %n) {
  %0: f32 = load_elem %x, %i
  %1: f32 = load_elem %y, %i
  %2: f32 = mul %a, %0
  %3: f32 = add %2, %1
  store_elem %y, %i, %3
}
)";
  check(text, {100});
  check(text, {0});
  check(text, {1});
  std::string after = vectorised(text, 8);
  EXPECT_THAT(after, HasSubstr("load_lanes %x, %i, %gang"));
  EXPECT_THAT(after, HasSubstr("store_lanes %y, %i, "));
  EXPECT_THAT(after, Not(HasSubstr("lane_id")));
}

constexpr const char* kMandel = R"(
kernel @mandel(%out: buffer<i32>, %iters: i32) over (%j < %h, %i < %w) {
  %x: f32 = convert %i
  %y: f32 = convert %j
  %x1: f32 = mul %x, 0.1f32
  %y1: f32 = mul %y, 0.1f32
  %cx: f32 = sub %x1, 2.0f32
  %cy: f32 = sub %y1, 1.0f32
  var %zx: f32
  var %zy: f32
  var %k: i32
  loop $iterate {
    %n: i32 = load %k
    %more: i1 = lt %n, 50i32
    if %more {
    } else {
      exit $iterate
    }
    %zx0: f32 = load %zx
    %zy0: f32 = load %zy
    %a: f32 = mul %zx0, %zx0
    %b: f32 = mul %zy0, %zy0
    %s: f32 = add %a, %b
    %in: i1 = lt %s, 4.0f32
    if %in {
    } else {
      exit $iterate
    }
    %d: f32 = sub %a, %b
    %t: f32 = add %d, %cx
    %e: f32 = mul 2.0f32, %zx0
    %f: f32 = mul %e, %zy0
    %g: f32 = add %f, %cy
    store %zy, %g
    store %zx, %t
    %n1: i32 = add %n, 1i32
    store %k, %n1
  }
  %row: i64 = mul %j, %w
  %at: i64 = add %row, %i
  %r: i32 = load %k
  store_elem %out, %at, %r
}
)";

// Nothing is blended inside the loop: the counter takes the mask itself, and its limit is tested on
// one scalar.
TEST(Vectorise, MandelbrotBlendsNothing) {
  check(kMandel, {7, 37});
  std::string after = vectorised(kMandel, 8);
  EXPECT_THAT(after, Not(HasSubstr("select")));
  EXPECT_THAT(after, HasSubstr("%more: i1 = lt "));
}

TEST(Vectorise, VaryingIfElse) {
  check(R"(
kernel @k(%in: buffer<i32>, %out: buffer<i32>) over (%i < %n) {
  %x: i32 = load_elem %in, %i
  var %v: i32
  %c: i1 = lt %x, 3i32
  if %c {
    %y: i32 = mul %x, %x
    store %v, %y
  } else {
    %m: i1 = lt %x, 9i32
    if %m {
      store %v, 5i32
    } else {
      %z: i32 = load %v
      %q: i32 = sub %z, %x
      store %v, %q
    }
    store_elem %out, %i, 77i32
  }
  %r: i32 = load %v
  %old: i32 = load_elem %out, %i
  %sum: i32 = add %r, %old
  store_elem %out, %i, %sum
}
)",
        {150});
}

// An exit over two levels, a continue, an early return, and work after each.
TEST(Vectorise, ExitsOverLevels) {
  check(R"(
kernel @k(%in: buffer<i32>, %out: buffer<i32>) over (%i < %n) {
  %x: i32 = load_elem %in, %i
  var %acc: i32
  block $outer {
    for $rows %r: i32 = 0i32 to 6i32 step 1i32 {
      block $next {
        for $cols %c: i32 = 0i32 to 7i32 step 1i32 {
          %rc: i32 = mul %r, %c
          %s: i32 = add %rc, %x
          %big: i1 = gt %s, 25i32
          if %big {
            exit $outer
          } else {
          }
          %odd: i32 = and %s, 3i32
          %is: i1 = eq %odd, 3i32
          if %is {
            exit $next
          } else {
          }
          %neg: i1 = lt %s, -15i32
          if %neg {
            %o: i32 = load %acc
            store_elem %out, %i, %o
            return
          } else {
          }
          %old: i32 = load %acc
          %new: i32 = add %old, %s
          store %acc, %new
        }
        %old2: i32 = load %acc
        %new2: i32 = add %old2, 1000i32
        store %acc, %new2
      }
      %old3: i32 = load %acc
      %new3: i32 = add %old3, 100000i32
      store %acc, %new3
    }
    %old4: i32 = load %acc
    %new4: i32 = add %old4, 10000000i32
    store %acc, %new4
  }
  %res: i32 = load %acc
  store_elem %out, %i, %res
}
)",
        {200});
}

TEST(Vectorise, VaryingForAndSwitch) {
  check(R"(
kernel @k(%in: buffer<i32>, %out: buffer<i32>) over (%i < %n) {
  %x: i32 = load_elem %in, %i
  %m: i32 = and %x, 7i32
  var %acc: i32
  for $up %k: i32 = 0i32 to %m step 1i32 {
    %t: i32 = load %acc
    %k2: i32 = mul %k, %k
    %u: i32 = add %t, %k2
    store %acc, %u
  }
  for $far %k3: i32 = %x to 11i32 step %m {
    %t3: i32 = load %acc
    %stop: i1 = gt %t3, 400i32
    if %stop {
      exit $far
    } else {
    }
    %u3: i32 = add %t3, %k3
    store %acc, %u3
  }
  switch %m {
    case 0, 3 {
      %t1: i32 = load %acc
      %u1: i32 = mul %t1, 3i32
      store %acc, %u1
    }
    case 5 {
      store_elem %out, %i, 5i32
      return
    }
    default {
      %t2: i32 = load %acc
      %u2: i32 = sub %t2, %m
      store %acc, %u2
    }
  }
  %r: i32 = load %acc
  store_elem %out, %i, %r
}
)",
        {130});
}

TEST(Vectorise, ForToTheEndOfItsType) {
  check(R"(
kernel @k(%in: buffer<i8>, %out: buffer<i32>) over (%i < %n) {
  %x: i8 = load_elem %in, %i
  var %acc: i32
  %step: i8 = and %x, 31i8
  for $a %k: i8 = %x to 127i8 step %step {
    %t: i32 = load %acc
    %k1: i32 = convert %k
    %u: i32 = add %t, %k1
    store %acc, %u
  }
  for $b %q: i8 = -128i8 to %x step 50i8 {
    %tq: i32 = load %acc
    %kq: i32 = convert %q
    %uq: i32 = sub %tq, %kq
    store %acc, %uq
  }
  %r: i32 = load %acc
  store_elem %out, %i, %r
}
)",
        {130});
}

TEST(Vectorise, ArraysOfVars) {
  check(R"(
kernel @k(%in: buffer<i32>, %out: buffer<i32>) over (%i < %n) {
  var %a: array<i32,5>
  var %b: array<array<i32,3>,4>
  var %u: array<i32,4>
  %x: i32 = load_elem %in, %i
  %m: i32 = floormod %x, 5i32
  for $f %k: i32 = 0i32 to 5i32 step 1i32 {
    %v: i32 = mul %k, %x
    store %a[%k], %v
    %f: i32 = and %k, 3i32
    store %u[%f], %k
  }
  %c: i1 = gt %x, 0i32
  if %c {
    store %a[%m], 99i32
    %m3: i32 = floormod %x, 3i32
    store %b[%m3][2i32], %x
    store %b[1i32][1i32], 4i32
  } else {
    %w: i32 = load %a[%m]
    store %b[3i32][0i32], %w
  }
  %s0: i32 = load %a[%m]
  %s1: i32 = load %a[2i32]
  %s2: i32 = load %b[1i32][2i32]
  %s3: i32 = load %b[3i32][0i32]
  %s4: i32 = load %b[1i32][1i32]
  %s5: i32 = load %u[1i32]
  %t0: i32 = add %s0, %s1
  %t1: i32 = add %t0, %s2
  %t2: i32 = add %t1, %s3
  %t3: i32 = add %t2, %s4
  %t4: i32 = add %t3, %s5
  store_elem %out, %i, %t4
}
)",
        {130});
}

// Scalar loads under varying control may be out of range for lanes that never reach them.
TEST(Vectorise, UniformAccessUnderVaryingControl) {
  const char* text = R"(
kernel @k(%in: buffer<i32>, %table: buffer<i32>, %out: buffer<i32>, %p: i32) over (%i < %n) {
  %x: i32 = load_elem %in, %i
  %never: i1 = gt %x, 1000i32
  var %v: i32
  if %never {
    %y: i32 = load_elem %table, 100000i32
    store %v, %y
  } else {
    %c: i1 = gt %x, 0i32
    if %c {
      %y2: i32 = load_elem %table, %p
      store %v, %y2
    } else {
      block $b {
        if %never {
        } else {
          exit $b
        }
        %y3: i32 = load_elem %table, -1i32
        store %v, %y3
      }
    }
  }
  %r: i32 = load %v
  store_elem %out, %i, %r
}
)";
  check(text, {130});
  EXPECT_THAT(vectorised(text, 8), HasSubstr("load_elem %table, %p"));
}

TEST(Vectorise, AddressesOfAllShapes) {
  check(R"(
kernel @k(%in: buffer<i32>, %out: buffer<i32>, %bytes: buffer<u8>) over (%j < %h, %i < %w) {
  %row: i64 = mul %j, %w
  %at: i64 = add %row, %i
  %two: i64 = mul %at, 2i64
  %x: i32 = load_elem %in, %two
  %at32: i32 = convert %at
  %near: i32 = sub %at32, 1i32
  %ok: i1 = ge %near, 0i32
  var %v: i32
  if %ok {
    %y: i32 = load_elem %in, %near
    store %v, %y
  } else {
  }
  %masked: i64 = and %i, 15i64
  %z: u8 = load_elem %bytes, %masked
  %z32: i32 = convert %z
  %back: i64 = sub 399i64, %at
  %q: i32 = load_elem %in, %back
  %u: u32 = convert %i
  %u1: u32 = sub %u, 2u32
  %big: i1 = lt %u1, 100u32
  if %big {
    %s: i32 = load_elem %in, %u1
    store %v, %s
  } else {
  }
  %y1: i32 = load %v
  %r0: i32 = add %x, %y1
  %r1: i32 = sub %r0, %z32
  %r2: i32 = xor %r1, %q
  store_elem %out, %at, %r2
}
)",
        {3, 50});
}

TEST(Vectorise, ReductionsKeepTheirOrder) {
  check(R"(
kernel @k(%in: buffer<f32>) over (%j < %h, %i < %w) reduce (%sum: f32 add, %most: f32 max) {
  %row: i64 = mul %j, %w
  %at: i64 = add %row, %i
  %x: f32 = load_elem %in, %at
  %small: i1 = lt %x, -4.0f32
  if %small {
    return
  } else {
  }
  %third: f32 = div %x, 3.0f32
  %s: f32 = load %sum
  %s1: f32 = add %s, %third
  store %sum, %s1
  %c: i1 = lt %x, 0.0f32
  if %c {
    %m: f32 = load %most
    %m1: f32 = max %m, %third
    store %most, %m1
  } else {
  }
}
)",
        {5, 77});
}

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
  check(text, {130});
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
  check(text, {130});
  EXPECT_THAT(vectorised(text, 8), HasSubstr("%t: i32 = load_elem %table"));
}

TEST(Vectorise, ConditionsInParts) {
  const char* text = R"(
kernel @k(%in: buffer<i32>, %out: buffer<i32>, %p: i32) over (%i < %n) {
  %x: i32 = load_elem %in, %i
  var %k: i32
  var %s: i32
  loop $l {
    %k0: i32 = load %k
    %more: i1 = lt %k0, %p
    %s0: i32 = load %s
    %low: i1 = lt %s0, %x
    %both: i1 = and %more, %low
    if %both {
      store %s, %k0
    } else {
      exit $l
    }
    %odd: i1 = eq %k0, 5i32
    %neg: i1 = lt %x, -10i32
    %one: i1 = eq %x, 1i32
    %either: i1 = or %neg, %odd
    %any: i1 = or %either, %one
    if %any {
      exit $l
    }
    %k1: i32 = add %k0, 1i32
    store %k, %k1
  }
  %ka: i32 = load %k
  %sa: i32 = load %s
  %a: i32 = mul %ka, 100i32
  %b: i32 = add %a, %sa
  store_elem %out, %i, %b
}
)";
  check(text, {130});
  EXPECT_THAT(vectorised(text, 8), HasSubstr("if %more {"));
  EXPECT_THAT(vectorised(text, 8), HasSubstr("if %odd {"));
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
  check(text, {130});
  // Without the promise to be small, an index next to the type's end could wrap.
  std::string small = text;
  small.insert(small.find(" {\n"), " small");
  check(small, {130});
  EXPECT_THAT(vectorised(small, 8), Not(HasSubstr("lanes<8,i64>")));
}

TEST(Vectorise, HighestLaneWins) {
  // Items of one gang store to one element: as if they had run in ascending order.
  const char* text = R"(
kernel @k(%in: buffer<i32>, %out: buffer<i32>) over (%i < %n) {
  %x: i32 = load_elem %in, %i
  %c: i1 = lt %x, 9i32
  if %c {
    store_elem %out, 3i32, %x
    %few: i64 = and %i, 1i64
    store_elem %out, %few, %x
  }
}
)";
  interp::Options options;
  options.conflicts = false;
  auto before = parse_or_fail(text);
  KernelRun want = run_first_kernel(*before, {50}, 60, options);
  for (uint16_t width : {4, 8, 32}) {
    auto after = parse_or_fail(text);
    vectorise(*after->functions[0], width);
    KernelRun got = run_first_kernel(*after, {50}, 60, options);
    EXPECT_EQ(got.buffers, want.buffers) << ir::print(*after);
  }
}

TEST(Vectorise, GangJumpsOutOfTwoLabels) {
  check(R"(
kernel @k(%in: buffer<i32>, %out: buffer<i32>) over (%i < %n) {
  block $outer {
    block $inner {
      store_elem %out, %i, 5i32
      exit $outer
    }
    store_elem %out, %i, 6i32
  }
}
)",
        {130});
}

TEST(Vectorise, RefusesWhatIsNotInlined) {
  auto module = parse_or_fail(R"(
func @f(%x: i32) -> i32 {
  return %x
}
kernel @k(%out: buffer<i32>) over (%i < %n) {
  %y: i32 = call @f(3i32)
  store_elem %out, %i, %y
}
)");
  auto refusal = why_not_vectorise(*module->functions[1]);
  ASSERT_TRUE(refusal.has_value());
  EXPECT_EQ(refusal->reason, "calls @f, which is not inlined");
}

}  // namespace
}  // namespace tack::transform
