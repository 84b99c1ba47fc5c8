// SPDX-License-Identifier: Apache-2.0
// Reads a text like JSON, 400,000 bytes, token by token: a switch on bytes, numbers, names, nesting.
// Prints a checksum; with an argument also the best time in ms.
#import "lib/Timer.xc"
#use Stdio
#define N 400000

u8 text[N + 64];

struct Reader { u8* at; u32 depth, deepest, names, numbers, marks, sum; };

u8* put(u8* to, string what)
{
    while (*what) *to++ = *what++;
    return to;
}

void make(void)
{
    u8* to = text;
    u32 x = 7;
    while (to < text + N)
    {
        x = x * 1664525 + 1013904223;
        switch (x >> 29)
        {
            case 0: to = put(to, "{\"name\": "); break;
            case 1: to = put(to, "[1, 22, -303], "); break;
            case 2: to = put(to, "}, "); break;
            case 3: to = put(to, "true, "); break;
            case 4: to = put(to, "\"a \\\"quoted\\\" text\", "); break;
            case 5: to = put(to, "null\n    "); break;
            default:
                u32 n = x >> 8 & 0xFFFFF;
                while (n) { *to++ = '0' + n % 10; n /= 10; }
                *to++ = ' ';
        }
    }
    *to = 0;
}

// Whether there was one.
bool token(Reader* r)
{
    while (true)
    {
        u8 c = *r.at++;
        switch (c)
        {
            case 0: return false;
            case ' ':
            case '\n': break;
            case '{':
            case '[':
                r.depth++;
                if (r.depth > r.deepest) r.deepest = r.depth;
                return true;
            case '}':
            case ']':
                if (r.depth) r.depth--;
                return true;
            case '"':
                while (*r.at != '"') r.at += *r.at == '\\' ? 2 : 1;
                r.at++;
                r.names++;
                return true;
            case '0'..'9':
                u32 n = c - '0';
                while (*r.at >= '0' && *r.at <= '9') n = n * 10 + (*r.at++ - '0');
                r.numbers++;
                r.sum = r.sum * 31 + n;
                return true;
            case 'a'..'z':
                while (*r.at >= 'a' && *r.at <= 'z') r.at++;
                r.names++;
                return true;
            default:
                r.marks++;
                return true;
        }
    }
    return false;
}

u32 work(void)
{
    if (!text[0]) make();
    Reader r;
    r.at = text;
    r.depth = 0; r.deepest = 0; r.names = 0; r.numbers = 0; r.marks = 0; r.sum = 0;
    u32 count = 0;
    while (token(&r)) count++;
    return r.sum + count * 3 + r.deepest * 5 + r.names * 7 + r.numbers * 11 + r.marks * 13;
}

i32 main(i32 argc, u8** argv)
{
    u32 sum = work();
    printf("%u\n", sum);
    if (argc < 2) return 0;
    double best = 1.0e9d;
    for (i32 run in 0..15)
    {
        double begin = Timer.milliseconds();
        work();
        double took = Timer.milliseconds() - begin;
        if (took < best) best = took;
    }
    printf("ms %.3f\n", best);
    return 0;
}
// expect: 2108596944
