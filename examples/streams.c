/* Two streams, pinned memory, events and a pool: a copy and a fill run at the same time, the launch
 * waits for both, and the host waits once. */
#include "saxpy.custub.h"

#include <custub/custub.h>

#include <stdio.h>

#define COUNT (1 << 20)

int main(void)
{
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    saxpy_kernels kernels = saxpy_load(&error);
    CUmemoryPool pool = custub_pool_create(CUSTUB_POOL_KEEP_ALL, &error);
    CUstream copies = custub_stream_create(&error);
    CUstream work = custub_stream_create(&error);
    CUevent start = custub_event_create_timed(&error);
    CUevent end = custub_event_create_timed(&error);
    custub_f32_pinned pinned = custub_f32_pinned_create(COUNT, &error);
    custub_launch launch = custub_launch_default();
    custub_f32_buffer x, y;
    float milliseconds;
    int wrong = 0;

    for (uint64_t i = 0; i < pinned.view.count; i++)
        pinned.host[i] = (float)i;
    launch.stream = work;
    custub_event_record(start, copies, &error);
    x = custub_f32_buffer_create_async(COUNT, pool, copies, &error);
    y = custub_f32_buffer_create_async(COUNT, pool, work, &error);
    custub_f32_upload_async(x.view, pinned.host, COUNT, copies, &error);
    custub_f32_fill(y.view, 1.0f, work, &error);
    custub_stream_join(work, copies, &error); /* the launch waits for the upload */
    launch_saxpy(&kernels, &launch, COUNT, 2.0f, x.view, y.view, &error); /* y = 2 x + y */
    custub_f32_download_async(y.view, pinned.host, COUNT, work, &error);
    custub_event_record(end, work, &error);
    milliseconds = custub_event_elapsed(start, end, &error); /* waits */
    for (uint64_t i = 0; i < pinned.view.count; i++)
        wrong += pinned.host[i] != 2.0f * (float)i + 1.0f; /* a float holds these exactly */

    custub_f32_buffer_destroy_async(&x, work, &error);
    custub_f32_buffer_destroy_async(&y, work, &error);
    custub_f32_pinned_destroy(&pinned, &error);
    custub_event_destroy(start, &error);
    custub_event_destroy(end, &error);
    custub_stream_destroy(copies, &error);
    custub_stream_destroy(work, &error);
    custub_pool_destroy(pool, &error);
    saxpy_unload(&kernels, &error);
    custub_device_close(device, &error);
    if (custub_failed(&error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    printf("saxpy of %d elements: %d wrong, %.3f ms\n", COUNT, wrong, (double)milliseconds);
    return wrong != 0;
}
