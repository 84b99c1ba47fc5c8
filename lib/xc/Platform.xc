// SPDX-License-Identifier: Apache-2.0
// What the program runs on.
#import "String.xc"

bool tack_rt_xc_environment(pointer name, pointer to);

class Platform
{
    // A variable of the environment; empty when it is not set.
    static String* env(String* name)
    {
        String* s = new String;
        if (name) tack_rt_xc_environment(&name.bytes, &s.bytes);
        return s;
    }
    static String* env(u8* name) { return Platform.env(String.withCString(name)); }
    // Whether it is set, be it to nothing.
    static bool hasEnv(String* name)
    {
        String* s = new String;
        return name && tack_rt_xc_environment(&name.bytes, &s.bytes);
    }
    static bool hasEnv(u8* name) { return Platform.hasEnv(String.withCString(name)); }
    static String* name() { return String.withCString("linux"); }
    static String* architecture() { return String.withCString("x86_64"); }
}
