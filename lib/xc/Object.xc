// SPDX-License-Identifier: Apache-2.0
// What every class derives from, in programs that have String.
#import "String.xc"

class Object
{
    // What %@ prints.
    String* description()
    {
        String* name = new String;
        tack_rt_xc_text_class_name((pointer)self, &name.bytes);
        return name;
    }
}

// References_ that count, in memory that does not: for the library's collections.
class References_
{
    // The reference that was there is not let go.
    static void put(pointer at, Object* o) :builtin("object_put");
    static Object* at(pointer at) :builtin("object_at");
    static void drop(pointer at) :builtin("object_drop");
}
