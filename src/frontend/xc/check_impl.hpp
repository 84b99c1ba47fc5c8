// SPDX-License-Identifier: Apache-2.0
// The checker's state, shared by its files.
#pragma once

#include <map>
#include <optional>

#include "frontend/xc/check.hpp"

namespace tack::xc {

enum class Use : uint8_t { Assign, Argument, Return };

class Checker {
 public:
  Checker(Program& program, Types& types, const CheckOptions& options, Reporter& reporter)
      : program_(program), types_(types), options_(options), reporter_(reporter) {}

  void run();  // check.cpp

 private:
  struct Constant {
    const Type* type = nullptr;
    __int128 value = 0;
    SourceRange where;
  };

  void error(Msg id, SourceRange where, std::initializer_list<std::string_view> args = {},
             std::vector<Note> notes = {}) {
    reporter_.report(id, where, args, std::move(notes));
  }

  // Of something that stands in a part with a syntax error: that has been reported.
  bool is_lost(std::string_view name) const {
    return program_.lost.count(name) || (method_ && method_->lost.count(name));
  }
  void unknown(Msg id, SourceRange where, std::string_view name,
               std::initializer_list<std::string_view> args) {
    if (!is_lost(name)) error(id, where, args);
    mark_faulty();
  }
  // What is being checked has no meaning as a whole: no later stage may look at it.
  void mark_faulty() {
    if (func_) func_->faulty = true;
    if (method_) method_->faulty = true;
    if (par_) par_->faulty = true;
  }

  // --- file scope: check.cpp, check_signature.cpp, check_global.cpp
  void collect();
  Record* root_class();
  void collect_functions();
  void signature(Func& f);
  void check_enums();
  void check_globals();
  void constant_initialiser(Expr& e);
  void check_body(Func& f);
  void statements(Func& f);

  // What recurses through declarations, in whatever order they stand.
  struct Nest {
    explicit Nest(Checker& c) : checker(c) { ++checker.nesting_; }
    ~Nest() { --checker.nesting_; }
    bool fits() const { return checker.nesting_ <= kMaxTypeDepth; }
    Checker& checker;
  };
  static constexpr uint32_t kMaxTypeDepth = 256;
  static constexpr uint64_t kMaxObjectSize = uint64_t{1} << 40;

  // --- check_types.cpp, check_layout.cpp, check_class.cpp
  const Type* resolve(TypeSyntax* syntax);
  const Type* resolve_syntax(TypeSyntax* syntax);
  const Type* resolve_named(const TypeSyntax& syntax);
  // A variable's, field's or parameter's: not void, complete. `init` gives `auto` and `[]`.
  const Type* object_type(TypeSyntax* syntax, SourceRange where);
  void lay_out(Record& record);
  bool stack_object(Var& v);
  void parent_init(Func& f);
  void class_tables(Record& record);
  void find_protocols(Record& record);  // check_protocol.cpp
  void conforms(const Record& record);
  Field* find_field(const Record& record, std::string_view name) const;
  std::vector<Func*> find_methods(const Record& record, std::string_view name) const;
  Var* find_static(const Record& record, std::string_view name) const;
  static bool derives(const Record* derived, const Record* base);
  std::optional<uint64_t> array_bound(Expr* e);

  // --- check_convert.cpp, check_fold.cpp
  // `e` as a value of type `to`, or an error.
  Expr* convert(Expr* e, const Type* to, Use use);
  Expr* cast(Expr* e, const Type* to, bool implicit);
  // The price of an implicit conversion, for overloads; negative when there is none.
  int cost(const Expr* e, const Type* to, Use use) const;
  const Type* common(const Type* a, const Type* b) const;
  Expr* decay(Expr* e);
  Expr* strong(Expr* e);  // a weak reference as an ordinary one
  const Type* strong(const Type* t) { return t->is_weak() ? types_.pointer(t->to) : t; }
  void bool_constant(const Expr& e);
  void lossy_literal(const Expr& from, const Expr& to);
  void assigned_condition(const Expr& e);
  Expr* truth(Expr* e, std::string_view of);
  void fold_unary(Expr& e);
  void fold_binary(Expr& e);
  void fold_cast(Expr& e);
  void set_constant(Expr& e, __int128 value);
  void set_folded(Expr& e, __int128 value, bool exact);
  void set_real(Expr& e, double value);
  Expr* make(ExprKind kind, SourceRange where, const Type* type, Expr* a = nullptr,
             Expr* b = nullptr);

