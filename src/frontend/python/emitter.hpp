// SPDX-License-Identifier: Apache-2.0
// From hir to IR: one kernel, everything inlined. emit_*.cpp hold its parts.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "frontend/python/frontend.hpp"
#include "frontend/python/hir.hpp"
#include "ir/builder.hpp"

namespace tack::python {

using Parts = std::vector<ir::Inst*>;

class Emitter {
 public:
  Emitter(hir::Kernel& kernel, Compiled& out, std::vector<KernelParam>& params,
          ir::Function& function, const SpecialiseOptions& options)
      : kernel_(kernel),
        out_(out),
        params_(params),
        b_(function),
        has_checks_(options.checks),
        is_traced_(options.traced) {}
  // The loop. With `saved`, what stands before it ran elsewhere.
  void run(const std::vector<hir::Local*>& saved);
  // The kernels of one item around the launch, see ResultPlan (emit_result.cpp). Both keep `saved`
  // from slot 1 on.
  void run_before(const std::vector<hir::Local*>& saved);
  void run_after(const std::vector<hir::Local*>& saved, ir::Kind kind);

 private:
  // --- emit_result.cpp
  ir::Inst* open_slots();
  void open_one_item();
  void restore(const std::vector<hir::Local*>& saved, ir::Inst* slots);
  void store_slot(ir::Inst* slots, size_t slot, ir::Inst* value);
  ir::Inst* load_slot(ir::Inst* slots, size_t slot, ir::Kind kind);
  // The statements before the loop.
  void before();
  // Traced code runs them in each iteration: they read copies, so that they see what they would
  // before the loop, and no other iteration's stores.
  void open_copies();

  // --- emit_expr.cpp
  // The value of an expression as `kind`: a weak literal is computed at that precision, anything
  // else in its own type and then converted.
  ir::Inst* as(const hir::Expr& e, ir::Kind kind);
  ir::Inst* value(const hir::Expr& e) { return as(e, e.ty.kind); }
  ir::Inst* truth(const hir::Expr& e);                   // i1
  ir::Inst* compute(const hir::Expr& e, ir::Kind kind);  // `kind` is its own type, or a precision
  ir::Inst* number(const hir::Expr& e, ir::Kind kind);
  Parts chain(const hir::Expr& e, ir::Kind kind);
  Parts binary(const hir::Expr& e, ir::Kind kind, const Parts& left);
  ir::Inst* operation(BinaryOp op, ir::Kind kind, ir::Inst* a, ir::Inst* b);
  ir::Inst* math(const hir::Expr& e, ir::Kind kind, std::vector<ir::Inst*> args);
  ir::Inst* compare(const hir::Expr& e);
  static ir::Kind link_kind(const hir::Expr& e, size_t k);
  static ir::Kind link_operand_kind(const hir::Expr& e, size_t k);
  ir::Inst* bool_op(const hir::Expr& e);
  ir::Inst* conditional(const hir::Expr& e, ir::Kind kind);
  Parts literal_of(const hir::Local& local, ir::Kind kind);
  ir::Inst* read(const hir::Local& local, ir::Kind kind);
  ir::Inst* inlined(const hir::Expr& e, ir::Kind kind);
  ir::Inst* convert(ir::Inst* value, ir::Kind kind);
  ir::Inst* zero(ir::Kind kind) { return b_.constant(ir::Type::scalar(kind), 0); }
  ir::Inst* real(ir::Kind kind, double value);
  // May be computed whether it is needed or not.
  bool is_cheap(const hir::Expr& e) const;

