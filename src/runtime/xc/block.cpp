// SPDX-License-Identifier: Apache-2.0
#include "runtime/xc/block.hpp"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <new>

#include "runtime/xc/device.hpp"
#include "runtime/xc/program.hpp"
#include "runtime/xc/report.hpp"
#include "runtime/xc/settings.hpp"
#include "runtime/xc/xc_rt.h"

namespace tack::rt {
namespace {

pthread_mutex_t g_lock = PTHREAD_MUTEX_INITIALIZER;

// Par.device's words, by the name of a block or "par".
struct Asked {
  Asked* next;
  Wish wish;
  char name[];
};

Asked* g_asked = nullptr;
Block* g_blocks = nullptr;
Wish g_environment, g_setting_all;
// Null where there is no place for settings.
char* g_path = nullptr;
Settings* g_settings = nullptr;

Wish setting(const char* key) {
  const char* text = g_settings->get(key);
  Wish wish = wish_of_setting(text);
  if (text && wish.kind == Wish::None)
    report("the setting %.100s = %.100s is none of cpu, gpu, auto and a number: ignored", key,
           text);
  return wish;
}

// Before the first block.
void read_wishes() {
  // Never ended: another thread may run a block while the program ends.
  alignas(Settings) static char memory[sizeof(Settings)];
  g_settings = new (memory) Settings;
  char name[256];
  program_name(name, sizeof name);
  g_path = settings_path(name);
  if (g_path) g_settings->read(g_path);
  const char* word = getenv("XC_PAR");
  g_environment = wish_of_word(word);
  if (word && *word && g_environment.kind == Wish::None)
    report("XC_PAR=%.100s is none of cpu, gpu and auto: ignored", word);
  g_setting_all = setting("par");
}

const Wish* asked_for(const char* name) {
  for (const Asked* a = g_asked; a; a = a->next) {
    if (strcmp(a->name, name) == 0) return &a->wish;
  }
  return nullptr;
}

// par.learned.<hardware>.<block>.<code>, of which `=` and `#` are no part.
void learned_key(const tack_rt_kernel* kernel, char* out, size_t room) {
  snprintf(out, room, "par.learned.%08x.%s.%08x", hardware_key(), kernel->name,
           gpu() ? gpu()->code(kernel) : 0u);
}

}  // namespace

void lock_blocks() { pthread_mutex_lock(&g_lock); }

void unlock_blocks() { pthread_mutex_unlock(&g_lock); }

Block* block_of(const tack_rt_kernel* kernel) {
  for (Block* b = g_blocks; b; b = b->next) {
    if (b->kernel == kernel) return b;
  }
  if (!g_settings) read_wishes();
  auto* block = static_cast<Block*>(malloc(sizeof(Block)));
  if (!block) return nullptr;
  *block = {kernel, g_blocks, {}, {}, {}, false, false};
  char key[512];
  snprintf(key, sizeof key, "par.%s", kernel->name);
  block->setting = setting(key);
  if (gpu()) {
    learned_key(kernel, key, sizeof key);
    if (const char* text = g_settings->get(key)) bounds_of_text(text, block->bounds);
  }
  return g_blocks = block;
}

Wishes wishes_for(const Block& block) {
  Wishes wishes;
  wishes.environment = g_environment;
  if (const Wish* asked = asked_for(block.kernel->name)) wishes.block = *asked;
  if (const Wish* asked = asked_for("par")) wishes.program = *asked;
  wishes.setting_block = block.setting;
  wishes.setting_all = g_setting_all;
  return wishes;
}

void keep_bounds(const Block& block) {
  if (!g_path) return;
  char key[512], text[64];
  learned_key(block.kernel, key, sizeof key);
  snprintf(text, sizeof text, "%lld,%lld", static_cast<long long>(block.bounds.cpu),
           static_cast<long long>(block.bounds.gpu));
  // The file may have changed meanwhile: what others wrote stays.
  Settings now;
  bool readable = now.read(g_path) || access(g_path, F_OK) != 0;
  if (!readable || !now.set(key, text) || !now.write(g_path))
    report("cannot keep %.300s in %.150s", key, g_path);
}

}  // namespace tack::rt

void tack_rt_xc_device(const char* name, const char* choice) {
  using namespace tack::rt;
  if (!name) return;
  // Every word but these counts as auto.
  Wish wish = wish_of_word(choice);
  if (wish.kind == Wish::None) wish.kind = Wish::Auto;
  lock_blocks();
  Asked* asked = g_asked;
  while (asked && strcmp(asked->name, name) != 0) asked = asked->next;
  if (!asked) {
    size_t size = strlen(name) + 1;
    asked = static_cast<Asked*>(malloc(sizeof(Asked) + size));
    if (asked) {
      asked->next = g_asked;
      memcpy(asked->name, name, size);
      g_asked = asked;
    }
  }
  if (asked) asked->wish = wish;
  unlock_blocks();
}
