// SPDX-License-Identifier: Apache-2.0
// A number as an object. It keeps whether it is an integer and of which sign, and reads as any type.
#import "String.xc"

class Number
{
    u64 bits;
    u8 kind;    // 0: u64, 1: i64, 2: double

    static Number* withI64(i64 value)
    {
        Number* n = new Number;
        n.bits = (u64)value;
        n.kind = value < 0 ? 1 : 0;
        return n;
    }
    static Number* withU64(u64 value)
    {
        Number* n = new Number;
        n.bits = value;
        return n;
    }
    static Number* withDouble(double value)
    {
        Number* n = new Number;
        n.bits = *(u64*)&value;
        n.kind = 2;
        return n;
    }
    static Number* withI32(i32 value) { return Number.withI64(value); }
    static Number* withU32(u32 value) { return Number.withU64(value); }
    static Number* withFloat(float value) { return Number.withDouble(value); }
    static Number* withBool(bool value) { return Number.withU64(value != 0); }

    bool isFloat() { return kind == 2; }
    // A fraction is cut off; what a type does not hold becomes its nearest value, of an integer its
    // low bits.
    i64 i64Value() { return kind == 2 ? (i64)doubleValue() : (i64)bits; }
    u64 u64Value() { return kind == 2 ? (u64)doubleValue() : bits; }
    i32 i32Value() { return kind == 2 ? (i32)doubleValue() : (i32)bits; }
    u32 u32Value() { return kind == 2 ? (u32)doubleValue() : (u32)bits; }
    bool boolValue() { return kind == 2 ? doubleValue() != 0.0 : bits != 0; }
    float floatValue() { return kind == 2 ? (float)doubleValue() : kind ? (float)(i64)bits : (float)bits; }
    double doubleValue()
    {
        u64 raw = bits;
        if (kind == 2) return *(double*)&raw;
        return kind ? (double)(i64)bits : (double)bits;
    }

    // By value: an integer equals a float of its value. A NaN equals nothing.
    bool equals(Number* other)
    {
        if (other == 0) return false;
        if (kind != 2 && other.kind != 2) return kind == other.kind && bits == other.bits;
        if (kind == 2 && other.kind == 2) return doubleValue() == other.doubleValue();
        if (kind == 2) return other.equals(self);
        // An integer and a float: without rounding the integer.
        double value = other.doubleValue();
        if (kind) return value >= -9223372036854775808.0d && value < 0.0 && (double)(i64)value == value && (i64)value == (i64)bits;
        return value >= 0.0 && value < 18446744073709551616.0d && (double)(u64)value == value && (u64)value == bits;
    }
    // Negative, 0 or positive.
    i32 compare(Number* other)
    {
        if (kind == 2 || other.kind == 2)
        {
            double a = doubleValue();
            double b = other.doubleValue();
            return a < b ? -1 : a > b ? 1 : 0;
        }
        if (kind != other.kind) return kind ? -1 : 1;
        if (kind) return (i64)bits < (i64)other.bits ? -1 : bits != other.bits;
        return bits < other.bits ? -1 : bits != other.bits;
    }
    u64 hash()
    {
        double value = doubleValue();
        // Equal numbers have one hash: that of the double, where it holds the value.
        if (kind == 2) return value == 0.0 ? 0 : tack_rt_xc_bytes_hash(&value, 8);
        if (bits == 0) return 0;
        return tack_rt_xc_bytes_hash(&value, 8);
    }
    String* description()
    {
        if (kind == 2) return String.withFormat("%g", doubleValue());
        return kind ? String.withI64((i64)bits) : String.withU64(bits);
    }
}
