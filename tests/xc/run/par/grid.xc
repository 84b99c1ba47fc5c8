// Grids in two and three dimensions; par as a variable beside them.
#import "Par.xc"
#use Stdio
#define W 37
#define H 21
u32 image[W * H];
u8 cube[5 * 6 * 7];
void main(void)
{
    u32 w = W, h = H;
    i32 par = 3;
    u32 count = 0;
    par shade :grid(w, h) :reduce(+ count) :goal(accuracy)
    {
        u32 at = par.x + par.width * par.y;
        if (par.x == par.y)
        {
            image[at] = 1;
            return;
        }
        for (u32 k in 0..par.x)
        {
            if (k == 5)
                break;
            if (k & 1)
                continue;
            image[at] += k;
        }
        switch (par.y % 3)
        {
            case 0: image[at] += 100;
            case 1: image[at] += 1000; break;
            default: return;
        }
        count++;
    }
    u64 sum = 0;
    for (u32 i in 0..W * H)
        sum += (u64)image[i] * (i + 1);
    printf("%llu %u %d\n", sum, count, par);
    // expect: 197299455 504 3
    par :grid(5, 6, 7)
    {
        cube[(par.z * par.height + par.y) * par.width + par.x] = (u8)(par.x + 2 * par.y + 3 * par.z + par.depth);
    }
    u32 total = 0;
    for (u32 i in 0..5 * 6 * 7)
        total += cube[i] * (i % 11);
    printf("%u\n", total);    // expect: 24164
    par = 5;
    u32 empty = 0;
    par :grid(0, 10) :reduce(+ empty) { empty++; }
    printf("%d %u\n", par, empty);  // expect: 5 0
}
