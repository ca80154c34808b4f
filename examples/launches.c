/* A cooperative launch, launches that overlap, and a launch of clusters. The last two need compute
 * capability 9.0. The CPU driver runs the overlapping launches one after the other, and has no
 * clusters. */
#include "launches.custub.h"
#include <custub/custub.h>
#include <stdio.h>

#define COUNT 1024

int main(void)
{
    static float values[COUNT];
    int wrong = 0;
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    int has_clusters = custub_device_attribute(device, CUSTUB_DEVICE_HAS_CLUSTERS, &error);
    launches_kernels kernels = launches_load(&error);
    custub_f32_buffer x = custub_f32_buffer_create_filled(COUNT, 1.0f, 0, &error);
    custub_f32_buffer sum = custub_f32_buffer_create_zeroed(1, 0, &error);
    custub_launch_attribute overlaps = custub_launch_attribute_programmatic();
    custub_launch launch = custub_launch_default();

    launch.attributes = &overlaps;
    launch.attribute_count = 1;
    launch_divide_by_sum(&kernels, NULL, COUNT, x.view, sum.view, &error); /* 1 / COUNT each */
    launch_add_index(&kernels, NULL, COUNT, x.view, &error);
    launch_add_index(&kernels, &launch, COUNT, x.view, &error); /* may begin before the last ends */
    if (has_clusters)
        launch_reverse(&kernels, NULL, x.view, &error);
    custub_f32_download(x.view, values, COUNT, 0, &error);
    for (int i = 0; i < COUNT; i++)
        wrong += values[i] != 2 * (float)(has_clusters ? COUNT - 1 - i : i) + 1.0f / COUNT;

    custub_f32_buffer_destroy(&sum, &error);
    custub_f32_buffer_destroy(&x, &error);
    launches_unload(&kernels, &error);
    custub_device_close(device, &error);
    puts(custub_failed(&error) ? error.message : wrong ? "wrong" : "right");
    return custub_failed(&error) || wrong != 0;
}
