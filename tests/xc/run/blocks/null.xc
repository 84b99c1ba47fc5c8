// A call of a null block ends the program with its line.
#use Stdio
i32 main(void)
{
    block f i32(i32 v) = 0;
    printf("before\n");                         // expect: before
    return f(3);                                // traps: the block is null
}
