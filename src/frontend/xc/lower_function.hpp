// SPDX-License-Identifier: Apache-2.0
// Lowers one function, kernel or device function.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "frontend/xc/lower_module.hpp"

namespace tack::xc {

// Where a value lives.
struct Place {
  enum class Kind : uint8_t {
    Var,      // an IR var and a path into it
    Address,  // host memory
    Buffer,   // device code: an element of an array from outside
    Capture,  // device code: a scalar or struct from outside, read only
  } kind = Kind::Address;
  const Type* type = nullptr;
  Inst* base = nullptr;     // Var: the var. Address: the pointer
  std::vector<Inst*> path;  // Var
  bool in_array = false;    // Var: the path ends with the index of an element
  bool is_volatile = false;
  Var* root = nullptr;                            // Buffer, Capture
  uint64_t offset = 0;                            // Buffer, Capture: bytes
  std::vector<std::pair<Inst*, uint64_t>> terms;  // Buffer: index times bytes
};

class FunctionLowering {
 public:
  enum class Mode : uint8_t { Host, Device, Kernel };

  FunctionLowering(ModuleLowering& shared, ir::Function& function, Mode mode)
      : shared_(shared), types_(shared.types), b_(function), mode_(mode) {}

  void function(Func& f);  // lower_function.cpp
  void device_function(Func& f, DeviceFunction& out);
  void kernel(Stmt& par, std::vector<Capture>& captures);  // lower_par.cpp
  void teardown(Record& record, bool dealloc);             // lower_class.cpp
  void teardown_first(Record& record);
  void count_parts(const Type* t, bool up);  // lower_value.cpp

  // A value's scalars, in order.
  static void leaves(const Type* t, std::vector<const Type*>& out);

 private:
  // --- where jumps go
  struct Flat;
  struct JumpTarget {
    Inst* label = nullptr;  // leave this, or
    Flat* flat = nullptr;   // go on in that state
    int state = -1;
    bool ends_item = false;  // continue of the loop that a par block runs
    size_t scopes = 0;       // how many stay open
  };
  struct Cleanup {
    Place place;  // what is destroyed, or
    Stmt* defer = nullptr;
    Inst* reached = nullptr;  // the var that says whether a switch came past the defer
    Var* object = nullptr;    // one on the stack
    bool of_call = false;     // until the call that uses it returns
    SourceRange sole = {};    // where this is the only reference to the object
  };
  struct Scope {
    const Stmt* owner = nullptr;
    std::vector<Cleanup> cleanups;
  };
  struct Try {
    Inst* label = nullptr;  // leaving it goes to the handlers
    Inst* error = nullptr;  // the var of the thrown object
    size_t scopes = 0;
    size_t flats = 0;
  };

  bool host() const { return mode_ == Mode::Host; }
  ir::Type type(const Type* t) { return shared_.type(t); }
  Inst* number(const Type* t, __int128 value) {
    return b_.constant(ir_scalar(t), static_cast<uint64_t>(value));
  }
  void at(const SourceRange& where) { b_.set_loc(shared_.loc(where)); }
  // Whether the region that is being written has ended.
  bool dead() const;
  Inst* prologue_var(ir::Type type, std::string_view name);
  Inst* local_var(ir::Type type, std::string_view name);
  void start(Func* f);
  void finish();
  void parameters(Func& f);
  void end_of_body();

  // --- lower_expr.cpp, lower_operator.cpp, lower_assign.cpp
  Inst* value(Expr* e);      // scalars; null for void
  Inst* condition(Expr* e);  // i1
  Inst* truth_of(Inst* v);
  Inst* constant(const Expr& e);
  Inst* binary(Expr* e);
  Inst* arithmetic(Op op, const Type* t, Inst* a, Inst* b);
  Inst* compare(Op op, Inst* a, Inst* b);
  Inst* rotate(Op op, const Type* t, Inst* a, Inst* b);
  Inst* logical(Expr* e);
  Inst* conditional(Expr* e);
  Inst* cast(Expr* e);
  Inst* convert(Inst* v, const Type* from, const Type* to);
  Inst* assign(Expr* e);
  Inst* step(Expr* e);
  Inst* scaled(Inst* index, const Type* element, bool negate = false);
  Inst* new_(Expr* e);
  Place assign_struct(Expr* e);
  void results(Expr* e);
  void effect(Expr* e);  // an expression for what it does
  bool is_simple(const Expr* e, int depth = 0) const;
  bool is_invariant(const Expr* e, int depth = 0) const;
  Inst* index_value(Expr* e);
  Inst* known_index(Expr* e);

