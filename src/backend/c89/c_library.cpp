// SPDX-License-Identifier: Apache-2.0
#include "backend/c89/c_library.hpp"

#include <algorithm>
#include <iterator>

namespace tack::c89 {
namespace {

struct Row {
  std::string_view result, name, parameters;
};

constexpr Row kRows[] = {
    {"void *", "memcpy", "void *, const void *, unsigned long"},
    {"void *", "memmove", "void *, const void *, unsigned long"},
    {"void *", "memset", "void *, int, unsigned long"},
    {"int ", "memcmp", "const void *, const void *, unsigned long"},
    {"void *", "memchr", "const void *, int, unsigned long"},
    {"unsigned long ", "strlen", "const char *"},
    {"int ", "strcmp", "const char *, const char *"},
    {"int ", "strncmp", "const char *, const char *, unsigned long"},
    {"int ", "strcasecmp", "const char *, const char *"},
    {"int ", "strncasecmp", "const char *, const char *, unsigned long"},
    {"char *", "strcpy", "char *, const char *"},
    {"char *", "strncpy", "char *, const char *, unsigned long"},
    {"char *", "stpcpy", "char *, const char *"},
    {"char *", "strcat", "char *, const char *"},
    {"char *", "strncat", "char *, const char *, unsigned long"},
    {"char *", "strchr", "const char *, int"},
    {"char *", "strrchr", "const char *, int"},
    {"char *", "strstr", "const char *, const char *"},
    {"char *", "strpbrk", "const char *, const char *"},
    {"unsigned long ", "strspn", "const char *, const char *"},
    {"unsigned long ", "strcspn", "const char *, const char *"},
    {"char *", "strdup", "const char *"},
    {"char *", "strndup", "const char *, unsigned long"},
    {"char *", "strtok", "char *, const char *"},
    {"char *", "strerror", "int"},
    {"double ", "strtod", "const char *, char **"},
    {"float ", "strtof", "const char *, char **"},
    {"long ", "strtol", "const char *, char **, int"},
    {"unsigned long ", "strtoul", "const char *, char **, int"},
    {"int ", "atoi", "const char *"},
    {"double ", "atof", "const char *"},
    {"char *", "getenv", "const char *"},
    {"int ", "puts", "const char *"},
    {"int ", "putchar", "int"},
    {"int ", "getchar", "void"},
    {"int ", "printf", "const char *, ..."},
    {"int ", "scanf", "const char *, ..."},
    {"int ", "sprintf", "char *, const char *, ..."},
    {"int ", "snprintf", "char *, unsigned long, const char *, ..."},
    {"int ", "sscanf", "const char *, const char *, ..."},
    {"int ", "fprintf", "void *, const char *, ..."},
    {"int ", "fscanf", "void *, const char *, ..."},
    {"int ", "fputs", "const char *, void *"},
    {"unsigned long ", "fwrite", "const void *, unsigned long, unsigned long, void *"},
    {"unsigned long ", "fread", "void *, unsigned long, unsigned long, void *"},
    {"void *", "fopen", "const char *, const char *"},
    {"void *", "malloc", "unsigned long"},
    {"void *", "calloc", "unsigned long, unsigned long"},
    {"void *", "realloc", "void *, unsigned long"},
    {"void ", "free", "void *"},
    {"double ", "modf", "double, double *"},
    {"double ", "frexp", "double, int *"},
    {"double ", "nan", "const char *"},
};

// Known to compilers, with parameters that need no row.
constexpr std::string_view kPlain[] = {
    "abs",      "labs",      "exit",    "abort",     "acos",      "asin",      "atan",
    "atan2",    "ceil",      "cos",     "cosh",      "exp",       "fabs",      "floor",
    "fmod",     "ldexp",     "log",     "log10",     "pow",       "sin",       "sinh",
    "sqrt",     "tan",       "tanh",    "acosh",     "asinh",     "atanh",     "cbrt",
    "copysign", "erf",       "erfc",    "exp2",      "expm1",     "fdim",      "fma",
    "fmax",     "fmin",      "hypot",   "ilogb",     "lgamma",    "log1p",     "log2",
    "logb",     "lrint",     "lround",  "nearbyint", "nextafter", "remainder", "rint",
    "round",    "scalbn",    "tgamma",  "trunc",     "fmaf",      "sqrtf",     "sinf",
    "cosf",     "tanf",      "expf",    "logf",      "powf",      "floorf",    "ceilf",
    "fabsf",    "roundf",    "truncf",  "rintf",     "fmodf",     "isalnum",   "isalpha",
    "iscntrl",  "isdigit",   "isgraph", "islower",   "isprint",   "ispunct",   "isspace",
    "isupper",  "isxdigit",  "tolower", "toupper",   "index",     "rindex",    "bcmp",
    "bcopy",    "bzero",     "ffs",     "gamma",     "j0",        "j1",        "jn",
    "y0",       "y1",        "yn",      "drem",      "pow10",     "scalb",     "signbit",
    "isnan",    "isinf",     "finite",  "fputc",     "putc",      "vprintf",   "vfprintf",
    "vsprintf", "vsnprintf", "alloca",  "_exit",     "_Exit",     "imaxabs",   "llabs",
    "toascii",  "isascii",   "isblank", "execl",     "execlp",    "execle",    "execv",
    "execvp",   "execve",    "fork",    "setjmp",    "longjmp",   "ferror",    "div",
    "ldiv",     "creal",     "cimag",   "conj",      "carg",      "cabs"};

constexpr std::string_view kWords[] = {
    "asm",       "auto",          "break",        "case",         "char",     "const",
    "continue",  "default",       "do",           "double",       "else",     "enum",
    "extern",    "float",         "for",          "goto",         "if",       "inline",
    "int",       "long",          "register",     "restrict",     "return",   "short",
    "signed",    "sizeof",        "static",       "struct",       "switch",   "typedef",
    "typeof",    "union",         "unsigned",     "void",         "volatile", "while",
    "bool",      "true",          "false",        "nullptr",      "alignas",  "alignof",
    "constexpr", "static_assert", "thread_local", "typeof_unqual"};

const Row* find(std::string_view name) {
  const auto* at = std::find_if(std::begin(kRows), std::end(kRows),
                                [&](const Row& r) { return r.name == name; });
  return at == std::end(kRows) ? nullptr : at;
}

}  // namespace

std::string library_prototype(std::string_view name) {
  const Row* r = find(name);
  if (!r) return {};
  return std::string(r->result) + std::string(r->name) + "(" + std::string(r->parameters) + ")";
}

bool is_library_name(std::string_view name) {
  return find(name) || std::find(std::begin(kPlain), std::end(kPlain), name) != std::end(kPlain);
}

bool is_c_word(std::string_view name) {
  return std::find(std::begin(kWords), std::end(kWords), name) != std::end(kWords);
}

}  // namespace tack::c89
