/* Three wrong launches with their messages, and a right one that works afterwards. The raw driver
 * would accept all three: the first writes beyond the buffer, the second computes only half of the
 * elements, the third computes something else. */
#include "reverse_copy.custub.h"
#include "saxpy.custub.h"

#include <custub/custub.h>

#include <stdio.h>

#define COUNT 1000

/* Prints the message of a launch. Returns 1 if the status is not the expected one. */
static int told(const char *what, custub_status status, custub_status expected,
                const custub_error *error)
{
    printf("%s\n    %s\n", what, status == CUSTUB_OK ? "success" : error->message);
    return status != expected;
}

static int launch_wrongly(const saxpy_kernels *saxpy, const reverse_copy_kernels *reverse,
                          custub_f32 x, custub_f32 y, custub_i32 numbers)
{
    custub_error error;
    custub_launch half = custub_launch_of(2, 256);
    custub_launch computed = custub_launch_default();
    custub_f32 shorter = custub_f32_of(y.ptr + sizeof(float), CUSTUB_COUNT_UNKNOWN);
    custub_i32 shifted = custub_i32_of(numbers.ptr + 4 * sizeof(int32_t), COUNT);
    int surprises = 0;

    half.error = &error;
    computed.error = &error;
    surprises += told("A buffer that is one element short:",
                      launch_saxpy(saxpy, &computed, COUNT, 2.0f, x, shorter),
                      CUSTUB_ERROR_BUFFER_TOO_SMALL, &error);
    surprises += told("A grid that covers half of the elements:",
                      launch_saxpy(saxpy, &half, COUNT, 2.0f, x, y), CUSTUB_ERROR_COVERAGE, &error);
    surprises += told("Buffers that overlap, though they are __restrict__:",
                      launch_reverse_copy(reverse, &computed, COUNT, numbers, shifted),
                      CUSTUB_ERROR_OVERLAP, &error);
    surprises +=
        told("The right launch, after them:", launch_saxpy(saxpy, &computed, COUNT, 2.0f, x, y),
             CUSTUB_OK, &error);
    return surprises;
}

/* Writes zeros, so that no kernel reads memory that was never written to. */
static custub_status fill(custub_f32 view, custub_error *error)
{
    custub_buffer buffer = custub_f32_buffer(view);

    return custub_buffer_fill_bytes(&buffer, 0, 0, error);
}

/* The number of launches with an unexpected status, or -1 after an error in `error`. */
static int run(custub_error *error)
{
    saxpy_kernels saxpy = {0};
    reverse_copy_kernels reverse = {0};
    custub_f32 x = custub_f32_of(0, 0);
    custub_f32 y = custub_f32_of(0, 0);
    custub_i32 numbers = custub_i32_of(0, 0);
    int surprises = -1;

    if (saxpy_load(&saxpy, error) == CUSTUB_OK && reverse_copy_load(&reverse, error) == CUSTUB_OK &&
        custub_f32_create(&x, COUNT, error) == CUSTUB_OK &&
        custub_f32_create(&y, COUNT, error) == CUSTUB_OK &&
        custub_i32_create(&numbers, COUNT + 4, error) == CUSTUB_OK && fill(x, error) == CUSTUB_OK &&
        fill(y, error) == CUSTUB_OK)
        surprises = launch_wrongly(&saxpy, &reverse, x, y, numbers);
    custub_i32_destroy(&numbers);
    custub_f32_destroy(&y);
    custub_f32_destroy(&x);
    reverse_copy_unload(&reverse);
    saxpy_unload(&saxpy);
    return surprises;
}

int main(void)
{
    custub_device *device;
    custub_error error;
    int surprises;

    if (custub_device_open(&device, 0, &error) != CUSTUB_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    surprises = run(&error);
    if (surprises < 0)
        fprintf(stderr, "%s\n", error.message);
    else if (custub_device_synchronize(device, &error) != CUSTUB_OK) {
        fprintf(stderr, "%s\n", error.message);
        surprises = 1;
    }
    custub_device_close(device);
    return surprises != 0;
}
