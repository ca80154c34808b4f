/* Threads share a device and its kernels. Each makes the device's context current, and has its own
 * record of errors. */
#include "scale.custub.h"
#include <custub/custub.h>
#include <pthread.h>
#include <stdio.h>

static custub_device *device;
static scale_kernels kernels;

static void *work(void *result)
{
    custub_error error = custub_error_none();
    custub_device_use(device, &error);
    custub_f32_buffer image = custub_f32_buffer_create_filled(100, 21.0f, 0, &error);
    launch_scale(&kernels, NULL, 10, 10, 10, 2.0f, image.view, &error);
    custub_f32_download(image.view, result, 1, 0, &error);
    custub_f32_buffer_destroy(&image, &error);
    fputs(error.message, stderr);
    return NULL;
}

int main(void)
{
    pthread_t threads[4];
    float results[4] = {0};
    int started = 0, right = 0;
    custub_error error = custub_error_none();
    device = custub_device_open(0, &error);
    kernels = scale_load(&error);
    custub_device_set_limit(CUSTUB_LIMIT_STACK, 4096, &error); /* bytes for each thread */
    while (started < 4 && !pthread_create(&threads[started], NULL, work, &results[started]))
        started++;
    for (int i = 0; i < started; i++)
        right += !pthread_join(threads[i], NULL) && results[i] == 42.0f;
    scale_unload(&kernels, &error);
    custub_device_close(device, &error);
    puts(custub_failed(&error) ? error.message : right == 4 ? "right" : "wrong");
    return custub_failed(&error) || right != 4;
}
