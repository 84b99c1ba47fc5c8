// A grid's body runs once for each point. par.x, par.y, par.z count from 0, and par.width, par.height,
// par.depth are its size; in two dimensions par.z is 0 and par.depth 1.
#import "Par.xc"
#use Stdio
u32 flat[4 * 3];
u32 deep[4 * 3 * 2];

i32 main(void)
    {
    par :grid(4, 3)
        {
        flat[par.y * par.width + par.x] +=
            1000000 + par.x + 10 * par.y + 100 * par.z + 1000 * par.width + 10000 * par.height + 100000 * par.depth;
        }
    par :grid(4, 3, 2)
        {
        deep[(par.z * par.height + par.y) * par.width + par.x] +=
            1000000 + par.x + 10 * par.y + 100 * par.z + 1000 * par.width + 10000 * par.height + 100000 * par.depth;
        }
    printf("%u %u %u\n", flat[0], flat[3], flat[11]);           // expect: 1134000 1134003 1134023
    printf("%u %u %u %u\n", deep[0], deep[11], deep[12], deep[23]); // expect: 1234000 1234023 1234100 1234123
    return 0;
    }
