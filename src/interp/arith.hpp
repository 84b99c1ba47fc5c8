// SPDX-License-Identifier: Apache-2.0
// What each scalar op computes, written for reading: integers in 128 bits, floats in the host's
// own arithmetic. Shares nothing with transform/fold or any back end, which are checked against it.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "ir/op.hpp"
#include "ir/type.hpp"

namespace tack::interp {

using Int = __int128;  // wide enough for every product of two 64-bit integers

// The number behind the bits of an integer (or i1, or pointer: unsigned).
Int integer(ir::Kind kind, uint64_t bits);
// The low bits of a number.
uint64_t wrap(ir::Kind kind, Int value);

// The result bits of an arithmetic, bit, comparison, select, convert or bitcast op in one lane.
// `from` is the kind of the operands (for Select of the two values), `to` of the result. Integer
// and pointer bits are zero-extended from their width, so is f32. Faults of ours if the op does
// not work on the kind.
uint64_t evaluate(ir::Op op, ir::Kind from, ir::Kind to, std::span<const uint64_t> in);

// Is `op` one that evaluate knows?
bool is_scalar_op(ir::Op op);

bool is_nan(ir::Kind kind, uint64_t bits);
// A zero of the same sign in place of a subnormal float; other values as they are.
uint64_t flushed(ir::Kind kind, uint64_t bits);

// The value as a person writes it, with its type: 5i32, 1.5f32.
std::string show(ir::Kind kind, uint64_t bits);

}  // namespace tack::interp
