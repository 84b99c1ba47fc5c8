// SPDX-License-Identifier: Apache-2.0
// A function made ready to run: each value has a place in the frame, each var a place in its
// bytes. Nothing is computed or moved: one node an instruction.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ir/ir.hpp"

namespace tack::interp {

struct Node;
using Body = std::vector<Node>;

// A dynamic step of an access path: an array element.
struct PathStep {
  uint32_t word = 0;
  ir::Kind kind = ir::Kind::I64;
  uint64_t count = 0, stride = 0;  // elements, bytes
};

struct Node {
  const ir::Inst* inst = nullptr;
  ir::Op op = ir::Op::Const;
  ir::Kind from = ir::Kind::Void;  // of the operands (of the two values, for Select)
  ir::Kind to = ir::Kind::Void;    // of the result
  uint16_t lanes = 0;              // of the result, or of what is stored; 0: one value
  uint32_t out = 0;                // word of the result
  std::vector<uint32_t> in;        // word of each operand
  uint32_t var = 0;                // Var, Load, Store, AddrOf, VarGather, VarScatter
  std::vector<PathStep> path;      // Load, Store
  uint64_t offset = 0;             // Load, Store: bytes that the path's constants add up to
  uint64_t size = 0;               // bytes of one element in memory
  std::vector<Body> bodies;
  mutable bool ran = false;  // for coverage
};

struct VarPlace {
  const ir::Inst* inst = nullptr;
  uint64_t offset = 0, size = 0;
  uint32_t align = 1;
  bool has_address = false;
};

struct Code {
  const ir::Function* function = nullptr;
  Body body;
  std::vector<uint64_t> words;  // a new frame's: constants in place, the rest 0
  std::vector<VarPlace> vars;
  uint64_t var_bytes = 0;
  std::vector<uint32_t> params, indices, extents;  // words
  std::vector<uint32_t> reductions;                // vars
  uint32_t mask = 0;                               // word
  std::string fault;                               // why it cannot run; empty: it can
};

// How many words a value takes: a buffer two (address, length), lanes one each.
inline uint32_t words_of(ir::Type type) {
  return type.is_buffer() ? 2 : type.is_lanes() ? type.lanes : 1;
}

std::unique_ptr<Code> make_code(const ir::Function& function);

}  // namespace tack::interp
