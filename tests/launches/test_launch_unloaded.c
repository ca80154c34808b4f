/* Launches and variables of kernels that are not there: a null struct, one that was never loaded,
 * and one that was unloaded. */
#include "launch_fixture.h"
#include "fresh_error.h"

#include "tables.custub.h"

#include <string.h>

#define COUNT 100

static custub_i32_buffer data;

static int begin(void **state)
{
    launch_begin(state);
    data = custub_i32_buffer_create_zeroed(COUNT, f.stream, fresh(&f.error));
    return (int)f.error.status;
}

static int end(void **state)
{
    (void)state;
    return (int)custub_i32_buffer_destroy(&data, NULL);
}

/* Every function that takes the struct answers the status, with this in its message. */
static void all_are_refused(const launching_kernels *kernels, custub_status status,
                            const char *message)
{
    static const custub_check levels[] = {CUSTUB_CHECK_WHOLE, CUSTUB_CHECK_CONTRACT,
                                          CUSTUB_CHECK_NONE};

    for (size_t i = 0; i < 3; i++) {
        custub_launch given = custub_launch_of(1, 128);
        custub_launch computed = custub_launch_default();
        given.check = computed.check = levels[i];
        EXPECT(launch_increase(kernels, &given, COUNT, 1, data.view, fresh(&f.error)), status);
        assert_non_null(strstr(f.error.message, message));
        EXPECT(launch_increase(kernels, &computed, COUNT, 1, data.view, fresh(&f.error)), status);
        EXPECT(launch_increase(kernels, NULL, COUNT, 1, data.view, fresh(&f.error)), status);
        assert_null(prepare_increase(kernels, &given, COUNT, 1, data.view, fresh(&f.error)));
        assert_int_equal(f.error.status, status);
        assert_non_null(strstr(f.error.message, message));
    }
}

static void a_null_struct_is_an_error(void **state)
{
    (void)state;
    all_are_refused(NULL, CUSTUB_ERROR_INVALID_ARGUMENT, "the struct of loaded kernels is null");
}

static void a_struct_that_was_not_loaded_is_an_error(void **state)
{
    static const launching_kernels kernels;

    (void)state;
    all_are_refused(&kernels, CUSTUB_ERROR_INVALID_ARGUMENT, "the kernel is not loaded");
}

static void an_unloaded_struct_is_an_error(void **state)
{
    launching_kernels kernels = launching_load(fresh(&f.error));

    (void)state;
    SUCCEED(launching_unload(&kernels, &f.error));
    all_are_refused(&kernels, CUSTUB_ERROR_KERNEL_ABSENT, "it was unloaded");
}

static void variables_of_no_kernels_are_an_error(void **state)
{
    static const tables_kernels zeroed;
    const tables_kernels *const structs[] = {NULL, &zeroed};
    float weights[16] = {0};
    unsigned int counter = 0;

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        const tables_kernels *kernels = structs[i];
        EXPECT(tables_weights_upload(kernels, weights, 16, f.stream, fresh(&f.error)),
               CUSTUB_ERROR_INVALID_ARGUMENT);
        assert_non_null(strstr(f.error.message, "the kernels are not loaded"));
        EXPECT(tables_counter_download(kernels, &counter, f.stream, fresh(&f.error)),
               CUSTUB_ERROR_INVALID_ARGUMENT);
        assert_int_equal(tables_weights_memory(kernels, fresh(&f.error)).ptr, 0);
        assert_int_equal(f.error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    }
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_null_struct_is_an_error),
        TEST(a_struct_that_was_not_loaded_is_an_error),
        TEST(an_unloaded_struct_is_an_error),
        TEST(variables_of_no_kernels_are_an_error),
    };

    return LAUNCH_RUN(tests);
}
