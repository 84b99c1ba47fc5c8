// SPDX-License-Identifier: Apache-2.0
// Objects by key (Equality.xc says which keys are one), in the order in which the keys came. The
// entries stand in a row; a table twice as long and more holds their numbers by hash.
#import "Array.xc"

// References that count; the key is null where the entry was removed.
struct MapEntry_ { u64 hash; u64 key; u64 value; };

class Map
{
    MapEntry_* entries;
    u64* table;      // a hash's upper half, and the number + 1 of an entry; 0: none
    u32 used;        // entries, removed ones too
    u32 removed;
    u32 room;
    u32 mask;        // of the table's length, a power of two

    void dealloc(void)
    {
        dropAll_();
        delete entries;
        delete table;
    }

    u32 count() { return used - removed; }
    bool isEmpty() { return used == removed; }
    // 0 when absent.
    Object* get(Object* key)
    {
        u32 at = find_(key, Equality_.hash(key));
        if (at == String.notFound()) return 0;
        return References_.at(&entries[at].value);
    }
    Object* get(Object* key, Object* fallback)
    {
        u32 at = find_(key, Equality_.hash(key));
        if (at == String.notFound()) return fallback;
        return References_.at(&entries[at].value);
    }
    bool has(Object* key) { return find_(key, Equality_.hash(key)) != String.notFound(); }
    void set(Object* key, Object* value)
    {
        if (key == 0) tack_rt_trap("Map.set: the key is null");
        u64 hash = Equality_.hash(key);
        u32 at = find_(key, hash);
        if (at != String.notFound())
        {
            u64 before = entries[at].value;
            References_.put(&entries[at].value, value);
            References_.drop(&before);
            return;
        }
        if (used == room) grow_();
        entries[used].hash = hash;
        References_.put(&entries[used].key, key);
        References_.put(&entries[used].value, value);
        used++;
        enter_(used - 1);
    }
    // Whether it was there.
    bool remove(Object* key)
    {
        u32 at = find_(key, Equality_.hash(key));
        if (at == String.notFound()) return false;
        u64 key_before = entries[at].key;
        u64 value_before = entries[at].value;
        entries[at].key = 0;
        entries[at].value = 0;
        removed++;
        References_.drop(&key_before);
        References_.drop(&value_before);
        return true;
    }
    void removeAll()
    {
        dropAll_();
        used = removed = 0;
        for (u32 k = 0; table != 0 && k <= mask; k++) table[k] = 0;
    }
    // In the order in which they came.
    Object* keyAt(u32 index)
    {
        if (index >= count()) tack_rt_trap("Map or Set: there is no key with this index");
        if (removed) grow_();
        return References_.at(&entries[index].key);
    }
    Array* keys()
    {
        Array* all = Array.withCapacity(count());
        for (u32 k = 0; k < used; k++)
            if (entries[k].key) all.add(References_.at(&entries[k].key));
        return all;
    }
    Array* values()
    {
        Array* all = Array.withCapacity(count());
        for (u32 k = 0; k < used; k++)
            if (entries[k].key) all.add(References_.at(&entries[k].value));
        return all;
    }
    String* description()
    {
        String* s = String.withCString("{");
        for (u32 k = 0; k < used; k++)
        {
            if (entries[k].key == 0) continue;
            if (s.used > 1) s.append(", ");
            s.appendFormat("%@: %@", References_.at(&entries[k].key), References_.at(&entries[k].value));
        }
        s.append("}");
        return s;
    }

    u32 find_(Object* key, u64 hash)
    {
        if (used == 0) return String.notFound();
        u64 upper = hash >> 32;
        for (u32 slot = (u32)hash & mask; table[slot]; slot = (slot + 1) & mask)
        {
            if (table[slot] >> 32 != upper) continue;
            u32 at = (u32)table[slot] - 1;
            if (entries[at].hash == hash && is_(&entries[at].key, key)) return at;
        }
        return String.notFound();
    }
    // Whether the key in an entry is this one. Most are the same object or two Strings: these need no
    // count.
    bool is_(u64* held, Object* key)
    {
        if (*held == (u64)(pointer)key) return true;
        if (*held == 0) return false;
        if ((String*?)key)
        {
            i32 same = tack_rt_xc_text_same((pointer)*held, (pointer)key);
            if (same >= 0) return same == 1;
        }
        return Equality_.areEqual(References_.at(held), key);
    }
    void enter_(u32 at)
    {
        u64 hash = entries[at].hash;
        u32 slot = (u32)hash & mask;
        while (table[slot]) slot = (slot + 1) & mask;
        table[slot] = ((hash >> 32) << 32) | (at + 1);
    }
    // Room for more, without the removed ones.
    void grow_()
    {
        u32 count = used - removed;
        u32 wanted = count < 8 ? 8 : count > used / 2 ? count * 2 : room;
        if (wanted > 0x40000000) tack_rt_trap("a Map or Set of more than 2^30 keys");
        MapEntry_* new_entries = new MapEntry_[wanted];
        u32 length = 16;
        while (length < 2 * wanted) length *= 2;
        u64* new_table = new u64[length];
        if (!new_entries || !new_table) tack_rt_trap("out of memory for a Map or Set");
        u32 to = 0;
        for (u32 k = 0; k < used; k++)
            if (entries[k].key) new_entries[to++] = entries[k];
        delete entries;
        delete table;
        entries = new_entries;
        table = new_table;
        room = wanted;
        mask = length - 1;
        used = to;
        removed = 0;
        for (u32 k = 0; k < used; k++) enter_(k);
    }
    void dropAll_()
    {
        while (used)
        {
            used--;
            u64 key = entries[used].key;
            u64 value = entries[used].value;
            // What ends may look for it.
            entries[used].key = 0;
            References_.drop(&key);
            References_.drop(&value);
        }
    }
}
