// SPDX-License-Identifier: Apache-2.0
// The program that runs.
#import "Array.xc"
#import "String.xc"

u32 tack_rt_xc_process_argument_count(void);
void tack_rt_xc_process_argument(u32 index, pointer to);
void tack_rt_xc_process_name(pointer to);
bool tack_rt_xc_process_folder(pointer to);
u32 tack_rt_xc_process_id(void);
void tack_rt_xc_process_exit(i32 status);
i64 tack_rt_xc_process_microseconds(void);
i64 tack_rt_xc_process_clock(void);

class Process
{
    // Strings, of which the first is how the program was called, as for main.
    static Array* arguments()
    {
        Array* all = new Array;
        for (u32 k in 0..tack_rt_xc_process_argument_count())
        {
            String* s = new String;
            tack_rt_xc_process_argument(k, &s.bytes);
            all.add(s);
        }
        return all;
    }
    // The first argument's last part, without ".exe" and ".xc": the name of the program's settings.
    static String* name()
    {
        String* s = new String;
        tack_rt_xc_process_name(&s.bytes);
        return s;
    }
    static u32 id() { return tack_rt_xc_process_id(); }
    // Where paths begin that do not begin with '/'; 0 when it is gone.
    static String* directory()
    {
        String* s = new String;
        return tack_rt_xc_process_folder(&s.bytes) ? s : 0;
    }
    // Ends the program, with what it printed written; what it holds is not let go.
    static void exit(i32 status) { tack_rt_xc_process_exit(status); }
    // Never goes back; its start means nothing.
    static i64 microseconds() { return tack_rt_xc_process_microseconds(); }
    // Since 1970, by the computer's clock.
    static i64 clock() { return tack_rt_xc_process_clock(); }
}
