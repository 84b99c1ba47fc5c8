// SPDX-License-Identifier: Apache-2.0
// Text that can change: bytes, in UTF-8. Positions and lengths count bytes unless a name says
// characters. What lies outside a String is cut off, except of byteAt and charAt, which end the
// program.
#import "Object.xc"
#import "Array.xc"

void tack_rt_trap(u8* message);
void tack_rt_xc_text_reserve(pointer text, u64 more);
void tack_rt_xc_text_append(pointer text, u8* bytes, u32 count);
void tack_rt_xc_text_append_i64(pointer text, i64 value);
void tack_rt_xc_text_append_u64(pointer text, u64 value);
void tack_rt_xc_text_append_double(pointer text, double value, u32 digits);
void tack_rt_xc_text_free(pointer text);
void tack_rt_xc_text_class_name(pointer object, pointer text);
void tack_rt_xc_bytes_move(pointer to, pointer from, u64 size);
i32 tack_rt_xc_bytes_compare(pointer a, pointer b, u64 size);
u32 tack_rt_xc_bytes_find(u8* all, u32 count, u8* what, u32 size);
u64 tack_rt_xc_bytes_hash(pointer bytes, u64 size);
u8* tack_rt_xc_enum_name(u64 value, u8* names);
i32 tack_rt_xc_text_same(pointer object, pointer text);

class String
{
    // The runtime knows these three and their order. A 0 stands behind the last byte.
    u8* bytes;
    u32 used;
    u32 room;

    void dealloc(void) { tack_rt_xc_text_free(&bytes); }

    static String* withCString(u8* text)
    {
        String* s = new String;
        s.appendCString(text);
        return s;
    }
    static String* withString(String* other) { return String.withBytes(other.bytes, other.used); }
    static String* withBytes(u8* from, u32 count)
    {
        String* s = new String;
        tack_rt_xc_text_append(&s.bytes, from, count);
        return s;
    }
    static String* withCapacity(u32 count)
    {
        String* s = new String;
        tack_rt_xc_text_reserve(&s.bytes, count);
        return s;
    }
    static String* withI64(i64 value)
    {
        String* s = new String;
        tack_rt_xc_text_append_i64(&s.bytes, value);
        return s;
    }
    static String* withU64(u64 value)
    {
        String* s = new String;
        tack_rt_xc_text_append_u64(&s.bytes, value);
        return s;
    }
    static String* withI32(i32 value) { return String.withI64(value); }
    static String* withU32(u32 value) { return String.withU64(value); }
    static String* withFloat(double value, u32 digits)
    {
        String* s = new String;
        tack_rt_xc_text_append_double(&s.bytes, value, digits);
        return s;
    }

    // printf's formats.
    static void format_(pointer text, string format, ...) :builtin("format");
    static String* withFormat(string format, ...)
    {
        String* s = new String;
        String.format_(&s.bytes, format, ...);
        return s;
    }

    // No position: a program may read it or call it.
    static u32 notFound = 0xFFFFFFFF;
    static u32 notFound() { return 0xFFFFFFFF; }

    u32 byteLength() { return used; }
    bool isEmpty() { return used == 0; }
    u8 byteAt(u32 index)
    {
        if (index >= used) tack_rt_trap("String.byteAt: there is no such byte");
        return bytes[index];
    }
    // Valid while the String lives and is not changed.
    u8* cString() { return bytes ? bytes : ""; }
    String* description() { return self; }

