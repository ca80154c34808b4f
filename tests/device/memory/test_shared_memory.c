/* Static shared memory reduces what is left for dynamic shared memory. Runs on the CPU driver or on
 * a GPU, as CUSTUB_DRIVER in the environment says. */
#include "device_fixture.h"
#include "shared_memory.custub.h"
#include "fresh_error.h"

#include <string.h>

#define TOO_MUCH 0x10000000u /* of dynamic shared memory, for any device */

static shared_memory_kernels kernels;
static custub_error refusal;

/* The number in the message that refuses a launch with too much dynamic shared memory. */
static unsigned long static_bytes(custub_status status)
{
    static const char before[] = " bytes of dynamic shared memory and ";
    const char *text = strstr(refusal.message, before);

    assert_int_equal(status, CUSTUB_ERROR_SHARED_LIMIT);
    assert_non_null(text);
    return strtoul(text + sizeof(before) - 1, NULL, 10);
}

static custub_launch greedy(void)
{
    custub_launch launch = one_block(8);

    launch.shared = TOO_MUCH;
    return launch;
}

static void counts_what_a_kernel_declares(void **state)
{
    custub_launch launch = greedy();
    custub_i32_buffer out = numbers_of(8);

    (void)state;
    assert_int_equal(static_bytes(launch_none(&kernels, &launch, out.view, fresh(&refusal))), 0);
    assert_in_range(static_bytes(launch_own(&kernels, &launch, out.view, fresh(&refusal))), 33, 64);
    custub_i32_buffer_destroy(&out, NULL);
}

/* 256 bytes of common(), which two paths call, and 64 of the file. */
static void counts_variables_of_functions_once(void **state)
{
    custub_launch launch = greedy();
    custub_i32_buffer out = numbers_of(8);

    (void)state;
    assert_int_equal(
        static_bytes(launch_counted_once(&kernels, &launch, out.view, fresh(&refusal))), 320);
    custub_i32_buffer_destroy(&out, NULL);
}

/* All that is left can be used, to the last byte. */
static void leaves_the_rest_of_the_device(void **state)
{
    custub_launch launch = greedy();
    custub_i32_buffer out = numbers_of(8);
    uint64_t room;

    (void)state;
    static_bytes(launch_counted_once(&kernels, &launch, out.view, fresh(&refusal)));
    room = refusal.found;
    launch.shared = room + 1;
    static_bytes(launch_counted_once(&kernels, &launch, out.view, fresh(&refusal)));
    launch.shared = room;
    succeed(launch_counted_once(&kernels, &launch, out.view, &fixture_error));
    succeed(custub_stream_synchronize(0, &fixture_error));
    custub_i32_buffer_destroy(&out, NULL);
}

static void keeps_classes_between_barriers(void **state)
{
    custub_launch launch = one_block(32);
    custub_half values[32];
    int32_t order[32];
    custub_f16_buffer device_values;
    custub_i32_buffer device_order;

    (void)state;
    for (int i = 0; i < 32; i++) {
        values[i].bits = (uint16_t)(0x3c00 + i);
        order[i] = 31 - i;
    }
    device_values = custub_f16_buffer_create(32, &fixture_error);
    device_order = custub_i32_buffer_create(32, &fixture_error);
    succeed(
        custub_f16_upload(device_values.view, values, device_values.view.count, 0, &fixture_error));
    succeed(
        custub_i32_upload(device_order.view, order, device_order.view.count, 0, &fixture_error));
    for (int i = 0; i < 3; i++)
        succeed(launch_reverse_half(&kernels, &launch, device_values.view, device_order.view,
                                    &fixture_error));
    succeed(custub_f16_download(device_values.view, values, device_values.view.count, 0,
                                &fixture_error));
    for (int i = 0; i < 32; i++)
        assert_int_equal(values[i].bits, 0x3c00 + 31 - i);
    custub_f16_buffer_destroy(&device_values, NULL);
    custub_i32_buffer_destroy(&device_order, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_what_a_kernel_declares),
        cmocka_unit_test(counts_variables_of_functions_once),
        cmocka_unit_test(leaves_the_rest_of_the_device),
        cmocka_unit_test(keeps_classes_between_barriers),
    };
    int failed = open_fixture();

    if (failed)
        return failed;
    kernels = shared_memory_load(&fixture_error);
    succeed(fixture_error.status);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
