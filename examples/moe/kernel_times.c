#include "kernel_times.h"

#include <stdio.h>

kernel_times kernel_times_create(void)
{
    kernel_times times = {.error = custub_error_none()};

    for (int i = 0; i <= MAX_KERNELS; i++)
        times.events[i] = custub_event_create_timed(&times.error);
    return times;
}

void kernel_times_destroy(kernel_times *times)
{
    for (int i = 0; i <= MAX_KERNELS; i++)
        custub_event_destroy(times->events[i], &times->error);
}

static void after_launch(const custub_activity *activity, void *user)
{
    const custub_trace *launch = activity->launch;
    kernel_times *times = user;

    if (!launch || launch->status || times->count == MAX_KERNELS)
        return;
    snprintf(times->names[times->count], sizeof(times->names[0]), "%s", launch->kernel->name);
    custub_event_record(times->events[++times->count], launch->stream, &times->error);
}

void kernel_times_begin(kernel_times *times, CUstream stream)
{
    times->count = 0;
    custub_event_record(times->events[0], stream, &times->error);
    custub_set_activity(after_launch, times);
}

void kernel_times_end(kernel_times *times)
{
    custub_set_activity(NULL, NULL);
    for (int i = 0; i < times->count; i++)
        times->times[i] += 1e3 * (double)custub_event_elapsed(times->events[i],
                                                              times->events[i + 1], &times->error);
}

void kernel_times_print(const kernel_times *times, int runs)
{
    double all = 0;

    for (int i = 0; i < times->count; i++)
        all += times->times[i];
    printf("times between events around each kernel, means of %d runs\n", runs);
    printf("%-24s %12s %6s\n", "kernel", "microseconds", "share");
    for (int i = 0; i < times->count; i++)
        printf("%-24s %12.1f %6.2f\n", times->names[i], times->times[i] / runs,
               times->times[i] / all);
    printf("%-24s %12.1f\n", "all", all / runs);
}
