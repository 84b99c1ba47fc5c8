// SPDX-License-Identifier: Apache-2.0
// Wall-clock time, from the C library.
struct TimeSpec { i64 seconds; i64 nanoseconds; };
i32 clock_gettime(i32 clock, TimeSpec* time);

class Timer
{
    static double milliseconds()
    {
        TimeSpec now;
        clock_gettime(1, &now);   // CLOCK_MONOTONIC on Linux
        return (double)now.seconds * 1000.0d + (double)now.nanoseconds / 1000000.0d;
    }
}
