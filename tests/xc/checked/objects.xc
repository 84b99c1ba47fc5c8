//--- used after its end
#use Stdio
class C { u32 n; void init(u32 v) { n = v; } u32 get(void) { return n; } }
C* gone(void) { C* c = new C(3); return c; }
u32 of(pointer p) {
    C* c = (C*)p; return c.n; }
i32 main(void) { pointer p = 0; { C* c = new C(7); p = (pointer)c; printf("%u\n", of(p)); }    // expect: 7
    return *(u32*)(p + 16); }               // stops: of memory that was deleted
//--- beyond its fields
class C { u32 n; }
i32 main(void) { C* c = new C(); u32* p = (u32*)(pointer)c;
    return p[6]; }                          // stops: reads 4 bytes at offset 24 of 24 bytes
//--- a call through null
class C { u32 n; u32 get(void) { return n; } }
C* none;
i32 main(void) {
    return none.get(); }                    // traps: the object is null
//--- a field of null
class C { u32 n; C* next; }
i32 main(void) { C* c = new C();
    return c.next.n; }                      // traps: the object is null
//--- weak references
#use Stdio
class C { u32 n; weak:C* other; dealloc(void) { printf("end %u\n", n); } }
i32 main(void) { C* a = new C(); a.n = 1;
    { C* b = new C(); b.n = 2; a.other = b; printf("%u\n", a.other.n); }
    printf("%d\n", a.other == 0);
    return a.other.n; }                     // traps: the object is null
// expect: 2
// expect: end 2
// expect: 1
//--- a dead callback
#use Stdio
class C { u32 n; u32 get(void) { return n; } }
i32 main(void) { C* c = new C(); c.n = 4; callback f u32(void) = &c.get;
    printf("%u\n", f());                    // expect: 4
    c = 0;
    return f(); }                           // traps: the callback's object has ended
//--- arrays of objects
#use Stdio
class C { u32 n; dealloc(void) { printf("%u ", n); } }
i32 main(i32 argc, u8** argv) { C* v = new C[3]; v[0].n = 1; v[2].n = 3;
    return v[argc + 2].n; }                 // traps: no object of an array has this index
//--- a reference that is written over
class C { u32 n; C* next; }
i32 main(void) { C* c = new C(); pointer p = (pointer)c; u64* words = (u64*)p;
    words[3] = 0x123456789ab8;
    return c.next.n; }                      // stops: where no memory is
