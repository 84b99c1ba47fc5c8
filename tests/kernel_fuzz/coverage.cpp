// SPDX-License-Identifier: Apache-2.0
#include "kernel_fuzz/coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "kernel_fuzz/run.hpp"

namespace tack::kernel_fuzz {
namespace {

using Rules = std::set<std::string>;

// What stands behind a name, by the letters that the maker gives it.
std::string role_of(const std::string& name) {
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
    loops_ = 0;
    block(f.body, 0);
    if (is_kernel && !f.returns.empty()) note("return -> " + f.returns);
  }

 private:
  const Program& program_;
  const std::set<uint32_t>& lines_;
  Rules& rules_;
  bool is_kernel_ = false, is_target_ = false;
  int loops_ = 0;

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

  void loop(const Stmt& s, bool is_parallel) {
    std::string where = is_parallel ? "parallel " : "";
    const Expr& space = s.values[0];
    if (space.text == "range") {
      note(where + "range of " + std::to_string(space.args.size()));
    } else {
      note(where + space.text);
      note(where + "loop of " + std::to_string(s.targets.size()));
      for (const Expr& e : space.args)
        if (e.form == Expr::Form::Tuple) note(where + "pair");
    }
  }

  void form(const Stmt& s, int depth) {
    switch (s.form) {
      case Stmt::Form::Assign:
        if (s.targets.size() > 1) {
          note(s.values.size() == 1 ? "unpacking of a call" : "tuple assignment");
          if (s.targets.size() == 3) note("tuple assignment of three");
          bool elements = std::all_of(s.targets.begin(), s.targets.end(),
                                      [](const Expr& e) { return e.form == Expr::Form::Index; });
          if (elements && s.values.size() == 2) note("swap of elements");
        } else if (s.values[0].text == "tack.local_array" ||
                   s.values[0].text == "tack.local_array_like") {
          note(s.values[0].text);
        } else if (s.targets[0].text[0] == 'g' && s.values[0].form == Expr::Form::Name) {
          note("second name of an array");
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
                                                         : "call as a statement");
        return;
      case Stmt::Form::If:
        note(s.text == "elif" ? "elif" : "if");
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
        if (e.text == "N" || e.text == "W" || e.text == "T") note("constant " + e.text);
        if (e.text.starts_with("math.")) note(e.text);
        if (e.type.strength == Strength::Weak && e.text[0] == 't') note("literal by another name");
        if (e.type.is_vector() && e.text[0] == 'v') note("vector local");
        if (e.text == "None") note("index None");
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
        if (e.type.is_vector()) note("mask");
        break;
      }
      case Expr::Form::Bool:
        note(e.type.is_vector() ? "mask " + e.text : e.text);
        break;
      case Expr::Form::Conditional:
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
        note(std::string(was_target ? "store " : "load ") + role +
             (role == "own" || role == "input" || role == "local array" ? " " + kind : ""));
        if (e.type.is_vector()) note(was_target ? "store of a vector" : "load of a vector");
        if (e.args.size() > 2) note("index of " + std::to_string(e.args.size() - 1));
        break;
      }
      case Expr::Form::List:
        note("vector of numbers");
        break;
      case Expr::Form::Tuple:
        break;
    }
    is_target_ = false;
    for (const Expr& a : e.args) expr(a);
    is_target_ = was_target;
  }

  void called(const Expr& e, const std::string& kind) {
    for (const Function& f : program_.functions) {
      if (f.name != e.text) continue;
      note(is_kernel_ ? "device function" : "device function in a device function");
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
    if (f.starts_with("tack.atomic")) return note(f + " " + kind);
    size_t dot = f.rfind('.');
    if (dot != std::string::npos) f = f.substr(dot + 1);
    if (e.text.starts_with("tack.Matrix")) return note(e.text);
    if (f == "select" || f == "any" || f == "all" || f == "len" || f == "Vector") return note(f);
    note("builtin " + f + " " + kind);
  }
};

void add_data(const Program& program, Rules& rules) {
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
    if (args[k].element) rules.insert("array of vectors");
    for (size_t other = 0; other < k; ++other) {
      if (!args[other].is_array || args[other].block != args[k].block) continue;
      rules.insert(args[other].kind != args[k].kind       ? "the same memory as another type"
                   : args[other].offset != args[k].offset ? "arrays that overlap"
                                                          : "the same array twice");
    }
  }
}

}  // namespace

