// SPDX-License-Identifier: Apache-2.0
#include "runtime/xc/program.hpp"

#include <stdio.h>
#include <string.h>

#include "runtime/xc/xc_rt.h"

namespace tack::rt {
namespace {

Arguments g_arguments = {0, nullptr};

// What glibc hands to each such function is what main gets.
__attribute__((constructor)) void keep_arguments(int count, char** texts, char**) {
  g_arguments = {count, texts};
}

void drop_end(char* text, const char* end) {
  size_t size = strlen(text), drop = strlen(end);
  if (size > drop && strcmp(text + size - drop, end) == 0) text[size - drop] = 0;
}

}  // namespace

Arguments program_arguments() { return g_arguments; }

void program_name(char* out, size_t room) {
  const char* path = g_arguments.count > 0 ? g_arguments.texts[0] : "";
  const char* slash = strrchr(path, '/');
  snprintf(out, room, "%s", slash ? slash + 1 : path);
  drop_end(out, ".exe");
  drop_end(out, ".xc");
}

}  // namespace tack::rt

void tack_rt_xc_set_arguments(int32_t count, char* const* texts) {
  tack::rt::g_arguments = {count, texts};
}