  // --- check_expr.cpp, check_name.cpp, check_member.cpp, check_cast.cpp, check_init.cpp
  // `want` is a hint: the type that the context would convert to.
  Expr* check(Expr* e, const Type* want = nullptr);
  Expr* raw(Expr* e, const Type* want = nullptr);  // arrays stay arrays
  Expr* raw_inner(Expr* e, const Type* want);
  Expr* fail(Expr* e);
  Expr* name(Expr* e, const Type* want);
  Expr* unary(Expr* e, const Type* want);
  Expr* binary(Expr* e, const Type* want);
  Expr* binary_typed(Expr* e);
  Expr* assign(Expr* e);
  Expr* step(Expr* e);
  Expr* conditional(Expr* e, const Type* want);
  Expr* index(Expr* e);
  Expr* member(Expr* e, const Type* want);
  Expr* function_value(Expr* e, const std::vector<Func*>& candidates, const Type* want);
  std::vector<Func*> getters(const Record& record, std::string_view name) const;
  Expr* expanded(Expr* e);
  Expr* write_property(Expr* e);  // check_property.cpp
  Expr* explicit_cast(Expr* e);
  Expr* address(Expr* e, const Type* want);
  Expr* deref(Expr* e);
  const Type* callback_type(const Type* function);  // check_callback.cpp
  Expr* bind(Expr* e, const Type* want);
  bool is_function(const Expr* e, const Type* shape) const;
  Expr* null_callback(Expr* e);

  // --- check_generic.cpp
  const Type* generic(Record& record, const TypeSyntax& syntax);
  const Type* part_type(const Type& of, int part);
  Expr* number_call(Expr* e, const Type* number, bool box);
  void elements_in(Expr* call, const Type& of, std::string_view method);
  Expr* element_out(Expr* call, const Type& of, std::string_view method, size_t arguments);
  bool for_in_collection(Stmt* s, Expr* slice);

  // --- check_block.cpp
  struct Block {
    Expr* literal = nullptr;
    Func* around = nullptr;  // the function or the block's function that it stands in
    Block* outer = nullptr;
    std::map<const Var*, Field*> captured;
    // What its par blocks use of these, copied into variables of its own when it begins.
    std::map<const Var*, Var*> for_pars;
    std::vector<Stmt*> copies;
  };
  TypeSyntax* block_syntax(TypeSyntax* syntax) const;
  void name_parameters(Expr* e, TypeSyntax* wanted) const;
  void name_parameters(Expr* call, const std::vector<Func*>& candidates) const;
  Expr* block_literal(Expr* e, const Type* want);
  Field* add_field(Record& record, std::string_view name, const Type* type, SourceRange where);
  Field* capture(Block& block, Var* v, SourceRange where);
  Expr* block_self(const Block& block, SourceRange where);
  Expr* captured(Expr* e, Var* v);
  Var* captured_for_par(Block& block, Field* field, Var* v, SourceRange where);
  static const Expr* copy_of_block(const Expr* e);
  void keep_block(const Expr* e);
  Expr* new_(Expr* e);
  Expr* new_object(Expr* e);
  Expr* results(Expr* e);
  Expr* par_member(Expr* e);
  bool is_place(const Expr* e) const;
  bool want_place(Expr* e, std::string_view what);
  void mark_assigned(Expr* e);
  void mark_address(Expr* e);
  Expr* initialise(Expr* e, const Type* type);
  Expr* filled(Expr* e);
  std::vector<std::string_view> visible_names() const;
  Expr* self_expr(SourceRange where);
  Expr* var_expr(Expr* e, Var* v);

