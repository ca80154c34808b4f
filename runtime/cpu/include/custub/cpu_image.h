/* custub/cpu_image.h: the interface between CPU images and the CPU driver.
 *
 * A CPU image is a shared object that a host C++ compiler builds from `<stem>.cpu.cpp`. It exports
 * the symbol CUSTUB_CPU_IMAGE_SYMBOL, a custub_cpu_table. The table is constant, except for the
 * slot in which the driver puts the services that kernels call. Sizes and offsets are in bytes.
 *
 * Later versions may append to the table (`size` tells), to a kernel (`kernel_size` tells), to a
 * block and to the services (their own `size`). A change of meaning raises CUSTUB_CPU_IMAGE_ABI.
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

/* The most dynamic shared memory that a launch may ask for, and the size of an `extern __shared__`
 * array. */
#define CUSTUB_CPU_SHARED_LIMIT 232448
/* The most threads that a block may have. */
#define CUSTUB_CPU_BLOCK_LIMIT 1024

typedef struct custub_cpu_extent {
    uint32_t x;
    uint32_t y;
    uint32_t z;
} custub_cpu_extent;

/* One block of a launch. The driver owns it and keeps it while the block runs. */
typedef struct custub_cpu_block {
    uint32_t size;                  /* of this struct */
    uint32_t shared_bytes;          /* dynamic shared memory of the launch */
    custub_cpu_extent grid_extent;  /* gridDim */
    custub_cpu_extent block_extent; /* blockDim */
    custub_cpu_extent block_index;  /* blockIdx; the first one's if several run together: */
    custub_cpu_extent box_extent;   /* how many in x, y and z, which the image sets */
} custub_cpu_block;

/* Operations among lanes of a warp. Every lane is in its own mask. A lane continues when all lanes
 * of the mask that have not returned have called the same operation with the same mask. */
typedef enum custub_cpu_warp {
    CUSTUB_CPU_WARP_SYNC,      /* 0 */
    CUSTUB_CPU_WARP_SHUFFLE,   /* lane `source`'s value; 0 if that lane did not come */
    CUSTUB_CPU_WARP_BALLOT,    /* bits 0-31: lanes with a nonzero value; 32-63: all that came */
    CUSTUB_CPU_WARP_MATCH_ANY, /* lanes with the same value */
    CUSTUB_CPU_WARP_MATCH_ALL, /* lanes that came, if all have the same value; else 0 */
    CUSTUB_CPU_WARP_ADD,       /* from here on: over the values of all that came, unsigned … */
    CUSTUB_CPU_WARP_MIN,
    CUSTUB_CPU_WARP_MAX,
    CUSTUB_CPU_WARP_MIN_SIGNED, /* … or signed */
    CUSTUB_CPU_WARP_MAX_SIGNED,
    CUSTUB_CPU_WARP_AND,
    CUSTUB_CPU_WARP_OR,
    CUSTUB_CPU_WARP_XOR,
    /* The lanes that are active; the mask does not matter. A lane that asks continues when no lane
     * of the warp can continue otherwise. The active lanes are those that ask at the same place of
     * the program. */
    CUSTUB_CPU_WARP_ACTIVE
} custub_cpu_warp;

/* The result of a barrier: how many threads arrived, and how many of them brought a predicate that
 * is not 0. */
typedef struct custub_cpu_vote {
    uint32_t arrived;
    uint32_t nonzero;
} custub_cpu_vote;

/* The number of barriers of parts of a block: PTX's first, then those of groups. */
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
    CUSTUB_CPU_TRAP_UNFIT,    /* code that a host compiler cannot take: CUDA_ERROR_NOT_SUPPORTED */
    CUSTUB_CPU_TRAP_INTERNAL, /* a mistake in custub: CUDA_ERROR_LAUNCH_FAILED */
    CUSTUB_CPU_TRAP_HANG,     /* threads wait for ever: CUDA_ERROR_LAUNCH_TIMEOUT */
    CUSTUB_CPU_TRAP_FAULT,    /* an illegal address: CUDA_ERROR_ILLEGAL_ADDRESS */
    CUSTUB_CPU_TRAP_INSTRUCTION /* illegal operands: CUDA_ERROR_ILLEGAL_INSTRUCTION */
} custub_cpu_trap;

/* What happens if an access to a surface is outside of it: a cudaSurfaceBoundaryMode. */
typedef enum custub_cpu_boundary {
    CUSTUB_CPU_BOUNDARY_ZERO,
    CUSTUB_CPU_BOUNDARY_CLAMP,
    CUSTUB_CPU_BOUNDARY_TRAP
} custub_cpu_boundary;

