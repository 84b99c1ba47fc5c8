// SPDX-License-Identifier: Apache-2.0
#include "kernel_fuzz/print.hpp"

#include <algorithm>
#include <sstream>

namespace tack::kernel_fuzz {
namespace {

// Python's precedence, weakest first.
enum Level {
  kConditional,
  kOr,
  kAnd,
  kNot,
  kCompare,
  kBitOr,
  kXor,
  kBitAnd,
  kShift,
  kSum,
  kProduct,
  kSign,
  kPower,
  kAtom
};

Level level_of(const std::string& op) {
  if (op == "|") return kBitOr;
  if (op == "^") return kXor;
  if (op == "&") return kBitAnd;
  if (op == "<<" || op == ">>") return kShift;
  if (op == "+" || op == "-") return kSum;
  if (op == "**") return kPower;
  return kProduct;
}

struct Printer {
  bool bare;

  std::string list(const std::vector<Expr>& args, size_t from = 0,
                   const char* between = ", ") const {
    std::string out;
    for (size_t k = from; k < args.size(); ++k)
      out += (k > from ? between : "") + at(args[k], kConditional);
    return out;
  }

  std::pair<std::string, Level> plain(const Expr& e) const {
    switch (e.form) {
      case Expr::Form::Literal:
        return {e.text, e.text[0] == '-' ? kSign : kAtom};
      case Expr::Form::Name:
        return {e.text, kAtom};
      case Expr::Form::Unary:
        if (e.text == "not") return {"not " + at(e.args[0], kNot), kNot};
        // Two signs in a row read badly, and a power binds tighter than a sign before it.
        return {e.text + at(e.args[0], kPower), kSign};
      case Expr::Form::Binary: {
        Level level = level_of(e.text);
        Level left = level == kPower ? kAtom : level;
        Level right = level == kPower ? kSign : static_cast<Level>(level + 1);
        return {at(e.args[0], left) + " " + e.text + " " + at(e.args[1], right), level};
      }
      case Expr::Form::Compare: {
        std::istringstream ops(e.text);
        std::string out = at(e.args[0], kBitOr), op;
        for (size_t k = 1; ops >> op; ++k) out += " " + op + " " + at(e.args[k], kBitOr);
        return {out, kCompare};
      }
      case Expr::Form::Bool: {
        Level level = e.text == "or" ? kOr : kAnd;
        std::string out;
        for (size_t k = 0; k < e.args.size(); ++k)
          out += (k ? " " + e.text + " " : "") + at(e.args[k], static_cast<Level>(level + 1));
        return {out, level};
      }
      case Expr::Form::Conditional:
        return {at(e.args[1], kOr) + " if " + at(e.args[0], kOr) + " else " +
                    at(e.args[2], kConditional),
                kConditional};
      case Expr::Form::Call:
        return {e.text + "(" + list(e.args) + ")", kAtom};
      case Expr::Form::Method:
        return {at(e.args[0], kAtom) + "." + e.text + "(" + list(e.args, 1) + ")", kAtom};
      case Expr::Form::Member:
        return {at(e.args[0], kAtom) + "." + e.text, kAtom};
      case Expr::Form::Index:
        return {at(e.args[0], kAtom) + "[" + list(e.args, 1) + "]", kAtom};
      case Expr::Form::List:
        return {"[" + list(e.args) + "]", kAtom};
      case Expr::Form::Tuple:
        return {"(" + list(e.args) + (e.args.size() == 1 ? ",)" : ")"), kAtom};
    }
    return {"?", kAtom};
  }

  std::string at(const Expr& e, Level least) const {
    auto [text, level] = plain(e);
    bool needs = level < least || (!bare && level < kSign && least > kConditional);
    return needs ? "(" + text + ")" : text;
  }
};

class Writer {
 public:
  explicit Writer(bool bare) : printer_{bare} {}
  std::string text;
  int line = 1;

