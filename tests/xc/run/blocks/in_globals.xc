// A block in a global's block captures what is around it.
#use Stdio
block outer u32(u32 v) = { u32 t = v; block inner u32(void) = { return t + 1; }; return inner(); };
i32 main(void) { printf("%u\n", outer(4)); return 0; }    // expect: 5
