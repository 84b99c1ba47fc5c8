// SPDX-License-Identifier: Apache-2.0
// The program that runs, its environment and its time, for Process.xc and Platform.xc.
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "runtime/xc/program.hpp"
#include "runtime/xc/xc_rt.h"

namespace {

void append(tack_xc_text* to, const char* text) {
  tack_rt_xc_text_append(to, reinterpret_cast<const uint8_t*>(text),
                         static_cast<uint32_t>(strlen(text)));
}

int64_t microseconds_of(clockid_t clock) {
  timespec t;
  clock_gettime(clock, &t);
  return static_cast<int64_t>(t.tv_sec) * 1000000 + t.tv_nsec / 1000;
}

}  // namespace

uint32_t tack_rt_xc_process_argument_count(void) {
  int count = tack::rt::program_arguments().count;
  return count > 0 ? static_cast<uint32_t>(count) : 0;
}

void tack_rt_xc_process_argument(uint32_t index, tack_xc_text* to) {
  if (index < tack_rt_xc_process_argument_count())
    append(to, tack::rt::program_arguments().texts[index]);
}

void tack_rt_xc_process_name(tack_xc_text* to) {
  char name[NAME_MAX + 1];
  tack::rt::program_name(name, sizeof name);
  append(to, name);
}

bool tack_rt_xc_process_folder(tack_xc_text* to) {
  char* folder = getcwd(nullptr, 0);
  if (!folder) return false;
  append(to, folder);
  free(folder);
  return true;
}

uint32_t tack_rt_xc_process_id(void) { return static_cast<uint32_t>(getpid()); }

void tack_rt_xc_process_exit(int32_t status) { exit(status); }

int64_t tack_rt_xc_process_microseconds(void) { return microseconds_of(CLOCK_MONOTONIC); }

int64_t tack_rt_xc_process_clock(void) { return microseconds_of(CLOCK_REALTIME); }

bool tack_rt_xc_environment(const tack_xc_text* name, tack_xc_text* to) {
  if (!name || name->length == 0 || memchr(name->bytes, 0, name->length)) return false;
  const char* value = getenv(reinterpret_cast<const char*>(name->bytes));
  if (!value) return false;
  append(to, value);
  return true;
}