  // --- emit_vector.cpp: values that may be vectors or matrices
  // The components of an expression, a matrix row by row, each as `kind`; as() when it is a number.
  Parts parts(const hir::Expr& e, ir::Kind kind);
  // The same for `shape`: a number stands for each component.
  Parts spread(const hir::Expr& e, ir::Kind kind, Shape shape);
  Parts truths(const hir::Expr& e);  // i1
  Parts compute_parts(const hir::Expr& e, ir::Kind kind);
  Parts compare_parts(const hir::Expr& e);
  Parts conditional_parts(const hir::Expr& e, ir::Kind kind);
  Parts read_parts(const hir::Local& local, ir::Kind kind);
  Parts matmul(const hir::Expr& e, ir::Kind kind, const Parts& a);
  Parts vector_op(const hir::Expr& e, ir::Kind kind);
  Parts cross(const Parts& a, const Parts& b);
  Parts inverse(const Parts& m, uint32_t n);
  ir::Inst* determinant(const Parts& m, uint32_t n);
  ir::Inst* dot(const Parts& a, const Parts& b);
  ir::Inst* fold(ir::Op op, const Parts& a);
  // any(), all() as an i1.
  ir::Inst* any_or_all(const hir::Expr& e);

  // --- emit_part.cpp: one number of a vector or matrix
  // Which one the indices name. Known ones have no instructions.
  struct Part {
    uint32_t known = 0;
    ir::Inst* at = nullptr;      // the last one for an index that is outside
    ir::Inst* inside = nullptr;  // i1
    bool is_known() const { return at == nullptr; }
  };
  Part part(const hir::Expr& component, Shape shape);
  Part part_of(const std::vector<const hir::Expr*>& indices, const std::vector<uint32_t>& extents,
               const std::string& whole);
  ir::Inst* component(const hir::Expr& e, ir::Kind kind);
  ir::Inst* choose(const Parts& parts, const Part& part);
  ir::Inst* table(const hir::Expr& e, ir::Kind kind);
  ir::Inst* table_buffer(const ConstantTable& table, ir::Kind kind);
  ir::Inst* constant_of(const Constant& c, ir::Kind kind);
  void set_part(const hir::Stmt& s);
  ir::Inst* load_part(const hir::Array& array, ir::Inst* element, const Part& part);
  void store_part(const hir::Array& array, ir::Inst* element, const Part& part, ir::Inst* value);
  // Where the first number of an element is, and the k-th: for load() and store().
  ir::Inst* first_of(const hir::Array& array, ir::Inst* element);
  ir::Inst* kth_of(ir::Inst* first, uint32_t k);
  Parts load_element(const hir::Array& array, ir::Inst* element);
  void store_element(const hir::Array& array, ir::Inst* element, const Parts& parts);

  // --- emit_checks.cpp: debug mode
  void open_checks();
  // `dimension` is -1 for the only index.
  void check_index(const hir::Array& array, const hir::Expr& e, ir::Inst* index, ir::Inst* extent,
                   int dimension);
  // `whole`: "vector 'v'". This and those below are for the interpreter too.
  void check_component(const std::string& whole, const hir::Expr& e, ir::Inst* index,
                       uint32_t extent, int dimension);
  void check_step(const hir::Expr& e, ir::Inst* step);
  void check_divisor(const hir::Expr& e, ir::Inst* divisor);
  // `kind`: of the value that is shifted.
  void check_shift(const hir::Expr& e, ir::Kind kind, ir::Inst* count);
  ir::Inst* signed_index(ir::Inst* value);
  ir::Function& extern_check(const char* name, std::initializer_list<const char*> params);
  void fail(ir::Inst* is_bad, FaultSite site, ir::Inst* value, ir::Inst* extent);
  void fail_outside(const char* what, const std::string& whole, const hir::Expr& e, ir::Inst* index,
                    ir::Inst* extent, int dimension);
  ir::Inst* item_number();
  ir::Inst* length(const hir::Array& array);

  // --- emit_math.cpp
  ir::Inst* call_math(const std::string& name, std::vector<ir::Inst*> args);
  Parts power(const hir::Expr& e, ir::Kind kind, const Parts& bases);
  ir::Inst* power_of(ir::Inst* base, uint64_t exponent);
  ir::Inst* integer_power(ir::Inst* base, ir::Inst* exponent);

  // --- emit_effects.cpp
  Parts atomic(const hir::Expr& e);  // what was there
  void print(const hir::Expr& e);

