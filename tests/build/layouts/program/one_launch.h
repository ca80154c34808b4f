/* Returns the result of the program's kernel for 3. */
#include <custub/custub.h>

#include <stdio.h>

#define JOIN(a, b)  JOIN_(a, b)
#define JOIN_(a, b) a##b

int main(void)
{
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    JOIN(KERNELS, _kernels) kernels = JOIN(KERNELS, _load)(&error);
    custub_f32_buffer x = custub_f32_buffer_create_filled(1, 3, NULL, &error);
    float result = 0;

    LAUNCH(1, x.view, &error);
    custub_f32_download(x.view, &result, 1, NULL, &error);
    custub_f32_buffer_destroy(&x, &error);
    JOIN(KERNELS, _unload)(&kernels, &error);
    custub_device_close(device, &error);
    printf("%s%g\n", error.message, result);
    return custub_failed(&error) || result != WANTED;
}
