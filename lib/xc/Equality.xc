// SPDX-License-Identifier: Apache-2.0
// Which objects are one as a key or an element: Strings of the same bytes, Numbers of the same value,
// and any object and itself.
#import "String.xc"
#import "Number.xc"

class Equality_
{
    static bool areEqual(Object* a, Object* b)
    {
        if (a == b) return true;
        if (a == 0 || b == 0) return false;
        String* s = (String*?)a;
        if (s) return s.equals((String*?)b);
        Number* n = (Number*?)a;
        if (n) return n.equals((Number*?)b);
        return false;
    }
    static u64 hash(Object* o)
    {
        String* s = (String*?)o;
        if (s) return s.hash();
        Number* n = (Number*?)o;
        if (n) return n.hash();
        pointer address = (pointer)o;
        return tack_rt_xc_bytes_hash(&address, 8);
    }
}
