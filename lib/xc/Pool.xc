// SPDX-License-Identifier: Apache-2.0
// A loop on the threads that par blocks run on, with a body that may do anything. Importing this makes
// the counts of references atomic.
#if ARCH_6502 || ARCH_m68k
#error this target has no threads
#endif

void tack_rt_xc_pool_callback(i32 lo, i32 hi, pointer callback_of);
void tack_rt_xc_pool_block(i32 lo, i32 hi, pointer block_of);

class Pool
{
    // A call for each index from lo up to but without hi, in no order; returns when all have
    // returned. One index must not wait for another. Inside another such loop, or a par block's, all
    // run on the calling thread.
    static void forRange(i32 lo, i32 hi, callback body void(i32 index))
    {
        tack_rt_xc_pool_callback(lo, hi, &body);
    }
    static void forRange(i32 lo, i32 hi, block body void(i32 index))
    {
        tack_rt_xc_pool_block(lo, hi, &body);
    }
}
