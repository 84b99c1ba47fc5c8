// SPDX-License-Identifier: Apache-2.0
// The state of one resolution; resolve_*.cpp hold its parts.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/python/resolve.hpp"

namespace tack::python {

// What a name stands for inside a function.
struct Binding {
  hir::Local* local = nullptr;
  hir::Array* array = nullptr;
  hir::Object* object = nullptr;
  bool is_parameter = false;
};

struct Function {
  const Template* source = nullptr;
  Environment* environment = nullptr;
  hir::Frame* frame = nullptr;
  std::map<std::string, Binding> names;
  // Device functions: where returns go.
  hir::Inlined* inlined = nullptr;
  bool has_results = false;  // a return was seen: the number of results stands
  uint32_t returns = 0;
};

class Resolver {
 public:
  Resolver(ir::Module& module, Reporter& reporter) : module_(module), reporter_(reporter) {}
  std::unique_ptr<hir::Kernel> run(const Template& kernel, Environment& environment,
                                   std::span<const ArgType> args,
                                   std::span<const ObjectArgument> objects);

 private:
  // --- resolve.cpp: the frame of the kernel, places and messages
  hir::Frame* make_frame(const Template& source, std::string device_function,
                         const Place* called_at);
  // Every recursive step takes one level: expressions, blocks and inlined calls together, so that
  // whoever walks hir may recurse.
  struct Deeper {
    explicit Deeper(Resolver& r) : resolver(r) { ++resolver.depth_; }
    ~Deeper() { --resolver.depth_; }
    bool ok() const { return resolver.depth_ <= 1200; }
    Resolver& resolver;
  };
  bool report_source_errors(const Template& source, Environment& environment,
                            const hir::Frame& frame);
  std::nullptr_t error(Diag diag, const Place& place, std::vector<std::string> args = {});
  ir::Loc loc(const Place& place);
  hir::Expr* make(hir::Node kind, const Place& place, std::vector<hir::Expr*> args = {});
  hir::Stmt* make(hir::Step kind, const Place& place);
  hir::Local* make_local(std::string name);
  bool bind_parameters(const Tree& tree, std::span<const ArgType> args,
                       std::span<const ObjectArgument> objects);
  bool argument(Binding& binding, const std::string& name, const ArgType& type, const Place& place);
  bool is_kernel_frame() const { return function_->inlined == nullptr; }
  bool is_outside() const { return !in_parallel_loop_; }

  // --- resolve_expr.cpp
  hir::Expr* expr(const Expr& e);  // null after an error
  hir::Expr* name(const Expr& e);
  hir::Expr* free_name(const Expr& e, const std::vector<std::string>& path);
  std::nullptr_t unknown_name(const std::vector<std::string>& path, const Entity& entity,
                              const Place& place);
  hir::Expr* constant(const Constant& c, const Place& place);
  hir::Expr* binary(const Expr& e);
  hir::Expr* unary(const Expr& e);
  hir::Expr* attribute(const Expr& e);
  std::string attribute_hint(const std::string& name, const Expr& base);
  std::string method_hint(const std::string& name, const Expr& base);
  hir::Expr* subscript(const Expr& e);
  hir::Expr* shape_of(const Expr& array, const Expr* index, const Place& place);
  hir::Array* shape_named(const Expr& e);  // whose shape `x.shape` is; null for anything else
  hir::Expr* extent(hir::Array& array, uint32_t dim, const Place& place);
  hir::Expr* size_of(hir::Array& array, const Place& place);
  std::string not_an_array(const Expr& base);
  std::string length_hint(const Expr& base);
  hir::Expr* read(hir::Local* local, const Place& place);
  bool indices(const Expr& e, hir::Array& array, std::vector<hir::Expr*>& out);
  hir::Array* array_named(const Expr& e);  // null, silently, for anything else
  std::optional<int64_t> constant_int(const hir::Expr& e) const;
  std::optional<int64_t> fold(const hir::Expr& e, bool with_extents = true);
  std::vector<std::string> known_names() const;

  // --- resolve_object.cpp
  hir::Object* make_object(const std::string& name, const ObjectType& type,
                           std::span<const ArgType> args, const Place& place);
  hir::Object* object_named(const Expr& e);  // null, silently, for anything else
  const ObjectType::Member* member_of(const Expr& e, hir::Object*& object);  // the same
  hir::Expr* object_attribute(const Expr& e);
  std::nullptr_t unknown_attribute(const hir::Object& object, const Expr& e);
  bool is_unseen(const Expr& e);  // reports it, too
  std::optional<Entity> method(const Expr& e, hir::Object*& receiver);
  bool object_ranges(const Expr& iterable, const Expr& target, hir::Object& object,
                     std::vector<hir::Range>& out);

  // --- resolve_vector.cpp
  hir::Expr* list(const Expr& e);
  hir::Expr* vector_call(const Expr& e);
  hir::Expr* matrix_call(const Expr& e);
  hir::Expr* identity_call(const Expr& e);
  hir::Expr* vector_function(VectorOp op, const Expr& e);
  hir::Expr* component(hir::Expr* base, const Expr& index, const Place& place);
  hir::Expr* named_component(const Expr& e, bool& handled);
  bool is_value(const Expr& base);
  hir::Expr* method_call(const Expr& e);
  std::shared_ptr<const ConstantTable> table_named(const Expr& e);
  hir::Expr* table_constant(const ConstantTable& table, const Place& place);
  hir::Expr* table_item(const std::shared_ptr<const ConstantTable>& table, const Expr& named,
                        const std::vector<const Expr*>& items, const Place& place);

