/* SPDX-License-Identifier: Apache-2.0 */
/* The CPU runtime's C ABI: what compiled code, XC programs and the Python package launch kernels
 * through. libtack_rt.a is C++ without its standard library: link it with `cc ... -lpthread`.
 *
 * A launch runs every item of the kernel's space exactly once and returns when all have run. Chunks
 * begin at multiples of 64 items, or of the gang's width where a kernel with loops is polled. Which
 * thread runs what changes the speed only: reductions are
 * combined in the fixed order of ir/reduction_order.hpp. */
#ifndef TACK_RUNTIME_TACK_RT_H
#define TACK_RUNTIME_TACK_RT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* In tack_rt_context, in objects on disk and in tables: raise it when anything here changes. */
#define TACK_RT_ABI 1

/* The launch context of docs/ir.md, "The CPU entry". */
typedef struct tack_rt_context {
  uint32_t abi; /* TACK_RT_ABI */
  uint32_t zero;
  void* partials; /* reduction r at r * 512 bytes: 64 elements of its type */
} tack_rt_context;

/* A compiled kernel: runs the flat items [begin, end). */
typedef void (*tack_rt_entry)(const void* args, int64_t begin, int64_t end, void* context);

/* ir::Kind's numbers, for the types a reduction may have. */
enum {
  TACK_RT_I8 = 2,
  TACK_RT_I16,
  TACK_RT_I32,
  TACK_RT_I64,
  TACK_RT_U8,
  TACK_RT_U16,
  TACK_RT_U32,
  TACK_RT_U64,
  TACK_RT_F32,
  TACK_RT_F64
};

/* ir::ReduceOp's numbers. */
enum { TACK_RT_ADD, TACK_RT_MUL, TACK_RT_AND, TACK_RT_OR, TACK_RT_XOR, TACK_RT_MIN, TACK_RT_MAX };

typedef struct tack_rt_reduction {
  uint8_t op;
  uint8_t type;
} tack_rt_reduction;

/* Instruction sets, each containing those before it of the same machine. */
enum {
  TACK_RT_ISA_ANY = 0, /* the machine's baseline: sse2 on x86-64 */
  TACK_RT_ISA_SSE4 = 1,
  TACK_RT_ISA_AVX2 = 2,
  TACK_RT_ISA_AVX512 = 3,
  TACK_RT_ISA_NEON = 16
};

/* One compiled form of a kernel. */
typedef struct tack_rt_variant {
  tack_rt_entry entry;
  uint8_t isa;   /* runs only where the machine has it */
  uint8_t small; /* compiled with the IR's `small` promise: taken only when it holds */
  uint16_t gang; /* W, for reports; 0: scalar */
  uint32_t zero;
} tack_rt_variant;

/* What launches of one kernel have cost; zeroed before the first. Any thread may read and write it
 * at any time: a torn or lost value changes the speed of one launch. */
typedef struct tack_rt_profile {
  float serial_ns;   /* an item's cost on the calling thread alone; 0: not measured yet */
  float parallel_ns; /* an item's share of a launch on all threads; 0: not measured yet */
  uint32_t launches;
  float spread; /* how far measurements of serial_ns were from it, as a part of it */
} tack_rt_profile;

/* Items cost very different amounts of time: hand out small pieces. */
#define TACK_RT_DIVERGENT 1u
/* An item has loops: its arguments may make it take any time, whatever it took before. */
#define TACK_RT_LOOPS 2u
/* From this bit on: the gang's width, 0 when not known. */
#define TACK_RT_GANG_SHIFT 16

/* Static data of one kernel. The first variant that fits is taken, so the best stands first and the
 * last has isa ANY and small 0. */
