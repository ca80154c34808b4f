/* checker.h: the interface between the CPU driver and its memory checker.
 *
 * The checker is a library of its own, which the driver opens when CUSTUB_CPU_CHECK asks for it
 * (api/memory_checker.h). The two share only this header. The library exports one function, which
 * returns a table of functions. Only the thread of the operating system that runs a block may call
 * the functions of that block; any thread may call the others. */
#ifndef CPU_CHECKER_H
#define CPU_CHECKER_H

#include <custub/bounds_table.h>
#include <custub/cpu_image.h>
#include <custub/held_values.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CPU_CHECK_MEMORY   1u   /* accesses outside of what is allocated, or misaligned */
#define CPU_CHECK_INIT     2u   /* reads of memory that was never written */
#define CPU_CHECK_RACE     4u   /* races on shared memory */
#define CPU_CHECK_BARRIER  8u   /* threads of a block that wait at different barriers */
#define CPU_CHECK_EXIT     16u  /* threads that return before a barrier; legal since sm_70 */
#define CPU_CHECK_SHUFFLE  32u  /* from lanes that do not come; legal if the value is not used */
#define CPU_CHECK_CONTRACT 64u  /* accesses in an allocation, beyond what the contract allows */
#define CPU_CHECK_GLOBAL   128u /* races on global memory, also between blocks */

/* The CUresults of findings. */
enum { CPU_CHECK_ILLEGAL_ADDRESS = 700, CPU_CHECK_MISALIGNED_ADDRESS = 716 };

typedef struct cpu_check_settings {
    unsigned kinds;  /* CPU_CHECK_…; not 0 */
    size_t limit;    /* the most reports that are written of one launch */
    const char *log; /* a file that reports are appended to; null: the standard error stream */
} cpu_check_settings;

/* What the checker knows about an image, and about a launch. */
typedef struct cpu_check_image cpu_check_image;
typedef struct cpu_check_launch cpu_check_launch;

/* The pointers of a kernel whose launches say what may be touched through each of them. The last
 * parameter of such a kernel is a custub_bounds_head with a custub_bounds_extent for each pointer,
 * and then a custub_held_range for each of those whose values are known. */
typedef struct cpu_check_contract {
    uint32_t pointer_count;
    uint32_t value_count;
    const char *const *pointers;      /* their names */
    const custub_held_values *values; /* in the pointers' order */
} cpu_check_contract;

/* The driver's side of a block. */
typedef struct cpu_check_runner {
    /* The stacks of the block's threads: `size` bytes in all; each stack begins `each` bytes after
     * the one before. */
    const void *stacks;
    size_t size;
    size_t each;
    const uint32_t *running; /* the index in the block of the thread that runs */
    const custub_cpu_services *services;
    void (*end_thread)(void); /* ends the thread that runs; does not return */
    void (*catch_up)(void);   /* is called at volatile accesses, which waiting threads repeat */
} cpu_check_runner;

/* A part of a bulk copy: its source, or its target. */
typedef struct cpu_check_bulk {
    const void *memory;
    size_t size;
    uint32_t access; /* CUSTUB_CPU_ACCESS_… */
    /* What completes it: a change of these bits of the barrier; null: the group of the thread. */
    const uint64_t *barrier;
    uint64_t phase_bits;
} cpu_check_bulk;

typedef struct cpu_checker {
    /* Reads the image from the descriptor `file`, and makes its kernels call the checker.
     * `library` is the image's handle from dlopen(). Null if there is no memory. No kernel of the
     * image may be running when it is closed. */
    cpu_check_image *(*image_open)(int file, void *library, const custub_cpu_table *table,
                                   custub_cpu_check *functions);
    void (*image_close)(cpu_check_image *image);

    /* A launch begins; null if it is not checked. launch_end() is called when all threads have
     * finished it. It returns 0, or the CUresult of the first finding. `contract` is null if the
     * launch does not say what it may touch; else it and `head` must stay valid until then. */
    cpu_check_launch *(*launch_begin)(const custub_cpu_kernel *kernel,
                                      const cpu_check_contract *contract,
                                      const custub_bounds_head *head);
    int (*launch_end)(cpu_check_launch *launch);

    /* Looks at the values that the launch promises. Called once, before the first block, when all
     * work is done that the launch waits for. Returns 0, or the CUresult of a finding: no block may
     * run then. */
    int (*launch_values)(cpu_check_launch *launch);

    /* A block of the launch runs on this thread of the operating system. `block` and `runner` must
     * stay valid until block_end(). */
    void (*block_begin)(cpu_check_launch *launch, const custub_cpu_kernel *kernel,
                        const custub_cpu_block *block, const cpu_check_runner *runner);
    void (*block_end)(void);

    /* True if the thread that runs may be about to make a write that is known already. Another
     * thread of its block may not run now: the write would be missed. */
    bool (*is_writing)(void);

    /* The thread that runs reaches a barrier of the block. `frame` is that of a function that it
     * called. barrier_release() is called when all threads of the block that have not returned are
     * there: `arrived` of `of` threads. */
    void (*barrier_arrive)(const void *frame);
    void (*barrier_release)(uint32_t arrived, uint32_t of);

    /* The block arrives at a barrier of the grid, before barrier_release() or synchronized(); all
     * blocks have arrived there. A thread that finds this out by itself calls grid_leave(), too. */
    void (*grid_arrive)(void);
    void (*grid_leave)(void);

    /* Threads of the block have synchronized in another way. Everything that the block did before
     * counts as ordered, so that there are no false findings. */
    void (*synchronized)(void);

    /* The lanes of `mask` have synchronized. */
    void (*warp_sync)(uint32_t warp, uint32_t mask);

    /* Allocates memory with guards of unused bytes on both sides; null if there is no memory.
     * `kind` must stay valid. `is_hosts`: the host writes there too. Freed addresses are not reused
     * for a long time. memory_free() returns false and does nothing if no such memory begins there.
     */
    void *(*memory_allocate)(size_t size, size_t alignment, const char *kind, bool is_hosts);
    bool (*memory_free)(void *memory);

    /* Memory of the program that kernels may use. */
    void (*memory_register)(const void *memory, size_t size, const char *kind);
    void (*memory_unregister)(const void *memory);

    /* The thread that runs accesses memory by a function of the driver, such as one that reads a
     * texel. `access` is made of CUSTUB_CPU_ACCESS_…; `frame` is that of the function that the
     * kernel called. Returns if the access is legal. */
    void (*memory_accessed)(const volatile void *memory, size_t size, uint32_t access,
                            const void *frame);

    /* The same for a part of a bulk copy, which is under way until a wait. */
    void (*bulk_access)(const cpu_check_bulk *bulk, const void *frame);

    /* The thread that runs has read from a lane of its warp by a shuffle that this lane did not
     * call; `why` says so in words. `frame` is that of the function that the kernel called. */
    void (*lane_missing)(uint32_t lane, const char *why, const void *frame);

    /* The driver wrote or copied this memory. */
    void (*memory_written)(uintptr_t address, size_t size);
    void (*memory_copied)(uintptr_t target, uintptr_t source, size_t size);
} cpu_checker;

/* The function that the library exports. The number in its name changes whenever this header does.
 * `settings` must stay valid. */
#define CPU_CHECKER_ENTRY "custub_cpu_checker_8"
typedef const cpu_checker *cpu_checker_entry(const cpu_check_settings *settings);

#endif
