// SPDX-License-Identifier: Apache-2.0
// What functions may throw, where it need not be a class of its own.
#import "String.xc"

class Error
{
    String* text;
    i32 number;

    void init() { text = new String; }
    void init(String* message) { text = message; }
    void init(String* message, i32 code) { text = message; number = code; }
    static Error* withMessage(String* message) { return new Error(message); }
    static Error* withCode(String* message, i32 code) { return new Error(message, code); }

    String* message() { return text; }
    i32 code() { return number; }
    String* description() { return number ? String.withFormat("%@ (%d)", text, number) : text; }
}
