/* docs/ADOPTING.md: the launch of examples/adopting/runtime_api that has an element too few. */
#include "sparse.custub.h"

#include <custub/custub.h>

#include <stdio.h>

int main(void)
{
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    sparse_kernels kernels = sparse_load(&error);
    const int rows = 1000, entries = 3000;
    custub_i32_view starts = custub_i32_buffer_create_zeroed(rows, 0, &error).view;
    custub_i32_view columns = custub_i32_buffer_create_zeroed(entries, 0, &error).view;
    custub_f32_view values = custub_f32_buffer_create_zeroed(entries, 0, &error).view;
    custub_f32_view x = custub_f32_buffer_create_zeroed(rows, 0, &error).view;
    custub_f32_view y = custub_f32_buffer_create_zeroed(rows, 0, &error).view;

    launch_multiply(&kernels, NULL, rows, entries, starts, columns, values, x, y, &error);
    puts(error.message);
    custub_device_close(device, &error);
    return 0;
}
