// SPDX-License-Identifier: Apache-2.0
// A kernel as a tree of plain values, so that a reducer may cut it anywhere: whether what is left
// is a program, the front end says.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kernel_fuzz/types.hpp"

namespace tack::kernel_fuzz {

struct Expr {
  enum class Form : uint8_t {
    Literal,      // text
    Name,         // text, dotted names too
    Unary,        // text: - + ~ not
    Binary,       // text: the operator
    Compare,      // text: the operators, a space between; one more argument than operators
    Bool,         // text: and, or
    Conditional,  // args: condition, value, otherwise
    Call,         // text: the function
    Method,       // args[0].text(args[1...])
    Member,       // args[0].text
    Index,        // args[0][args[1...]]
    List,         // [args...]
    Tuple         // (args...)
  };
  Form form = Form::Literal;
  std::string text;
  std::vector<Expr> args = {};
  Type type = {};
};

struct Stmt {
  enum class Form : uint8_t {
    Assign,   // targets = values; with text "=" each target takes the whole value
    Augment,  // targets[0] text= values[0]
    Do,       // values[0]
    If,       // values[0]: body, orelse
    For,      // targets in values[0]: body
    While,    // values[0]: body
    Break,
    Continue,
    Pass,
    Return,  // values
    Doc      // text
  };
  Form form = Form::Pass;
  std::string text = {};
  std::vector<Expr> targets = {}, values = {};
  std::vector<Stmt> body = {}, orelse = {};
  int line = 0;  // set by print()
};

struct Function {
  std::string name;
  std::string owner = {};  // the class in whose body it stands
  bool is_static = false;  // a method that is called without the instance
  std::vector<std::string> parameters;
  std::string returns;     // a kernel's annotation
  std::vector<Stmt> body;  // a kernel's parallel loop is one of these
  // What each local and scalar parameter is, by the language's rules: a dtype, or "weak". `return`
  // stands for the values returned, several apart by commas. The Python reference goes by it.
  std::map<std::string, std::string> types;
};

// A device class: its functions name it.
struct Class {
  std::string name;
  std::vector<std::string> bases, lines;  // lines: constants
};

struct Block {
  Kind kind = Kind::I32;  // of the elements that decide what a difference is
  std::vector<uint8_t> bytes;
};

struct Argument {
  std::string name;
  Kind kind = Kind::I32;
  bool is_array = false;
  uint64_t bits = 0;           // a number's
  std::vector<int64_t> shape;  // an array's
  int element = 0;             // components or rows of its elements; 0: they are numbers
  int cols = 0;                // columns of its elements; 0: they are no matrices
  int block = 0;
  int64_t offset = 0;  // of its first element in the block, in bytes
};

// How compiled code runs it.
struct Way {
  std::string isa = "sse2";
  uint32_t width = 1;    // 0: chosen by the compiler
  int threads = 1;       // that share the items, 64 at a time
  bool small = false;    // the promise that everything is below 2^31
  bool extents = false;  // code for these extents alone
  bool checks = false;   // with the checks of debug mode, which must find nothing
  bool llvm = true;      // with LLVM's own passes, which take most of the time
};

struct Program {
  uint64_t seed = 0;
  std::vector<std::string> constants;  // lines
  std::vector<Function> functions;     // the kernel stands last
  std::vector<Class> classes;
  // A parameter that stands for an instance; its arguments are called `object.member`.
  std::string object, object_class;
  std::vector<std::pair<std::string, int64_t>> attributes;  // that hide constants of the class
  std::vector<Argument> arguments;
  std::vector<Block> blocks;
  Way way;
  bool strict = true;     // every division, shift and index is guarded, every local assigned
  bool is_bare = false;   // printed without parentheses that precedence makes needless
  bool has_math = false;  // calls functions whose last bits NumPy does not share

  Function& kernel() { return functions.back(); }
  const Function& kernel() const { return functions.back(); }
};

// Of the kernel: its arguments, the object's as one.
inline std::vector<std::string> parameters_of(const Program& program) {
  std::vector<std::string> out;
  bool has_object = program.object.empty();
  for (const Argument& a : program.arguments) {
    bool is_member = a.name.find('.') != std::string::npos;
    if (!is_member) out.push_back(a.name);
    if (is_member && !has_object) out.push_back(program.object), has_object = true;
  }
  if (!has_object) out.insert(out.begin(), program.object);
  return out;
}

}  // namespace tack::kernel_fuzz
