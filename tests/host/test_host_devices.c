/* Devices: their properties, their schedule, and several of them in one program. */
#include "host_fixture.h"

#include <pthread.h>

#define COUNT 100000

static void devices_tell_what_they_are(void **state)
{
    custub_device_memory memory;
    int capability;
    int major;

    (void)state;
    capability = custub_device_compute_capability(device, &error);
    major = custub_device_attribute(device, 75, &error);
    memory = custub_device_memory_get(device, &error);
    SUCCEEDED();
    assert_int_equal(capability / 10, major);
    assert_true(memory.total > 0 && memory.free <= memory.total);
    assert_int_equal(custub_device_attribute(device, CUSTUB_DEVICE_WARP_SIZE, &error), 32);
    assert_true(custub_device_attribute(device, CUSTUB_DEVICE_MULTIPROCESSORS, &error) > 0);
    assert_int_equal(custub_device_attribute(device, CUSTUB_DEVICE_HAS_MEMORY_POOLS, &error), 1);
    assert_int_equal(custub_device_attribute(device, CUSTUB_DEVICE_HAS_MANAGED_MEMORY, &error), 1);
    SUCCEEDED();
    custub_device_attribute(device, 100000, &error);
    assert_int_equal(error.status, CUSTUB_ERROR_DRIVER);
}

static void schedules_can_be_set(void **state)
{
    (void)state;
    custub_device_set_schedule(device, CUSTUB_SCHEDULE_BLOCK, &error);
    custub_stream_synchronize(stream, &error);
    custub_device_set_schedule(device, CUSTUB_SCHEDULE_AUTO, &error);
    custub_device_synchronize(device, &error);
    SUCCEEDED();
}

static void a_device_is_not_its_own_peer(void **state)
{
    (void)state;
    assert_int_equal(custub_device_enable_access(device, device, &error), CUSTUB_ERROR_DRIVER);
    fresh(&error);
    custub_device_disable_access(device, device, &error); /* does nothing: it was not enabled */
    SUCCEEDED();
}

static void *forget_to_bind(void *seen)
{
    custub_f32_buffer buffer = custub_f32_buffer_create(4, seen);

    custub_f32_buffer_destroy(&buffer, NULL);
    return NULL;
}

static void a_forgotten_binding_says_what_to_call(void **state)
{
    custub_error seen = custub_error_none();
    pthread_t thread;

    (void)state;
    assert_int_equal(pthread_create(&thread, NULL, forget_to_bind, &seen), 0);
    pthread_join(thread, NULL);
    assert_int_equal(seen.status, CUSTUB_ERROR_DRIVER);
    assert_non_null(strstr(seen.message, "custub_device_use()"));
}

/* A thread's work on one device, and the sum of the numbers that it reads back. */
typedef struct worker {
    int ordinal;
    double sum;
    custub_error error;
} worker;

static void *work(void *argument)
{
    worker *own = argument;
    custub_device *mine = custub_device_open(own->ordinal, &own->error);
    CUstream private_stream = custub_stream_create(&own->error);
    float *host = calloc(COUNT, sizeof(*host));
    custub_f32_buffer buffer = custub_f32_buffer_create_filled(COUNT, (float)(own->ordinal + 1),
                                                               private_stream, &own->error);

    custub_f32_download(buffer.view, host, host ? COUNT : 0, private_stream, &own->error);
    for (int i = 0; host && i < COUNT; i++)
        own->sum += (double)host[i];
    custub_f32_buffer_destroy(&buffer, &own->error);
    custub_stream_destroy(private_stream, &own->error);
    custub_device_close(mine, &own->error);
    free(host);
    return NULL;
}

static void each_thread_uses_a_device(void **state)
{
    worker workers[8];
    pthread_t threads[8];
    int count = custub_device_count(&error);

    (void)state;
    for (int i = 0; i < 8; i++) {
        workers[i].ordinal = i % count;
        workers[i].sum = 0;
        workers[i].error = custub_error_none();
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 8; i++) {
        assert_string_equal(workers[i].error.message, "");
        assert_int_equal((int)workers[i].sum, COUNT * (workers[i].ordinal + 1));
    }
}

static void copies_cross_devices_with_and_without_access(void **state)
{
    static int32_t host[COUNT];
    custub_device *other;
    custub_i32_buffer here;
    custub_i32_buffer there;

    (void)state;
    if (custub_device_count(&error) < 2) {
        print_message("skipped: there is one device\n");
        skip();
    }
    here = custub_i32_buffer_create_filled(COUNT, 7, stream, &error);
    custub_stream_synchronize(stream, &error);
    other = custub_device_open(1, &error);
    there = custub_i32_buffer_create_zeroed(COUNT, NULL, &error);
    custub_device_synchronize(other, &error);
    custub_device_use(device, &error);
    for (int with_access = 0; with_access < 2; with_access++) {
        if (with_access && custub_device_can_access(device, other, &error))
            custub_device_enable_access(device, other, &error);
        custub_i32_copy(there.view, here.view, COUNT, stream, &error);
        custub_i32_zero(here.view, stream, &error);
        custub_i32_copy(here.view, there.view, COUNT, stream, &error);
        custub_i32_download(here.view, host, COUNT, stream, &error);
        SUCCEEDED();
        assert_true(host[0] == 7 && host[COUNT - 1] == 7);
    }
    custub_device_disable_access(device, other, &error);
    custub_i32_buffer_destroy(&here, &error);
    custub_i32_buffer_destroy(&there, &error);
    custub_device_close(other, &error);
    SUCCEEDED();
}

/* A pool grants access to its memory itself. */
static void a_pool_gives_access(void **state)
{
    custub_device *other;
    CUmemoryPool pool;
    custub_i32_buffer buffer;

    (void)state;
    if (custub_device_count(&error) < 2) {
        print_message("skipped: there is one device\n");
        skip();
    }
    other = custub_device_open(1, &error);
    custub_device_use(device, &error);
    pool = custub_pool_create(0, &error);
    buffer = custub_i32_buffer_create_async(COUNT, pool, stream, &error);
    if (custub_device_can_access(other, device, &error)) {
        custub_pool_set_access(pool, other, true, &error);
        SUCCEEDED();
        custub_stream_synchronize(stream, &error);
        custub_device_use(other, &error);
        custub_i32_fill(buffer.view, 1, NULL, &error);
        custub_device_synchronize(other, &error);
        custub_device_use(device, &error);
        custub_pool_set_access(pool, other, false, &error);
    }
    custub_i32_buffer_destroy_async(&buffer, stream, &error);
    custub_stream_synchronize(stream, &error);
    custub_pool_destroy(pool, &error);
    custub_device_close(other, &error);
    SUCCEEDED();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(devices_tell_what_they_are),   TEST(schedules_can_be_set),
        TEST(a_device_is_not_its_own_peer), TEST(a_forgotten_binding_says_what_to_call),
        TEST(each_thread_uses_a_device),    TEST(copies_cross_devices_with_and_without_access),
        TEST(a_pool_gives_access),
    };

    return RUN(tests);
}