  // --- lower_place.cpp, lower_device_place.cpp, lower_value.cpp
  Place place(Expr* e);
  Place place_before(Expr* e, const Expr* later);  // to be used when `later` has run
  Place variable(Var& v, const SourceRange& where);
  Place field(Place p, const Field& f);
  Place element(Place p, Inst* index);  // of an array
  Place pointee(Expr* pointer);         // *pointer
  Place device_pointee(Expr* pointer);
  // lower_pointer.cpp: pointers in device code, which are places
  std::optional<Place> moved(Place p, Inst* index);
  bool anchor(const Place& p, Place& base, Inst*& index);
  ir::Type held(const Place& p);
  Inst* as_bits(ir::Type to, Inst* v);
  Place seen_as(Place p, const Type* t, const Expr* e);
  Place not_followed(const Expr* e);
  void copy_by_name(Var& v);
  void declare_pointer(Var& v, bool ahead);
  void assign_pointer(Var& v, Expr* to, const SourceRange& where);
  void step_pointer(Var& v, Inst* by);
  Place moving_place(const Var& v, const Expr* e);
  Place chosen_place(Expr* e);
  Inst* pointer_is_set(Expr* e);
  Inst* pointer_distance(Expr* a, Expr* b);
  Inst* pointer_compare(Expr* e);
  Place behind(Inst* pointer, const Type* t);
  Inst* load(const Place& p);
  void store(const Place& p, Inst* v);
  Inst* address(const Place& p);
  void copy(const Place& to, const Place& from);
  template <class Work>
  void each_element(uint64_t count, Work work);
  void zero(const Place& p);
  // What counts: stored with a count of its own, with the one it brings, in place of what was there
  // before; and let go.
  void copy_in(const Place& to, Inst* value);
  void copy_in(const Place& to, const Place& from);  // of structs and arrays
  void take(const Place& to, Inst* owned);
  void assign_over(const Place& to, Inst* owned);
  void assign_over(const Place& to, const Place& owned);
  void destroy(const Place& p);
  void destroy_at_end(const Place& p);
  void count(const Place& p, bool up);
  Place counted_var(const Type* t, std::string_view name, Inst* var = nullptr);
  Place in_memory(Place p);
  Place temporary(const Type* t);
  Place aggregate(Expr* e);  // a struct's place, made if need be
  void aggregate_into(const Place& empty, Expr* e);
  void initialise(const Place& p, Expr* e);
  Inst* buffer_access(const Place& p, Inst*& index);
  Place no_place(const Type* t);

  // --- lower_call.cpp, lower_abi.cpp, lower_device_call.cpp, lower_builtin.cpp
  Inst* call(Expr* e, const Place* into = nullptr, std::vector<Inst*>* all = nullptr);
  Inst* builtin(Expr* e);
  Inst* device_call(Expr* e, const Place* into);
  // lower_inline.cpp
  struct Inlined {
    Inst* label = nullptr;  // a return leaves it; null where the only return comes last
    std::vector<Place> results;
    size_t scopes = 0;
  };
  struct Argument {
    std::optional<Place> place;  // what a pointer points to; a struct
    Inst* value = nullptr;
    Inst* wide = nullptr;  // the same as i64, where it cannot wrap
  };
  std::vector<Place> call_in_place(Expr* e);
  std::vector<Argument> arguments_in_place(Expr* e);
  void bind_in_place(Var& v, const Argument& a);
  void zero_ahead(const Func& f, ir::Region& region, size_t begin);
  void returned_in_place(Stmt* s);
  void results_in_place(Expr* e);
  Inst* pointer_call(Expr* e, const Place* into);
  void flatten(const Type* t, const Place& p, std::vector<Inst*>& out);
  void unflatten(const Type* t, const Place& p, const std::vector<Inst*>& values, size_t& next);
  // `abi` of the first ones; those behind it as C passes the tail of a variadic call.
  std::vector<Inst*> host_arguments(const std::vector<Expr*>& list,
                                    const std::vector<AbiValue>& abi, bool lets_go);
  void pass_struct(const AbiValue& how, const Place& own, std::vector<Inst*>& out);
  std::vector<Inst*> load_registers(const AbiValue& how, const Place& from);
  void store_registers(const AbiValue& how, const Place& to, const std::vector<Inst*>& given);
  Place words(const AbiValue& how, const Type* t);
  void check_thrown(Inst* call, size_t results);
  std::vector<Inst*> given_values(Inst* call, const ModuleLowering::CallShape& shape, bool throws);
  // lower_varargs.cpp
  std::vector<Inst*> arguments(const Func& f, const ModuleLowering::CallShape& shape,
                               const std::vector<Expr*>& list, bool lets_go);
  std::vector<Inst*> slot_arguments(const Func& f, const ModuleLowering::CallShape& shape,
                                    const std::vector<Expr*>& list, bool lets_go);
  Inst* va_arg(Expr* e);
  Inst* length(Expr* e);  // lower_for_in.cpp
  void trap_if(Inst* condition, const SourceRange& where, std::string_view text);

