// SPDX-License-Identifier: Apache-2.0
// Lines on stderr, behind what the program printed so far.
class Log
{
    static void info(string format, ...) :builtin("log");
}
