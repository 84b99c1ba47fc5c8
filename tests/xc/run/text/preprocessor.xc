// The preprocessor.
// flags: -DGIVEN=42 -DFLAG
#import "Stdio.xc"
#import <Stdio>
use Stdio;
#define TWICE(x) ((x) * 2)
#define NAME(a, b) a##b
#define TEXT(x) #x
#define SHOW(text, ...) printf(text, ##__VA_ARGS__)
#define SELF SELF + 1
#define EMPTY
#if ARCH_x86_64 && !defined(NOTHING) && (3 * 4 == 12)
#define GOOD 1
#elif 1
#error "wrong branch"
#else
#error "wrong branch"
#endif
#ifdef NOTHING
this is not read: 'unclosed
#else
i32 NAME(val, ue) = TWICE(3 + 1);
#endif
#ifndef FLAG
#error "flag"
#endif
#undef GOOD
#ifdef GOOD
#error "still there"
#endif
i32 SELF_ = 3;
void main(void)
{
    SHOW("plain\n");                            // expect: plain
    SHOW("%d %d\n", value, GIVEN);              // expect: 8 42
    printf("%s|\n", TEXT(a + "b\n" EMPTY));     // expect: a + "b\n" EMPTY|
    printf("joined "
           "text\x21 \u00e4\n");                // expect: joined text! ä
    printf("%d\n", TWICE(TWICE(
        5)));                                   // expect: 20
}
