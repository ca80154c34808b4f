/* Lists the devices of the driver that custub finds. If there are none, prints why on the standard
 * error stream. */
#include <custub/custub.h>

#include <stdio.h>

int main(void)
{
    custub_error error = custub_error_none();
    int count = custub_device_count(&error);

    for (int i = 0; i < count; i++) {
        custub_device *device = custub_device_open(i, &error);

        if (device)
            printf("%s%s", i ? ", " : "", custub_device_name(device));
        custub_device_close(device, &error);
    }
    printf("\n");
    if (custub_failed(&error))
        fprintf(stderr, "%s\n", error.message);
    else if (count == 0)
        fprintf(stderr, "the %s driver has no device\n", custub_driver_name());
    return custub_failed(&error) || count == 0;
}