  // --- lower_stmt.cpp, lower_loop.cpp, lower_for_in.cpp, lower_try.cpp
  void stmt(Stmt* s);
  void block(Stmt* s);
  void declaration(Stmt* s);
  void declare_ahead(Stmt* s);
  void if_(Stmt* s);
  void loop_body(Inst* loop, Stmt* s);
  void while_(Stmt* s);
  void for_(Stmt* s);
  void for_range(Stmt* s);
  void range_loop(Stmt* s);
  void for_in(Stmt* s);
  void return_(Stmt* s);
  void return_several(Stmt* s);
  void delete_(Stmt* s);
  void return_values(std::vector<Inst*> values);
  void try_(Stmt* s);
  void throw_(Inst* error);
  void jump(const JumpTarget& to);
  static bool contains_continue(const Stmt* s, int loops = 0);

  // --- lower_switch.cpp
  void switch_(Stmt* s);
  struct Section;
  std::vector<Section> sections(Stmt* s);
  struct Entries {
    std::vector<ir::SwitchCase> cases;
    std::vector<size_t> sections;  // one for each
    size_t otherwise = 0;
  };
  static Entries entries_of(const std::vector<Section>& all, size_t first, size_t last,
                            bool by_number);
  void switch_defers(Stmt* s);
  std::vector<int64_t> case_values(const Stmt* label, const Type* subject);

  // --- lower_goto.cpp: code with labels becomes a loop around a switch over states
  struct Flat {
    Stmt* area = nullptr;
    Inst* state = nullptr;
    Inst* loop = nullptr;
    Inst* again = nullptr;
    std::map<const Stmt*, int> labels;
    std::map<const Stmt*, std::set<const Stmt*>> around;
    std::vector<std::unique_ptr<ir::Region>> regions;
    size_t base_scopes = 0;
  };
  void area(Stmt* s);  // a block that gotos may jump about in
  void flat_stmt(Flat& f, Stmt* s);
  void flat_if(Flat& f, Stmt* s);
  void flat_loop(Flat& f, Stmt* s);
  void flat_switch(Flat& f, Stmt* s);
  int new_state(Flat& f);
  void enter(Flat& f, int state);  // goes on writing there
  void go(Flat& f, int state);     // ends the region
  void goto_(Stmt* s);
  void collect_labels(Flat& f, const Stmt* s, std::vector<const Stmt*>& around);

