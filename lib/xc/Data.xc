// SPDX-License-Identifier: Apache-2.0
// Bytes of any meaning, in a row that grows.
#import "String.xc"

class Data
{
    // The runtime knows these three and their order, as String's.
    u8* bytes;
    u32 used;
    u32 room;

    void dealloc(void) { tack_rt_xc_text_free(&bytes); }

    static Data* withString(String* s) { return Data.withBytes(s.bytes, s.used); }
    static Data* withBytes(u8* from, u32 count)
    {
        Data* d = new Data;
        d.appendBytes(from, count);
        return d;
    }
    // Zeros.
    static Data* withLength(u32 count)
    {
        Data* d = Data.withCapacity(count);
        for (u32 k = 0; k < count; k++) d.bytes[k] = 0;
        d.used = count;
        d.bytes[count] = 0;
        return d;
    }
    static Data* withCapacity(u32 count)
    {
        Data* d = new Data;
        tack_rt_xc_text_reserve(&d.bytes, count);
        return d;
    }

    u32 length() { return used; }
    u8 byteAt(u32 index)
    {
        if (index >= used) tack_rt_trap("Data.byteAt: there is no such byte");
        return bytes[index];
    }
    void setByte(u32 index, u8 value)
    {
        if (index >= used) tack_rt_trap("Data.setByte: there is no such byte");
        bytes[index] = value;
    }
    void appendByte(u8 byte)
    {
        if (used == room || !bytes) tack_rt_xc_text_reserve(&bytes, 1);
        bytes[used] = byte;
        used++;
        bytes[used] = 0;
    }
    void appendBytes(u8* from, u32 count) { tack_rt_xc_text_append(&bytes, from, count); }
    void append(Data* other) { tack_rt_xc_text_append(&bytes, other.bytes, other.used); }
    void append(String* s) { tack_rt_xc_text_append(&bytes, s.bytes, s.used); }
    bool equals(Data* other)
    {
        return other != 0 && used == other.used && tack_rt_xc_bytes_compare(bytes, other.bytes, used) == 0;
    }
    // Two digits a byte, lower case.
    String* hexString()
    {
        String* s = String.withCapacity(2 * used);
        u8* digits = "0123456789abcdef";
        for (u32 k = 0; k < used; k++)
        {
            s.appendByte(digits[bytes[k] >> 4]);
            s.appendByte(digits[bytes[k] & 15]);
        }
        return s;
    }
    // The bytes as a text, whatever they are.
    String* text() { return String.withBytes(bytes, used); }
    String* description() { return String.withFormat("<%@>", hexString()); }
}
