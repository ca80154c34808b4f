/* Eight threads use the whole host side at once while the program's settings change: devices,
 * streams, memory, graphs, textures and kernels of their own, and shared kernels. A test for the
 * thread sanitizer (the preset tsan). */
#define _DEFAULT_SOURCE

#include "launch_fixture.h"
#include "fresh_error.h"

#include "tables.custub.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define THREADS 8
#define COUNT   1000

typedef struct worker {
    pthread_t thread;
    int index;
    int rounds;
    custub_error error; /* the first failure */
    const char *wrong;  /* a result, or null */
} worker;

static tables_kernels tables; /* shared by all threads */
static custub_prepared *prepared_by_all;
static custub_i32_buffer increased_by_all;
static atomic_bool over;
static atomic_size_t traced;

static void count_launch(const custub_activity *activity, void *user)
{
    if (activity->launch)
        atomic_fetch_add((atomic_size_t *)user, 1);
}

static void check(worker *own, bool right, const char *what)
{
    if (!right && !own->wrong)
        own->wrong = what;
}

/* Records a fault unless all numbers are `wanted`. */
static void check_all(worker *own, custub_i32_view view, CUstream stream, int wanted)
{
    int numbers[COUNT];

    memset(numbers, 0, sizeof(numbers));
    custub_i32_download(view, numbers, COUNT, stream, &own->error);
    for (int i = 0; i < COUNT && !custub_failed(&own->error); i++)
        check(own, numbers[i] == wanted, "launches");
}

/* --- Parts of a round ------------------------------------------------------------------------ */

/* Right and wrong launches at every level, with given and with computed shapes. */
static void launch_each_way(worker *own, const launching_kernels *kernels, CUstream stream)
{
    custub_i32_buffer data = custub_i32_buffer_create_zeroed(COUNT, stream, &own->error);
    custub_prepared *prepared;
    custub_error refused;
    custub_launch launch;

    for (custub_check level = CUSTUB_CHECK_WHOLE; level <= CUSTUB_CHECK_NONE; level++) {
        launch = custub_launch_default();
        launch.stream = stream;
        launch.check = level;
        launch_increase(kernels, &launch, COUNT, 1, data.view, &own->error);
        launch.grid = custub_grid(8, 1, 1);
        launch.block = custub_block(128, 1, 1);
        launch_increase(kernels, &launch, COUNT, 2, data.view, &own->error);
    }
    launch.check = CUSTUB_CHECK_WHOLE;
    refused = custub_error_none();
    launch_increase(kernels, &launch, COUNT + 1, 1, custub_i32_view_of(data.view.ptr, COUNT + 1),
                    &refused);
    check(own, refused.status == CUSTUB_ERROR_BUFFER_TOO_SMALL, "a refusal");
    prepared = prepare_increase(kernels, &launch, COUNT, 1, data.view, &own->error);
    custub_prepared_launch(prepared, &own->error);
    check_all(own, data.view, stream, 10);
    custub_prepared_destroy(prepared);
    custub_i32_buffer_destroy(&data, &own->error);
}

static void use_shared_kernels(worker *own, CUstream stream)
{
    custub_f32_buffer x = custub_f32_buffer_create_filled(COUNT, 3, stream, &own->error);
    custub_f32_buffer y = custub_f32_buffer_create(COUNT, &own->error);
    custub_launch launch = custub_launch_for(COUNT);
    custub_occupancy occupancy;
    float weights[16];

    launch.stream = stream;
    memset(weights, 0, sizeof(weights));
    tables_weights_download(&tables, weights, 16, stream, &own->error);
    check(own, custub_failed(&own->error) || weights[15] == 15, "a variable");
    launch_weigh(&tables, &launch, COUNT, x.view, y.view, &own->error);
    custub_prepared_launch(prepared_by_all, &own->error);
    occupancy =
        custub_occupancy_get(launch_kernel("increase"), custub_block(128, 1, 1), 0, &own->error);
    check(own, occupancy.blocks > 0, "an occupancy");
    custub_stream_synchronize(stream, &own->error);
    custub_f32_buffer_destroy(&y, &own->error);
    custub_f32_buffer_destroy(&x, &own->error);
}

