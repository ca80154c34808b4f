/* Fills and copies of buffers by the real drivers: their results, also in a captured stream, and
 * what is refused. */
#include "fresh_error.h"
#include "launch_fixture.h"
#include "odd_struct.h"

#include <custub/half.h>

#include <string.h>

#define COUNT 1000

/* Makes a zeroed buffer, and fills it from the second element to the last but one. */
#define FILLS(name, verbs, element, value)                                                         \
    do {                                                                                           \
        static element back[COUNT];                                                                \
        static const element none;                                                                 \
        const element wanted = (value);                                                            \
        name##_buffer buffer = name##_buffer_create_zeroed(COUNT, f.stream, &f.error);             \
        name##_view inside = verbs##_slice(buffer.view, 1, COUNT - 2, &f.error);                   \
        verbs##_fill(inside, wanted, f.stream, &f.error);                                          \
        verbs##_download(buffer.view, back, COUNT, f.stream, &f.error);                            \
        name##_buffer_destroy(&buffer, &f.error);                                                  \
        SUCCEED(f.error.status);                                                                   \
        for (size_t i = 0; i < COUNT; i++)                                                         \
            assert_memory_equal(&back[i], i % (COUNT - 1) ? &wanted : &none, sizeof(wanted));      \
    } while (0)

#define FILLS_SCALAR(name, element, value) FILLS(custub_##name, custub_##name, element, value)

static void fills_reach_every_element(void **state)
{
    const odd_struct odd = {1, {2, 3, 4, 5}, -6, 7};

    (void)state;
    FILLS_SCALAR(bool, bool, true);
    FILLS_SCALAR(i8, int8_t, -3);
    FILLS_SCALAR(u16, uint16_t, 0x1234);
    FILLS_SCALAR(i32, int32_t, -5);
    FILLS_SCALAR(f32, float, 0.1f);
    FILLS_SCALAR(f64, double, 0.1);
    FILLS_SCALAR(u64, uint64_t, UINT64_C(0x0123456789abcdef));
    FILLS_SCALAR(f16, custub_half, custub_half_of(1.5f));
    FILLS_SCALAR(bf16, custub_bfloat16, custub_bfloat16_of(-2));
    FILLS_SCALAR(bytes, unsigned char, 0xa5);
    FILLS(odd, odd_view, odd_struct, odd);
}

static void filled_buffers_are_launched_at(void **state)
{
    custub_i32_buffer buffer = custub_i32_buffer_create_filled(COUNT, 39, f.stream, &f.error);

    (void)state;
    launch_increase(&f.kernels, &f.launch, COUNT, 3, buffer.view, &f.error);
    SUCCEED(f.error.status);
    COMPARE(buffer.view.ptr, COUNT, 42);
    custub_i32_buffer_destroy(&buffer, NULL);
}

static void asynchronous_copies_are_ordered_in_the_stream(void **state)
{
    custub_i32_buffer first = custub_i32_buffer_create(COUNT, &f.error);
    custub_i32_buffer second = custub_i32_buffer_create_zeroed(COUNT, f.stream, &f.error);
    void *pinned;
    int *host;

    (void)state;
    DRIVER(cu.cuMemHostAlloc(&pinned, COUNT * sizeof(int), 0));
    host = (int *)pinned;
    for (int i = 0; i < COUNT; i++)
        host[i] = i;
    custub_i32_upload_async(first.view, host, COUNT, f.stream, &f.error);
    launch_increase(&f.kernels, &f.launch, COUNT, 7, first.view, &f.error);
    custub_i32_copy(second.view, first.view, COUNT - 1, f.stream, &f.error);
    custub_i32_download_async(second.view, host, COUNT, f.stream, &f.error);
    custub_stream_synchronize(f.stream, &f.error);
    SUCCEED(f.error.status);
    for (int i = 0; i < COUNT - 1; i++)
        assert_int_equal(host[i], i + 7);
    assert_int_equal(host[COUNT - 1], 0);
    custub_i32_buffer_destroy(&first, NULL);
    custub_i32_buffer_destroy(&second, NULL);
    DRIVER(cu.cuMemFreeHost(pinned));
}

