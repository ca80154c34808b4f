/* Eight threads launch through one loaded struct, each into a stream of its own. Right launches
 * have their results, wrong ones are refused. */
#include "launch_fixture.h"
#include "fresh_error.h"

#include <pthread.h>
#include <string.h>

#define THREADS 8
#define ROUNDS  200
#define COUNT   1000

typedef struct worker {
    pthread_t thread;
    int index;
    CUdeviceptr data;
    custub_launch launch;
    custub_error error;
    const char *failed; /* what went wrong, or null */
} worker;

/* Records the first unexpected status. */
static void expect(worker *own, custub_status status, custub_status wanted, const char *what)
{
    if (status != wanted && !own->failed)
        own->failed = what;
}

static void launch_round(worker *own, custub_prepared *prepared)
{
    size_t n = COUNT + (size_t)own->index;
    custub_i32_view view = custub_i32_view_of(own->data, CUSTUB_COUNT_UNKNOWN);

    expect(own, launch_increase(&f.kernels, &own->launch, n, 1, view, fresh(&own->error)),
           CUSTUB_OK, "a launch");
    expect(own, launch_increase(&f.kernels, &own->launch, n + 1, 1, view, fresh(&own->error)),
           CUSTUB_ERROR_BUFFER_TOO_SMALL, "a buffer that is too small");
    if (own->error.found != n * sizeof(int) && !own->failed)
        own->failed = "the record of another launch";
    expect(own, custub_prepared_launch(prepared, fresh(&own->error)), CUSTUB_OK,
           "a prepared launch");
    expect(own,
           launch_increase(&f.kernels, &own->launch, n, 1, custub_i32_view_of(0, n),
                           fresh(&own->error)),
           CUSTUB_ERROR_NULL_POINTER, "a null pointer");
}

static void *work(void *given)
{
    worker *own = given;
    size_t n = COUNT + (size_t)own->index;
    custub_prepared *prepared;

    own->launch = custub_launch_default();
    expect(own, custub_device_use(f.device, &own->error), CUSTUB_OK, "the device's context");
    own->launch.stream = custub_stream_create(&own->error);
    expect(own, own->error.status, CUSTUB_OK, "a stream");
    prepared = prepare_increase(&f.kernels, &own->launch, n, 10 + own->index,
                                custub_i32_view_of(own->data, n), &own->error);
    expect(own, own->error.status, CUSTUB_OK, "preparing");
    for (int i = 0; i < ROUNDS && !own->failed; i++)
        launch_round(own, prepared);
    expect(own, custub_stream_synchronize(own->launch.stream, fresh(&own->error)), CUSTUB_OK,
           "waiting");
    custub_prepared_destroy(prepared);
    custub_stream_destroy(own->launch.stream, NULL);
    return NULL;
}

static void every_stream_has_its_own_results(void **state)
{
    worker workers[THREADS];

    (void)state;
    memset(workers, 0, sizeof(workers));
    for (int i = 0; i < THREADS; i++) {
        size_t count = COUNT + (size_t)i;
        workers[i].index = i;
        DRIVER(cu.cuMemAlloc_v2(&workers[i].data, count * sizeof(int)));
        launch_fill(workers[i].data, count, 0);
    }
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(workers[i].thread, NULL);
    for (int i = 0; i < THREADS; i++) {
        if (workers[i].failed)
            fail_msg("thread %d, %s: %s", i, workers[i].failed, workers[i].error.message);
        COMPARE(workers[i].data, COUNT + (size_t)i, ROUNDS * (11 + i));
        DRIVER(cu.cuMemFree_v2(workers[i].data));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {LAUNCH_TEST(every_stream_has_its_own_results)};

    return LAUNCH_RUN(tests);
}
