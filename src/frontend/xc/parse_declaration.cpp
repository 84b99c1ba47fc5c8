// SPDX-License-Identifier: Apache-2.0
// Declarations: functions, variables, typedefs.
#include "frontend/xc/c_words.hpp"
#include "frontend/xc/parser_impl.hpp"

namespace tack::xc {

void Parser::declaration() {
  if (accept(";")) return;
  const Token& t = cur();
  if (t.is("}")) {
    fail(Msg::StrayBrace, t.where);
    return;
  }
  if (t.is("use")) {
    take();
    const Token& name = cur();
    if (!variable_name("'use'").empty()) program_.uses.push_back({name.text, name.where});
    expect(";", "the class's name");
    return;
  }
  if (t.is("typedef")) return typedef_();
  if (t.is("class")) return class_();
  if (t.is("protocol")) return protocol();
  if (t.is("asm")) {
    fail(Msg::NotBuilt, t.where, {"blocks of inline assembly"});
    return;
  }
  if (t.is("enum")) {
    enum_(nullptr);
    return;
  }
  if (t.is("struct") && (cur(1).is("{") || cur(2).is("{") || cur(2).is(":") || cur(2).is(";")))
    return struct_(nullptr);
  Modifiers m = modifiers();
  if (at_named_shape()) {
    program_.globals.push_back(shape_variable(m));
    expect(";", "the declaration");
    return;
  }
  bool c_type = cur().ident() && !xc_type(cur().text).empty() && cur(1).is("*");
  if (!is_type_name(cur()) && !c_type && !at("struct") && type_length(0, false) == 0) {
    if (refuse_unbuilt_type()) return;
    if (can_name(cur()) && (cur(1).ident() || (cur(1).is("*") && cur(2).ident()))) {
      std::vector<std::string_view> names = known_types();
      names.insert(names.end(), {"struct", "class", "enum", "typedef", "protocol"});
      fail(Msg::UnknownType, cur().where, {cur().text, suggest(cur().text, names)});
    } else {
      fail(Msg::ExpectedDeclaration, cur().where, {describe_word(cur())});
    }
    return;
  }
  std::vector<TypeSyntax*> types = type_list();
  if (panic_) return;
  const Token& name = cur();
  if (cur(1).is("(") && can_name(name)) {
    take();
    Func* f = function(std::move(types), name);
    f->is_static = m.is_static;
    f->is_inline = m.is_inline;
    if (!panic_) program_.funcs.push_back(f);
    return;
  }
  if (types.size() > 1) {
    fail(Msg::ExpectedFunction, name.where);
    return;
  }
  std::vector<Var*> vars;
  variables(types[0], m, vars);
  if (!panic_) program_.globals.insert(program_.globals.end(), vars.begin(), vars.end());
  expect(";", "the declaration");
}

void Parser::typedef_() {
  take();
  Typedef& def = program_.typedef_arena.emplace_back();
  if (at_named_shape()) {
    def.syntax = shape(&def.name, &def.where);
    expect(";", "the typedef");
    program_.typedefs.push_back(&def);
    return;
  }
  def.syntax = type();
  const Token& name = cur();
  def.where = name.where;
  def.name = variable_name("the type");
  if (at("(")) {
    Func& shape = program_.func_arena.emplace_back();
    parameters(shape);
    TypeSyntax* f = make_type(TypeSyntax::Kind::Function, name.where);
    f->inner = def.syntax;
    f->parameters = shape.params;
    f->variadic = shape.variadic;
    f->throws = accept("throws");
    def.syntax = f;
  } else {
    def.syntax = array_suffix(def.syntax);
  }
  if (!panic_) program_.typedefs.push_back(&def);
  expect(";", "the typedef");
}

void Parser::parameters(Func& func) {
  expect("(", "the function's name");
  if (at("void") && cur(1).is(")")) take();
  while (!at(")") && !at_end()) {
    if (accept("...")) {
      func.variadic = true;
      break;
    }
    Param p;
    p.where = cur().where;
    bool named = at_named_shape();
    p.syntax = named ? shape(&p.name, &p.where) : type();
    if (!named && !at(",") && !at(")")) {
      p.where = cur().where;
      p.name = variable_name("the parameter's type");
      p.syntax = array_suffix(p.syntax);
    }
    func.params.push_back(p);
    if (!accept(",")) break;
  }
  expect(")", "the parameters");
}

void Parser::annotations(Func& func) {
  for (;;) {
    if (accept("throws")) {
      func.throws = true;
    } else if (accept(":")) {
      const Token& name = cur();
      if (!name.ident()) {
        fail(Msg::ExpectedName, name.where, {"':'", describe(name)});
        return;
      }
      take();
      if (name.text == "builtin" && at("(") && cur(1).kind == Tok::String) {
        take();
        std::string_view spelled = take().text;
        func.builtin = spelled.substr(1, spelled.size() - 2);
        expect(")", "the built-in's name");
      } else if (name.text == "final") {
        func.is_final = true;
      } else if (name.text == "naked") {
        fail(Msg::NotBuilt, name.where, {"naked functions"});
      } else if (name.text != "main" && name.text != "banked" && name.text != "irq" &&
                 name.text != "shadow") {
        reporter_.report(Msg::UnknownAnnotation, name.where, {name.text});
      }
      if (at("(")) {
        int depth = 0;
        do {
          if (at("(")) ++depth;
          if (at(")")) --depth;
          take();
        } while (depth > 0 && !at_end());
      }
    } else {
      return;
    }
  }
}

Func* Parser::function(std::vector<TypeSyntax*> results, const Token& name) {
  Func& f = program_.func_arena.emplace_back();
  f.name = name.text;
  f.where = name.where;
  f.result_syntax = std::move(results);
  parameters(f);
  annotations(f);
  if (!panic_ && !accept(";")) {
    if (at("{")) {
      size_t errors = reporter_.errors();
      func_ = &f;
      f.body = block();
      func_ = nullptr;
      f.faulty = reporter_.errors() != errors;
    } else {
      fail(Msg::ExpectedBody, cur().where, {f.name, describe_word(cur())});
    }
  }
  return &f;
}

Expr* Parser::initialiser() {
  Nest nest(*this);
  if (!at("{")) {
    Expr* value = expression();
    if (!at("..") && !at("...")) return value;
    return slice(cur().where, nullptr, value);
  }
  if (looks_like_block()) return block_literal(nullptr);
  Expr* e = make_expr(ExprKind::List, take().where);
  while (!at("}") && !at_end()) {
    e->list.push_back(initialiser());
    if (!accept(",")) break;
  }
  expect("}", "the initialiser");
  set_depth(*e);
  return e;
}

// `T a, b = 1;`, `T a = 1, b = 2;` and `T a, b = 1, 2;` (list against list).
void Parser::variables(TypeSyntax* base, const Modifiers& m, std::vector<Var*>& out) {
  auto declarator = [&] {
    Var& v = program_.var_arena.emplace_back();
    v.where = cur().where;
    v.name = variable_name("the type");
    v.syntax = array_suffix(base);
    v.is_static = m.is_static;
    v.is_extern = m.is_extern;
    v.is_volatile = m.is_volatile;
    if (at("(") && !panic_) {
      // `C c(args);` is an object of its own.
      v.on_stack = true;
      v.init = make_expr(ExprKind::New, v.where);
      v.init->syntax = v.syntax;
      v.init->list = arguments();
      set_depth(*v.init);
    }
    out.push_back(&v);
    return &v;
  };
  size_t before_value = 0;
  bool lists = false;
  for (;;) {
    Var* v = declarator();
    ++before_value;
    if (accept("=")) {
      v->init = initialiser();
      bool value_follows = !(can_name(cur(1)) && (cur(2).is("=") || cur(2).is("[")));
      if (before_value > 1 && !lists && at(",") && value_follows) {
        // The first value of a list: it belongs to the first of the names.
        std::vector<Expr*> values{v->init};
        v->init = nullptr;
        SourceRange where = cur().where;
        while (accept(",")) values.push_back(initialiser());
        size_t first = out.size() - before_value;
        if (values.size() != before_value && !panic_) {
          fail(Msg::ListMismatch, where,
               {counted(before_value, "variable"), counted(values.size(), "value")});
          return;
        }
        for (size_t i = 0; i < values.size() && first + i < out.size(); ++i)
          out[first + i]->init = values[i];
        return;
      }
      lists = true;
    }
    if (!accept(",")) return;
  }
}

}  // namespace tack::xc
