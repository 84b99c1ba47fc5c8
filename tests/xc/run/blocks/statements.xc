// Braces that are a block because of the statement in them, without a semicolon of their own.
#use Stdio
#import "Par.xc"

u32 a[10];
void run(block f void(void)) { f(); }

i32 main(void)
{
    run({ par { for (u32 i in 0..10) a[i] = i; } });
    printf("%u\n", a[9]);                           // expect: 9
    run({ par named { for (u32 i in 0..10) a[i] += i; } });
    printf("%u\n", a[9]);                           // expect: 18
    run({ par :grid(2, 5) { a[par.y * par.width + par.x] += 1; } });
    printf("%u\n", a[9]);                           // expect: 19
    run({ par both :grid(2, 5) { a[par.y * par.width + par.x] += 1; } });
    printf("%u\n", a[9]);                           // expect: 20
    run({ defer { printf("end\n"); } });            // expect: end
    return 0;
}
