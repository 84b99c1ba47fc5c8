// SPDX-License-Identifier: Apache-2.0
#include "analysis/uniformity.hpp"

#include "analysis/analysis_test.hpp"

namespace tack::analysis {
namespace {

using ir::Op;

TEST(Uniformity, OnlyTheFastestIndexVaries) {
  Kernel k(R"(
kernel @k(%x: buffer<i32>, %p: i64) over (%j < %h, %i < %w) {
  %row: i64 = mul %j, %w
  %at: i64 = add %row, %i
  %a: i32 = load_elem %x, %row
  %b: i32 = load_elem %x, %at
  store_elem %x, %at, %a
}
)");
  Uniformity u(k.function());
  EXPECT_FALSE(u.varying(k["row"]));
  EXPECT_TRUE(u.varying(k["at"]));
  EXPECT_FALSE(u.varying(k["a"]));  // one element for all, though the buffer is written
  EXPECT_TRUE(u.varying(k["b"]));
}

TEST(Uniformity, AVarIsVaryingWhenALaneThatIsOffReadsItLater) {
  Kernel k(R"(
kernel @k(%x: buffer<i32>) over (%i < %n) {
  %a: i32 = load_elem %x, %i
  %c: i1 = lt %a, 3i32
  var %after: i32
  var %inside: i32
  var %both: i32
  if %c {
    store %after, 1i32
    store %inside, 2i32
    %r: i32 = load %inside
    store %both, 5i32
  } else {
    store %inside, 4i32
    store %both, 6i32
  }
  %s: i32 = load %after
  %t: i32 = load %both
}
)");
  Uniformity u(k.function());
  EXPECT_TRUE(u.varying_control(k.nth(Op::If, 0)));
  EXPECT_TRUE(u.varying(k["after"]));
  EXPECT_FALSE(u.varying(k["inside"]));
  EXPECT_FALSE(u.varying(k["r"]));
  // The first arm's store of %both disturbs nobody: lanes of the second overwrite it.
  EXPECT_TRUE(u.varying(k["both"]));
  EXPECT_FALSE(u.blends(k.nth(Op::Store, 2)));
  EXPECT_TRUE(u.blends(k.nth(Op::Store, 4)));
}

constexpr const char* kLoop = R"(
kernel @k(%x: buffer<f32>) over (%i < %n) {
  %a: f32 = load_elem %x, %i
  var %z: f32
  var %k: i32
  var %t: i32
  block $far {
    loop $l {
      %k0: i32 = load %k
      %z0: f32 = load %z
      %k1: i32 = add %k0, 1i32
      store %k, %k1
      %t0: i32 = load %t
      %t1: i32 = add %t0, 1i32
      store %t, %t1
      %z1: f32 = add %z0, %a
      store %z, %z1
      %end: i1 = ge %t1, 9i32
      if %end {
        exit $l
      }
      %big: i1 = gt %z1, 4.0f32
      if %big {
        exit $far
      }
    }
    store_elem %x, %i, 1.0f32
  }
  %r: i32 = load %k
  %r2: f32 = convert %r
  store_elem %x, %i, %r2
}
)";

TEST(Uniformity, LanesLeaveALoop) {
  Kernel k(kLoop);
  Uniformity u(k.function());
  EXPECT_FALSE(u.diverges(k["$l"]));
  EXPECT_TRUE(u.diverges(k["$far"]));
  EXPECT_TRUE(u.left_past(k["$l"]));
  EXPECT_FALSE(u.left_past(k["$far"]));
  EXPECT_TRUE(u.drops_lanes(k["$l"]));
  // All lanes that are left leave together by the uniform test.
  EXPECT_FALSE(u.varying_exit(k.nth(Op::Exit, 0)));
  EXPECT_TRUE(u.varying_exit(k.nth(Op::Exit, 1)));
  EXPECT_TRUE(u.varying(k["k"]));               // read after the loop
  EXPECT_FALSE(u.varying(k["t"]));              // not read after the loop
  EXPECT_FALSE(u.blends(k.nth(Op::Store, 2)));  // z varies, and nobody wants its old value
}

TEST(Uniformity, LoopsWithBoundsOfTheirOwn) {
  Kernel k(R"(
kernel @k(%x: buffer<i32>) over (%i < %n) {
  %a: i32 = load_elem %x, %i
  for $same %p: i32 = 0i32 to %a step 1i32 {
    %q: i32 = load_elem %x, %p
  }
  for $own %s: i32 = %a to 9i32 step 1i32 {
    %t: i32 = load_elem %x, %s
  }
}
)");
  Uniformity u(k.function());
  EXPECT_TRUE(u.varying_control(k["$same"]));
  EXPECT_FALSE(u.varying(k["p"]));  // the lanes that still run agree
  EXPECT_TRUE(u.varying(k["s"]));
}

TEST(Uniformity, ReturnsKeepTheReductionOfThoseWhoLeft) {
  Kernel k(R"(
kernel @k(%x: buffer<i32>) over (%i < %n) reduce (%r: i32 add) {
  %a: i32 = load_elem %x, %i
  %c: i1 = lt %a, 0i32
  if %c {
    return
  }
  store %r, %a
}
)");
  Uniformity u(k.function());
  EXPECT_TRUE(u.blends(k.nth(Op::Store, 0)));
  EXPECT_TRUE(u.varying_exit(k.nth(Op::Return, 0)));
}

}  // namespace
}  // namespace tack::analysis
