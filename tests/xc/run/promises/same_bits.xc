// A float sum has the same bits for every number of threads and every width of the machine's vectors:
// the programs are run with several, and must all print this.
#import "Par.xc"
#import "Math.xc"
#use Stdio

i32 main(void)
    {
    float sum = 0.5, product = 1.0;
    double wide = 0.0d;
    par :reduce(+ sum) :reduce(+ wide) :reduce(* product)
        {
        for (u32 i in 0..100003)
            {
            sum += Math.sqrt((float)i) * 0.001;
            wide += 1.0d / (double)(i + 1);
            product *= 1.0 + (float)(i % 7) * 0.000001;
            }
        }
    u32* bits = (u32*)&sum;
    u32* others = (u32*)&product;
    u64* more = (u64*)&wide;
    printf("%08x %08x %016llx\n", bits[0], others[0], more[0]);
    // expect: 46a4b649 3facb975 40282e2b90cc21f9
    return 0;
    }
