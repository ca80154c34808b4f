/* Eight threads launch through one loaded struct: with a generated function, dynamically, from one
 * shared prepared launch and from their own; valid launches and invalid ones. Takes one second, or
 * CUSTUB_TEST_SECONDS. Mainly for the thread sanitizer. */
#define _POSIX_C_SOURCE 200809L

#include <custub/custub.h>

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "recording_driver.h"
#include "sample_library.h"

#define X       ((CUdeviceptr)0x7f0000000000) /* addresses, far apart */
#define Y       ((CUdeviceptr)0x7f0001000000)
#define THREADS 8

static custub_kernel kernels[SAMPLE_COUNT];
static custub_prepared *shared_by_all;
static atomic_bool over;
static atomic_size_t launched, traced, watched, wrong;

static void expect(custub_status found, custub_status wanted)
{
    if (found != wanted)
        atomic_fetch_add(&wrong, 1);
    if (wanted == CUSTUB_OK)
        atomic_fetch_add(&launched, 1);
}

static void count_launch(const custub_activity *activity, void *user)
{
    (void)user;
    if (activity->launch && activity->status == CUSTUB_OK)
        atomic_fetch_add(&traced, 1);
}

static void count_activity(const custub_activity *activity, void *user)
{
    (void)user;
    if (activity->begin <= activity->end && activity->name)
        atomic_fetch_add(&watched, 1);
    else
        atomic_fetch_add(&wrong, 1);
}

static custub_argument floats(CUdeviceptr ptr)
{
    return custub_argument_buffer(CUSTUB_SCALAR_F32, ptr, 1000);
}

/* One round of everything; `seed` makes the threads ask for different things. */
static void launch_all(unsigned int seed, custub_prepared *own)
{
    custub_error error = custub_error_none();
    custub_launch launch = custub_launch_of(4, 256);
    custub_argument n = custub_argument_u64(seed % 1000);
    custub_argument arguments[] = {custub_argument_u64(1000), custub_argument_f32(1), floats(X),
                                   floats(Y)};
    custub_argument data[] = {custub_argument_i32(8),
                              custub_argument_buffer(CUSTUB_SCALAR_I32, X, 8)};
    custub_argument null = custub_argument_buffer(CUSTUB_SCALAR_F32, 0, 0);

    launch.check = seed % 2 ? CUSTUB_CHECK_WHOLE : CUSTUB_CHECK_CONTRACT;
    expect(sample_launch_saxpy(kernels, &launch, 1000, 1, custub_f32_view_of(X, 1000),
                               custub_f32_view_of(Y, 1000), fresh(&error)),
           CUSTUB_OK);
    expect(sample_launch_saxpy(kernels, &launch, 1000, 1, custub_f32_view_of(X, 999),
                               custub_f32_view_of(Y, 1000), fresh(&error)),
           CUSTUB_ERROR_COUNT_TOO_SMALL);
    expect(custub_kernel_launch(&kernels[SAXPY], &launch, 4, arguments, fresh(&error)), CUSTUB_OK);
    expect(custub_kernel_launch(&kernels[SAXPY], &launch, 3, arguments, fresh(&error)),
           CUSTUB_ERROR_ARGUMENT_COUNT);
    expect(custub_kernel_launch(&kernels[TOGETHER], &launch, 2, data, fresh(&error)), CUSTUB_OK);
    expect(custub_prepared_launch(shared_by_all, fresh(&error)), CUSTUB_OK);
    if (custub_prepared_set(own, 0, &n, fresh(&error)))
        atomic_fetch_add(&wrong, 1);
    expect(custub_prepared_launch(own, fresh(&error)), CUSTUB_OK);
    launch.shared = 50000 + seed % 100000; /* opted in to while others launch */
    expect(custub_kernel_launch(&kernels[DYNAMIC], &launch, 1, &null, fresh(&error)), CUSTUB_OK);
}

/* Makes activities, and asks what launches ask. */
static void do_more(unsigned int seed)
{
    custub_error error = custub_error_none();
    CUdeviceptr memory = custub_memory_create(seed % 100 + 1, 4, &error);
    const custub_dim3 block = custub_block(seed % 8 * 128 + 32, 1, 1);

    if (custub_occupancy_get(&kernels[DYNAMIC], block, seed % 60000, &error).multiprocessors != 132)
        atomic_fetch_add(&wrong, 1);
    custub_memory_destroy(memory, &error);
    if (custub_failed(&error))
        atomic_fetch_add(&wrong, 1);
}

static void *run(void *index)
{
    unsigned int seed = (unsigned int)(uintptr_t)index * 7919;
    custub_argument arguments[] = {custub_argument_u64(1000), custub_argument_f32(1), floats(X),
                                   floats(Y)};
    custub_launch launch = custub_launch_of(4, 256);
    custub_prepared *own;

    recording_use_device(0);
    while (!atomic_load(&over)) {
        own = custub_kernel_prepare(&kernels[SAXPY], &launch, 4, arguments, NULL);
        if (!own) {
            atomic_fetch_add(&wrong, 1);
            return NULL;
        }
        for (int i = 0; i < 100; i++)
            launch_all(seed += 104729, own);
        do_more(seed);
        custub_prepared_destroy(own);
    }
    return NULL;
}

static int seconds(void)
{
    const char *word = getenv("CUSTUB_TEST_SECONDS");

    return word && atoi(word) > 0 ? atoi(word) : 1;
}

static void threads_launch_through_one_loaded_struct(void **state)
{
    custub_argument arguments[] = {custub_argument_u64(1000), custub_argument_f32(1), floats(X),
                                   floats(Y)};
    custub_launch launch = custub_launch_of(4, 256);
    custub_library *library;
    time_t end;
    pthread_t threads[THREADS];

    (void)state;
    recording_reset();
    assert_int_equal(custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL), CUSTUB_OK);
    library = sample_load(kernels);
    recording_add_range(X, 4000, false);
    recording_add_range(Y, 4000, false);
    shared_by_all = custub_kernel_prepare(&kernels[SAXPY], &launch, 4, arguments, NULL);
    assert_non_null(shared_by_all);
    end = time(NULL) + seconds();
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run, (void *)i), 0);
    /* Observers come and go meanwhile. */
    for (int i = 0; time(NULL) <= end; i++) {
        const struct timespec pause = {0, 10000000};
        custub_set_activity(i % 3 ? i % 3 == 1 ? count_launch : count_activity : NULL, NULL);
        custub_set_sync(i % 3 == 0);
        custub_set_check(i % 5 ? CUSTUB_CHECK_WHOLE : CUSTUB_CHECK_CONTRACT);
        nanosleep(&pause, NULL);
    }
    atomic_store(&over, true);
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    custub_set_activity(NULL, NULL);
    custub_set_sync(0);
    assert_int_equal(wrong, 0);
    assert_true(launched > 0);
    assert_int_equal(recording_launch_count(), launched);
    assert_true(traced > 0 && watched > 0);
    assert_true(recording_opted_in("dynamic", 0) > 50000);
    custub_prepared_destroy(shared_by_all);
    custub_library_close(library, NULL);
    assert_int_equal(recording_alive(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_launch_through_one_loaded_struct)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
