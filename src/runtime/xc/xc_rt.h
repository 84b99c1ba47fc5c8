/* SPDX-License-Identifier: Apache-2.0
 * What compiled XC calls besides tack_rt.h. */
#ifndef TACK_RUNTIME_XC_RT_H
#define TACK_RUNTIME_XC_RT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What main gets; for programs that run in memory, before their main. */
void tack_rt_xc_set_arguments(int32_t count, char* const* texts);

/* Par.device: "cpu", "gpu" or "auto" (any other word too) for the blocks of that name, or for
 * "par", all without a choice of their own. */
void tack_rt_xc_device(const char* block, const char* choice);

/* --- memory: zero-filled, null when there is none of that size. No optimiser knows these names, so
 * whether there is memory is asked at every -O. */

/* new T[count] and new S: the first element, behind a prefix that holds the count. */
void* tack_rt_xc_new(uint64_t count, uint64_t size);
/* What tack_rt_xc_new gave, or null. */
void tack_rt_xc_delete(void* block);
/* An object's words, and their end. */
void* tack_rt_xc_new_object(uint64_t size);
void tack_rt_xc_delete_object(void* object);
/* new C[count]: the first of the objects, each counted once and with its table; null for none. */
void* tack_rt_xc_new_objects(uint64_t count, const void* first_table, const void* other_table);
/* The object that stands `index` behind the first of an array; null when it is no such array, or
 * has not so many. An object that stands alone has itself. */
void* tack_rt_xc_element(void* first, int64_t index);

/* --- counts. Compiled code changes them itself where no other thread can. */

/* Counts that several threads may change at once, not of null. */
void tack_rt_xc_retain_atomic(void* object);
void tack_rt_xc_release_atomic(void* object);

/* --- weak references: one word, the address of a box that knows the object until that ends, or
 * null. Boxes are counted like objects. From several threads at once, too. */

/* The object's box, counted once more; null for null and for an object whose end has begun. */
void* tack_rt_xc_weak_of(void* object);
/* The object, counted once more, or null. */
void* tack_rt_xc_weak_get(void* weak);
void tack_rt_xc_weak_retain(void* weak);
void tack_rt_xc_weak_release(void* weak);
/* Called when the last reference to an object with TACK_XC_COUNT_WEAK goes, before its end. */
void tack_rt_xc_weak_end(void* object);

/* Where all of it comes from and goes. */
void* tack_rt_xc_allocate(uint64_t bytes, uint64_t prefix);
/* The first `kept` bytes stay; null, and all as it was, when there is no memory. */
void* tack_rt_xc_reallocate(void* memory, uint64_t kept, uint64_t bytes);
void tack_rt_xc_release(void* memory);
/* For checked runs: who gives and takes all this memory instead. `prefix` bytes come before the
 * first element; the giver says whether the memory was its own. */
typedef void* (*tack_rt_xc_take)(void* self, uint64_t bytes, uint64_t prefix);
typedef bool (*tack_rt_xc_give)(void* self, void* memory);
void tack_rt_xc_watch_memory(tack_rt_xc_take take, tack_rt_xc_give give, void* self);
/* Whether this is a checked run: such programs have one thread. */
bool tack_rt_xc_watched(void);

/* --- text: bytes that grow. What is there always ends in a 0 that does not count; null while there
 * was never anything. Ends the program when memory runs out. */
struct tack_xc_text {
  uint8_t* bytes;
  uint32_t length, capacity;
};
/* Room for that many bytes more. */
void tack_rt_xc_text_reserve(struct tack_xc_text* text, uint64_t more);
/* The bytes may be the text's own. */
void tack_rt_xc_text_append(struct tack_xc_text* text, const uint8_t* bytes, uint32_t count);
void tack_rt_xc_text_append_i64(struct tack_xc_text* text, int64_t value);
void tack_rt_xc_text_append_u64(struct tack_xc_text* text, uint64_t value);
/* With that many digits behind the point, at most 999. */
void tack_rt_xc_text_append_double(struct tack_xc_text* text, double value, uint32_t digits);
void tack_rt_xc_text_free(struct tack_xc_text* text);
/* memmove, memcmp, and memmem as an index (0xFFFFFFFF: nowhere). */
void tack_rt_xc_bytes_move(void* to, const void* from, uint64_t size);
int32_t tack_rt_xc_bytes_compare(const void* a, const void* b, uint64_t size);
uint32_t tack_rt_xc_bytes_find(const uint8_t* in, uint32_t count, const uint8_t* what,
                               uint32_t size);
