// Pointers to static methods: by the class's name, inside the class, by `use`; overloads by the type.
#use Stdio

typedef i32 unary(i32 v);
typedef float real(float v);
class C
{
    static i32 triple(i32 v) { return v * 3; }
    static float both(float v) { return v * 0.5; }
    static i32 both(i32 v) { return v + 1; }
    i32 go(i32 v) { unary* f = &triple; return f(v); }
}
class D : C { static i32 twice(i32 v) { return v * 2; } }
unary* table[2] = {&C.triple, &D.twice};
i32 apply(unary* f, i32 v) { return f(v); }

i32 main(void)
{
    unary* p = &C.triple;
    printf("%d %d %d\n", p(4), table[0](5), table[1](5));      // expect: 12 15 10
    printf("%d %d\n", apply(&D.triple, 2), apply(C.triple, 3)); // expect: 6 9
    unary* q = &C.both;
    real* r = &C.both;
    printf("%d %.1f\n", q(6), r(6.0));                          // expect: 7 3.0
    printf("%d %d\n", (new C).go(7), p == &C.triple);           // expect: 21 1
    return 0;
}
