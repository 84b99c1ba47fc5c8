// SPDX-License-Identifier: Apache-2.0
// lower_small_ints, lower_int64 and exact_floats: the interpreter gives the same bits before and
// after, over edge values and random ones, and what should be gone is gone.
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "interp/interp.hpp"
#include "ir/text.hpp"
#include "ir/verifier.hpp"
#include "transform/exact_floats.hpp"
#include "transform/keep_subnormals.hpp"
#include "transform/lower_int64.hpp"
#include "transform/lower_small_ints.hpp"

namespace tack::transform {
namespace {

using ir::Kind;
using Values = std::vector<uint64_t>;

const std::vector<std::string> kIntOps = {"add", "sub", "mul", "div", "rem", "floordiv", "floormod",
                                          "min", "max", "and", "or",  "xor", "shl",      "shr"};
const std::vector<std::string> kCompares = {"eq", "ne", "lt", "le", "gt", "ge"};

std::unique_ptr<ir::Module> parse(const std::string& text) {
  auto module = ir::parse(text);
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().message);
  if (!module) return nullptr;
  EXPECT_EQ(ir::verify(**module, ir::Stage::Source), "");
  return std::move(*module);
}

size_t size_of(Kind kind) { return static_cast<size_t>(ir::bits_of(kind)) / 8; }

std::vector<uint8_t> bytes(Kind kind, const Values& values) {
  std::vector<uint8_t> out(values.size() * size_of(kind));
  for (size_t i = 0; i < values.size(); ++i)
    std::memcpy(out.data() + i * size_of(kind), &values[i], size_of(kind));
  return out;
}

// Calls @f(out, a, b, k) for each k; out has `results` elements a call.
std::vector<uint8_t> run(const ir::Module& module, Kind kind, const Values& a, const Values& b,
                         size_t results, size_t parts) {
  interp::Machine machine(module);
  std::vector<uint8_t> out = bytes(kind, Values(a.size() * results));
  std::vector<uint8_t> memory[] = {bytes(kind, a), bytes(kind, b)};
  interp::Words arguments;
  for (std::vector<uint8_t>* m : {&out, &memory[0], &memory[1]}) {
    auto address = machine.map(m->data(), m->size());
    EXPECT_TRUE(address.ok());
    arguments.push_back(*address);
    arguments.push_back(m->size() / size_of(kind) * parts);
  }
  arguments.push_back(0);
  for (size_t k = 0; k < a.size(); ++k) {
    arguments.back() = k;
    auto done = machine.call(*module.find_function("f"), arguments);
    EXPECT_TRUE(done.ok()) << (done.ok() ? "" : done.error().message);
    if (!done) break;
  }
  return out;
}

struct Lines {
  std::string type, text;
  std::vector<std::string> names;

