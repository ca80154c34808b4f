/* Errors of launches at the contract level, found without a driver call: conditions, shared memory,
 * kernels that are not loaded, launches that are not initialized. */
#include "contract_fixture.h"

static void valid_launch_costs_one_driver_call(void **state)
{
    (void)state;
    shape(4, 256);
    assert_int_equal(saxpy(1000, custub_f32_view_of(X, 1000), custub_f32_view_of(Y, 1000)),
                     CUSTUB_OK);
    assert_int_equal(recording_call_count(), 1);
    assert_string_equal(recording_call(0), "cuLaunchKernel");
    assert_int_equal(error.status, 0);
}

static void condition_that_does_not_hold(void **state)
{
    (void)state;
    shape(4, 100);
    refused(sample_launch_block_sum(kernels, &launch, 400, custub_f32_view_of(X, 400),
                                    custub_f32_view_of(Y, 4), fresh(&error)),
            CUSTUB_ERROR_REQUIRES,
            "block_sum: is_pow2(blockDim.x) does not hold for grid 4 x block 100 [sample.cu:22]");
}

/* Launches tile with these parameters and this condition. */
static custub_status require(custub_param_info *params, uint32_t count,
                             const custub_expr *condition, void **arguments, custub_error *record)
{
    custub_kernel_info all[SAMPLE_COUNT];
    custub_library_info info = sample_library;
    custub_kernel own[SAMPLE_COUNT];
    custub_library *library;
    custub_status status;

    memcpy(all, sample_library.kernels, sizeof(all));
    memset(&all[TILE].threads, 0, sizeof(all[TILE].threads));
    memset(&all[TILE].block, 0, sizeof(all[TILE].block));
    all[TILE].params = params;
    all[TILE].param_count = count;
    all[TILE].requirements = condition;
    all[TILE].requirement_count = 1;
    info.kernels = all;
    recording_describe(&info, NULL);
    library = sample_open(own, &info, sample_images, NULL);
    assert_non_null(library);
    recording_describe(&sample_library, NULL);
    recording_clear_log();
    status = sample_launch(&own[TILE], &launch, arguments, record);
    custub_library_close(library, NULL);
    return status;
}

#define PARAMETER(index, offset, scalar) CUSTUB_OP_PARAMETER, index, offset, scalar
#define CONSTANT(value)                  CUSTUB_OP_CONSTANT, value, 0
#define EXPR(text, code)                                                                           \
    {                                                                                              \
        text, code, sizeof(code) / sizeof((code)[0])                                               \
    }

static void conditions_say_what_they_found(void **state)
{
    static const uint32_t divides[] = {PARAMETER(1, 0, CUSTUB_SCALAR_I32),
                                       CONSTANT(0),
                                       CUSTUB_OP_NOT_EQUAL,
                                       PARAMETER(0, 0, CUSTUB_SCALAR_I32),
                                       PARAMETER(1, 0, CUSTUB_SCALAR_I32),
                                       CUSTUB_OP_REMAINDER,
                                       CONSTANT(0),
                                       CUSTUB_OP_EQUAL,
                                       CUSTUB_OP_AND};
    static const uint32_t quotient[] = {PARAMETER(0, 0, CUSTUB_SCALAR_I32),
                                        PARAMETER(1, 0, CUSTUB_SCALAR_I32), CUSTUB_OP_DIVIDE};
    static const uint32_t never[] = {CONSTANT(0)};
    static const uint32_t few[] = {PARAMETER(0, 0, CUSTUB_SCALAR_I32), CONSTANT(3),
                                   CUSTUB_OP_LESS_EQUAL};
    static const uint32_t twice[] = {PARAMETER(0, 0, CUSTUB_SCALAR_I32),
                                     PARAMETER(1, 0, CUSTUB_SCALAR_I32), CONSTANT(2),
                                     CUSTUB_OP_MULTIPLY, CUSTUB_OP_LESS};
    const struct {
        custub_expr condition;
        custub_status status;
        const char *message;
    } cases[] = {{EXPR("b != 0 && a % b == 0", divides), CUSTUB_ERROR_REQUIRES,
                  "tile: b != 0 && a % b == 0 does not hold for b = 0, a = 4 [sample.cu:62]"},
                 {EXPR("a / b", quotient), CUSTUB_ERROR_NOT_COMPUTABLE,
                  "tile: a / b has no value for a = 4, b = 0 [sample.cu:62]"},
                 {EXPR("0", never), CUSTUB_ERROR_REQUIRES, "tile: 0 does not hold [sample.cu:62]"},
                 {EXPR("a <= 3", few), CUSTUB_ERROR_REQUIRES,
                  "tile: a <= 3 does not hold: 4 <= 3 [sample.cu:62]"},
                 {EXPR("a < b * 2", twice), CUSTUB_ERROR_REQUIRES,
                  "tile: a < b * 2 does not hold: 4 < 0 for a = 4, b = 0 [sample.cu:62]"}};
    custub_param_info params[2] = {sample_library.kernels[SCALE].params[0],
                                   sample_library.kernels[SCALE].params[1]};
    int a = 4;
    int b = 0;
    void *arguments[] = {&a, &b};

    (void)state;
    params[0].name = "a";
    params[1].name = "b";
    shape(1, 1024);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        refused(require(params, 2, &cases[i].condition, arguments, fresh(&error)), cases[i].status,
                cases[i].message);
    assert_int_equal(require(params, 2, &cases[0].condition, arguments, NULL),
                     CUSTUB_ERROR_REQUIRES);
}

