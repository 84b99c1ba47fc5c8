// SPDX-License-Identifier: Apache-2.0
// Makes kernels: well typed, bounded, and with iterations that do not conflict, so that every way
// to run one gives the same bits.
//
//   make_program.cpp    the loop, its arrays, the call's arguments
//   make_function.cpp   device functions
//   make_constant.cpp   constants and tables
//   make_object.cpp     device classes
//   make_statement.cpp  statements
//   make_unpack.cpp     assignments to several targets
//   make_effect.cpp     atomic updates, print
//   make_value.cpp      numbers
//   make_vector.cpp     vectors
//   make_matrix.cpp     matrices
//   make_place.cpp      elements of arrays and their indices
#pragma once

#include <algorithm>
#include <optional>

#include "fuzz/random.hpp"
#include "kernel_fuzz/build.hpp"

namespace tack::kernel_fuzz {

// A name that has a value here.
struct Var {
  std::string name;
  Type type;
  bool may_assign = true;
  int64_t below = 0;  // its values are in [0, below); 0: anything
};

enum class Role : uint8_t {
  Input,    // read only, anywhere
  Own,      // each iteration reads and writes its own elements
  Counter,  // updated atomically anywhere, by one operation, and never read
  Local     // of one iteration
};

struct Array {
  std::string name;
  Kind kind = Kind::I32;
  Role role = Role::Input;
  std::vector<int64_t> shape;
  int element = 0, cols = 0;
  // Own: the indices of the iteration's elements; the last one is followed by a slot when `slots`.
  std::vector<Expr> item = {};
  int64_t slots = 0;     // elements that an iteration owns; 0: one, with no index of its own
  int64_t reach = 0;     // of which it may use the first so many
  bool is_typed = true;  // a table with a dtype
  bool is_flat = false;  // the item's indices and the slot make one index
  std::string atomic = {};
  std::string member = {};  // its name in the object that holds it

  int64_t size() const {
    int64_t n = 1;
    for (int64_t e : shape) n *= e;
    return n;
  }
  Type type() const { return {kind, Strength::Strong, element, cols}; }
  int64_t numbers() const { return size() * std::max(element, 1) * std::max(cols, 1); }
};

struct Scope {
  std::vector<Var> vars;
  std::vector<Array> arrays;
  std::vector<std::string> objects;  // names of the one there is
};

// A device function that may be called.
struct Callee {
  std::string name;
  std::vector<Type> parameters;
  std::vector<Type> results;            // none: it is called as a statement
  std::vector<std::string> array_args;  // names in the kernel, passed after the loop's variables
  bool takes_item = false;              // the loop's variables stand after the numbers
  bool takes_object = false;            // it stands before the numbers, or before the dot
  bool is_method = false, is_static = false;
};

class Maker {
 public:
  explicit Maker(uint64_t seed) : random_(seed) { program_.seed = seed; }
  Program make();

 private:
  // --- make_program.cpp
  void make_loop();
  void make_arrays();
  void make_scalars();
  void make_kernel();
  void choose_way();
  int add_block(Kind kind, int64_t elements);
  void add_array(Array array, int block, int64_t offset);
  Array own_array(const std::string& name);
  void add_alias(const Array& of, int block);
  void choose_element(Array& a);
  uint64_t sample(Kind kind);
  std::vector<Stmt> outer_statements();

  // --- make_constant.cpp
  void make_constants();
  void make_table(const std::string& table_name, bool is_matrix);
  std::string constant_text(Kind kind);
  Expr table_index(int64_t extent, int depth);
  Expr table_entry(int depth);
  std::optional<Expr> table_value(int size, int cols);

  // --- make_object.cpp
  void make_classes();
  void make_object();
  std::vector<size_t> some_classes();
  void add_number(const Var& v, uint64_t bits);
  void see_object(const std::string& as, const std::vector<Array>& arrays, bool has_item);
  void second_object(std::vector<Stmt>& out);
  void order_arguments();
  std::vector<Stmt> unpack_index(const std::string& index_name,
                                 const std::vector<std::string>& variables);
  void loop_over_object(std::vector<Stmt>& out, int depth);

  // --- make_function.cpp
  Function body_of(const Callee& callee, const Scope& kernel_scope);
  Expr call_of(const Callee& callee, int depth);
  bool may_call(const Callee& callee) const;
  void call_statement(std::vector<Stmt>& out);
  void make_function();
  std::vector<Expr> call_arguments(const Callee& callee, int depth);
  Stmt return_of(const Callee& callee);

  // --- make_statement.cpp
  void block(std::vector<Stmt>& out, int statements, int depth);
  bool statement(std::vector<Stmt>& out, int depth);  // true: nothing may follow
  void assign_local(std::vector<Stmt>& out);
  void augment_local(std::vector<Stmt>& out);
  void store(std::vector<Stmt>& out);
  void augment_element(std::vector<Stmt>& out);
  void long_chain(std::vector<Stmt>& out);
  void if_statement(std::vector<Stmt>& out, int depth);
  void guarded_statement(std::vector<Stmt>& out, int depth);
  void for_statement(std::vector<Stmt>& out, int depth);
  void while_statement(std::vector<Stmt>& out, int depth);
  void local_array(std::vector<Stmt>& out);
  void second_name(std::vector<Stmt>& out);
  void draw_random(std::vector<Stmt>& out);
  void vector_statement(std::vector<Stmt>& out);
  bool leave(std::vector<Stmt>& out);
  std::vector<Stmt> inner(int statements, int depth);
  Stmt loop_over_range(int64_t& most);
  const Var* pick_local(bool to_assign);
  Var new_local(Type type);

