// A function that keeps a block which writes variables of its caller: the program ends.
#use Stdio
block void(void) kept;
void keep(block f void(void)) { kept = f; }
i32 main(void)
{
    i32 v = 3;
    keep({ printf("%d\n", v); });               // a copy: fine
    kept();                                     // expect: 3
    kept = 0;
    block:i32 t = 0;
    block f void(void) = { t++; };              // traps: this block writes variables around it and is still held when they end
    keep(f);
    kept();
    printf("%d\n", t);                          // expect: 1
    return 0;
}
