// SPDX-License-Identifier: Apache-2.0
// The program as a tree. The parser fills in what was written; the checker adds types, what names
// mean, and the conversions the language inserts, in place.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/xc/types.hpp"
#include "support/source.hpp"

namespace tack::xc {

struct Expr;
struct Stmt;
struct Var;
struct Func;
struct Record;
struct Param;

// A type as written; the checker turns it into a Type.
struct TypeSyntax {
  enum class Kind : uint8_t {
    Named,
    Auto,
    Pointer,
    Weak,  // inner: the pointer
    Array,
    Record,
    Enum,
    Function,
    Block,     // inner: Function
    Callback,  // inner: Function, or the name of one
  } kind = Kind::Named;
  SourceRange where;
  std::string_view name;               // Named
  TypeSyntax* inner = nullptr;         // Pointer, Array, Function's result
  Expr* count = nullptr;               // Array; null for []
  Record* record = nullptr;            // Record
  std::vector<Param> parameters;       // Function
  std::vector<TypeSyntax*> arguments;  // Named: of a collection's elements
  bool variadic = false, throws = false;
};

struct Param {
  TypeSyntax* syntax = nullptr;
  std::string_view name;
  SourceRange where;
};

// A new kind is looked at by the parser (its node), Checker::raw, FunctionLowering's value, effect
// and place or aggregate, is_simple and is_invariant where it is cheap, stays and is_owned where it
// is an object, ParChecker::expr and parts, ReductionChecker::expr, AffineContext::of and fold, and
// ParPlaces. What only looks for something below an expression uses ast_walk.hpp.
enum class ExprKind : uint8_t {
  Error,
  Int,     // value
  Real,    // real, f32 or f64
  Text,    // text: a NUL-terminated string
  Name,    // name -> var, func or a constant
  Unary,   // op a
  Binary,  // a op b
  Assign,  // a op= b; op Assign is the plain one
  Step,    // ++ and --; `prefix`
  Cond,    // a ? b : c
  Call,    // a(list); after checking func, or a is a pointer
  Index,   // a[b]
  Member,  // a.name -> field, method or length
  Cast,    // (syntax)a; `implicit` ones are the checker's
  SizeofType,
  SizeofExpr,
  New,      // new T(list), new T[b]
  List,     // {list} as an initialiser
  Deref,    // *a
  Address,  // &a
  Decay,    // array a as a pointer to its first element (the checker's)
  Par,      // par.x and the others; name
  Self,     // the object of a method
  Super,    // super.name(list): a call that is not virtual
  // A block: func is its body, record the class of its objects, list what it captures, in the order
  // of the record's fields behind the code.
  BlockLiteral,
  Bind,     // &a.func: a method with its object
  WeakGet,  // a, a weak reference, as an ordinary one or null (the checker's)
  Results,  // (a, b) = f(...): list, a is the call; entries may declare
  VaArg,    // va_arg(a, T): the next of a variadic call's arguments
  Slice,    // a[b..c] in a for-in, b or c may be null; `prefix`: c belongs to it. Without a: the
            // range that fills an array
  Length,   // a.length of a pointer to what `new T[n]` made
  Forward,  // ... as a call's last argument: those that this function was given
};

enum class Op : uint8_t {
  None,
  Add,
  Sub,
  Mul,
  Div,
  Rem,
  Rol,
  Ror,
  Shl,
  Shr,
  Lt,
  Gt,
  Le,
  Ge,
  Eq,
  Ne,
  BitAnd,
  BitXor,
  BitOr,
  And,
  Or,
  Neg,
  Plus,
  Not,
  BitNot,
};
std::string_view op_text(Op op);

struct Field {
  std::string_view name;
  SourceRange where;
  TypeSyntax* syntax = nullptr;
  const Type* type = nullptr;
  uint64_t offset = 0;
};

struct Expr {
  ExprKind kind = ExprKind::Error;
  Op op = Op::None;
  bool prefix = false;    // Step. List: of a range's values. Slice: its end is inside
  bool implicit = false;  // Cast
  bool may_fail = false;  // Cast: (T?)x
  bool is_array = false;  // New: new T[b]
  bool exact = false;     // an integer made of literals only: folded without wrapping
  bool constant = false;  // value (or real) holds it
  bool is_bool = false;   // a truth value: 0 or 1 for sure
  bool parenthesised = false;
  bool is_virtual = false;    // Call of a method
  bool is_copy = false;       // Member: what a block has a copy of
  bool by_reference = false;  // BlockLiteral: reaches variables of the functions around
  bool takes_slots = false;   // Call of a formatter: with its values in slots
  bool flat_index = false;    // in a grid: the number of the point, as y * width + x
  uint32_t depth = 1;         // of the tree below: bounds recursion
  SourceRange where;
  const Type* type = nullptr;
  Expr* a = nullptr;
  Expr* b = nullptr;
  Expr* c = nullptr;
  std::vector<Expr*> list;
  std::string_view name;
  std::string text;
  __int128 value = 0;
  double real = 0;
  TypeSyntax* syntax = nullptr;    // also a Call: the T of va_arg(ap, T)
  const Type* type_arg = nullptr;  // New, Sizeof: the type meant
  Var* var = nullptr;
  Func* func = nullptr;
  Field* field = nullptr;
  Record* record = nullptr;  // a class named as in Math.sqrt
};

struct Var {
  std::string_view name;
  SourceRange where;
  TypeSyntax* syntax = nullptr;
  Expr* init = nullptr;
  const Type* type = nullptr;
  Func* owner = nullptr;   // null for a global
  Stmt* par = nullptr;     // the par block it is declared in
  uint32_t number = 0;     // order of declaration in its function
  bool is_global = false;  // also a static local: lives in a global
  bool is_param = false;
  bool is_range_index = false;  // of a for over a range
  bool address_taken = false;   // lives in memory
  bool assigned = false;        // other than by its initialiser
  uint32_t stores = 0;          // places that assign it as a whole
  Expr* stored = nullptr;       // what the last of them assigns, where that is a plain value
  bool is_volatile = false;
  bool in_progress = false;
  bool is_static = false, is_extern = false;
  bool is_va = false;         // va_start has set it: how many arguments va_arg has taken
  bool by_reference = false;  // `block:T v`: blocks write it
  bool no_escape = false;     // holds a block that reaches variables of functions around
  bool on_stack = false;      // `C c;`: a reference to an object that ends with the variable
  Var* inside = nullptr;      // this pointer stands in that variable, or behind it, ...
  uint64_t inside_at = 0;     // ... after so many bytes: see pointer_inside.hpp
};

enum class StmtKind : uint8_t {
  Error,
  Empty,
  Expr,
  Decl,
  If,
  While,
  For,
  ForRange,
  ForIn,
  Switch,
  Case,
  Return,
  Break,
  Continue,
  Goto,
  Label,
  Defer,
  Throw,
  Try,
  Delete,
  Block,
  Par,
  Asm,
};

enum class ParOp : uint8_t { Add, Mul, And, Or, Xor, Min, Max };

struct Reduction {
  ParOp op = ParOp::Add;
  SourceRange where;
  std::string_view name;
  Var* var = nullptr;
};

struct Catch {
  SourceRange where;
  TypeSyntax* syntax = nullptr;  // null: any
  Var* var = nullptr;
  Stmt* body = nullptr;
};

struct Stmt {
  StmtKind kind = StmtKind::Empty;
  SourceRange where;
  SourceRange end;       // Block: the closing brace
  Expr* a = nullptr;     // condition, value, subject, range begin
  Expr* b = nullptr;     // For: step. ForRange: end
  Expr* c = nullptr;     // ForRange: step literal
  Stmt* init = nullptr;  // For
  Stmt* body = nullptr;
  Stmt* other = nullptr;          // If: else
  std::vector<Stmt*> list;        // Block, Switch
  std::vector<Var*> vars;         // Decl; ForRange, ForIn: the variable
  std::vector<Expr*> exprs;       // Return: values. Case: labels; default is an empty list. ForIn:
                                  // the bounds of a slice
  std::vector<Expr*> label_ends;  // Case: the end of a range label, or null
  std::vector<Catch> catches;
  std::string_view name;    // Goto, Label, Par
  bool inclusive = false;   // ForRange
  bool has_label = false;   // a goto's target stands inside
  bool is_default = false;  // Case
  Stmt* target = nullptr;   // Goto: its Label
  bool jumped_to = false;   // Label: some goto names it
  uint32_t loops = 0;       // Return in a grid: loops of the body around it
  // Par
  std::vector<Expr*> grid;
  std::vector<Reduction> reductions;
  bool accuracy = false;
  std::string title;
  std::vector<Var*> captures;  // in the order of first use
  int64_t step = 1;            // ForRange
  bool is_par_loop = false;    // ForRange: the loop that a par block runs
  bool faulty = false;         // Par: an error stands in it, its contents are not looked at
};

struct Func {
  std::string_view name;
  SourceRange where;
  std::vector<TypeSyntax*> result_syntax;
  std::vector<Param> params;
  Stmt* body = nullptr;
  Record* owner = nullptr;  // a method's class
  bool is_static = false, is_final = false, variadic = false, throws = false;
  bool is_init = false, is_dealloc = false, is_inline = false;
  bool is_optional = false;  // a protocol's method that classes may lack
  std::string builtin;       // a body that the compiler has: "sqrt_f32"
  // Checked.
  std::vector<const Type*> results;
  std::vector<const Type*> types;
  std::vector<Var*> vars;  // parameters
  Var* self = nullptr;
  Func* parent_init = nullptr;  // of an init: the one of a class above that runs first
  int slot = -1;  // in the class's table of virtual methods, in the protocol's of witnesses
  bool overridden = false;
  bool has_labels = false;
  bool from_library = false;
  std::string symbol;
  std::vector<Stmt*> pars;
  std::vector<Func*> callees;           // direct
  std::vector<Var*> globals;            // used directly
  const Expr* reads_tail = nullptr;     // a va_arg, of a variadic function with a body
  const Expr* forwards_tail = nullptr;  // f(..., ...)
  // An error stands in it: it is checked as far as it goes, and no further stage looks at it.
  bool faulty = false;
  bool incomplete = false;          // the parser left statements out
  std::set<std::string_view> lost;  // names in them, which may have been declared there