  // --- resolve_call.cpp
  hir::Expr* call(const Expr& e, bool as_statement, size_t results);
  hir::Expr* builtin_call(Builtin builtin, const Expr& e, bool as_statement);
  // --- resolve_effects.cpp
  hir::Expr* atomic_call(Builtin builtin, const Expr& e);
  hir::Expr* print_call(const Expr& e);
  hir::Expr* workgroup_call(Builtin builtin, const Expr& e, bool as_statement);
  void second_name(const Expr& target);
  void report_workgroups();
  // --- resolve_call.cpp
  hir::Expr* math_call(Builtin builtin, const Expr& e, size_t least, size_t most);
  // `receiver`: the object whose method it is, passed before the arguments; or null.
  hir::Expr* device_call(const DeviceFunction& f, const Expr& e, bool as_statement, size_t results,
                         hir::Object* receiver);
  bool bind_arguments(Function& callee, const Expr& call, hir::Object* receiver, hir::Body& body);
  // `receiver` becomes the object whose method it is.
  bool names_dtype(const Expr& e);
  std::optional<Entity> callee(const Expr& e, hir::Object** receiver = nullptr);

  // --- resolve_stmt.cpp
  void statements(const Body& from, hir::Body& to);
  void statement(const Stmt& s, hir::Body& to);
  void assign(const Stmt& s, hir::Body& to);
  void assign_target(const Expr& target, hir::Expr* value, const Stmt& s, hir::Body& to);
  bool bind_object(const Expr& target, const Expr& value);
  bool bind_array(const Expr& target, const Expr& value, const Stmt& s, hir::Body& to);
  hir::Stmt* place_of(const Expr& target, const Stmt& s);
  void count_assignment(hir::Local* local, hir::Expr* value);
  void store_local(hir::Local* local, hir::Expr* value, const Place& place, hir::Body& to);
  void augmented(const Stmt& s, hir::Body& to);
  void expression_statement(const Stmt& s, hir::Body& to);
  void return_statement(const Stmt& s, hir::Body& to);
  void result_kind();
  hir::Local* assigned_local(const Expr& target);
  bool local_array(Builtin builtin, const Expr& call, hir::Array& array);
  std::optional<Builtin> storage_call(const Expr& value);
  std::string assign_hint(const Expr& target);
  bool check_store_outside(const Place& place);
  std::nullptr_t effect_outside(const Place& place, std::string what);

  // --- resolve_unpack.cpp
  struct Unpacked;
  void unpack(const Stmt& s, hir::Body& to);
  bool unpacked(const Expr& value, const Expr& target, const Stmt& s, hir::Body& to, Unpacked& out);
  void assign_unpacked(const Expr& target, const Unpacked& value, const Stmt& s, hir::Body& to);
  hir::Expr* hold(hir::Expr* value, const Place& place, hir::Body& to);

  // --- resolve_loop.cpp
  void for_statement(const Stmt& s, hir::Body& to);
  void while_statement(const Stmt& s, hir::Body& to);
  void loop_control(const Stmt& s, hir::Body& to);
  bool ranges(const Expr& iterable, const Expr& target, std::vector<hir::Range>& out);
  void index_vector(const Expr& target, std::vector<hir::Range>& ranges, hir::Stmt& loop);
  hir::Expr* bound(const Expr& e);
  bool range_arguments(const Expr& call, std::vector<hir::Range>& out);
  bool ndindex_arguments(const Expr& call, std::vector<hir::Range>& out);

  ir::Module& module_;
  Reporter& reporter_;
  std::unique_ptr<hir::Kernel> kernel_;
  Function* function_ = nullptr;
  std::vector<const DeviceFunction*> active_;  // calls being inlined, outermost first
  std::vector<hir::Stmt*> loops_;              // around the statement, of this function
  bool in_parallel_loop_ = false;
  bool seen_parallel_loop_ = false;
  bool has_loop_outside_ = false;  // one stands where no loop of a kernel may
  uint32_t fold_steps_ = 0;        // that are left: locals may name one another in many ways
  bool has_loop_ = false;  // the kernel's body has a loop: without one nothing is outside it
  std::vector<const hir::Body*> open_bodies_;  // those that the statement stands in
  int branches_ = 0;                           // of the kernel's frame, outside the loop
  uint32_t depth_ = 0;
  bool is_last_ = false;  // the kernel's statement is its last
  bool is_too_large_ = false;
  std::set<std::string> workgroups_;  // primitives that were met, reached or not
  Place first_workgroup_;
  hir::Frame* workgroup_frame_ = nullptr;
  std::set<const Template*> reported_;  // whose own errors are out
};

// "barrier()" for tack.barrier.
std::string short_name(Builtin builtin);

}  // namespace tack::python
