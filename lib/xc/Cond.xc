// SPDX-License-Identifier: Apache-2.0
// Threads that wait for others to say that something has changed.
#import "Mutex.xc"

pointer tack_rt_xc_cond_new(void);
void tack_rt_xc_cond_delete(pointer cond);
void tack_rt_xc_cond_wait(pointer cond, pointer mutex);
bool tack_rt_xc_cond_wait_for(pointer cond, pointer mutex, u32 milliseconds);
void tack_rt_xc_cond_signal(pointer cond);
void tack_rt_xc_cond_broadcast(pointer cond);

class Cond
{
    pointer handle_;

    void init(void) { handle_ = tack_rt_xc_cond_new(); }
    void dealloc(void) { tack_rt_xc_cond_delete(handle_); }

    // The thread holds the mutex, lets it go while it waits and holds it again afterwards. It may wake
    // without a signal: it asks in a loop for what it waits for.
    void wait(Mutex* mutex) { tack_rt_xc_cond_wait(handle_, mutex.handle_); }
    // False when that time has passed.
    bool waitMs(Mutex* mutex, u32 milliseconds)
    {
        return tack_rt_xc_cond_wait_for(handle_, mutex.handle_, milliseconds);
    }
    // Wakes one, if any waits; all.
    void signal() { tack_rt_xc_cond_signal(handle_); }
    void broadcast() { tack_rt_xc_cond_broadcast(handle_); }
}
