/* Launches kernels that are in the images, and kernels that had to stay out: refused <kernel> runs
 * one. */
#include "host_code.custub.h"
#include "parts.custub.h"
#include "whole.custub.h"

#include <custub/custub.h>

#include <stdio.h>
#include <string.h>

typedef custub_status (*launcher)(const parts_kernels *kernels, const custub_launch *launch,
                                  custub_i32_view out, int n, custub_error *error);

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

static custub_status launch_host_code(const custub_launch *launch, custub_i32_view out,
                                      custub_error *error)
{
    host_code_kernels kernels = host_code_load(error);
    custub_status status = launch_beside_host_code(&kernels, launch, out, 4, error);

    host_code_unload(&kernels, error);
    return status;
}

static custub_status launch(const parts_kernels *parts, const whole_kernels *whole,
                            const char *name, custub_i32_view out, custub_error *error)
{
    const whole_pair pair = {3, 0.5};
    const custub_kernel *kernel;
    custub_launch launch = custub_launch_of(1, 4);

    for (size_t i = 0; i < sizeof(of_parts) / sizeof(of_parts[0]); i++) {
        if (strcmp(name, of_parts[i].name) != 0)
            continue;
        kernel = custub_library_find(parts->library, name, error);
        if (kernel && custub_kernel_absence(kernel))
            printf("absent: %s\n", custub_kernel_absence(kernel));
        return of_parts[i].launch(parts, &launch, out, 4, error);
    }
    if (strcmp(name, "beside_host_code") == 0)
        return launch_host_code(&launch, out, error);
    if (strcmp(name, "first") == 0)
        return launch_first(whole, &launch, pair, out, error);
    return launch_second(whole, &launch, out, 4, error);
}

int main(int argc, char **argv)
{
    custub_error error = custub_error_none();
    custub_error refusal = custub_error_none();
    custub_device *device;
    custub_i32_buffer out;
    int host[4] = {0};
    parts_kernels parts;
    whole_kernels whole;

    if (argc != 2)
        return 2;
    custub_driver_open(CUSTUB_DRIVER_CPU, &error);
    device = custub_device_open(0, &error);
    parts = parts_load(&error);
    whole = whole_load(&refusal);
    if (custub_failed(&refusal))
        printf("not loaded: %s: %s\n", custub_status_name(refusal.status), refusal.message);
    refusal = custub_error_none();
    out = custub_i32_buffer_create(4, &error);
    if (launch(&parts, &whole, argv[1], out.view, &refusal) != CUSTUB_OK)
        printf("status: %s\n", refusal.message);
    custub_i32_download(out.view, host, 4, NULL, &error);
    custub_i32_buffer_destroy(&out, &error);
    parts_unload(&parts, &error);
    whole_unload(&whole, &error);
    custub_device_close(device, &error);
    if (custub_failed(&error)) {
        printf("failed: %s\n", error.message);
        return 1;
    }
    printf("result: %d %d %d %d\n", host[0], host[1], host[2], host[3]);
    return 0;
}
