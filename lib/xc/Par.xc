// SPDX-License-Identifier: Apache-2.0
// The runtime of par blocks. Importing it is what allows a program to use them.
void tack_rt_xc_device(u8* block, u8* choice);

class Par
{
    // "cpu", "gpu" or "auto" (any other word too) for the block of that name, or for "par", all
    // without a choice of their own.
    static void device(u8* block, u8* choice) { tack_rt_xc_device(block, choice); }
}
