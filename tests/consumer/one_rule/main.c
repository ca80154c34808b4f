#include "scale.custub.h"
#include "shift.custub.h"
#include <custub/custub.h>
#include <stdio.h>

int main(void)
{
    float host[3] = {1, 2, 3};
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    scale_kernels scale = scale_load(&error);
    shift_kernels shift = shift_load(&error);
    custub_f32_buffer x = custub_f32_buffer_create_uploaded(host, 3, 0, &error);

    launch_scale(&scale, NULL, 3, 10.0f, x.view, &error);
    launch_shift(&shift, NULL, 3, x.view, &error);
    custub_f32_download(x.view, host, 3, 0, &error);
    if (custub_failed(&error))
        printf("%s\n", error.message);
    else
        printf("result: %g %g %g\n", (double)host[0], (double)host[1], (double)host[2]);
    custub_device_close(device, &error);
    return custub_failed(&error);
}
