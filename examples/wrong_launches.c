/* Three wrong launches with their messages, and a right one that works afterwards. The raw driver
 * would accept all three: the first writes beyond the buffer, the second computes only half of the
 * elements, the third computes something else. */
#include "reverse_copy.custub.h"
#include "saxpy.custub.h"

#include <custub/custub.h>

#include <stdio.h>

#define COUNT 1000

/* Prints the message of a launch and empties the record. Returns 1 if the status is not `expected`.
 */
static int told(const char *what, custub_status expected, custub_error *error)
{
    int surprise = error->status != expected;

    printf("%s\n    %s\n", what, custub_failed(error) ? error->message : "success");
    *error = custub_error_none();
    return surprise;
}

static int launch_wrongly(const saxpy_kernels *saxpy, const reverse_copy_kernels *reverse,
                          custub_f32 x, custub_f32 y, custub_i32 numbers)
{
    custub_error error = custub_error_none();
    custub_launch half = custub_launch_of(2, 256);
    custub_f32 shorter = custub_f32_of(y.ptr + sizeof(float), CUSTUB_COUNT_UNKNOWN);
    custub_i32 first = custub_i32_slice(numbers, 0, COUNT, &error);
    custub_i32 shifted = custub_i32_slice(numbers, 4, COUNT, &error);
    int surprises = 0;

    launch_saxpy(saxpy, NULL, COUNT, 2.0f, x, shorter, &error);
    surprises += told("A buffer that is one element short:", CUSTUB_ERROR_BUFFER_TOO_SMALL, &error);
    launch_saxpy(saxpy, &half, COUNT, 2.0f, x, y, &error);
    surprises += told("A grid that covers half of the elements:", CUSTUB_ERROR_COVERAGE, &error);
    launch_reverse_copy(reverse, NULL, COUNT, first, shifted, &error);
    surprises +=
        told("Buffers that overlap, though they are __restrict__:", CUSTUB_ERROR_OVERLAP, &error);
    launch_saxpy(saxpy, NULL, COUNT, 2.0f, x, y, &error);
    surprises += told("The right launch, after them:", CUSTUB_OK, &error);
    return surprises;
}

int main(void)
{
    static const float zeros[COUNT];
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    saxpy_kernels saxpy = saxpy_load(&error);
    reverse_copy_kernels reverse = reverse_copy_load(&error);
    custub_f32_buffer x = custub_f32_buffer_create(COUNT, &error);
    custub_f32_buffer y = custub_f32_buffer_create(COUNT, &error);
    custub_i32_buffer numbers = custub_i32_buffer_create(COUNT + 4, &error);
    int surprises = 0;

    custub_f32_upload(x.view, zeros, COUNT, 0, &error);
    custub_f32_upload(y.view, zeros, COUNT, 0, &error);
    if (!custub_failed(&error))
        surprises = launch_wrongly(&saxpy, &reverse, x.view, y.view, numbers.view);
    custub_device_synchronize(device, &error);

    custub_i32_buffer_destroy(&numbers, &error);
    custub_f32_buffer_destroy(&y, &error);
    custub_f32_buffer_destroy(&x, &error);
    reverse_copy_unload(&reverse, &error);
    saxpy_unload(&saxpy, &error);
    custub_device_close(device, &error);
    if (custub_failed(&error))
        fprintf(stderr, "%s\n", error.message);
    return custub_failed(&error) || surprises != 0;
}
