// SPDX-License-Identifier: Apache-2.0
// Collections whose elements have a type: Array<T>*, Map<K, V>*, Map<V>*, Set<T>*. They are the
// plain class when the program runs; what goes in is checked here, what comes out is cast, and
// numbers go in and come out as Numbers.
#include <algorithm>

#include "frontend/xc/check_impl.hpp"

namespace tack::xc {
namespace {

// What a parameter or a result is, by the types in angle brackets.
enum class Part : uint8_t {
  Other,
  Key,      // a Map's key, which has any type where only the value's is given
  Element,  // an Array's or a Set's element, a Map's value
  Keys,     // an Array of those
  Elements,
};

struct Row {
  std::string_view owner, method;
  Part result;
  std::vector<Part> parameters;
};

const std::vector<Row>& rows() {
  using P = Part;
  static const std::vector<Row> kRows = {
      {"Array", "add", P::Other, {P::Element}},
      {"Array", "addAll", P::Other, {P::Elements}},
      {"Array", "get", P::Element, {P::Other}},
      {"Array", "first", P::Element, {}},
      {"Array", "last", P::Element, {}},
      {"Array", "set", P::Other, {P::Other, P::Element}},
      {"Array", "insert", P::Other, {P::Other, P::Element}},
      {"Array", "indexOf", P::Other, {P::Element}},
      {"Array", "contains", P::Other, {P::Element}},
      {"Map", "get", P::Element, {P::Key}},
      {"Map", "get", P::Element, {P::Key, P::Element}},
      {"Map", "set", P::Other, {P::Key, P::Element}},
      {"Map", "has", P::Other, {P::Key}},
      {"Map", "remove", P::Other, {P::Key}},
      {"Map", "keys", P::Keys, {}},
      {"Map", "values", P::Elements, {}},
      {"Set", "add", P::Other, {P::Element}},
      {"Set", "contains", P::Other, {P::Element}},
      {"Set", "remove", P::Other, {P::Element}},
      {"Set", "get", P::Element, {P::Other}},
      {"Set", "values", P::Elements, {}},
  };
  return kRows;
}

// The collection that a class is or derives from.
const Record* collection(const Record& record) {
  for (const Record* r = &record; r; r = r->base) {
    for (const Row& row : rows()) {
      if (row.owner == r->name) return r;
    }
  }
  return nullptr;
}

const Row* row_of(const Type& of, std::string_view method, size_t arguments) {
  const Record* r = of.arguments.empty() ? nullptr : collection(*of.record);
  if (!r) return nullptr;
  for (const Row& row : rows()) {
    if (row.owner == r->name && row.method == method && row.parameters.size() == arguments)
      return &row;
  }
  return nullptr;
}

}  // namespace

// Record<arguments>, of a class that is a collection.
const Type* Checker::generic(Record& record, const TypeSyntax& syntax) {
  const Record* of = collection(record);
  if (!of) {
    error(Msg::NoElements, syntax.where, {record.name});
    return types_.error();
  }
  size_t most = of->name == "Map" ? 2 : 1;
  if (syntax.arguments.size() > most) {
    error(Msg::ElementCount, syntax.where, {record.name, counted(most, "type")});
    return types_.error();
  }
  std::vector<const Type*> arguments;
  for (TypeSyntax* s : syntax.arguments) {
    const Type* t = resolve(s);
    if (t->is_error()) return t;
    if (t->kind == TypeKind::Class) t = types_.pointer(t);
    if (!t->is_object() && !t->is_number()) {
      error(Msg::ElementType, s->where, {record.name, spell(t)});
      return types_.error();
    }
    arguments.push_back(t);
  }
  return types_.generic(&record, std::move(arguments));
}

const Type* Checker::part_type(const Type& of, int part) {
  auto which = static_cast<Part>(part);
  bool key = which == Part::Key || which == Part::Keys;
  const Type* t = key ? (of.arguments.size() > 1 ? of.arguments[0] : nullptr) : of.arguments.back();
  if (which == Part::Other || !t) return nullptr;
  if (which == Part::Key || which == Part::Element) return t;
  auto it = records_.find("Array");
  if (it == records_.end() || !it->second->is_class) return nullptr;
  return types_.pointer(types_.generic(it->second, {t}));
}

// A call of Number's for a number in or out.
Expr* Checker::number_call(Expr* e, const Type* number, bool box) {
  auto it = records_.find("Number");
  if (it == records_.end() || !it->second->is_class) {
    error(Msg::NeedsNumber, e->where, {spell(number)});
    return fail(e);
  }
  std::string kind = number->is_float() ? "double" : number->is_signed() ? "i64" : "u64";
  const Type* wide =
      number->is_float() ? types_.of(TypeKind::Double) : types_.integer(64, number->is_signed());
  std::string name = kind + "Value";
  if (box) {
    name = "with" + kind;
    name[4] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[4])));
  }
  std::vector<Func*> methods = find_methods(*it->second, name);
  std::erase_if(methods, [&](Func* f) { return f->is_static != box; });
  if (methods.empty()) {
    error(Msg::NoMember, e->where, {"Number", name, ""});
    return fail(e);
  }
  Expr* call = make(ExprKind::Call, e->where, nullptr);
  if (box) {
    call->list = {cast(e, wide, true)};
    return call_candidates(call, methods, methods[0]->name, nullptr, nullptr);
  }
  const Type* object = types_.pointer(it->second->type);
  if (e->type != object) e = make(ExprKind::Cast, e->where, object, e);
  call = call_candidates(call, methods, methods[0]->name, e, nullptr);
  return call->type->is_error() ? call : cast(call, number, true);
}

