/* One head of attention with the kernel library, in half: y = softmax(q transpose(k) / 8) v. */
#include "binary.custub.h"
#include "matmul.h"
#include "softmax.custub.h"
#include <stdio.h>

enum { ROWS = 64, WIDTH = 64, SIZE = ROWS * WIDTH };

int main(void)
{
    static custub_half keys[SIZE], values[SIZE], y[SIZE]; /* each query finds one key: y is v */
    int wrong = 0;

    for (int i = 0; i < SIZE; i++) {
        keys[i] = custub_half_of(i / WIDTH == i % WIDTH ? 20.0f : 0.0f);
        values[i] = custub_half_of((float)(i % 100));
    }
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    product_kernels product = product_load(&error);
    binary_kernels binary = binary_load(&error);
    softmax_kernels softmax = softmax_load(&error);
    custub_f16_buffer k = custub_f16_buffer_create_uploaded(keys, SIZE, 0, &error);
    custub_f16_buffer v = custub_f16_buffer_create_uploaded(values, SIZE, 0, &error);
    custub_f16_buffer p = custub_f16_buffer_create(ROWS * ROWS, &error);
    custub_f16_buffer out = custub_f16_buffer_create(SIZE, &error);
    matmul scores = {.element = CUSTUB_SCALAR_F16,
                     .transposed = true,
                     .batch = 1,
                     .m = ROWS,
                     .n = ROWS,
                     .k = WIDTH,
                     .a = custub_f16_memory(k.view),
                     .b = custub_f16_memory(k.view),
                     .c = custub_f16_memory(p.view)};
    matmul sums = {.element = CUSTUB_SCALAR_F16,
                   .batch = 1,
                   .m = ROWS,
                   .n = WIDTH,
                   .k = ROWS,
                   .a = custub_f16_memory(p.view),
                   .b = custub_f16_memory(v.view),
                   .c = custub_f16_memory(out.view)};

    matmul_launch(&product, NULL, &scores, &error);
    launch_mul_scalar_f16(&binary, NULL, ROWS * ROWS, p.view, custub_half_of(0.125f), p.view,
                          &error);
    launch_softmax_f16(&softmax, NULL, ROWS, ROWS, p.view, p.view, &error);
    matmul_launch(&product, NULL, &sums, &error);
    custub_f16_download(out.view, y, SIZE, 0, &error);
    for (int i = 0; i < SIZE; i++)
        wrong += y[i].bits != values[i].bits;
    custub_device_close(device, &error); /* saxpy.c frees what it made, too */
    puts(custub_failed(&error) ? error.message : wrong ? "wrong" : "right");
    return custub_failed(&error) || wrong;
}
