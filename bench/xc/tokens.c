/* SPDX-License-Identifier: Apache-2.0 */
/* tokens.xc, in C. */
#include "timer.h"
#define N 400000

static uint8_t text[N + 64];

struct reader {
  uint8_t* at;
  uint32_t depth, deepest, names, numbers, marks, sum;
};

static uint8_t* put(uint8_t* to, const char* what) {
  while (*what) *to++ = (uint8_t)*what++;
  return to;
}

static void make(void) {
  uint8_t* to = text;
  uint32_t x = 7;
  while (to < text + N) {
    x = x * 1664525u + 1013904223u;
    switch (x >> 29) {
      case 0:
        to = put(to, "{\"name\": ");
        break;
      case 1:
        to = put(to, "[1, 22, -303], ");
        break;
      case 2:
        to = put(to, "}, ");
        break;
      case 3:
        to = put(to, "true, ");
        break;
      case 4:
        to = put(to, "\"a \\\"quoted\\\" text\", ");
        break;
      case 5:
        to = put(to, "null\n    ");
        break;
      default:
        for (uint32_t n = x >> 8 & 0xFFFFF; n; n /= 10) *to++ = (uint8_t)('0' + n % 10);
        *to++ = ' ';
    }
  }
  *to = 0;
}

static int token(struct reader* r) {
  for (;;) {
    uint8_t c = *r->at++;
    switch (c) {
      case 0:
        return 0;
      case ' ':
      case '\n':
        break;
      case '{':
      case '[':
        r->depth++;
        if (r->depth > r->deepest) r->deepest = r->depth;
        return 1;
      case '}':
      case ']':
        if (r->depth) r->depth--;
        return 1;
      case '"':
        while (*r->at != '"') r->at += *r->at == '\\' ? 2 : 1;
        r->at++;
        r->names++;
        return 1;
      case '0':
      case '1':
      case '2':
      case '3':
      case '4':
      case '5':
      case '6':
      case '7':
      case '8':
      case '9': {
        uint32_t n = c - '0';
        while (*r->at >= '0' && *r->at <= '9') n = n * 10 + (uint32_t)(*r->at++ - '0');
        r->numbers++;
        r->sum = r->sum * 31 + n;
        return 1;
      }
      default:
        if (c >= 'a' && c <= 'z') {
          while (*r->at >= 'a' && *r->at <= 'z') r->at++;
          r->names++;
          return 1;
        }
        r->marks++;
        return 1;
    }
  }
}

static uint32_t work(void) {
  if (!text[0]) make();
  struct reader r = {text, 0, 0, 0, 0, 0, 0};
  uint32_t count = 0;
  while (token(&r)) count++;
  return r.sum + count * 3 + r.deepest * 5 + r.names * 7 + r.numbers * 11 + r.marks * 13;
}

int main(int argc, char** argv) {
  printf("%u\n", work());
  if (argc > 1) BEST_OF(15, work());
  (void)argv;
  return 0;
}