  void add(const std::string& line, const std::string& as = {}) {
    std::string k = std::to_string(names.size()), r = "%r" + k;
    std::string of = as.empty() ? type : as;
    text += "  " + (as.empty() ? r : "%s" + k) + ": " + of + " = " + line + "\n";
    if (!as.empty()) text += "  " + r + ": " + type + " = convert %s" + k + "\n";
    text += "  %at" + k + ": u32 = add %base, " + k + "u32\n  store_elem %out, %at" + k + ", " + r +
            "\n";
    names.push_back(line);
  }
  std::string function() const {
    return "func @f(%out: buffer<" + type + ">, %a: buffer<" + type + ">, %b: buffer<" + type +
           ">, %k: u32) {\n  %x: " + type + " = load_elem %a, %k\n  %y: " + type +
           " = load_elem %b, %k\n  %base: u32 = mul %k, " + std::to_string(names.size()) + "u32\n" +
           text + "}\n";
  }
};

Lines integer_lines(const std::string& type, const std::vector<std::string>& others) {
  Lines lines;
  lines.type = type;
  for (const std::string& op : kIntOps) lines.add(op + " %x, %y");
  for (const char* op : {"neg", "abs", "not"}) lines.add(std::string(op) + " %x");
  for (const std::string& op : kCompares) lines.add(op + " %x, %y", "i1");
  for (const std::string& other : others) lines.add("convert %x", other);
  lines.text += "  %less: i1 = lt %x, %y\n";
  lines.add("select %less, %x, %y");
  for (const char* n : {"0", "3", "7"}) {
    lines.add(std::string("shl %x, ") + n + type);
    lines.add(std::string("shr %x, ") + n + type);
  }
  if (type == "i64" || type == "u64") {
    for (const char* n : {"31", "32", "33", "63", "64"}) {
      lines.add(std::string("shl %x, ") + n + type);
      lines.add(std::string("shr %x, ") + n + type);
    }
  }
  // A var, an array of vars, a switch.
  lines.text += "  var %v: " + type + "\n  var %w: array<" + type +
                ",4>\n  if %less {\n    store %v, %x\n    store %w[2i32], %y\n  }\n";
  lines.add("load %v");
  lines.text += "  %low: " + type + " = and %y, 3" + type + "\n";
  lines.add("load %w[%low]");
  return lines;
}

Values edges(Kind kind) {
  int width = ir::bits_of(kind);
  uint64_t all = ~uint64_t{0} >> (64 - width);
  Values out;
  for (uint64_t v : {0ull,
                     1ull,
                     2ull,
                     3ull,
                     5ull,
                     7ull,
                     31ull,
                     32ull,
                     33ull,
                     63ull,
                     64ull,
                     100ull,
                     ~0ull,
                     ~1ull,
                     ~6ull,
                     0x80000000ull,
                     0xffffffffull,
                     0x100000000ull,
                     0x123456789abcdefull,
                     0xfedcba9876543210ull,
                     0xffffffff00000000ull})
    out.push_back(v & all);
  for (uint64_t v : {all >> 1, (all >> 1) + 1, (all >> 1) + 2, all / 3}) out.push_back(v);
  return out;
}

void pairs_of(const Values& values, Values& a, Values& b) {
  for (uint64_t x : values) {
    for (uint64_t y : values) a.push_back(x), b.push_back(y);
  }
}

void expect_equal(const std::vector<uint8_t>& want, const std::vector<uint8_t>& got, Kind kind,
                  const std::vector<std::string>& names) {
  ASSERT_EQ(want.size(), got.size());
  size_t size = size_of(kind);
  for (size_t i = 0; i < want.size() / size; ++i) {
    ASSERT_EQ(0, std::memcmp(want.data() + i * size, got.data() + i * size, size))
        << names[i % names.size()] << ", item " << i / names.size();
  }
}

TEST(LowerSmallInts, SameResults) {
  for (Kind kind : {Kind::I8, Kind::U8, Kind::I16, Kind::U16}) {
    SCOPED_TRACE(ir::kind_name(kind));
    Lines lines = integer_lines(
        ir::kind_name(kind), {"i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f32", "f64"});
    auto module = parse(lines.function());
    Values a, b;
    pairs_of(edges(kind), a, b);
    auto want = run(*module, kind, a, b, lines.names.size(), 1);
    lower_small_ints(*module->functions[0], {});
    ASSERT_EQ(ir::verify(*module, ir::Stage::Source), "");
    expect_equal(want, run(*module, kind, a, b, lines.names.size(), 1), kind, lines.names);
    ir::walk(module->functions[0]->body, [&](const ir::Inst& inst) {
      bool small = inst.type.is_int() && ir::bits_of(inst.type) < 32;
      EXPECT_TRUE(!small || inst.op == ir::Op::LoadElem || inst.op == ir::Op::Convert)
          << ir::info(inst.op).text;
    });
  }
}

TEST(LowerInt64, SameResults) {
  for (Kind kind : {Kind::I64, Kind::U64}) {
    SCOPED_TRACE(ir::kind_name(kind));
    Lines lines = integer_lines(
        ir::kind_name(kind), {"i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f32", "f64"});
    auto module = parse(lines.function());
    Values a, b;
    pairs_of(edges(kind), a, b);
    std::mt19937_64 random(1);
    for (int i = 0; i < 300; ++i) {
      a.push_back(random() >> (random() % 64));
      b.push_back(random() >> (random() % 64));
    }
    auto want = run(*module, kind, a, b, lines.names.size(), 1);
    lower_int64(*module->functions[0]);
    ASSERT_EQ(ir::verify(*module, ir::Stage::Source), "");
    expect_equal(want, run(*module, kind, a, b, lines.names.size(), 2), kind, lines.names);
    ir::walk(module->functions[0]->body, [&](const ir::Inst& inst) {
      EXPECT_FALSE(inst.type.is_int() && ir::bits_of(inst.type) == 64) << ir::info(inst.op).text;
      EXPECT_FALSE(inst.aux.is_int() && ir::bits_of(inst.aux) == 64);
    });
  }
}

bool is_nan(Kind kind, uint64_t bits) {
  return kind == Kind::F32 ? (bits & 0x7fffffff) > 0x7f800000
                           : (bits & 0x7fffffffffffffff) > 0x7ff0000000000000;
}

// Numbers of every size, subnormals, ends of the range, and neighbours of powers of two.
uint64_t random_float(Kind kind, std::mt19937_64& random) {
  uint32_t fraction = kind == Kind::F32 ? 23 : 52, most = kind == Kind::F32 ? 255 : 2047;
  uint64_t part = random() & ((uint64_t{1} << fraction) - 1);
  switch (random() % 4) {
    case 0:
      part = random() % 8;
      break;
    case 1:
      part = ((uint64_t{1} << fraction) - 1) - random() % 8;
      break;
    default:
      break;
  }
  uint64_t exponent = random() % (most + 1);
  switch (random() % 6) {
    case 0:
      exponent = 0;
      break;
    case 1:
      exponent = most - random() % 3;
      break;
    case 2:
      exponent = most / 2 + random() % 60 - 30;
      break;
    default:
      break;
  }
  uint64_t sign = random() & 1;
  return sign << (kind == Kind::F32 ? 31 : 63) | exponent << fraction | part;
}

// `before` runs ahead of exact_floats.
void check_floats(const std::vector<std::string>& ops, void (*before)(ir::Function&)) {
  for (Kind kind : {Kind::F32, Kind::F64}) {
    SCOPED_TRACE(ir::kind_name(kind));
    Lines lines;
    lines.type = ir::kind_name(kind);
    for (const std::string& op : ops) lines.add(op);
    for (const std::string& op : before ? kCompares : std::vector<std::string>{})
      lines.add(op + " %x, %y", "i1");
    if (before) {
      lines.text +=
          "  %other: " + std::string(kind == Kind::F32 ? "f64" : "f32") + " = convert %x\n";
      lines.add("convert %other");
    }
    // What the product loses by rounding, and its half: long cancellations.
    lines.text += "  %p: " + lines.type + " = mul %x, %y\n  %n: " + lines.type + " = neg %p\n";
    lines.add("fma %x, %y, %n");
    auto module = parse(lines.function());
    Values a, b, special;
    std::mt19937_64 random(7);
    int sign = ir::bits_of(kind) - 1;
    uint64_t infinity = kind == Kind::F32 ? 0x7f800000 : 0x7ff0000000000000;
    uint64_t one = kind == Kind::F32 ? 0x3f800000 : 0x3ff0000000000000;
    for (uint64_t v : {uint64_t{0}, uint64_t{1}, infinity, infinity - 1, infinity + 1, one, one + 1,
                       one - 1, infinity >> 1}) {
      special.push_back(v);
      special.push_back(v | uint64_t{1} << sign);
    }
    pairs_of(special, a, b);
    for (int i = 0; i < 4000; ++i) {
      a.push_back(random_float(kind, random));
      b.push_back(random_float(kind, random));
    }
    size_t n = lines.names.size();
    auto want = run(*module, kind, a, b, n, 1);
    if (before) before(*module->functions[0]);
    exact_floats(*module->functions[0], {});
    ASSERT_EQ(ir::verify(*module, ir::Stage::Source), "");
    auto got = run(*module, kind, a, b, n, 1);
    for (size_t i = 0; i < a.size() * n; ++i) {
      uint64_t w = 0, g = 0;
      std::memcpy(&w, want.data() + i * size_of(kind), size_of(kind));
      std::memcpy(&g, got.data() + i * size_of(kind), size_of(kind));
      ASSERT_TRUE(w == g || (is_nan(kind, w) && is_nan(kind, g)))
          << lines.names[i % n] << std::hex << ": x " << a[i / n] << ", y " << b[i / n] << ", want "
          << w << ", got " << g;
    }
    ir::walk(module->functions[0]->body, [&](const ir::Inst& inst) {
      bool gone = inst.type.is_float() &&
                  (inst.op == ir::Op::Div || inst.op == ir::Op::Sqrt || inst.op == ir::Op::Fma);
      EXPECT_FALSE(gone) << ir::info(inst.op).text;
    });
  }
}

TEST(ExactFloats, SameResults) {
  check_floats({"div %x, %y", "sqrt %x", "fma %x, %y, %x", "fma %x, %x, %y"}, nullptr);
}

TEST(KeepSubnormals, SameResults) {
  check_floats({"add %x, %y", "sub %x, %y", "mul %x, %y", "neg %x", "abs %x", "min %x, %y",
                "max %x, %y", "floor %x", "ceil %x", "trunc %x", "rint %x"},
               [](ir::Function& f) { keep_subnormals(f, {}); });
}

}  // namespace
}  // namespace tack::transform
