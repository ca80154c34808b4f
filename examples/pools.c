/* Memory in the order of a stream: a pool gives it and takes it back without waiting for the
 * device, and copies from and to pinned memory run beside the host's work. */
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
    custub_f32_pinned host = custub_f32_pinned_create(COUNT, &error);
    custub_f32_buffer y = custub_f32_buffer_create_zeroed(COUNT, stream, &error);
    custub_launch launch = custub_launch_in(stream);

    for (int i = 1; i <= 10; i++) { /* y += i; the pool asks the system once */
        custub_f32_buffer x = custub_f32_buffer_create_async(COUNT, pool, stream, &error);
        custub_f32_fill(x.view, 1.0f, stream, &error);
        launch_saxpy(&kernels, &launch, COUNT, (float)i, x.view, y.view, &error);
        custub_f32_buffer_destroy_async(&x, stream, &error);
    }
    custub_f32_download_async(y.view, host.host, COUNT, stream, &error);
    custub_stream_synchronize(stream, &error);
    int right = !custub_failed(&error) && host.host[COUNT - 1] == 55.0f;

    custub_f32_buffer_destroy(&y, &error);
    custub_f32_pinned_destroy(&host, &error);
    custub_stream_destroy(stream, &error);
    custub_pool_destroy(pool, &error);
    saxpy_unload(&kernels, &error);
    custub_device_close(device, &error);
    puts(custub_failed(&error) ? error.message : right ? "right" : "wrong");
    return custub_failed(&error) || !right;
}
