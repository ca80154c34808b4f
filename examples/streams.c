/* Two streams: one fills x while the other fills y, and a launch in the second waits for both. */
#include "saxpy.custub.h"
#include <custub/custub.h>
#include <stdio.h>

int main(void)
{
    float result[3] = {0};
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    saxpy_kernels kernels = saxpy_load(&error);
    CUstream first = custub_stream_create(&error), second = custub_stream_create(&error);
    custub_f32_buffer x = custub_f32_buffer_create_filled(3, 20.0f, first, &error);
    custub_f32_buffer y = custub_f32_buffer_create_filled(3, 2.0f, second, &error);
    custub_launch launch = custub_launch_in(second);

    custub_stream_join(second, first, &error); /* second waits for what first has now */
    launch_saxpy(&kernels, &launch, 3, 2.0f, x.view, y.view, &error); /* y = 2 x + y */
    custub_f32_download(y.view, result, 3, second, &error);

    custub_f32_buffer_destroy(&y, &error);
    custub_f32_buffer_destroy(&x, &error);
    custub_stream_destroy(second, &error);
    custub_stream_destroy(first, &error);
    saxpy_unload(&kernels, &error);
    custub_device_close(device, &error);
    puts(custub_failed(&error) ? error.message : "done");
    return custub_failed(&error) || result[2] != 42.0f;
}
