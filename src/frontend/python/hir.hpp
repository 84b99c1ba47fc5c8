// SPDX-License-Identifier: Apache-2.0
// A kernel between syntax and IR: names are resolved, device functions inlined, and what kind of
// thing each expression is stands fixed; number types are inferred on it.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "frontend/python/dtype.hpp"
#include "frontend/python/environment.hpp"
#include "frontend/python/launch_count.hpp"
#include "frontend/python/message.hpp"
#include "frontend/python/object_type.hpp"
#include "frontend/python/tree.hpp"
#include "frontend/python/vector_ops.hpp"
#include "ir/ir.hpp"

namespace tack::python::hir {

struct Expr;
struct Stmt;
using Body = std::vector<Stmt*>;

// The kernel's own text or one inlined call.
struct Frame {
  MessageContext context;
  uint32_t file = 0;  // of the module
  ir::Loc inlined_at = 0;
  std::vector<struct Local*> locals;  // in order of first mention
};

struct Local {
  std::string name;
  ir::Kind fixed = ir::Kind::Void;  // parameters and loop variables are not widened
  Shape fixed_shape;                // when `fixed` is given
  int arg = -1;                     // scalar parameter of the kernel
  uint32_t assignments = 0;         // Assign statements that name it
  Expr* value = nullptr;            // of the only one
  const Body* home = nullptr;       // in which it was assigned last
  bool is_temporary = false;        // assigned once, before each use, in their region
  bool is_single = false;           // the text assigns it once
  // Before the parallel loop: a local that is assigned once there, in no branch, may stand in the
  // loop's bounds.
  uint32_t outer_assignments = 0;
  Expr* outer_value = nullptr;
  // Found by inference.
  Ty ty;
  bool may_be_unset = false;    // of the assigned once: it may be read where it was not assigned
  bool is_substituted = false;  // a constant weak literal: `value` is written again at each use
  uint32_t weight = 1;          // of that literal: what one use writes
  // For emission.
  ir::Inst* var = nullptr;
  ir::Inst* direct = nullptr;  // the value itself, when it needs no var
  ir::Inst* is_set = nullptr;  // of the substituted that may be unset: the var says which it is
  // Vectors and matrices: the var of each component, or the values when `is_temporary`.
  std::vector<ir::Inst*> parts;
};

struct Array {
  std::string name;
  ir::Kind kind = ir::Kind::Void;
  uint32_t rank = 1;
  Shape element;                 // of each element
  int arg = -1;                  // argument of the kernel; -1: a local array
  uint64_t size = 0;             // local arrays: elements
  std::vector<int64_t> extents;  // of an argument, when the code may count on them
  bool is_atomic = false;        // target of an atomic somewhere, reached or not
  ir::Inst* inst = nullptr;      // the buffer or the var
  ir::Inst* before = nullptr;    // traced code: a buffer of what it holds before the loop
};

// An instance of a device class. Its parts are what the kernel works with; the object itself is
// only a name for them.
struct Object {
  std::string name;  // "obj", "obj.grid"
  const ObjectType* type = nullptr;
  std::map<std::string, Local*> scalars;
  std::map<std::string, Array*> arrays;
  std::map<std::string, Object*> objects;
};

enum class Node : uint8_t {
  Int,        // bits, is_negative
  Float,      // value
  Local,      // local
  Load,       // array, args the indices: one for each dimension, a flat one, or a vector of them
  Dim,        // array, dim
  Unary,      // unary, args[0]
  Binary,     // binary, args[0..1]
  Compare,    // args, compares
  BoolOp,     // is_and, args
  Cond,       // args: condition, then, else
  Cast,       // kind, args[0]
  Math,       // builtin, args
  Inline,     // inlined: its body, then the value of its only result
  Vector,     // args the components
  Matrix,     // args the rows
  Identity,   // bits: the number of rows
  Table,      // table, args the indices: one outside its extent names the last entry
  Component,  // args[0] the vector or matrix, then one or two indices; `name`: written v.x; `bits`:
              // of how many targets this is for one, 0 unless a vector is unpacked
  VectorOp,   // op, args
  Atomic,     // builtin, array, args the indices and the value; gives what was there
  Print,      // text, args; a statement only
};

struct Inlined {
  Frame* frame = nullptr;
  Body body;
  std::vector<Local*> results;
  bool has_early_return = false;  // a return that is not the last statement
};

struct Expr {
  Node kind = Node::Int;
  Place place;
  Frame* frame = nullptr;
  ir::Loc loc = 0;
  std::vector<Expr*> args;
  uint64_t bits = 0;
  double value = 0;
  bool is_negative = false;
  bool is_named = false;  // Int: a constant's, whose use may stand behind a test of the constant
  bool is_and = false;
  Local* local = nullptr;
  Array* array = nullptr;
  uint32_t dim = 0;
  UnaryOp unary{};
  BinaryOp binary{};
  std::vector<CompareOp> compares;
  ir::Kind cast = ir::Kind::Void;
  Builtin builtin{};
  VectorOp op{};
  char name = 0;
  const ConstantTable* table = nullptr;
  Inlined* inlined = nullptr;
  const std::string* text = nullptr;  // Print; Table: its name
  Ty ty;
};

enum class Step : uint8_t {
  Assign,    // local, value
  Store,     // array, value, then indices
  AugStore,  // array, indices once, old value, binary with value, store
  SetPart,   // part of local: value, then the part's indices; AugSetPart as AugStore
  AugSetPart,
  If,      // value, body, orelse
  Choose,  // body: Ifs, of which the first that holds runs; orelse when none does
  While,   // value, body
  For,     // ranges (several for ndindex, slowest first), body
  Break,
  Continue,
  Return,   // leaves the inlined function
  Eval,     // value is an Inline of any number of results, an Atomic or a Print
  Declare,  // array: a local one
};

struct Range {
  Local* index = nullptr;
  Expr* start = nullptr;  // null: 0
  Expr* stop = nullptr;
  Expr* step = nullptr;  // null: 1
  std::string shown;     // how messages call the index, when that is not its name
};

struct Stmt {
  Step kind = Step::Eval;
  Place place;
  Frame* frame = nullptr;
  ir::Loc loc = 0;
  Local* local = nullptr;
  Array* array = nullptr;
  Expr* value = nullptr;
  std::vector<Expr*> indices;
  // A Component: the number of the element that Store and AugStore write, when it is not all of
  // it; the one of the local for SetPart and AugSetPart.
  Expr* part = nullptr;
  Local* old = nullptr;  // AugStore, AugSetPart: what stood there
  BinaryOp binary{};
  std::vector<Range> ranges;
  Body body, orelse;
  bool has_continue = false;  // For, While: a `continue` of this very loop
};

struct Kernel {
  std::vector<Local*> scalars;  // by argument; null for arrays
  std::vector<Array*> arrays;   // by argument; null for scalars
  Frame* frame = nullptr;
  Body before, after;                                    // around the parallel loop
  Stmt* loop = nullptr;                                  // a For
  std::vector<std::pair<const Array*, uint32_t>> sizes;  // extents that are local arrays' sizes
  Expr* result = nullptr;                                // what the kernel returns, after `after`
  // The annotation's dtype; Void with is_float_result false for `-> int`, true for `-> float`.
  ir::Kind result_kind = ir::Kind::Void;
  bool is_float_result = false;
  std::deque<Frame> frames;
  std::deque<Local> locals;
  std::deque<Array> array_pool;
  std::deque<Object> objects;
  std::deque<Expr> exprs;
  std::deque<Stmt> stmts;
  std::deque<Inlined> inlined;
  std::vector<std::shared_ptr<const ConstantTable>> tables;  // keeps those that are looked up in
  std::deque<std::string> table_names;
  std::deque<std::string> texts;
  bool prints = false;
};

}  // namespace tack::python::hir