  // --- emit_stmt.cpp
  bool body(const hir::Body& statements);  // true when its end is not reached
  bool statement(const hir::Stmt& s);
  void store(const hir::Stmt& s);
  void augmented_store(const hir::Stmt& s);
  void if_statement(const hir::Stmt& s);
  void choose_statement(const hir::Stmt& s);
  void while_statement(const hir::Stmt& s);
  void for_statement(const hir::Stmt& s);
  void loop_body(const hir::Stmt& s, ir::Inst* loop);
  void inline_body(const hir::Inlined& call);
  void assign(hir::Local& local, const hir::Expr& value);
  void declare(const hir::Frame& frame);
  void parameters();
  void bind_index(hir::Local& local, ir::Inst* index);
  void parallel_loop();
  std::vector<ir::Inst*> dimensions(const hir::Stmt& loop);
  ir::Inst* bound(const hir::Expr& e);
  ir::Inst* index(const hir::Array& array, const std::vector<hir::Expr*>& indices);
  void trace_index(const hir::Array& array, int dimension, const hir::Expr& e, ir::Inst* value);
  void trace_component(const hir::Array& array, const hir::Expr& e, ir::Inst* value);
  void trace(CheckTable::Index row, const hir::Expr& e, ir::Inst* value, ir::Inst* extent);
  void name_local(const ir::Inst* var, const std::string& name);
  ir::Inst* load(const hir::Array& array, ir::Inst* index);
  void store(const hir::Array& array, ir::Inst* index, ir::Inst* value);
  ir::Inst* dim(const hir::Array& array, uint32_t k);
  void fix(const hir::Array& array, uint32_t k);
  ir::Inst* launch_param(KernelParam::Source source, uint16_t dimension, const char* name);

  struct Loop {
    ir::Inst* label = nullptr;      // break leaves it; null for the parallel loop
    ir::Inst* iteration = nullptr;  // continue leaves it
  };
  hir::Kernel& kernel_;
  Compiled& out_;
  std::vector<KernelParam>& params_;  // of the function
  ir::Builder b_;
  std::vector<Loop> loops_;
  std::vector<ir::Inst*> returns_;  // labels of the inlined calls; null: no early return
  struct DimParam {
    int arg;
    uint32_t dim;
    ir::Inst* inst;
  };
  std::vector<DimParam> dims_;
  bool is_in_loop_ = false;
  bool is_before_ = false;  // in the statements before the loop
  struct TableParam {
    const ConstantTable* table;
    ir::Kind kind;
    ir::Inst* buffer;
  };
  std::vector<TableParam> tables_;
  bool has_checks_ = false;
  bool is_traced_ = false;
  ir::Inst* faults_ = nullptr;  // the record's buffer
  ir::Inst* item_ = nullptr;    // the block that a failing item leaves
};

// The type that an expression is computed in when it is wanted as `kind`.
inline ir::Kind own_kind(const hir::Expr& e, ir::Kind kind) {
  return e.ty.is_weak() && is_float(kind) ? kind : e.ty.kind;
}

inline ir::Op compare_op(CompareOp op) {
  constexpr ir::Op kOps[] = {ir::Op::Eq, ir::Op::Ne, ir::Op::Lt,
                             ir::Op::Le, ir::Op::Gt, ir::Op::Ge};
  return kOps[static_cast<int>(op)];
}

// Component k of an operand: a number stands for all.
inline ir::Inst* pick(const Parts& parts, size_t k) {
  return parts.size() == 1 ? parts[0] : parts[k];
}

// All kernels of a call, and their plan.
using AddKernel = std::function<ir::Function&(const std::string&)>;
void emit_kernels(hir::Kernel& kernel, Compiled& out, const AddKernel& add_kernel,
                  const SpecialiseOptions& options);

// A name for the IR, whose alphabet is smaller than Python's.
std::string ir_name(const std::string& name);

// Bytecode for the bounds of the parallel loop. Reports what the host cannot evaluate.
class Reporter;
bool count_launch(const hir::Kernel& kernel, LaunchCount& out, Reporter& reporter);

}  // namespace tack::python
