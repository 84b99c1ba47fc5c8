// SPDX-License-Identifier: Apache-2.0
// An integer that several threads change, each change whole, all in one order.
i64 tack_rt_xc_atomic_load(pointer at);
void tack_rt_xc_atomic_store(pointer at, i64 value);
i64 tack_rt_xc_atomic_exchange(pointer at, i64 value);
bool tack_rt_xc_atomic_compare_exchange(pointer at, i64 expected, i64 value);
i64 tack_rt_xc_atomic_add(pointer at, i64 value);
i64 tack_rt_xc_atomic_and(pointer at, i64 value);
i64 tack_rt_xc_atomic_or(pointer at, i64 value);
i64 tack_rt_xc_atomic_xor(pointer at, i64 value);

class Atomic
{
    i64 value_;

    void init(void) { }
    void init(i64 value) { value_ = value; }

    i64 load() { return tack_rt_xc_atomic_load(&value_); }
    void store(i64 value) { tack_rt_xc_atomic_store(&value_, value); }
    // What it becomes.
    i64 add(i64 by) { return tack_rt_xc_atomic_add(&value_, by) + by; }
    i64 sub(i64 by) { return add(0 - by); }
    i64 increment() { return add(1); }
    i64 decrement() { return add(-1); }
    // What it was.
    i64 fetchAdd(i64 by) { return tack_rt_xc_atomic_add(&value_, by); }
    i64 fetchAnd(i64 with) { return tack_rt_xc_atomic_and(&value_, with); }
    i64 fetchOr(i64 with) { return tack_rt_xc_atomic_or(&value_, with); }
    i64 fetchXor(i64 with) { return tack_rt_xc_atomic_xor(&value_, with); }
    i64 exchange(i64 value) { return tack_rt_xc_atomic_exchange(&value_, value); }
    // Sets it where it is what is expected, and says whether it was.
    bool compareExchange(i64 expected, i64 value)
    {
        return tack_rt_xc_atomic_compare_exchange(&value_, expected, value);
    }
}
