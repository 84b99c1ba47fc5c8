// SPDX-License-Identifier: Apache-2.0
// The lines, words and letters of a text file, and its most frequent words:
//     xcc --run examples/xc/words.xc README.md
// Without an argument it works on a small text of its own, which it writes to a file first.
#use Stdio
#import "Error.xc"
#import "Files.xc"
#import "Map.xc"
#import "Par.xc"
#import "Process.xc"

#define SHOWN 5

u32 letters[26];

bool isLetter(u8 b) { return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || b >= 128; }

// Counts over all bytes at once; a word begins where a letter follows none.
void count(u8* text, u32 size)
{
    u32 lines = 0;
    u32 words = 0;
    par bytes :reduce(+ lines) :reduce(+ words)
    {
        for (u32 i in 0..size)
        {
            if (text[i] == '\n') lines += 1;
            if (isLetter(text[i]) && (i == 0 || !isLetter(text[i - 1]))) words += 1;
        }
    }
    par alphabet
    {
        for (u32 letter in 0..26)
        {
            u32 n = 0;
            for (u32 i in 0..size)
                if ((text[i] | 32) == 'a' + letter) n += 1;
            letters[letter] = n;
        }
    }
    u32 most = 0;
    for (u32 letter in 0..26)
        if (letters[letter] > letters[most]) most = letter;
    printf("%u lines, %u words, %u bytes, most often '%c'\n", lines, words, size, 'a' + most);
}

Map<String, u32>* wordsOf(String* text)
{
    Map<String, u32>* found = new Map;
    u32 begin = 0;
    for (u32 at in 0...text.byteLength())
    {
        if (at < text.byteLength() && isLetter(text.byteAt(at))) continue;
        if (at > begin)
        {
            String* word = text.substringBytes(begin, at - begin).lowercased();
            found.set(word, found.has(word) ? found.get(word) + 1 : 1);
        }
        begin = at + 1;
    }
    return found;
}

// The file's text; what cannot be read is thrown with the system's reason.
String* textOf(String* path) throws
{
    String* text = Files.readText(path);
    if (!text) throw new Error(String.withFormat("%@: %@", path, Files.lastError()), 1);
    return text;
}

String* sample(void)
{
    String* path = String.withFormat("/tmp/words-%u.txt", Process.id());
    String* text = String.withCString("The cat saw the dog,\nand the dog saw a bird.\nThe bird saw all of them: a cat, a dog, and me.\n");
    return Files.writeText(path, text) ? path : 0;
}

i32 main(void)
{
    Array* given = Process.arguments();
    bool own = given.count() < 2;
    String* path = own ? sample() : (String*)given.get(1);
    if (!path)
    {
        printf("%@\n", Files.lastError());
        return 1;
    }
    defer { if (own) Files.remove(path); }
    try
    {
        String* text = textOf(path);
        count(text.cString(), text.byteLength());
        Map<String, u32>* words = wordsOf(text);
        // As often as any other that was not shown.
        for (u32 shown in 0..SHOWN)
        {
            String* best = 0;
            for (String* word in words.keys())
                if (!best || words.get(word) > words.get(best)) best = word;
            if (!best) break;
            printf("%u %@\n", words.get(best), best);
            words.remove(best);
        }
    }
    catch (Error e)
    {
        printf("%@\n", e.message());
        return e.code();
    }
    return 0;
}
// expect: 3 lines, 23 words, 93 bytes, most often 'a'
// expect: 4 the
// expect: 3 saw
// expect: 3 dog
// expect: 3 a
// expect: 2 cat
