// SPDX-License-Identifier: Apache-2.0
// Threads. Importing this makes the counts of references atomic.
#if ARCH_6502 || ARCH_m68k
#error this target has no threads
#endif

pointer tack_rt_xc_thread_callback(pointer callback_of);
pointer tack_rt_xc_thread_block(pointer block_of);
bool tack_rt_xc_thread_valid(pointer thread);
bool tack_rt_xc_thread_join(pointer thread);
bool tack_rt_xc_thread_detach(pointer thread);
void tack_rt_xc_thread_drop(pointer thread);
void tack_rt_xc_thread_yield(void);
void tack_rt_xc_thread_sleep(u32 milliseconds);
u32 tack_rt_xc_thread_id(void);
i32 tack_rt_xc_thread_cpus(void);

class Thread
{
    pointer handle_;

    // A Thread that nobody holds any more goes on by itself.
    void dealloc(void) { tack_rt_xc_thread_drop(handle_); }

    // A thread that calls it; not valid when it is null or its object has ended, or the system has no
    // more threads. A callback's object lives until the call has returned.
    static Thread* spawn(callback body void(void))
    {
        Thread* t = new Thread;
        t.handle_ = tack_rt_xc_thread_callback(&body);
        return t;
    }
    static Thread* spawn(block body void(void))
    {
        Thread* t = new Thread;
        t.handle_ = tack_rt_xc_thread_block(&body);
        return t;
    }
    // Whether it can be joined: it was started, and nobody has joined or detached it.
    bool isValid() { return tack_rt_xc_thread_valid(handle_); }
    // Waits until it has returned. True when this call joined it: the first of all joins and detaches,
    // and not by the thread itself.
    bool join() { return tack_rt_xc_thread_join(handle_); }
    // Nobody will join it. True when this call did that.
    bool detach() { return tack_rt_xc_thread_detach(handle_); }

    static void yield() { tack_rt_xc_thread_yield(); }
    static void sleepMs(u32 milliseconds) { tack_rt_xc_thread_sleep(milliseconds); }
    // The calling thread's, which no other thread has meanwhile.
    static u32 currentId() { return tack_rt_xc_thread_id(); }
    // Those that this process may use.
    static i32 cpuCount() { return tack_rt_xc_thread_cpus(); }
}