  // --- lower_object.cpp: references, scopes, cleanups
  bool is_owned(const Expr* e) const;
  Inst* owned(Expr* e);                         // a reference that counts
  Inst* counted_value(Expr* e, const Type* t);  // for a variable of that type, with its count
  Inst* weak_of(Inst* object);
  Inst* weak_get(Inst* weak);
  void keep_temporary(Inst* object, const Type* t);
  bool stays(const Expr* e, const std::vector<const Expr*>& later) const;
  Inst* in_use(Expr* e, const std::vector<const Expr*>& later);
  Inst* argument(Expr* e, const std::vector<const Expr*>& later, bool lets_go);
  bool needs_count(const Expr* e, const std::vector<const Expr*>& later, bool lets_go) const;
  void returned(size_t since);  // lets go what was held for a call
  void retain(Inst* object) {
    if (!object->is_const()) b_.call(shared_.retain(), {object});
  }
  void release(Inst* object) { b_.call(shared_.release(), {object}); }
  Inst* new_object(Expr* e);
  Inst* new_objects(Expr* e);
  Inst* object_element(Expr* e);
  void begin_object(Record& record, Inst* object);
  std::vector<Inst*> init_arguments(Expr* init);
  Inst* call_init(Expr* init, Inst* object, const std::vector<Inst*>& args);
  void stack_storage(Var& v);
  void stack_object(Var& v);
  void end_stack_object(Var& v);
  Inst* existing(const Expr* e, Inst* object);
  Inst* is_of(Inst* object, Record& record);  // lower_protocol.cpp
  Inst* witness_code(const Func& f, Inst* object);
  Inst* method_code(const Func& f, Inst* object, const SourceRange& where);
  Inst* binds(Expr* e);
  Inst* callback_holds(const Place& callback);  // lower_callback.cpp
  void callback(const Place& empty, Expr* e);
  // lower_block.cpp
  Inst* block_object(Expr* e);
  Inst* block_value(Expr* e);
  void ends_alone(const Place& p, const SourceRange& where);
  struct Callee {
    const Type* shape = nullptr;
    Inst* code = nullptr;  // a block's is looked up once it is known to be there
    Inst* on = nullptr;
    Inst* box = nullptr;      // a callback's, whose object may have ended
    Inst* checked = nullptr;  // must not be null
    std::string what;
  };
  Callee callee(Expr* e);
  Callee callback_callee(Expr* e);
  void initialiser_prologue(Func& f);
  Inst* checked_downcast(Inst* object, const Type* to, bool may_fail, const SourceRange& where);
  void open_scope(const Stmt* owner = nullptr) { scopes_.push_back({owner, {}}); }
  void close_scope();
  void run_cleanups(size_t down_to);
  template <class Body>
  void full_expression(const Body& body) {
    open_scope();
    body();
    close_scope();
  }

  // --- lower_par.cpp
  void par(Stmt* s);
  Inst* captured_scalar(Var& v, uint64_t offset, const Type* t, const SourceRange& where);
  Inst* captured_buffer(Var& v, ir::Kind kind);
  Inst* capture(const Capture& c, std::string name);
  Inst* array_address(Var& v);
  Inst* capture_argument(const Capture& c, std::vector<Inst*>& out);
  Inst* grid_value(const Expr& e);
  bool is_captured(const Var& v) const;
  bool is_flat_index(const Expr* e) const;
  Inst* flat_index();

  ModuleLowering& shared_;
  Types& types_;
  ir::Builder b_;
  Mode mode_;
  Func* func_ = nullptr;
  Stmt* par_ = nullptr;
  ir::Region prologue_;
  bool hoist_ = false;
  bool throws_ = false;
  std::vector<const Type*> results_;
  ModuleLowering::CallShape shape_;  // of a host function
  std::vector<Inst*> srets_;         // where structs among the results go
  Inst* self_ = nullptr;
  Inst* tail_ = nullptr;        // the slots that `...` stands for, of a variadic function
  Inst* tail_count_ = nullptr;  // and how many they are
  Inst* placeholder_ = nullptr;
  std::map<const Var*, Inst*> vars_;       // IR vars
  std::set<const Var*> ahead_;             // have their vars before their declarations
  std::map<const Var*, Inst*> addresses_;  // pointers: aggregate parameters
  std::map<const Var*, Inst*> values_;     // never assigned
  std::map<const Var*, Inst*> wide_;       // the same as i64, where it cannot wrap
  // Device code: pointer variables; those that are assigned; structs with pointers in them that a
  // function called in place was given.
  std::map<const Var*, Place> pointers_;
  struct Moving {
    std::optional<Place> base;  // the array that it stays in
    Inst* index = nullptr;      // the var that counts the elements from there
  };
  std::map<const Var*, Moving> moving_;
  std::map<const Var*, Place> given_;
  Inlined* inlined_ = nullptr;
  std::map<const Var*, Expr*> definitions_;  // device code: `u32 at = <flat index>`
  std::vector<Scope> scopes_;
  std::vector<const Expr*> later_;  // what is worked out before the place being made is used
  std::vector<Try> tries_;
  std::vector<JumpTarget> breaks_, continues_;
  std::vector<Flat*> flats_;
  std::map<const Stmt*, Inst*> reached_;  // defers directly in a switch
  std::map<Capture, Inst*> captured_;
  std::vector<Capture>* captures_ = nullptr;
  std::map<std::string_view, Inst*> grid_;
  int temporaries_ = 0;
};

}  // namespace tack::xc