static void conditions_say_what_they_found_in_structs(void **state)
{
    static const uint32_t code[] = {PARAMETER(0, 4, CUSTUB_SCALAR_I16),
                                    PARAMETER(0, 0, CUSTUB_SCALAR_U32),
                                    CUSTUB_OP_LESS,
                                    CUSTUB_OP_GRID,
                                    0,
                                    CUSTUB_OP_AND,
                                    CUSTUB_OP_NOT};
    const custub_expr condition = EXPR("!(s.x < s.y && gridDim.x)", code);
    custub_param_info param = sample_library.kernels[SCALE].params[0];
    struct {
        uint32_t y;
        int16_t x;
    } s = {7, -3};
    void *arguments[] = {&s};

    (void)state;
    param.name = "s";
    param.kind = CUSTUB_PARAM_STRUCT;
    param.size = 8;
    shape(1, 1024);
    refused(require(&param, 1, &condition, arguments, fresh(&error)), CUSTUB_ERROR_REQUIRES,
            "tile: !(s.x < s.y && gridDim.x) does not hold for s (bytes 4 to 5) = -3, s (bytes 0 "
            "to 3) = 7 and grid 1 x block 1024 [sample.cu:62]");
}

static void many_values_leave_room_for_the_place(void **state)
{
    enum { COUNT = 40 };
    static uint32_t code[COUNT * 5 - 1];
    const custub_expr condition = EXPR("all", code);
    custub_param_info params[COUNT];
    void *arguments[COUNT];
    int zero = 0;
    size_t used = 0;

    (void)state;
    for (uint32_t i = 0; i < COUNT; i++) {
        const uint32_t read[] = {PARAMETER(i, 0, CUSTUB_SCALAR_I32)};
        params[i] = sample_library.kernels[TILE].params[0];
        params[i].name = "a_name_of_some_length";
        params[i].offset = 4 * i;
        arguments[i] = &zero;
        memcpy(code + used, read, sizeof(read));
        used += 4;
        if (i)
            code[used++] = CUSTUB_OP_ADD;
    }
    shape(1, 1);
    assert_int_equal(require(params, COUNT, &condition, arguments, fresh(&error)),
                     CUSTUB_ERROR_REQUIRES);
    assert_non_null(strstr(error.message, "does not hold for a_name_of_some_length = 0, a_name"));
    assert_string_equal(strchr(error.message, '['), "[sample.cu:62]");
}

static void shared_memory_by_the_contract(void **state)
{
    custub_f32_view values = custub_f32_view_of(X, 128);
    custub_f32_view sums = custub_f32_view_of(Y, 1);

    (void)state;
    shape(1, 128);
    launched(sample_launch_block_sum(kernels, &launch, 128, values, sums, fresh(&error)));
    assert_int_equal(recording_last_launch()->shared, 512);
    launch.shared = 511;
    refused(sample_launch_block_sum(kernels, &launch, 128, values, sums, fresh(&error)),
            CUSTUB_ERROR_SHARED_TOO_SMALL,
            "block_sum: the launch gives 511 bytes of dynamic shared memory, the kernel needs "
            "blockDim.x * sizeof(float) = 512 bytes [sample.cu:22]");
    assert_int_equal(error.needed, 512);
    assert_int_equal(error.found, 511);
    launch.shared = CUSTUB_SHARED_NONE;
    assert_int_equal(sample_launch_block_sum(kernels, &launch, 128, values, sums, fresh(&error)),
                     CUSTUB_ERROR_SHARED_TOO_SMALL);
    launch.shared = 1000;
    launched(sample_launch_block_sum(kernels, &launch, 128, values, sums, fresh(&error)));
    assert_int_equal(recording_last_launch()->shared, 1000);
}

static void shared_memory_of_unknown_size(void **state)
{
    custub_bytes_view x = custub_bytes_view_of(X, 4);
    void *arguments[] = {&x.ptr};

    (void)state;
    shape(1, 32);
    for (int check = CUSTUB_CHECK_WHOLE; check <= CUSTUB_CHECK_NONE; check++) {
        launch.check = (custub_check)check;
        refused(sample_launch(&kernels[DYNAMIC], &launch, arguments, fresh(&error)),
                CUSTUB_ERROR_SHARED_UNKNOWN,
                "dynamic: the kernel declares dynamic shared memory, and neither the launch nor "
                "CUSTUB_SHARED gives its size: set the launch's shared (CUSTUB_SHARED_NONE for "
                "none) [sample.cu:82]");
    }
    launch.check = CUSTUB_CHECK_CONTRACT;
    launch.shared = CUSTUB_SHARED_NONE;
    launched(sample_launch(&kernels[DYNAMIC], &launch, arguments, fresh(&error)));
    assert_int_equal(recording_last_launch()->shared, 0);
    launch.shared = 64;
    launched(sample_launch(&kernels[DYNAMIC], &launch, arguments, fresh(&error)));
    assert_int_equal(recording_last_launch()->shared, 64);
}