uint64_t tack_rt_xc_bytes_hash(const void* bytes, uint64_t size);
/* Whether an object has the text of a String: 1 or 0; -1 when it is of another class. */
int32_t tack_rt_xc_text_same(const void* object, const void* string);

/* --- formats of printf with the values of `...` in slots (object_layout.h). A value of another
 * kind than its conversion's is printed as what it is; a conversion without a value, and what is
 * none, as it is written. */
struct tack_xc_slot {
  uint64_t bits, kind;
};
/* Appends an object's description; null in programs without String. */
typedef void (*tack_xc_describe)(void* object, struct tack_xc_text* to);
void tack_rt_xc_format(struct tack_xc_text* to, const char* format,
                       const struct tack_xc_slot* slots, uint32_t count, tack_xc_describe describe);
/* The same to stdout, or to stderr with a newline after it. */
void tack_rt_xc_printf(const char* format, const struct tack_xc_slot* slots, uint32_t count,
                       tack_xc_describe describe);
void tack_rt_xc_log(const char* format, const struct tack_xc_slot* slots, uint32_t count,
                    tack_xc_describe describe);
/* Where tack_rt_xc_log writes its line, and XC_PAR_REPORT's come out too. */
void tack_rt_xc_log_text(const void* text, uint64_t size);
/* What %e prints of an enum. `names` has each member's value, in decimal, and its name, each with a
 * 0 behind it, and a 0 at the end. A value that is none of them is its number, until the thread has
 * asked for some more. */
const char* tack_rt_xc_enum_name(uint64_t value, const char* names);
/* <Name>, of an object's class. */
void tack_rt_xc_text_class_name(const void* object, struct tack_xc_text* to);

/* --- files. False, -1 and TACK_XC_FILE_NONE: it did not work, and tack_rt_xc_file_error says why.
 * Paths may be null, which is no file's. */
enum { TACK_XC_FILE_NONE, TACK_XC_FILE_FILE, TACK_XC_FILE_FOLDER, TACK_XC_FILE_OTHER };
/* Appends the whole file. */
bool tack_rt_xc_file_read(const struct tack_xc_text* path, struct tack_xc_text* to);
bool tack_rt_xc_file_write(const struct tack_xc_text* path, const struct tack_xc_text* from,
                           bool append);
int64_t tack_rt_xc_file_size(const struct tack_xc_text* path);
uint32_t tack_rt_xc_file_kind(const struct tack_xc_text* path);
/* It is there, with these small and capital letters. */
bool tack_rt_xc_file_exact(const struct tack_xc_text* path);
/* With the folders above it; true also when it was there. */
bool tack_rt_xc_file_make_folder(const struct tack_xc_text* path);
bool tack_rt_xc_file_set_executable(const struct tack_xc_text* path);
bool tack_rt_xc_file_remove(const struct tack_xc_text* path);
bool tack_rt_xc_file_rename(const struct tack_xc_text* from, const struct tack_xc_text* to);
/* The names in a folder, in order, each with a 0 behind it. */
bool tack_rt_xc_file_list(const struct tack_xc_text* path, struct tack_xc_text* to);
/* Why this thread's last call did not work; nothing when it did. */
void tack_rt_xc_file_error(struct tack_xc_text* to);

/* --- the process. The first argument is the program. */
uint32_t tack_rt_xc_process_argument_count(void);
void tack_rt_xc_process_argument(uint32_t index, struct tack_xc_text* to);
void tack_rt_xc_process_name(struct tack_xc_text* to);
bool tack_rt_xc_process_folder(struct tack_xc_text* to);
uint32_t tack_rt_xc_process_id(void);
void tack_rt_xc_process_exit(int32_t status);
/* Since some time; since 1970. */
int64_t tack_rt_xc_process_microseconds(void);
int64_t tack_rt_xc_process_clock(void);
/* False when the variable is not set. */
bool tack_rt_xc_environment(const struct tack_xc_text* name, struct tack_xc_text* to);

/* --- stores of settings (settings.hpp), each for one thread at a time. */
void* tack_rt_xc_settings_new(void);
void tack_rt_xc_settings_delete(void* store);
uint32_t tack_rt_xc_settings_count(void* store);
bool tack_rt_xc_settings_key(void* store, uint32_t index, struct tack_xc_text* to);
/* Appends the value; false when there is none. */
bool tack_rt_xc_settings_get(void* store, const struct tack_xc_text* key, struct tack_xc_text* to);
/* False, and nothing changes, for what a file could not give back. */
bool tack_rt_xc_settings_set(void* store, const struct tack_xc_text* key,
                             const struct tack_xc_text* value);
