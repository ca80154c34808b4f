/* Prints the results of both libraries' kernels for 1. WITH_RUNTIME: the program itself uses
 * custub's runtime too. */
#include <stdio.h>

#ifdef WITH_RUNTIME
#include <custub/custub.h>
#endif

int first_scale(void);
int second_scale(void);

int main(void)
{
#ifdef WITH_RUNTIME
    custub_error error = custub_error_none();
    custub_device *device;

    custub_driver_open(CUSTUB_DRIVER_CPU, &error);
    device = custub_device_open(0, &error);
#endif
    printf("first: %d\n", first_scale());
    printf("second: %d\n", second_scale());
#ifdef WITH_RUNTIME
    custub_device_close(device, &error);
    if (custub_failed(&error)) {
        printf("%s\n", error.message);
        return 1;
    }
#endif
    return 0;
}
