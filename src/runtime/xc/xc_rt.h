/* SPDX-License-Identifier: Apache-2.0
 * What compiled XC calls besides tack_rt.h. */
#ifndef TACK_RUNTIME_XC_RT_H
#define TACK_RUNTIME_XC_RT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What main gets; for programs that run in memory, before their main. */
void tack_rt_xc_set_arguments(int32_t count, char* const* texts);

/* Par.device: "cpu", "gpu" or "auto" (any other word too) for the blocks of that name, or for "par",
 * all without a choice of their own. */
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

#ifdef __cplusplus
}
#endif

#endif