const std::vector<std::string>& wanted_rules() {
  static const std::vector<std::string> rules = [] {
    std::vector<std::string> out = {"assignment",
                                    "tuple assignment",
                                    "tuple assignment of three",
                                    "swap of elements",
                                    "unpacking of a call",
                                    "second name of an array",
                                    "statement around the loop",
                                    "atomic as a statement",
                                    "call as a statement",
                                    "if",
                                    "elif",
                                    "else",
                                    "if in a loop",
                                    "while",
                                    "while in a loop",
                                    "break",
                                    "continue",
                                    "continue of the parallel loop",
                                    "pass",
                                    "docstring",
                                    "return",
                                    "return inside an if",
                                    "return of two",
                                    "return of nothing",
                                    "range of 1",
                                    "range of 2",
                                    "range of 3",
                                    "tack.ndindex",
                                    "tack.ndrange",
                                    "pair",
                                    "loop of 1",
                                    "loop of 2",
                                    "loop of 3",
                                    "parallel range of 1",
                                    "parallel range of 2",
                                    "parallel range of 3",
                                    "parallel tack.ndindex",
                                    "parallel tack.ndrange",
                                    "parallel pair",
                                    "parallel loop of 1",
                                    "parallel loop of 2",
                                    "parallel loop of 3",
                                    "parallel loop of 4",
                                    "parallel loop of 5",
                                    "parallel loop of 8",
                                    "tack.local_array",
                                    "tack.local_array_like",
                                    "float literal",
                                    "literal i32",
                                    "literal i64",
                                    "constant N",
                                    "constant W",
                                    "constant T",
                                    "math.pi",
                                    "math.e",
                                    "literal by another name",
                                    "index None",
                                    "index of 2",
                                    "index of 3",
                                    "shape",
                                    "len",
                                    "load table",
                                    "load array parameter",
                                    "store array parameter",
                                    "load second name",
                                    "store second name",
                                    "chained comparison",
                                    "and",
                                    "or",
                                    "unary not",
                                    "device function",
                                    "device function in a device function",
                                    "array passed to a device function",
                                    "select",
                                    "any",
                                    "all",
                                    "Vector",
                                    "vector of numbers",
                                    "vector local",
                                    "mask",
                                    "mask and",
                                    "mask or",
                                    "unary on vectors",
                                    "cast of a vector",
                                    "conditional of vectors",
                                    "component by name",
                                    "component store",
                                    "load of a vector",
                                    "store of a vector",
                                    "load vector",
                                    "store vector",
                                    "augment of a vector",
                                    "method dot",
                                    "method sum",
                                    "method min",
                                    "method max",
                                    "method norm",
                                    "method norm_sqr",
                                    "method cross",
                                    "tack.random.advance",
                                    "tack.Matrix",
                                    "tack.Matrix.identity",
                                    "matrix @ matrix",
                                    "matrix @ vector",
                                    "vector @ matrix",
                                    "vector @ vector",
                                    "matrix op +",
                                    "matrix op -",
                                    "matrix op *",
                                    "conditional of matrices",
                                    "method transpose",
                                    "method trace",
                                    "method determinant",
                                    "tack.random.seed",
                                    "tack.random.uniform",
                                    "tack.random.normal",
                                    "tack.random.direction2",
                                    "array without dimensions",
                                    "array without elements",
                                    "array of vectors",
                                    "the same memory as another type",
                                    "arrays that overlap",
                                    "the same array twice",
                                    "code for small arrays",
                                    "code for these extents",
                                    "code of debug mode",
                                    "everything guarded",
                                    "total operations"};
    auto each = [&](const std::string& head, std::initializer_list<const char*> names, auto& kinds,
                    const std::string& tail = "") {
      for (const char* n : names)
        for (Kind k : kinds) out.push_back(head + n + " " + name_of(k) + tail);
    };
    static constexpr Kind kFloats[] = {Kind::F32, Kind::F64};
    each("op ", {"+", "-", "*", "//", "%"}, kNumbers);
    each("op ", {"/", "**"}, kFloats);
    each("op ", {"&", "|", "^", "<<", ">>", "**"}, kIntegers);
    each("unary ", {"-", "+"}, kNumbers);
    each("unary ", {"~"}, kIntegers);
    each("compare ", {"==", "!=", "<", "<=", ">", ">="}, kNumbers);
    each("", {"conditional"}, kNumbers);
    for (const char* where : {" local", " element"}) {
      each("augment ", {"+", "-", "*", "//", "%"}, kNumbers, where);
      each("augment ", {"/"}, kFloats, where);
      each("augment ", {"&", "|", "^", "<<", ">>", "**"}, kIntegers, where);
    }
    each("", {"load own", "load input", "load local array", "store own", "store local array"},
         kNumbers);
    each("builtin ", {"abs", "min", "max"}, kNumbers);
    each("builtin ", {"sqrt", "floor", "ceil", "fabs"}, kFloats);
    each("tack.math.", {"fract", "mix", "clamp", "saturate", "smoothstep", "step", "sign"},
         kFloats);
    each("tack.atomic_", {"add"}, kNumbers);
    each("tack.atomic_", {"min", "max"}, kIntegers);
    for (Kind from : kNumbers)
      for (Kind to : kNumbers) out.push_back("cast of " + name_of(from) + " to " + name_of(to));
    for (Kind to : kNumbers) out.push_back("cast of a literal to " + name_of(to));
    for (const char* op : {"+", "-", "*", "/", "//", "%", "&", "|", "^", "<<", ">>"})
      out.push_back(std::string("vector op ") + op);
    for (const char* f : {"sin", "cos", "tan", "asin", "acos", "atan", "atan2", "exp", "exp2",
                          "log", "log2", "log10", "sinh", "cosh", "tanh", "pow"})
      out.push_back(std::string("builtin ") + f + " f32");
    for (Kind k : {Kind::I32, Kind::I64, Kind::U64, Kind::F32, Kind::F64})
      out.push_back("argument " + name_of(k));
    for (const char* r : {"int", "float", "tack.i8", "tack.u32", "tack.f32", "tack.f64"})
      out.push_back(std::string("return -> ") + r);
    for (const std::string& isa : isas()) out.push_back("isa " + isa);
    for (int w : {0, 1, 2, 4, 8, 16, 32, 64}) out.push_back("width " + std::to_string(w));
    for (int t : {1, 2, 7}) out.push_back("threads " + std::to_string(t));
    return out;
  }();
  return rules;
}

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
