/* Launches of one loaded struct in streams of several contexts of a device, of green contexts, and
 * in the default streams. Addresses are looked up in the context in which the kernel will run. */
#include "launch_fixture.h"
#include "per_thread_launch.h"
#include "fresh_error.h"

#include <pthread.h>
#include <string.h>

#define COUNT 1000

#define LEGACY     ((CUstream)CPU_STREAM_LEGACY)
#define PER_THREAD ((CUstream)CPU_STREAM_PER_THREAD)

static CUstream traced; /* stream of the last launch */

static void remember_stream(const custub_activity *activity, void *user)
{
    (void)user;
    if (activity->launch)
        traced = activity->launch->stream;
}

static CUcontext own(void)
{
    return custub_device_context(f.device);
}

static CUresult create_context(CUcontext *context)
{
    CUctxCreateParams params = {NULL, 0, NULL};

    if (cu.cuCtxCreate_v4 && custub_driver_version() >= 13000)
        return cu.cuCtxCreate_v4(context, &params, 0, 0);
    return cu.cuCtxCreate_v2(context, 0, 0);
}

/* Launches in the stream while another context is current. Right launches run, wrong ones are
 * refused, and the current context stays current. */
static void launch_from_another_context(CUstream stream, CUdeviceptr address)
{
    CUcontext before = NULL;
    CUcontext after = NULL;

    DRIVER(cu.cuCtxGetCurrent(&before));
    f.launch.stream = stream;
    IS_EXACT(address, COUNT);
    EXPECT(launch_increase(&f.kernels, &f.launch, COUNT, 1, custub_i32_view_of(0, COUNT),
                           fresh(&f.error)),
           CUSTUB_ERROR_NULL_POINTER);
    DRIVER(cu.cuCtxGetCurrent(&after));
    assert_ptr_equal(after, before);
}

