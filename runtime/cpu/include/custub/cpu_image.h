/* custub/cpu_image.h: what a CPU image and the CPU driver know of each other.
 *
 * A CPU image is a shared object that a host C++ compiler builds from `<stem>.cpu.cpp`. It exports
 * one symbol, CUSTUB_CPU_IMAGE_SYMBOL, a custub_cpu_table, constant but for the slot through which
 * the driver gives it the services that kernels need. Sizes and offsets are in bytes.
 *
 * Later versions append: to the table (`size` tells), to a kernel (`kernel_size` tells), to a block
 * and to the services (their own `size`). What changes a meaning raises CUSTUB_CPU_IMAGE_ABI.
 */
#ifndef CUSTUB_CPU_IMAGE_H
#define CUSTUB_CPU_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CUSTUB_CPU_IMAGE_MAGIC  UINT32_C(0x42754375) /* "uCuB" in memory */
#define CUSTUB_CPU_IMAGE_ABI    3
#define CUSTUB_CPU_IMAGE_SYMBOL "custub_cpu_image"

/* The most dynamic shared memory that a launch may ask for; an `extern __shared__` array has as
 * much. */
#define CUSTUB_CPU_SHARED_LIMIT 232448
/* The most threads that a block may have. */
#define CUSTUB_CPU_BLOCK_LIMIT 1024

typedef struct custub_cpu_extent {
    uint32_t x;
    uint32_t y;
    uint32_t z;
} custub_cpu_extent;

/* One block of a launch. The driver owns it; it stays while the block runs. */
typedef struct custub_cpu_block {
    uint32_t size;                  /* of this struct */
    uint32_t shared_bytes;          /* dynamic shared memory of the launch */
    custub_cpu_extent grid_extent;  /* gridDim */
    custub_cpu_extent block_extent; /* blockDim */
    custub_cpu_extent block_index;  /* blockIdx; of the first one if several run together: */
    custub_cpu_extent box_extent;   /* how many from there on, in x, y and z; the image sets it */
} custub_cpu_block;

/* What lanes of a warp trade. Every lane names itself in the mask, and goes on when all lanes of
 * the mask that have not returned have come with the same operation and the same mask. */
typedef enum custub_cpu_warp {
    CUSTUB_CPU_WARP_SYNC,      /* 0 */
    CUSTUB_CPU_WARP_SHUFFLE,   /* the value of the lane `source`; one's own if it did not come */
    CUSTUB_CPU_WARP_BALLOT,    /* bits 0 to 31: who brought a value that is not 0; 32 to 63: who
                                  came */
    CUSTUB_CPU_WARP_MATCH_ANY, /* who brought the same value */
    CUSTUB_CPU_WARP_MATCH_ALL, /* who came, if all brought the same value; else 0 */
    CUSTUB_CPU_WARP_ADD,       /* the rest: over the values of all who came, as unsigned … */
    CUSTUB_CPU_WARP_MIN,
    CUSTUB_CPU_WARP_MAX,
    CUSTUB_CPU_WARP_MIN_SIGNED, /* … or as signed numbers */
    CUSTUB_CPU_WARP_MAX_SIGNED,
    CUSTUB_CPU_WARP_AND,
    CUSTUB_CPU_WARP_OR,
    CUSTUB_CPU_WARP_XOR,
    /* Who is active: the mask does not matter. Goes on when no lane of the warp can go on
     * otherwise, with those that wait at the same place of the program. */
    CUSTUB_CPU_WARP_ACTIVE
} custub_cpu_warp;

/* What a barrier answers: of the threads that arrived, how many brought a predicate that was not
 * 0. */
typedef struct custub_cpu_vote {
    uint32_t arrived;
    uint32_t nonzero;
} custub_cpu_vote;

/* The barriers of a part of a block: those of PTX, then those of groups. */
#define CUSTUB_CPU_BARRIERS 256

typedef enum custub_cpu_space {
    CUSTUB_CPU_SPACE_GLOBAL,
    CUSTUB_CPU_SPACE_SHARED,
    CUSTUB_CPU_SPACE_LOCAL,
    CUSTUB_CPU_SPACE_CONSTANT
} custub_cpu_space;