static void use_memory(worker *own, CUstream stream)
{
    CUmemoryPool pool = custub_pool_create(0, &own->error);
    custub_i32_buffer ordered = custub_i32_buffer_create_async(COUNT, pool, stream, &own->error);
    custub_i32_pinned pinned = custub_i32_pinned_create(COUNT, &own->error);
    custub_i32_managed managed = custub_i32_managed_create(COUNT, &own->error);
    custub_pitch pitch = custub_pitch_of(0, 0);
    custub_i32_buffer rows = custub_i32_buffer_create_pitched(10, 10, &pitch, &own->error);

    custub_i32_fill(ordered.view, own->index, stream, &own->error);
    custub_i32_download_async(ordered.view, pinned.host, COUNT, stream, &own->error);
    custub_i32_copy(managed.view, ordered.view, COUNT, stream, &own->error);
    custub_stream_synchronize(stream, &own->error);
    if (!custub_failed(&own->error))
        check(own, pinned.host[COUNT - 1] == own->index && managed.host[0] == own->index, "copies");
    custub_i32_upload_box(rows.view, pitch, pinned.host, custub_pitch_of(0, 0),
                          custub_box_of(10, 10, 1), stream, &own->error);
    custub_i32_buffer_destroy(&rows, &own->error);
    custub_i32_managed_destroy(&managed, &own->error);
    custub_i32_pinned_destroy(&pinned, &own->error);
    custub_i32_buffer_destroy_async(&ordered, stream, &own->error);
    custub_stream_synchronize(stream, &own->error);
    custub_pool_destroy(pool, &own->error);
}

static void be_called(void *user)
{
    atomic_fetch_add((atomic_int *)user, 1);
}

static void use_streams_and_graphs(worker *own, CUstream stream)
{
    CUstream other = custub_stream_create(&own->error);
    CUevent start = custub_event_create_timed(&own->error);
    CUevent end = custub_event_create_timed(&own->error);
    custub_i32_buffer data = custub_i32_buffer_create_zeroed(COUNT, stream, &own->error);
    custub_launch launch = custub_launch_of(8, 128);
    atomic_int calls = 0;
    CUgraph graph = NULL;
    CUgraphExec exec;

    custub_event_record(start, stream, &own->error);
    launch.stream = stream;
    custub_stream_synchronize(stream, &own->error);
    if (custub_capture_begin(stream, &own->error) == CUSTUB_OK) {
        launch_increase(&f.kernels, &launch, COUNT, 1, data.view, &own->error);
        graph = custub_capture_end(stream, &own->error);
    }
    exec = custub_graph_instantiate(graph, &own->error);
    custub_graph_launch(exec, stream, &own->error);
    custub_graph_launch(exec, stream, &own->error);
    custub_graph_update(exec, graph, &own->error);
    custub_event_record(end, stream, &own->error);
    custub_stream_wait(other, end, &own->error);
    custub_stream_call(other, be_called, &calls, &own->error);
    custub_stream_synchronize(other, &own->error);
    if (!custub_failed(&own->error))
        check(own, calls == 1 && !custub_event_is_pending(end, &own->error), "an event");
    custub_event_elapsed(start, end, &own->error);
    check_all(own, data.view, stream, 2);
    custub_graph_exec_destroy(exec, &own->error);
    custub_graph_destroy(graph, &own->error);
    custub_i32_buffer_destroy(&data, &own->error);
    custub_event_destroy(end, &own->error);
    custub_event_destroy(start, &own->error);
    custub_stream_destroy(other, &own->error);
}

static void use_textures(worker *own, CUstream stream)
{
    const custub_texel texel = custub_texel_of(CUSTUB_TEXEL_F32, 1);
    custub_array array = custub_array_create(texel, 8, 8, 0, CUSTUB_ARRAY_SURFACE, &own->error);
    custub_texture_object texture = custub_texture_of_array(array, NULL, &own->error);
    custub_surface_object surface = custub_surface_of_array(array, &own->error);
    float there[64], back[64];

    for (int i = 0; i < 64; i++)
        there[i] = (float)(own->index + i);
    memset(back, 0, sizeof(back));
    custub_array_upload(array, there, 0, stream, &own->error);
    custub_array_download(array, back, 0, stream, &own->error);
    custub_stream_synchronize(stream, &own->error);
    check(own, custub_failed(&own->error) || memcmp(there, back, sizeof(there)) == 0, "an array");
    custub_surface_object_destroy(&surface, &own->error);
    custub_texture_object_destroy(&texture, &own->error);
    custub_array_destroy(&array, &own->error);
}

