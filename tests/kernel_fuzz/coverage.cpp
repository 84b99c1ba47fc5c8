// SPDX-License-Identifier: Apache-2.0
#include "kernel_fuzz/coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "kernel_fuzz/call.hpp"

namespace tack::kernel_fuzz {
namespace {

using Rules = std::set<std::string>;

// What stands behind a name, by the letters that the maker gives it.
std::string role_of(std::string name) {
  name.erase(0, name.rfind('.') + 1);
  if (name == "C") return "table";
  if (name.starts_with("buf")) return "local array";
  switch (name.empty() ? ' ' : name[0]) {
    case 'x':
    case 'y':
      return "own";
    case 'a':
    case 'b':
      return "input";
    case 'q':
      return "array parameter";
    case 'g':
      return "second name";
    default:
      return "vector";
  }
}

Kind joined(const Expr& a, const Expr& b) {
  auto kind = promote(a.type.kind, b.type.kind);
  return kind ? *kind : a.type.kind;
}

class Walk {
 public:
  Walk(const Program& program, const std::set<uint32_t>& lines, Rules& rules)
      : program_(program), lines_(lines), rules_(rules) {}

  void function(const Function& f, bool is_kernel) {
    is_kernel_ = is_kernel;
    is_method_ = !f.owner.empty();
    if (is_kernel && is_method_) note("kernel of a class");
    loops_ = 0;
    block(f.body, 0);
    if (is_kernel && !f.returns.empty()) note("return -> " + f.returns);
  }

 private:
  const Program& program_;
  const std::set<uint32_t>& lines_;
  Rules& rules_;
  bool is_kernel_ = false, is_target_ = false, in_vector_ = false, is_method_ = false;
  int loops_ = 0;

  bool is_object(const std::string& text) const {
    std::string head = text.substr(0, text.find('.'));
    return !program_.object.empty() &&
           (head == program_.object || head == "self" || head == "ob" || head[0] == 'g');
  }

  void note(std::string rule) { rules_.insert(std::move(rule)); }

  void block(const std::vector<Stmt>& body, int depth) {
    for (const Stmt& s : body) statement(s, depth);
  }

  void statement(const Stmt& s, int depth) {
    bool ran = lines_.count(static_cast<uint32_t>(s.line)) > 0;
    bool is_loop = s.form == Stmt::Form::For || s.form == Stmt::Form::While;
    // Neither makes code of its own.
    bool is_silent = s.form == Stmt::Form::Break || s.form == Stmt::Form::Continue ||
                     s.form == Stmt::Form::Pass || s.form == Stmt::Form::Doc ||
                     s.form == Stmt::Form::Return || (is_kernel_ && depth == 0) ||
                     (s.form == Stmt::Form::Assign && s.values[0].form == Expr::Form::Name &&
                      s.targets[0].text[0] == 'g');
    if (ran || is_silent) form(s, depth);
    if (ran || is_silent) {
      for (const Expr& e : s.values) expr(e);
      is_target_ = true;
      for (const Expr& e : s.targets)
        if (!is_loop) expr(e);
      is_target_ = false;
    }
    loops_ += is_loop;
    block(s.body, depth + 1);
    loops_ -= is_loop;
    block(s.orelse, depth + 1);
  }

  void step(const Expr& e, bool is_parallel) {
    if (e.form == Expr::Form::Binary && e.text == "-") note("step that may be negative");
    for (const Argument& a : program_.arguments)
      if (is_parallel && e.text == a.name && as_number(a) <= 0)
        note("parallel step that is not positive");
  }

  void loop(const Stmt& s, bool is_parallel) {
    std::string where = is_parallel ? "parallel " : "";
    const Expr& space = s.values[0];
    if (space.form == Expr::Form::Name) {
      note(where + "loop over an object");
      if (s.targets[0].type.is_vector() ||
          (!s.body.empty() && !s.body[0].values.empty() && s.body[0].values[0].type.is_vector()))
        note(where + "loop over an object of several extents");
      return;
    }
    if (space.text == "range") {
      note(where + "range of " + std::to_string(space.args.size()));
      if (space.args.size() == 3) step(space.args[2], is_parallel);
    } else {
      note(where + space.text);
      note(where + "loop of " + std::to_string(s.targets.size()));
      for (const Expr& e : space.args)
        if (e.form == Expr::Form::Tuple) note(where + "pair");
    }
  }

