// SPDX-License-Identifier: Apache-2.0
// A count that threads take from, and wait at zero.
pointer tack_rt_xc_sem_new(u32 count);
void tack_rt_xc_sem_delete(pointer sem);
void tack_rt_xc_sem_wait(pointer sem);
bool tack_rt_xc_sem_try_wait(pointer sem);
bool tack_rt_xc_sem_wait_for(pointer sem, u32 milliseconds);
void tack_rt_xc_sem_post(pointer sem);
u32 tack_rt_xc_sem_count(pointer sem);

class Sem
{
    pointer handle_;

    void init(void) { handle_ = tack_rt_xc_sem_new(0); }
    void init(u32 count) { handle_ = tack_rt_xc_sem_new(count); }
    void dealloc(void) { tack_rt_xc_sem_delete(handle_); }

    // One less, when there is one.
    void wait() { tack_rt_xc_sem_wait(handle_); }
    // Whether there was one, now or within that time.
    bool tryWait() { return tack_rt_xc_sem_try_wait(handle_); }
    bool waitMs(u32 milliseconds) { return tack_rt_xc_sem_wait_for(handle_, milliseconds); }
    // One more.
    void post() { tack_rt_xc_sem_post(handle_); }
    // What it is just now, which another thread may change at once.
    u32 count() { return tack_rt_xc_sem_count(handle_); }
}
