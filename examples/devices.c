/* Lists the devices of the driver that custub finds. If there are none, prints why on the standard
 * error stream. */
#include <custub/custub.h>

#include <stdio.h>

int main(void)
{
    custub_error error;
    int count = 0;
    int i;

    if (custub_device_count(&count, &error) != CUSTUB_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    if (count == 0) {
        fprintf(stderr, "the %s driver has no device\n", custub_driver_name());
        return 1;
    }
    for (i = 0; i < count; i++) {
        custub_device *device;

        if (custub_device_open(&device, i, &error) != CUSTUB_OK) {
            fprintf(stderr, "%s\n", error.message);
            return 1;
        }
        printf("%s%s", i ? ", " : "", custub_device_name(device));
        custub_device_close(device);
    }
    printf("\n");
    return 0;
}
