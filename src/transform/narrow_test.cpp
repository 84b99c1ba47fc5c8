// SPDX-License-Identifier: Apache-2.0
#include "transform/narrow.hpp"

#include <gmock/gmock.h>

#include <random>

#include "transform/equivalence_test.hpp"
#include "transform/vectorise.hpp"

namespace tack::transform {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string narrowed(const std::string& text) {
  auto module = parse_or_fail(text);
  narrow(*module);
  EXPECT_EQ(ir::verify(*module, ir::Stage::Source), "") << ir::print(*module);
  return ir::print(*module);
}

void check(const std::string& text, const std::vector<int64_t>& extents, int64_t length = 400) {
  expect_same(text, extents, length, [](ir::Module& m) { narrow(m); });
}

TEST(Narrow, IndicesOfASmallKernel) {
  std::string text = R"(
kernel @k(%x: buffer<f32>, %stride: i64) over (%j < %h, %i < %w) small {
  %row: i64 = mul %j, %stride
  %at: i64 = add %row, %i
  %f: f32 = convert %i
  store_elem %x, %at, %f
}
)";
  std::string after = narrowed(text);
  EXPECT_THAT(after, HasSubstr("%row: i32 = mul %j.1, %stride.1"));
  EXPECT_THAT(after, HasSubstr("%f: f32 = convert %i.1"));
  check(text, {3, 7});
  text.replace(text.find(" small"), 6, "");
  EXPECT_THAT(narrowed(text), Not(HasSubstr("i32")));
}

TEST(Narrow, SumsOfBytesIn16Bits) {
  const char* text = R"(
kernel @k(%x: buffer<u8>, %y: buffer<u8>) over (%i < %n) {
  %a: u8 = load_elem %x, %i
  %b: u8 = load_elem %y, %i
  %a32: i32 = convert %a
  %b32: i32 = convert %b
  %a3: i32 = mul %a32, 3i32
  %s: i32 = add %a3, %b32
  %d: i32 = sub %s, 300i32
  %c: i32 = max %d, 0i32
  %m: i32 = div %c, 4i32
  %r: u8 = convert %m
  store_elem %y, %i, %r
}
)";
  std::string after = narrowed(text);
  EXPECT_THAT(after, HasSubstr("i16 = div"));
  EXPECT_THAT(after, Not(HasSubstr("i32")));
  check(text, {300});
}

TEST(Narrow, CountersStayWhenNothingBoundsThem) {
  const char* text = R"(
kernel @k(%x: buffer<i64>, %y: buffer<i64>) over (%i < %n) {
  %a: i64 = load_elem %x, %i
  var %k: i64
  loop $l {
    %c: i64 = load %k
    %more: i1 = lt %c, %a
    if %more {
    } else {
      exit $l
    }
    %c1: i64 = add %c, 3i64
    store %k, %c1
  }
  %r: i64 = load %k
  store_elem %y, %i, %r
}
)";
  EXPECT_THAT(narrowed(text), Not(HasSubstr("i32")));
  check(text, {100});
}

TEST(Narrow, BoundedCountersOfLoops) {
  const char* text = R"(
kernel @k(%x: buffer<i32>, %y: buffer<i32>) over (%i < %n) small {
  var %k: i64
  var %s: i64
  %a: i32 = load_elem %x, %i
  loop $l {
    %c: i64 = load %k
    %more: i1 = lt %c, 40i64
    if %more {
    } else {
      exit $l
    }
    %v: i32 = load_elem %x, %c
    %stop: i1 = eq %v, %a
    if %stop {
      exit $l
    }
    %c1: i64 = add %c, 1i64
    store %k, %c1
  }
  for $f %q: i64 = 0i64 to 9i64 step 2i64 {
    %t: i64 = load %s
    %u: i64 = add %t, %q
    store %s, %u
  }
  %r: i64 = load %k
  %w: i64 = load %s
  %z: i64 = xor %r, %w
  %r32: i32 = convert %z
  store_elem %y, %i, %r32
}
)";
  EXPECT_THAT(narrowed(text), HasSubstr("var %k: i32"));
  EXPECT_THAT(narrowed(text), HasSubstr("for $f %q: i32 = 0i32 to 9i32 step 2i32"));
  check(text, {100});
}

TEST(Narrow, SignsAndEdges) {
  check(R"(
kernel @k(%b: buffer<i8>, %u: buffer<u16>, %y: buffer<i64>) over (%i < %n) small {
  %x: i8 = load_elem %b, %i
  %x32: i32 = convert %x
  %m: i32 = mul %x32, -128i32
  %q: i32 = div %m, -1i32
  %sh: i32 = shl %q, 3i32
  %lo: i32 = shr %sh, 2i32
  %w: u16 = load_elem %u, %i
  %w32: i32 = convert %w
  %d: i32 = sub %x32, %w32
  %f: i32 = floormod %d, 7i32
  %g: i32 = floordiv %d, -3i32
  %o: i32 = or %lo, %f
  %p: i32 = xor %o, %g
  %big: i1 = gt %w32, %x32
  %sel: i32 = select %big, %p, %w32
  %n1: i32 = not %sel
  %ab: i32 = abs %n1
  %r: i64 = convert %ab
  store_elem %y, %i, %r
}
)",
        {300});
}

