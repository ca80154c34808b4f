#include "unary.custub.h"

#include <custub/custub.h>

#include <stdio.h>

#define JOINED(begin, type, end) begin##type##end
#define NAME(begin, type, end)   JOINED(begin, type, end)

int main(void)
{
    ELEMENT host[4] = {-1, 0, 1, 2};
    custub_error error = custub_error_none();
    custub_device *device;
    unary_kernels kernels;
    NAME(custub_, TYPE, _buffer) x;

    custub_driver_open(CUSTUB_DRIVER_CPU, &error);
    device = custub_device_open(0, &error);
    kernels = unary_load(&error);
    x = NAME(custub_, TYPE, _buffer_create)(4, &error);
    NAME(custub_, TYPE, _upload)(x.view, host, 4, 0, &error);
    NAME(launch_relu_, TYPE, )(&kernels, NULL, 4, x.view, x.view, &error); /* in place */
    NAME(custub_, TYPE, _download)(x.view, host, 4, 0, &error);
    NAME(custub_, TYPE, _buffer_destroy)(&x, &error);
    unary_unload(&kernels, &error);
    custub_device_close(device, &error);
    if (custub_failed(&error))
        printf("%s\n", error.message);
    printf("relu: %d %d %d %d\n", (int)host[0], (int)host[1], (int)host[2], (int)host[3]);
    return custub_failed(&error);
}
