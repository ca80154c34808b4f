/* One head of attention with the kernel library, in half: y = softmax(q transpose(k)) v. */
#include "matmul.h"
#include "softmax.custub.h"
#include <stdio.h>

enum { ROWS = 64, SIZE = ROWS * ROWS };

int main(void)
{
    static custub_half keys[SIZE], values[SIZE], y[SIZE]; /* each query finds one key: y is v */
    int wrong = 0;

    for (int i = 0; i < SIZE; i++) {
        keys[i] = custub_half_of(i / ROWS == i % ROWS ? 8.0f : 0.0f);
        values[i] = custub_half_of((float)(i % 100));
    }
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    product_kernels product = product_load(&error);
    softmax_kernels softmax = softmax_load(&error);
    custub_f16_buffer k = custub_f16_buffer_create_uploaded(keys, SIZE, 0, &error);
    custub_f16_buffer v = custub_f16_buffer_create_uploaded(values, SIZE, 0, &error);
    custub_f16_buffer p = custub_f16_buffer_create(SIZE, &error);
    custub_f16_buffer out = custub_f16_buffer_create(SIZE, &error);
    const custub_memory in = custub_f16_memory(k.view), scores = custub_f16_memory(p.view);
    matmul m = {CUSTUB_SCALAR_F16, true, 1, ROWS, ROWS, ROWS, in, in, scores}; /* q is k */

    matmul_launch(&product, NULL, &m, &error);
    launch_softmax_f16(&softmax, NULL, ROWS, ROWS, p.view, p.view, &error);
    m.transposed = false;
    m.a = scores, m.b = custub_f16_memory(v.view), m.c = custub_f16_memory(out.view);
    matmul_launch(&product, NULL, &m, &error);
    custub_f16_download(out.view, y, SIZE, 0, &error);
    for (int i = 0; i < SIZE; i++)
        wrong += y[i].bits != values[i].bits;
    custub_device_close(device, &error); /* saxpy.c frees what it made, too */
    puts(custub_failed(&error) ? error.message : wrong ? "wrong" : "right");
    return custub_failed(&error) || wrong;
}