  // --- check_call.cpp, check_overload.cpp, check_printf.cpp
  Expr* call(Expr* e, const Type* want);
  Expr* call_pointer(Expr* e);
  Expr* call_candidates(Expr* e, std::vector<Func*> candidates, std::string_view name, Expr* object,
                        const Type* want);
  const Type* wanted(const Expr& arg, size_t at, size_t count,
                     const std::vector<Func*>& candidates) const;
  Func* choose(Expr* e, const std::vector<Func*>& candidates, std::string_view name,
               const Type* want);
  static bool loses_otherwise(const Expr& e, const Type& best, const Type& other);
  void finish_call(Expr* e, Func& f, Expr* object, bool is_virtual);
  Expr* printf(Expr* e);
  static bool takes_format(const Func& f);
  Expr* format_of_slots(Expr* e, size_t at);
  // check_enum.cpp
  const TypeSyntax* behind_typedefs(const TypeSyntax* syntax) const;
  const TypeSyntax* written_type(const Expr* e) const;
  const Enum* enum_of(const Expr* e) const;
  Expr* enum_name(Expr* e, const Enum& of);
  // check_varargs.cpp
  Expr* va_call(Expr* e);
  const Type* va_type(Expr* e);
  Expr* forward(Expr* e);
  bool tail_fits(const Expr& call, const Func& f);
  const Type* function_type(const Func& f);

  // --- check_range.cpp
  void for_range(Stmt* s);
  bool range_bound(const Expr* e, const Var& v);
  void range_goes_round(Stmt* s);

  // --- check_stmt.cpp, check_for_in.cpp, check_switch.cpp, check_par.cpp, check_jumps.cpp
  void stmt(Stmt* s);
  void block(Stmt* s);
  void declare(Var& v);
  void declaration(Stmt* s);
  void local_variable(Var& v);
  void for_in(Stmt* s);
  void slice_bounds(Stmt* s, const Expr& slice);
  void length_of(const Expr* pointer);
  void check_lengths();  // check_lengths.cpp
  void switch_(Stmt* s);
  void return_(Stmt* s);
  void try_(Stmt* s);
  void par(Stmt* s);
  void par_parts(Stmt* s);
  bool par_loop(Stmt* s);
  void jumps(Func& f);
  void missing_return(const Func& f);  // check_returns.cpp

  struct Scope {
    std::map<std::string_view, Var*> names;
  };
  Var* find_local(std::string_view name) const;

  Program& program_;
  Types& types_;
  const CheckOptions& options_;
  Reporter& reporter_;

  std::map<std::string_view, Record*> records_;
  std::map<std::string_view, Typedef*> typedefs_;
  std::map<std::string_view, const Type*> typedef_types_;
  std::set<const Typedef*> open_typedefs_;
  std::map<std::string_view, const Type*> enum_types_;
  std::map<std::string_view, Constant> constants_;
  std::map<std::string_view, Var*> globals_;
  std::map<const Type*, const Type*> callback_types_;
  Record* any_class_ = nullptr;  // what a callback's object is of
  std::map<std::string_view, std::vector<Func*>> functions_;
  std::vector<Record*> used_;         // `use`d classes
  std::vector<const Expr*> lengths_;  // pointers whose lengths are asked for
  Record* object_ = nullptr;          // the class Object

  // The function being checked.
  Func* func_ = nullptr;
  Func* method_ = nullptr;  // the same, or the one that the blocks around are in
  Block* block_ = nullptr;  // the innermost block
  std::vector<Func*> blocks_;
  int blocks_made_ = 0;
  std::set<const Field*> no_escape_fields_;
  std::vector<Scope> scopes_;
  Stmt* par_ = nullptr;
  int loops_ = 0, switches_ = 0;  // of the body: the par block's or the function's
  int defer_depth_ = 0;           // loops_ and switches_ count from the defer inside one
  int try_depth_ = 0;
  uint32_t next_number_ = 0;
  const Type* array_init_ = nullptr;
  uint32_t nesting_ = 0;
};

}  // namespace tack::xc
