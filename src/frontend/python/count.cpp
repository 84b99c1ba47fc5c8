// SPDX-License-Identifier: Apache-2.0
// The bounds of the parallel loop as bytecode for the host.
#include <set>

#include "frontend/python/emitter.hpp"
#include "frontend/python/resolve.hpp"

namespace tack::python {
namespace {

using hir::Node;

// Locals that name one another, in a row: each takes two frames of the stack.
constexpr size_t kMaxLocals = 1000;

class Counter {
 public:
  Counter(LaunchCount& out, Reporter& reporter) : out_(out), reporter_(reporter) {}

  bool run(const hir::Kernel& kernel) {
    bool ok = true;
    for (const hir::Range& range : kernel.loop->ranges) {
      CountDimension dimension;
      if (range.start != nullptr) ok &= code(*range.start, dimension.start);
      ok &= code(*range.stop, dimension.stop);
      if (range.step != nullptr) ok &= code(*range.step, dimension.step);
      dimension.index = range.shown.empty() ? range.index->name : range.shown;
      out_.dimensions.push_back(std::move(dimension));
    }
    return ok;
  }

 private:
  bool fail(Diag diag, const hir::Expr& e, std::string what) {
    reporter_.report({diag, e.place, {std::move(what)}}, e.frame->context);
    return false;
  }

  // Python integers have no width, those of a kernel's local do: there `wrap` is its type.
  bool code(const hir::Expr& e, CountCode& out, bool is_wrapping = false) {
    // Locals that name each other may double at each step.
    constexpr size_t kMaxCode = 4096;
    if (out.size() > kMaxCode) return fail(Diag::LoopBound, e, "it is too long");
    switch (e.kind) {
      case Node::Int: {
        CountInst inst;
        inst.value = e.is_negative ? static_cast<__int128>(static_cast<int64_t>(e.bits))
                                   : static_cast<__int128>(e.bits);
        out.push_back(inst);
        return true;
      }
      case Node::Cast: {  // a typed constant
        if (e.args[0]->kind != Node::Int) break;
        if (is_float(e.cast)) return fail(Diag::CountType, e, ir::kind_name(e.cast));
        if (!code(*e.args[0], out)) return false;
        wrap(e.cast, out);
        return true;
      }
      case Node::Local:
        return local(e, out);
      case Node::Dim: {
        CountInst inst;
        inst.op = CountOp::Dim;
        inst.arg = static_cast<uint16_t>(e.array->arg);
        inst.dim = static_cast<uint16_t>(e.dim);
        out.push_back(inst);
        return true;
      }
      case Node::Unary:
        if (e.unary != UnaryOp::Neg) break;
        if (!code(*e.args[0], out, is_wrapping)) return false;
        push(CountOp::Neg, out);
        if (is_wrapping) wrap(e.ty.kind, out);
        return true;
      case Node::Binary: {  // a chain from its left end: it may be long
        std::vector<const hir::Expr*> chain;
        const hir::Expr* at = &e;
        for (; at->kind == Node::Binary; at = at->args[0]) {
          if (!count_op(at->binary)) return fail(Diag::LoopBound, *at, what(*at));
          chain.push_back(at);
        }
        if (!code(*at, out, is_wrapping)) return false;
        for (size_t k = chain.size(); k-- > 0;) {
          if (!code(*chain[k]->args[1], out, is_wrapping)) return false;
          push(*count_op(chain[k]->binary), out);
          if (is_wrapping) wrap(chain[k]->ty.kind, out);
        }
        return true;
      }
      case Node::Component: {  // n, m = SHAPE
        const hir::Expr* base = e.args[0];
        std::set<const hir::Local*> seen;
        while (base->kind == Node::Local && base->local->arg < 0 &&
               base->local->outer_value != nullptr && seen.insert(base->local).second)
          base = base->local->outer_value;
        if (e.bits == 0 || base->kind != Node::Vector || e.args[1]->bits >= base->args.size())
          break;
        if (!e.ty.known() || is_float(e.ty.kind))
          return fail(Diag::CountType, e, ir::kind_name(e.ty.kind));
        if (!code(*base->args[e.args[1]->bits], out, is_wrapping)) return false;
        wrap(e.ty.kind, out);
        return true;
      }
      case Node::Float:
        return fail(Diag::CountType, e, "f32");
      default:
        break;
    }
    return fail(Diag::LoopBound, e, what(e));
  }

  bool local(const hir::Expr& e, CountCode& out) {
    const hir::Local& local = *e.local;
    if (local.arg >= 0 && local.outer_assignments == 0) {
      if (is_float(local.fixed)) return fail(Diag::CountType, e, ir::kind_name(local.fixed));
      CountInst inst;
      inst.op = CountOp::Scalar;
      inst.arg = static_cast<uint16_t>(local.arg);
      out.push_back(inst);
      return true;
    }
    if (local.name.empty() && local.outer_value == nullptr)
      return fail(Diag::LoopBound, e, "it calls a device function");
    if (local.arg >= 0 || local.outer_value == nullptr || !local.ty.known())
      return fail(Diag::LoopBound, e,
                  "'" + local.name + "' is not assigned exactly once before the loop");
    if (being_read_.size() > kMaxLocals) return fail(Diag::LoopBound, e, "it is too long");
    // n = n + 1 before anything else: it has no value to begin with.
    if (!being_read_.insert(&local).second)
      return fail(Diag::LoopBound, e, "'" + local.name + "' is made of itself");
    // The literal types of the local's own expression are those of the kernel.
    bool ok = code(*local.outer_value, out, true);
    being_read_.erase(&local);
    if (!ok) return false;
    // Only now: what is loaded has no value on the host, whatever its type.
    if (is_float(local.ty.kind)) return fail(Diag::CountType, e, ir::kind_name(local.ty.kind));
    wrap(local.ty.kind, out);
    return true;
  }

  static void push(CountOp op, CountCode& out) {
    CountInst inst;
    inst.op = op;
    out.push_back(inst);
  }
  static void wrap(ir::Kind kind, CountCode& out) {
    CountInst inst;
    inst.op = CountOp::Wrap;
    inst.kind = kind;
    out.push_back(inst);
  }

  static std::optional<CountOp> count_op(BinaryOp op) {
    switch (op) {
      case BinaryOp::Add:
        return CountOp::Add;
      case BinaryOp::Sub:
        return CountOp::Sub;
      case BinaryOp::Mul:
        return CountOp::Mul;
      case BinaryOp::FloorDiv:
        return CountOp::FloorDiv;
      default:
        return std::nullopt;
    }
  }

  static std::string what(const hir::Expr& e) {
    switch (e.kind) {
      case Node::Load:
        return "it reads array '" + e.array->name + "'";
      case Node::Binary:
        return std::string("it uses operator ") + op_text(e.binary);
      case Node::Inline:
        return "it calls a device function";
      case Node::Math:
        return std::string("it calls ") + builtin_name(e.builtin) + "()";
      case Node::Cast:
        return "it converts a value";
      default:
        return "it holds an expression that only a kernel evaluates";
    }
  }

  LaunchCount& out_;
  Reporter& reporter_;
  std::set<const hir::Local*> being_read_;
};

}  // namespace

bool count_launch(const hir::Kernel& kernel, LaunchCount& out, Reporter& reporter) {
  return Counter(out, reporter).run(kernel);
}

}  // namespace tack::python
