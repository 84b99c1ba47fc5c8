//--- two items, one element
#import "Par.xc"
// flags: -Wno-par-scatter
u32 a[100];
u32 d[100];
i32 main(void) {
    for (u32 i in 0..100) d[i] = i / 2;
    par { for (u32 i in 0..100)
        a[d[i]] = i; }                      // checks: item 1 writes what another item reads or writes: item 0
    par { for (u32 i in 0..100) a[i] = d[i] / (i - 7); }        // checks: division by zero, which gives 0, in item 7
    return 5; }                             // exit: 5
//--- in an array of the function, in a block and in an object's block
#import "Par.xc"
// flags: -Wno-par-scatter
void work(u32* p, u32* d, u32 n) {
    par { for (u32 i in 0..n)
        p[d[i]] += 1; } }                   // checks: item 2 reads what another item writes: item 1 // checks: item 2 writes
i32 main(void) { u32 local[10] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0}; u32 d[10] = {0, 1, 1, 3, 4, 5, 6, 7, 8, 9};
    work(local, d, 10);
    par { for (u32 i in 0..10)
        local[d[i]] = i; }                  // checks: item 2 writes what another item reads or writes: item 1
    return 0; }
//--- outside
#import "Par.xc"
// flags: -Wno-par-scatter
u32 d[10];
i32 main(void) { u32* p = new u32[10]; for (u32 i in 0..9) d[i] = i; d[9] = 10;
    par { for (u32 i in 0..10)
        p[d[i]] = i; }                      // stops: writes 4 bytes at offset 40 of 40 bytes
    return 0; }
//--- outside an array of the function
#import "Par.xc"
// flags: -Wno-par-scatter
u32 d[10];
i32 main(void) { u32 p[10]; for (u32 i in 0..9) d[i] = i; d[9] = 10;
    par { for (u32 i in 0..10)
        p[d[i]] = i; }                      // stops: element 10 of a buffer of 10
    return 0; }
//--- below a pointer
#import "Par.xc"
i32 main(void) { u32* p = new u32[10]; u32* q = p + 3; u32 out[10];
    par { for (i32 i in 0..3) out[i] = q[i - 3]; }
    return out[2]; }                        // exit: 0
//--- deleted
#import "Par.xc"
i32 main(void) { u32* p = new u32[10]; u32* q = p; delete p; u32 out[10];
    par { for (u32 i in 0..3)
        out[i] = q[i]; }                    // stops: of memory that was deleted
    return out[2]; }
//--- too many items
#import "Par.xc"
// flags: -Wno-par-scatter
i32 main(void) { u64 n = 0xFFFFFFFFFFFFFFFF; u8 v[1];
    par :grid(n, n) { if (par.x == 100) v[0] = 1; }         // stops: too many items
    return 0; }
