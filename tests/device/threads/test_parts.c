/* Parts of a block wait for each other, by numbered barriers and by barriers in shared memory, and
 * copy to it. Runs on the CPU driver or on a GPU, as CUSTUB_DRIVER in the environment says. */
#include "device_fixture.h"
#include "parts.custub.h"

static parts_kernels kernels;

static void counts_votes_of_a_block(void **state)
{
    int32_t host[8 * 96];
    custub_launch launch = one_block(96);
    custub_i32_buffer out = numbers_of(8 * 96);

    (void)state;
    succeed(launch_block_votes(&kernels, &launch, out.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 96; i++) {
        const int32_t expected[8] = {32, 1, 0, 1, 0, 1, 0, 0};
        for (int j = 0; j < 7; j++)
            assert_int_equal(j == 1 ? host[8 * i + j] != 0 : host[8 * i + j], expected[j]);
    }
}

static void halves_of_a_block_synchronize_separately(void **state)
{
    int32_t host[128];
    custub_launch launch = one_block(128);
    custub_i32_buffer out = numbers_of(128);

    (void)state;
    succeed(launch_halves_apart(&kernels, &launch, out.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 128; i++) {
        const int from = 127 - i;
        assert_int_equal(host[i], from < 64 ? (from + 5) % 64 : 64 + (from + 7) % 64);
    }
}

static void warps_wait_for_each_other_at_barriers_in_memory(void **state)
{
    int32_t host[2 * 128];
    custub_launch launch = one_block(128);
    custub_i32_buffer out = numbers_of(2 * 128);

    (void)state;
    succeed(launch_pass_on_by_barriers(&kernels, &launch, out.view, &fixture_error));
    read_numbers(&out, host);
    assert_int_equal(host[0], 1);
    for (int i = 64; i < 2 * 128; i++)
        assert_int_equal(host[i], (i / 2 + 1) % 32 + 100 * (i % 2));
}

static void barriers_in_memory_count_arrivals(void **state)
{
    static const int32_t expected[6] = {3, 0, 2, 1, 2, 1};
    int32_t host[6];
    custub_launch launch = one_block(1);
    custub_i32_buffer out = numbers_of(6);

    (void)state;
    succeed(launch_count_arrivals(&kernels, &launch, out.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 6; i++)
        assert_int_equal(host[i] != 0 && i % 2 ? 1 : host[i], expected[i]);
}

static void copies_asynchronously(void **state)
{
    int32_t in[64];
    int32_t host[3 * 64];
    custub_launch launch = one_block(64);
    custub_i32_buffer out = numbers_of(3 * 64);
    custub_i32_buffer from;

    (void)state;
    for (int i = 0; i < 64; i++)
        in[i] = 1000 + i;
    from = custub_i32_buffer_create(64, &fixture_error);
    succeed(custub_i32_upload(from.view, in, from.view.count, 0, &fixture_error));
    succeed(launch_copy_beside(&kernels, &launch, out.view, from.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 64; i++) {
        const int next = (i + 1) % 64;
        assert_int_equal(host[3 * i], in[next]);
        assert_int_equal(host[3 * i + 1], next % 2 ? 0 : in[next]);
        assert_int_equal(host[3 * i + 2], in[(4 * i + 5) % 64]);
    }
    custub_i32_buffer_destroy(&from, NULL);
}

static void sleeps_while_others_run(void **state)
{
    int32_t host[64];
    custub_launch launch = one_block(64);
    custub_i32_buffer out = numbers_of(64);

    (void)state;
    succeed(launch_sleep_until(&kernels, &launch, out.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 64; i++)
        assert_int_equal(host[i], 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_votes_of_a_block),
        cmocka_unit_test(halves_of_a_block_synchronize_separately),
        cmocka_unit_test(warps_wait_for_each_other_at_barriers_in_memory),
        cmocka_unit_test(barriers_in_memory_count_arrivals),
        cmocka_unit_test(copies_asynchronously),
        cmocka_unit_test(sleeps_while_others_run),
    };
    int failed = open_fixture();

    if (failed)
        return failed;
    kernels = parts_load(&fixture_error);
    succeed(fixture_error.status);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
