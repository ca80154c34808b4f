/* report.h: the memory checker's reports. They go to the standard error stream, or to the file that
 * CUSTUB_CPU_CHECK_LOG names. */
#ifndef CPU_REPORT_H
#define CPU_REPORT_H

#include "checker/order/checked_global.h"
#include "checker/checked_image.h"
#include "checker/checker.h"
#include "checker/held_memory.h"

#include <custub/cpu_image.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CPU_CHECK_CALLS 16 /* a report names this many calls at most */

/* A place in the program: return addresses, innermost first. */
typedef struct cpu_check_trail {
    uintptr_t addresses[CPU_CHECK_CALLS];
    size_t count;
} cpu_check_trail;

/* A hash: equal for equal trails. */
uintptr_t cpu_check_trail_key(const cpu_check_trail *trail);

/* Which thread of which block, and where in the program. */
typedef struct cpu_check_scene {
    const cpu_check_image *image;
    const char *kernel;
    custub_cpu_extent block_extent;
    custub_cpu_extent block_index;
    uint32_t thread; /* index in the block */
    cpu_check_trail trail;
} cpu_check_scene;

/* The reports of one launch; null if there is no memory for them. It takes `global`, its accesses
 * to global memory, which may be null. */
cpu_check_launch *cpu_check_launch_create(const char *kernel, const cpu_check_settings *settings,
                                          const cpu_check_held *held, cpu_check_global *global);

/* Writes how often each finding was repeated, and how many were not reported. Frees the launch. */
void cpu_check_launch_destroy(cpu_check_launch *launch);

/* What the launch may touch. The pointer is valid as long as the launch. */
const cpu_check_held *cpu_check_launch_held(const cpu_check_launch *launch);

/* Null: they are not recorded. */
cpu_check_global *cpu_check_launch_global(const cpu_check_launch *launch);

/* The CUresult of the first finding, or 0. */
int cpu_check_launch_result(cpu_check_launch *launch);

/* True if a thread was ended. The pointer is valid as long as the launch. */
const atomic_bool *cpu_check_launch_broken(const cpu_check_launch *launch);

/* Reports a finding if it is the first of its kind at this place in the launch, else counts it.
 * `result` becomes the launch's result, unless it has one already. Any thread. */
typedef struct cpu_check_report {
    const cpu_check_scene *scene;
    unsigned kind;    /* distinguishes findings at the same place */
    int result;       /* a CUresult */
    bool ends_thread; /* the thread cannot continue after it */
    const char *what; /* "out of bounds: read of 4 bytes at 0x…" */
} cpu_check_report;
void cpu_check_launch_report(cpu_check_launch *launch, const cpu_check_report *report);

/* Writes that the launch must not run: "'index' has 900 at element 17, …", at "gather.cu:12". */
void cpu_check_launch_refuse(cpu_check_launch *launch, int result, const char *place,
                             const char *what);

/* "saxpy.cu:12": the line of the innermost call that has a line of the user's source, else
 * "(no line)". Without libdw "(image + 0x12ab)": the address of the innermost call. */
void cpu_check_place(const cpu_check_image *image, const cpu_check_trail *trail, char *out,
                     size_t size);

/* "(1,0,0)" */
void cpu_check_thread_text(custub_cpu_extent extent, uint32_t thread, char *out, size_t size);

#endif
