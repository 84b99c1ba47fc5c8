// SPDX-License-Identifier: Apache-2.0
// Numbers: every operator, function and form of literal, with operands cast where types do not
// meet.
#include <algorithm>

#include "kernel_fuzz/maker.hpp"

namespace tack::kernel_fuzz {
namespace {

bool is_bits(const std::string& op) { return op == "&" || op == "|" || op == "^"; }
bool is_shift(const std::string& op) { return op == "<<" || op == ">>"; }

}  // namespace

Expr Maker::cast(Kind kind, Expr e) {
  Type type{kind, Strength::Strong, e.type.size, e.type.cols};
  std::string function = "tack." + name_of(kind);
  if (kind == Kind::I32 && !type.size && chance(20)) function = "int";
  if (kind == Kind::F32 && !type.size && chance(20)) function = "float";
  return call(function, {std::move(e)}, type);
}

// Made of literals and constants alone: the front end may look at its value.
bool Maker::is_constant(const Expr& e) const {
  if (e.form == Expr::Form::Name) {
    bool is_type = e.text.starts_with("tack.");
    return is_type || e.text.starts_with("math.") || e.text.find(".K") != std::string::npos ||
           std::any_of(constants_.begin(), constants_.end(),
                       [&](const Var& v) { return v.name == e.text; }) ||
           std::any_of(tables_.begin(), tables_.end(),
                       [&](const Array& a) { return a.name == e.text; });
  }
  return std::all_of(e.args.begin(), e.args.end(), [&](const Expr& a) { return is_constant(a); });
}

Expr Maker::strong(Expr e) {
  if (e.type.strength == Strength::Strong) return e;
  if (e.type.strength == Strength::Weak) return cast(chance(50) ? Kind::F32 : Kind::F64, e);
  return cast(any_integer(), e);
}

Expr Maker::as_integer(Expr e) {
  return is_float(e.type.kind) ? cast(any_integer(), std::move(e)) : e;
}

// After it both have a common type, and not both are integer literals.
void Maker::fix_pair(Expr& a, Expr& b) {
  if (a.type.strength == Strength::Literal && b.type.strength == Strength::Literal) a = strong(a);
  if (promote(a.type.kind, b.type.kind)) return;
  Expr& wide = a.type.kind == Kind::U64 ? a : b;
  Expr& other = a.type.kind == Kind::U64 ? b : a;
  if (chance(60))
    other = cast(Kind::U64, other);
  else
    wide = cast(Kind::I64, wide);
}

Expr Maker::modulo(Expr e, int64_t n) {
  if (e.type.strength == Strength::Literal) e = cast(Kind::I64, e);
  if (e.type.kind == Kind::U64) return binary("%", e, cast(Kind::U64, number(n)), {Kind::U64});
  Kind kind = *promote(e.type.kind, Kind::I32);
  return binary("%", std::move(e), number(n), {kind});
}

Expr Maker::masked(Expr e, int64_t mask) {
  if (e.type.strength == Strength::Literal) e = cast(Kind::I64, e);
  if (e.type.kind == Kind::U64) return binary("&", e, cast(Kind::U64, number(mask)), {Kind::U64});
  Kind kind = *promote(e.type.kind, Kind::I32);
  return binary("&", std::move(e), number(mask), {kind});
}

Expr Maker::literal_number() {
  if (chance(35)) {
    static const std::vector<std::string> kFloats = {
        "0.5",  "0.1",   "1.0", "2.0", "3.7", "1e-3", "0.25", "1e10", "0.0", "0.3333333333333333",
        "1e30", "100.0", ".5",  "7."};
    return literal(pick(kFloats), {Kind::F32, Strength::Weak});
  }
  static const std::vector<int64_t> kInts = {
      0,    1,  2,  3,  5,  7,    8,     10,    100, 127,          128,          255,         256,
      1000, -1, -2, -3, -7, -128, 32767, 65535, 63,  2147483647LL, 2147483648LL, 4294967296LL};
  return number(chance(80) ? kInts[random_.below(10)] : pick(kInts));
}

Expr Maker::leaf() {
  for (int attempt = 0; attempt < 3; ++attempt) {
    switch (random_.below(10)) {
      case 0:
      case 1:
        return literal_number();
      case 2:
      case 3:
      case 4:
      case 5: {
        std::vector<const Var*> found;
        for (const Var& v : scope_.vars)
          if (!v.type.is_vector()) found.push_back(&v);
        if (found.empty()) break;
        const Var& v = *pick(found);
        return name(v.name, v.type);
      }
      case 6:
        if (!constants_.empty()) {
          const Var& v = pick(constants_);
          return name(v.name, v.type);
        }
        break;
      case 7:
        if (chance(30)) {
          static const std::vector<std::string> kNames = {"math.pi", "math.e", "math.tau"};
          return name(pick(kNames), {Kind::F32, Strength::Weak});
        }
        if (const Array* a = pick_array(
                +[](const Array& x) { return x.role != Role::Local && !x.shape.empty(); }))
          return chance(50) ? call("len", {name(a->name, {})}, kIndex)
                            : index(name(a->name + ".shape", {}),
                                    {number(static_cast<int64_t>(random_.below(a->shape.size())))},
                                    kIndex);
        break;
      default:
        if (auto e = any_load(0)) return *e;
        break;
    }
  }
  return literal_number();
}

Expr Maker::integer(int depth) { return as_integer(value(depth)); }

Expr Maker::of_kind(Kind kind, int depth) {
  Expr e = value(depth);
  if (e.type.kind == kind && e.type.strength == Strength::Strong) return e;
  return cast(kind, std::move(e));
}

Expr Maker::of_type(const Type& type, int depth) {
  if (!type.is_vector()) return of_kind(type.kind, depth);
  Expr e = type.cols ? matrix(type.size, type.cols, depth) : vector(type.size, depth);
  bool is_plain = e.form != Expr::Form::List && e.type.strength == Strength::Strong;
  return is_plain && e.type.kind == type.kind ? e : cast(type.kind, std::move(e));
}

Type Maker::any_type() {
  Type type{any_kind()};
  if (!has_vectors_ || !chance(40)) return type;
  type.size = static_cast<int>(random_.between(1, 4));
  if (chance(35)) type.cols = static_cast<int>(random_.between(1, 3));
  return type;
}

Expr Maker::fitting(Kind kind, int depth) {
  Expr e = value(depth);
  auto joined = promote(e.type.kind, kind);
  if (joined == kind && !(is_float(e.type.kind) && !is_float(kind))) return e;
  return cast(kind, std::move(e));
}

// Strict kernels divide integers by what cannot be zero.
Expr Maker::divisor(Expr b) {
  if (is_float(b.type.kind) && program_.way.checks)  // debug mode finds zeros of these too
    return literal(chance(50) ? "2.5" : "-3.0", {Kind::F32, Strength::Weak});
  if (is_float(b.type.kind) || (!program_.strict && chance(60))) return b;
  if (b.type.strength == Strength::Literal && b.text != "0") return b;
  switch (random_.below(3)) {
    case 0: {
      static const std::vector<int64_t> kDivisors = {1, 2, 3, 7, 10, -1, -2, -3, 64};
      return number(pick(kDivisors));
    }
    default:
      b = strong(std::move(b));
      if (b.type.kind == Kind::U64) return binary("|", b, cast(Kind::U64, number(1)), {Kind::U64});
      Kind kind = *promote(b.type.kind, Kind::I32);
      return binary("|", std::move(b), number(1), {kind});
  }
}

Expr Maker::shift_count(Expr count, Kind of) {
  int bits = ir::bits_of(of);
  count = as_integer(std::move(count));
  if (!program_.strict && chance(50) && count.type.strength == Strength::Strong) return count;
  if (chance(40) || count.type.strength != Strength::Strong)
    return number(random_.between(0, bits - 1));
  return masked(std::move(count), bits - 1);
}

// Of an integer: written down it is not negative; a value may be anything.
Expr Maker::exponent(int depth) {
  if (chance(45)) return number(random_.between(0, 9));
  Expr e = integer(depth);
  if (e.type.strength != Strength::Strong) e = cast(any_integer(), e);
  if (is_constant(e)) return number(random_.between(10, 70));
  return chance(55) ? masked(std::move(e), 7) : e;
}

Expr Maker::power(Expr base, int depth) {
  if (!program_.has_math) base = as_integer(std::move(base));
  if (is_float(base.type.kind) || (program_.has_math && chance(10))) {
    Expr e = value(depth);
    fix_pair(base, e);
    if (!is_float(base.type.kind) && !is_float(e.type.kind)) base = cast(Kind::F32, base);
    Type type = *common(base.type, e.type);
    if (type.strength == Strength::Weak) base = strong(base), type = *common(base.type, e.type);
    return chance(60) ? binary("**", base, e, type) : call("pow", {base, e}, type);
  }
  base = strong(std::move(base));
  Expr e = exponent(depth);
  Type type = base.type;
  return chance(60) ? binary("**", base, e, type) : call("pow", {base, e}, type);
}

Expr Maker::arithmetic(const std::string& op, Expr a, Expr b, int depth) {
  if (op == "**") return power(std::move(a), depth > 0 ? depth - 1 : 0);
  if (is_bits(op)) a = as_integer(std::move(a)), b = as_integer(std::move(b));
  if (is_shift(op)) {
    a = strong(as_integer(std::move(a)));
    Type type = a.type;
    b = shift_count(std::move(b), a.type.kind);
    return binary(op, std::move(a), std::move(b), type);
  }
  bool floats = is_float(a.type.kind) || is_float(b.type.kind);
  if ((op == "//" || op == "%") && (!floats || program_.way.checks))
    b = divisor(floats ? cast(Kind::F32, std::move(b)) : std::move(b));
  if (op == "/" && !floats && chance(50)) return binary(op, a, b, {Kind::F32});
  fix_pair(a, b);
  floats = is_float(a.type.kind) || is_float(b.type.kind);
  if (op == "/" && !floats) return binary(op, a, b, {Kind::F32});
  Type type = *common(a.type, b.type);
  return binary(op, std::move(a), std::move(b), type);
}

Expr Maker::comparison(int depth) {
  static const std::vector<std::string> kOps = {"==", "!=", "<", "<=", ">", ">="};
  Expr a = value(depth), b = value(depth);
  fix_pair(a, b);
  Expr out = compare(pick(kOps), a, b);
  // What a link before makes needless is not evaluated: effects show it.
  bool has_effects = chance(20);
  for (int more = chance(25) ? chance(25) ? 3 : 1 : 0; more > 0; --more) {
    Expr c = value(depth);
    if (has_effects) {
      if (auto e = effect(0)) c = *e;
    }
    if (!promote(b.type.kind, c.type.kind)) c = cast(b.type.kind, c);
    if (b.type.strength == Strength::Literal && c.type.strength == Strength::Literal) c = strong(c);
    if (!promote(b.type.kind, c.type.kind)) c = cast(b.type.kind, c);
    out.text += " " + pick(kOps);
    out.args.push_back(c);
    b = c;
  }
  return out;
}

Expr Maker::condition(int depth) {
  if (depth <= 0 || !may_grow()) return comparison(0);
  switch (random_.below(8)) {
    case 0:
      return unary("not", condition(depth - 1), kTruth);
    case 1:
    case 2: {
      Expr out{Expr::Form::Bool, chance(50) ? "and" : "or", {}, kTruth};
      for (int k = chance(30) ? 3 : 2; k > 0; --k) out.args.push_back(condition(depth - 1));
      if (chance(20)) {
        if (auto e = effect(0)) out.args.back() = compare(chance(50) ? ">" : "!=", *e, *e);
      }
      return out;
    }
    case 3:
      return value(depth - 1);  // any number is true or not
    case 4:
      if (has_vectors_) {
        Expr m = mask(static_cast<int>(random_.between(2, 4)), depth - 1);
        return call(chance(50) ? "any" : "all", {m}, kTruth);
      }
      [[fallthrough]];
    default:
      return comparison(depth - 1);
  }
}

Expr Maker::builtin(int depth) {
  static const std::vector<std::string> kExact = {"sqrt", "floor", "ceil", "fabs", "abs",
                                                  "min",  "max",   "min",  "max",  "abs"};
  static const std::vector<std::string> kMath = {"sin",  "cos",   "tan",  "asin", "acos",
                                                 "atan", "atan2", "exp",  "exp2", "log",
                                                 "log2", "log10", "sinh", "cosh", "tanh"};
  if (chance(65) && program_.has_math) {
    std::string f = pick(kMath);
    std::vector<Expr> args{chance(40) ? of_kind(Kind::F64, depth) : strong(value(depth))};
    if (f == "atan2") {
      args.push_back(strong(value(depth)));
      fix_pair(args[0], args[1]);
    }
    Kind kind = Kind::F32;
    for (const Expr& e : args)
      if (e.type.kind == Kind::F64) kind = Kind::F64;
    static const std::vector<std::string> kPrefixes = {"", "tack.", "math."};
    return call(pick(kPrefixes) + f, args, {kind});
  }
  std::string f = pick(kExact);
  std::string prefix = chance(20) ? "tack." : "";
  if (f == "min" || f == "max") {
    Expr a = value(depth), b = value(depth);
    fix_pair(a, b);
    Type type = *common(a.type, b.type);
    std::vector<Expr> args{a, b};
    if (chance(20)) {
      Expr c = of_kind(type.kind, depth);
      args.push_back(c);
      type = *common(type, c.type);
    }
    return call(prefix + f, args, type);
  }
  Expr a = value(depth);
  if (a.type.strength == Strength::Literal) a = strong(a);
  if (f == "abs") {
    Type type = a.type;
    return call(prefix + f, {a}, type);
  }
  Type type = is_float(a.type.kind) ? a.type : Type{Kind::F32};
  if (f == "sqrt" && chance(20)) prefix = "math.";
  return call(prefix + f, {a}, type);
}

Expr Maker::library(int depth) {
  Kind kind = chance(50) ? Kind::F32 : Kind::F64;
  auto f = [&] { return of_kind(kind, depth); };
  switch (random_.below(9)) {
    case 0:
      return call("tack.math.fract", {f()}, {kind});
    case 1:
      return call("tack.math.mix", {f(), f(), f()}, {kind});
    case 2:
      return call("tack.math.clamp", {f(), f(), f()}, {kind});
    case 3:
      return call("tack.math.saturate", {f()}, {kind});
    case 4:
      return call("tack.math.smoothstep", {f(), f(), f()}, {kind});
    case 5:
      return cast(kind, call("tack.math.step", {f(), f()}, {kind}));
    case 6:
      return call("tack.math.sign", {f()}, {kind});
    case 7:
      return call("tack.random.advance", {of_kind(any_integer(), depth)}, {Kind::U32});
    default:
      return call("tack.random.seed",
                  {of_kind(any_integer(), depth), of_kind(any_integer(), depth)}, {Kind::U32});
  }
}

// Something that only what stands before it makes safe: a division, or an element that may not
// exist.
Expr Maker::guarded(int depth) {
  std::vector<const Var*> found;
  for (const Var& v : scope_.vars)
    if (!v.type.is_vector() && !is_float(v.type.kind) && v.type.strength == Strength::Strong)
      found.push_back(&v);
  if (found.empty()) return value(depth);
  const Var& v = *pick(found);
  Expr g = name(v.name, v.type);
  Expr zero = v.type.kind == Kind::U64 ? cast(Kind::U64, number(0)) : number(0);
  const Array* array = chance(50) ? pick_array(+[](const Array& a) {
    return a.role == Role::Input && a.shape.size() == 1 && a.element == 0;
  })
                                  : nullptr;
  if (array && v.type.kind != Kind::U64) {
    Expr inside{Expr::Form::Compare, "<= <", {number(0), g, extent_of(*array, 0)}, kTruth};
    Expr load = element(*array, {g});
    if (chance(50)) {
      Expr test = compare(chance(50) ? "<" : "!=", load, number(3));
      if (load.type.kind == Kind::U64) test.args[1] = cast(Kind::U64, number(3));
      return {Expr::Form::Bool, "and", {inside, test}, kTruth};
    }
    Expr other = of_kind(array->kind, depth);
    return conditional(inside, load, other, {array->kind});
  }
  Expr a = integer(depth);
  if (a.type.strength != Strength::Strong || !promote(a.type.kind, v.type.kind))
    a = cast(v.type.kind, a);
  Expr quotient = binary(chance(50) ? "//" : "%", a, g, {*promote(a.type.kind, v.type.kind)});
  if (chance(40)) {
    Expr test = compare(chance(50) ? ">" : "==", quotient,
                        quotient.type.kind == Kind::U64 ? cast(Kind::U64, number(1)) : number(1));
    if (chance(50)) return {Expr::Form::Bool, "and", {compare("!=", g, zero), test}, kTruth};
    return {Expr::Form::Bool, "or", {compare("==", g, zero), test}, kTruth};
  }
  Kind kind = quotient.type.kind;
  Expr other = of_kind(kind, depth);
  if (chance(50)) return conditional(compare("!=", g, zero), quotient, other, {kind});
  return conditional(compare("==", g, zero), other, quotient, {kind});
}

Expr Maker::call_value(int depth) {
  std::vector<const Callee*> found;
  for (const Callee& c : callees_)
    if (c.results.size() == 1 && may_call(c)) found.push_back(&c);
  if (found.empty()) return value(depth);
  Callee c = *pick(found);
  Type type = c.results[0];
  Expr made = call_of(c, depth);
  if (!type.is_vector()) return made;
  if (chance(40)) return method("sum", {made}, {type.kind});
  std::vector<Expr> at{number(random_.between(0, type.size - 1))};
  if (type.cols) at.push_back(number(random_.between(0, type.cols - 1)));
  return index(made, at, {type.kind});
}

// A vector or a matrix that a device function returns.
std::optional<Expr> Maker::call_shape(int size, int cols, int depth) {
  std::vector<const Callee*> found;
  for (const Callee& c : callees_)
    if (c.results.size() == 1 && c.results[0].size == size && c.results[0].cols == cols &&
        may_call(c))
      found.push_back(&c);
  if (found.empty()) return std::nullopt;
  Callee c = *pick(found);
  return call_of(c, depth);
}

Expr Maker::value(int depth) {
  if (depth <= 0 || !may_grow()) return leaf();
  int d = depth - 1;
  uint64_t kind = random_.below(100);
  if (kind < 42) {
    static const std::vector<std::string> kOps = {"+", "-", "*", "+",  "-",  "*",  "/",  "//", "%",
                                                  "&", "|", "^", "<<", ">>", "**", "//", "%"};
    std::string op = pick(kOps);
    Expr a = value(d);
    Expr b = op == "**" ? number(0) : value(d);
    return arithmetic(op, std::move(a), std::move(b), depth);
  }
  if (kind < 48) {
    Expr a = value(d);
    switch (random_.below(3)) {
      case 0: {
        a = strong(as_integer(std::move(a)));
        Type type = a.type;
        return unary("~", std::move(a), type);
      }
      default:
        if (a.type.strength == Strength::Literal) a = strong(std::move(a));
        Type type = a.type;
        return unary(chance(70) ? "-" : "+", std::move(a), type);
    }
  }
  if (kind < 54) return condition(depth);
  if (kind < 62) {
    Expr c = condition(d), a = value(d), b = value(d);
    fix_pair(a, b);
    Type type = *common(a.type, b.type);
    return conditional(c, a, b, type);
  }
  if (kind < 72) return cast(any_kind(), value(d));
  if (kind < 80) return builtin(d);
  if (kind < 84) return library(d);
  if (kind < 89) return guarded(d);
  if (kind < 93) return call_value(d);
  if (kind < 95 && has_vectors_) return chance(60) ? number_of_vector(d) : number_of_matrix(d);
  if (kind < 97 && !tables_.empty()) return table_entry(d);
  if (kind < 98) {  // an effect among the operands
    if (auto e = effect(d)) return *e;
  }
  if (auto e = any_load(d)) return *e;
  return leaf();
}

}  // namespace tack::kernel_fuzz
