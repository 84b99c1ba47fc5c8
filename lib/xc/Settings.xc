// SPDX-License-Identifier: Apache-2.0
// Texts by name, kept in a file of lines `key = value`. Changes are in the file after save().
#import "Array.xc"
#import "String.xc"

pointer tack_rt_xc_settings_new(void);
void tack_rt_xc_settings_delete(pointer store);
u32 tack_rt_xc_settings_count(pointer store);
bool tack_rt_xc_settings_key(pointer store, u32 index, pointer to);
bool tack_rt_xc_settings_get(pointer store, pointer key, pointer to);
bool tack_rt_xc_settings_set(pointer store, pointer key, pointer value);
bool tack_rt_xc_settings_remove(pointer store, pointer key);
void tack_rt_xc_settings_clear(pointer store);
bool tack_rt_xc_settings_load(pointer store, pointer text);
void tack_rt_xc_settings_serialise(pointer store, pointer to);
bool tack_rt_xc_settings_read(pointer store, pointer path);
bool tack_rt_xc_settings_write(pointer store, pointer path);
bool tack_rt_xc_settings_path(pointer name, pointer to);

class Settings
{
    pointer store_;
    String* path_;      // 0: in memory only

    void init(void) { store_ = tack_rt_xc_settings_new(); }
    void dealloc(void) { tack_rt_xc_settings_delete(store_); }

    static Settings* memory() { return new Settings; }
    // With what the file has, which need not be there yet.
    static Settings* open(String* path)
    {
        Settings* s = new Settings;
        if (!path) return s;
        s.path_ = String.withString(path);
        s.reload();
        return s;
    }
    static Settings* open(u8* path) { return Settings.open(String.withCString(path)); }
    // The store of a program of that name: $XCC_SETTINGS_DIR/<name>.conf, $XDG_CONFIG_HOME/<name>.conf
    // or $HOME/.config/<name>.conf, the first of which the variable is set; else in memory only.
    static Settings* standard(String* name)
    {
        String* path = new String;
        if (!name || !tack_rt_xc_settings_path(&name.bytes, &path.bytes)) return new Settings;
        return Settings.open(path);
    }
    static Settings* standard(u8* name) { return Settings.standard(String.withCString(name)); }

    // 0 when absent.
    String* get(String* key) { return get(key, 0); }
    String* get(String* key, String* fallback)
    {
        String* value = new String;
        return tack_rt_xc_settings_get(store_, Settings.text_(key), &value.bytes) ? value : fallback;
    }
    String* get(u8* key) { return get(String.withCString(key), 0); }
    String* get(u8* key, String* fallback) { return get(String.withCString(key), fallback); }
    bool has(String* key) { return get(key, 0) != 0; }
    bool has(u8* key) { return has(String.withCString(key)); }
    // An integer, in decimal or behind 0x or $; the fallback, which is 0, for anything else.
    i64 getInt(String* key, i64 fallback)
    {
        String* value = get(key, 0);
        i64 number = 0;
        return value && Settings.number_(value, &number) ? number : fallback;
    }
    i64 getInt(String* key) { return getInt(key, 0); }
    i64 getInt(u8* key) { return getInt(String.withCString(key), 0); }
    i64 getInt(u8* key, i64 fallback) { return getInt(String.withCString(key), fallback); }
    // true, yes, on and 1, false, no, off and 0, in any case; the fallback, which is false, for
    // anything else.
    bool getBool(String* key, bool fallback)
    {
        String* value = get(key, 0);
        if (!value) return fallback;
        value = value.lowercased();
        if (value.equals("true") || value.equals("yes") || value.equals("on") || value.equals("1")) return true;
        if (value.equals("false") || value.equals("no") || value.equals("off") || value.equals("0")) return false;
        return fallback;
    }
    bool getBool(String* key) { return getBool(key, false); }
    bool getBool(u8* key) { return getBool(String.withCString(key), false); }
    bool getBool(u8* key, bool fallback) { return getBool(String.withCString(key), fallback); }
    u32 count() { return tack_rt_xc_settings_count(store_); }
    // Strings, in the order in which they came.
    Array* keys()
    {
        Array* all = new Array;
        for (u32 k in 0..count())
        {
            String* key = new String;
            tack_rt_xc_settings_key(store_, k, &key.bytes);
            all.add(key);
        }
        return all;
    }

