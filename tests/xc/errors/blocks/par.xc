//--- what a block has a copy of is no variable to write
#import "Par.xc"
u32 a[10];
void run(block body void(void)) { body(); }
i32 main(void)
{
    u32 n = 3;
    u32 sum = 0;
    u32 own[4];
    run({ par { for (u32 i in 0..10) { a[i] = n; n = 4; } } });         // expect-error: 'n' is captured
    run({ par :reduce(+ sum) { for (u32 i in 0..10) sum += i; } });     // expect-error: 'sum' belongs to the function around this block
    run({ par { for (u32 i in 0..4) a[i] = own[i]; } });                // expect-error: an object
    return 0;
}