/* The CPU driver refuses both at once, so the thread sanitizer only sees the refusals. On a GPU
 * both run, compilation only with NVRTC. */
static void compile_and_link(void)
{
    static const char ptx[] = ".version 7.0\n.target sm_80\n.address_size 64\n"
                              ".visible .func nothing() { ret; }\n";
    static const custub_image parts[] = {{"ptx", ptx, sizeof(ptx)}, {NULL, NULL, 0}};
    static const custub_jit_program program = {
        .name = "nothing.cu", .source = "extern \"C\" __global__ void nothing() {}"};
    custub_image image = custub_jit_compile(&program, NULL);

    custub_image_free(&image);
    image = custub_link(parts, NULL, NULL);
    custub_image_free(&image);
}

/* --- A thread -------------------------------------------------------------------------------- */

static void do_all(worker *own, CUstream stream)
{
    launching_kernels kernels = launching_load(&own->error);

    launch_each_way(own, &kernels, stream);
    launch_each_way(own, &f.kernels, stream);
    use_shared_kernels(own, stream);
    use_memory(own, stream);
    use_streams_and_graphs(own, stream);
    use_textures(own, stream);
    compile_and_link();
    launching_unload(&kernels, &own->error);
}

static void *work(void *given)
{
    worker *own = given;
    custub_device *device = custub_device_open(0, &own->error);
    CUstream stream = custub_stream_create(&own->error);

    while (!atomic_load(&over) && !custub_failed(&own->error)) {
        do_all(own, stream);
        own->rounds++;
    }
    custub_stream_destroy(stream, &own->error);
    custub_device_close(device, &own->error);
    return NULL;
}

static void change_settings(int round)
{
    custub_set_activity(round % 2 ? count_launch : NULL, &traced);
    custub_set_sync(round % 3 == 0);
    custub_set_check(round % 5 ? CUSTUB_CHECK_WHOLE : CUSTUB_CHECK_CONTRACT);
}

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double time_to_work(void)
{
    const char *word = getenv("CUSTUB_TEST_SECONDS");

    return word && atoi(word) > 0 ? atoi(word) : 0.5;
}

static void share(void)
{
    float weights[16];

    increased_by_all = custub_i32_buffer_create_zeroed(COUNT, f.stream, fresh(&f.error));
    f.launch = custub_launch_of(8, 128);
    f.launch.stream = f.stream;
    prepared_by_all =
        prepare_increase(&f.kernels, &f.launch, COUNT, 1, increased_by_all.view, &f.error);
    tables = tables_load(&f.error);
    for (int i = 0; i < 16; i++)
        weights[i] = (float)i;
    tables_weights_upload(&tables, weights, 16, f.stream, &f.error);
    SUCCEED(custub_stream_synchronize(f.stream, &f.error));
}

static void end_sharing(int launches)
{
    worker all = {0};

    check_all(&all, increased_by_all.view, f.stream, launches);
    assert_null(all.wrong);
    SUCCEED(tables_unload(&tables, fresh(&f.error)));
    custub_prepared_destroy(prepared_by_all);
    SUCCEED(custub_i32_buffer_destroy(&increased_by_all, fresh(&f.error)));
}

static void eight_threads_use_the_whole_host_side(void **state)
{
    static worker workers[THREADS];
    int launches = 0;
    double end;

    (void)state;
    share();
    end = seconds() + time_to_work();
    for (int i = 0; i < THREADS; i++) {
        workers[i].index = i;
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (int round = 0; seconds() < end; round++) {
        change_settings(round);
        usleep(10000);
    }
    atomic_store(&over, true);
    for (int i = 0; i < THREADS; i++)
        pthread_join(workers[i].thread, NULL);
    change_settings(1);
    custub_set_activity(NULL, NULL);
    for (int i = 0; i < THREADS; i++) {
        launches += workers[i].rounds;
        if (workers[i].wrong || custub_failed(&workers[i].error))
            fail_msg("thread %d: %s %s", i, workers[i].error.message,
                     workers[i].wrong ? workers[i].wrong : "");
    }
    end_sharing(launches);
    assert_true(launches >= THREADS && traced > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {LAUNCH_TEST(eight_threads_use_the_whole_host_side)};

    setenv("CUSTUB_LEAKS", "1", 1); /* lists all allocations, and reports those that are left */
    return LAUNCH_RUN(tests);
}
