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
        int capability = custub_device_compute_capability(device, &error);
        int processors = custub_device_attribute(device, CUSTUB_DEVICE_MULTIPROCESSORS, &error);
        custub_device_memory memory = custub_device_memory_get(device, &error);

        if (!custub_failed(&error))
            printf("%d: %s, sm_%d, %d multiprocessors, %.1f of %.1f GiB free\n", i,
                   custub_device_name(device), capability, processors,
                   (double)memory.free / (1 << 30), (double)memory.total / (1 << 30));
        custub_device_close(device, &error);
    }
    if (custub_failed(&error))
        fprintf(stderr, "%s\n", error.message);
    else if (count == 0)
        fprintf(stderr, "the %s driver has no device\n", custub_driver_name());
    return custub_failed(&error) || count == 0;
}
