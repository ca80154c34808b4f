/* kernel_times.h: the time of each kernel between two events of its stream. custub's trace hook
 * records an event after each launch; the host runs ahead, so that no kernel waits for it. The
 * events add about a microsecond to a kernel, and keep it from beginning before the previous one
 * has ended. */
#ifndef KERNEL_TIMES_H
#define KERNEL_TIMES_H

#include <custub/custub.h>

enum { MAX_KERNELS = 16 };

typedef struct kernel_times {
    int count;
    char names[MAX_KERNELS][48];
    double times[MAX_KERNELS];       /* microseconds: sums over the runs */
    CUevent events[MAX_KERNELS + 1]; /* before the first kernel, and after each */
    custub_error error;
} kernel_times;

kernel_times kernel_times_create(void);
void kernel_times_destroy(kernel_times *times);

/* The launches between these two, in one stream, are a run. All runs must launch the same. */
void kernel_times_begin(kernel_times *times, CUstream stream);
void kernel_times_end(kernel_times *times);

/* Means over `runs` runs. */
void kernel_times_print(const kernel_times *times, int runs);

#endif