  void unpacking(const Stmt& s) {
    const Expr& value = s.values[0];
    if (s.values.size() > 1)
      note("tuple assignment");
    else if (value.form == Expr::Form::List)
      note("tuple assignment of a list");
    else
      note(value.type.is_vector() ? "unpacking of a vector" : "unpacking of a call");
    if (s.targets.size() == 3) note("tuple assignment of three");
    auto all = [&](Expr::Form form) {
      return std::all_of(s.targets.begin(), s.targets.end(),
                         [&](const Expr& e) { return e.form == form; });
    };
    if (all(Expr::Form::Index) && s.values.size() == 2) note("swap of elements");
    if (all(Expr::Form::Name) && s.values.size() > 1 && s.targets[0].text == s.values.back().text)
      note("swap of locals");
    for (const Expr& e : s.targets)
      if (e.form == Expr::Form::Tuple && s.targets.size() > 1) note("nested targets");
  }

  static bool has_effect(const Expr& e) {
    return e.text.starts_with("tack.atomic") ||
           std::any_of(e.args.begin(), e.args.end(), has_effect);
  }

  // Links of a chain of elif, the first one too.
  void chain(const Stmt& s) {
    int arms = 1;
    for (const Stmt* at = &s; at->text == "elif"; at = at->orelse.data()) ++arms;
    if (arms >= 10) note("elif chain of 10");
    if (arms >= 24) note("elif chain of 24");
  }

  void form(const Stmt& s, int depth) {
    switch (s.form) {
      case Stmt::Form::Assign:
        if (s.text == "=") {
          note("chain of assignments");
        } else if (s.targets.size() > 1 || s.targets[0].form == Expr::Form::Tuple) {
          unpacking(s);
        } else if (s.values[0].text == "tack.local_array" ||
                   s.values[0].text == "tack.local_array_like") {
          note(s.values[0].text);
        } else if (s.targets[0].text[0] == 'g' && s.values[0].form == Expr::Form::Name) {
          note(s.values[0].text == program_.object || s.values[0].text == "ob"
                   ? "second name of an object"
                   : "second name of an array");
        } else {
          note("assignment");
        }
        if (is_kernel_ && depth == 0) note("statement around the loop");
        return;
      case Stmt::Form::Augment: {
        const Expr& t = s.targets[0];
        bool is_name = t.form == Expr::Form::Name;
        note("augment " + s.text + " " + name_of(t.type.kind) + (is_name ? " local" : " element"));
        if (t.type.is_vector()) note("augment of a vector");
        return;
      }
      case Stmt::Form::Do:
        note(s.values[0].text.starts_with("tack.atomic") ? "atomic as a statement"
             : s.values[0].text == "print"               ? "print"
                                                         : "call as a statement");
        if (s.values[0].text == "print" && loops_ > 1) note("print in a loop");
        return;
      case Stmt::Form::If:
        note(s.text == "elif" ? "elif" : "if");
        chain(s);
        if (!s.orelse.empty()) note("else");
        if (loops_ > 1) note("if in a loop");
        return;
      case Stmt::Form::For:
        return loop(s, is_kernel_ && depth == 0);
      case Stmt::Form::While:
        note("while");
        if (loops_ > 1) note("while in a loop");
        return;
      case Stmt::Form::Break:
        return note("break");
      case Stmt::Form::Continue:
        return note(is_kernel_ && loops_ == 1 ? "continue of the parallel loop" : "continue");
      case Stmt::Form::Pass:
        return note("pass");
      case Stmt::Form::Doc:
        return note("docstring");
      case Stmt::Form::Return:
        if (is_kernel_) return;
        note(depth > 0 ? "return inside an if" : "return");
        if (s.values.size() == 2) note("return of two");
        if (s.values.size() == 3) note("return of three");
        if (s.values.empty()) note("return of nothing");
        return;
    }
  }

