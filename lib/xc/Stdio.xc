// SPDX-License-Identifier: Apache-2.0
// What %e prints of an enum.
u8* tack_rt_xc_enum_name(u64 value, u8* names);

// Text output. `#use Stdio` lets the methods be called bare.
class Stdio
{
    // Each conversion takes the size of its argument: %d, %u and %x print any integer.
    static void printf(string format, ...) :builtin("printf");
    // From a column and a line, both counted from 0, as terminals understand it.
    static void printfAt(u8 x, u8 y, string format, ...)
    {
        Stdio.setCursor(x, y);
        Stdio.printf(format, ...);
    }
    static void setCursor(u8 x, u8 y) { Stdio.printf("\x1b[%u;%uH", (u16)y + 1, (u16)x + 1); }
    static void print(string text) { Stdio.printf("%s", text); }
    static void print(u8 value) { Stdio.printf("%u", value); }
    static void print(i8 value) { Stdio.printf("%d", value); }
    static void print(u16 value) { Stdio.printf("%u", value); }
    static void print(i16 value) { Stdio.printf("%d", value); }
    static void print(u32 value) { Stdio.printf("%u", value); }
    static void print(i32 value) { Stdio.printf("%d", value); }
    static void print(u64 value) { Stdio.printf("%u", value); }
    static void print(i64 value) { Stdio.printf("%d", value); }
    static void print(float value) { Stdio.printf("%f", value); }
    static void print(double value) { Stdio.printf("%f", value); }
    static void printHex(u8 value) { Stdio.printf("%02X", value); }
    static void printHex(u16 value) { Stdio.printf("%04X", value); }
    static void printHex(u32 value) { Stdio.printf("%08X", value); }
    static void printHex(u64 value) { Stdio.printf("%016X", value); }
}
