/* Launches through one loaded struct while contexts come and go: several at once, the primary one
 * after resets, which keep its handle, and contexts that are repeatedly made and destroyed. */
#include "launch_fixture.h"
#include "fresh_error.h"

#define COUNT 1000

static CUresult create_context(CUcontext *context)
{
    CUctxCreateParams params = {NULL, 0, NULL};

    if (cu.cuCtxCreate_v4 && custub_driver_version() >= 13000)
        return cu.cuCtxCreate_v4(context, &params, 0, 0);
    return cu.cuCtxCreate_v2(context, 0, 0);
}

/* Launches with memory of the current context, at each level, with given and computed shapes. */
static void expect_right_launches(void)
{
    static const custub_check levels[] = {CUSTUB_CHECK_WHOLE, CUSTUB_CHECK_CONTRACT,
                                          CUSTUB_CHECK_NONE};
    custub_error error = custub_error_none();
    custub_i32_buffer data = custub_i32_buffer_create(COUNT, &error);
    int expected = 5;
    int32_t host[COUNT];

    for (size_t i = 0; i < COUNT; i++)
        host[i] = expected;
    custub_i32_upload(data.view, host, COUNT, 0, &error);
    for (size_t i = 0; i < 3; i++) {
        custub_launch given = custub_launch_of(4, 256);
        custub_launch computed = custub_launch_default();
        given.check = computed.check = levels[i];
        launch_increase(&f.kernels, &given, COUNT, 1, data.view, &error);
        launch_increase(&f.kernels, &computed, COUNT, 10, data.view, &error);
        expected += 11;
    }
    custub_i32_download(data.view, host, COUNT, 0, &error);
    custub_i32_buffer_destroy(&data, &error);
    if (custub_failed(&error))
        fail_msg("%s", error.message);
    for (size_t i = 0; i < COUNT; i++)
        assert_int_equal(host[i], expected);
}

static void contexts_take_turns(void **state)
{
    CUcontext others[3];

    (void)state;
    for (int i = 0; i < 3; i++)
        if (!LAUNCH_HAS(create_context(&others[i])))
            SKIP();
    for (int turn = 0; turn < 4; turn++) {
        for (int i = 0; i < 3; i++) {
            DRIVER(cu.cuCtxSetCurrent(others[i]));
            expect_right_launches();
        }
        DRIVER(cu.cuCtxSetCurrent(custub_device_context(f.device)));
        expect_right_launches();
    }
    for (int i = 0; i < 3; i++)
        DRIVER(cu.cuCtxDestroy_v2(others[i]));
    DRIVER(cu.cuCtxSetCurrent(custub_device_context(f.device)));
    expect_right_launches();
}

/* Makes more contexts than custub remembers. A new one may get the handle of an old one. */
static void contexts_are_made_repeatedly(void **state)
{
    (void)state;
    for (int i = 0; i < 70; i++) {
        CUcontext context = NULL;
        if (!LAUNCH_HAS(create_context(&context)))
            SKIP();
        expect_right_launches();
        DRIVER(cu.cuCtxDestroy_v2(context));
    }
    DRIVER(cu.cuCtxSetCurrent(custub_device_context(f.device)));
    expect_right_launches();
}

/* Closing and reopening the device destroys everything in its context. */
static void memory_of_a_closed_device_is_refused(void **state)
{
    custub_i32_buffer old = custub_i32_buffer_create_zeroed(COUNT, f.stream, fresh(&f.error));
    custub_i32_buffer again;

    (void)state;
    WORKS(old.view.ptr, COUNT);
    custub_stream_destroy(f.stream, &f.error);
    custub_device_close(f.device, &f.error);
    f.device = custub_device_open(0, &f.error);
    f.stream = custub_stream_create(&f.error);
    f.launch = custub_launch_in(f.stream);
    SUCCEED(f.error.status);
    REFUSES_GONE(old.view.ptr);
    again = custub_i32_buffer_create(COUNT, fresh(&f.error));
    SUCCEED(f.error.status);
    WORKS(again.view.ptr, COUNT);
    SUCCEED(custub_i32_buffer_destroy(&again, fresh(&f.error)));
    expect_right_launches();
}

/* A library opens the same device for itself. */
static void another_part_of_the_program_closes_the_device(void **state)
{
    custub_device *other;

    (void)state;
    expect_right_launches();
    other = custub_device_open(0, fresh(&f.error));
    SUCCEED(custub_device_close(other, &f.error));
    expect_right_launches();
}

/* Must be the last test: it destroys the fixture's stream. */
static void the_primary_context_is_reset(void **state)
{
    custub_error error = custub_error_none();

    (void)state;
    custub_stream_destroy(f.stream, &error);
    f.stream = NULL;
    for (int i = 0; i < 5; i++) {
        expect_right_launches();
        DRIVER(cu.cuDevicePrimaryCtxReset_v2(0));
        custub_device_close(f.device, NULL); /* the reset released its context */
        f.device = custub_device_open(0, &error);
        expect_right_launches();
    }
    assert_int_equal(error.status, CUSTUB_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LAUNCH_TEST(contexts_take_turns),
        LAUNCH_TEST(contexts_are_made_repeatedly),
        LAUNCH_TEST(memory_of_a_closed_device_is_refused),
        LAUNCH_TEST(another_part_of_the_program_closes_the_device),
        LAUNCH_TEST(the_primary_context_is_reset),
    };

    return LAUNCH_RUN(tests);
}
