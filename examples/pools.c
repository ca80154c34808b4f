/* A pool: memory that streams take and give back in the order of their work, without waiting for
 * the device. A pool that keeps its memory asks the system once, however often a buffer is made. */
#include "saxpy.custub.h"
#include <custub/custub.h>
#include <stdio.h>

#define COUNT 100000

int main(void)
{
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    saxpy_kernels kernels = saxpy_load(&error);
    CUmemoryPool pool = custub_pool_create(CUSTUB_POOL_KEEP_ALL, &error);
    CUstream stream = custub_stream_create(&error);
    custub_f32_buffer y = custub_f32_buffer_create_zeroed(COUNT, stream, &error);
    custub_launch launch = custub_launch_default();
    float last = 0;

    launch.stream = stream;
    for (int i = 1; i <= 10; i++) { /* y += i */
        custub_f32_buffer x = custub_f32_buffer_create_async(COUNT, pool, stream, &error);
        custub_f32_fill(x.view, 1.0f, stream, &error);
        launch_saxpy(&kernels, &launch, COUNT, (float)i, x.view, y.view, &error);
        custub_f32_buffer_destroy_async(&x, stream, &error);
    }
    custub_f32_download(custub_f32_slice(y.view, COUNT - 1, 1, &error), &last, 1, stream, &error);

    custub_f32_buffer_destroy(&y, &error);
    custub_stream_destroy(stream, &error);
    custub_pool_destroy(pool, &error);
    saxpy_unload(&kernels, &error);
    custub_device_close(device, &error);
    puts(custub_failed(&error) ? error.message : "done");
    return custub_failed(&error) || last != 55.0f;
}
