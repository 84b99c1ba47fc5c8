//--- objects and structs
#use Stdio
#import "Foundation.xc"
struct Pair { i32 a, b; };
struct Big { i32 all[257]; };
class Thing { }
void f(string s, Pair p, Big* big, Thing* t, i32 n)
{
    printf("%@ %@", p, t);
    printf("%d %@", t, t);          // expect-warning: '%d' prints another kind than an object
    printf("%@", n);                // expect-warning: '%@' prints another kind than an integer
    printf("%d", p);                // expect-warning: '%d' prints another kind than a struct
    printf("%@ %@", t);             // expect-error: the format wants more arguments
    printf("%@ %*d", t, p, 3);      // expect-error: the format wants more arguments
    printf("%@", t, n);             // expect-warning: the format does not print this argument
    printf("%@ %y", t);             // expect-error: wrong format: '%y' is not a conversion
    printf("%@", *big);             // expect-error: '%@' prints structs of at most 256 values
    printf(s, p);                   // expect-error: '...' takes numbers, pointers and objects, not Pair
    printf("%@", t, p);             // expect-warning: the format does not print this argument // expect-error: '...' takes numbers, pointers and objects, not Pair
    String* text = String.withFormat("%d %s", 1.5, t);   // expect-warning: '%d' prints another kind than a floating-point value // expect-warning: '%s' prints another kind than an object
    text.appendFormat("%d");        // expect-error: the format wants more arguments
    text.appendFormat("%@", p);
    Log.info("%s", n);              // expect-warning: '%s' prints another kind than an integer
    printfAt(1, 2, "%d", s);        // expect-warning: '%d' prints another kind than a pointer
}
