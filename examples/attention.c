/* One head of attention with the kernel library: y = softmax(q transpose(k) / 8) v. */
#include "binary.custub.h"
#include "product.custub.h"
#include "softmax.custub.h"
#include <custub/custub.h>
#include <stdio.h>

enum { ROWS = 64, WIDTH = 64, SIZE = ROWS * WIDTH };

int main(void)
{
    static float keys[SIZE], values[SIZE]; /* each query finds one key: y is v */
    int wrong = 0;

    for (int i = 0; i < SIZE; i++) {
        keys[i] = i / WIDTH == i % WIDTH ? 20.0f : 0.0f;
        values[i] = (float)i;
    }
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    product_kernels product = product_load(&error);
    binary_kernels binary = binary_load(&error);
    softmax_kernels softmax = softmax_load(&error);
    custub_f32_buffer k = custub_f32_buffer_create_uploaded(keys, SIZE, 0, &error);
    custub_f32_buffer v = custub_f32_buffer_create_uploaded(values, SIZE, 0, &error);
    custub_f32_buffer p = custub_f32_buffer_create(ROWS * ROWS, &error);
    custub_f32_buffer y = custub_f32_buffer_create(SIZE, &error);
    custub_f32_view q = k.view, s = p.view;

    launch_product_transposed_f32(&product, NULL, 1, ROWS, ROWS, WIDTH, q, k.view, s, &error);
    launch_mul_scalar_f32(&binary, NULL, ROWS * ROWS, s, 0.125f, s, &error);
    launch_softmax_f32(&softmax, NULL, ROWS, ROWS, s, s, &error);
    launch_product_f32(&product, NULL, 1, ROWS, WIDTH, ROWS, s, v.view, y.view, &error);
    custub_f32_download(y.view, keys, SIZE, 0, &error);
    for (int i = 0; i < SIZE; i++)
        wrong += !(keys[i] > values[i] - 0.01f && keys[i] < values[i] + 0.01f);
    custub_device_close(device, &error); /* saxpy.c frees what it made, too */
    puts(custub_failed(&error) ? error.message : wrong ? "wrong" : "right");
    return custub_failed(&error) || wrong;
}
