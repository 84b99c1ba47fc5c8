//--- behind an array
#use Stdio
u32 table[10];
u32 next[10];
i32 main(i32 argc, u8** argv) { u32 n = 9 + argc; table[n - 1] = 1;
    printf("%u\n", table[n - 1]);           // expect: 1
    table[n] = 3; return 0; }               // stops: writes 4 bytes at offset 40 of 40 bytes
//--- text is constant
u8* text = "abc";
i32 main(void) {
    text[1] = 'x'; return 0; }              // stops: writes to constant memory
//--- a global that C has
#use Stdio
pointer fopen(string name, string mode);
i32 fclose(pointer file);
i32 main(void) { pointer f = fopen("/dev/null", "r"); i32 n = fclose(f); printf("%d\n", n); return 0; }    // expect: 0