/* Captures fills. Their values are overwritten before the graph runs. */
static void fill_captured(custub_f64_view doubles, odd_view odds)
{
    odd_struct odd = {1, {2, 3, 4, 5}, 6, 7};
    double value = 0.1;

    custub_f64_fill(doubles, value, f.stream, &f.error);
    odd_view_fill(odds, odd, f.stream, &f.error);
    custub_f64_zero(custub_f64_slice(doubles, 0, 1, &f.error), f.stream, &f.error);
    SUCCEED(f.error.status);
    memset(&odd, 0xff, sizeof(odd));
    memset(&value, 0xff, sizeof(value));
}

static void fills_and_copies_are_captured(void **state)
{
    static odd_struct odds_back[COUNT];
    custub_f64_buffer doubles = custub_f64_buffer_create_zeroed(COUNT, f.stream, &f.error);
    custub_f64_buffer copy = custub_f64_buffer_create_zeroed(COUNT, f.stream, &f.error);
    odd_buffer odds = odd_buffer_create_zeroed(COUNT, f.stream, &f.error);
    CUgraph graph;
    CUgraphExec exec;
    void *pinned;
    double *back;

    (void)state;
    DRIVER(cu.cuMemHostAlloc(&pinned, COUNT * sizeof(*back), 0));
    back = (double *)memset(pinned, 0, COUNT * sizeof(*back));
    DRIVER(cu.cuStreamSynchronize(f.stream));
    DRIVER(cu.cuStreamBeginCapture_v2(f.stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
    fill_captured(doubles.view, odds.view);
    custub_f64_copy(copy.view, doubles.view, COUNT, f.stream, &f.error);
    custub_f64_download_async(copy.view, back, COUNT, f.stream, &f.error);
    SUCCEED(f.error.status);
    EXPECT(custub_f64_copy(copy.view, copy.view, COUNT, f.stream, fresh(&f.error)),
           CUSTUB_ERROR_OVERLAP); /* the capture goes on */
    DRIVER(cu.cuStreamEndCapture(f.stream, &graph));
    assert_true(back[1] == 0); /* nothing has run */
    DRIVER(cu.cuGraphInstantiateWithFlags(&exec, graph, 0));
    for (int round = 0; round < 2; round++) {
        fresh(&f.error);
        custub_f64_zero(doubles.view, f.stream, &f.error);
        DRIVER(cu.cuGraphLaunch(exec, f.stream));
        odd_view_download(odds.view, odds_back, COUNT, f.stream, &f.error);
        SUCCEED(f.error.status);
        assert_true(back[0] == 0);
        for (size_t i = 1; i < COUNT; i++)
            assert_true(back[i] == 0.1 && odds_back[i].b[3] == 5 && odds_back[i].d == 7);
        memset(back, 0, COUNT * sizeof(*back));
    }
    DRIVER(cu.cuGraphExecDestroy(exec));
    DRIVER(cu.cuGraphDestroy(graph));
    DRIVER(cu.cuMemFreeHost(pinned));
    custub_f64_buffer_destroy(&doubles, NULL);
    custub_f64_buffer_destroy(&copy, NULL);
    odd_buffer_destroy(&odds, NULL);
}

/* custub refuses the copy before the driver, which would only say that a value is invalid. */
static void names(const char *doing, const char *whose, CUdeviceptr address)
{
    char wanted[CUSTUB_MESSAGE_SIZE];

    snprintf(wanted, sizeof(wanted),
             "%s: 10 elements of 4 bytes (40 bytes), the %saddress 0x%llx is not device memory "
             "(was it freed?)",
             doing, whose, address);
    assert_string_equal(f.error.message, wanted);
    assert_int_equal(f.error.driver_result, 0);
}

static void names_views_of_destroyed_buffers(void **state)
{
    static float host[10];
    custub_f32_buffer other = custub_f32_buffer_create(10, &f.error);
    custub_f32_buffer buffer = custub_f32_buffer_create(10, &f.error);
    custub_f32_view gone = buffer.view;

    (void)state;
    custub_f32_buffer_destroy(&buffer, &f.error);
    SUCCEED(f.error.status);
    if (launch_attribute(LAUNCH_PAGEABLE_MEMORY_ACCESS)) { /* any address may belong to the host */
        custub_f32_buffer_destroy(&other, NULL);
        SKIP();
    }
    EXPECT(custub_f32_upload(gone, host, 10, f.stream, &f.error), CUSTUB_ERROR_UNKNOWN_ADDRESS);
    names("uploading to a buffer", "", gone.ptr);
    EXPECT(custub_f32_download_async(gone, host, 10, f.stream, fresh(&f.error)),
           CUSTUB_ERROR_UNKNOWN_ADDRESS);
    names("downloading from a buffer", "", gone.ptr);
    EXPECT(custub_f32_fill(gone, 1, f.stream, fresh(&f.error)), CUSTUB_ERROR_UNKNOWN_ADDRESS);
    names("filling a buffer", "", gone.ptr);
    EXPECT(custub_f32_copy(gone, other.view, 10, f.stream, fresh(&f.error)),
           CUSTUB_ERROR_UNKNOWN_ADDRESS);
    names("copying between buffers", "target's ", gone.ptr);
    EXPECT(custub_f32_copy(other.view, gone, 10, f.stream, fresh(&f.error)),
           CUSTUB_ERROR_UNKNOWN_ADDRESS);
    names("copying between buffers", "source's ", gone.ptr);
    custub_f32_zero(other.view, f.stream, fresh(&f.error)); /* the context still works */
    SUCCEED(custub_stream_synchronize(f.stream, &f.error));
    custub_f32_buffer_destroy(&other, NULL);
}

/* Needs two devices. They have no peer access. */
static void buffers_are_copied_between_devices(void **state)
{
    static int back[COUNT];
    custub_i32_buffer here = custub_i32_buffer_create_filled(COUNT, 11, f.stream, &f.error);
    custub_i32_buffer there;
    custub_device *second;
    CUstream stream;

    (void)state;
    SUCCEED(f.error.status);
    if (custub_device_count(NULL) < 2) {
        print_message("skipped: one device\n");
        custub_i32_buffer_destroy(&here, NULL);
        SKIP();
    }
    custub_stream_synchronize(f.stream, &f.error);
    second = custub_device_open(1, &f.error);
    stream = custub_stream_create(&f.error);
    there = custub_i32_buffer_create_zeroed(COUNT, stream, &f.error);
    custub_i32_copy(there.view, here.view, COUNT - 1, stream, &f.error);
    custub_i32_download(there.view, back, COUNT, stream, &f.error);
    SUCCEED(f.error.status);
    assert_true(back[0] == 11 && back[COUNT - 2] == 11 && back[COUNT - 1] == 0);
    custub_i32_fill(there.view, 12, stream, &f.error);
    custub_stream_synchronize(stream, &f.error);
    custub_device_use(f.device, &f.error);
    custub_i32_copy(here.view, there.view, COUNT, f.stream, &f.error); /* by the first device */
    SUCCEED(f.error.status);
    COMPARE(here.view.ptr, COUNT, 12);
    custub_device_use(second, &f.error);
    custub_i32_buffer_destroy(&there, &f.error);
    custub_stream_destroy(stream, &f.error);
    custub_device_close(second, &f.error);
    custub_device_use(f.device, &f.error);
    custub_i32_buffer_destroy(&here, &f.error);
    SUCCEED(f.error.status);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LAUNCH_TEST(fills_reach_every_element),
        LAUNCH_TEST(filled_buffers_are_launched_at),
        LAUNCH_TEST(asynchronous_copies_are_ordered_in_the_stream),
        LAUNCH_TEST(fills_and_copies_are_captured),
        LAUNCH_TEST(names_views_of_destroyed_buffers),
        LAUNCH_TEST(buffers_are_copied_between_devices),
    };

    return LAUNCH_RUN(tests);
}