static void a_stream_of_another_context_works(void **state)
{
    CUcontext other = NULL;
    CUstream stream;
    CUdeviceptr there;
    CUdeviceptr here;

    (void)state;
    DRIVER(cu.cuMemAlloc_v2(&here, COUNT * sizeof(int)));
    if (!LAUNCH_HAS(create_context(&other)))
        SKIP();
    DRIVER(cu.cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    DRIVER(cu.cuMemAlloc_v2(&there, COUNT * sizeof(int)));
    DRIVER(cu.cuCtxSetCurrent(own()));
    launch_from_another_context(stream, there);
    /* Once more, with the results of all look-ups remembered. */
    launch_from_another_context(stream, there);
    DRIVER(cu.cuCtxSetCurrent(other));
    launch_from_another_context(f.stream, here);
    launch_from_another_context(stream, there);
    DRIVER(cu.cuMemFree_v2(there));
    REFUSES_GONE(there);
    DRIVER(cu.cuCtxSetCurrent(own()));
    f.launch.stream = stream;
    REFUSES_GONE(there);
    DRIVER(cu.cuCtxSetCurrent(other));
    DRIVER(cu.cuStreamDestroy_v2(stream));
    DRIVER(cu.cuCtxDestroy_v2(other));
    DRIVER(cu.cuCtxSetCurrent(own()));
    DRIVER(cu.cuMemFree_v2(here));
}

/* Another context is current both when it is prepared and when it is launched. */
static void a_launch_is_prepared_in_another_context(void **state)
{
    CUcontext other = NULL;
    CUstream stream;
    CUdeviceptr address;
    custub_prepared *prepared;

    (void)state;
    if (!LAUNCH_HAS(create_context(&other)))
        SKIP();
    DRIVER(cu.cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    DRIVER(cu.cuMemAlloc_v2(&address, COUNT * sizeof(int)));
    DRIVER(cu.cuCtxSetCurrent(own()));
    f.launch.stream = stream;
    launch_fill(address, COUNT, 0);
    prepared = prepare_increase(&f.kernels, &f.launch, COUNT, 2, custub_i32_view_of(address, COUNT),
                                fresh(&f.error));
    SUCCEED(f.error.status);
    SUCCEED(custub_prepared_launch(prepared, fresh(&f.error)));
    COMPARE(address, COUNT, 2);
    custub_prepared_destroy(prepared);
    DRIVER(cu.cuCtxSetCurrent(other));
    DRIVER(cu.cuMemFree_v2(address));
    DRIVER(cu.cuStreamDestroy_v2(stream));
    DRIVER(cu.cuCtxDestroy_v2(other));
    DRIVER(cu.cuCtxSetCurrent(own()));
}

/* A green context of some of the device's multiprocessors. Null, with the reason printed, if the
 * driver has none. */
static CUgreenCtx create_green(void)
{
    CUdevResource whole;
    CUdevResource part;
    CUdevResource rest;
    CUdevResourceDesc description = NULL;
    CUgreenCtx green = NULL;
    unsigned int count = 1;

    memset(&whole, 0, sizeof(whole));
    memset(&part, 0, sizeof(part));
    if (!cu.cuGreenCtxStreamCreate || !cu.cuDevSmResourceSplitByCount) {
        print_message("skipped: the driver has no green contexts\n");
        return NULL;
    }
    if (!LAUNCH_HAS(cu.cuDeviceGetDevResource(0, &whole, LAUNCH_RESOURCE_SM)) ||
        !LAUNCH_HAS(cu.cuDevSmResourceSplitByCount(&part, &count, &whole, &rest, 0, 8)) ||
        !LAUNCH_HAS(cu.cuDevResourceGenerateDesc(&description, &part, 1)) ||
        !LAUNCH_HAS(cu.cuGreenCtxCreate(&green, description, 0, LAUNCH_GREEN_DEFAULT)))
        return NULL;
    return green;
}

static void a_stream_of_a_green_context_works(void **state)
{
    CUgreenCtx green = create_green();
    CUstream stream;
    CUdeviceptr address;

    (void)state;
    if (!green)
        SKIP();
    DRIVER(cu.cuGreenCtxStreamCreate(&stream, green, CU_STREAM_NON_BLOCKING, 0));
    DRIVER(cu.cuMemAlloc_v2(&address, COUNT * sizeof(int)));
    launch_from_another_context(stream, address);
    DRIVER(cu.cuMemFree_v2(address));
    REFUSES_GONE(address);
    DRIVER(cu.cuStreamDestroy_v2(stream));
    DRIVER(cu.cuGreenCtxDestroy(green));
}

typedef struct contextless {
    CUdeviceptr data;
    const custub_kernel *kernel;
    CUresult raw;  /* the driver's own launch */
    CUresult told; /* of cuStreamGetCtx() */
    custub_status status;
    custub_status more; /* of a launch over one int more than there is */
} contextless;

/* Launches on a thread that never had a context. */
static void *launch_without_context(void *given)
{
    contextless *own = given;
    size_t n = COUNT;
    int value = 5;
    void *params[] = {&n, &value, &own->data};
    CUcontext context = NULL;

    own->told = cu.cuStreamGetCtx(f.stream, &context);
    own->raw =
        cu.cuLaunchKernel(own->kernel->function, 10, 1, 1, 128, 1, 1, 0, f.stream, params, NULL);
    own->more =
        launch_increase(&f.kernels, &f.launch, COUNT + 1, 5,
                        custub_i32_view_of(own->data, CUSTUB_COUNT_UNKNOWN), fresh(&f.error));
    own->status = launch_increase(&f.kernels, &f.launch, COUNT, 5,
                                  custub_i32_view_of(own->data, COUNT), fresh(&f.error));
    return NULL;
}

/* The driver uses the context of the stream (CUDA Driver API, cuLaunchKernel). custub does not
 * refuse what the driver launches without a current context. */
static void a_thread_without_a_context_launches_what_the_driver_launches(void **state)
{
    contextless own = {0, launch_kernel("increase"), 0, 0, CUSTUB_OK, CUSTUB_OK};
    pthread_t thread;

    (void)state;
    DRIVER(cu.cuMemAlloc_v2(&own.data, COUNT * sizeof(int)));
    launch_fill(own.data, COUNT, 0);
    assert_int_equal(pthread_create(&thread, NULL, launch_without_context, &own), 0);
    pthread_join(thread, NULL);
    print_message("without a context: cuLaunchKernel %d, cuStreamGetCtx %d, custub %s, one int "
                  "more %s\n",
                  own.raw, own.told, custub_status_name(own.status), custub_status_name(own.more));
    assert_int_not_equal(own.more, CUSTUB_OK);
    if (own.raw == CUDA_SUCCESS) {
        SUCCEED(own.status);
        assert_int_equal(own.more, CUSTUB_ERROR_BUFFER_TOO_SMALL);
        COMPARE(own.data, COUNT, 10);
    } else {
        assert_int_equal(own.status, CUSTUB_ERROR_DRIVER);
        assert_int_equal(f.error.driver_result, own.raw);
        COMPARE(own.data, COUNT, 0);
    }
    DRIVER(cu.cuMemFree_v2(own.data));
}

static void the_default_streams_work(void **state)
{
    static CUstream const streams[] = {NULL, LEGACY, PER_THREAD};
    CUdeviceptr address;

    (void)state;
    DRIVER(cu.cuMemAlloc_v2(&address, COUNT * sizeof(int)));
    custub_set_activity(remember_stream, NULL);
    for (size_t i = 0; i < sizeof(streams) / sizeof(*streams); i++) {
        f.launch.stream = streams[i];
        traced = f.stream;
        SUCCEED(launch_increase(&f.kernels, &f.launch, COUNT, 0, custub_i32_view_of(address, COUNT),
                                fresh(&f.error)));
        assert_ptr_equal(traced, streams[i]);
        IS_EXACT(address, COUNT);
    }
    custub_set_activity(NULL, NULL);
    DRIVER(cu.cuMemFree_v2(address));
}

/* A stream of 0 is the default stream that the source was compiled for. */
static void a_source_may_default_to_the_stream_of_the_thread(void **state)
{
    CUdeviceptr address;

    (void)state;
    DRIVER(cu.cuMemAlloc_v2(&address, COUNT * sizeof(int)));
    custub_set_activity(remember_stream, NULL);
    f.launch.stream = NULL;
    launch_fill(address, COUNT, 0);
    SUCCEED(per_thread_increase(&f.launch, COUNT, 4, custub_i32_view_of(address, COUNT)));
    assert_ptr_equal(traced, PER_THREAD);
    f.launch.stream = PER_THREAD;
    COMPARE(address, COUNT, 4);
    f.launch.stream = f.stream;
    SUCCEED(per_thread_increase(&f.launch, COUNT, 4, custub_i32_view_of(address, COUNT)));
    assert_ptr_equal(traced, f.stream);
    COMPARE(address, COUNT, 8);
    EXPECT(per_thread_increase(&f.launch, COUNT + 1, 4,
                               custub_i32_view_of(address, CUSTUB_COUNT_UNKNOWN)),
           CUSTUB_ERROR_BUFFER_TOO_SMALL);
    custub_set_activity(NULL, NULL);
    DRIVER(cu.cuMemFree_v2(address));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LAUNCH_TEST(a_stream_of_another_context_works),
        LAUNCH_TEST(a_launch_is_prepared_in_another_context),
        LAUNCH_TEST(a_stream_of_a_green_context_works),
        LAUNCH_TEST(a_thread_without_a_context_launches_what_the_driver_launches),
        LAUNCH_TEST(the_default_streams_work),
        LAUNCH_TEST(a_source_may_default_to_the_stream_of_the_thread),
    };

    return LAUNCH_RUN(tests);
}
