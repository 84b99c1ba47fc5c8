// SPDX-License-Identifier: Apache-2.0
// Checks that count what they find: for tests. A check that fails says so on stdout at once.
#import "Equality.xc"
#import "Stdio.xc"

class Assert
{
    static u32 passed_ = 0;
    static u32 failed_ = 0;

    static void reset()
    {
        passed_ = 0;
        failed_ = 0;
    }
    static u32 passed() { return passed_; }
    static u32 failed() { return failed_; }
    static bool note(bool holds, String* what)
    {
        if (holds)
        {
            passed_++;
            return true;
        }
        failed_++;
        Stdio.printf("FAIL %u: %@\n", passed_ + failed_, what);
        return false;
    }
    // Each says whether it holds; a text after the values says what is checked.
    static bool isTrue(bool value) { return Assert.note(value, value ? 0 : String.withCString("is false, not true")); }
    static bool isTrue(bool value, string what) { return Assert.note(value, value ? 0 : String.withCString(what)); }
    static bool isFalse(bool value) { return Assert.note(!value, value ? String.withCString("is true, not false") : 0); }
    static bool isFalse(bool value, string what) { return Assert.note(!value, value ? String.withCString(what) : 0); }
    // Integers by 64 bits.
    static bool isEqual(i64 a, i64 b)
    {
        return Assert.note(a == b, a == b ? 0 : String.withFormat("%d is not %d", a, b));
    }
    static bool isEqual(double a, double b)
    {
        return Assert.note(a == b, a == b ? 0 : String.withFormat("%.9g is not %.9g", a, b));
    }
    static bool isEqual(pointer a, pointer b)
    {
        return Assert.note(a == b, a == b ? 0 : String.withFormat("%p is not %p", a, b));
    }
    // As keys of a Map are: Strings by their bytes, Numbers by their value.
    static bool isEqual(Object* a, Object* b)
    {
        bool same = Equality_.areEqual(a, b);
        return Assert.note(same, same ? 0 : String.withFormat("%@ is not %@", a, b));
    }
    static bool isEqual(u8* a, u8* b)
    {
        bool same = a == b || (a != 0 && b != 0 && String.withCString(a).equals(b));
        return Assert.note(same, same ? 0 : String.withFormat("\"%s\" is not \"%s\"", a, b));
    }
    static bool isNull(Object* o) { return Assert.note(o == 0, o ? String.withFormat("%@ is not null", o) : 0); }
    static bool isNull(pointer p) { return Assert.note(p == 0, p ? String.withFormat("%p is not null", p) : 0); }
    static bool isNotNull(Object* o) { return Assert.note(o != 0, o ? 0 : String.withCString("is null")); }
    static bool isNotNull(pointer p) { return Assert.note(p != 0, p ? 0 : String.withCString("is null")); }
    // Prints how many held, and says whether all did.
    static bool summary()
    {
        Stdio.printf("%u passed, %u failed\n", passed_, failed_);
        return failed_ == 0;
    }
}
