// SPDX-License-Identifier: Apache-2.0
// An object for each thread. It is let go when the thread ends, or all are with the ThreadLocal.
#import "Object.xc"

pointer tack_rt_xc_local_new(void);
void tack_rt_xc_local_delete(pointer local);
pointer tack_rt_xc_local_get(pointer local);
void tack_rt_xc_local_set(pointer local, pointer object);

class ThreadLocal
{
    pointer handle_;

    void init(void) { handle_ = tack_rt_xc_local_new(); }
    void dealloc(void) { tack_rt_xc_local_delete(handle_); }

    // What this thread has set; 0 before.
    Object* get()
    {
        pointer counted = tack_rt_xc_local_get(handle_);
        Object* o = References_.at(&counted);
        References_.drop(&counted);
        return o;
    }
    void set(Object* o) { tack_rt_xc_local_set(handle_, (pointer)o); }
}
