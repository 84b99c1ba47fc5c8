// %e prints the name of an enum's member; of a float it is scientific.
#use Stdio
#import "String.xc"

enum colour = {red, green = 5, blue};
enum level = {low = 300, high = 70000};
typedef colour shade;
struct Pixel { colour c; u8 alpha; };
class Pen
{
    shade c;
    static colour last;
    colour now() { return c; }
}

colour mixed(colour a, colour b) { return a == b ? a : blue; }
u32 evaluated;
colour once(void) { evaluated++; return green; }

i32 main(void)
{
    colour c = green;
    printf("%e %e %e\n", c, red, blue);                 // expect: green red blue
    shade s = blue;
    level l = high;
    printf("[%8e|%-6e|%.2e]\n", s, c, l);               // expect: [    blue|green |hi]
    Pixel p = {blue, 3};
    Pixel* at = &p;
    colour list[3] = {red, green, blue};
    colour* behind = list;
    printf("%e %e %e %e\n", p.c, at.c, list[1], *behind);   // expect: blue blue green red
    Pen* pen = new Pen;
    pen.c = green;
    Pen.last = blue;
    printf("%e %e %e\n", pen.c, pen.now(), Pen.last);   // expect: green green blue
    printf("%e %e\n", mixed(red, red), mixed(red, c));  // expect: red blue
    auto a = c;
    printf("%e %e %e\n", a, (colour)6, c ? red : blue);     // expect: green blue red
    printf("%e %u\n", once(), evaluated);               // expect: green 1
    c = (colour)77;
    s = (colour)200;
    printf("%e %e\n", c, s);                            // expect: 77 200
    String* text = String.withFormat("%e, %@", l, String.withFormat("%e", list[2]));
    printf("%@ %e %d\n", text, list[0], list[1]);       // expect: high, blue red 5
    printf("%e %.1e\n", 1500.0, 0.25d);                 // expect: 1.500000e+03 2.5e-01
    return 0;
}
