/* Buffers of device memory: created in three ways, copied to each other and to the host. A slice is
 * a part of a buffer. Counts are in elements. */
#include <custub/custub.h>
#include <stdio.h>

int main(void)
{
    const double threes[6] = {3, 3, 3, 3, 3, 3};
    double result[6] = {0};
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    custub_f64_buffer a = custub_f64_buffer_create(6, &error); /* not initialized */
    custub_f64_buffer b = custub_f64_buffer_create_zeroed(6, 0, &error);
    custub_f64_buffer c = custub_f64_buffer_create_uploaded(threes, 6, 0, &error);

    custub_f64_copy(a.view, c.view, 6, 0, &error);                                 /* 3 3 3 3 3 3 */
    custub_f64_copy(custub_f64_slice(a.view, 2, 2, &error), b.view, 2, 0, &error); /* 3 3 0 0 3 3 */
    custub_f64_fill(custub_f64_slice(a.view, 4, 2, &error), 4.0, 0, &error);       /* 3 3 0 0 4 4 */
    custub_f64_download(a.view, result, 6, 0, &error);

    custub_f64_buffer_destroy(&c, &error);
    custub_f64_buffer_destroy(&b, &error);
    custub_f64_buffer_destroy(&a, &error);
    custub_device_close(device, &error);
    puts(custub_failed(&error) ? error.message : "done");
    return custub_failed(&error) || result[1] != 3 || result[2] != 0 || result[5] != 4;
}
