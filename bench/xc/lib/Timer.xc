// SPDX-License-Identifier: Apache-2.0
// Time from the C library: the clock on the wall or, with BENCH_CLOCK=cpu in the environment, what the process's
// threads have used together, which other programs on the machine disturb less.
struct TimeSpec { i64 seconds; i64 nanoseconds; };
i32 clock_gettime(i32 clock, TimeSpec* time);
u8* getenv(u8* name);

class Timer
{
    static double milliseconds()
    {
        TimeSpec now;
        // CLOCK_PROCESS_CPUTIME_ID and CLOCK_MONOTONIC on Linux.
        clock_gettime(getenv("BENCH_CLOCK") ? 2 : 1, &now);
        return (double)now.seconds * 1000.0d + (double)now.nanoseconds / 1000000.0d;
    }
}
