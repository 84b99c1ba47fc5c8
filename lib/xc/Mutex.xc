// SPDX-License-Identifier: Apache-2.0
// What one thread at a time holds.
pointer tack_rt_xc_mutex_new(void);
void tack_rt_xc_mutex_delete(pointer mutex);
void tack_rt_xc_mutex_lock(pointer mutex);
bool tack_rt_xc_mutex_try_lock(pointer mutex);
void tack_rt_xc_mutex_unlock(pointer mutex);

class Mutex
{
    pointer handle_;

    void init(void) { handle_ = tack_rt_xc_mutex_new(); }
    void dealloc(void) { tack_rt_xc_mutex_delete(handle_); }

    // A second lock by one thread ends the program, and so does an unlock by a thread that does not
    // hold it.
    void lock() { tack_rt_xc_mutex_lock(handle_); }
    // Whether this thread holds it now, and did not before.
    bool tryLock() { return tack_rt_xc_mutex_try_lock(handle_); }
    void unlock() { tack_rt_xc_mutex_unlock(handle_); }
    // Calls the block while it is held.
    void locked(block body void(void))
    {
        lock();
        body();
        unlock();
    }
}
