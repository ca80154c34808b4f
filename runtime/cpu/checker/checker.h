/* checker.h: where the CPU driver and its memory checker meet.
 *
 * The checker is a library of its own, which the driver opens when CUSTUB_CPU_CHECK asks for it
 * (api/memory_checker.h). This header is all that the two know of each other. The library exports
 * one function, which gives the driver a table of functions. Those of a block may only be called by
 * the thread of the operating system that runs the block; all others by any thread. */
#ifndef CPU_CHECKER_H
#define CPU_CHECKER_H

#include <custub/cpu_image.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CPU_CHECK_MEMORY  1u  /* accesses outside of what is allocated, or misaligned */
#define CPU_CHECK_INIT    2u  /* reads of what was never written */
#define CPU_CHECK_RACE    4u  /* on shared memory */
#define CPU_CHECK_BARRIER 8u  /* that threads reach at different places */
#define CPU_CHECK_EXIT    16u /* threads that return before a barrier; legal since sm_70 */

/* The CUresults of what is found. */
enum { CPU_CHECK_ILLEGAL_ADDRESS = 700, CPU_CHECK_MISALIGNED_ADDRESS = 716 };

typedef struct cpu_check_settings {
    unsigned kinds;  /* CPU_CHECK_…; not 0 */
    size_t limit;    /* the most reports that are written of one launch */
    const char *log; /* a file that reports are appended to; null: the standard error stream */
} cpu_check_settings;

/* What the checker knows of an image, and of a launch. */
typedef struct cpu_check_image cpu_check_image;
typedef struct cpu_check_launch cpu_check_launch;

/* Who runs a block. */
typedef struct cpu_check_runner {
    /* The stacks of the block's threads: `size` bytes, in which they follow each other, `each`
     * apart. */
    const void *stacks;
    size_t size;
    size_t each;
    const uint32_t *running; /* the index in the block of the thread that runs */
    const custub_cpu_services *services;
    void (*end_thread)(void); /* ends the thread that runs: does not return */
    void (*catch_up)(void);   /* is called for what may be read again and again */
} cpu_check_runner;

typedef struct cpu_checker {
    /* Reads the image that the descriptor `file` has, and that was loaded as `library`, and makes
     * its kernels call the checker. Null if there is no memory for it. No launch of its kernels may
     * run when it is closed. */
    cpu_check_image *(*image_open)(int file, void *library, const custub_cpu_table *table,
                                   custub_cpu_check *functions);
    void (*image_close)(cpu_check_image *image);

    /* A launch begins; null if nothing checks it. When it has ended on all threads: 0, or the
     * CUresult of its first finding. */
    cpu_check_launch *(*launch_begin)(const custub_cpu_kernel *kernel);
    int (*launch_end)(cpu_check_launch *launch);

    /* A block of it runs on this thread of the operating system. `block` and `runner` have to stay
     * until the end. */
    void (*block_begin)(cpu_check_launch *launch, const custub_cpu_kernel *kernel,
                        const custub_cpu_block *block, const cpu_check_runner *runner);
    void (*block_end)(void);

    /* The thread that runs comes to a barrier of the block; `frame` is that of a function that it
     * called. Then, when all have come: how many, of how many that the block has. */
    void (*barrier_arrive)(const void *frame);
    void (*barrier_release)(uint32_t arrived, uint32_t of);

    /* Some threads of the block have come together otherwise: all that the block did before counts
     * as ordered, so that nothing false is found. */
    void (*synchronized)(void);

    /* The lanes of `mask` have come together. */
    void (*warp_sync)(uint32_t warp, uint32_t mask);

    /* Memory with guards of unused bytes on both sides; null if there is none. `kind` has to stay.
     * `is_hosts`: the host writes there too. Freed addresses are not given out again for a long
     * time. memory_free() answers false, and does nothing, if no such memory begins there. */
    void *(*memory_allocate)(size_t size, size_t alignment, const char *kind, bool is_hosts);
    bool (*memory_free)(void *memory);

    /* Memory of the program's own that kernels may use. */
    void (*memory_register)(const void *memory, size_t size, const char *kind);
    void (*memory_unregister)(const void *memory);

    /* The driver wrote, or copied, this. */
    void (*memory_written)(uintptr_t address, size_t size);
    void (*memory_copied)(uintptr_t target, uintptr_t source, size_t size);
} cpu_checker;

/* The function that the library exports. Its number changes with anything in this header.
 * `settings` has to stay. */
#define CPU_CHECKER_ENTRY "custub_cpu_checker_1"
typedef const cpu_checker *cpu_checker_entry(const cpu_check_settings *settings);

#endif