    // False, and nothing changes: a key that is empty or has '=', '#' or a control character, a value
    // with the end of a line, or one of them with a blank at an end. A file could not give it back.
    bool set(String* key, String* value)
    {
        return tack_rt_xc_settings_set(store_, Settings.text_(key), Settings.text_(value));
    }
    bool set(u8* key, String* value) { return set(String.withCString(key), value); }
    bool set(u8* key, u8* value) { return set(String.withCString(key), String.withCString(value)); }
    bool set(String* key, u8* value) { return set(key, String.withCString(value)); }
    bool setInt(String* key, i64 value) { return set(key, String.withI64(value)); }
    bool setInt(u8* key, i64 value) { return setInt(String.withCString(key), value); }
    bool setBool(String* key, bool value) { return set(key, value ? "true" : "false"); }
    bool setBool(u8* key, bool value) { return setBool(String.withCString(key), value); }
    // Whether it was there.
    bool remove(String* key) { return tack_rt_xc_settings_remove(store_, Settings.text_(key)); }
    bool remove(u8* key) { return remove(String.withCString(key)); }
    void removeAll() { tack_rt_xc_settings_clear(store_); }

    // The file; 0 when they are in memory only.
    String* path() { return path_; }
    // As the file would be.
    String* serialise()
    {
        String* s = new String;
        tack_rt_xc_settings_serialise(store_, &s.bytes);
        return s;
    }
    // Adds the lines of a text: of several with one key, the last counts. Lines without '=' and those
    // that begin with '#' are left out. False when memory runs out, or for null.
    bool loadText(String* text) { return tack_rt_xc_settings_load(store_, Settings.text_(text)); }
    // Whole or not at all, with the folders above it. False when it does not work, or in memory only.
    bool save() { return path_ && tack_rt_xc_settings_write(store_, Settings.text_(path_)); }
    // What the file has, and only that. False, and nothing changes, when it cannot be read.
    bool reload()
    {
        pointer fresh = tack_rt_xc_settings_new();
        if (!path_ || !tack_rt_xc_settings_read(fresh, Settings.text_(path_)))
        {
            tack_rt_xc_settings_delete(fresh);
            return false;
        }
        tack_rt_xc_settings_delete(store_);
        store_ = fresh;
        return true;
    }
    String* description() { return serialise(); }

    static pointer text_(String* s) { return s ? &s.bytes : (pointer)0; }
    // The whole text, within the type.
    static bool number_(String* s, i64* to)
    {
        u32 at = 0;
        bool negative = s.hasPrefix("-");
        if (negative || s.hasPrefix("+")) at = 1;
        String* digits = s.substringFromByte(at).lowercased();
        u64 base = 10;
        at = 0;
        if (digits.hasPrefix("0x")) { base = 16; at = 2; }
        else if (digits.hasPrefix("$")) { base = 16; at = 1; }
        if (at == digits.byteLength()) return false;
        u64 value = 0;
        for (u32 k in at..digits.byteLength())
        {
            u8 c = digits.byteAt(k);
            u64 digit = c >= '0' && c <= '9' ? c - '0' : base == 16 && c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;
            if (digit >= base || value > (0xFFFFFFFFFFFFFFFF - digit) / base) return false;
            value = value * base + digit;
        }
        if (value > (negative ? 0x8000000000000000 : 0x7FFFFFFFFFFFFFFF)) return false;
        *to = (i64)(negative ? 0 - value : value);
        return true;
    }
}
