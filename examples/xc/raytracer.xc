// SPDX-License-Identifier: Apache-2.0
// Spheres on a floor, with shadows and reflections. `xcc --run raytracer.xc scene.ppm` writes the
// image. A work item is a pixel; its functions take and give structs of numbers.
#import "Par.xc"
#import "Math.xc"
#use Stdio

#define W 480
#define H 320
#define SPHERES 9
#define BOUNCES 4
#define FAR 1.0e9

pointer fopen(string path, string mode);
u64 fwrite(pointer data, u64 size, u64 count, pointer file);
i32 fprintf(pointer file, string format, ...);
i32 fclose(pointer file);

struct Vector { float x; float y; float z; };
struct Sphere { Vector centre; float radius; Vector colour; float mirror; };

// Of the nearest thing on a ray.
struct Hit { float distance; Vector normal; Vector colour; float mirror; };

Sphere spheres[SPHERES];
u8 image[W * H * 3];

Vector vector(float x, float y, float z)
{
    Vector v = {x, y, z};
    return v;
}
Vector add(Vector a, Vector b) { return vector(a.x + b.x, a.y + b.y, a.z + b.z); }
Vector subtract(Vector a, Vector b) { return vector(a.x - b.x, a.y - b.y, a.z - b.z); }
Vector scale(Vector a, float k) { return vector(a.x * k, a.y * k, a.z * k); }
float dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vector unit(Vector a) { return scale(a, 1.0 / Math.sqrt(dot(a, a))); }

// How far along the ray a sphere is, FAR when it misses.
float meets(Vector from, Vector way, Vector centre, float radius)
{
    Vector to = subtract(centre, from);
    float along = dot(to, way);
    float inside = radius * radius - (dot(to, to) - along * along);
    if (inside < 0.0) return FAR;
    float half = Math.sqrt(inside);
    if (along - half > 0.001) return along - half;
    return along + half > 0.001 ? along + half : FAR;
}

Hit nearest(Vector from, Vector way)
{
    Hit hit = {FAR, {0.0, 1.0, 0.0}, {0.0, 0.0, 0.0}, 0.0};
    if (way.y < -0.0001)
    {
        hit.distance = -from.y / way.y;
        Vector at = add(from, scale(way, hit.distance));
        // Counted from far left, where nothing is: a conversion cuts toward zero.
        i32 odd = ((i32)(at.x + 1000.0) + (i32)(at.z + 1000.0)) & 1;
        float grey = odd ? 0.9 : 0.25;
        hit.colour = vector(grey, grey, grey);
        hit.mirror = 0.15;
    }
    for (u32 i in 0..SPHERES)
    {
        float distance = meets(from, way, spheres[i].centre, spheres[i].radius);
        if (distance < hit.distance)
        {
            hit.distance = distance;
            Vector at = add(from, scale(way, distance));
            hit.normal = unit(subtract(at, spheres[i].centre));
            hit.colour = spheres[i].colour;
            hit.mirror = spheres[i].mirror;
        }
    }
    return hit;
}

Vector trace(Vector from, Vector way)
{
    Vector light = unit(vector(-0.5, 0.9, -0.4));
    Vector colour = vector(0.0, 0.0, 0.0);
    float share = 1.0;
    for (u32 bounce in 0..BOUNCES)
    {
        Hit hit = nearest(from, way);
        if (hit.distance >= 100.0)
        {
            float height = way.y > 0.0 ? way.y : 0.0;
            Vector sky = vector(0.75 - 0.4 * height, 0.85 - 0.25 * height, 1.0);
            return add(colour, scale(sky, share));
        }
        Vector at = add(from, scale(way, hit.distance));
        float lit = dot(hit.normal, light);
        if (lit < 0.0) lit = 0.0;
        for (u32 i in 0..SPHERES)
            if (lit > 0.0 && meets(at, light, spheres[i].centre, spheres[i].radius) < FAR) lit = 0.0;
        float bright = (0.15 + 0.85 * lit) * (1.0 - hit.mirror) * share;
        colour = add(colour, scale(hit.colour, bright));
        share = share * hit.mirror;
        if (share < 0.01) return colour;
        way = subtract(way, scale(hit.normal, 2.0 * dot(way, hit.normal)));
        from = add(at, scale(way, 0.001));
    }
    return colour;
}

u8 byte(float x) { return (u8)(Math.sqrt(x) * 255.0); }

void render(void)
{
    Vector eye = vector(0.0, 1.6, -6.0);
    par trace :grid(W, H)
    {
        float x = ((float)par.x + 0.5 - 0.5 * W) / H;
        float y = (0.5 * H - (float)par.y - 0.5) / H;
        Vector c = trace(eye, unit(vector(x, y - 0.1, 1.0)));
        u32 at = par.y * par.width + par.x;
        image[at * 3] = byte(c.x);
        image[at * 3 + 1] = byte(c.y);
        image[at * 3 + 2] = byte(c.z);
    }
}

i32 main(i32 argc, string args[])
{
    for (u32 i in 0..SPHERES)
    {
        float k = (float)i;
        spheres[i].radius = 0.5 + 0.1 * (float)(i % 3);
        spheres[i].centre = vector((float)(i % 3) * 1.6 - 1.6, spheres[i].radius, k * 0.5 - 1.0);
        spheres[i].colour = vector(0.3 + 0.07 * k, 0.9 - 0.08 * k, 0.4 + 0.25 * (float)(i % 3));
        spheres[i].mirror = i % 2 ? 0.5 : 0.1;
    }
    render();
    u64 sum = 0;
    par sum :reduce(+ sum) { for (u32 i in 0..W * H * 3) sum = sum + image[i]; }
    printf("%u\n", sum);
    if (argc < 2) return 0;
    pointer file = fopen(args[1], "wb");
    if (file == 0)
    {
        printf("cannot write %s\n", args[1]);
        return 1;
    }
    fprintf(file, "P6\n%d %d\n255\n", W, H);
    fwrite(image, 1, W * H * 3, file);
    return fclose(file);
}
// expect: 90154245
