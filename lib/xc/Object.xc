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
