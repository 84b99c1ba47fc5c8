// SPDX-License-Identifier: Apache-2.0
// Objects in a row.
#import "String.xc"
#import "Equality.xc"

class Array
{
    u64* slots;    // references that count, from 0 to used
    u32 used;
    u32 room;

    static Array* withCapacity(u32 count)
    {
        Array* a = new Array;
        a.reserve(count);
        return a;
    }
    void dealloc(void)
    {
        removeAll();
        delete slots;
    }

    u32 count() { return used; }
    bool isEmpty() { return used == 0; }
    void add(Object* o)
    {
        if (used == room) reserve(used < 4 ? 8 : used + used / 2);
        References_.put(slots + used, o);
        used++;
    }
    void addAll(Array* other)
    {
        u32 count = other.used;
        for (u32 k = 0; k < count; k++) add(other.get(k));
    }
    Object* get(u32 index)
    {
        inside(index);
        return References_.at(slots + index);
    }
    // 0 when there is none.
    Object* first() { return used ? References_.at(slots) : 0; }
    Object* last() { return used ? References_.at(slots + (used - 1)) : 0; }
    void set(u32 index, Object* o)
    {
        inside(index);
        u64 before = slots[index];
        References_.put(slots + index, o);
        References_.drop(&before);
    }
    // In front of the one with that index, or behind all.
    void insert(u32 index, Object* o)
    {
        if (index != used) inside(index);
        if (used == room) reserve(used < 4 ? 8 : used + used / 2);
        tack_rt_xc_bytes_move(slots + index + 1, slots + index, 8 * (u64)(used - index));
        References_.put(slots + index, o);
        used++;
    }
    void removeAt(u32 index)
    {
        inside(index);
        u64 before = slots[index];
        used--;
        tack_rt_xc_bytes_move(slots + index, slots + index + 1, 8 * (u64)(used - index));
        References_.drop(&before);
    }
    void removeLast()
    {
        inside(0);
        removeAt(used - 1);
    }
    void removeAll()
    {
        while (used)
        {
            used--;
            u64 before = slots[used];
            References_.drop(&before);
        }
    }
    // Of the same object, or of one that is equal as Strings and Numbers are; String.notFound.
    u32 indexOf(Object* o)
    {
        for (u32 k = 0; k < used; k++)
            if (Equality_.areEqual(References_.at(slots + k), o)) return k;
        return String.notFound();
    }
    bool contains(Object* o) { return indexOf(o) != String.notFound(); }
    String* joined(String* between)
    {
        String* s = new String;
        for (u32 k = 0; k < used; k++)
        {
            if (k) s.append(between);
            s.appendFormat("%@", References_.at(slots + k));
        }
        return s;
    }
    String* joined(u8* between) { return joined(String.withCString(between)); }
    String* description() { return String.withFormat("[%@]", joined(", ")); }

    void reserve(u32 wanted)
    {
        if (wanted <= room) return;
        u64* more = new u64[wanted];
        if (!more) tack_rt_trap("out of memory for an Array");
        tack_rt_xc_bytes_move(more, slots, 8 * (u64)used);
        delete slots;
        slots = more;
        room = wanted;
    }
    void inside(u32 index)
    {
        if (index >= used) tack_rt_trap("Array: there is no element with this index");
    }
}