bool tack_rt_xc_settings_remove(void* store, const struct tack_xc_text* key);
void tack_rt_xc_settings_clear(void* store);
bool tack_rt_xc_settings_load(void* store, const struct tack_xc_text* text);
void tack_rt_xc_settings_serialise(void* store, struct tack_xc_text* to);
bool tack_rt_xc_settings_read(void* store, const struct tack_xc_text* path);
bool tack_rt_xc_settings_write(void* store, const struct tack_xc_text* path);
/* The file of a program's settings; false when there is no place for it. */
bool tack_rt_xc_settings_path(const struct tack_xc_text* name, struct tack_xc_text* to);

/* --- threads. A handle is null when there is no thread: nothing to call, an object that has ended,
 * or too many threads. */

/* Of the address of a variable that holds a callback or a block without parameters. */
void* tack_rt_xc_thread_callback(const void* callback);
void* tack_rt_xc_thread_block(const void* block);
/* It runs or has run, and nobody has joined or detached it. */
bool tack_rt_xc_thread_valid(void* thread);
/* Whether this call did it: the first of all joins and detaches, and not by the thread itself. */
bool tack_rt_xc_thread_join(void* thread);
bool tack_rt_xc_thread_detach(void* thread);
/* Detaches it where nobody has, and frees the handle. */
void tack_rt_xc_thread_drop(void* thread);
void tack_rt_xc_thread_yield(void);
void tack_rt_xc_thread_sleep(uint32_t milliseconds);
/* The calling thread's, no other's of this process that lives. */
uint32_t tack_rt_xc_thread_id(void);
int32_t tack_rt_xc_thread_cpus(void);

/* A call for each number from `low` up to but without `high`, on several threads. */
void tack_rt_xc_pool_callback(int32_t low, int32_t high, const void* callback);
void tack_rt_xc_pool_block(int32_t low, int32_t high, const void* block);

/* --- locks. What would wait for itself, and an unlock by another, end the program. */
void* tack_rt_xc_mutex_new(void);
void tack_rt_xc_mutex_delete(void* mutex);
void tack_rt_xc_mutex_lock(void* mutex);
bool tack_rt_xc_mutex_try_lock(void* mutex);
void tack_rt_xc_mutex_unlock(void* mutex);
void* tack_rt_xc_cond_new(void);
void tack_rt_xc_cond_delete(void* cond);
void tack_rt_xc_cond_wait(void* cond, void* mutex);
/* False when the time has passed. */
bool tack_rt_xc_cond_wait_for(void* cond, void* mutex, uint32_t milliseconds);
void tack_rt_xc_cond_signal(void* cond);
void tack_rt_xc_cond_broadcast(void* cond);
void* tack_rt_xc_sem_new(uint32_t count);
void tack_rt_xc_sem_delete(void* sem);
void tack_rt_xc_sem_wait(void* sem);
bool tack_rt_xc_sem_try_wait(void* sem);
bool tack_rt_xc_sem_wait_for(void* sem, uint32_t milliseconds);
void tack_rt_xc_sem_post(void* sem);
uint32_t tack_rt_xc_sem_count(void* sem);

/* --- one word for several threads, sequentially consistent. All but the first two give what was
 * there before, or whether it was what was expected. */
int64_t tack_rt_xc_atomic_load(const int64_t* at);
void tack_rt_xc_atomic_store(int64_t* at, int64_t value);
int64_t tack_rt_xc_atomic_exchange(int64_t* at, int64_t value);
bool tack_rt_xc_atomic_compare_exchange(int64_t* at, int64_t expected, int64_t value);
int64_t tack_rt_xc_atomic_add(int64_t* at, int64_t value);
int64_t tack_rt_xc_atomic_and(int64_t* at, int64_t value);
int64_t tack_rt_xc_atomic_or(int64_t* at, int64_t value);
int64_t tack_rt_xc_atomic_xor(int64_t* at, int64_t value);

/* --- an object for each thread, let go when the thread ends, or all with the handle. */
void* tack_rt_xc_local_new(void);
void tack_rt_xc_local_delete(void* local);
/* Counted once more; null before the thread's first set. */
void* tack_rt_xc_local_get(void* local);
void tack_rt_xc_local_set(void* local, void* object);

#ifdef __cplusplus
}
#endif

#endif
