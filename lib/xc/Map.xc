// SPDX-License-Identifier: Apache-2.0
// Objects by key (Equality.xc says which keys are one), in the order in which the keys came. The
// entries stand in a row; a table twice as long and more holds their numbers by hash.
#import "Array.xc"

class Map
{
    u64* keys_;      // references that count, null where an entry was removed
    u64* values_;
    u64* hashes;
    u32* table;      // number + 1 of an entry, 0: none
    u32 used;        // entries, removed ones too
    u32 removed;
    u32 room;
    u32 mask;        // of the table's length, a power of two

    void dealloc(void)
    {
        dropAll();
        delete keys_;
        delete values_;
        delete hashes;
        delete table;
    }

    u32 count() { return used - removed; }
    bool isEmpty() { return used == removed; }
    // 0 when absent.
    Object* get(Object* key)
    {
        u32 at = find(key, Equality_.hash(key));
        if (at == String.notFound()) return 0;
        return References_.at(values_ + at);
    }
    Object* get(Object* key, Object* fallback)
    {
        u32 at = find(key, Equality_.hash(key));
        if (at == String.notFound()) return fallback;
        return References_.at(values_ + at);
    }
    bool has(Object* key) { return find(key, Equality_.hash(key)) != String.notFound(); }
    void set(Object* key, Object* value)
    {
        if (key == 0) tack_rt_trap("Map.set: the key is null");
        u64 hash = Equality_.hash(key);
        u32 at = find(key, hash);
        if (at != String.notFound())
        {
            u64 before = values_[at];
            References_.put(values_ + at, value);
            References_.drop(&before);
            return;
        }
        if (used == room) grow();
        References_.put(keys_ + used, key);
        References_.put(values_ + used, value);
        hashes[used] = hash;
        used++;
        enter(used - 1);
    }
    // Whether it was there.
    bool remove(Object* key)
    {
        u32 at = find(key, Equality_.hash(key));
        if (at == String.notFound()) return false;
        u64 key_before = keys_[at];
        u64 value_before = values_[at];
        keys_[at] = 0;
        values_[at] = 0;
        removed++;
        References_.drop(&key_before);
        References_.drop(&value_before);
        return true;
    }
    void removeAll()
    {
        dropAll();
        used = removed = 0;
        for (u32 k = 0; table != 0 && k <= mask; k++) table[k] = 0;
    }
    // In the order in which they came.
    Object* keyAt(u32 index)
    {
        if (index >= count()) tack_rt_trap("Map or Set: there is no key with this index");
        if (removed) grow();
        return References_.at(keys_ + index);
    }
    Array* keys()
    {
        Array* all = Array.withCapacity(count());
        for (u32 k = 0; k < used; k++)
            if (keys_[k]) all.add(References_.at(keys_ + k));
        return all;
    }
    Array* values()
    {
        Array* all = Array.withCapacity(count());
        for (u32 k = 0; k < used; k++)
            if (keys_[k]) all.add(References_.at(values_ + k));
        return all;
    }
    String* description()
    {
        String* s = String.withCString("{");
        for (u32 k = 0; k < used; k++)
        {
            if (keys_[k] == 0) continue;
            if (s.used > 1) s.append(", ");
            s.appendFormat("%@: %@", References_.at(keys_ + k), References_.at(values_ + k));
        }
        s.append("}");
        return s;
    }

    u32 find(Object* key, u64 hash)
    {
        if (used == 0) return String.notFound();
        for (u32 slot = (u32)hash & mask; table[slot]; slot = (slot + 1) & mask)
        {
            u32 at = table[slot] - 1;
            if (hashes[at] == hash && keys_[at] && Equality_.areEqual(References_.at(keys_ + at), key))
                return at;
        }
        return String.notFound();
    }
    void enter(u32 at)
    {
        u32 slot = (u32)hashes[at] & mask;
        while (table[slot]) slot = (slot + 1) & mask;
        table[slot] = at + 1;
    }
    // Room for more, without the removed ones.
    void grow()
    {
        u32 count = used - removed;
        u32 wanted = count < 8 ? 8 : count > used / 2 ? count * 2 : room;
        if (wanted > 0x40000000) tack_rt_trap("a Map or Set of more than 2^30 keys");
        u64* new_keys = new u64[wanted];
        u64* new_values = new u64[wanted];
        u64* new_hashes = new u64[wanted];
        u32 length = 16;
        while (length < 2 * wanted) length *= 2;
        u32* new_table = new u32[length];
        if (!new_keys || !new_values || !new_hashes || !new_table) tack_rt_trap("out of memory for a Map or Set");
        u32 to = 0;
        for (u32 k = 0; k < used; k++)
        {
            if (keys_[k] == 0) continue;
            new_keys[to] = keys_[k];
            new_values[to] = values_[k];
            new_hashes[to] = hashes[k];
            to++;
        }
        delete keys_;
        delete values_;
        delete hashes;
        delete table;
        keys_ = new_keys;
        values_ = new_values;
        hashes = new_hashes;
        table = new_table;
        room = wanted;
        mask = length - 1;
        used = to;
        removed = 0;
        for (u32 k = 0; k < used; k++) enter(k);
    }
    void dropAll()
    {
        while (used)
        {
            used--;
            u64 key = keys_[used];
            u64 value = values_[used];
            References_.drop(&key);
            References_.drop(&value);
        }
    }
}
