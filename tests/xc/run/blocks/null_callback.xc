// So does one of a null callback.
#use Stdio
i32 main(void)
{
    callback f void(i32 v) = (callback void(i32))0;
    printf("before\n");                         // expect: before
    f(3);                                       // traps: the callback is null
    return 0;
}
