// class without a base derives from Object; Object is a type; cast back
#use Stdio
class C { i32 v; }
class D : Object { i32 w; }
i32 main(void) { C* c = new C; Object* o = c; D* d = (D*?)o; C* e = (C*)o; printf("%u %u\n", d == 0, e == c); return 0; } // expect: 1 1
