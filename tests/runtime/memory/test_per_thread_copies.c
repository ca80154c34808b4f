/* Stream 0 of copies and fills is the per-thread stream of a program that asks for it, on the
 * recording driver. The other tests of this folder have the legacy stream. */
#define CUDA_API_PER_THREAD_DEFAULT_STREAM
#include "memory_fixture.h"

#define PER_THREAD ((CUstream)0x2) /* CU_STREAM_PER_THREAD */

/* Lets a test tell the next call from the one before. */
static void forget_stream(CUdeviceptr address)
{
    custub_memory_zero(custub_memory_of(address, 1, 4), NULL, &error);
    assert_null(recording_last_stream());
}

static CUstream last(void)
{
    assert_false(custub_failed(&error));
    return recording_last_stream();
}

static void stream_0_is_the_per_thread_stream(void **state)
{
    float host[4] = {1, 2, 3, 4};
    custub_f32_buffer zeroed = custub_f32_buffer_create_zeroed(4, NULL, &error);
    const custub_pitch dense = custub_pitch_of(0, 0);
    const custub_box box = custub_box_of(2, 2, 1);
    custub_f32_buffer filled;
    custub_f32_buffer uploaded;
    custub_f32_buffer ordered;

    (void)state;
    assert_ptr_equal(last(), PER_THREAD);
    forget_stream(zeroed.view.ptr);
    filled = custub_f32_buffer_create_filled(4, 1, NULL, &error);
    assert_ptr_equal(last(), PER_THREAD);
#define CALL(call)                                                                                 \
    do {                                                                                           \
        forget_stream(zeroed.view.ptr);                                                            \
        (call);                                                                                    \
        assert_ptr_equal(last(), PER_THREAD);                                                      \
    } while (0)
    CALL(uploaded = custub_f32_buffer_create_uploaded(host, 4, NULL, &error));
    CALL(custub_f32_zero(zeroed.view, NULL, &error));
    CALL(custub_f32_fill(zeroed.view, 2, NULL, &error));
    CALL(custub_f32_upload(zeroed.view, host, 4, NULL, &error));
    CALL(custub_f32_upload_async(zeroed.view, host, 4, NULL, &error));
    CALL(custub_f32_download(zeroed.view, host, 4, NULL, &error));
    CALL(custub_f32_download_async(zeroed.view, host, 4, NULL, &error));
    CALL(custub_f32_copy(filled.view, zeroed.view, 4, NULL, &error));
    CALL(custub_f32_upload_box(zeroed.view, dense, host, dense, box, NULL, &error));
    CALL(custub_f32_upload_box_async(zeroed.view, dense, host, dense, box, NULL, &error));
    CALL(custub_f32_download_box(zeroed.view, dense, host, dense, box, NULL, &error));
    CALL(custub_f32_download_box_async(zeroed.view, dense, host, dense, box, NULL, &error));
    CALL(custub_f32_copy_box(filled.view, dense, zeroed.view, dense, box, NULL, &error));
    CALL(ordered = custub_f32_buffer_create_async(4, NULL, NULL, &error));
    CALL(custub_f32_buffer_destroy_async(&ordered, NULL, &error));
    custub_f32_buffer_destroy(&zeroed, NULL);
    custub_f32_buffer_destroy(&filled, NULL);
    custub_f32_buffer_destroy(&uploaded, NULL);
}

/* The untyped functions are not inline: for them stream 0 is the legacy stream. */
static void other_streams_are_passed_as_they_are(void **state)
{
    float host[4] = {1, 2, 3, 4};
    custub_f32_buffer buffer = custub_f32_buffer_create(4, &error);
    CUstream stream = custub_stream_create(&error);

    (void)state;
    custub_f32_upload(buffer.view, host, 4, stream, &error);
    assert_ptr_equal(last(), stream);
    custub_f32_fill(buffer.view, 2, (CUstream)0x1, &error);
    assert_ptr_equal(last(), (CUstream)0x1); /* CU_STREAM_LEGACY */
    custub_memory_zero(custub_memory_of(buffer.view.ptr, 4, 4), NULL, &error);
    assert_ptr_equal(last(), NULL);
    custub_stream_destroy(stream, NULL);
    custub_f32_buffer_destroy(&buffer, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(stream_0_is_the_per_thread_stream),
        TEST(other_streams_are_passed_as_they_are),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
