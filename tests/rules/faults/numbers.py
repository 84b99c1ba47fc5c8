# SPDX-License-Identifier: Apache-2.0
"""Faults that break promises of numbers.toml; __init__.py says how they are written."""

from faults import FRONT

FAULTS = [
    (
        "numbers/promotion",
        "u16 and i16 meet in i16",
        f"{FRONT}/dtype.cpp",
        "int bits = std::max(signed_bits, unsigned_bits * 2);",
        "int bits = std::max(signed_bits, unsigned_bits);",
    ),
    (
        "numbers/signed-with-u64",
        "u64 and i64 meet in i64",
        f"{FRONT}/dtype.cpp",
        "if (bits > 64) return std::nullopt;",
        "if (bits > 64) bits = 64;",
    ),
    (
        "numbers/wrapping",
        "small integers compute in i32, as in C",
        f"{FRONT}/dtype.cpp",
        "if (a == b) return a;",
        "if (a == b) return !is_float(a) && ir::bits_of(a) < 32 ? ir::int_kind(32, true) : a;",
    ),
    (
        "numbers/literal-types",
        "a literal of 2**31 is an i32",
        f"{FRONT}/dtype.cpp",
        "if (bits <= static_cast<uint64_t>(std::numeric_limits<int32_t>::max())) return Kind::I32;",
        "if (bits <= static_cast<uint64_t>(std::numeric_limits<uint32_t>::max())) return Kind::I32;",
    ),
    (
        "numbers/weak-literals",
        "float literals are f32",
        f"{FRONT}/emit_expr.cpp",
        "if (is_float(kind)) return real(kind, e.value);",
        "if (is_float(kind)) return convert(real(Kind::F32, e.value), kind);",
    ),
    (
        "numbers/weak-locals",
        "a local of one literal is f32",
        f"{FRONT}/infer.cpp",
        "if (local.assignments == 1 && !local.is_substituted && ty.is_weak()",
        "if (local.assignments == 0 && !local.is_substituted && ty.is_weak()",
    ),
    (
        "numbers/one-type",
        "a local has the type of its first value",
        f"{FRONT}/infer.cpp",
        "std::optional<Ty> joined = join(local.ty, ty);",
        "std::optional<Ty> joined = local.ty.known() ? local.ty : ty;",
    ),
    (
        "numbers/floor-division",
        "// of integers truncates",
        f"{FRONT}/emit_expr.cpp",
        ": b_.emit(Op::FloorDiv, {a, b});",
        ": b_.emit(Op::Div, {a, b});",
    ),
    (
        "numbers/float-floor-division",
        "% of floats is a - b * floor(a / b)",
        f"{FRONT}/emit_expr.cpp",
        'call_math(std::string("math.floormod_") + ir::kind_name(kind), {a, b})',
        "b_.sub(a, b_.mul(b, b_.emit(Op::Floor, {b_.emit(Op::Div, {a, b})})))",
    ),
    (
        "numbers/integer-division",
        "/ of integers is f64",
        f"{FRONT}/infer.cpp",
        "return {Kind::F32, Form::Strong, together(a.shape, b.shape, e)};",
        "return {Kind::F64, Form::Strong, together(a.shape, b.shape, e)};",
    ),
    (
        "numbers/shifts",
        "a shift has the common type",
        f"{FRONT}/infer.cpp",
        "if (!integers(a, b, e)) return {};\n      return a.shaped(together(a.shape, b.shape, e));",
        "if (!integers(a, b, e)) return {};\n      return promoted(a, b, e);",
    ),
    (
        "numbers/negative-exponents",
        "a negative literal exponent is accepted",
        f"{FRONT}/infer.cpp",
        "if (e.args[1]->kind == Node::Int && e.args[1]->is_negative && a.known())",
        "if (e.args[1]->kind == Node::Int && e.args[1]->is_negative && !a.known())",
    ),
    (
        "numbers/conversions",
        "widening to u64 forgets the sign",
        f"{FRONT}/emit_expr.cpp",
        "{ return b_.convert(Type::scalar(kind), value); }",
        "{\n  if (kind == Kind::U64 && value->type.is_signed())\n"
        "    value = b_.convert(Type::scalar(ir::int_kind(ir::bits_of(value->type.kind), false)), value);\n"
        "  return b_.convert(Type::scalar(kind), value);\n}",
    ),
    (
        "numbers/signed-zeros",
        "unary minus subtracts from zero",
        f"{FRONT}/emit_expr.cpp",
        "return b_.emit(e.unary == UnaryOp::Neg ? Op::Neg : Op::Not, {operand});",
        "if (e.unary == UnaryOp::Neg) return b_.sub(zero(operand->type.kind), operand);\n"
        "      return b_.emit(Op::Not, {operand});",
    ),
    (
        "numbers/min-max-nan",
        "min and max keep a NaN",
        f"{FRONT}/emit_expr.cpp",
        "result = b_.emit(e.builtin == Builtin::Min ? Op::Min : Op::Max, {result, args[k]});",
        "result = b_.select(b_.emit(e.builtin == Builtin::Min ? Op::Gt : Op::Lt, {result, args[k]}), args[k], result);",
    ),
    (
        "numbers/nan",
        "NaN is false",
        f"{FRONT}/emit_expr.cpp",
        "return b_.ne(number, zero(e.ty.kind));  // NaN is true, both zeros are false",
        "return b_.bit_and(b_.ne(number, zero(e.ty.kind)), b_.emit(Op::Eq, {number, number}));",
    ),
    (
        "numbers/random-states",
        "the mirror in NumPy shifts by one less",
        "python/tack/random.py",
        "return (w >> np.uint64(22)) ^ w",
        "return (w >> np.uint64(21)) ^ w",
    ),
]
