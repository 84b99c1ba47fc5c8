// SPDX-License-Identifier: Apache-2.0
// Whole files, and folders. What does not work gives false, 0 or -1; lastError() says why.
#import "Array.xc"
#import "Data.xc"
#import "String.xc"

bool tack_rt_xc_file_read(pointer path, pointer to);
bool tack_rt_xc_file_write(pointer path, pointer from, bool append);
i64 tack_rt_xc_file_size(pointer path);
u32 tack_rt_xc_file_kind(pointer path);
bool tack_rt_xc_file_exact(pointer path);
bool tack_rt_xc_file_make_folder(pointer path);
bool tack_rt_xc_file_set_executable(pointer path);
bool tack_rt_xc_file_remove(pointer path);
bool tack_rt_xc_file_rename(pointer from, pointer to);
bool tack_rt_xc_file_list(pointer path, pointer to);
void tack_rt_xc_file_error(pointer to);

class Files
{
    // 0 when it cannot be read.
    static String* readText(String* path)
    {
        String* s = new String;
        return tack_rt_xc_file_read(Files.text_(path), &s.bytes) ? s : 0;
    }
    static Data* readData(String* path)
    {
        Data* d = new Data;
        return tack_rt_xc_file_read(Files.text_(path), &d.bytes) ? d : 0;
    }
    // Whole: what was in the file goes.
    static bool writeText(String* path, String* text)
    {
        return tack_rt_xc_file_write(Files.text_(path), Files.text_(text), false);
    }
    static bool writeData(String* path, Data* data)
    {
        return tack_rt_xc_file_write(Files.text_(path), data ? &data.bytes : (pointer)0, false);
    }
    // A file that is not there is made.
    static bool appendText(String* path, String* text)
    {
        return tack_rt_xc_file_write(Files.text_(path), Files.text_(text), true);
    }
    static bool appendData(String* path, Data* data)
    {
        return tack_rt_xc_file_write(Files.text_(path), data ? &data.bytes : (pointer)0, true);
    }
    // With the folders above it; true when it is there afterwards.
    static bool createDirectory(String* path) { return tack_rt_xc_file_make_folder(Files.text_(path)); }
    // A file, a folder or anything else.
    static bool exists(String* path) { return tack_rt_xc_file_kind(Files.text_(path)) != 0; }
    // With these capitals, where a file system takes others for the same.
    static bool existsExact(String* path) { return tack_rt_xc_file_exact(Files.text_(path)); }
    static bool isFile(String* path) { return tack_rt_xc_file_kind(Files.text_(path)) == 1; }
    static bool isDirectory(String* path) { return tack_rt_xc_file_kind(Files.text_(path)) == 2; }
    // Who may read it may run it.
    static bool setExecutable(String* path) { return tack_rt_xc_file_set_executable(Files.text_(path)); }
    // In bytes, -1 when there is no such file; 0x7FFFFFFF stands for more, too.
    static i32 size(String* path)
    {
        i64 bytes = Files.wideSize(path);
        return bytes > 0x7FFFFFFF ? (i32)0x7FFFFFFF : (i32)bytes;
    }
    static i64 wideSize(String* path) { return tack_rt_xc_file_size(Files.text_(path)); }
    // A file, or a folder with nothing in it.
    static bool remove(String* path) { return tack_rt_xc_file_remove(Files.text_(path)); }
    // What had the new name goes.
    static bool rename(String* from, String* to)
    {
        return tack_rt_xc_file_rename(Files.text_(from), Files.text_(to));
    }
    // The names in a folder, in the order of their bytes; 0 when it cannot be read.
    static Array* list(String* path)
    {
        String* names = new String;
        if (!tack_rt_xc_file_list(Files.text_(path), &names.bytes)) return 0;
        Array* all = names.splitOnByte(0);
        all.removeLast();
        return all;
    }
    // Why this thread's last call did not work; empty when it did.
    static String* lastError()
    {
        String* s = new String;
        tack_rt_xc_file_error(&s.bytes);
        return s;
    }

    static String* readText(u8* path) { return Files.readText(String.withCString(path)); }
    static Data* readData(u8* path) { return Files.readData(String.withCString(path)); }
    static bool writeText(u8* path, String* text) { return Files.writeText(String.withCString(path), text); }
    static bool writeData(u8* path, Data* data) { return Files.writeData(String.withCString(path), data); }
    static bool appendText(u8* path, String* text) { return Files.appendText(String.withCString(path), text); }
    static bool appendData(u8* path, Data* data) { return Files.appendData(String.withCString(path), data); }
    static bool createDirectory(u8* path) { return Files.createDirectory(String.withCString(path)); }
    static bool exists(u8* path) { return Files.exists(String.withCString(path)); }
    static bool existsExact(u8* path) { return Files.existsExact(String.withCString(path)); }
    static bool isFile(u8* path) { return Files.isFile(String.withCString(path)); }
    static bool isDirectory(u8* path) { return Files.isDirectory(String.withCString(path)); }
    static bool setExecutable(u8* path) { return Files.setExecutable(String.withCString(path)); }
    static i32 size(u8* path) { return Files.size(String.withCString(path)); }
    static i64 wideSize(u8* path) { return Files.wideSize(String.withCString(path)); }
    static bool remove(u8* path) { return Files.remove(String.withCString(path)); }
    static bool rename(u8* from, u8* to) { return Files.rename(String.withCString(from), String.withCString(to)); }
    static bool rename(String* from, u8* to) { return Files.rename(from, String.withCString(to)); }
    static bool rename(u8* from, String* to) { return Files.rename(String.withCString(from), to); }
    static Array* list(u8* path) { return Files.list(String.withCString(path)); }

    static pointer text_(String* s) { return s ? &s.bytes : (pointer)0; }
}
