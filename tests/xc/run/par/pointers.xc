// Pointers in par blocks: helpers that take them, pointers that move, pointers in structs.
#use Stdio
#import "Par.xc"

struct Image { u32 width; u32 height; float* pixels; };
struct Pair { u32* left; u32* right; u32 count; };
struct Deep { Pair pair; u32 scale; };
u32 table[64];
u32* rows[3];
Image picture;

float at(Image img, u32 x, u32 y) { return img.pixels[y * img.width + x]; }
float average(Image* img, u32 y)
{
    float sum = 0;
    float* p = &img.pixels[y * img.width];
    float* end = p + img.width;
    while (p < end) sum += *p++;
    return sum / (float)img.width;
}
void put(u32* to, u32 v) { *to = v; }
u32 sum_of(u32* list, u32 n) { u32 s = 0; for (u32 k in 0..n) s += list[k]; return s; }
void fill(u32* list, u32 n, u32 first) { for (u32 k in 0..n) list[k] = first + k; }
u32, u32 divide(u32 a, u32 b) { if (b == 0) return 0, a; return a / b, a % b; }
u32 find(u32* list, u32 n, u32 what)
{
    for (u32 k in 0..n) { if (list[k] == what) return k; }
    return n;
}
void order(u32* a, u32* b) { if (*a > *b) { u32 t = *a; *a = *b; *b = t; } }
void sort(u32* list, u32 n)
{
    for (u32 i in 1..n) { for (u32 k = i; k > 0; k--) order(&list[k - 1], &list[k]); }
}
u32 counted(u32* p) { if (!p) return 7; u32 n = 0; while (*p) { n++; p++; } return n; }
u32 last(u32* p, u32 n) { u32* q = p; q += n; q--; return *q; }
u32 inner(u32* p) { return p[0] + 1; }
u32 outer(u32* p, u32 k) { return inner(p + k) + inner(&p[k + 1]); }

i32 main(void)
{
    float pixels[6 * 4];
    for (u32 k in 0..24) pixels[k] = (float)(k * k % 17);
    picture.width = 6; picture.height = 4; picture.pixels = pixels;
    float out[24];
    Image copy = picture;
    Image* behind = &picture;
    par { for (u32 i in 0..24) out[i] = at(copy, i % 6, i / 6) + picture.pixels[i] + behind.pixels[i]; }
    bool same = true;
    for (u32 i in 0..24) same &= out[i] == 3 * pixels[i];
    printf("%u\n", same);
    float rowsum[4];
    par { for (u32 y in 0..4) rowsum[y] = average(behind, y) + average(&copy, y); }
    for (u32 y in 0..4) printf(y ? " %.3f" : "%.3f", rowsum[y]);
    printf("\n");
    u32 numbers[40];
    par { for (u32 i in 0..40) put(&numbers[i], (i * 7) % 40); }
    printf("%u %u\n", numbers[1], numbers[39]);
    u32 sums[10];
    par { for (u32 i in 0..10) sums[i] = sum_of(numbers + 4 * i, 4) + sum_of(&numbers[4 * i], 2); }
    printf("%u %u\n", sums[0], sums[9]);
    // Its own array, filled and sorted.
    u32 medians[20];
    par
    {
        for (u32 i in 0..20)
        {
            u32 own[5];
            fill(own, 5, i);
            own[1] = 99 - i;
            own[4] = i / 2;
            sort(own, 5);
            medians[i] = own[2] * 1000 + sum_of(&own[1], 3) + last(own, 5);
        }
    }
    printf("%u %u %u\n", medians[0], medians[7], medians[19]);
    u32 quotients[20], rests[20];
    par
    {
        for (u32 i in 0..20)
        {
            (u32 q, u32 r) = divide(i * 13, i % 4);
            quotients[i] = q;
            rests[i] = r;
        }
    }
    printf("%u %u %u %u\n", quotients[7], rests[7], quotients[8], rests[8]);
    u32 positions[40];
    par { for (u32 i in 0..40) positions[i] = find(numbers, 40, i); }
    printf("%u %u %u\n", positions[0], positions[7], positions[33]);
    u32 total = 0;
    par :reduce(+ total) { for (u32 i in 0..38) total += outer(numbers, i); }
    printf("%u\n", total);
    // A pointer of the item's own.
    u32* p = numbers;
    u32 most = 0;
    par :reduce(max most)
    {
        for (u32 i in 0..38)
        {
            u32* q = p + i;
            u32* r = i > 20 ? q + 1 : q;
            q++;
            u32 d = (u32)(q - p) + *q++ * 2 + *r;
            if (q[-1] > 30 && q > p) d += 100;
            if (d > most) most = d;
        }
    }
    printf("%u\n", most);
    Deep deep = {{numbers, sums, 10}, 3};
    Deep* far = &deep;
    u32 mixed[10];
    par { for (u32 i in 0..deep.pair.count) mixed[i] = deep.pair.left[i] * far.scale + far.pair.right[i]; }
    printf("%u %u\n", mixed[3], mixed[9]);
    rows[0] = numbers; rows[1] = sums; rows[2] = mixed;
    par { for (u32 i in 0..10) table[i] = rows[0][i] + rows[1][i] + rows[2][i]; }
    printf("%u\n", table[9]);
    u32 ends[4] = {1, 2, 3, 0};
    u32* none = 0;
    u32 lengths[2];
    par { for (u32 i in 0..1) { lengths[i] = counted(ends) * 10 + counted(none); } }
    printf("%u\n", lengths[0]);
    // No items: what is behind null is not looked for.
    Image* no = 0;
    par { for (u32 i in 0..copy.width - 6) out[i] = no.pixels[i]; }
    u32 part = 0;
    par :reduce(+ part) { for (u32 i in 0..3) { for (u32 v in p[i..i + 2]) part += v; } }
    printf("%u\n", part);
    return 0;
    // expect: 1
    // expect: 12.667 20.000 12.667 13.333
    // expect: 7 33
    // expect: 49 121
    // expect: 2104 9118 21142
    // expect: 30 1 0 104
    // expect: 0 1 39
    // expect: 1544
    // expect: 248
    // expect: 136 190
    // expect: 334
    // expect: 37
    // expect: 63
}
// flags: -Wno-escape
