// SPDX-License-Identifier: Apache-2.0
// The runtime of par blocks. Importing it is what allows a program to use them.
void tack_rt_xc_device(u8* block, u8* choice);

class Par
{
    // "cpu", "gpu" or "auto" for the block of that name, or for "par", all others. No block has a
    // GPU version yet, so that each choice ends on the CPU; XC_PAR_REPORT says so.
    static void device(u8* block, u8* choice) { tack_rt_xc_device(block, choice); }
}
