// SPDX-License-Identifier: Apache-2.0
// What XC writes for words that programs in C and its relatives use.
#include "frontend/xc/c_words.hpp"

#include <algorithm>

namespace tack::xc {
namespace {

struct Word {
  std::string_view word;
  std::string_view instead;
  std::string_view type = {};  // XC's, for the name of a type
};

constexpr Word kWords[] = {
    // Types.
    {"int", "XC writes i32", "i32"},
    {"unsigned", "XC writes u32, or u8, u16, u64 for other widths", "u32"},
    {"signed", "XC writes i32, or i8, i16, i64 for other widths", "i32"},
    {"char", "XC writes u8", "u8"},
    {"short", "XC writes i16 or u16", "i16"},
    {"long", "XC writes i64 or u64", "i64"},
    {"size_t", "XC writes u64", "u64"},
    {"ssize_t", "XC writes i64", "i64"},
    {"usize", "XC writes u64", "u64"},
    {"isize", "XC writes i64", "i64"},
    {"uintptr_t", "XC writes u64", "u64"},
    {"intptr_t", "XC writes i64", "i64"},
    {"byte", "XC writes u8", "u8"},
    {"uint", "XC writes u32", "u32"},
    {"uint8_t", "XC writes u8", "u8"},
    {"uint16_t", "XC writes u16", "u16"},
    {"uint32_t", "XC writes u32", "u32"},
    {"uint64_t", "XC writes u64", "u64"},
    {"int8_t", "XC writes i8", "i8"},
    {"int16_t", "XC writes i16", "i16"},
    {"int32_t", "XC writes i32", "i32"},
    {"int64_t", "XC writes i64", "i64"},
    {"f32", "XC writes float", "float"},
    {"f64", "XC writes double", "double"},
    {"boolean", "XC writes bool", "bool"},
    {"_Bool", "XC writes bool", "bool"},
    {"let", "XC writes auto"},
    {"var", "XC writes auto"},
    {"union", "XC has no union, *(u32*)&x reads the bits of x as another type"},
    // Words around types.
    {"const", "XC has no const, leave it out"},
    {"constexpr", "XC has no constexpr, write #define"},
    {"restrict", "XC has no restrict, leave it out"},
    // Values.
    {"NULL", "XC writes 0"},
    {"nullptr", "XC writes 0"},
    {"nil", "XC writes 0"},
    {"null", "XC writes 0"},
    {"this", "XC writes self"},
    // Members of classes.
    {"public", "every member is public, leave it out"},
    {"private", "every member is public, leave it out"},
    {"protected", "every member is public, leave it out"},
    {"virtual", "every method is virtual, leave it out"},
    {"override", "a method of one name and parameters overrides, leave it out"},
    {"abstract", "every method has a body, leave it out"},
    {"template", "XC has no templates"},
    {"namespace", "XC has no namespaces, static methods of a class serve"},
    {"using", "XC writes typedef"},
    {"fn", "XC writes the result's type first: i32 name(i32 v) { ... }"},
    {"func", "XC writes the result's type first: i32 name(i32 v) { ... }"},
    {"function", "XC writes the result's type first: i32 name(i32 v) { ... }"},
    {"def", "XC writes the result's type first: i32 name(i32 v) { ... }"},
    // Functions.
    {"printf", "write #use Stdio"},
    {"print", "write #use Stdio"},
    {"puts", "write #use Stdio for printf, or declare it: i32 puts(u8* s);"},
    {"putchar", "write #use Stdio for printf, or declare it: i32 putchar(i32 c);"},
    {"malloc", "write new u8[n], or declare it: pointer malloc(u64 n);"},
    {"calloc", "write new u8[n], which is filled with zero"},
    {"free", "write delete p, or declare it: void free(pointer p);"},
    {"exit", "declare it: void exit(i32 status);"},
    {"strlen", "declare it: u64 strlen(u8* s);"},
    {"memcpy", "declare it: pointer memcpy(pointer to, pointer from, u64 n);"},
    {"memset", "declare it: pointer memset(pointer to, i32 value, u64 n);"},
};

constexpr Word kOperators[] = {
    {"and", "XC writes &&"},       {"or", "XC writes ||"},         {"not", "XC writes !"},
    {"elif", "XC writes else if"}, {"elsif", "XC writes else if"}, {"elseif", "XC writes else if"},
    {"then", "XC has no then"},
};

constexpr std::string_view kMemberWords[] = {"public",  "private",  "protected",
                                             "virtual", "override", "abstract"};

constexpr std::string_view kMath[] = {"sqrt", "sqrtf", "sin", "sinf", "cos",  "cosf", "tan", "tanf",
                                      "atan", "atanf", "exp", "expf", "fabs", "pow",  "powf"};

}  // namespace

std::string instead_of_operator(std::string_view word) {
  for (const Word& w : kOperators) {
    if (w.word == word) return ", " + std::string(w.instead);
  }
  return "";
}

bool is_member_word(std::string_view word) {
  return std::find(std::begin(kMemberWords), std::end(kMemberWords), word) !=
         std::end(kMemberWords);
}

std::string instead_of_number(std::string_view number) {
  std::string_view digits = number.substr(0, number.find_last_not_of("uUlL") + 1);
  std::string_view suffix = number.substr(digits.size());
  bool hex = digits.size() > 2 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
  bool plain = !digits.empty() &&
               digits.find_first_not_of(hex ? "0123456789abcdefABCDEFxX" : "0123456789") ==
                   std::string_view::npos;
  if (!suffix.empty() && plain) {
    bool is_long = suffix.find_first_of("lL") != std::string_view::npos;
    bool is_unsigned = suffix.find_first_of("uU") != std::string_view::npos;
    return std::string(", an integer has no suffix, write (") + (is_unsigned ? "u" : "i") +
           (is_long ? "64)" : "32)") + std::string(digits);
  }
  if (number.size() > 2 && number[0] == '0' && (number[1] == 'b' || number[1] == 'B'))
    return ", XC writes %" + std::string(number.substr(2));
  if (number.size() > 2 && number[0] == '0' && (number[1] == 'o' || number[1] == 'O'))
    return ", XC has no octal numbers";
  return "";
}

std::string_view xc_type(std::string_view word) {
  for (const Word& w : kWords) {
    if (w.word == word) return w.type;
  }
  return {};
}

std::string instead_of(std::string_view word) {
  for (const Word& w : kWords) {
    if (w.word == word) return ", " + std::string(w.instead);
  }
  if (std::string found = instead_of_operator(word); !found.empty()) return found;
  bool math = std::find(std::begin(kMath), std::end(kMath), word) != std::end(kMath);
  if (!math && word != "abs" && word != "log" && word != "logf") return "";
  std::string name(word);
  if (word == "log" || word == "logf") name = "ln";
  if (word == "fabs") name = "abs";
  if (math && word != "fabs" && word.back() == 'f') name.pop_back();
  return ", write #import \"Math.xc\" and Math." + name;
}

std::string instead_of_header(std::string_view name) {
  if (name.size() < 2 || name.substr(name.size() - 2) != ".h") return "";
  if (name == "stdio.h") return ", XC reads no C headers, #use Stdio has printf";
  if (name == "math.h" || name == "tgmath.h")
    return ", XC reads no C headers, #import \"Math.xc\" has Math.sqrt and others";
  if (name == "stdint.h" || name == "stdbool.h" || name == "stddef.h")
    return ", XC reads no C headers and has these types already, leave it out";
  return ", XC reads no C headers, declare what you call: i32 puts(u8* s);";
}

}  // namespace tack::xc
