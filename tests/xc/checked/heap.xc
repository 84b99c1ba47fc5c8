//--- behind a block
#use Stdio
i32 main(i32 argc, u8** argv) {
    u16* p = new u16[5]; p[4] = 7;
    printf("%u\n", p[4]);                   // expect: 7
    u16* q = p + 4 + argc;
    return *q; }                            // stops: reads 2 bytes at offset 10 of 10 bytes
//--- before a block
i32 main(i32 argc, u8** argv) { u16* p = new u16[5];
    p[-argc] = 3; return 0; }               // stops: writes 2 bytes at offset -2 of 10 bytes
//--- the count before a block is the runtime's
i32 main(i32 argc, u8** argv) { u64* p = new u64[5];
    return p[-argc - 1]; }                  // exit: 5
//--- across the end
i32 main(i32 argc, u8** argv) { u8* p = new u8[7];
    return *(i32*)(p + 4); }                // stops: reads 4 bytes across the end of the 7 that are there
//--- after delete
i32 main(void) { u32* p = new u32[5]; u32* q = p; p[1] = 7; delete p;
    return q[1]; }                          // stops: reads 4 bytes of memory that was deleted
//--- written after delete
void end(u32* p) { delete p; }
i32 main(void) { u32* p = new u32[5]; end(p);
    p[1] = 7; return 0; }                   // stops: writes 4 bytes of memory that was deleted
//--- deleted twice
void end(u32* p) {
    delete p; }                             // stops: deletes what was deleted
i32 main(void) { u32* p = new u32[5]; end(p); end(p); return 0; }
//--- deletes the middle of a block
i32 main(i32 argc, u8** argv) { u32* p = new u32[5]; u32* q = p + argc;
    delete q; return 0; }                   // stops: deletes what no 'new' gave
//--- deletes a local
void end(u32* p) {
    delete p; }                             // stops: deletes what no 'new' gave
i32 main(void) { u32 v[4] = {1, 2, 3, 4}; end(v); return 0; }
//--- deletes a global
u32 v[4];
void end(u32* p) {
    delete p; }                             // stops: deletes what no 'new' gave
i32 main(void) { end(v); return 0; }
//--- nothing wrong with null
i32 main(void) { u32* p = 0; delete p; return 3; }     // exit: 3
//--- through null
u32 get(u32* p) {
    return *p; }                            // stops: reads 4 bytes through a null pointer
i32 main(void) { return get(0); }
//--- a field through null
struct S { u32 a; u32 b[100]; };
void set(S* s) {
    s.b[99] = 3; }                          // stops: writes 4 bytes through a null pointer
i32 main(void) { set(0); return 0; }
//--- through a number
u32 get(u64 p) {
    return *(u32*)p; }                      // stops: where no memory is
i32 main(void) { return get(0x123456789ab8); }
//--- copied beyond
struct Big { u64 v[8]; };
i32 main(i32 argc, u8** argv) { Big* p = new Big[2]; Big b = {{1, 2, 3, 4, 5, 6, 7, 8}}; p[1] = b;
    p[1 + argc] = b; return 0; }            // stops: writes 64 bytes at offset 128 of 128 bytes