  void expr(const Expr& e) {
    std::string kind = name_of(e.type.kind);
    bool was_target = is_target_;
    switch (e.form) {
      case Expr::Form::Literal:
        note(e.type.strength == Strength::Weak ? "float literal" : "literal " + kind);
        break;
      case Expr::Form::Name:
        if (e.text == "N" || e.text == "W" || e.text == "T" || e.text == "U")
          note("constant " + e.text);
        if (e.text == "C" || e.text == "M") {
          if (e.type.is_vector()) note(e.type.cols ? "table as a matrix" : "table as a vector");
          bool is_typed = std::any_of(
              program_.constants.begin(), program_.constants.end(), [&](const std::string& line) {
                return line.starts_with(e.text) && line.find("), tack.") != std::string::npos;
              });
          if (!is_typed) note("table without a dtype");
        }
        if (e.text.starts_with("math.")) note(e.text);
        if (e.type.strength == Strength::Weak && e.text[0] == 't') note("literal by another name");
        if (e.type.is_vector() && e.text[0] == 'v') note("vector local");
        if (e.text == "None") note("index None");
        if (size_t dot = e.text.find('.'); dot != std::string::npos && is_object(e.text)) {
          std::string member = e.text.substr(dot + 1);
          note(member[0] == 'K'   ? "constant of a class"
               : member[0] == 's' ? "number of an object"
                                  : "array of an object");
          for (const auto& [hiding, value] : program_.attributes)
            if (hiding == member) note("constant that an instance hides");
        }
        break;
      case Expr::Form::Unary:
        note("unary " + e.text + (e.text == "not" ? "" : " " + kind));
        if (e.type.is_vector()) note("unary on vectors");
        break;
      case Expr::Form::Binary:
        if (e.text == "/" || e.text == "<<" || e.text == ">>" || e.text == "**" || e.text == "@")
          note("op " + e.text + " " + kind);
        else
          note("op " + e.text + " " + name_of(joined(e.args[0], e.args[1])));
        if (e.text == "@")
          note(e.args[0].type.cols   ? e.args[1].type.cols ? "matrix @ matrix" : "matrix @ vector"
               : e.args[1].type.cols ? "vector @ matrix"
                                     : "vector @ vector");
        else if (e.type.cols)
          note("matrix op " + e.text);
        else if (e.type.is_vector())
          note("vector op " + e.text);
        break;
      case Expr::Form::Compare: {
        std::istringstream ops(e.text);
        std::string op;
        for (size_t k = 1; ops >> op; ++k)
          note("compare " + op + " " + name_of(joined(e.args[k - 1], e.args[k])));
        if (e.args.size() > 2) note("chained comparison");
        if (e.args.size() > 2 && std::any_of(e.args.begin() + 2, e.args.end(), has_effect))
          note("effect in a chained comparison");
        if (e.type.is_vector()) note("mask");
        break;
      }
      case Expr::Form::Bool:
        note(e.type.is_vector() ? "mask " + e.text : e.text);
        if (std::any_of(e.args.begin() + 1, e.args.end(), has_effect)) note("effect in and or or");
        break;
      case Expr::Form::Conditional:
        if (has_effect(e.args[1]) || has_effect(e.args[2])) note("effect in a conditional");
        note(e.type.cols          ? "conditional of matrices"
             : e.type.is_vector() ? "conditional of vectors"
                                  : "conditional " + kind);
        break;
      case Expr::Form::Call:
        called(e, kind);
        break;
      case Expr::Form::Method:
        note("method " + e.text);
        break;
      case Expr::Form::Member:
        note(was_target ? "component store" : "component by name");
        break;
      case Expr::Form::Index: {
        const std::string& base = e.args[0].text;
        if (base.ends_with(".shape")) {
          note("shape");
          break;
        }
        std::string role = e.args[0].form == Expr::Form::Name ? role_of(base) : "vector";
        bool is_step = e.args[0].form == Expr::Form::Index && e.args[0].args[0].text == "M";
        if (base == "M" || is_step) note(is_step ? "load M of two steps" : "load M");
        note(std::string(was_target ? "store " : "load ") + role +
             (role == "own" || role == "input" || role == "local array" ? " " + kind : ""));
        if (e.type.is_vector())
          note((was_target ? "store of a " : "load of a ") +
               std::string(e.type.cols ? "matrix" : "vector"));
        if (was_target && e.args[0].type.cols) note("store of a matrix entry");
        if (e.args.size() > 2) note("index of " + std::to_string(e.args.size() - 1));
        break;
      }
      case Expr::Form::List:
        note("vector of numbers");
        if (!in_vector_) note("list as a vector");
        break;
      case Expr::Form::Tuple:
        break;
    }
    is_target_ = false;
    bool was_in = std::exchange(in_vector_, e.text.starts_with("tack.Vector") ||
                                                e.text.starts_with("tack.Matrix") ||
                                                e.form == Expr::Form::List);
    for (const Expr& a : e.args) expr(a);
    is_target_ = was_target;
    in_vector_ = was_in;
  }

  void method_called(const Function& f) {
    note(f.is_static ? "static method" : "method of an object");
    note(is_method_ ? "method in a method" : "method outside the class");
    auto same = std::count_if(program_.functions.begin(), program_.functions.end(),
                              [&](const Function& one) { return one.name == f.name; });
    if (same > 1) note("method of several classes");
    if (f.owner != program_.object_class) note("method of a base");
  }

