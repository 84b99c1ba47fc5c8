// SPDX-License-Identifier: Apache-2.0
#include "ir/verifier.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <sstream>

#include "ir/builder.hpp"
#include "ir/text.hpp"

namespace tack::ir {
namespace {

using ::testing::HasSubstr;

std::unique_ptr<Module> parsed(std::string_view text) {
  auto module = parse(text);
  if (!module) {
    ADD_FAILURE() << module.error().message;
    return std::make_unique<Module>();
  }
  return std::move(*module);
}

std::string faults(std::string_view text, Stage stage = Stage::Source) {
  return verify(*parsed(text), stage);
}

// A small kernel, then one thing broken by hand.
std::string broken(const std::function<void(Module&, Function&)>& damage) {
  auto module = parsed(
      "kernel @k(%a: i32, %b: buffer<i32>) over (%i < %n) {\n"
      "  %x: i32 = add %a, 1i32\n"
      "  block $l {\n"
      "    %y: i32 = add %x, %a\n"
      "    exit $l\n"
      "  }\n"
      "}\n");
  EXPECT_EQ(verify(*module, Stage::Source), "");
  damage(*module, *module->functions[0]);
  return verify(*module, Stage::Source);
}

TEST(Verifier, AcceptsEachStage) {
  std::ifstream file(TACK_SOURCE_DIR "/tests/ir/everything.tir");
  std::stringstream text;
  text << file.rdbuf();
  auto module = parsed(text.str());
  auto only = [&](std::vector<std::string> drop) {
    auto copy = parsed(text.str());
    std::erase_if(copy->functions, [&](const auto& f) {
      return std::find(drop.begin(), drop.end(), f->name) != drop.end();
    });
    return copy;
  };
  EXPECT_EQ(verify(*only({"gang", "raised"}), Stage::Source), "");
  EXPECT_EQ(verify(*only({"raised"}), Stage::Gang), "");
  EXPECT_EQ(verify(*only({"gang", "scalar", "main"}), Stage::Target), "");
}

TEST(Verifier, Dominance) {
  EXPECT_THAT(faults("func @f(%c: i1) {\n  if %c {\n    %x: i32 = add 1i32, 1i32\n  }\n"
                     "  %y: i32 = add %x, 1i32\n}\n"),
              HasSubstr("@f: %y: i32 = add %x, 1i32: an operand does not dominate its use"));
  EXPECT_THAT(faults("func @f() {\n  for $l %i: i32 = 0i32 to 9i32 step 1i32 {\n  }\n"
                     "  %y: i32 = add %i, 1i32\n}\n"),
              HasSubstr("does not dominate"));
  EXPECT_THAT(faults("func @f(%c: i1) {\n  if %c {\n    var %v: i32\n  } else {\n"
                     "    store %v, 1i32\n  }\n}\n"),
              HasSubstr("does not dominate"));
  EXPECT_THAT(broken([](Module&, Function& f) { std::swap(f.body.insts[0], f.body.insts[1]); }),
              HasSubstr("does not dominate"));
  EXPECT_THAT(broken([](Module& m, Function& f) {
                Function* g = m.add_function("g", FunctionKind::Function);
                f.body.insts[0]->operands[0] = g->add_param(kI32, "a");
              }),
              HasSubstr("does not dominate"));
}

TEST(Verifier, ExitsAndEnds) {
  EXPECT_THAT(faults("func @f() {\n  block $a {\n  }\n  block $b {\n    exit $a\n  }\n}\n"),
              HasSubstr("exit $a: its label does not enclose it"));
  EXPECT_THAT(faults("func @f() {\n  return\n  return\n}\n"),
              HasSubstr("stands after the end of its region"));
  EXPECT_THAT(faults("func @f() {\n  block $a {\n    exit $a\n    var %v: i32\n  }\n}\n"),
              HasSubstr("stands after the end of its region"));
}

TEST(Verifier, EveryPathReturns) {
  auto body = [](const std::string& text) {
    return faults("func @f(%c: i1) -> i32 host {\n" + text + "}\n");
  };
  const char* missing = "a path ends without a return";
  EXPECT_THAT(body(""), HasSubstr(missing));
  EXPECT_THAT(body("if %c {\n return 1i32\n}\n"), HasSubstr(missing));
  EXPECT_THAT(body("loop $l {\n exit $l\n}\n"), HasSubstr(missing));
  EXPECT_THAT(body("for $l %i: i8 = 0i8 to 1i8 step 1i8 {\n return 1i32\n}\n"), HasSubstr(missing));
  EXPECT_THAT(body("block $b {\n if %c {\n exit $b\n }\n return 1i32\n}\n"), HasSubstr(missing));
  EXPECT_EQ(body("if %c {\n return 1i32\n} else {\n trap \"no\"\n}\n"), "");
  EXPECT_EQ(body("loop $l {\n block $b {\n exit $b\n }\n}\n"), "");
  EXPECT_EQ(body("switch 1i32 {\n case 1 {\n return 2i32\n }\n default {\n return 1i32\n }\n}\n"),
            "");
  EXPECT_THAT(body("return\n"), HasSubstr("returns other types than the function's results"));
  EXPECT_THAT(body("return 1i64\n"), HasSubstr("returns other types"));
  EXPECT_THAT(faults("kernel @k(%a: i32) over (%i < %n) {\n  return %a\n}\n"),
              HasSubstr("a kernel returns nothing"));
}

TEST(Verifier, Profiles) {
  EXPECT_THAT(faults("func @f() {\n  trap \"x\"\n}\n"), HasSubstr("may not stand here"));
  EXPECT_EQ(faults("func @f() host {\n  trap \"x\"\n}\n"), "");
  EXPECT_THAT(faults("kernel @k(%p: u64) over (%i < %n) {\n  %q: ptr = bitcast %p\n"
                     "  %x: i32 = ptr_load %q\n}\n"),
              HasSubstr("ptr_load %q: may not stand here"));
  EXPECT_THAT(faults("extern @e()\nkernel @k() over (%i < %n) {\n  call @e()\n}\n"),
              HasSubstr("a kernel's code calls device functions only"));
  EXPECT_THAT(faults("func @h() host {\n}\nfunc @f() {\n  call @h()\n}\n"),
              HasSubstr("a kernel's code calls device functions only"));
  EXPECT_EQ(faults("func @h() {\n}\nfunc @f() host {\n  call @h()\n}\n"), "");
  EXPECT_THAT(faults("kernel @k(%b: buffer<i32>) over (%i < %n) {\n"
                     "  %x: i32 = load_elem %b, %i\n}\n",
                     Stage::Target),
              HasSubstr("may not stand here at this stage"));
  EXPECT_THAT(faults("kernel @k() over (%i < %n) gang 8 mask %m {\n}\n"),
              HasSubstr("a gang before vectorising"));
  EXPECT_THAT(faults("func @f(%a: i32) {\n  %x: lanes<4,i32> = splat %a\n}\n", Stage::Gang),
              HasSubstr("may not stand here"));
  EXPECT_THAT(faults("func @f(%a: i32) {\n  %x: i32 = select true, %a, %a\n"
                     "  var %v: lanes<4,i32>\n}\n"),
              HasSubstr("lanes before vectorising"));
  EXPECT_THAT(faults("func @f(%a: i32) {\n  var %v: array<array<lanes<4,i32>,2>,2>\n}\n"),
              HasSubstr("lanes before vectorising"));
  EXPECT_THAT(faults("kernel @k(%x: f32) over (%i < %n) gang 8 mask %m {\n"
                     "  %a: lanes<3,f32> = splat %x\n}\n",
                     Stage::Gang),
              HasSubstr("a lane count that does not divide 64"));
}

TEST(Verifier, Switches) {
  EXPECT_THAT(faults("func @f(%a: i8) {\n  switch %a {\n    case 1, 2 {\n    }\n    case 1 {\n"
                     "    }\n    default {\n    }\n  }\n}\n"),
              HasSubstr("a case stands twice"));
  auto module = parsed(
      "func @f(%a: u8) {\n  switch %a {\n    case 255 {\n    }\n"
      "    default {\n    }\n  }\n}\n");
  EXPECT_EQ(verify(*module, Stage::Source), "");
  Inst& inst = *module->functions[0]->body.insts[0];
  inst.cases[0].values[0] = -1;
  EXPECT_THAT(verify(*module, Stage::Source), HasSubstr("does not fit the subject's type"));
  inst.cases[0].values[0] = 1;
  inst.regions.pop_back();
  EXPECT_THAT(verify(*module, Stage::Source), HasSubstr("one region a case and the default"));
}

TEST(Verifier, BrokenByHand) {
  auto first = [](Function& f) -> Inst& { return *f.body.insts[0]; };
  EXPECT_THAT(broken([&](Module&, Function& f) { first(f).type = kI64; }),
              HasSubstr("wrong result type"));
  EXPECT_THAT(broken([&](Module&, Function& f) { first(f).operands.pop_back(); }),
              HasSubstr("wants 2 operands, has 1"));
  EXPECT_THAT(broken([&](Module&, Function& f) { first(f).operands[0] = nullptr; }),
              HasSubstr("an operand is missing"));
  EXPECT_THAT(broken([&](Module&, Function& f) { f.body.insts.push_back(f.body.insts[0]); }),
              HasSubstr("stands in two places"));
  EXPECT_THAT(broken([&](Module&, Function& f) { f.body.insts.push_back(nullptr); }),
              HasSubstr("an instruction is missing"));
  EXPECT_THAT(
      broken([&](Module&, Function& f) { f.body.insts.push_back(f.make(Op::Index, kI64)); }),
      HasSubstr("this op never stands in a region"));
  EXPECT_THAT(broken([&](Module&, Function& f) { first(f).is_volatile = true; }),
              HasSubstr("only ptr_load and ptr_store are volatile"));
  EXPECT_THAT(broken([&](Module&, Function& f) { first(f).bits = 3; }),
              HasSubstr("the alignment is not a power of two"));
  EXPECT_THAT(broken([&](Module&, Function& f) { first(f).operands[1]->bits = uint64_t{1} << 40; }),
              HasSubstr("a constant of this type or these bits"));
  EXPECT_THAT(broken([&](Module& m, Function&) { m.requires_locations = true; }),
              HasSubstr("has no location"));
  EXPECT_THAT(broken([&](Module&, Function& f) { first(f).loc = 99; }),
              HasSubstr("its location is not in the table"));
  EXPECT_THAT(broken([&](Module&, Function& f) { f.body.insts[1]->regions.clear(); }),
              HasSubstr("a wrong number of regions"));
  EXPECT_THAT(broken([&](Module&, Function& f) {
                Inst* call = f.make(Op::Call, kVoid);
                f.body.insts.push_back(call);
              }),
              HasSubstr("no callee"));
  EXPECT_THAT(broken([&](Module&, Function& f) {
                static Module other;
                Inst* call = f.make(Op::Call, kVoid);
                call->callee = other.add_function("far", FunctionKind::Function);
                f.body.insts.push_back(call);
              }),
              HasSubstr("the callee is of another module"));
  EXPECT_THAT(broken([&](Module&, Function& f) {
                f.is_host = true;
                Inst* p = f.constant(kPtr, 8);
                f.body.insts.push_back(f.make(Op::Eq, kI1, {p, p}));
              }),
              HasSubstr("a pointer constant other than null"));
  EXPECT_THAT(broken([&](Module&, Function& f) {
                Inst* var = f.make(Op::Var, kVoid);
                var->aux = Type{Kind::Struct, 0, 0, 7};
                f.body.insts.push_back(var);
              }),
              HasSubstr("a struct type that is not in the table"));
}

TEST(Verifier, Headers) {
  EXPECT_THAT(broken([](Module&, Function& f) { f.indices.clear(), f.extents.clear(); }),
              HasSubstr("a kernel has 1 to 3 dimensions"));
  EXPECT_THAT(broken([](Module&, Function& f) { f.extents.pop_back(); }),
              HasSubstr("one extent a dimension"));
  EXPECT_THAT(broken([](Module&, Function& f) { f.indices[0]->type = kI32; }),
              HasSubstr("indices and extents are i64"));
  EXPECT_THAT(broken([](Module&, Function& f) { f.results = {kI32}; }),
              HasSubstr("a kernel has no results"));
  EXPECT_THAT(broken([](Module&, Function& f) { f.params[0]->bits = 1; }),
              HasSubstr("a parameter stands at another position"));
  EXPECT_THAT(broken([](Module&, Function& f) { f.add_param(kPtr, "p"); }),
              HasSubstr("a kernel's parameters are numbers, truth values and buffers"));
  EXPECT_THAT(broken([](Module&, Function& f) { f.add_reduction(ReduceOp::And, kF32, "r"); }),
              HasSubstr("reduction r: its op does not work on its type"));
  EXPECT_THAT(broken([](Module&, Function& f) { f.gang = 8; }),
              HasSubstr("a gang kernel has a mask of its width"));
  EXPECT_THAT(broken([](Module&, Function& f) { f.mask = f.make(Op::GangMask, Type::mask(8)); }),
              HasSubstr("a gang kernel has a mask of its width"));
  EXPECT_THAT(faults("kernel @k() over (%i < %n) gang 12 mask %m {\n}\n", Stage::Gang),
              HasSubstr("the gang's width does not divide 64"));
  EXPECT_THAT(broken([](Module&, Function& f) {
                f.gang = 8;
                f.add_reduction(ReduceOp::Add, kF32.with_lanes(4), "r");
              }),
              HasSubstr("lanes are the gang's"));
  EXPECT_THAT(broken([](Module& m, Function&) { m.add_function("k", FunctionKind::Extern); }),
              HasSubstr("@k stands twice in the module"));
  EXPECT_THAT(broken([](Module& m, Function&) { m.add_global("k", kI32, 4, 4); }),
              HasSubstr("@k stands twice in the module"));
  EXPECT_THAT(broken([](Module& m, Function& f) {
                m.add_function("e", FunctionKind::Extern)->body.insts = f.body.insts;
              }),
              HasSubstr("an extern has no body"));
  EXPECT_THAT(broken([](Module& m, Function&) {
                m.add_function("g", FunctionKind::Function)->is_variadic = true;
              }),
              HasSubstr("only an extern takes variable arguments"));
  EXPECT_THAT(broken([](Module& m, Function&) {
                m.add_function("g", FunctionKind::Function)->add_dimension("i", "n");
              }),
              HasSubstr("only a kernel has dimensions, reductions and a gang"));
  EXPECT_THAT(faults("struct @P { a: i32 @0 } size 4 align 4\nfunc @f(%p: struct<P>) {\n}\n"),
              HasSubstr("a parameter is a number, a truth value, a pointer or a buffer"));
  EXPECT_THAT(faults("func @f() -> buffer<i32> {\n loop $l {\n }\n}\n"),
              HasSubstr("a result is a number, a truth value or a pointer"));
  EXPECT_THAT(faults("func @f(%m: mask<8>) {\n}\n"), HasSubstr("lanes before vectorising"));
}

TEST(Verifier, StructsByValue) {
  EXPECT_THAT(faults("extern @f(i64 byval array<u8,3>)\n"),
              HasSubstr("what is passed by value is seen as a ptr"));
  EXPECT_THAT(faults("extern @f(ptr byval i64)\n"),
              HasSubstr("a struct or an array is passed by value"));
  auto call = [](std::string_view how) {
    return faults(
        "struct @P { x: f32 @0, y: i32 @4 } size 8 align 4\n"
        "struct @R { p0: i32 @0, p1: struct<P> @8 } size 16 align 8\n"
        "func @f(%p: ptr, %i: i32) host {\n  call_ptr %p" +
        std::string(how) + "\n}\n");
  };
  EXPECT_EQ(call("(%i, %p) byval struct<R>"), "");
  EXPECT_THAT(call("(%i, %p) byval i32"), HasSubstr("its parameters are the fields of a struct"));
  EXPECT_THAT(call("(%i) byval struct<R>"), HasSubstr("one field a parameter"));
  EXPECT_THAT(call("(%p, %p) byval struct<R>"), HasSubstr("has another type than its field"));
  EXPECT_THAT(call("(%i, %i) byval struct<R>"),
              HasSubstr("what is passed by value is seen as a ptr"));
}

TEST(Verifier, TypesAndGlobals) {
  EXPECT_THAT(faults("struct @P { a: i64 @4 } size 8 align 8"),
              HasSubstr("field a passes the end"));
  EXPECT_THAT(faults("global @g size 1 align 1 = hex \"0000\""),
              HasSubstr("its initialiser is longer than its size"));
  EXPECT_THAT(faults("global @g size 8 align 1 reloc 4 @g + 0"),
              HasSubstr("a relocation passes the end"));
  EXPECT_THAT(broken([](Module& m, Function&) {
                m.add_struct({"S", {{"s", {Kind::Struct, 0, 0, 0}, 0}}, 8, 8});
              }),
              HasSubstr("field s has a struct that comes later"));
  EXPECT_THAT(broken([](Module& m, Function&) { m.add_struct({"S", {{"s", kVoid, 0}}, 8, 8}); }),
              HasSubstr("a type that memory cannot hold"));
  EXPECT_THAT(broken([](Module& m, Function&) { m.add_struct({"S", {}, 8, 3}); }),
              HasSubstr("its alignment is not a power of two"));
  EXPECT_THAT(broken([](Module& m, Function&) {
                m.add_global("g", kI64, 8, 8)->relocations.emplace_back();
              }),
              HasSubstr("a relocation names one symbol"));
  EXPECT_THAT(broken([](Module& m, Function&) { m.add_global("g", kI64, 8, 0); }),
              HasSubstr("its alignment is not a power of two"));
}

// The type rules are the parser's too: each wrong use is refused with its line.
TEST(Verifier, TypeRules) {
  auto wrong = [](const std::string& line) {
    auto module = parse(
        "func @g(%a: i32) -> (i32, i32) {\n return %a, %a\n}\n"
        "kernel @k(%b: buffer<f32>, %s: f32) over (%i < %n) reduce (%r: f32 add) {\n}\n"
        "func @f(%i: i32, %x: f32, %c: i1, %p: ptr, %b: buffer<f32>,"
        " %l: lanes<4,f32>, %m: mask<4>, %o: lanes<4,i32>) host {\n"
        "var %v: i32\nvar %arr: array<i32,4>\nvar %la: array<lanes<4,f32>,4>\n" +
        line + "\n}\n");
    return module ? "accepted" : module.error().message;
  };
  const char* lines[] = {
      "%z: i32 = add %i, %x",
      "%z: i1 = add %c, %c",
      "%z: f32 = rem %x, %x",
      "%z: i32 = sqrt %i",
      "%z: i1 = lt %c, %c",
      "%z: i1 = lt %p, %p",
      "%z: f32 = and %x, %x",
      "%z: i32 = select %i, %i, %i",
      "%z: i32 = select %c, %i, %x",
      "%z: lanes<4,f32> = select %m, %x, %x",
      "%z: i1 = convert %x",
      "%z: f64 = bitcast %x",
      "%z: i64 = bitcast %x",
      "%z: f32 = load %v",
      "%z: i32 = load %v[0i32]",
      "%z: i32 = load %arr",
      "%z: i32 = load %arr[%x]",
      "store %v, %x",
      "store %i, %i",
      "store %arr[0i32], %x",
      "%z: f32 = load_elem %i, %i",
      "%z: i32 = load_elem %b, %i",
      "%z: f32 = load_elem %b, %x",
      "store_elem %b, %i, %i",
      "%z: i32 = buffer_len %b",
      "%z: ptr = addr_of %i",
      "%z: i32 = addr_of %v",
      "%z: ptr = ptr_add %p, %x",
      "%z: i32 = ptr_load %i",
      "ptr_store %i, %p",
      "mem_copy %p, %i, %i",
      "mem_set %p, %i, %i",
      "%z: i32 = splat %i",
      "%z: i32 = lane_id",
      "%z: f32 = extract %x, %i",
      "%z: i1 = any %c",
      "%z: lanes<4,f32> = load_lanes %b, %i, %c",
      "%z: lanes<4,i32> = load_lanes %b, %i, %m",
      "store_lanes %b, %i, %o, %m",
      "%z: lanes<4,f32> = gather %b, %i, %m",
      "scatter %b, %o, %o, %m",
      "%z: lanes<4,f32> = var_gather %v, %o, %m",
      "%z: lanes<4,f32> = var_gather %la, %i, %m",
      "var_scatter %la, %o, %o, %m",
      "%z: lanes<4,f32> = ptr_load_lanes %p, %c",
      "ptr_store_lanes %p, %x, %m",
      "%z: lanes<8,f32> = ptr_gather %p, %o, %m",
      "ptr_scatter %p, %o, %l, %c",
      "%z: i32 = call @g(%i)",
      "%z = call @g(%x)",
      "%z = call @g()",
      "call @k()",
      "%z: i32 = call_ptr %i(%i) -> i32",
      "%z: i32 = result %i, 0",
      "launch @g over (%i) ()",
      "launch @k over (1i64) (%b, %x) reduce (%p)",
      "launch @k over (1i32) (%p, 1i64, %x) reduce (%p)",
      "launch @k over (1i64) (%p, 1i64, %x)",
      "for $q %z: i32 = %i to 1i64 step 1i32 {\n}",
      "for $q %z: f32 = %x to %x step %x {\n}",
      "for $q %z: i64 = %i to %i step %i {\n}",
      "if %i {\n}",
      "switch %c {\ndefault {\n}\n}",
      "return %b",
      "%z: i32 = return",
      "%z: i32 = fma %i, %i, %i",
      "var %q: buffer<i32>",
      "%z: i32 = neg %c",
      "%z: i32 = lt %i, %i",
      "%z = add %i, %i",
      "%z: i32 = add %arr, %arr",
      "loop $q",
  };
  for (const char* line : lines) {
    std::string message = wrong(line);
    EXPECT_THAT(message, HasSubstr("<ir>:")) << line;
    if (!std::string(line).ends_with("}") && std::string(line) != "loop $q") {
      EXPECT_THAT(message, HasSubstr("<ir>:10:")) << line;
    }
  }
}

TEST(Verifier, ReportsManyButNotAll) {
  std::string text = "func @f() {\n";
  for (int i = 0; i < 500; ++i) text += "  trap \"x\"\n";
  std::string found = faults(text + "}\n");
  EXPECT_GT(std::count(found.begin(), found.end(), '\n'), 10);
  EXPECT_LT(std::count(found.begin(), found.end(), '\n'), 60);
}

}  // namespace
}  // namespace tack::ir
