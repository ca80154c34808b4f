/* The CPU driver ends a kernel that runs for longer than CUSTUB_CPU_TIMEOUT allows, with the same
 * error as a GPU's driver. The argument chooses the endless kernel: `asks` (polls) or `runs`. */
#include "device_fixture.h"
#include "spins.custub.h"

#include <string.h>

static spins_kernels kernels;
static bool asks;

static void an_endless_kernel_ends_with_an_error(void **state)
{
    custub_launch launch = one_block(64);
    custub_i32_buffer number = numbers_of(1);
    custub_status status;

    (void)state;
    launch.grid = custub_grid(4, 1, 1);
    if (asks)
        succeed(launch_wait_for_nobody(&kernels, &launch, number.view, &fixture_error));
    else
        succeed(launch_run_for_ever(&kernels, &launch, custub_u32_view_of(number.view.ptr, 1),
                                    &fixture_error));
    status = custub_stream_synchronize(CUSTUB_DEFAULT_STREAM, &fixture_error);
    assert_int_not_equal(status, CUSTUB_OK);
    assert_non_null(strstr(fixture_error.message, "CUDA_ERROR_LAUNCH_TIMEOUT"));
}

int main(int count, char **words)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_endless_kernel_ends_with_an_error),
    };
    int failed = open_fixture();

    if (failed)
        return failed;
    asks = count > 1 && strcmp(words[1], "asks") == 0;
    kernels = spins_load(&fixture_error);
    succeed(fixture_error.status);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
