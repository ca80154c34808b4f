/* report.h: what the memory checker writes: to the standard error stream, or to the file that
 * CUSTUB_CPU_CHECK_LOG names. */
#ifndef CPU_REPORT_H
#define CPU_REPORT_H

#include "checker/checked_image.h"
#include "checker/checker.h"

#include <custub/cpu_image.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CPU_CHECK_CALLS 16 /* the most calls that a report names */

/* Where in the program: return addresses, innermost first. */
typedef struct cpu_check_trail {
    uintptr_t addresses[CPU_CHECK_CALLS];
    size_t count;
} cpu_check_trail;

/* A number that is the same for the same trail. */
uintptr_t cpu_check_trail_key(const cpu_check_trail *trail);

/* Who, and where. */
typedef struct cpu_check_scene {
    const cpu_check_image *image;
    const char *kernel;
    custub_cpu_extent block_extent;
    custub_cpu_extent block_index;
    uint32_t thread; /* index in the block */
    cpu_check_trail trail;
} cpu_check_scene;

/* The reports of one launch; null if there is no memory for them. */
cpu_check_launch *cpu_check_launch_create(const char *kernel, const cpu_check_settings *settings);

/* Says what was found more than once, or not written, and frees it. */
void cpu_check_launch_destroy(cpu_check_launch *launch);

/* The CUresult of the first finding; 0: there was none. */
int cpu_check_launch_result(cpu_check_launch *launch);

/* Whether a thread was ended; it stays while the launch does. */
const atomic_bool *cpu_check_launch_broken(const cpu_check_launch *launch);

/* Reports a finding if it is the launch's first of its kind at this place, and counts it otherwise.
 * `result` is what the launch gets, unless it has a result already. Any thread. */
typedef struct cpu_check_report {
    const cpu_check_scene *scene;
    unsigned kind;    /* what it is, for telling findings apart */
    int result;       /* a CUresult */
    bool ends_thread; /* the thread that did it does not go on */
    const char *what; /* "out-of-bounds read of 4 bytes at 0x…: …" */
} cpu_check_report;
void cpu_check_launch_report(cpu_check_launch *launch, const cpu_check_report *report);

/* "saxpy.cu:12", of the innermost call of the trail that has a line of the user's; else
 * "(no line)"; without libdw "(image + 0x12ab)", of the innermost call. */
void cpu_check_place(const cpu_check_image *image, const cpu_check_trail *trail, char *out,
                     size_t size);

/* "(1,0,0)" */
void cpu_check_thread_text(custub_cpu_extent extent, uint32_t thread, char *out, size_t size);

#endif