typedef enum custub_cpu_trap {
    CUSTUB_CPU_TRAP_ASSERT = 1, /* a failed assert: CUDA_ERROR_ASSERT */
    CUSTUB_CPU_TRAP_EXIT,       /* __trap() and the like: CUDA_ERROR_LAUNCH_FAILED */
    CUSTUB_CPU_TRAP_UNFIT,      /* code that no host compiler can take: CUDA_ERROR_NOT_SUPPORTED */
    CUSTUB_CPU_TRAP_INTERNAL,   /* a mistake of custub's own: CUDA_ERROR_LAUNCH_FAILED */
    CUSTUB_CPU_TRAP_HANG,       /* threads wait for ever: CUDA_ERROR_LAUNCH_TIMEOUT */
    CUSTUB_CPU_TRAP_FAULT       /* an address that is not there: CUDA_ERROR_ILLEGAL_ADDRESS */
} custub_cpu_trap;

struct custub_cpu_table;

/* What the driver does for running kernels. Called only by kernels, on the thread that runs the
 * block. */
typedef struct custub_cpu_services {
    uint32_t size; /* of this struct */
    /* Waits until every thread of the block that has not returned has arrived. Only in
     * run_thread. */
    custub_cpu_vote (*barrier)(uint32_t predicate);
    /* Ends the launch with an error; `text` is one line, copied. Does not return. */
    void (*trap)(custub_cpu_trap kind, const char *text);
    /* Trades `value` with other lanes of the warp. Only in run_thread. */
    uint64_t (*warp)(custub_cpu_warp operation, uint32_t mask, uint64_t value, uint32_t source);
    /* Waits for all threads of the grid; ends a launch that is not cooperative. Only in
     * run_thread. */
    void (*grid_barrier)(void);
    /* Lets other threads of the block run: this one waits for what is not there yet. */
    void (*yield)(void);
    /* What the kernel prints: `size` bytes, copied, and shown by the end of the launch. */
    void (*print)(const char *text, size_t size);
    /* Whether the launch is cooperative: 0 or 1. */
    uint32_t (*is_cooperative)(void);
    /* Waits until `count` threads of the block have come to the barrier of that number, or all that
     * have not returned if it is 0. Only in run_thread. */
    custub_cpu_vote (*part_barrier)(uint32_t number, uint32_t count, uint32_t predicate);
    /* The thread has seen that others of its block came somewhere, otherwise than by a barrier:
     * what they wrote until then is there. */
    void (*synchronized)(void);
    /* The space that the address lies in; of shared memory and constants those of `image`. */
    custub_cpu_space (*space)(const void *address, const struct custub_cpu_table *image);
    /* Arrives at such a barrier without waiting; answers the round, for await, which waits until
     * all of that round have come. Only in run_thread. */
    uint32_t (*arrive)(uint32_t number, uint32_t count);
    void (*await)(uint32_t number, uint32_t round);
    /* The same for the barrier of all threads of the grid. */
    uint32_t (*grid_arrive)(void);
    void (*grid_await)(uint32_t round);
    /* For CUSTUB_CPU_INTERRUPT_SYMBOL: lets other threads of the block run, though this one does
     * not wait for them as far as is known. */
    void (*give_way)(void);
    /* malloc and free of kernels: `release` ends the launch if `memory` is neither null nor what
     * `allocate` has given and what is not free yet. */
    void *(*allocate)(size_t size);
    void (*release)(void *memory);
} custub_cpu_services;

typedef struct custub_cpu_param {
    uint32_t offset; /* in the kernel's parameter block */
    uint32_t size;
} custub_cpu_param;

#define CUSTUB_CPU_KERNEL_BARRIER 1u /* threads wait for others: has run_thread, not run_blocks */
#define CUSTUB_CPU_KERNEL_UNFIT   2u /* cannot run on a CPU: `unfit` says why, nothing to run */
#define CUSTUB_CPU_KERNEL_ABSENT  4u /* the host compiler saw no such kernel: parameters unknown */
#define CUSTUB_CPU_KERNEL_STRIDED 8u /* runs along its data in rounds as wide as the blocks are */

typedef struct custub_cpu_kernel {
    const char *name;
    const char *unfit; /* why it cannot run here, or null */
    const custub_cpu_param *params;
    uint32_t param_count;
    uint32_t flags;         /* CUSTUB_CPU_KERNEL_… */
    uint32_t max_threads;   /* __launch_bounds__; 0: none */
    uint32_t static_shared; /* bytes; 0: none, or not known */
    /* Runs `count` blocks from `block` on, in the order x, y, z, all threads of a block in turn;
     * block->block_index is the one that runs. Blocks whose threads cannot tell may run together,
     * their threads in any order. Null if the kernel needs barriers or is unfit.
     * params[i] points to the value of parameter i, of any alignment. */
    void (*run_blocks)(custub_cpu_block *block, uint64_t count, void *const *params);
    /* Runs one thread, on a stack of its own; null if run_blocks is there or the kernel is unfit.
     * Thread (0,0,0) of a block is run first. */
    void (*run_thread)(const custub_cpu_block *block, void *const *params,
                       custub_cpu_extent thread_index);
} custub_cpu_kernel;