// The arguments of a collection's method, checked and as the objects that it takes.
void Checker::elements_in(Expr* call, const Type& of, std::string_view method) {
  const Row* row = row_of(of, method, call->list.size());
  for (size_t k = 0; row && k < call->list.size(); ++k) {
    const Type* wanted = part_type(of, static_cast<int>(row->parameters[k]));
    if (!wanted) continue;
    Expr*& e = call->list[k];
    e = convert(check(e, wanted), wanted, Use::Assign);
    if (!e->type->is_error() && wanted->is_number()) e = number_call(e, wanted, true);
  }
}

// The result of a collection's method.
Expr* Checker::element_out(Expr* call, const Type& of, std::string_view method, size_t arguments) {
  const Row* row = row_of(of, method, arguments);
  const Type* given =
      row && !call->type->is_error() ? part_type(of, static_cast<int>(row->result)) : nullptr;
  if (!given || !call->type->is_object()) return call;
  if (given->is_number()) return number_call(call, given, false);
  return given == call->type ? call : make(ExprKind::Cast, call->where, given, call);
}

// for (T v in c), c with methods count() and get(i): as
// { auto c = ...; for (u32 i = 0; i < c.count(); i += 1) { T v = c.get(i); ... } }
bool Checker::for_in_collection(Stmt* s, Expr* slice) {
  const Type* t = s->a->type;
  if (!t->is_object()) return false;
  auto has = [&](std::string_view name, size_t parameters) {
    std::vector<Func*> found = find_methods(*t->to->record, name);
    return std::any_of(found.begin(), found.end(), [&](Func* f) {
      return !f->is_static && f->types.size() == parameters && f->results.size() == 1 &&
             (parameters == 0 ? f->results[0]->is_int() : f->types[0]->is_int());
    });
  };
  if (!has("count", 0) || !has("get", 1)) {
    error(Msg::NotACollection, s->a->where, {t->to->record->name});
    return false;
  }
  SourceRange where = s->a->where;
  auto variable = [&](std::string_view name, TypeSyntax::Kind kind, Expr* init) {
    Var& v = program_.var_arena.emplace_back();
    v.name = name;
    v.where = where;
    v.init = init;
    v.syntax = &program_.type_arena.emplace_back();
    v.syntax->kind = kind;
    v.syntax->where = where;
    v.syntax->name = "u32";
    return &v;
  };
  auto statement = [&](StmtKind kind) {
    Stmt& made = program_.stmt_arena.emplace_back();
    made.kind = kind;
    made.where = s->where;
    made.end = s->where;
    return &made;
  };
  auto declares = [&](Var* v) {
    Stmt* d = statement(StmtKind::Decl);
    d->vars = {v};
    return d;
  };
  auto named = [&](const Var* v) {
    Expr* e = make(ExprKind::Name, where, nullptr);
    e->name = v->name;
    return e;
  };
  auto call = [&](const Var* on, std::string_view name, std::vector<Expr*> list) {
    Expr* member = make(ExprKind::Member, where, nullptr, named(on));
    member->name = name;
    Expr* e = make(ExprKind::Call, where, nullptr, member);
    e->list = std::move(list);
    return e;
  };
  auto whole = [&](__int128 value) {
    Expr* e = make(ExprKind::Int, where, nullptr);
    e->exact = true;
    set_constant(*e, value);
    return e;
  };
  // No source can spell these.
  Var* of = variable("each.of", TypeSyntax::Kind::Auto, s->a);
  Var* index =
      variable("each.index", TypeSyntax::Kind::Named, slice && slice->b ? slice->b : whole(0));
  Var* v = s->vars[0];
  Expr* value = call(of, "get", {named(index)});
  if (v->syntax) {
    const Type* wanted = resolve(v->syntax);
    if (wanted->is_object()) {
      // Out of a plain collection comes any object: that this is one of the class is checked.
      value = make(ExprKind::Cast, where, nullptr, value);
      value->syntax = v->syntax;
    }
  } else {
    v->syntax = variable("", TypeSyntax::Kind::Auto, nullptr)->syntax;
  }
  v->init = value;
  Stmt* body = statement(StmtKind::Block);
  body->list = {declares(v), s->body};
  Stmt* loop = statement(StmtKind::For);
  loop->init = declares(index);
  Expr* end = slice && slice->c ? slice->c : call(of, "count", {});
  loop->a = make(ExprKind::Binary, where, nullptr, named(index), end);
  loop->a->op = slice && slice->c && slice->prefix ? Op::Le : Op::Lt;
  Expr* next = make(ExprKind::Assign, where, nullptr, named(index), whole(1));
  next->op = Op::Add;
  loop->exprs = {next};
  loop->body = body;
  s->kind = StmtKind::Block;
  s->a = nullptr;
  s->vars.clear();
  s->body = nullptr;
  s->list = {declares(of), loop};
  s->end = s->where;
  block(s);
  return true;
}

}  // namespace tack::xc