static void expressions_without_a_value(void **state)
{
    (void)state;
    shape2(1, 1, 1, 1);
    refused(scale(-5, 2, custub_bytes_view_of(X, 10)), CUSTUB_ERROR_NOT_COMPUTABLE,
            "scale: the kernel needs width = -5 threads in x, which is negative [sample.cu:32]");
    shape(1, 1);
    refused(plain(-1, custub_bytes_view_of(0, 0), custub_bytes_view_of(Y, 10)),
            CUSTUB_ERROR_NOT_COMPUTABLE,
            "plain: 'scratch' needs n * 8 = -8 bytes, which is negative for n = -1 [sample.cu:45]");
    assert_int_equal(error.parameter_index, 2);
    shape(2147483647, 1024);
    refused(saxpy((size_t)1 << 40, custub_f32_view_of(X, 1), custub_f32_view_of(Y, 1)),
            CUSTUB_ERROR_COUNT_TOO_SMALL,
            "saxpy: 'x' has a count of 1 float, the kernel needs n = 1099511627776 floats "
            "(4398046511104 bytes) [sample.cu:14]");
}

static void kernels_that_are_not_loaded(void **state)
{
    custub_kernel none = {0};

    (void)state;
    assert_int_equal(sample_launch_saxpy(&none, &launch, 1, 1, custub_f32_view_of(X, 1),
                                         custub_f32_view_of(Y, 1), fresh(&error)),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_non_null(strstr(error.message, "call the generated load function first, and see if"));
    none.info = &sample_library.kernels[SAXPY];
    assert_int_equal(sample_launch_saxpy(&none, NULL, 1, 1, custub_f32_view_of(X, 1),
                                         custub_f32_view_of(Y, 1), fresh(&error)),
                     CUSTUB_ERROR_KERNEL_ABSENT);
    assert_int_equal(sample_launch_saxpy(&none, &launch, 1, 1, custub_f32_view_of(X, 1),
                                         custub_f32_view_of(Y, 1), fresh(&error)),
                     CUSTUB_ERROR_KERNEL_ABSENT);
    assert_string_equal(error.message,
                        "saxpy: no loaded image has the kernel: it was unloaded, or it is compiled "
                        "only for other architectures [sample.cu:12]");
    assert_int_equal(
        custub_call_launch(&none, &launch, NULL, NULL, NULL, CUSTUB_CALL_HOLDS, fresh(&error)),
        CUSTUB_ERROR_KERNEL_ABSENT);
}

static void launches_that_are_not_initialized(void **state)
{
    (void)state;
    shape(1, 32);
    for (size_t i = 0; i < sizeof(launch.reserved) / sizeof(launch.reserved[0]); i++) {
        launch.reserved[i] = UINT64_C(1) << 8 * i;
        launch.check = CUSTUB_CHECK_WHOLE;
        assert_int_equal(saxpy(1, custub_f32_view_of(X, 1), custub_f32_view_of(Y, 1)),
                         CUSTUB_ERROR_INVALID_ARGUMENT);
        assert_non_null(strstr(error.message, "custub_launch_default()"));
        launch.check = CUSTUB_CHECK_CONTRACT;
        assert_int_equal(saxpy(1, custub_f32_view_of(X, 1), custub_f32_view_of(Y, 1)),
                         CUSTUB_ERROR_INVALID_ARGUMENT);
        launch.check = CUSTUB_CHECK_NONE;
        launched(saxpy(1, custub_f32_view_of(X, 1), custub_f32_view_of(Y, 1)));
        launch.reserved[i] = 0;
    }
    launch.check = (custub_check)9;
    assert_int_equal(saxpy(1, custub_f32_view_of(X, 1), custub_f32_view_of(Y, 1)),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
}

static void nothing_is_checked_at_the_level_none(void **state)
{
    (void)state;
    shape(1, 32);
    launch.check = CUSTUB_CHECK_NONE;
    launched(saxpy(1000, custub_f32_view_of(0, 0), custub_f32_view_of(1, 0)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(valid_launch_costs_one_driver_call),   TEST(condition_that_does_not_hold),
        TEST(conditions_say_what_they_found),       TEST(conditions_say_what_they_found_in_structs),
        TEST(many_values_leave_room_for_the_place), TEST(shared_memory_by_the_contract),
        TEST(shared_memory_of_unknown_size),        TEST(expressions_without_a_value),
        TEST(kernels_that_are_not_loaded),          TEST(launches_that_are_not_initialized),
        TEST(nothing_is_checked_at_the_level_none),
    };

    return cmocka_run_group_tests(tests, load, unload);
}
