/* Three wrong launches with their messages, and a right one that works afterwards. The raw driver
 * accepts all three: the first writes beyond the buffer, the second computes half of the elements,
 * the third computes something else. */
#include "saxpy.custub.h"
#include <custub/custub.h>
#include <stdio.h>

#define COUNT 1000

int main(void)
{
    static custub_error wrong[3]; /* zeros: no failure */
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    saxpy_kernels kernels = saxpy_load(&error);
    custub_f32_buffer x = custub_f32_buffer_create_zeroed(COUNT, 0, &error);
    custub_f32_buffer y = custub_f32_buffer_create_zeroed(COUNT, 0, &error);
    custub_f32_view shorter = custub_f32_view_of(y.view.ptr + sizeof(float), CUSTUB_COUNT_UNKNOWN);
    custub_launch half = custub_launch_of(2, 256);

    launch_saxpy(&kernels, NULL, COUNT, 2.0f, x.view, shorter, &wrong[0]); /* one element short */
    launch_saxpy(&kernels, &half, COUNT, 2.0f, x.view, y.view, &wrong[1]);
    launch_saxpy(&kernels, NULL, COUNT, 2.0f, y.view, y.view, &wrong[2]); /* both __restrict__ */
    for (int i = 0; i < 3; i++)
        printf("refused: %s\n", wrong[i].message);
    launch_saxpy(&kernels, NULL, COUNT, 2.0f, x.view, y.view, &error);
    custub_device_synchronize(device, &error);

    custub_f32_buffer_destroy(&y, &error);
    custub_f32_buffer_destroy(&x, &error);
    saxpy_unload(&kernels, &error);
    custub_device_close(device, &error);
    printf("the right launch: %s\n", custub_failed(&error) ? error.message : "done");
    return custub_failed(&error) || wrong[0].status != CUSTUB_ERROR_BUFFER_TOO_SMALL ||
           wrong[1].status != CUSTUB_ERROR_COVERAGE || wrong[2].status != CUSTUB_ERROR_OVERLAP;
}
