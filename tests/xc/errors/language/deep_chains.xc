//--- calls one inside the other
#import "Par.xc"
u32 a[10];
u32 f0(u32 x) { return x; }
//* 1..149 u32 f{k}(u32 x) { return f{j}(x); }
void g(void)
{
    par { for (u32 i in 0..10) a[i] = f149(i); }   // expect-error: more than 100 one inside the other
}
//--- calls that double
#import "Par.xc"
u32 a[10];
u32 f0(u32 x) { return x; }
//* 1..39 u32 f{k}(u32 x) { return f{j}(x) + f{j}(x); }
void g(void)
{
    par { for (u32 i in 0..10) a[i] = f39(i); }   // expect-error: more than 5000 calls
}
//--- stars
u32************************************************************************************************************************************************************************************************************************************************************************************************************ p;   // expect-error: nested too deeply
//--- typedefs
typedef u8* t0;
//* 1..71 typedef t{j}* t{k};
typedef t71* t72;   // expect-error: nested too deeply
//* 73..199 typedef t{j}* t{k};
t199 p;
//--- structs
struct s0 { u8 a; };
//* 1..256 struct s{k} { s{j} a; };
struct s257 { s256 a; };   // expect-error: nested too deeply
//--- classes
class c0 { }
//* 1..256 class c{k} : c{j} { }
class c257 : c256 { }   // expect-error: nested too deeply
