// SPDX-License-Identifier: Apache-2.0
// printf's formats over values that say what they are.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/xc/object_layout.h"
#include "runtime/xc/xc_rt.h"

namespace {

// The front end refuses longer widths and precisions in literal formats.
constexpr int64_t kMostWidth = 999999;

struct Conversion {
  char flags[8] = {};  // each once
  int64_t width = 0, precision = -1;
  char kind = 0;
};

struct Writer {
  tack_xc_text* to;
  const tack_xc_slot* slots;
  uint32_t count;
  tack_xc_describe describe;
  uint32_t next = 0;

  const tack_xc_slot* take() { return next < count ? &slots[next++] : nullptr; }
  void bytes(const char* text, size_t size) {
    while (size > 0) {
      uint32_t part = size > 0x40000000 ? 0x40000000 : static_cast<uint32_t>(size);
      tack_rt_xc_text_append(to, reinterpret_cast<const uint8_t*>(text), part);
      text += part;
      size -= part;
    }
  }
};

bool is_int(const tack_xc_slot& s) {
  return s.kind >= TACK_XC_SLOT_U8 && s.kind <= TACK_XC_SLOT_I64;
}
bool is_signed(const tack_xc_slot& s) { return is_int(s) && s.kind % 2 == 0; }
int bits_of(const tack_xc_slot& s) {
  return 8 << ((static_cast<int>(s.kind) - TACK_XC_SLOT_U8) / 2);
}
bool is_float(const tack_xc_slot& s) {
  return s.kind == TACK_XC_SLOT_FLOAT || s.kind == TACK_XC_SLOT_DOUBLE;
}
bool one_of(char c, const char* set) { return c && strchr(set, c); }

// At the width of its type, by its own sign or without one.
long long signed_at_width(const tack_xc_slot& s) {
  int unused = 64 - bits_of(s);
  return static_cast<long long>(static_cast<int64_t>(s.bits << unused) >> unused);
}
unsigned long long unsigned_at_width(const tack_xc_slot& s) {
  int unused = 64 - bits_of(s);
  return (s.bits << unused) >> unused;
}

template <class T>
void through_c(Writer& w, const Conversion& c, const char* length, char kind, T value) {
  char format[24];
  // A width of 0 is none, and a precision below 0 is none.
  snprintf(format, sizeof format, "%%%s%s.*%s%c", c.flags, c.width ? "*" : "", length, kind);
  for (int attempt = 0; attempt < 2; ++attempt) {
    size_t room = w.to->bytes ? w.to->capacity - w.to->length : 0;
    char* at = w.to->bytes ? reinterpret_cast<char*>(w.to->bytes + w.to->length) : nullptr;
    size_t size = at ? room + 1 : 0;
    int precision = static_cast<int>(c.precision), width = static_cast<int>(c.width);
    int wanted = c.width ? snprintf(at, size, format, width, precision, value)
                         : snprintf(at, size, format, precision, value);
    if (wanted < 0) return;
    if (at && static_cast<size_t>(wanted) <= room) {
      w.to->length += static_cast<uint32_t>(wanted);
      return;
    }
    tack_rt_xc_text_reserve(w.to, static_cast<uint64_t>(wanted));
  }
}

void padded(Writer& w, const Conversion& c, const char* text, size_t size) {
  if (c.precision >= 0 && static_cast<size_t>(c.precision) < size)
    size = static_cast<size_t>(c.precision);
  size_t width = static_cast<size_t>(c.width);
  bool left = one_of('-', c.flags);
  auto spaces = [&] {
    for (size_t k = size; k < width; ++k) w.bytes(" ", 1);
  };
  if (!left) spaces();
  w.bytes(text, size);
  if (left) spaces();
}

void object(Writer& w, const Conversion& c, void* o) {
  tack_xc_text text = {};
  if (!o) {
    padded(w, c, "(null)", 6);
    return;
  }
  if (w.describe) {
    w.describe(o, &text);
  } else {
    tack_rt_xc_text_class_name(o, &text);
  }
  padded(w, c, reinterpret_cast<const char*>(text.bytes), text.length);
  tack_rt_xc_text_free(&text);
}

void value(Writer& w, const Conversion& c, const tack_xc_slot& s) {
  void* pointer = nullptr;
  double real = 0;
  memcpy(&pointer, &s.bits, 8);
  memcpy(&real, &s.bits, 8);
  if (is_int(s)) {
    char kind = c.kind;
    // Another kind: print what is there.
    if (!one_of(kind, "duxXoc")) kind = kind == 'p' ? 'x' : is_signed(s) ? 'd' : 'u';
    if (kind == 'c') {
      char byte = static_cast<char>(s.bits);
      Conversion one = c;
      one.precision = -1;
      padded(w, one, &byte, 1);
    } else if (kind == 'd') {
      through_c(w, c, "ll", kind, signed_at_width(s));
    } else {
      through_c(w, c, "ll", kind, unsigned_at_width(s));
    }
  } else if (is_float(s)) {
    through_c(w, c, "", one_of(c.kind, "fFeEgG") ? c.kind : 'g', real);
  } else if (s.kind == TACK_XC_SLOT_OBJECT) {
    if (c.kind == 'p') {
      through_c(w, c, "", 'p', pointer);
    } else {
      object(w, c, pointer);
    }
  } else if (s.kind == TACK_XC_SLOT_TEXT && one_of(c.kind, "s@")) {
    const char* text = pointer ? static_cast<const char*>(pointer) : "(null)";
    padded(w, c, text,
           c.precision >= 0 ? strnlen(text, static_cast<size_t>(c.precision)) : strlen(text));
  } else {
    through_c(w, c, "", 'p', pointer);
  }
}

int64_t digits(const char*& at) {
  int64_t n = 0;
  for (; *at >= '0' && *at <= '9'; ++at) {
    if (n <= kMostWidth) n = n * 10 + (*at - '0');
  }
  return n < kMostWidth ? n : kMostWidth;
}

// A width or precision given as *; false where there is no integer for it.
bool star(Writer& w, int64_t& out) {
  const tack_xc_slot* s = w.take();
  if (!s || !is_int(*s)) return false;
  int64_t n = static_cast<int32_t>(s->bits);  // as for literal formats
  out = n > kMostWidth ? kMostWidth : n < -kMostWidth ? -kMostWidth : n;
  return true;
}

// What stands after a %; false where it is no conversion, or has no value.
bool conversion(Writer& w, const char*& at) {
  Conversion c;
  size_t flags = 0;
  for (; one_of(*at, "-+0 #"); ++at) {
    if (!strchr(c.flags, *at)) c.flags[flags++] = *at;
  }
  if (*at == '*') {
    ++at;
    if (!star(w, c.width)) return false;
    if (c.width < 0) {
      c.width = -c.width;
      if (!strchr(c.flags, '-')) c.flags[flags++] = '-';
    }
  } else {
    c.width = digits(at);
  }
  if (*at == '.') {
    ++at;
    if (*at == '*') {
      ++at;
      if (!star(w, c.precision)) return false;
    } else {
      c.precision = digits(at);
    }
  }
  while (one_of(*at, "lhz")) ++at;
  if (!one_of(*at, "diuxXocsfFeEgGp@%")) return false;
  c.kind = *at == 'i' ? 'd' : *at;
  if (c.kind == '%') {
    ++at;
    w.bytes("%", 1);
    return true;
  }
  const tack_xc_slot* s = w.take();
  if (!s) return false;
  ++at;
  value(w, c, *s);
  return true;
}

}  // namespace

