/* Buffers of device memory: created in four ways, copied to and from the host and to each other. A
 * slice is a part of a buffer. Counts are in elements. */
#include <custub/custub.h>
#include <stdio.h>

int main(void)
{
    const double threes[6] = {3, 3, 3, 3, 3, 3};
    double result[6];
    int wrong = 0;
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    custub_f64_buffer a = custub_f64_buffer_create(6, &error); /* not initialized */
    custub_f64_buffer b = custub_f64_buffer_create_zeroed(6, 0, &error);
    custub_f64_buffer c = custub_f64_buffer_create_filled(6, 2.0, 0, &error);
    custub_f64_buffer d = custub_f64_buffer_create_uploaded(threes, 6, 0, &error);

    custub_f64_copy(a.view, d.view, 6, 0, &error);                                 /* 3 3 3 3 3 3 */
    custub_f64_copy(a.view, c.view, 4, 0, &error);                                 /* 2 2 2 2 3 3 */
    custub_f64_copy(custub_f64_slice(a.view, 2, 2, &error), b.view, 2, 0, &error); /* 2 2 0 0 3 3 */
    custub_f64_download(a.view, result, 6, 0, &error);
    for (int i = 0; i < 6; i++)
        wrong += result[i] != (i < 2 ? 2 : i < 4 ? 0 : 3);

    custub_f64_buffer_destroy(&d, &error);
    custub_f64_buffer_destroy(&c, &error);
    custub_f64_buffer_destroy(&b, &error);
    custub_f64_buffer_destroy(&a, &error);
    custub_device_close(device, &error);
    if (custub_failed(&error))
        fprintf(stderr, "%s\n", error.message);
    else
        printf("%d wrong\n", wrong);
    return custub_failed(&error) || wrong != 0;
}
