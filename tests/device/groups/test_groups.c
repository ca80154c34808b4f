/* Cooperative groups, names of shared memory, namespaces and variables of the device: on the CPU
 * driver and on a GPU, which CUSTUB_DRIVER in the environment chooses. */
#include "device_fixture.h"
#include "groups.custub.h"

static groups_kernels kernels;

static void tiles_a_block(void **state)
{
    int32_t host[5 * 64];
    custub_launch launch = one_block(64);
    custub_i32_buffer out = numbers_of(5 * 64);

    (void)state;
    succeed(launch_tiles(&kernels, &launch, out.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 64; i++) {
        int first = i / 8 * 8;
        assert_int_equal(host[5 * i], i % 8);
        assert_int_equal(host[5 * i + 1], i / 8);
        assert_int_equal(host[5 * i + 2], 8 * first + 28);
        assert_int_equal(host[5 * i + 3], first + 3);
        assert_int_equal(host[5 * i + 4], 0x55);
    }
}

static void coalesces_active_lanes(void **state)
{
    int32_t host[32];
    custub_launch launch = one_block(32);
    custub_i32_buffer out = numbers_of(32);

    (void)state;
    succeed(launch_coalesce(&kernels, &launch, out.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 32; i++)
        assert_int_equal(host[i], i % 2 ? 1 : -1);
}

static void waits_for_the_grid(void **state)
{
    enum { BLOCKS = 8, ROUNDS = 20 };
    int32_t host[BLOCKS];
    custub_launch launch = one_block(64);
    custub_i32_buffer values = numbers_of(BLOCKS);

    (void)state;
    for (int i = 0; i < BLOCKS; i++)
        host[i] = 100 * i;
    succeed(custub_i32_upload(values.view, host, values.view.count, 0, &fixture_error));
    launch.grid = custub_grid(BLOCKS, 1, 1);
    succeed(launch_pass_on(&kernels, &launch, values.view, ROUNDS, &fixture_error));
    read_numbers(&values, host);
    for (int i = 0; i < BLOCKS; i++)
        assert_int_equal(host[i], (i + ROUNDS) % BLOCKS * 100 + ROUNDS);
}

static void arrives_at_the_grid_and_goes_on(void **state)
{
    enum { BLOCKS = 4, THREADS = 64, COUNT = BLOCKS * THREADS, ROUNDS = 6 };
    int32_t host[COUNT];
    custub_launch launch = one_block(THREADS);
    custub_i32_buffer values = numbers_of(COUNT);
    custub_i32_buffer flags = numbers_of(ROUNDS);

    (void)state;
    for (int i = 0; i < COUNT; i++)
        host[i] = 100 * i;
    succeed(custub_i32_upload(values.view, host, values.view.count, 0, &fixture_error));
    launch.grid = custub_grid(BLOCKS, 1, 1);
    succeed(launch_arrive_and_go_on(&kernels, &launch, values.view, flags.view, ROUNDS,
                                    &fixture_error));
    read_numbers(&values, host);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(host[i], (i + ROUNDS) % COUNT * 100 + ROUNDS);
    custub_i32_buffer_destroy(&flags, NULL);
}

static void arrives_in_the_cluster_and_goes_on(void **state)
{
    int32_t host[96];
    custub_launch launch = one_block(96);
    custub_i32_buffer out = numbers_of(96);

    (void)state;
    succeed(launch_arrive_in_cluster(&kernels, &launch, out.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 96; i++)
        assert_int_equal(host[i], (i + 1) % 96 + 2);
}

static void names_of_dynamic_shared_memory_are_one(void **state)
{
    int32_t host[64];
    custub_launch launch = one_block(64);
    custub_i32_buffer out = numbers_of(64);

    (void)state;
    launch.shared = 64 * sizeof(int32_t);
    succeed(launch_alias(&kernels, &launch, out.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 64; i++)
        assert_int_equal(host[i], (i + 1) % 64);
}

static void reads_variables_in_namespaces(void **state)
{
    int32_t host[2];
    custub_launch launch = one_block(2);
    custub_i32_buffer out = numbers_of(2);

    (void)state;
    succeed(launch_scale_counter(&kernels, &launch, out.view, &fixture_error));
    read_numbers(&out, host);
    assert_int_equal(host[0], 15);
    assert_int_equal(host[1], 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_a_block),
        cmocka_unit_test(coalesces_active_lanes),
        cmocka_unit_test(waits_for_the_grid),
        cmocka_unit_test(arrives_at_the_grid_and_goes_on),
        cmocka_unit_test(arrives_in_the_cluster_and_goes_on),
        cmocka_unit_test(names_of_dynamic_shared_memory_are_one),
        cmocka_unit_test(reads_variables_in_namespaces),
    };
    int result = open_fixture();

    if (result != 0)
        return result;
    kernels = groups_load(&fixture_error);
    if (custub_failed(&fixture_error)) {
        printf("%s\n", fixture_error.message);
        return EXIT_FAILURE;
    }
    result = cmocka_run_group_tests(tests, NULL, NULL);
    groups_unload(&kernels, NULL);
    custub_device_close(fixture_device, NULL);
    return result;
}