  void put(int indent, const std::string& words) {
    text += std::string(static_cast<size_t>(indent) * 4, ' ') + words + "\n";
    ++line;
  }

  void block(std::vector<Stmt>& body, int indent) {
    if (body.empty()) put(indent, "pass");
    for (Stmt& s : body) statement(s, indent);
  }

  void function(Function& f, bool is_kernel) {
    int indent = f.owner.empty() ? 0 : 1;
    put(0, "");
    if (indent == 0) put(0, "");
    if (f.is_static) put(indent, "@staticmethod");
    put(indent, is_kernel ? "@tack.kernel" : "@tack.func");
    std::string parameters;
    for (const std::string& p : f.parameters) parameters += (parameters.empty() ? "" : ", ") + p;
    put(indent, "def " + f.name + "(" + parameters + ")" +
                    (f.returns.empty() ? "" : " -> " + f.returns) + ":");
    block(f.body, indent + 1);
  }

  void head(const Class& c) {
    put(0, "");
    put(0, "");
    std::string bases;
    for (const std::string& b : c.bases) bases += (bases.empty() ? "" : ", ") + b;
    if (bases.empty()) put(0, "@tack.device_class");
    put(0, "class " + c.name + (bases.empty() ? "" : "(" + bases + ")") + ":");
    if (c.lines.empty()) put(1, "pass");
    for (const std::string& line : c.lines) put(1, line);
  }

 private:
  Printer printer_;

  void statement(Stmt& s, int indent, const char* head = "if ") {
    s.line = line;
    switch (s.form) {
      case Stmt::Form::Assign:
        return put(indent, printer_.list(s.targets, 0, s.text == "=" ? " = " : ", ") + " = " +
                               printer_.list(s.values));
      case Stmt::Form::Augment:
        return put(indent,
                   printer_.list(s.targets) + " " + s.text + "= " + printer_.list(s.values));
      case Stmt::Form::Do:
        return put(indent, printer_.list(s.values));
      case Stmt::Form::If:
        put(indent, head + printer_.list(s.values) + ":");
        block(s.body, indent + 1);
        if (s.orelse.empty()) return;
        if (s.orelse.size() == 1 && s.orelse[0].form == Stmt::Form::If && s.text == "elif")
          return statement(s.orelse[0], indent, "elif ");
        put(indent, "else:");
        return block(s.orelse, indent + 1);
      case Stmt::Form::For:
        put(indent, "for " + printer_.list(s.targets) + " in " + printer_.list(s.values) + ":");
        return block(s.body, indent + 1);
      case Stmt::Form::While:
        put(indent, "while " + printer_.list(s.values) + ":");
        return block(s.body, indent + 1);
      case Stmt::Form::Break:
        return put(indent, "break");
      case Stmt::Form::Continue:
        return put(indent, "continue");
      case Stmt::Form::Pass:
        return put(indent, "pass");
      case Stmt::Form::Return:
        return put(indent, s.values.empty() ? "return" : "return " + printer_.list(s.values));
      case Stmt::Form::Doc:
        return put(indent, "\"\"\"" + s.text + "\"\"\"");
    }
  }
};

}  // namespace

std::string print(const Expr& expr, bool bare) { return Printer{bare}.at(expr, kConditional); }

std::string print(Program& program) {
  Writer writer(program.is_bare);
  writer.put(0, "import math");
  writer.put(0, "");
  writer.put(0, "import tack");
  if (!program.constants.empty()) writer.put(0, "");
  for (const std::string& line : program.constants) writer.put(0, line);
  program.kernel().parameters = parameters_of(program);
  for (const Class& c : program.classes) {
    writer.head(c);
    for (Function& f : program.functions)
      if (f.owner == c.name) writer.function(f, &f == &program.functions.back());
  }
  for (Function& f : program.functions)
    if (f.owner.empty()) writer.function(f, &f == &program.functions.back());
  return writer.text;
}

}  // namespace tack::kernel_fuzz
