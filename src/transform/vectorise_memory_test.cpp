// SPDX-License-Identifier: Apache-2.0
// Buffers and variables of arrays: addresses of every shape, uniform and varying.
#include <gmock/gmock.h>

#include "transform/vectorise_test.hpp"

namespace tack::transform {
namespace {

using testing::HasSubstr;

TEST(Vectorise, ArraysOfVars) {
  expect_same_vectorised(R"(
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
  expect_same_vectorised(text, {130});
  EXPECT_THAT(vectorised(text, 8), HasSubstr("load_elem %table, %p"));
}

TEST(Vectorise, AddressesOfAllShapes) {
  expect_same_vectorised(R"(
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

}  // namespace
}  // namespace tack::transform
