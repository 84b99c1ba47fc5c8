//--- the next array is not this one
u32 at(u32* p, u32 k) {
    return p[k]; }                          // stops: reads 4 bytes at offset 16 of 16 bytes
i32 main(void) { u32 first[4] = {1, 2, 3, 4}; u32 second[4] = {5, 6, 7, 8}; return at(first, 3) + at(second, 4); }
//--- an index of an array
i32 main(i32 argc, u8** argv) { u32 v[4] = {1, 2, 3, 4};
    return v[argc + 3]; }                   // stops: reads 4 bytes at offset 16 of 16 bytes
//--- an index below an array
i32 main(i32 argc, u8** argv) { i32 v[4] = {1, 2, 3, 4}; i32 k = -argc;
    v[k] = 3; return v[0]; }                // stops: writes 4 bytes at offset -4 of 16 bytes
//--- after the function's end
// flags: -Wno-escape
u32* kept;
void keep(void) { u32 v[4] = {1, 2, 3, 4}; kept = v; }
i32 main(void) { keep();
    return kept[1]; }                       // stops: reads 4 bytes of a function's local after its end
//--- never stored to
#use Stdio
u32 f(u32 n) { u32 x; if (n > 100) x = n;
    return x; }                             // checks: reads 'x', to which nothing was stored
struct P { u32 a; u32 b; };
u32 g(P* p) {
    return p.a +
           p.b; }                           // checks: reads what nothing was stored to
i32 main(void) { P p; p.a = 3; u32 list[3]; list[1] = 4; u32 k = 2;
    printf("%u %u %u\n", f(5), f(500), g(&p));      // expect: 0 500 3
    printf("%u\n",
           list[k]);                        // checks: nothing was stored
    return 0; }
// expect: 0
//--- stored to by what is called
#use Stdio
#use String
u64 strlen(u8* s);
i32 snprintf(u8* to, u64 n, string format, ...);
pointer memcpy(pointer to, pointer from, u64 n);
struct Room { u8* at; u8 text[16]; };
void fill(Room* r) { memcpy(r.at, "abc", 4); }
i32 main(void) { u8 text[20]; snprintf(text, 20, "%d", 123);
    printf("%s %u\n", text, text[1]);       // expect: 123 50
    Room r; r.at = r.text; fill(&r);
    printf("%c\n", r.text[2]);              // expect: c
    return 0; }
//--- copies of what is not there
#use Stdio
struct P { u32 a; u32 b; u64 c[3]; };
P twice(P p) { P q = p; q.b = 2; return q; }
i32 main(void) { P p; p.a = 3;
    P q = twice(p);
    printf("%u %u\n", q.a, q.b);            // expect: 3 2
    return 0; }
//--- deeper than there is room
u32 f(u32 n) { u32 v[1000] = {1}; v[n % 1000] = n;
    return f(n + 1) + v[n % 7]; }           // stops: stack
i32 main(void) { return f(1); }
