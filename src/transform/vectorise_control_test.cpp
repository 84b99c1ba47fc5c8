// SPDX-License-Identifier: Apache-2.0
// Lanes that part: branches, loops, exits over several levels.
#include <gmock/gmock.h>

#include "transform/vectorise_test.hpp"

namespace tack::transform {
namespace {

using testing::HasSubstr;

TEST(Vectorise, VaryingIfElse) {
  expect_same_vectorised(R"(
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
  expect_same_vectorised(R"(
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
  expect_same_vectorised(R"(
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
  expect_same_vectorised(R"(
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
  expect_same_vectorised(text, {130});
  EXPECT_THAT(vectorised(text, 8), HasSubstr("if %more {"));
  EXPECT_THAT(vectorised(text, 8), HasSubstr("if %odd {"));
}

TEST(Vectorise, GangJumpsOutOfTwoLabels) {
  expect_same_vectorised(R"(
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

}  // namespace
}  // namespace tack::transform
