/* Threads that poll see what others do: threads of their own block, other blocks, other kernels.
 * Runs on the CPU driver or on a GPU, as CUSTUB_DRIVER in the environment says. */
#include "device_fixture.h"
#include "spins.custub.h"

#include <string.h>

static spins_kernels kernels;

static custub_launch blocks_of(unsigned blocks, unsigned threads)
{
    custub_launch launch = one_block(threads);

    launch.grid = custub_grid(blocks, 1, 1);
    return launch;
}

static int32_t read_number(custub_i32_buffer *buffer)
{
    int32_t number;

    read_numbers(buffer, &number);
    return number;
}

static void a_volatile_flag_is_seen_by_the_whole_block(void **state)
{
    int32_t host[256];
    custub_launch launch = one_block(256);
    custub_i32_buffer out = numbers_of(256);

    (void)state;
    succeed(launch_wait_for_flag(&kernels, &launch, out.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 256; i++)
        assert_int_equal(host[i], 42);
}

static void each_thread_takes_the_lock(void **state)
{
    custub_launch launch = blocks_of(16, 128);
    custub_i32_buffer lock = numbers_of(1);
    custub_i32_buffer count = numbers_of(1);

    (void)state;
    succeed(launch_take_turns_at_lock(&kernels, &launch, lock.view, count.view, &fixture_error));
    assert_int_equal(read_number(&count), 16 * 128);
    assert_int_equal(read_number(&lock), 0);
}

static void threads_run_in_the_order_that_they_ask_for(void **state)
{
    int32_t host[64];
    int32_t first = 64;
    custub_launch launch = one_block(64);
    custub_i32_buffer baton = numbers_of(1);
    custub_i32_buffer out = numbers_of(64);

    (void)state;
    succeed(custub_i32_upload(baton.view, &first, baton.view.count, 0, &fixture_error));
    succeed(launch_pass_backwards(&kernels, &launch, baton.view, out.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 64; i++)
        assert_int_equal(host[i], i + 1);
    assert_int_equal(read_number(&baton), 0);
}

static void blocks_meet_at_a_barrier_made_by_hand(void **state)
{
    int32_t host[16 * 128];
    custub_launch launch = blocks_of(16, 128);
    custub_i32_buffer arrived = numbers_of(1);
    custub_i32_buffer numbers = numbers_of(16 * 128);
    custub_i32_buffer out = numbers_of(16 * 128);

    (void)state;
    succeed(launch_meet_by_hand(&kernels, &launch, arrived.view, numbers.view, out.view,
                                &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 16 * 128; i++)
        assert_int_equal(host[i], (i + 8 * 128) % (16 * 128));
    assert_int_equal(read_number(&arrived), 16);
    custub_i32_buffer_destroy(&numbers, NULL);
}

/* Many more blocks than threads that run them, so pieces of several blocks must be split up. */
static void all_threads_of_all_blocks_meet(void **state)
{
    int32_t host[64 * 64];
    custub_launch launch = blocks_of(64, 64);
    custub_i32_buffer arrived = numbers_of(1);
    custub_i32_buffer out = numbers_of(64 * 64);

    (void)state;
    succeed(launch_meet_by_hand_all(&kernels, &launch, arrived.view, out.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 64 * 64; i++)
        assert_int_equal(host[i], i);
    assert_int_equal(read_number(&arrived), 64 * 64);
}

/* As many kernels wait as the device may have threads. */
static void a_kernel_waits_for_another_one(void **state)
{
    enum { WAITING = 6 };
    CUstream streams[WAITING + 1];
    custub_i32_buffer number = numbers_of(1);
    custub_i32_buffer out[WAITING];
    custub_launch launch = one_block(64);
    int32_t host[64];

    (void)state;
    for (int i = 0; i <= WAITING; i++)
        streams[i] = custub_stream_create(&fixture_error);
    for (int i = 0; i < WAITING; i++)
        out[i] = numbers_of(64);
    for (int i = 0; i < WAITING; i++) {
        launch.stream = streams[i];
        succeed(
            launch_wait_for_others(&kernels, &launch, number.view, out[i].view, &fixture_error));
    }
    launch.stream = streams[WAITING];
    launch.block = custub_block(1, 1, 1);
    succeed(launch_write_number(&kernels, &launch, number.view, 7, &fixture_error));
    for (int i = 0; i <= WAITING; i++)
        succeed(custub_stream_synchronize(streams[i], &fixture_error));
    for (int i = 0; i < WAITING; i++) {
        read_numbers(&out[i], host);
        assert_int_equal(host[63], 7);
    }
    for (int i = 0; i <= WAITING; i++)
        custub_stream_destroy(streams[i], NULL);
    custub_i32_buffer_destroy(&number, NULL);
}

static void two_flags_are_polled_in_turn(void **state)
{
    int32_t host[64];
    custub_launch launch = one_block(64);
    custub_i32_buffer flags = numbers_of(2);
    custub_i32_buffer out = numbers_of(64);

    (void)state;
    succeed(launch_wait_for_two(&kernels, &launch, flags.view, out.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 64; i++)
        assert_int_equal(host[i], 2);
    custub_i32_buffer_destroy(&flags, NULL);
}

static void a_loop_by_compare_and_swap_finds_the_greatest(void **state)
{
    enum { COUNT = 10000 };
    static float host[COUNT];
    custub_f32_buffer x;
    custub_i32_buffer most = numbers_of(1);
    custub_launch launch = blocks_of((COUNT + 255) / 256, 256);
    int32_t bits;
    float found;

    (void)state;
    for (int i = 0; i < COUNT; i++)
        host[i] = (float)(i * 7919 % COUNT);
    x = custub_f32_buffer_create(COUNT, &fixture_error);
    succeed(custub_f32_upload(x.view, host, x.view.count, 0, &fixture_error));
    succeed(launch_greatest(&kernels, &launch, COUNT, x.view, most.view, &fixture_error));
    bits = read_number(&most);
    memcpy(&found, &bits, sizeof(found));
    assert_true(found == (float)(COUNT - 1));
    custub_f32_buffer_destroy(&x, NULL);
}

/* Interrupting a long-running thread does not change its results. */
static void interrupted_threads_go_on_where_they_were(void **state)
{
    enum { THREADS = 96, ROUNDS = 100000000 };
    static uint32_t host[2 * THREADS];
    custub_u32_buffer out;
    custub_launch launch = one_block(THREADS);

    (void)state;
    out = custub_u32_buffer_create(2 * THREADS, &fixture_error);
    succeed(launch_work_unevenly(&kernels, &launch, ROUNDS, out.view, &fixture_error));
    succeed(custub_u32_download(out.view, host, out.view.count, 0, &fixture_error));
    custub_u32_buffer_destroy(&out, NULL);
    for (uint32_t i = 0; i < THREADS; i++) {
        uint32_t number = i + 1;
        for (int round = 0; round < (i == 0 ? ROUNDS : 10); round++)
            number = number * 1664525u + 1013904223u;
        assert_int_equal(host[i], number);
        assert_int_equal(host[THREADS + THREADS - 1 - i], number);
    }
}

static void a_warp_passes_buffers_to_another(void **state)
{
    enum { TILES = 100 };
    static int32_t host[TILES * 32];
    int32_t sums[32];
    custub_i32_buffer x, out;
    custub_launch launch = one_block(64);

    (void)state;
    for (int i = 0; i < TILES * 32; i++)
        host[i] = i * 7919 % 1000;
    x = custub_i32_buffer_create(TILES * 32, &fixture_error);
    succeed(custub_i32_upload(x.view, host, x.view.count, 0, &fixture_error));
    out = custub_i32_buffer_create(32, &fixture_error);
    succeed(launch_hand_over(&kernels, &launch, TILES, x.view, out.view, &fixture_error));
    succeed(custub_i32_download(out.view, sums, out.view.count, 0, &fixture_error));
    custub_i32_buffer_destroy(&x, NULL);
    custub_i32_buffer_destroy(&out, NULL);
    for (int lane = 0; lane < 32; lane++) {
        int32_t sum = 0;
        for (int tile = 0; tile < TILES; tile++)
            sum += host[tile * 32 + 31 - lane] * (tile + 1);
        assert_int_equal(sums[lane], sum);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_volatile_flag_is_seen_by_the_whole_block),
        cmocka_unit_test(each_thread_takes_the_lock),
        cmocka_unit_test(threads_run_in_the_order_that_they_ask_for),
        cmocka_unit_test(blocks_meet_at_a_barrier_made_by_hand),
        cmocka_unit_test(all_threads_of_all_blocks_meet),
        cmocka_unit_test(a_kernel_waits_for_another_one),
        cmocka_unit_test(two_flags_are_polled_in_turn),
        cmocka_unit_test(a_loop_by_compare_and_swap_finds_the_greatest),
        cmocka_unit_test(a_warp_passes_buffers_to_another),
        cmocka_unit_test(interrupted_threads_go_on_where_they_were),
    };
    int failed = open_fixture();

    if (failed)
        return failed;
    kernels = spins_load(&fixture_error);
    succeed(fixture_error.status);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
