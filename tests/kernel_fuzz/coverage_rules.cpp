// SPDX-License-Identifier: Apache-2.0
// The rules of the language that a run of --gates must have reached.
#include "kernel_fuzz/coverage.hpp"
#include "kernel_fuzz/run.hpp"
#include "kernel_fuzz/types.hpp"

namespace tack::kernel_fuzz {

const std::vector<std::string>& wanted_rules() {
  static const std::vector<std::string> rules = [] {
    std::vector<std::string> out = {"assignment",
                                    "tuple assignment",
                                    "tuple assignment of three",
                                    "swap of elements",
                                    "unpacking of a call",
                                    "second name of an array",
                                    "statement around the loop",
                                    "atomic as a statement",
                                    "call as a statement",
                                    "if",
                                    "elif",
                                    "else",
                                    "if in a loop",
                                    "while",
                                    "while in a loop",
                                    "break",
                                    "continue",
                                    "continue of the parallel loop",
                                    "pass",
                                    "docstring",
                                    "return",
                                    "return inside an if",
                                    "return of two",
                                    "return of nothing",
                                    "range of 1",
                                    "range of 2",
                                    "range of 3",
                                    "tack.ndindex",
                                    "tack.ndrange",
                                    "pair",
                                    "loop of 1",
                                    "loop of 2",
                                    "loop of 3",
                                    "parallel range of 1",
                                    "parallel range of 2",
                                    "parallel range of 3",
                                    "parallel tack.ndindex",
                                    "parallel tack.ndrange",
                                    "parallel pair",
                                    "parallel loop of 1",
                                    "parallel loop of 2",
                                    "parallel loop of 3",
                                    "parallel loop of 4",
                                    "parallel loop of 5",
                                    "parallel loop of 8",
                                    "tack.local_array",
                                    "tack.local_array_like",
                                    "float literal",
                                    "literal i32",
                                    "literal i64",
                                    "constant N",
                                    "constant W",
                                    "constant T",
                                    "math.pi",
                                    "math.e",
                                    "swap of locals",
                                    "tuple assignment of a list",
                                    "unpacking of a vector",
                                    "nested targets",
                                    "chain of assignments",
                                    "return of three",
                                    "elif chain of 10",
                                    "elif chain of 24",
                                    "device function of a vector",
                                    "device function of a matrix",
                                    "device function that gives a vector",
                                    "device function that gives a matrix",
                                    "array of matrices",
                                    "load of a matrix",
                                    "store of a matrix",
                                    "store of a matrix entry",
                                    "atomic of a vector",
                                    "atomic of a matrix",
                                    "atomic of a component",
                                    "effect in a chained comparison",
                                    "effect in and or or",
                                    "effect in a conditional",
                                    "constant U",
                                    "load M",
                                    "load M of two steps",
                                    "table as a vector",
                                    "table as a matrix",
                                    "table without a dtype",
                                    "list as a vector",
                                    "math.tau",
                                    "print",
                                    "print in a loop",
                                    "loop over an object",
                                    "loop over an object of several extents",
                                    "parallel loop over an object",
                                    "parallel loop over an object of several extents",
                                    "static method",
                                    "method of an object",
                                    "method in a method",
                                    "method outside the class",
                                    "method of several classes",
                                    "method of a base",
                                    "constant of a class",
                                    "number of an object",
                                    "array of an object",
                                    "constant that an instance hides",
                                    "kernel of a class",
                                    "second name of an object",
                                    "bases with a base in common",
                                    "object passed to a device function",
                                    "step that may be negative",
                                    "parallel step that is not positive",
                                    "literal by another name",
                                    "index None",
                                    "index of 2",
                                    "index of 3",
                                    "shape",
                                    "len",
                                    "load table",
                                    "load array parameter",
                                    "store array parameter",
                                    "load second name",
                                    "store second name",
                                    "chained comparison",
                                    "and",
                                    "or",
                                    "unary not",
                                    "device function",
                                    "device function in a device function",
                                    "array passed to a device function",
                                    "select",
                                    "any",
                                    "all",
                                    "Vector",
                                    "vector of numbers",
                                    "vector local",
                                    "mask",
                                    "mask and",
                                    "mask or",
                                    "unary on vectors",
                                    "cast of a vector",
                                    "conditional of vectors",
                                    "component by name",
                                    "component store",
                                    "load of a vector",
                                    "store of a vector",
                                    "load vector",
                                    "store vector",
                                    "augment of a vector",
                                    "method dot",
                                    "method sum",
                                    "method min",
                                    "method max",
                                    "method norm",
                                    "method norm_sqr",
                                    "method cross",
                                    "tack.random.advance",
                                    "tack.Matrix",
                                    "tack.Matrix.identity",
                                    "matrix @ matrix",
                                    "matrix @ vector",
                                    "vector @ matrix",
                                    "vector @ vector",
                                    "matrix op +",
                                    "matrix op -",
                                    "matrix op *",
                                    "conditional of matrices",
                                    "method transpose",
                                    "method trace",
                                    "method determinant",
                                    "tack.random.seed",
                                    "tack.random.uniform",
                                    "tack.random.normal",
                                    "tack.random.direction2",
                                    "array without dimensions",
                                    "array without elements",
                                    "array of vectors",
                                    "the same memory as another type",
                                    "arrays that overlap",
                                    "the same array twice",
                                    "code for small arrays",
                                    "code for these extents",
                                    "code of debug mode",
                                    "everything guarded",
                                    "total operations"};
    auto each = [&](const std::string& head, std::initializer_list<const char*> names, auto& kinds,
                    const std::string& tail = "") {
      for (const char* n : names)
        for (Kind k : kinds) out.push_back(head + n + " " + name_of(k) + tail);
    };
    static constexpr Kind kFloats[] = {Kind::F32, Kind::F64};
    each("op ", {"+", "-", "*", "//", "%"}, kNumbers);
    each("op ", {"/", "**"}, kFloats);
    each("op ", {"&", "|", "^", "<<", ">>", "**"}, kIntegers);
    each("unary ", {"-", "+"}, kNumbers);
    each("unary ", {"~"}, kIntegers);
    each("compare ", {"==", "!=", "<", "<=", ">", ">="}, kNumbers);
    each("", {"conditional"}, kNumbers);
    for (const char* where : {" local", " element"}) {
      each("augment ", {"+", "-", "*", "//", "%"}, kNumbers, where);
      each("augment ", {"/"}, kFloats, where);
      each("augment ", {"&", "|", "^", "<<", ">>", "**"}, kIntegers, where);
    }
    each("",
         {"shared tack.atomic_add", "shared tack.atomic_min", "shared tack.atomic_max", "load own",
          "load input", "load local array", "store own", "store local array"},
         kNumbers);
    each("builtin ", {"abs", "min", "max"}, kNumbers);
    each("builtin ", {"sqrt", "floor", "ceil", "fabs"}, kFloats);
    each("tack.math.", {"fract", "mix", "clamp", "saturate", "smoothstep", "step", "sign"},
         kFloats);
    each("tack.atomic_", {"add"}, kNumbers);
    each("tack.atomic_", {"min", "max"}, kIntegers);
    for (Kind from : kNumbers)
      for (Kind to : kNumbers) out.push_back("cast of " + name_of(from) + " to " + name_of(to));
    for (Kind to : kNumbers) out.push_back("cast of a literal to " + name_of(to));
    for (const char* op : {"+", "-", "*", "/", "//", "%", "&", "|", "^", "<<", ">>"})
      out.push_back(std::string("vector op ") + op);
    for (const char* f : {"sin", "cos", "tan", "asin", "acos", "atan", "atan2", "exp", "exp2",
                          "log", "log2", "log10", "sinh", "cosh", "tanh", "pow"})
      for (Kind k : kFloats) out.push_back(std::string("builtin ") + f + " " + name_of(k));
    for (Kind k : {Kind::I32, Kind::I64, Kind::U64, Kind::F32, Kind::F64})
      out.push_back("argument " + name_of(k));
    for (const char* r : {"int", "float", "tack.i8", "tack.u32", "tack.f32", "tack.f64"})
      out.push_back(std::string("return -> ") + r);
    for (const std::string& isa : isas()) out.push_back("isa " + isa);
    for (int w : {0, 1, 2, 4, 8, 16, 32, 64}) out.push_back("width " + std::to_string(w));
    for (int t : {1, 2, 7}) out.push_back("threads " + std::to_string(t));
    return out;
  }();
  return rules;
}

}  // namespace tack::kernel_fuzz
