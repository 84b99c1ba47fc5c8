// SPDX-License-Identifier: Apache-2.0
#include "transform/specialise_inside.hpp"

#include <gmock/gmock.h>

#include "transform/equivalence_test.hpp"
#include "transform/simplify.hpp"
#include "transform/vectorise.hpp"

namespace tack::transform {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

void prepare(ir::Module& module, uint16_t width) {
  for (auto& f : module.functions) {
    if (f->is_kernel()) vectorise(*f, width);
  }
  simplify(module);
}

std::string specialised(const std::string& text) {
  auto module = parse_or_fail(text);
  prepare(*module, 8);
  specialise_inside(*module);
  simplify(*module);
  return ir::print(*module);
}

// Rays of 30 steps along a row of 130 elements: `moves` gives %c, `tests` leaves $for outside.
std::string march(const std::string& moves, const std::string& tests) {
  return R"(
kernel @k(%z: buffer<f32>, %out: buffer<i32>, %seven: i64) over (%i < %n) small {
  var %found: i32
  %start: f32 = load_elem %z, %i
  store %found, -1i32
  for $for %k: i64 = 1i64 to 30i64 step 1i64 {
)" + moves +
         tests +
         R"(
    %v: f32 = load_elem %z, %c
    %next: i64 = add %c, 1i64
    %w: f32 = load_elem %z, %next
    %sum: f32 = add %v, %w
    %bound: f32 = add %start, 6.0f32
    %hits: i1 = gt %sum, %bound
    if %hits {
      %k32: i32 = convert %k
      store %found, %k32
      exit $for
    }
  }
  %x: i32 = load %found
  store_elem %out, %i, %x
}
)";
}

void check(const std::string& text) {
  EXPECT_THAT(specialised(text), HasSubstr("load_lanes %z, %c, truex8"));
  for (uint16_t width : {2, 4, 8, 16, 64}) {
    for (int64_t items : {1, 63, 128}) {
      SCOPED_TRACE("W = " + std::to_string(width) + ", items: " + std::to_string(items));
      expect_same(
          text, {items}, 130,
          [&](ir::Module& m) {
            prepare(m, width);
            specialise_inside(m);
          },
          ir::Stage::Gang);
      if (testing::Test::HasFailure()) return;
    }
  }
}

const char* const kLeft = "%c: i64 = sub %i, %k\n";
const char* const kRight = "%c: i64 = add %i, %k\n";

TEST(SpecialiseInside, RaysBothWays) {
  const char* tests = R"(
    %low: i1 = lt %c, 0i64
    %high: i1 = ge %c, %n
    %is_out: i1 = or %low, %high
    if %is_out {
      exit $for
    }
)";
  check(march(kLeft, tests));
  check(march(kRight, tests));
  // Tests are scalars there: the gang's first and last item against the limits.
  EXPECT_THAT(specialised(march(kRight, tests)), ContainsRegex("le %[0-9]+, %n"));
}

TEST(SpecialiseInside, EachFormOfATest) {
  struct Form {
    const char *low, *high;
  };
  for (Form form : {Form{"lt %c, 0i64", "gt %c, 127i64"}, Form{"le %c, -1i64", "le %n, %c"},
                    Form{"gt 0i64, %c", "lt 127i64, %c"}, Form{"ge 0i64, %c", "ge %c, 128i64"},
                    Form{"lt %c, %seven", "ge %c, 100i64"}}) {
    std::string tests = std::string("%low: i1 = ") + form.low + "\n%high: i1 = " + form.high +
                        "\nif %low {\nexit $for\n}\nif %high {\nexit $for\n}\n";
    check(march(kLeft, tests));
    check(march(kRight, tests));
  }
}

TEST(SpecialiseInside, TestsThatLetIn) {
  const char* tests = R"(
    %low: i1 = ge %c, 0i64
    %high: i1 = lt %c, %n
    %is_in: i1 = and %low, %high
    %is_out: i1 = not %is_in
    if %is_out {
      exit $for
    }
)";
  check(march(kLeft, tests));
  check(march(kRight, tests));
}

// A test for equality has no inner side: it stays, and the loads are plain all the same.
TEST(SpecialiseInside, LeavesOtherTests) {
  const char* tests = R"(
    %low: i1 = lt %c, 0i64
    %high: i1 = ge %c, %n
    %hole: i1 = eq %c, 50i64
    %is_out0: i1 = or %low, %high
    %is_out: i1 = or %is_out0, %hole
    if %is_out {
      exit $for
    }
)";
  check(march(kLeft, tests));
  EXPECT_THAT(specialised(march(kLeft, tests)), HasSubstr("eq "));
}

// The mask of all turns is the gang's, and that of full gangs is no mask at all.
TEST(SpecialiseInside, LeavesUniformLoops) {
  std::string text = R"(
kernel @k(%z: buffer<f32>, %out: buffer<f32>) over (%i < %n) {
  var %sum: f32
  for $for %k: i64 = 0i64 to 3i64 step 1i64 {
    %c: i64 = add %i, %k
    %v: f32 = load_elem %z, %c
    %old: f32 = load %sum
    %new: f32 = add %old, %v
    store %sum, %new
  }
  %x: f32 = load %sum
  store_elem %out, %i, %x
}
)";
  EXPECT_THAT(specialised(text), Not(HasSubstr("buffer_len")));
}

// Where an index hangs on what was loaded, it is not known before the load.
TEST(SpecialiseInside, LeavesIndicesThatMemoryDecides) {
  std::string text = R"(
kernel @k(%z: buffer<f32>, %steps: buffer<i32>, %out: buffer<i32>) over (%i < %n) {
  var %at: i64
  store %at, 0i64
  for $for %k: i64 = 0i64 to 9i64 step 1i64 {
    %a: i64 = load %at
    %here: i64 = add %i, %a
    %v: f32 = load_elem %z, %here
    %stop: i1 = gt %v, 3.0f32
    if %stop {
      exit $for
    }
    %s: i32 = load_elem %steps, %k
    %t: i32 = and %s, 3i32
    %u: i64 = convert %t
    store %at, %u
    %b: i64 = add %i, %u
    %w: f32 = load_elem %z, %b
    %stop2: i1 = gt %w, 4.0f32
    if %stop2 {
      exit $for
    }
  }
  store_elem %out, %i, 1i32
}
)";
  for (uint16_t width : {8, 32}) {
    expect_same(
        text, {100}, 130,
        [&](ir::Module& m) {
          prepare(m, width);
          specialise_inside(m);
        },
        ir::Stage::Gang);
  }
}

}  // namespace
}  // namespace tack::transform
