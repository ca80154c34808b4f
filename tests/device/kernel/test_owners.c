/* Parameters of types that cannot be copied, on the CPU driver and on a GPU, which CUSTUB_DRIVER in
 * the environment chooses. */
#include "device_fixture.h"
#include "owners.custub.h"

#include <string.h>

#define COUNT 150

static owners_kernels kernels;

static void gives_every_thread_the_bytes_of_the_launch(void **state)
{
    const struct {
        CUdeviceptr numbers;
        int32_t count;
    } bytes = {0, COUNT};
    int32_t host[2 * COUNT] = {0};
    custub_i32_buffer numbers = numbers_of(2 * COUNT);
    custub_launch launch = one_block(64);
    owners_owner owner;

    (void)state;
    assert_int_equal(sizeof(owner), sizeof(bytes));
    memcpy(&owner, &bytes, sizeof(owner));
    memcpy(&owner, &numbers.view.ptr, sizeof(numbers.view.ptr));
    launch.grid = custub_grid(4, 1, 1);
    succeed(launch_take(&kernels, &launch, owner, 1000, &fixture_error));
    succeed(launch_take_behind_barrier(&kernels, &launch, owner, 5, &fixture_error));
    read_numbers(&numbers, host);
    for (int i = 0; i < 2 * COUNT; i++)
        assert_int_equal(host[i], i < COUNT ? 1005 + i : 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_every_thread_the_bytes_of_the_launch),
    };
    int failed = open_fixture();

    if (failed)
        return failed;
    kernels = owners_load(&fixture_error);
    succeed(fixture_error.status);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    owners_unload(&kernels, NULL);
    custub_device_close(fixture_device, NULL);
    return failed;
}