const char* tack_rt_xc_enum_name(uint64_t value, const char* names) {
  while (*names) {
    char* end = nullptr;
    bool is_it = strtoull(names, &end, 10) == value;
    const char* name = end + 1;
    if (is_it) return name;
    names = name + strlen(name) + 1;
  }
  // As many as one call may print.
  constexpr unsigned kNumbers = 64;
  static thread_local char numbers[kNumbers][24];
  static thread_local unsigned next;
  char* number = numbers[next++ % kNumbers];
  snprintf(number, sizeof numbers[0], "%llu", static_cast<unsigned long long>(value));
  return number;
}

void tack_rt_xc_text_class_name(const void* object, tack_xc_text* to) {
  const char* table = *static_cast<const char* const*>(object);
  const char* name = nullptr;
  memcpy(&name, table + TACK_XC_TABLE_NAME, sizeof name);
  Writer w{to, nullptr, 0, nullptr};
  w.bytes("<", 1);
  w.bytes(name, strlen(name));
  w.bytes(">", 1);
}

void tack_rt_xc_format(tack_xc_text* to, const char* format, const tack_xc_slot* slots,
                       uint32_t count, tack_xc_describe describe) {
  if (!format) format = "(null)";
  // A text may be formatted into itself.
  tack_xc_text out = {};
  Writer w{&out, slots, count, describe};
  while (*format) {
    const char* percent = strchr(format, '%');
    if (!percent) percent = format + strlen(format);
    w.bytes(format, static_cast<size_t>(percent - format));
    format = percent;
    if (!*format) break;
    const char* at = format + 1;
    if (!conversion(w, at)) {
      // As it is written; what stands after it is text.
      w.bytes(format, static_cast<size_t>(at - format));
    }
    format = at;
  }
  if (to->bytes) {
    tack_rt_xc_text_append(to, out.bytes, out.length);
    tack_rt_xc_text_free(&out);
  } else {
    *to = out;
  }
}

void tack_rt_xc_printf(const char* format, const tack_xc_slot* slots, uint32_t count,
                       tack_xc_describe describe) {
  tack_xc_text text = {};
  tack_rt_xc_format(&text, format, slots, count, describe);
  if (text.length) fwrite(text.bytes, 1, text.length, stdout);
  tack_rt_xc_text_free(&text);
}

void tack_rt_xc_log(const char* format, const tack_xc_slot* slots, uint32_t count,
                    tack_xc_describe describe) {
  tack_xc_text text = {};
  tack_rt_xc_format(&text, format, slots, count, describe);
  tack_rt_xc_text_append(&text, reinterpret_cast<const uint8_t*>("\n"), 1);
  tack_rt_xc_log_text(text.bytes, text.length);
  tack_rt_xc_text_free(&text);
}

void tack_rt_xc_log_text(const void* text, uint64_t size) {
  fflush(stdout);
  fwrite(text, 1, size, stderr);
}
