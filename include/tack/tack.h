/* SPDX-License-Identifier: Apache-2.0 */
/* The C interface of libtack: kernels in Python syntax, compiled from text or a file and run over
 * memory of the caller. No Python is needed. C++ programs take <tack/tack.hpp>, which stands on it.
 *
 * Every function may be called from any thread, and one kernel by many threads at once. Functions
 * that can fail take a last argument `error`: on failure they store a new error there (when the
 * pointer is not null) which the caller releases; on success they leave it alone. */
#ifndef TACK_TACK_H
#define TACK_TACK_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define TACK_API
#else
#define TACK_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Raised when anything here changes; tack_abi() is the library's. */
#define TACK_ABI 3
TACK_API int32_t tack_abi(void);
TACK_API const char* tack_version(void); /* "0.1.0" */

typedef struct tack_module tack_module;
typedef struct tack_kernel tack_kernel;
typedef struct tack_object tack_object;
typedef struct tack_error tack_error;

/* Types of numbers. */
enum {
  TACK_I8 = 1,
  TACK_I16,
  TACK_I32,
  TACK_I64,
  TACK_U8,
  TACK_U16,
  TACK_U32,
  TACK_U64,
  TACK_F32,
  TACK_F64
};

/* What went wrong, by the names of the exceptions that the Python package raises for it. */
enum {
  TACK_ERROR_SYNTAX = 1, /* a construct that the language does not have, or not at that place */
  TACK_ERROR_NAME,       /* an unknown name */
  TACK_ERROR_TYPE,       /* wrong types or a wrong number of arguments */
  TACK_ERROR_VALUE,      /* a value out of range, a read-only array that the kernel writes */
  TACK_ERROR_RUNTIME,    /* a loop bound that cannot be evaluated */
  TACK_ERROR_FILE,       /* a file that cannot be read */
  TACK_ERROR_SYSTEM,     /* a fault of this library or of its installation */
  TACK_ERROR_INDEX,      /* of debug mode: an index outside its array; iterations have run */
  TACK_ERROR_DIVISION    /* of debug mode: // or % by zero; iterations have run */
};
TACK_API int32_t tack_error_kind(const tack_error* error);
/* One paragraph that names the kernel, with line and column. */
TACK_API const char* tack_error_message(const tack_error* error);
/* All that was found, each with its line of source and a caret; "" when nothing has a place. */
TACK_API const char* tack_error_diagnostics(const tack_error* error);
TACK_API void tack_error_release(tack_error* error); /* null is fine */

/* The kernels of a text. `name` stands for the file in messages. The text is checked when a kernel
 * is first launched or inspected, not here. */
TACK_API tack_module* tack_module_from_text(const char* text, size_t bytes, const char* name,
                                            tack_error** error);
/* The kernels of a .py file. */
TACK_API tack_module* tack_module_from_file(const char* path, tack_error** error);
TACK_API size_t tack_module_kernel_count(const tack_module* module);
/* The name of kernel `index`, in the order of the text, then those in the bodies of device classes,
 * as "Heat.step"; null beyond the last. */
TACK_API const char* tack_module_kernel_name(const tack_module* module, size_t index);
/* Kernels keep what they need of their module. */
TACK_API tack_kernel* tack_module_kernel(const tack_module* module, const char* name,
                                         tack_error** error);
TACK_API void tack_module_release(tack_module* module); /* null is fine */

TACK_API const char* tack_kernel_name(const tack_kernel* kernel);
TACK_API size_t tack_kernel_parameter_count(const tack_kernel* kernel);
TACK_API void tack_kernel_release(tack_kernel* kernel); /* null is fine */

enum { TACK_ARRAY = 1, TACK_INT, TACK_UINT, TACK_FLOAT, TACK_OBJECT };

/* One argument. An integer becomes i32, i64 or u64, the first that holds it; a float f64 when any
 * array argument is f64, else f32. */
typedef struct tack_argument {
  uint8_t kind;  /* TACK_ARRAY ... TACK_OBJECT */
  uint8_t dtype; /* of an array */
  uint8_t rank;  /* of an array: 0 to 8 */
  uint8_t is_read_only;
  /* Of an array's element: all 0 for a number, rows alone for a vector of so many components (at
   * most 32), both for a matrix (at most 4 x 4). Its numbers are neighbours, row by row. */
  uint8_t element_rows, element_cols;
  uint8_t zero[2];
  const int64_t* shape; /* rank extents, slowest first; read during the call only */
  union {
    void* data; /* of an array: contiguous, row-major, aligned as its dtype */
    int64_t i;
    uint64_t u;
    double f;
    const tack_object* object;
  } value;
} tack_argument;

/* An instance of a device class of the module, without attributes: Python's __init__ is not run. */
TACK_API tack_object* tack_module_object(const tack_module* module, const char* class_name,
                                         tack_error** error);
/* Sets an attribute to a number, an array, whose memory the object refers to and does not copy, or
 * another object as it is now. Returns 0, or not 0 with an error. Not while a call with the object
 * runs. */
TACK_API int32_t tack_object_set(tack_object* object, const char* name, const tack_argument* value,
                                 tack_error** error);
TACK_API void tack_object_release(tack_object* object); /* null is fine */

/* What a kernel returns. */
typedef struct tack_value {
  uint8_t kind; /* TACK_INT, TACK_UINT or TACK_FLOAT; 0: nothing */
  uint8_t zero[7];
  union {
    int64_t i;
    uint64_t u;
    double f;
  } value;
} tack_value;

/* Runs the kernel on all cores and returns when every iteration has run: 0. Compiles it first when
 * these types are new. Not 0: nothing has run, unless a check of debug mode has failed. `result`
 * may be null. */
TACK_API int32_t tack_kernel_launch(tack_kernel* kernel, const tack_argument* arguments,
                                    size_t count, tack_value* result, tack_error** error);

/* The kernel's code for these arguments, without running it; mode is "ir", "source" (LLVM IR),
 * "optimized" (LLVM IR after its passes) or "asm". A text to be freed with tack_text_release. */
TACK_API char* tack_kernel_inspect(tack_kernel* kernel, const tack_argument* arguments,
                                   size_t count, const char* mode, tack_error** error);
TACK_API void tack_text_release(char* text);

/* Debug mode: kernels launched from now on look at every index and integer divisor before they use
 * it, and fail with TACK_ERROR_INDEX or TACK_ERROR_DIVISION. Begins as TACK_DEBUG says. */
TACK_API int32_t tack_debug(void);
TACK_API void tack_set_debug(int32_t on);

/* Threads that a launch may use, the caller's included. */
TACK_API int32_t tack_threads(void);
/* Another number from now on, at least 1. Not while a launch runs. */
TACK_API void tack_set_threads(int32_t threads);

#ifdef __cplusplus
}
#endif

#endif