    void append(String* other) { tack_rt_xc_text_append(&bytes, other.bytes, other.used); }
    void append(u8* text) { appendCString(text); }
    void appendCString(u8* text)
    {
        if (!text) return;
        u32 count = 0;
        while (text[count]) count++;
        tack_rt_xc_text_append(&bytes, text, count);
    }
    void appendBytes(u8* from, u32 count) { tack_rt_xc_text_append(&bytes, from, count); }
    void appendByte(u8 byte)
    {
        if (used == room || !bytes) tack_rt_xc_text_reserve(&bytes, 1);
        bytes[used] = byte;
        used++;
        bytes[used] = 0;
    }
    // A character by its number in Unicode; a number that is none becomes U+FFFD.
    void appendChar(u32 code)
    {
        if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) code = 0xFFFD;
        if (code < 0x80) { appendByte((u8)code); return; }
        if (code < 0x800) appendByte((u8)(0xC0 | (code >> 6)));
        else
        {
            if (code < 0x10000) appendByte((u8)(0xE0 | (code >> 12)));
            else
            {
                appendByte((u8)(0xF0 | (code >> 18)));
                appendByte((u8)(0x80 | ((code >> 12) & 0x3F)));
            }
            appendByte((u8)(0x80 | ((code >> 6) & 0x3F)));
        }
        appendByte((u8)(0x80 | (code & 0x3F)));
    }
    void appendFormat(string format, ...) { String.format_(&bytes, format, ...); }
    void appendI64(i64 value) { tack_rt_xc_text_append_i64(&bytes, value); }
    void appendU64(u64 value) { tack_rt_xc_text_append_u64(&bytes, value); }
    String* appending(String* other)
    {
        String* s = String.withCapacity(used + other.used);
        s.append(self);
        s.append(other);
        return s;
    }
    String* appending(u8* text)
    {
        String* s = String.withString(self);
        s.appendCString(text);
        return s;
    }
    void clear()
    {
        used = 0;
        if (bytes) bytes[0] = 0;
    }

    // By bytes; == compares addresses. Nothing equals null.
    bool equals(String* other)
    {
        return other != 0 && used == other.used && tack_rt_xc_bytes_compare(bytes, other.bytes, used) == 0;
    }
    bool equals(u8* text)
    {
        if (!text) return false;
        u32 k = 0;
        while (k < used && text[k] && text[k] == bytes[k]) k++;
        return k == used && text[k] == 0;
    }
    // Negative, 0 or positive, as the bytes stand in order.
    i32 compare(String* other)
    {
        u32 both = used < other.used ? used : other.used;
        i32 order = tack_rt_xc_bytes_compare(bytes, other.bytes, both);
        if (order) return order;
        return used < other.used ? -1 : used > other.used ? 1 : 0;
    }
    u64 hash() { return tack_rt_xc_bytes_hash(bytes, used); }

    bool hasPrefix(String* other)
    {
        return other.used <= used && tack_rt_xc_bytes_compare(bytes, other.bytes, other.used) == 0;
    }
    bool hasPrefix(u8* text) { return hasPrefix(String.withCString(text)); }
    bool hasSuffix(String* other)
    {
        return other.used <= used &&
               tack_rt_xc_bytes_compare(bytes + (used - other.used), other.bytes, other.used) == 0;
    }
    bool hasSuffix(u8* text) { return hasSuffix(String.withCString(text)); }
    u32 byteIndexOf(String* other) { return tack_rt_xc_bytes_find(bytes, used, other.bytes, other.used); }
    u32 byteIndexOf(u8* text) { return byteIndexOf(String.withCString(text)); }
    u32 indexOfByte(u8 byte)
    {
        for (u32 k = 0; k < used; k++)
            if (bytes[k] == byte) return k;
        return String.notFound();
    }
    bool contains(String* other) { return byteIndexOf(other) != String.notFound(); }
    bool contains(u8* text) { return byteIndexOf(text) != String.notFound(); }

    String* substringBytes(u32 from, u32 count)
    {
        if (from >= used) return new String;
        u32 left = used - from;
        return String.withBytes(bytes + from, count < left ? count : left);
    }
    String* substringFromByte(u32 from) { return substringBytes(from, used); }
    // Without spaces, tabs and ends of lines in front and behind.
    String* trimmed()
    {
        u32 begin = 0;
        u32 end = used;
        while (begin < end && String.isSpace(bytes[begin])) begin++;
        while (end > begin && String.isSpace(bytes[end - 1])) end--;
        return substringBytes(begin, end - begin);
    }
    static bool isSpace(u8 byte) { return byte == ' ' || (byte >= 9 && byte <= 13); }
    // a to z and A to Z; other characters stay.
    String* uppercased()
    {
        String* s = String.withString(self);
        for (u32 k = 0; k < used; k++)
            if (s.bytes[k] >= 'a' && s.bytes[k] <= 'z') s.bytes[k] -= 32;
        return s;
    }
    String* lowercased()
    {
        String* s = String.withString(self);
        for (u32 k = 0; k < used; k++)
            if (s.bytes[k] >= 'A' && s.bytes[k] <= 'Z') s.bytes[k] += 32;
        return s;
    }
    // What stands between these bytes, at least one String.
    Array* splitOnByte(u8 byte)
    {
        Array* parts = new Array;
        u32 begin = 0;
        for (u32 k = 0; k < used; k++)
        {
            if (bytes[k] != byte) continue;
            parts.add(substringBytes(begin, k - begin));
            begin = k + 1;
        }
        parts.add(substringFromByte(begin));
        return parts;
    }
    // What stands behind the last '/', not counting those at the end.
    String* lastPathComponent()
    {
        u32 end = used;
        while (end > 1 && bytes[end - 1] == '/') end--;
        u32 begin = end;
        while (begin > 0 && bytes[begin - 1] != '/') begin--;
        if (begin == end && begin > 0) begin--;
        return substringBytes(begin, end - begin);
    }

    // Characters: each byte that goes on in one from before is a part of it.
    u32 charCount()
    {
        u32 count = 0;
        for (u32 k = 0; k < used; k++)
            if ((bytes[k] & 0xC0) != 0x80) count++;
        return count;
    }
    // The number in Unicode of a character.
    u32 charAt(u32 index)
    {
        u32 at = 0;
        for (u32 k = 0; k < used; k++)
        {
            if ((bytes[k] & 0xC0) == 0x80) continue;
            if (at == index) return decoded(k);
            at++;
        }
        tack_rt_trap("String.charAt: there is no such character");
        return 0;
    }
    u32 decoded(u32 at)
    {
        u32 first = bytes[at];
        u32 more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0;
        u32 code = more == 3 ? first & 0x07 : more == 2 ? first & 0x0F : more == 1 ? first & 0x1F : first;
        for (u32 k in 1...more)
        {
            if (at + k >= used || (bytes[at + k] & 0xC0) != 0x80) return 0xFFFD;
            code = (code << 6) | (bytes[at + k] & 0x3F);
        }
        return code;
    }

    // A number at the start, after white space; 0 where there is none.
    i64 toI64()
    {
        u32 k = 0;
        while (k < used && String.isSpace(bytes[k])) k++;
        bool negative = k < used && bytes[k] == '-';
        if (k < used && (bytes[k] == '-' || bytes[k] == '+')) k++;
        u64 value = 0;
        while (k < used && bytes[k] >= '0' && bytes[k] <= '9')
        {
            value = value * 10 + (bytes[k] - '0');
            k++;
        }
        return (i64)(negative ? 0 - value : value);
    }
}
