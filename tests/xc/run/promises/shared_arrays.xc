// Arrays outside are shared: a store lands in the caller's, whether it is a local, a global or new.
#import "Par.xc"
#use Stdio
u32 shared[8];

void fill(u32* out, u32 n)
    {
    par { for (u32 i in 0..n) out[i] = 100 + i; }
    }

i32 main(void)
    {
    u32 local[8];
    u32* heap = new u32[8];
    par { for (u32 i in 0..8) { shared[i] = i; local[i] = shared[i] * 2; heap[i] = local[i] + 1; } }
    printf("%u %u %u\n", shared[7], local[7], heap[7]);         // expect: 7 14 15
    fill(local, 4);
    fill(heap, 8);
    printf("%u %u %u %u\n", local[3], local[4], heap[0], heap[7]);  // expect: 103 8 100 107
    delete heap;
    return 0;
    }
