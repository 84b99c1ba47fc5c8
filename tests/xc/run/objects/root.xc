// Object is above every class. Any object is caught, thrown on, cast and told apart.
#use Stdio
class C { i32 v; i32 get(void) { return v; } }
class D : Object { i32 w; void dealloc(void) { printf("~D%d ", w); } }
class F : C { i32 get(void) { return v + 1; } }
Object* hold;
Object* pass(Object* o) { return o; }
i32 kind(Object* o)
{
    if ((F*?)o) return 3;
    if ((C*?)o) return 1;
    if ((D*?)o) return 2;
    return o ? 4 : 0;
}
void fails(i32 k) throws
{
    try { if (k == 1) throw new C; if (k == 2) throw new D; if (k == 3) throw new F; if (k == 4) throw new Object; }
    catch (D d) { d.w = 5; throw d; }
    catch (any) { hold = any; throw any; }
}

i32 main(void)
{
    C* c = new C;
    Object* o = c;
    D* d = (D*?)o;
    C* e = (C*)o;
    printf("%u %u\n", d == 0, e == c);                  // expect: 1 1
    Object* all[5];
    all[0] = new C; all[1] = new D; all[2] = new F; all[3] = new Object;
    for (each in all) printf("%d ", kind(each));
    printf("%d\n", ((C*)all[2]).get());                 // expect: 1 2 3 4 0 1
    all[1] = pass(all[3]);
    printf("\n");                                       // expect: ~D0 
    for (i32 k in 0..5)
        try { fails(k); printf("%d: none ", k); }
        catch (F f) { printf("F%d ", f.get()); }
        catch (Object any) { printf("%d:%d ", kind(any), kind(hold)); hold = 0; }
    printf("\n");                                       // expect: 0: none 1:1 2:0 ~D5 F1 4:4 
    return 0;
}
