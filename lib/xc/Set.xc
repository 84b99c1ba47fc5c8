// SPDX-License-Identifier: Apache-2.0
// Objects, each once (Equality.xc says which are one), in the order in which they came.
#import "Map.xc"

class Set
{
    Map* map;

    void init() { map = new Map; }

    u32 count() { return map.count(); }
    bool isEmpty() { return map.isEmpty(); }
    // Whether it is new.
    bool add(Object* o)
    {
        if (map.has(o)) return false;
        map.set(o, 0);
        return true;
    }
    bool contains(Object* o) { return map.has(o); }
    // In the order in which they came.
    Object* get(u32 index) { return map.keyAt(index); }
    bool remove(Object* o) { return map.remove(o); }
    void removeAll() { map.removeAll(); }
    Array* values() { return map.keys(); }
    String* description() { return String.withFormat("{%@}", map.keys().joined(", ")); }
}
