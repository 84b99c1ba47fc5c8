// What is registered for the end runs after main, in both run modes.
#use Stdio
typedef void end_t(void);
i32 atexit(end_t* f);
u32 count = 0;
void first(void) { count++; printf("first %u\n", count); }
void second(void) { count++; printf("second %u\n", count); }
i32 main(void)
{
    atexit(&second);
    atexit(&first);
    printf("main\n");
    return 0;
    // expect: main
    // expect: first 1
    // expect: second 2
}
