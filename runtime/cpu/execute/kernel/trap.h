/* trap.h: the kernel that runs on the calling thread, and how it is ended. */
#ifndef CPU_TRAP_H
#define CPU_TRAP_H

#include "api/api.h"

#include <custub/cpu_image.h>

#include <setjmp.h>
#include <stdbool.h>

struct block_threads;

/* Blocks of a kernel that a thread of the operating system runs. block_runner.c makes it. */
typedef struct kernel_run {
    const custub_cpu_kernel *kernel;
    custub_cpu_block block;
    jmp_buf escape; /* leaves a kernel that runs on this very stack */
    CUresult failure;
    struct block_threads *threads; /* of a kernel with barriers, else null */
    /* Leaves the running thread's stack for that of the thread that runs the block. */
    void (*abandon)(struct block_threads *threads);
} kernel_run;

/* Null outside of kernels. */
#if defined(__GNUC__)
__attribute__((visibility("hidden")))
#endif
extern _Thread_local kernel_run *kernel_running;

/* Ends the kernel that runs on this thread, and prints why. */
_Noreturn void cpu_kernel_trap(custub_cpu_trap kind, const char *text);

/* True if this thread runs a kernel. */
bool cpu_in_kernel(void);

#endif