  void called(const Expr& e, const std::string& kind) {
    if (e.text == "print") return;
    size_t stop = e.text.rfind('.');
    for (const Function& f : program_.functions) {
      if (f.name != e.text.substr(stop == std::string::npos ? 0 : stop + 1)) continue;
      if (!f.owner.empty()) method_called(f);
      note(is_kernel_ ? "device function" : "device function in a device function");
      if (e.type.is_vector())
        note(std::string("device function that gives a ") + (e.type.cols ? "matrix" : "vector"));
      if (f.owner.empty() && !f.parameters.empty() && f.parameters[0] == "ob")
        note("object passed to a device function");
      for (const Expr& a : e.args)
        if (a.type.is_vector())
          note(std::string("device function of a ") + (a.type.cols ? "matrix" : "vector"));
      for (const Expr& a : e.args)
        if (a.form == Expr::Form::Name && !a.text.empty() && (a.text[0] == 'x' || a.text[0] == 'a'))
          note("array passed to a device function");
      return;
    }
    std::string f = e.text;
    bool is_cast = f == "int" || f == "float";
    for (Kind k : kNumbers) is_cast |= f == "tack." + name_of(k);
    if (is_cast) {
      note("cast of " +
           (e.args[0].type.strength == Strength::Strong ? name_of(e.args[0].type.kind)
                                                        : "a literal") +
           " to " + kind);
      if (e.type.is_vector()) note("cast of a vector");
      return;
    }
    if (f.starts_with("tack.random.") || f.starts_with("tack.local_array")) return note(f);
    if (f.starts_with("tack.math.")) return note(f + " " + kind);
    if (f.starts_with("tack.atomic")) {
      note(f + " " + kind);
      if (e.type.is_vector()) note(e.type.cols ? "atomic of a matrix" : "atomic of a vector");
      for (const Argument& a : program_.arguments) {
        if (a.name != e.args[0].text) continue;
        if (a.element && !e.type.is_vector()) note("atomic of a component");
        if (a.name[a.name.rfind('.') + 1] == 'c') note("shared " + f + " " + kind);
      }
      return;
    }
    size_t dot = f.rfind('.');
    if (dot != std::string::npos) f = f.substr(dot + 1);
    if (e.text.starts_with("tack.Matrix")) return note(e.text);
    if (f == "select" || f == "any" || f == "all" || f == "len" || f == "Vector") return note(f);
    note("builtin " + f + " " + kind);
  }
};

void add_data(const Program& program, Rules& rules) {
  if (program.classes.size() == 4) rules.insert("bases with a base in common");
  const Way& w = program.way;
  rules.insert("isa " + w.isa);
  rules.insert("width " + std::to_string(w.width));
  rules.insert("threads " + std::to_string(w.threads));
  if (w.small) rules.insert("code for small arrays");
  if (w.extents) rules.insert("code for these extents");
  if (w.checks) rules.insert("code of debug mode");
  rules.insert(program.strict ? "everything guarded" : "total operations");
  const auto& args = program.arguments;
  for (size_t k = 0; k < args.size(); ++k) {
    if (!args[k].is_array) {
      rules.insert("argument " + name_of(args[k].kind));
      continue;
    }
    if (args[k].shape.empty()) rules.insert("array without dimensions");
    for (int64_t extent : args[k].shape)
      if (extent == 0) rules.insert("array without elements");
    if (args[k].element) rules.insert(args[k].cols ? "array of matrices" : "array of vectors");
    for (size_t other = 0; other < k; ++other) {
      if (!args[other].is_array || args[other].block != args[k].block) continue;
      rules.insert(args[other].kind != args[k].kind       ? "the same memory as another type"
                   : args[other].offset != args[k].offset ? "arrays that overlap"
                                                          : "the same array twice");
    }
  }
}

}  // namespace

void Coverage::add(const Program& program, const std::set<uint32_t>& lines) {
  Rules rules;
  for (const Function& f : program.functions)
    Walk(program, lines, rules).function(f, &f == &program.functions.back());
  add_data(program, rules);
  for (const std::string& rule : rules) ++kernels_[rule];
}

bool Coverage::report(bool all) const {
  size_t reached = 0;
  std::vector<std::string> missing;
  for (const std::string& rule : wanted_rules()) {
    if (kernels_.count(rule))
      ++reached;
    else
      missing.push_back(rule);
  }
  fmt::print("{} of {} rules of the language ran\n", reached, wanted_rules().size());
  if (all)
    for (const auto& [rule, kernels] : kernels_) fmt::print("{:7} {}\n", kernels, rule);
  for (const std::string& rule : missing) fmt::print("never ran: {}\n", rule);
  return missing.empty();
}

}  // namespace tack::kernel_fuzz
