/* Launches what is in the images, and what had to stay out of them: refused <kernel> runs one. */
#include "parts.custub.h"
#include "whole.custub.h"

#include <custub/custub.h>

#include <stdio.h>
#include <string.h>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        if ((call) != CUSTUB_OK) {                                                                 \
            printf("failed: %s\n", error.message);                                                 \
            return 1;                                                                              \
        }                                                                                          \
    } while (0)

typedef custub_status (*launcher)(const parts_kernels *kernels, const custub_launch *launch,
                                  custub_i32 out, int n);

static const struct {
    const char *name;
    launcher launch;
} of_parts[] = {
    {"fine", launch_fine},
    {"unknown", launch_unknown},
    {"calls_marked", launch_calls_marked},
    {"calls_guarded", launch_calls_guarded},
    {"calls_elsewhere", launch_calls_elsewhere},
    {"of_a_macro", launch_of_a_macro},
    {"another_constant", launch_another_constant},
    {"another_type", launch_another_type},
    {"also_fine", launch_also_fine},
};

static custub_status launch(const parts_kernels *parts, const whole_kernels *whole,
                            const char *name, custub_i32 out, custub_error *error)
{
    const whole_pair pair = {3, 0.5};
    const custub_kernel *kernel;
    custub_launch launch = custub_launch_of(1, 4);

    launch.error = error;
    for (size_t i = 0; i < sizeof(of_parts) / sizeof(of_parts[0]); i++) {
        if (strcmp(name, of_parts[i].name) != 0)
            continue;
        if (custub_library_find(parts->library, name, &kernel, error) != CUSTUB_OK)
            return error->status;
        if (custub_kernel_absence(kernel))
            printf("absent: %s\n", custub_kernel_absence(kernel));
        return of_parts[i].launch(parts, &launch, out, 4);
    }
    if (strcmp(name, "first") == 0)
        return launch_first(whole, &launch, pair, out);
    return launch_second(whole, &launch, out, 4);
}

int main(int argc, char **argv)
{
    custub_error error = {CUSTUB_OK, 0, NULL, NULL, NULL, -1, 0, NULL, 0, 0, ""};
    custub_device *device = NULL;
    custub_i32 out;
    int host[4] = {0};
    parts_kernels parts;
    whole_kernels whole;

    if (argc != 2)
        return 2;
    CHECK(custub_driver_open(CUSTUB_DRIVER_CPU, &error));
    CHECK(custub_device_open(&device, 0, &error));
    CHECK(parts_load(&parts, &error));
    if (whole_load(&whole, &error) != CUSTUB_OK)
        printf("not loaded: %s: %s\n", custub_status_name(error.status), error.message);
    CHECK(custub_i32_create(&out, 4, &error));
    if (launch(&parts, &whole, argv[1], out, &error) != CUSTUB_OK)
        printf("status: %s\n", error.message);
    CHECK(custub_i32_download(out, host, 0, &error));
    printf("result: %d %d %d %d\n", host[0], host[1], host[2], host[3]);
    custub_i32_destroy(&out);
    parts_unload(&parts);
    whole_unload(&whole);
    custub_device_close(device);
    return 0;
}
