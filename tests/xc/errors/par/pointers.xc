//--- through pointers
#import "Par.xc"
u32 a[100];
u32 t[100];
u32 g;
struct Image { u32 width; u32* pixels; };
void put(u32* p, u32 v) { *p = v; }            // expect-warning: this element of 'a' is written from every work item // expect-warning: the index into 'a' is computed from data
u32 get(u32* p) { return *p; }                 // expect-error: this reads 'a' where another work item may write it
void bump(u32* p) { *p += 1; }                 // expect-error: 'x' is captured, every work item has its own copy // expect-error: 'n' is the number of the work item
void grow(Image* image) { image.width = 3; }   // expect-error: 'image' is captured, every work item has its own copy
void other(u32* list, u32 k) { list[k + 1] = k; }   // expect-warning: another work item may write this element of 'a'
void f(void)
{
    u32 x = 0;
    u32 s = 0;
    Image image = {3, a};
    par { for (u32 i in 1..100) put(&a[i], get(&a[i - 1])); }
    par { for (u32 i in 0..100) put(&a[t[i]], 1); }
    par { for (u32 i in 0..100) put(a, i); }
    par { for (u32 i in 0..99) { a[i] = i; other(a, i); } }
    par { for (u32 i in 0..100) bump(&x); }
    par { for (u32 i in 0..100) bump(&g); }                         // expect-error: this par block writes the global 'g'
    par :reduce(+ s) { for (u32 i in 0..100) { bump(&s); s += i; } }    // expect-error: this par block reduces 's' and reaches it in a function that it calls too // expect-warning: 's' is reduced, so here it holds a part
    par { for (u32 n in 0..100) { bump(&n); a[n] = 1; } }
    par { for (u32 i in 0..100) grow(&image); }
    par { for (u32 i in 1..100) image.pixels[i] = image.pixels[i - 1]; }   // expect-error: this reads 'image.pixels' where another work item may write it
}
//--- not followed
#import "Par.xc"
u32 a[100];
u32 b[100];
u32 t[100];
u32* rows[4];
struct Image { u32 width; u32* pixels; };
u32* same(u32* p) { return p; }
u32 of(Image image, u32 i) { return image.width + image.pixels[i]; }
void f(u32* p, u32* q)
{
    par { for (u32 i in 0..4) t[i] = rows[i][0]; }                      // expect-error: pointers of this kind
    par { for (u32 i in 0..4) t[i] = *same(b); }                        // expect-error: pointers of this kind
    par { for (u32 i in 0..4) { u32* r = a; if (i) r = b; t[i] = *r; } }    // expect-error: pointers that point to one array, then to another, in a par body
    par { for (u32 i in 0..4) { u32* r = a; u32** s = &r; t[i] = **s; } }   // expect-error: addresses of pointers in a par body // expect-error: addresses of pointers // expect-error: pointers of this kind
    par { for (u32 i in 0..4) { u32* r; t[i] = *r; r = a; } }           // expect-error: pointers of this kind
    par { for (u32 i in 0..4) { u32* r = 0; t[i] = *r; } }              // expect-error: pointers of this kind
    par { for (u32 i in 0..4) { u32 x = 1; u32* r = &x; r++; t[i] = *r; } } // expect-error: pointers that are assigned and point to no array in a par body // expect-error: pointers of this kind // expect-error: pointers of this kind
    par { for (u32 i in 0..4) t[i] = p == q; }                          // expect-error: comparisons of pointers into two arrays in a par body
    par { for (u32 i in 0..4) { Image own = {3, a}; t[i] = own.width; } }   // expect-error: structs with pointers that are made in a par body
}
//--- copies and walks
#import "Par.xc"
u32 a[100];
u32 t[100];
struct Image { u32 width; u32* pixels; };
u32 of(Image image, u32 i) { return image.width + image.pixels[i]; }
void twice(u32* list, u32 n) { u32* end = list + n; while (list < end) { *list = *list * 2; list++; } }    // expect-warning: the index into 'a' is computed from data
void f(Image* image)
{
    par { for (u32 i in 0..4) { image[i].width = 3; t[i] = of(image[9], i); } }     // expect-error: copies of structs with pointers that the par block writes
    par { for (u32 i in 0..4) { twice(&a[i * 4], 4); } }
    par
    {
        for (u32 i in 0..10)
        {
            u32* row = &a[i * 10];
            for (u32 k in 0..10) row[k] = i + k;
            u32* p = row;
            u32 sum = 0;
            for (u32 k in 0..10) sum += *p++;       // expect-warning: a pointer moves over 'a'
            t[i] = sum;
        }
    }
}
//--- copies, and fields that a step leaves
#import "Par.xc"
u32 a[100];
u32 b[100];
struct Image { u32 width; u32* pixels; };
struct Two { u32 x; u32 y; };
Two twos[101];
u32 fewer(Image s) { s.width--; return s.width; }      // expect-error: changes of a par block's copies of structs with pointers
void step(u32* p) { p[1] = 3; }
void f(void)
{
    Image image = {3, b};
    par { for (u32 i in 0..4) a[i] = fewer(image); }
    par { for (u32 i in 0..100) { step(&twos[i].y); b[i] = twos[i].x; } }  // expect-error: this reads 'twos' where another work item may write it
}
//--- views of another size
#import "Par.xc"
u32 a[100];
u8 second(u8* p) { return p[1]; }      // expect-error: pointers of this kind
void f(void) { par { for (u32 i in 0..4) { u32 own[3]; own[1] = i; a[i] = second((u8*)&own[1]); } } }      // expect-error: pointers of this kind
//--- a pointer to one variable
#import "Par.xc"
u32 a[100];
u32 next(u32* p) { return *p++; }          // expect-error: pointers that are assigned and point to no array in a par body
void f(void) { par { for (u32 i in 0..4) { u32 k = i; a[i] = next(&k); } } }
