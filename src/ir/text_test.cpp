// SPDX-License-Identifier: Apache-2.0
#include "ir/text.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <set>
#include <sstream>

#include "ir/builder.hpp"
#include "ir/literal.hpp"
#include "ir/verifier.hpp"

namespace tack::ir {
namespace {

std::string sample() {
  std::ifstream file(TACK_SOURCE_DIR "/tests/ir/everything.tir");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string error_of(std::string_view text) {
  auto module = parse(text, "t");
  return module ? "parsed" : module.error().message;
}

TEST(Text, RoundTripOfEverything) {
  std::string text = sample();
  auto module = parse(text, "everything.tir");
  ASSERT_TRUE(module) << module.error().message;
  EXPECT_EQ(print(**module), text);
}

TEST(Text, SampleHasEveryOp) {
  auto module = parse(sample());
  ASSERT_TRUE(module);
  std::set<Op> seen;
  for (const auto& f : (*module)->functions) {
    walk(f->body, [&](const Inst& inst) { seen.insert(inst.op); });
  }
  for (int i = 0; i < kOpCount; ++i) {
    const OpInfo& op = info(static_cast<Op>(i));
    EXPECT_TRUE(op.form == Form::Hidden || seen.contains(op.op)) << op.text;
  }
}

TEST(Text, LocationsRoundTrip) {
  std::string text =
      "locations required\n\n"
      "func @f(%a: i32) -> i32 @ a.py:1:2-3 {\n"
      "  %c: i1 = lt %a, 0i32 @ /x/y-z.py:10:20-25 < \"sp ace:1\\\"{.py\":3:4-5 < b.py:6:7-8\n"
      "  if %c @ a.py:2:1-1 {\n"
      "    return %a @ a.py:3:1-9\n"
      "  }\n"
      "  for $l %i: i32 = 0i32 to %a step 1i32 @ a.py:4:1-9 {\n"
      "  }\n"
      "  switch %a @ a.py:4:1-9 {\n"
      "    default {\n"
      "    }\n"
      "  }\n"
      "  return 1i32 @ a.py:5:1-9 < a.py:5:1-9\n"
      "}\n";
  auto module = parse(text);
  ASSERT_TRUE(module) << module.error().message;
  EXPECT_TRUE((*module)->requires_locations);
  EXPECT_EQ(print(**module, {.locations = true}), text);
  std::string bare = print(**module);
  EXPECT_EQ(bare.find(".py"), std::string::npos);
  auto again = parse(bare);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(print(**again), bare);
}

TEST(Text, NamesAreMadeUnique) {
  Module m;
  Function* f = m.add_function("odd name+", FunctionKind::Function);
  f->is_host = true;
  Inst* k = f->add_param(kI32, "k");
  Builder b(*f);
  Inst* k1 = b.add(k, k);
  k1->name = "k";
  Inst* k11 = b.add(k1, k);
  k11->name = "k.1";
  b.add(k11, k)->name = "17";
  b.add(k11, k)->name = "é";
  b.in(b.block("k")->body(), [&] { b.in(b.loop("k")->body(), [&] { b.block(); }); });
  std::string text = print(m);
  EXPECT_EQ(text,
            "func @\"odd name+\"(%k: i32) host {\n"
            "  %k.1: i32 = add %k, %k\n"
            "  %k.1.1: i32 = add %k.1, %k\n"
            "  %0: i32 = add %k.1.1, %k\n"
            "  %__: i32 = add %k.1.1, %k\n"
            "  block $k {\n"
            "    loop $k.1 {\n"
            "      block $0 {\n"
            "      }\n"
            "    }\n"
            "  }\n"
            "}\n");
  auto module = parse(text);
  ASSERT_TRUE(module) << module.error().message;
  EXPECT_EQ(print(**module), text);
  EXPECT_EQ(print_line(*f, *k11), "%k.1.1: i32 = add %k.1, %k");
}

TEST(Text, NamesOfTargetsRoundTrip) {
  for (std::string name : {"sim65", "_x", "a.b", "a-b", ".x", "6502", "", "two words", "\"\\"}) {
    Module module;
    module.target.name = name;
    module.target.pointer_bytes = 2;
    std::string text = print(module);
    auto again = parse(text);
    ASSERT_TRUE(again) << text << again.error().message;
    EXPECT_EQ((*again)->target.name, name);
  }
}

TEST(Text, FloatsKeepTheirBits) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    uint64_t bits = random();
    if (i % 4 == 0) bits &= 0x800FFFFFFFFFFFFFu;  // subnormals
    for (Type type : {kF32, kF64}) {
      uint64_t want = type == kF32 ? bits & 0xFFFFFFFFu : bits;
      auto back = parse_literal(literal_text(type, want));
      ASSERT_TRUE(back) << literal_text(type, want);
      EXPECT_EQ(back->type, type);
      bool is_nan = literal_text(type, want).starts_with("nan");
      ASSERT_TRUE(is_nan || back->bits == want) << literal_text(type, want);
    }
  }
}

TEST(Text, Literals) {
  auto text = [](Type type, uint64_t bits) { return literal_text(type, bits); };
  EXPECT_EQ(text(kF32, 0x3DCCCCCD), "0.1f32");
  EXPECT_EQ(text(kF64, 0x3FB99999A0000000), "0.10000000149011612f64");
  EXPECT_EQ(text(kF32, 0x80000000), "-0.0f32");
  EXPECT_EQ(text(kF32, 1), "1e-45f32");
  EXPECT_EQ(text(kF64, 0xFFF0000000000000), "-inf_f64");
  EXPECT_EQ(text(kF32, 0xFFC12345), "nan_f32");
  EXPECT_EQ(text(kI8, 0x80), "-128i8");
  EXPECT_EQ(text(kU8, 0x80), "128u8");
  EXPECT_EQ(text(kI64.with_lanes(16), ~uint64_t{0}), "-1i64x16");
  EXPECT_EQ(text(Type::mask(8), 1), "truex8");
  EXPECT_EQ(text(Type::ptr(Space::Workgroup), 0), "null_workgroup");
  EXPECT_EQ(text(kPtr.with_lanes(4), 0), "nullx4");
  for (const char* good : {"-9223372036854775808i64", "18446744073709551615u64", "null_hostx2",
                           "inf_f32x4", "-inf_f64", "falsex64", "1.7976931348623157e+308f64"}) {
    auto back = parse_literal(good);
    ASSERT_TRUE(back) << good;
    EXPECT_EQ(literal_text(back->type, back->bits), good);
  }
  for (const char* bad : {"128i8", "-129i8", "256u8", "-1u8", "9223372036854775808i64",
                          "18446744073709551616u64", "5", "1.5i32", "1e400f64", "1e39f32", "5i33",
                          "5i1", "", "-", "nan", "inf_i32", "0x5i32", "5void", "nullx"}) {
    EXPECT_FALSE(parse_literal(bad)) << bad;
  }
}

TEST(Text, ErrorsNameThePlace) {
  EXPECT_EQ(error_of("func @f() {\n  %a: i32 = add %b, 1i32\n}"), "t:2:17: unknown value %b");
  EXPECT_EQ(error_of("func @f() {\n  %a: i32 = frob 1i32\n}"), "t:2:13: expected an instruction");
  EXPECT_EQ(error_of("func @f() {\n  %a: i32 = add 1i32, 1i64\n}"),
            "t:2:13: add: operand types differ");
  EXPECT_EQ(error_of("func @f() {\n  exit $x\n}"), "t:2:8: unknown label $x");
  EXPECT_EQ(error_of("func @f() {\n  call @g()\n}"), "t:2:8: unknown function @g");
  EXPECT_EQ(error_of("func @f() {"), "t:1:11: this brace is never closed");
  EXPECT_EQ(error_of("func @f() {\n\x01\n}"), "t:2:1: unexpected character");
  EXPECT_EQ(error_of("func @f() {\n}\nfunc @f() {\n}"), "t:3:6: @f is defined twice");
  EXPECT_EQ(error_of("func @f(%a: i32, %a: i32) {\n}"), "t:1:18: %a is defined twice");
  EXPECT_EQ(error_of("func @f(%a: i33) {\n}"), "t:1:13: unknown type 'i33'");
  EXPECT_EQ(error_of("func @f() {\n  trap \"x\n}"), "t:2:8: the string does not end on its line");
  EXPECT_EQ(error_of("func @f() {\n  return @ nowhere\n}"),
            "t:2:10: expected a location, as in @ file.py:3:5-9");
  EXPECT_EQ(error_of("global @g size 1 align 3"), "t:1:18: an alignment is a power of two");
  EXPECT_EQ(
      error_of("func @f(%a: i8) {\n  switch %a {\n    case 200 {\n    }\n    default {\n    }\n"
               "  }\n}"),
      "t:3:10: the number does not fit i8");
}

TEST(Text, DeepNestingIsAnError) {
  std::string text = "func @f() {\n";
  for (int i = 0; i < 200000; ++i) text += "if true {\n";
  for (int i = 0; i < 200001; ++i) text += "}\n";
  EXPECT_NE(error_of(text).find("regions nest too deep"), std::string::npos);
  std::string type = "func @f(%a: ";
  for (int i = 0; i < 100000; ++i) type += "array<";
  EXPECT_NE(error_of(type).find("types nest too deep"), std::string::npos);
}

// Whatever parses prints to text that parses to the same, and the verifier reads it.
void survives(const std::string& text) {
  auto module = parse(text);
  if (!module) {
    ASSERT_FALSE(module.error().message.empty());
    return;
  }
  for (Stage stage : {Stage::Source, Stage::Gang, Stage::Target}) verify(**module, stage);
  std::string once = print(**module, {.locations = true});
  auto again = parse(once);
  ASSERT_TRUE(again) << again.error().message << "\n" << once;
  ASSERT_EQ(print(**again, {.locations = true}), once);
}

TEST(Text, TellsAnExternGlobalFromAnExternFunction) {
  std::string text =
      "global @a size 8 align 8 export\nglobal @b size 8 align 8 extern\n\nextern @f(i32)\n";
  auto module = parse(text);
  ASSERT_TRUE(module) << module.error().message;
  EXPECT_FALSE((*module)->globals[0]->is_extern);
  EXPECT_TRUE((*module)->globals[1]->is_extern);
  EXPECT_EQ(print(**module), text);
}

TEST(Text, SurvivesEveryPrefix) {
  std::string text = sample();
  for (size_t i = 0; i < text.size(); ++i) survives(text.substr(0, i));
}

TEST(Text, SurvivesDamage) {
  std::string text = sample();
  std::mt19937 random(3);
  auto pick = [&](size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random); };
  const std::string junk = " %$@{}()<>[],:=-+.\"\\/\n09aezi_\x80";
  for (int i = 0; i < 6000; ++i) {
    std::string bad = text;
    for (size_t n = 1 + pick(3); n > 0; --n) {
      size_t at = pick(bad.size());
      switch (pick(4)) {
        case 0:
          bad[at] = junk[pick(junk.size())];
          break;
        case 1:
          bad.erase(at, 1 + pick(12));
          break;
        case 2:
          bad.insert(at, text.substr(pick(text.size()), pick(30)));
          break;
        default:
          bad[at] = static_cast<char>(random());
          break;
      }
    }
    survives(bad);
  }
}

}  // namespace
}  // namespace tack::ir