#define CUSTUB_CPU_GLOBAL_CONSTANT 1u /* __constant__ */
#define CUSTUB_CPU_GLOBAL_MANAGED  2u /* __managed__ */

/* A `__device__`, `__constant__` or `__managed__` variable. */
typedef struct custub_cpu_global {
    const char *name; /* its symbol: mangled if it is in a namespace */
    void *address;
    uint64_t size;
    uint32_t flags; /* CUSTUB_CPU_GLOBAL_… */
} custub_cpu_global;

typedef struct custub_cpu_table {
    uint32_t magic;       /* CUSTUB_CPU_IMAGE_MAGIC */
    uint32_t abi;         /* CUSTUB_CPU_IMAGE_ABI */
    uint32_t size;        /* of this struct */
    uint32_t kernel_size; /* of one element of `kernels` */
    uint32_t kernel_count;
    uint32_t services_size;               /* what the image needs of custub_cpu_services */
    const char *source;                   /* the source file, without folders */
    const custub_cpu_kernel *kernels;     /* null if there are none */
    const custub_cpu_services **services; /* the driver sets it before the first kernel runs */
    const custub_cpu_global *globals;     /* null if there are none */
    uint32_t global_count;
    uint32_t global_size; /* of one element of `globals` */
} custub_cpu_table;

/* An image exports this symbol too, a function void (*)(void) that calls `give_way` and then
 * restores what belongs to the thread. The driver calls it in the place of the image's own code,
 * wherever that is interrupted. */
#define CUSTUB_CPU_INTERRUPT_SYMBOL "custub_cpu_interrupt"

/* --- Instrumented images -------------------------------------------------------------------------
 *
 * An image that is built for the memory checker has its kernels' loads and stores reported. It also
 * exports this symbol, a custub_cpu_check: functions that do nothing, which the driver replaces by
 * its own when it checks. All its kernels have run_thread.
 */
#define CUSTUB_CPU_CHECK_SYMBOL "custub_cpu_check_table"

#define CUSTUB_CPU_ACCESS_READ      1u
#define CUSTUB_CPU_ACCESS_WRITE     2u /* with READ: an update */
#define CUSTUB_CPU_ACCESS_ATOMIC    4u
#define CUSTUB_CPU_ACCESS_UNALIGNED 8u  /* the compiler did not count on any alignment */
#define CUSTUB_CPU_ACCESS_ALIGNMENT 16u /* none yet: `size` is the alignment that it counts on */
#define CUSTUB_CPU_ACCESS_VOLATILE  32u
#define CUSTUB_CPU_ACCESS_REPLACE   64u /* an atomic update, whatever was there before */

typedef struct custub_cpu_check {
    uint32_t size; /* of this struct */
    uint32_t reserved;
    /* Before the access to [address, address + size). `frame` is that of the function that asks:
     * its caller's frame is at its beginning, the return address follows. Returns if the access can
     * be made. */
    void (*access)(const volatile void *address, size_t size, uint32_t access, const void *frame);
    /* malloc and free of kernels. */
    void *(*allocate)(size_t size);
    void (*release)(void *memory, const void *frame);
    /* __threadfence and its kin. */
    void (*fence)(void);
    /* What `access` does, for one of 1, 2, 4, 8 or 16 bytes that the compiler counts on to be
     * aligned: called by whoever accesses them, in place of a function of the image. */
    void (*read[5])(const void *address);
    void (*write[5])(const void *address);
    /* An asynchronous copy begins, in the open group of copies of its thread: of `source_size`
     * bytes, of which `size` are written, the rest 0. Until a wait nobody may access the target, or
     * write the source. Returns if it can be made; the image then makes it at once. */
    void (*copy)(void *target, size_t size, const void *source, size_t source_size,
                 const void *frame);
    /* The thread closes its open group, and waits for all but the last `prior` of its groups. */
    void (*copy_commit)(void);
    void (*copy_wait)(size_t prior);
    /* The barrier, too, completes the thread's copies that none completes yet: when these bits of
     * its first word have changed, or, if there are none, when it is next accessed. If `is_all`, so
     * it does with those of other barriers. */
    void (*copy_bind)(const uint64_t *barrier, uint64_t phase, uint32_t is_all);
} custub_cpu_check;

#ifdef __cplusplus
}
#endif
#endif
