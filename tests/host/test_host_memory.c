/* Pools, pinned and managed memory. */
#include "host_fixture.h"

#define COUNT 10000

static int32_t host[COUNT];

static bool all_are(const int32_t *numbers, size_t count, int32_t wanted)
{
    for (size_t i = 0; i < count; i++)
        if (numbers[i] != wanted)
            return false;
    return true;
}

static void buffers_in_stream_order_come_from_a_pool(void **state)
{
    CUmemoryPool pool;
    custub_i32_buffer buffer;
    custub_pool_usage usage;

    (void)state;
    pool = custub_pool_create(CUSTUB_POOL_KEEP_ALL, &error);
    for (int32_t round = 1; round < 5; round++) {
        buffer = custub_i32_buffer_create_async(COUNT, pool, stream, &error);
        custub_i32_fill(buffer.view, round, stream, &error);
        custub_i32_download(buffer.view, host, COUNT, stream, &error);
        usage = custub_pool_usage_get(pool, &error);
        SUCCEEDED();
        assert_true(usage.used >= COUNT * sizeof(*host));
        custub_i32_buffer_destroy_async(&buffer, stream, &error);
        assert_true(all_are(host, COUNT, round));
    }
    custub_stream_synchronize(stream, &error);
    assert_int_equal(custub_pool_usage_get(pool, &error).used, 0);
    custub_pool_trim(pool, 0, &error);
    assert_int_equal(custub_pool_usage_get(pool, &error).held, 0);
    custub_pool_set_threshold(pool, 0, &error);
    custub_pool_destroy(pool, &error);
    SUCCEEDED();
}

/* Both ways to free accept both kinds of memory. */
static void both_ways_free_memory_of_both_kinds(void **state)
{
    CUmemoryPool pool;
    custub_i32_buffer ordered;
    custub_i32_buffer plain;

    (void)state;
    pool = custub_pool_of_device(device, &error);
    assert_non_null(pool);
    ordered = custub_i32_buffer_create_async(COUNT, NULL, stream, &error);
    plain = custub_i32_buffer_create(COUNT, &error);
    custub_i32_fill(ordered.view, 3, stream, &error);
    custub_i32_copy(plain.view, ordered.view, COUNT, stream, &error);
    custub_i32_download(plain.view, host, COUNT, stream, &error);
    assert_true(all_are(host, COUNT, 3));
    custub_i32_buffer_destroy(&ordered, &error);
    custub_i32_buffer_destroy_async(&plain, stream, &error);
    custub_stream_synchronize(stream, &error);
    SUCCEEDED();
}

static void pinned_memory_is_copied_and_filled(void **state)
{
    custub_i32_pinned pinned;
    custub_i32_buffer buffer;

    (void)state;
    pinned = custub_i32_pinned_create(COUNT, &error);
    buffer = custub_i32_buffer_create(COUNT, &error);
    SUCCEEDED();
    for (size_t i = 0; i < COUNT; i++)
        pinned.host[i] = 5;
    custub_i32_upload_async(buffer.view, pinned.host, COUNT, stream, &error);
    custub_stream_synchronize(stream, &error);
    custub_i32_fill(pinned.view, 6, stream, &error);
    custub_i32_copy(custub_i32_slice(pinned.view, 1, 4, &error), buffer.view, 4, stream, &error);
    custub_stream_synchronize(stream, &error);
    SUCCEEDED();
    assert_int_equal(pinned.host[0], 6);
    assert_true(all_are(pinned.host + 1, 4, 5));
    assert_true(all_are(pinned.host + 5, COUNT - 5, 6));
    custub_i32_buffer_destroy(&buffer, &error);
    custub_i32_pinned_destroy(&pinned, &error);
    SUCCEEDED();
}

static void host_and_device_use_managed_memory(void **state)
{
    custub_i32_managed managed;

    (void)state;
    managed = custub_i32_managed_create(COUNT, &error);
    SUCCEEDED();
    managed.host[0] = 1;
    custub_i32_fill(custub_i32_slice(managed.view, 1, COUNT - 1, &error), 2, stream, &error);
    custub_stream_synchronize(stream, &error);
    assert_int_equal(managed.host[0], 1);
    assert_true(all_are(managed.host + 1, COUNT - 1, 2));
    custub_i32_managed_destroy(&managed, &error);
    SUCCEEDED();
}

static void frees_of_no_allocation_are_refused(void **state)
{
    custub_i32_buffer buffer;
    custub_i32_buffer again;
    CUdeviceptr ptr;

    (void)state;
    buffer = custub_i32_buffer_create(COUNT, &error);
    ptr = buffer.view.ptr;
    assert_int_equal(custub_memory_destroy(ptr + 4, &error), CUSTUB_ERROR_UNKNOWN_ADDRESS);
    assert_non_null(strstr(error.message, "4 bytes into memory of 40000 bytes"));
    again = buffer;
    custub_i32_buffer_destroy(&buffer, fresh(&error));
    SUCCEEDED();
    assert_int_equal(custub_i32_buffer_destroy(&again, &error), CUSTUB_ERROR_UNKNOWN_ADDRESS);
    assert_int_equal(custub_memory_destroy_async(ptr, stream, fresh(&error)),
                     CUSTUB_ERROR_UNKNOWN_ADDRESS);
    assert_int_equal(custub_memory_destroy_pinned(host, fresh(&error)),
                     CUSTUB_ERROR_UNKNOWN_ADDRESS);
}

/* The driver does not detect all of these. */
static void copies_past_the_end_are_refused(void **state)
{
    static int32_t more[COUNT + 1];
    custub_i32_buffer neighbours[3];

    (void)state;
    for (int i = 0; i < 3; i++)
        neighbours[i] = custub_i32_buffer_create_async(64, NULL, stream, &error);
    custub_stream_synchronize(stream, &error);
    for (int i = 0; i < 3; i++) {
        custub_i32_view longer = custub_i32_view_of(neighbours[i].view.ptr, COUNT);
        assert_int_equal(custub_i32_upload(longer, more, 65, stream, fresh(&error)),
                         CUSTUB_ERROR_OUT_OF_RANGE);
        assert_int_equal(error.needed, 65 * sizeof(*more));
        assert_int_equal(error.found, 64 * sizeof(*more));
        assert_int_equal(custub_i32_download(longer, more, 65, stream, fresh(&error)),
                         CUSTUB_ERROR_OUT_OF_RANGE);
        longer = custub_i32_slice(longer, 60, 5, fresh(&error));
        assert_int_equal(custub_i32_fill(longer, 1, stream, &error), CUSTUB_ERROR_OUT_OF_RANGE);
        assert_int_equal(error.found, 4 * sizeof(*more));
        assert_int_equal(custub_i32_upload(neighbours[i].view, more, 64, stream, fresh(&error)),
                         CUSTUB_OK);
    }
    fresh(&error);
    for (int i = 0; i < 3; i++)
        custub_i32_buffer_destroy_async(&neighbours[i], stream, &error);
    SUCCEEDED();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(buffers_in_stream_order_come_from_a_pool), TEST(both_ways_free_memory_of_both_kinds),
        TEST(pinned_memory_is_copied_and_filled),       TEST(host_and_device_use_managed_memory),
        TEST(frees_of_no_allocation_are_refused),       TEST(copies_past_the_end_are_refused),
    };

    return RUN(tests);
}
