// Par blocks inside blocks: what a block has copies of is read in them, as variables are.
#use Stdio
#import "Par.xc"

struct Scale { i32 by; float add; };
i32 a[100];
float f[100];
void run(block body void(void)) { body(); }

class Maker
{
    i32 field;
    block i32(i32) maker(i32 first)
    {
        i32 mine = field;
        return block i32(i32 n) {
            i32 sum = 0;
            par :reduce(+ sum) { for (i32 i in first..n) sum += i * mine; }
            return sum;
        };
    }
}

i32 main(void)
{
    i32 n = 100;
    Scale s = {3, 0.5};
    i32 memory[100];
    i32* out = memory;
    run({
        par { for (i32 i in 0..n) a[i] = i * s.by + n; }
        par :grid(10, n / 10) { f[par.y * par.width + par.x] = (float)n + s.add; }
        for (i32 round in 0..2) { par { for (i32 i in 0..n) out[i] = round * n + i; } }
    });
    n = 7;
    printf("%d %.1f %d\n", a[99], f[99], memory[99]);       // expect: 397 100.5 199
    // A block in a block, and one that returns.
    run({
        i32 between = n + 1;
        run({
            par { for (i32 i in 0..between) a[i] = i + n + between; }
        });
    });
    printf("%d %d\n", a[7], a[8]);                          // expect: 22 124
    Maker* m = new Maker;
    m.field = 4;
    block sums i32(i32 n) = m.maker(10);
    m.field = 5;
    printf("%d %d\n", sums(13), sums(0));                   // expect: 132 0
    // A name again, and not at all.
    block both void(void) = { i32 n = 3; par { for (i32 i in 0..n) a[i] = n; } };
    both();
    printf("%d %d\n", a[2], a[3]);                          // expect: 3 18
    return 0;
}
