// In a grid's body par.x and the others mean the grid, also where a variable called par is in scope.
#import "Par.xc"
#use Stdio
struct Point { u32 x, y; };

i32 main(void)
    {
    Point par = {70, 80};
    u32 sum = 0, outside = 0;
    par :grid(3, 2) :reduce(+ sum) { sum += par.x + 10 * par.y; }
    par :reduce(+ outside) { for (u32 i in 0..2) outside += par.x + par.y; }
    printf("%u %u %u\n", sum, outside, par.y);                  // expect: 36 300 80
    return 0;
    }
