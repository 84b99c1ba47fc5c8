// A block in a global stands in no function: its labels are its own.
block outer u32(u32 v) = { goto nowhere; return v; };    // expect-error: no label 'nowhere' in this function
i32 main(void) { return 0; }
