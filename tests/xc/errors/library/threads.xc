//--- what a thread calls
#import "Thread.xc"
#import "Error.xc"
void fails(void) throws { throw new Error; }
void takes(i32 n) { }
i32 gives(void) { return 1; }
i32 main(void)
{
    Thread.spawn(&fails);               // expect-error: no function 'spawn' takes these arguments
    Thread.spawn(&takes);               // expect-error: no function 'spawn' takes these arguments
    Thread.spawn(&gives);               // expect-error: no function 'spawn' takes these arguments
    Thread.spawn({ throw new Error; }); // expect-error: 'block' is not declared to throw
    Thread.spawn(0);                    // expect-error: several functions 'spawn' fit these arguments equally well
    return 0;
}
