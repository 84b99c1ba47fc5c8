class C
{
    i32 w;
    i32 area(void) { return w; }
    void setName(u8* n) { }
    static i32 both(float v) { return 1; }
    static i32 both(i32 v) { return 2; }
}
void f(C* c)
{
    c.area = 3;                // expect-error: 'area' of 'C' is read by a method and has no field: to be written it wants a method setArea
    c.area++;                  // expect-error: to be written it wants a method setArea
    c.name = 3.5;              // expect-error: cannot use float where an argument of type u8* is wanted
    c.name += 1;               // expect-error: 'C' has no member 'name'
    i32 x = (c.name = "a");    // expect-error: cannot use void where a value of type i32 is wanted
    c.nome = 1;                // expect-error: 'C' has no member 'nome'
    auto p = &C.both;          // expect-error: several functions are called 'both'
    auto q = &C.area;          // expect-error: 'C' has no member 'area'
}
i32 main(void) { return 0; }