typedef struct tack_rt_kernel {
  uint32_t abi;   /* TACK_RT_ABI */
  uint32_t flags; /* TACK_RT_DIVERGENT, TACK_RT_LOOPS, the gang's width */
  const char* name;
  const tack_rt_variant* variants;
  const tack_rt_reduction* reductions;
  uint16_t variant_count;
  uint16_t reduction_count;
  uint32_t stack_bytes;  /* that a call of an entry takes; 0: little, or not known. Where the calling
                            thread has less, its items run on a stack of their own */
  uint64_t length_slots; /* bit k: slot k of args is a buffer's length, looked at for `small`, and slot
                            k - 1 its address: of a length below 0, not known, the runtime finds out
                            whether it can be large. With a length beyond slot 63, offer no small
                            variant */
  tack_rt_profile* profile; /* may be null: then nothing is learnt and the size decides */
} tack_rt_kernel;

/* Runs the kernel over dims (1 to 3) extents, slowest first; an extent of zero or less runs
 * nothing. args is the kernel's argument block, extents included (docs/ir.md). results[r] points to
 * reduction r's variable, which holds the value before and then the value after; null without
 * reductions. More than 2^63 - 1 items, a wrong abi or no variant that fits: a message and abort().
 */
void tack_rt_launch(const tack_rt_kernel* kernel, const void* args, const int64_t* extents,
                    int32_t dims, void* const* results);

/* The same for XC programs, which also obey XC_PAR_THREADS (a positive number of threads),
 * XC_PAR_REPORT (not empty: lines on stderr for each launch) and, where there is a second device,
 * what xc/choice.hpp lists. */
void tack_rt_xc_launch(const tack_rt_kernel* kernel, const void* args, const int64_t* extents,
                       int32_t dims, void* const* results);

/* The same with the variant chosen and the items counted by the caller. poll, when not null, is
 * called by the calling thread about every millisecond with its argument, also while it waits for
 * others; once it returns nonzero no further piece is begun and the result is 1 (some items have
 * not run, reductions are untouched). 2: there is no memory for a stack, nothing has run. 3: a
 * signal handler has forked the process meanwhile, and in this child some items have not run.
 * Otherwise the result is 0. */
typedef int (*tack_rt_poll)(void* argument);
int32_t tack_rt_run(const tack_rt_kernel* kernel, tack_rt_entry entry, const void* args,
                    int64_t items, void* const* results, tack_rt_poll poll, void* poll_argument);

/* Writes the message and a newline to stderr, flushes stdout, then abort(): the IR's `trap`. */
#ifdef __cplusplus
[[noreturn]]
#endif
void tack_rt_trap(const char* message);

/* The IR's `print`: hands a line to the sink, on any thread, several at once. The format is that of
 * ir/print_format.hpp; values hold bits. Without a sink: a message and abort(). */
void tack_rt_print(const char* format, uint64_t size, const uint64_t* values);
typedef void (*tack_rt_print_sink)(const char* format, uint64_t size, const uint64_t* values);
void tack_rt_set_print_sink(tack_rt_print_sink sink);
/* Null when none is set. */
tack_rt_print_sink tack_rt_get_print_sink(void);

/* Expected serial nanoseconds of a launch, from the profile; a negative number when not known. */
double tack_rt_expected_ns(const tack_rt_kernel* kernel, int64_t items);

/* The greatest ISA that this machine has and TACK_CPU_ISA allows. */
int32_t tack_rt_cpu_isa(void);
/* What is wrong with TACK_CPU_ISA, null when nothing is: programs say so before they compile or run
 * a kernel. */
const char* tack_rt_cpu_isa_fault(void);

/* Threads a launch may use, the caller's included. Decided at the first question:
 * TACK_CPU_THREADS, else what affinity and cgroup quota leave of the machine, as hardware threads
 * or as physical cores. */
int32_t tack_rt_threads(void);
/* Before the first launch. XC programs take hardware threads (the default), Python kernels cores.
 */
void tack_rt_use_physical_cores(int32_t yes);
/* Null, or what is wrong with TACK_CPU_THREADS, TACK_CPU_POLICY or TACK_CPU_MARGIN (static text);
 * the variable then counts as unset. */
const char* tack_rt_config_error(void);
/* Another thread count from now on, for tests; below 1 counts as 1. Not while a launch runs. */
void tack_rt_set_threads(int32_t threads);

#ifdef __cplusplus
}
#endif

#endif
