// SPDX-License-Identifier: Apache-2.0
// Sizes, offsets and `sizeof` on machines that no code is made for yet: they follow from the target
// record alone.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "frontend/xc/check.hpp"
#include "frontend/xc/parser.hpp"
#include "frontend/xc/preprocessor.hpp"

namespace tack::xc {
namespace {

constexpr const char* kProgram =
    "struct Mixed { u8 a; u64 b; u16 c; u8* d; u8 e; double f; };\n"
    "struct Inner { u8 a; u32 b; };\n"
    "struct Outer { u8 a; Inner b; Inner* c[3]; u16 d; };\n"
    "struct Tight :packed { u8 a; u8* b; u64 c; };\n"
    "typedef i32 turn_t(i32 v);\n"
    "struct Turns { u8 a; turn_t* b; };\n"
    "auto whole = sizeof(Outer);\n"
    "u8 wide[sizeof(Mixed)];\n";

struct Checked {
  Diagnostics diagnostics;
  Files files;
  Program program;
  Types types;

  explicit Checked(const ir::Target& target) : types(target) {
    Reporter reporter(diagnostics, {});
    Preprocessed text = preprocess(*files.add("t.xc", kProgram), {}, files, reporter);
    parse_program(text.tokens, program, reporter);
    check_program(program, types, {}, reporter);
    for (const Diagnostic& d : diagnostics.all()) ADD_FAILURE() << render(d);
  }

  // "offsets / size align alignment"
  std::string layout(std::string_view name) const {
    for (const Record& r : program.record_arena) {
      if (r.name != name) continue;
      std::string out;
      for (const Field& f : r.fields) out += std::to_string(f.offset) + " ";
      return out + "/ " + std::to_string(r.size) + " align " + std::to_string(r.align);
    }
    return "no such struct";
  }

  const Var& global(std::string_view name) const {
    for (const Var* v : program.globals) {
      if (v->name == name) return *v;
    }
    throw std::out_of_range(std::string(name));
  }
};

ir::Target target(uint32_t pointer_bytes, uint32_t align_cap) {
  ir::Target t;
  t.pointer_bytes = pointer_bytes;
  t.align_cap = align_cap;
  return t;
}

TEST(Layout, OfHosts) {
  Checked c(target(8, 8));
  EXPECT_EQ(c.layout("Mixed"), "0 8 16 24 32 40 / 48 align 8");
  EXPECT_EQ(c.layout("Outer"), "0 4 16 40 / 48 align 8");
  EXPECT_EQ(c.layout("Tight"), "0 1 9 / 17 align 1");
  EXPECT_EQ(c.layout("Turns"), "0 8 / 16 align 8");
  EXPECT_EQ(spell(c.global("whole").type), "u64");
  EXPECT_EQ(c.global("wide").type->count, 48u);
}

// As C lays them out on arm9 and wasm32.
TEST(Layout, WithPointersOfFourBytes) {
  Checked c(target(4, 8));
  EXPECT_EQ(c.layout("Mixed"), "0 8 16 20 24 32 / 40 align 8");
  EXPECT_EQ(c.layout("Outer"), "0 4 12 24 / 28 align 4");
  EXPECT_EQ(c.layout("Tight"), "0 1 5 / 13 align 1");
  EXPECT_EQ(c.layout("Turns"), "0 4 / 8 align 4");
  EXPECT_EQ(spell(c.global("whole").type), "u32");
  EXPECT_EQ(c.global("wide").type->count, 40u);
}

// m68k: nothing stands at more than a multiple of two.
TEST(Layout, WithAlignmentsCappedAtTwo) {
  Checked c(target(4, 2));
  EXPECT_EQ(c.layout("Mixed"), "0 2 10 12 16 18 / 26 align 2");
  EXPECT_EQ(c.layout("Inner"), "0 2 / 6 align 2");
  EXPECT_EQ(c.layout("Outer"), "0 2 8 20 / 22 align 2");
}

// xt6502: no padding, and addresses of three bytes.
TEST(Layout, WithAlignmentsCappedAtOne) {
  Checked c(target(3, 1));
  EXPECT_EQ(c.layout("Mixed"), "0 1 9 11 14 15 / 23 align 1");
  EXPECT_EQ(c.layout("Outer"), "0 1 6 15 / 17 align 1");
  EXPECT_EQ(spell(c.global("whole").type), "u16");
}

}  // namespace
}  // namespace tack::xc
