/* A cooperative launch, launches that overlap, and a launch of clusters. The last two need compute
 * capability 9.0; the CPU driver runs the overlapping ones one after the other, and has no
 * clusters.
 */
#include "launches.custub.h"

#include <custub/custub.h>

#include <stdio.h>

#define COUNT 1024

static int count_wrong(custub_f32 values, float first, float step, custub_error *error)
{
    static float host[COUNT];
    int wrong = 0;

    custub_f32_download(values, host, COUNT, 0, error);
    for (int i = 0; i < COUNT; i++)
        wrong += host[i] != first + step * (float)i; /* a float holds these exactly */
    return wrong;
}

/* All blocks run at once: each value is divided by the sum of all. */
static int launch_together(const launches_kernels *kernels, custub_f32 values, custub_error *error)
{
    custub_f32_buffer sum = custub_f32_buffer_create_zeroed(1, 0, error);

    custub_f32_fill(values, 1.0f, 0, error);
    launch_divide_by_sum(kernels, NULL, COUNT, values, sum.view, error);
    custub_f32_buffer_destroy(&sum, error);
    return count_wrong(values, 1.0f / COUNT, 0, error);
}

/* The second launch may begin before the first one has ended. */
static int launch_overlapping(const launches_kernels *kernels, custub_f32 values,
                              custub_error *error)
{
    custub_launch_attribute overlaps = custub_launch_attribute_programmatic();
    custub_launch launch = custub_launch_default();

    launch.attributes = &overlaps;
    launch.attribute_count = 1;
    custub_f32_zero(values, 0, error);
    launch_add_index(kernels, &launch, COUNT, values, error);
    launch_add_index(kernels, &launch, COUNT, values, error);
    return count_wrong(values, 0, 2, error);
}

/* Four blocks read each other's shared memory: they reverse what launch_overlapping() has left. */
static int launch_clusters(const launches_kernels *kernels, custub_f32 values, custub_error *error)
{
    launch_reverse(kernels, NULL, values, error);
    return count_wrong(values, 2 * (COUNT - 1), -2, error);
}

static int tell(const char *what, int wrong, const custub_error *error)
{
    if (custub_failed(error))
        printf("%s: %s\n", what, error->message);
    else
        printf("%s: %d wrong\n", what, wrong);
    return custub_failed(error) || wrong != 0;
}

int main(void)
{
    custub_error error = custub_error_none();
    custub_error of_clusters = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    launches_kernels kernels = launches_load(&error);
    custub_f32_buffer values = custub_f32_buffer_create(COUNT, &error);
    int failures;

    failures = tell("cooperative", launch_together(&kernels, values.view, &error), &error);
    failures += tell("overlapping", launch_overlapping(&kernels, values.view, &error), &error);
    if (!custub_failed(&error)) {
        int wrong = launch_clusters(&kernels, values.view, &of_clusters);
        if (tell("clusters", wrong, &of_clusters) && of_clusters.status != CUSTUB_ERROR_CLUSTER)
            failures++;
    }

    custub_f32_buffer_destroy(&values, &error);
    launches_unload(&kernels, &error);
    custub_device_close(device, &error);
    return failures != 0;
}
