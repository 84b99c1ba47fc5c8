// Structs, arrays, pointers, initialisers, several results, function pointers.
#use Stdio

struct Inner { u8 tag; u32 word; };
struct Outer { Inner part; u16 list[3]; double d; };
struct Tight :packed { u8 a; u32 b; };
typedef struct { i32 x, y; } Point;
enum colour = {red, green = 4, blue};
typedef i32 binary_t(i32 a, i32 b);

Outer start = {{1, 2}, {3, 4}, 5.5};
u8 text[] = "hey";
u16 squares[4] = {0, 1, 4, 9};
string names[2] = {"zero", "one"};
u16* third = &squares[2];
i32 add(i32 a, i32 b) { return a + b; }
i32 sub(i32 a, i32 b) { return a - b; }
binary_t* table[2] = {&add, &sub};
static u32 counter;

Outer change(Outer o) { o.part.word += 10; o.list[2] = 7; return o; }
u16, u16 halves(u16 v) { return v / 2, v % 2; }
i32 over(i32 v) { return 1; }
i32 over(float v) { return 2; }
i32 over(u8* v) { return 3; }
u32 next(void) { static u32 n = 5; n++; return n; }
i32 first(i32* p) { return *p; }
void swap(i32* a, i32* b) { i32 t = *a; *a = *b; *b = t; }

void main(void)
{
    printf("%llu %llu %llu\n", sizeof(Inner), sizeof(Outer), sizeof(Tight));     // expect: 8 24 5
    Outer o = change(start);
    printf("%u %u %u %u %f\n", start.part.word, o.part.word, o.list[1], o.list[2], o.d);
    // expect: 2 12 4 7 5.500000
    printf("%s %u %u\n", text, text.length, *third);        // expect: hey 4 4
    printf("%s %d %d\n", names[1], table[0](5, 3), table[1](5, 3));   // expect: one 8 2
    (u16 a, u16 b) = halves(9);
    printf("%u %u\n", a, b);                                // expect: 4 1
    (b, a) = halves(20);
    printf("%u %u\n", a, b);                                // expect: 0 10
    printf("%d %d %d %d\n", over(3), over(2.5), over("x"), blue);   // expect: 1 2 3 5
    next();
    printf("%u\n", next());                                 // expect: 7
    Point* p = new Point;
    p.x = 3;
    p->y = 4;
    Point q = *p;
    q.x += 10;
    printf("%d %d %d\n", p.x, q.x, (*p).y);                 // expect: 3 13 4
    i32 grid[3][4] = {{1, 2}, {5}};
    grid[2][3] = 9;
    i32 sum = 0;
    for (i32 i in 0..3)
        for (v in grid[i])
            sum += v;
    printf("%d %d\n", sum, first(grid[1]));                 // expect: 17 5
    u8* bytes = new u8[10];
    bytes[3] = 7;
    u8* end = bytes + 10;
    u32 total = 0;
    for (u8* c = bytes; c != end; c++)
        total += *c;
    printf("%u %d\n", total, end - bytes);                  // expect: 7 10
    delete bytes;
    delete p;
    i32 x = 1, y = 2;
    swap(&x, &y);
    i32 m, n = 4, 9;
    printf("%d %d %d %d\n", x, y, m, n);                    // expect: 2 1 4 9
    i32[2 + 3] c;
    for (i32 i in 0..5)
        c[i] = i;
    printf("%d %u\n", c[4], c.length);                      // expect: 4 5
    for (i in 3..0)
        printf("%u ", i);
    for (i32 i in 10..0 step -4)
        printf("%d ", i);
    printf("\n");                                           // expect: 3 2 1 10 6 2 
    u32 i = 0;
    while (true)
    {
        if (++i > 5)
            break;
        if (i == 2)
            continue;
        counter += i;
    }
    printf("%u\n", counter);                                // expect: 13
    i32 sign = -3;
    printf("%d %s\n", sign < 0 ? -1 : 1, sign ? "yes" : "no");   // expect: -1 yes
}