// Random straight-line code over all integer types, with the conditions, conversions and low-bit
// users that narrowing feeds on.
std::string random_kernel(uint32_t seed) {
  std::mt19937 random(seed);
  auto pick = [&](size_t n) { return random() % n; };
  const std::vector<std::string> types = {"i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"};
  const char* binary[] = {"add", "sub", "mul", "and", "or",  "xor",      "min",
                          "max", "div", "rem", "shl", "shr", "floordiv", "floormod"};
  std::string out = "kernel @k(";
  for (auto& t : types) out += "%b" + t + ": buffer<" + t + ">, ";
  out += "%out: buffer<i64>, %p: i64) over (%i < %n)";
  if (pick(2)) out += " small";
  out += " {\n";
  std::vector<std::pair<std::string, std::string>> values = {{"%i", "i64"}, {"%p", "i64"}};
  int next = 0;
  auto add = [&](const std::string& type, const std::string& text) {
    std::string name = "%v" + std::to_string(next++);
    out += "  " + name + ": " + type + " = " + text + "\n";
    if (type != "i1") values.emplace_back(name, type);
    return name;
  };
  auto of_type = [&](const std::string& type) -> std::string {
    for (int tries = 0; tries < 8; ++tries) {
      auto& [name, t] = values[pick(values.size())];
      if (t == type) return name;
    }
    if (pick(2)) return std::to_string(pick(100)) + type;
    auto& [name, t] = values[pick(values.size())];
    return t == type ? name : add(type, "convert " + name);
  };
  for (auto& t : types) add(t, "load_elem %b" + t + ", %i");
  for (int at = 0; at < 30; ++at) {
    const std::string& type = types[random() % 3 ? 2 + 4 * pick(2) / 4 * 4 + pick(2) : pick(8)];
    switch (pick(8)) {
      case 0:
        add(type, "convert " + values[pick(values.size())].first);
        break;
      case 1: {
        std::string a = of_type(type), b = of_type(type);
        std::string c = add("i1", (pick(2) ? "lt " : "ge ") + a + ", " + b);
        std::string x = of_type(type), y = pick(2) ? a : of_type(type);
        add(type, "select " + c + ", " + x + ", " + y);
        break;
      }
      case 2:
        add(type, "and " + of_type(type) + ", " + std::to_string((1u << pick(7)) - 1) + type);
        break;
      case 3: {
        // An index that is in range, through arithmetic that is not.
        std::string x = add("i64", "and " + of_type("i64") + ", 255i64");
        std::string y = add("i64", "add " + x + ", 100000i64");
        std::string z = add("i64", "sub " + y + ", 100000i64");
        const std::string& t = types[pick(8)];
        add(t, "load_elem %b" + t + ", " + z);
        break;
      }
      default: {
        const char* op = binary[pick(14)];
        std::string a = of_type(type), b = of_type(type);
        if (pick(3) == 0) b = std::to_string(1 + pick(9)) + type;
        add(type, std::string(op) + " " + a + ", " + b);
        break;
      }
    }
  }
  std::string sum = "0i64";
  for (auto& [name, type] : std::vector(values)) {
    if (pick(3)) continue;
    std::string wide = type == "i64" ? name : add("i64", "convert " + name);
    sum = add("i64", "xor " + sum + ", " + wide);
    sum = add("i64", "mul " + sum + ", 1099511628211i64");
  }
  out += "  store_elem %out, %i, " + sum + "\n}\n";
  return out;
}

// What a reduction holds before an item's first store is not what its stores say.
TEST(Narrow, ReductionsHoldWhatOthersLeft) {
  expect_same(R"(
kernel @k(%out: buffer<u64>) over (%i < %n) reduce (%r: u64 or) {
  %old: u64 = load %r
  store_elem %out, 0i64, %old
  store %r, 7u64
}
)",
              {1}, 1, [](ir::Module& m) { narrow(m); });
  check(R"(
kernel @k(%x: buffer<i32>) over (%i < %n) reduce (%r: u64 min) {
  %old: u64 = load %r
  %least: u64 = min %old, 5u64
  store %r, %least
}
)",
        {90});
}

TEST(Narrow, RandomExpressions) {
  for (uint32_t seed = 0; seed < 80; ++seed) {
    std::string text = random_kernel(seed);
    SCOPED_TRACE("seed " + std::to_string(seed));
    check(text, {90});
    expect_same(
        text, {90}, 400,
        [&](ir::Module& m) {
          narrow(m);
          vectorise(*m.functions[0], static_cast<uint16_t>(2u << (seed % 6)));
        },
        ir::Stage::Gang);
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace tack::transform
