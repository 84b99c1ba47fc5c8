// SPDX-License-Identifier: Apache-2.0
#include "frontend/xc/condition.hpp"

#include "frontend/xc/number.hpp"

namespace tack::xc {
namespace {

struct Evaluator {
  const std::vector<Token>& tokens;
  Reporter& reporter;
  const Token& directive;
  size_t at = 0;
  int depth = 0;
  bool failed = false;
  int unused = 0;  // inside what && || ?: do not look at

  bool more() const { return at < tokens.size(); }
  bool take(std::string_view text) {
    if (!more() || !tokens[at].is(text)) return false;
    ++at;
    return true;
  }
  int64_t fail() {
    if (!failed) {
      reporter.report(Msg::BadCondition, more() ? tokens[at].where : directive.where);
    }
    failed = true;
    at = tokens.size();
    return 0;
  }

  int64_t too_deep() {
    if (!failed) reporter.report(Msg::TooDeep, more() ? tokens[at].where : directive.where);
    failed = true;
    return fail();
  }

  static int level(std::string_view op) {
    if (op == "*" || op == "/" || op == "%") return 10;
    if (op == "+" || op == "-") return 9;
    if (op == "<<" || op == ">>") return 8;
    if (op == "<" || op == ">" || op == "<=" || op == ">=") return 7;
    if (op == "==" || op == "!=") return 6;
    if (op == "&") return 5;
    if (op == "^") return 4;
    if (op == "|") return 3;
    if (op == "&&") return 2;
    if (op == "||") return 1;
    return 0;
  }

  int64_t unary() {
    if (!more()) return fail();
    if (++depth > 200) return too_deep();
    struct Leave {
      int& d;
      ~Leave() { --d; }
    } leave{depth};
    if (take("!")) return unary() == 0;
    if (take("-")) return static_cast<int64_t>(0 - static_cast<uint64_t>(unary()));
    if (take("+")) return unary();
    if (take("~")) return ~unary();
    if (take("(")) {
      int64_t value = ternary();
      if (!take(")")) return fail();
      return value;
    }
    const Token& t = tokens[at];
    if (t.is("%") && at + 1 < tokens.size()) {
      NumberValue v = binary_value(tokens[at + 1].text);
      if (v.kind != NumberValue::Kind::Integer) return fail();
      at += 2;
      return static_cast<int64_t>(v.integer);
    }
    if (t.kind == Tok::Number) {
      NumberValue v = number_value(t.text);
      if (v.kind != NumberValue::Kind::Integer) return fail();
      ++at;
      return static_cast<int64_t>(v.integer);
    }
    if (t.ident()) {
      ++at;
      return t.text == "true";
    }
    return fail();
  }

  int64_t apply(std::string_view op, int64_t a, int64_t b) {
    auto ua = static_cast<uint64_t>(a);
    auto ub = static_cast<uint64_t>(b);
    if ((op == "/" || op == "%") && b == 0 && unused == 0 && !failed) {
      reporter.report(Msg::ConditionZero, directive.where);
      failed = true;
    }
    if (op == "*") return static_cast<int64_t>(ua * ub);
    if (op == "/") return b == 0 ? 0 : b == -1 ? static_cast<int64_t>(0 - ua) : a / b;
    if (op == "%") return b == 0 ? a : b == -1 ? 0 : a % b;
    if (op == "+") return static_cast<int64_t>(ua + ub);
    if (op == "-") return static_cast<int64_t>(ua - ub);
    if (op == "<<") return static_cast<int64_t>(ua << (ub & 63));
    if (op == ">>") return a >> (ub & 63);
    if (op == "<") return a < b;
    if (op == ">") return a > b;
    if (op == "<=") return a <= b;
    if (op == ">=") return a >= b;
    if (op == "==") return a == b;
    if (op == "!=") return a != b;
    if (op == "&") return a & b;
    if (op == "^") return a ^ b;
    if (op == "|") return a | b;
    if (op == "&&") return a && b;
    return a || b;
  }

  int64_t binary(int lowest) {
    int64_t left = unary();
    while (more() && tokens[at].kind == Tok::Punct) {
      std::string_view op = tokens[at].text;
      int l = level(op);
      if (l < lowest || l == 0) break;
      ++at;
      bool settled = (op == "&&" && !left) || (op == "||" && left);
      unused += settled;
      int64_t right = binary(l + 1);
      unused -= settled;
      left = apply(op, left, right);
    }
    return left;
  }

  int64_t ternary() {
    int64_t condition = binary(1);
    if (!take("?")) return condition;
    if (++depth > 200) return too_deep();
    unused += !condition;
    int64_t yes = ternary();
    unused -= !condition;
    if (!take(":")) return fail();
    unused += condition != 0;
    int64_t no = ternary();
    unused -= condition != 0;
    --depth;
    return condition ? yes : no;
  }
};

}  // namespace

bool evaluate_condition(const std::vector<Token>& tokens, const Token& at, Reporter& reporter) {
  Evaluator e{tokens, reporter, at};
  int64_t value = e.ternary();
  if (e.more()) e.fail();
  return !e.failed && value != 0;
}

}  // namespace tack::xc
