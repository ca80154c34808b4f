/* A product of matrices in managed memory, which the host and the device use at one address. */
#include "matmul.custub.h"
#include <custub/custub.h>
#include <stdio.h>

enum { ROWS = 100, INNER = 50, COLUMNS = 80 };

int main(void)
{
    int wrong = 0;
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    matmul_kernels kernels = matmul_load(&error);
    custub_f32_managed a = custub_f32_managed_create(ROWS * INNER, &error);
    custub_f32_managed b = custub_f32_managed_create(INNER * COLUMNS, &error);
    custub_f32_managed c = custub_f32_managed_create(ROWS * COLUMNS, &error);

    for (uint64_t i = 0; i < a.view.count; i++)
        a.host[i] = (float)(i / INNER); /* the row */
    for (uint64_t i = 0; i < b.view.count; i++)
        b.host[i] = (float)(i % COLUMNS);
    const matmul_args product = {
        .rows = ROWS, .inner = INNER, .columns = COLUMNS, .a = a.view, .b = b.view, .c = c.view};
    launch_matmul_args(&kernels, NULL, &product, &error);
    custub_device_synchronize(device, &error);
    for (uint64_t i = 0; i < c.view.count; i++) /* a float holds these exactly */
        wrong += c.host[i] != (float)(INNER * (i / COLUMNS) * (i % COLUMNS));

    custub_f32_managed_destroy(&c, &error);
    custub_f32_managed_destroy(&b, &error);
    custub_f32_managed_destroy(&a, &error);
    matmul_unload(&kernels, &error);
    custub_device_close(device, &error);
    puts(custub_failed(&error) ? error.message : wrong ? "wrong" : "right");
    return custub_failed(&error) || wrong != 0;
}
