// A fill with a sum and a maximum, and a picture by the points of a grid: the programs of README and guide.
#import "Par.xc"
#use Stdio
#define W 1920
#define H 1080

u32 a[100000];
u32 image[W * H];

i32 main(void)
    {
    u32 sum = (u32)0;
    u32 best = (u32)0;
    par fill :reduce(+ sum) :reduce(max best)
        {
        for (u32 i in 0..100000)
            {
            a[i] = (i * (u32)3) % (u32)1000;
            sum = sum + a[i];
            if (a[i] > best)
                best = a[i];
            }
        }
    printf("%u %u\n", sum, best);                               // expect: 49950000 999
    par shade :grid(W, H)
        {
        if (par.x == 0 || par.y == 0)
            {
            image[par.y * par.width + par.x] = 0;
            return;
            }
        image[par.y * par.width + par.x] = par.x ^ par.y;
        }
    u64 checksum = 0;
    for (u32 i in 0..W * H) checksum += (u64)image[i] * (i % 1009);
    printf("%llu\n", checksum);                                 // expect: 1034024951638
    return 0;
    }
