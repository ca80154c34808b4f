/* docs/CHECKER.md: launches the kernel that it is told. */
#include "checked_gather.custub.h"
#include "checked_saxpy.custub.h"
#include "checked_sum.custub.h"

#include <custub/custub.h>

#include <string.h>

int main(int argc, char **argv)
{
    int indices[100] = {0};
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    custub_f32_view x = custub_f32_buffer_create_zeroed(1024, 0, &error).view;
    custub_f32_view y = custub_f32_buffer_create_zeroed(2048, 0, &error).view;
    const char *kernel = argc > 1 ? argv[1] : "saxpy";
    custub_launch launch = custub_launch_of(5, 256);

    indices[50] = 1000;
    if (strcmp(kernel, "saxpy") == 0) {
        checked_saxpy_kernels kernels = checked_saxpy_load(&error);
        checked_launch_saxpy(&kernels, &launch, 1152, 2.0f, x, y, &error);
    } else if (strcmp(kernel, "sum") == 0) {
        checked_sum_kernels kernels = checked_sum_load(&error);
        checked_launch_sum(&kernels, &launch, 1024, x, y, &error);
    } else {
        checked_gather_kernels kernels = checked_gather_load(&error);
        custub_i32_view rows_of = custub_i32_buffer_create_uploaded(indices, 100, 0, &error).view;
        checked_launch_gather(&kernels, NULL, 100, 1000, rows_of, x, y, &error);
    }
    custub_stream_synchronize(0, &error);
    custub_device_close(device, &error);
    return custub_failed(&error);
}
