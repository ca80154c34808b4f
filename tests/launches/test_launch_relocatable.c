/* Kernels of several sources that are linked to one image (RELOCATABLE), on every driver. */
#include "launch_fixture.h"
#include "fresh_error.h"

#include "defines.custub.h"
#include "uses.custub.h"

enum { COUNT = 1000 };

static uses_kernels uses;
static defines_kernels defines;

static int load(void **state)
{
    launch_begin(state);
    uses = uses_load(fresh(&f.error));
    defines = defines_load(&f.error);
    SUCCEED(f.error.status);
    f.launch = custub_launch_for(COUNT);
    f.launch.stream = f.stream;
    return 0;
}

static int unload(void **state)
{
    (void)state;
    uses_unload(&uses, fresh(&f.error));
    return defines_unload(&defines, &f.error) != CUSTUB_OK;
}

static void a_kernel_calls_functions_of_another_source(void **state)
{
    static const float table[4] = {1, 10, 100, 1000};
    custub_f32_buffer x = custub_f32_buffer_create_filled(COUNT, 3, f.stream, fresh(&f.error));
    float result[COUNT];
    unsigned int calls = 0;

    (void)state;
    SUCCEED(defines_table_upload(&defines, table, 4, f.stream, &f.error));
    SUCCEED(launch_apply(&uses, &f.launch, COUNT, x.view, &f.error));
    SUCCEED(launch_double_all(&defines, &f.launch, COUNT, x.view, &f.error));
    SUCCEED(custub_f32_download(x.view, result, COUNT, f.stream, &f.error));
    for (int i = 0; i < COUNT; i++)
        assert_true(result[i] == 2 * (2 * (3 + 1) + 10));
    SUCCEED(defines_calls_download(&defines, &calls, f.stream, &f.error));
    assert_int_equal(calls, 2 * COUNT);
    SUCCEED(custub_f32_buffer_destroy(&x, &f.error));
}

static void a_function_of_another_source_waits_for_the_block(void **state)
{
    custub_i32_buffer sums = custub_i32_buffer_create(4, fresh(&f.error));
    int result[4];

    (void)state;
    f.launch = custub_launch_of(4, 64);
    f.launch.stream = f.stream;
    SUCCEED(launch_sum_blocks(&uses, &f.launch, sums.view, &f.error));
    SUCCEED(custub_i32_download(sums.view, result, 4, f.stream, &f.error));
    for (int i = 0; i < 4; i++)
        assert_int_equal(result[i], 64 * 65 / 2);
    SUCCEED(custub_i32_buffer_destroy(&sums, &f.error));
}

static void a_function_of_another_source_knows_its_thread(void **state)
{
    custub_u32_buffer x = custub_u32_buffer_create(COUNT, fresh(&f.error));
    unsigned int result[COUNT];

    (void)state;
    SUCCEED(launch_number(&uses, &f.launch, COUNT, x.view, &f.error));
    SUCCEED(custub_u32_download(x.view, result, COUNT, f.stream, &f.error));
    for (unsigned int i = 0; i < COUNT; i++)
        assert_int_equal(result[i], i);
    SUCCEED(custub_u32_buffer_destroy(&x, &f.error));
}

/* The image stays until the last of its sources is unloaded. */
static void sources_share_one_image(void **state)
{
    defines_kernels again = defines_load(fresh(&f.error));
    unsigned int calls = 0;

    (void)state;
    SUCCEED(defines_calls_upload(&defines, 7, f.stream, &f.error));
    SUCCEED(defines_calls_download(&again, &calls, f.stream, &f.error));
    assert_int_equal(calls, 7);
    SUCCEED(defines_unload(&again, &f.error));
    SUCCEED(defines_calls_download(&defines, &calls, f.stream, &f.error));
    assert_int_equal(calls, 7);
    SUCCEED(uses_unload(&uses, &f.error));
    SUCCEED(defines_unload(&defines, &f.error));
    defines = defines_load(&f.error);
    SUCCEED(defines_calls_download(&defines, &calls, f.stream, &f.error));
    assert_int_equal(calls, 0); /* loaded anew */
    assert_ptr_equal(defines_custub_images[0].data, uses_custub_images[0].data);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, load, unload)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_kernel_calls_functions_of_another_source),
        TEST(a_function_of_another_source_waits_for_the_block),
        TEST(a_function_of_another_source_knows_its_thread),
        TEST(sources_share_one_image),
    };

    return LAUNCH_RUN(tests);
}
