// SPDX-License-Identifier: Apache-2.0
#include "transform/scalar_votes.hpp"

#include <gmock/gmock.h>

#include "transform/equivalence_test.hpp"

namespace tack::transform {
namespace {

using testing::HasSubstr;
using testing::Not;

// Stores what `any` and `all` say of a mask of each gang's own numbers.
void check(const std::string& buffers, const std::string& mask, bool is_answered = true) {
  std::string text = "kernel @k(%out: buffer<i32>, " + buffers +
                     ") over (%i < %n) gang 8 mask %gang {\n" + mask + R"(
  %any: i1 = any %m
  %all: i1 = all %m
  %any32: i32 = convert %any
  %all32: i32 = convert %all
  store_elem %out, %i, %any32
  %next: i64 = add %i, 1i64
  store_elem %out, %next, %all32
}
)";
  auto before = parse_or_fail(text), after = parse_or_fail(text);
  scalar_votes(*after);
  ASSERT_EQ(ir::verify(*after, ir::Stage::Gang), "") << ir::print(*after);
  EXPECT_EQ(ir::print(*after).find("= any ") == std::string::npos, is_answered) << text;
  KernelRun want = run_first_kernel(*before, {1600}, 1608, {});
  KernelRun got = run_first_kernel(*after, {1600}, 1608, {});
  EXPECT_EQ(got.buffers, want.buffers) << ir::print(*after);
}

TEST(ScalarVotes, EachComparisonAlsoWhereLanesWrap) {
  struct Row {
    const char* type;
    int64_t most, least;
  };
  for (Row row : {Row{"i8", 127, -128}, Row{"u8", 255, 0}, Row{"i32", 2147483647, -2147483648LL},
                  Row{"u32", 4294967295, 0}, Row{"i64", INT64_MAX, INT64_MIN}}) {
    std::string t = row.type;
    for (const char* op : {"eq", "ne", "lt", "le", "gt", "ge"}) {
      for (int64_t from : {int64_t{0}, row.most - 5, row.least}) {
        for (int64_t to : {int64_t{0}, row.most, row.least}) {
          check("%v: buffer<" + t + ">",
                "%lanes: lanes<8," + t + "> = lane_id\n%b0: " + t +
                    " = load_elem %v, %i\n%at: i64 = add %i, 1i64\n%l0: " + t +
                    " = load_elem %v, %at\n%b: " + t + " = add %b0, " + std::to_string(from) + t +
                    "\n%l: " + t + " = add %l0, " + std::to_string(to) + t + "\n%bs: lanes<8," + t +
                    "> = splat %b\n%ls: lanes<8," + t + "> = splat %l\n%x: lanes<8," + t +
                    "> = add %bs, %lanes\n%m: mask<8> = " + op + " %x, %ls\n");
          if (HasFailure()) return;
        }
      }
    }
  }
}

TEST(ScalarVotes, MasksOfMasks) {
  const char* start = R"(
  %ids: lanes<8,i32> = lane_id
  %a: i32 = load_elem %v, %i
  %as: lanes<8,i32> = splat %a
  %low: mask<8> = lt %ids, %as
  %high: mask<8> = ge %ids, 5i32x8
  %b: i1 = lt %a, 3i32
  %bs: mask<8> = splat %b
)";
  const char* buffers = "%v: buffer<i32>";
  auto with = [&](const char* rest) { return std::string(start) + rest; };
  check(buffers,
        with("%o: mask<8> = or %low, %high\n%p: mask<8> = or %o, %bs\n"
             "%m: mask<8> = not %p\n"),
        false);  // any of a conjunction
  check(buffers, with("%m: mask<8> = not %low\n"));
  check(buffers, with("%m: mask<8> = or %low, %bs\n"));
  check(buffers, with("%m: mask<8> = and %low, %high\n"), false);
}

// Of a stencil's border both questions that the interior asks are scalars.
TEST(ScalarVotes, BordersAreKnownInAdvance) {
  auto module = parse_or_fail(R"(
kernel @k(%out: buffer<i32>) over (%i < %n) gang 8 mask %gang {
  %ids: lanes<8,i64> = lane_id
  %is: lanes<8,i64> = splat %i
  %x: lanes<8,i64> = add %is, %ids
  %left: mask<8> = eq %x, 0i64x8
  %ns: lanes<8,i64> = splat %n
  %right: mask<8> = eq %x, %ns
  %border: mask<8> = or %left, %right
  %inner: mask<8> = not %border
  %any: i1 = any %border
  %all: i1 = all %inner
  %a: i32 = convert %any
  %b: i32 = convert %all
  store_elem %out, %i, %a
  store_elem %out, %i, %b
}
)");
  scalar_votes(*module);
  EXPECT_THAT(ir::print(*module), Not(HasSubstr("= any ")));
  EXPECT_THAT(ir::print(*module), Not(HasSubstr("= all ")));
}

}  // namespace
}  // namespace tack::transform
