/* Two streams: one uploads from pinned memory while the other fills, and a launch waits for both.
 * Copies run beside the host's work only from and to pinned memory. */
#include "saxpy.custub.h"
#include <custub/custub.h>
#include <stdio.h>

#define COUNT (1 << 20)

int main(void)
{
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    saxpy_kernels kernels = saxpy_load(&error);
    CUstream copies = custub_stream_create(&error);
    CUstream work = custub_stream_create_with_priority(-1, &error); /* before others */
    custub_f32_pinned host = custub_f32_pinned_create(COUNT, &error);
    custub_f32_buffer x = custub_f32_buffer_create(COUNT, &error);
    custub_f32_buffer y = custub_f32_buffer_create_filled(COUNT, 1.0f, work, &error);
    custub_launch launch = custub_launch_default();

    for (uint64_t i = 0; i < host.view.count; i++)
        host.host[i] = (float)i;
    custub_f32_upload_async(x.view, host.host, COUNT, copies, &error);
    custub_stream_join(work, copies, &error); /* work waits for what copies has now */
    launch.stream = work;
    launch_saxpy(&kernels, &launch, COUNT, 2.0f, x.view, y.view, &error); /* y = 2 x + y */
    custub_f32_download_async(y.view, host.host, COUNT, work, &error);
    custub_stream_synchronize(work, &error);
    int right = !custub_failed(&error) && host.host[1000] == 2001.0f;

    custub_f32_buffer_destroy(&y, &error);
    custub_f32_buffer_destroy(&x, &error);
    custub_f32_pinned_destroy(&host, &error);
    custub_stream_destroy(work, &error);
    custub_stream_destroy(copies, &error);
    saxpy_unload(&kernels, &error);
    custub_device_close(device, &error);
    puts(custub_failed(&error) ? error.message : right ? "right" : "wrong");
    return custub_failed(&error) || !right;
}
