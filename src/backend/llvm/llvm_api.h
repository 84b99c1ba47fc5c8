/* SPDX-License-Identifier: Apache-2.0 */
/* The C table of libtack_llvm.so: the only thing it exports. IR text of a module at the target stage
 * goes in, an object file comes out. LLVM is linked into the library with hidden symbols, so that
 * it lives beside any other LLVM of the process. */
#ifndef TACK_BACKEND_LLVM_API_H
#define TACK_BACKEND_LLVM_API_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Raise it when anything below changes. */
#define TACK_LLVM_API_VERSION 1

enum tack_llvm_emit {
  TACK_LLVM_OBJECT = 0, /* ELF relocatable object, position independent, small code model */
  TACK_LLVM_ASSEMBLY = 1,
  TACK_LLVM_IR = 2, /* LLVM IR after its passes */
  TACK_LLVM_IR_RAW = 3 /* LLVM IR before its passes */
};

enum tack_llvm_tune {
  TACK_LLVM_KERNELS = 0, /* the short pass list of kernels: their loops are vectorised already */
  TACK_LLVM_HOST = 1     /* LLVM's own -O2 list, for host code */
};

typedef struct tack_llvm_options {
  const char* isa;  /* sse2, sse4, avx2, avx512 */
  int32_t optimize; /* 0: no LLVM passes and fast selection; 1: the default */
  int32_t emit;     /* enum tack_llvm_emit */
  int32_t tune;     /* enum tack_llvm_tune */
} tack_llvm_options;

/* Owned by the caller, given back through free_buffer. */
typedef struct tack_llvm_buffer {
  char* data; /* also zero-terminated, behind size */
  size_t size;
} tack_llvm_buffer;

typedef struct tack_llvm_api {
  uint32_t version;
  /* Part of a cache key: changes whenever generated code may. */
  const char* build_id;
  /* 0: `out` holds the result; 1: `out` holds the error's text. Any thread, several at once. */
  int32_t (*compile)(const char* text, size_t size, const tack_llvm_options* options,
                     tack_llvm_buffer* out);
  void (*free_buffer)(tack_llvm_buffer* buffer);
} tack_llvm_api;

#if defined(_WIN32)
#define TACK_LLVM_EXPORT __declspec(dllexport)
#else
#define TACK_LLVM_EXPORT __attribute__((visibility("default")))
#endif

/* Null when the library does not have that version. */
TACK_LLVM_EXPORT const tack_llvm_api* tack_llvm_get_api(uint32_t version);

#ifdef __cplusplus
}
#endif

#endif