  const Type* result(const Types& types_) const {
    return results.empty() ? types_.void_() : results[0];
  }
  // What a protocol wants of classes.
  bool is_requirement() const;
  bool is_external() const { return !body && builtin.empty() && !is_requirement(); }
  // What `...` stands for comes in slots, not as C passes it.
  bool takes_slots() const { return variadic && (body || is_requirement()); }
  // printf, and what it is made of in the library.
  bool is_formatter() const { return variadic && !builtin.empty(); }
};

// A protocol that a class says it conforms to.
struct Conformance {
  std::string_view name;
  SourceRange where;
  Record* protocol = nullptr;
};

// A struct, a class or a protocol, which is a class without fields whose methods have no bodies.
struct Record {
  bool is_class = false, is_protocol = false, packed = false, complete = false;
  std::string_view name;
  SourceRange where;
  std::deque<Field> fields;
  uint64_t size = 0, align = 1;
  uint32_t depth = 0;  // of the structs inside, of the classes above
  bool in_progress = false, laid_out = false;
  bool holds_counted = false;  // a field that counts
  const Type* type = nullptr;
  const Type* callback =
      nullptr;  // the function type of a callback, which is a struct of two words
  // Classes.
  std::string_view base_name;
  SourceRange base_where;
  Record* base = nullptr;
  std::vector<Conformance> protocols;  // of its own
  std::vector<Func*> methods;
  std::vector<Var*> statics;
  std::vector<Func*> table;  // virtual methods by slot
  Func* dealloc = nullptr;
  bool used_as_base = false;
};

inline bool Func::is_requirement() const { return owner && owner->is_protocol; }

// --- check_protocol.cpp: what objects of a class are
// The class that is wanted, one below it, or one that conforms to the protocol that is wanted.
bool is_kind_of(const Record& record, const Record& wanted);
// Every protocol of a class and of the classes above it, once.
std::vector<Record*> protocols_of(const Record& record);
// The class's method for a protocol's; null when it lacks that.
Func* implementation(const Record& record, const Func& requirement);

// A global and how many bytes into it.
struct ConstantAddress {
  Var* root = nullptr;
  int64_t offset = 0;
};
// What `pointer` points to, where that is known before the program runs; else no root.
ConstantAddress constant_address(const Expr& pointer);  // check_global.cpp

struct EnumMember {
  std::string_view name;
  SourceRange where;
  Expr* value = nullptr;
};
struct Enum {
  std::string_view name;
  SourceRange where;
  std::vector<EnumMember> members;
};
struct Typedef {
  std::string_view name;
  SourceRange where;
  TypeSyntax* syntax = nullptr;
};

// Everything at file scope, in order.
struct Program {
  std::vector<Func*> funcs;
  std::vector<Var*> globals;
  std::vector<Record*> records;
  std::vector<Enum*> enums;
  std::vector<Typedef*> typedefs;
  std::vector<std::pair<std::string_view, SourceRange>> uses;
  bool incomplete = false;  // an import was not found: an unknown name may stand in it
  // Names in declarations that could not be read: nothing else is said about them.
  std::set<std::string_view> lost;

  std::map<std::pair<const Var*, uint64_t>, Var*> pointers_inside;

  // Owners of the nodes.
  std::deque<Expr> expr_arena;
  std::deque<Stmt> stmt_arena;
  std::deque<TypeSyntax> type_arena;
  std::deque<Var> var_arena;
  std::deque<Func> func_arena;
  std::deque<Record> record_arena;
  std::deque<Enum> enum_arena;
  std::deque<Typedef> typedef_arena;
  std::deque<std::string> text_arena;
};

}  // namespace tack::xc
