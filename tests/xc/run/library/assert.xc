// Assert counts, says what fails, and sums up; Error and its reading; Log.
#use Stdio
#import "Foundation.xc"
#import "Error.xc"

void fails(i32 code) throws
{
    if (code) throw new Error(String.withFormat("code %d", code), code);
    throw new Error;
}

i32 main(void)
{
    String* a = String.withCString("a");
    Assert.isTrue(1);
    Assert.isFalse(0, "never");
    Assert.isEqual(3, 3);
    u32 wide = 3; i16 narrow = 3;
    Assert.isEqual(wide, narrow);
    Assert.isEqual(1.5, 1.5d);
    Assert.isEqual("a", "a");
    Assert.isEqual(a, String.withCString("a"));
    Assert.isEqual(Number.withI32(1), Number.withDouble(1.0));
    Assert.isNull((Object*)0);
    Assert.isNotNull(a);
    printf("%d\n", Assert.summary());                   // expect: 10 passed, 0 failed
    // expect: 1
    Assert.reset();
    Assert.isTrue(0);                                   // expect: FAIL 1: is false, not true
    Assert.isTrue(0, "one is two");                     // expect: FAIL 2: one is two
    Assert.isFalse(1);                                  // expect: FAIL 3: is true, not false
    Assert.isEqual(3, -4);                              // expect: FAIL 4: 3 is not -4
    Assert.isEqual((u64)1 << 40, Assert.failed());      // expect: FAIL 5: 1099511627776 is not 4
    Assert.isEqual(0.5, 0.25);                          // expect: FAIL 6: 0.5 is not 0.25
    Assert.isEqual("a", "b");                           // expect: FAIL 7: "a" is not "b"
    Assert.isEqual(a, a.appending("x"));                // expect: FAIL 8: a is not ax
    Assert.isNull(a);                                   // expect: FAIL 9: a is not null
    Assert.isNotNull((Object*)0);                       // expect: FAIL 10: is null
    Assert.isTrue(1);
    printf("%u %u %d\n", Assert.passed(), Assert.failed(), Assert.summary());   // expect: 1 passed, 10 failed
    // expect: 1 10 0
    try { fails(5); } catch (Error e) { printf("%@ %@ %d\n", e, e.message(), e.code()); }      // expect: code 5 (5) code 5 5
    try { fails(0); } catch (Error e) { printf("[%@] %d\n", e, e.code()); }                     // expect: [] 0
    printf("%@\n", Error.withMessage(a));               // expect: a
    printf("%@\n", Error.withCode(a, 3));               // expect: a (3)
    return 0;
}