/* What a bulk copy does with global memory. */
typedef enum custub_cpu_bulk {
    CUSTUB_CPU_BULK_LOAD,
    CUSTUB_CPU_BULK_STORE,
    CUSTUB_CPU_BULK_ADD, /* this and those below: an atomic update of each element */
    CUSTUB_CPU_BULK_MIN,
    CUSTUB_CPU_BULK_MAX,
    CUSTUB_CPU_BULK_INC,
    CUSTUB_CPU_BULK_DEC,
    CUSTUB_CPU_BULK_AND,
    CUSTUB_CPU_BULK_OR,
    CUSTUB_CPU_BULK_XOR
} custub_cpu_bulk;

/* A bulk copy between shared and global memory. */
typedef struct custub_cpu_bulk_copy {
    uint32_t size; /* of this struct */
    custub_cpu_bulk how;
    void *shared;
    const void *map; /* a CUtensorMap; null: a copy of bytes, between `shared` and `global` */
    void *global;
    uint32_t bytes; /* without a map */
    uint32_t rank;  /* with a map: how many coordinates there are */
    int32_t at[5];  /* the coordinates of the box, the innermost one first */
    uint64_t
        *barrier; /* of libcu++, which learns of a load; null: the open group of bulk copies does */
} custub_cpu_bulk_copy;

struct custub_cpu_table;

/* What the driver does for running kernels. Only kernels call it, on the thread that runs the
 * block. */
typedef struct custub_cpu_services {
    uint32_t size; /* of this struct */
    /* Waits until all threads of the block that have not returned have arrived. Only in run_thread.
     */
    custub_cpu_vote (*barrier)(uint32_t predicate);
    /* Ends the launch with an error; `text` is one line, copied. Does not return. */
    void (*trap)(custub_cpu_trap kind, const char *text);
    /* Trades `value` with other lanes of the warp. Only in run_thread. */
    uint64_t (*warp)(custub_cpu_warp operation, uint32_t mask, uint64_t value, uint32_t source);
    /* Waits for all threads of the grid; ends a launch that is not cooperative. Only in
     * run_thread. */
    void (*grid_barrier)(void);
    /* Lets other threads of the block run, because this thread waits for a change by another. */
    void (*yield)(void);
    /* Prints `size` bytes, which are copied and appear by the end of the launch. */
    void (*print)(const char *text, size_t size);
    /* 1 if the launch is cooperative, else 0. */
    uint32_t (*is_cooperative)(void);
    /* Waits until `count` threads of the block have arrived at the barrier of that number; 0: all
     * that have not returned. Only in run_thread. */
    custub_cpu_vote (*part_barrier)(uint32_t number, uint32_t count, uint32_t predicate);
    /* The thread has synchronized with others of its block without a barrier. It may read what they
     * wrote before. */
    void (*synchronized)(void);
    /* The memory space of the address. Shared memory and constants are those of `image`. */
    custub_cpu_space (*space)(const void *address, const struct custub_cpu_table *image);
    /* Arrives at a barrier of part of the block without waiting, and returns the round. `await`
     * waits until all of that round have arrived. Only in run_thread. */
    uint32_t (*arrive)(uint32_t number, uint32_t count);
    void (*await)(uint32_t number, uint32_t round);
    /* The same for the barrier of all threads of the grid. */
    uint32_t (*grid_arrive)(void);
    void (*grid_await)(uint32_t round);
    /* For CUSTUB_CPU_INTERRUPT_SYMBOL: lets other threads of the block run, although this one does
     * not seem to wait. */
    void (*give_way)(void);
    /* malloc and free of kernels. `release` ends the launch if `memory` did not come from
     * `allocate` or is free already; null is legal. */
    void *(*allocate)(size_t size);
    void (*release)(void *memory);
    /* Reads a texture object, by index (tex1Dfetch), or at 1 to 3 coordinates. A texel has 32 bits
     * for each channel: a float, or an integer, sign-extended. */
    void (*fetch)(uint64_t texture, int32_t index, uint32_t texel[4]);
    void (*sample)(uint64_t texture, uint32_t dimensions, const float *at, uint32_t texel[4]);
    /* Where an access of `bytes` bytes to a surface object is made; null: nowhere. at[0] is in
     * bytes. */
    void *(*surface)(uint64_t surface, uint32_t dimensions, const int32_t *at, uint32_t bytes,
                     uint32_t boundary);
    /* Makes the copy at once; the memory checker lets nobody rely on it before the wait. Returns
     * the bytes that the barrier has to be told of by `transact`. */
    uint32_t (*bulk_copy)(const custub_cpu_bulk_copy *copy);
    /* Changes the bytes that a barrier of libcu++ waits for, beside the threads that it waits for.
     */
    void (*transact)(uint64_t *barrier, int64_t bytes);
} custub_cpu_services;

