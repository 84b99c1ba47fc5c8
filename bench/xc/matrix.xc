// SPDX-License-Identifier: Apache-2.0
// The product of two matrices of 200 x 200 doubles, rows behind pointers, in one thread.
// Prints a checksum; with an argument also the best time in ms.
#import "lib/Timer.xc"
#use Stdio
#define N 200

struct Matrix { u32 rows, columns; double* cells; };
double x[N * N], y[N * N], z[N * N];

void multiply(Matrix* to, Matrix* a, Matrix* b)
{
    for (u32 i in 0..a.rows)
    {
        double* row = to.cells + i * to.columns;
        for (u32 j in 0..to.columns) row[j] = 0.0;
        for (u32 k in 0..a.columns)
        {
            double f = a.cells[i * a.columns + k];
            double* other = b.cells + k * b.columns;
            for (u32 j in 0..b.columns) row[j] += f * other[j];
        }
    }
}

u32 work(void)
{
    Matrix a = {N, N, x};
    Matrix b = {N, N, y};
    Matrix c = {N, N, z};
    for (u32 i in 0..N * N) { x[i] = i % 17; y[i] = i % 13; }
    multiply(&c, &a, &b);
    multiply(&a, &c, &b);
    double sum = 0.0;
    for (u32 i in 0..N * N) sum += x[i];
    return (u32)(sum / 65536.0);
}

i32 main(i32 argc, u8** argv)
{
    u32 sum = work();
    printf("%u\n", sum);
    if (argc < 2) return 0;
    double best = 1.0e9d;
    for (i32 run in 0..9)
    {
        double begin = Timer.milliseconds();
        work();
        double took = Timer.milliseconds() - begin;
        if (took < best) best = took;
    }
    printf("ms %.3f\n", best);
    return 0;
}
// expect: 7030825