  // --- make_unpack.cpp
  void assign_tuple(std::vector<Stmt>& out);
  void assign_nested(std::vector<Stmt>& out);
  void assign_chain(std::vector<Stmt>& out);
  bool rotate_locals(std::vector<Stmt>& out);
  void unpack_vector(std::vector<Stmt>& out);
  Expr target_for(const Type& type, std::vector<Var>& born);
  Expr value_for(const Expr& target, const Type& type, int depth);

  // --- make_effect.cpp
  void atomic_statement(std::vector<Stmt>& out);
  bool shared_statement(std::vector<Stmt>& out);
  bool print_statement(std::vector<Stmt>& out);
  std::optional<Expr> effect(int depth);
  Expr shared_update(const Array& a);

  // --- make_value.cpp
  Expr value(int depth);  // a number of any type
  Expr leaf();
  Expr of_kind(Kind kind, int depth);  // strong, of exactly this type
  Expr of_type(const Type& type, int depth);
  Type any_type();
  Expr fitting(Kind kind, int depth);  // joins a local of this type without changing it
  Expr integer(int depth);
  Expr condition(int depth);
  Expr comparison(int depth);
  Expr arithmetic(const std::string& op, Expr a, Expr b, int depth);
  Expr divisor(Expr b);
  Expr shift_count(Expr count, Kind of);
  Expr power(Expr base, int depth);
  Expr exponent(int depth);
  Expr builtin(int depth);
  Expr library(int depth);
  Expr guarded(int depth);
  Expr call_value(int depth);
  std::optional<Expr> call_shape(int size, int cols, int depth);
  Expr literal_number();
  Expr cast(Kind kind, Expr e);
  bool is_constant(const Expr& e) const;
  Expr strong(Expr e);
  Expr as_integer(Expr e);
  void fix_pair(Expr& a, Expr& b);
  Expr modulo(Expr e, int64_t n);
  Expr masked(Expr e, int64_t mask);
  std::string operator_for(Kind kind);  // one that keeps a local of this type

  // --- make_vector.cpp
  Expr vector(int size, int depth);
  Expr vector_leaf(int size);
  Expr vector_operation(const std::string& op, Expr a, Expr b);
  Expr number_of_vector(int depth);
  Expr mask(int size, int depth);

  // --- make_matrix.cpp
  Expr matrix(int rows, int cols, int depth);
  Expr matrix_leaf(int rows, int cols);
  Expr number_of_matrix(int depth);
  void matrix_statement(std::vector<Stmt>& out);

  // --- make_place.cpp
  const Array* pick_array(bool (*wanted)(const Array&));
  Expr load(const Array& array, int depth);
  std::optional<Expr> any_load(int depth);
  std::optional<Expr> place(int depth);  // of an element that may be stored to
  Expr element(const Array& array, std::vector<Expr> at);
  std::vector<Expr> own_index(const Array& array, int depth);
  std::vector<Expr> free_index(const Array& array, int depth);
  Expr slot(int64_t below, int depth);
  Expr bounded(const Expr& extent, int64_t n, int depth);
  Expr extent_of(const Array& array, size_t dim);

  bool chance(int percent) { return random_.chance(percent); }
  bool may_grow() { return --fuel_ > 0; }
  Kind any_kind() { return kNumbers[random_.below(10)]; }
  Kind any_integer() { return kIntegers[random_.below(8)]; }
  std::string fresh(const std::string& stem) { return stem + std::to_string(counter_++); }
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[random_.below(from.size())];
  }

  fuzz::Random random_;
  Program program_;
  Scope scope_;
  std::vector<Var> leaked_;  // by blocks of the statement that is being made
  std::vector<Callee> callees_;
  Callee current_;                 // the device function that is being made
  std::vector<Var> constants_;     // numbers
  std::vector<Array> tables_;      // vector constants
  std::vector<std::string> loop_;  // the parallel loop's variables
  std::vector<int64_t> start_, count_, step_;
  std::vector<Var> members_;      // numbers and constants of the object
  std::vector<int64_t> extents_;  // of a loop over the object
  bool is_kernel_method_ = false;
  bool loops_over_object_ = false;  // the parallel loop does
  Function* function_ = nullptr;    // that is being made
  bool in_kernel_ = false;          // in its loop
  bool is_outside_ = false;         // statements around the loop
  bool has_vectors_ = false, has_f64_ = false;
  bool has_object_ = false, prints_ = false;
  bool stands_still_ = false;  // the parallel loop's step is not positive
  int loops_ = 0;              // around this place, in this function
  int64_t trips_ = 1;          // of all loops around
  int fuel_ = 0;               // nodes that may still be made
  int counter_ = 0;
};

Program make_program(uint64_t seed);

}  // namespace tack::kernel_fuzz