typedef struct custub_cpu_param {
    uint32_t offset; /* in the kernel's parameter block */
    uint32_t size;
} custub_cpu_param;

#define CUSTUB_CPU_KERNEL_BARRIER 1u /* threads wait for others: has run_thread, not run_blocks */
#define CUSTUB_CPU_KERNEL_UNFIT   2u /* cannot run on a CPU: `unfit` says why */
#define CUSTUB_CPU_KERNEL_ABSENT  4u /* the host compiler saw no such kernel: parameters unknown */

typedef struct custub_cpu_kernel {
    const char *name;
    const char *unfit; /* why it cannot run here, or null */
    const custub_cpu_param *params;
    uint32_t param_count;
    uint32_t flags;         /* CUSTUB_CPU_KERNEL_… */
    uint32_t max_threads;   /* __launch_bounds__; 0: none */
    uint32_t static_shared; /* bytes; 0: none, or not known */
    /* Runs `count` blocks from `block` on, in the order x, y, z, all threads of a block in turn.
     * block->block_index is the running block. Blocks may run together, with their threads in any
     * order, if the kernel cannot tell. Null if the kernel needs barriers or is unfit. params[i]
     * points to the value of parameter i, of any alignment. */
    void (*run_blocks)(custub_cpu_block *block, uint64_t count, void *const *params);
    /* Runs one thread, on a stack of its own. Null if the kernel has run_blocks or is unfit. Thread
     * (0,0,0) of a block runs first. */
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

/* An image also exports this symbol, a function void (*)(void) that calls `give_way` and then
 * restores the thread's own state. The driver calls it where it has interrupted the image's own
 * code. */
#define CUSTUB_CPU_INTERRUPT_SYMBOL "custub_cpu_interrupt"

/* --- Instrumented images -------------------------------------------------------------------------
 *
 * An image that is built for the memory checker reports the loads and stores of its kernels. It
 * also exports this symbol, a custub_cpu_check: functions that do nothing until the driver replaces
 * them by the checker's. All its kernels have run_thread.
 */
#define CUSTUB_CPU_CHECK_SYMBOL "custub_cpu_check_table"

#define CUSTUB_CPU_ACCESS_READ      1u
#define CUSTUB_CPU_ACCESS_WRITE     2u /* with READ: an update */
#define CUSTUB_CPU_ACCESS_ATOMIC    4u
#define CUSTUB_CPU_ACCESS_UNALIGNED 8u  /* the compiler did not assume any alignment */
#define CUSTUB_CPU_ACCESS_ALIGNMENT 16u /* no access: `size` is the assumed alignment */
#define CUSTUB_CPU_ACCESS_VOLATILE  32u
#define CUSTUB_CPU_ACCESS_REPLACE   64u  /* an atomic update, independent of the old value */
#define CUSTUB_CPU_ACCESS_COMPARE   128u /* an atomic update of an expected value only */

typedef struct custub_cpu_check {
    uint32_t size; /* of this struct */
    uint32_t reserved;
    /* Called before the access to [address, address + size). `frame` is the frame of the calling
     * function: it begins with its caller's frame, then the return address. Returns if the access
     * is legal. */
    void (*access)(const volatile void *address, size_t size, uint32_t access, const void *frame);
    /* malloc and free of kernels. */
    void *(*allocate)(size_t size);
    void (*release)(void *memory, const void *frame);
    /* Called by __threadfence and similar functions. */
    void (*fence)(void);
    /* The same as `access` for an aligned access of 1, 2, 4, 8 or 16 bytes. The accessing code
     * calls it directly, without a function of the image. */
    void (*read[5])(const void *address);
    void (*write[5])(const void *address);
    /* An asynchronous copy begins, in the open group of copies of the thread. It reads
     * `source_size` bytes and writes `size`; the rest becomes 0. Until a wait nobody may access the
     * target or write the source. Returns if the copy is legal; the image then makes it at once. */
    void (*copy)(void *target, size_t size, const void *source, size_t source_size,
                 const void *frame);
    /* Closes the thread's open group. copy_wait() waits for all groups but the last `prior`. */
    void (*copy_commit)(void);
    void (*copy_wait)(size_t prior);
    /* Binds the thread's copies that are not bound yet to the barrier. They complete when these
     * bits of its first word have changed or, if there are no bits, at the next access to it.
     * `is_all`: also copies that are bound to other barriers. */
    void (*copy_bind)(const uint64_t *barrier, uint64_t phase, uint32_t is_all);
    /* The same for the thread's groups of bulk copies. `is_read`: the wait is only for the reads of
     * the source. */
    void (*bulk_commit)(void);
    void (*bulk_wait)(size_t prior, uint32_t is_read);
} custub_cpu_check;

#ifdef __cplusplus
}
#endif
#endif
