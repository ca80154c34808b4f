/* libcu++ in kernels: threads wait by barriers, pipelines, latches, semaphores and atomics, on the
 * CPU driver and on a GPU, which CUSTUB_DRIVER in the environment chooses. */
#include "device_fixture.h"
#include "standard_library.custub.h"

static standard_library_kernels kernels;

static void threads_meet_at_a_barrier(void **state)
{
    int32_t host[128];
    custub_launch launch = one_block(128);
    custub_i32_buffer out = numbers_of(128);

    (void)state;
    succeed(launch_meet_at_barrier(&kernels, &launch, out.view, 5, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 128; i++)
        assert_int_equal(host[i], (i + 5) % 128);
}

static void a_pipeline_waits_for_its_copies(void **state)
{
    int32_t in[128];
    int32_t host[128];
    custub_launch launch = one_block(64);
    custub_i32_buffer out = numbers_of(128);
    custub_i32_buffer from;

    (void)state;
    for (int i = 0; i < 128; i++)
        in[i] = 900 + i;
    from = custub_i32_buffer_create(128, &fixture_error);
    succeed(custub_i32_upload(from.view, in, from.view.count, 0, &fixture_error));
    succeed(launch_copy_and_wait(&kernels, &launch, out.view, from.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 64; i++) {
        assert_int_equal(host[2 * i], in[63 - i]);
        assert_int_equal(host[2 * i + 1], in[64 + 63 - i]);
    }
    custub_i32_buffer_destroy(&from, NULL);
}

static void updates_atomics_in_each_scope(void **state)
{
    uint32_t sums[6] = {0};
    custub_launch launch = one_block(64);
    custub_u32_buffer out;

    (void)state;
    launch.grid = custub_grid(4, 1, 1);
    out = custub_u32_buffer_create(6, &fixture_error);
    succeed(custub_u32_upload(out.view, sums, out.view.count, 0, &fixture_error));
    succeed(launch_update_atomics(&kernels, &launch, out.view, &fixture_error));
    succeed(custub_u32_download(out.view, sums, out.view.count, 0, &fixture_error));
    custub_u32_buffer_destroy(&out, NULL);
    assert_int_equal(sums[0], 4 * 64);
    assert_int_equal(sums[1], 63);
    for (int i = 0; i < 4; i++)
        assert_int_equal(sums[2 + i], 63 * 32);
}

static custub_i32_buffer numbers_from(const int32_t *host, size_t count)
{
    custub_i32_buffer buffer = custub_i32_buffer_create(count, &fixture_error);

    succeed(custub_i32_upload(buffer.view, host, buffer.view.count, 0, &fixture_error));
    return buffer;
}

static void a_completion_runs_once_in_a_phase(void **state)
{
    int32_t host[96];
    custub_launch launch = one_block(96);
    custub_i32_buffer out = numbers_of(96);

    (void)state;
    succeed(launch_complete_phases(&kernels, &launch, out.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 96; i++)
        assert_int_equal(host[i], 4);
}

static void threads_drop_out_of_a_barrier(void **state)
{
    int32_t host[64];
    custub_launch launch = one_block(64);
    custub_i32_buffer out = numbers_of(64);

    (void)state;
    succeed(launch_drop_out(&kernels, &launch, out.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 64; i++)
        assert_int_equal(host[i], i % 2 ? 0 : 1 + 2 + 3);
}

static void phases_are_waited_for_by_parity_and_with_a_limit(void **state)
{
    int32_t host[96];
    custub_launch launch = one_block(96);
    custub_i32_buffer out = numbers_of(96);

    (void)state;
    succeed(launch_wait_by_parity(&kernels, &launch, out.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 96; i++)
        assert_int_equal(host[i], 11);
}

static void the_grid_meets_at_a_barrier_in_memory(void **state)
{
    enum { BLOCKS = 8, THREADS = 64, COUNT = BLOCKS * THREADS };
    int32_t host[2 * COUNT];
    custub_launch launch = one_block(1);
    custub_i32_buffer room = numbers_of(64);
    custub_i32_buffer out = numbers_of(2 * COUNT);

    (void)state;
    succeed(launch_make_barrier(&kernels, &launch, custub_bytes_view_of(room.view.ptr, 256), COUNT,
                                &fixture_error));
    launch.grid = custub_grid(BLOCKS, 1, 1);
    launch.block = custub_block(THREADS, 1, 1);
    succeed(launch_meet_in_grid(&kernels, &launch, custub_bytes_view_of(room.view.ptr, 256),
                                out.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(host[i], COUNT - 1 - i);
    custub_i32_buffer_destroy(&room, NULL);
}

static void a_barrier_waits_for_copies(void **state)
{
    int32_t in[256];
    int32_t host[256];
    custub_launch launch = one_block(256);
    custub_i32_buffer out = numbers_of(256);
    custub_i32_buffer from;

    (void)state;
    for (int i = 0; i < 256; i++)
        in[i] = 77 * i;
    from = numbers_from(in, 256);
    succeed(launch_copy_with_barrier(&kernels, &launch, out.view, from.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 256; i++)
        assert_int_equal(host[i], in[255 - i]);
    custub_i32_buffer_destroy(&from, NULL);
}

enum { PIECES = 7, PIECE = 64 };

static void pieces(int32_t *in)
{
    for (int i = 0; i < PIECES * PIECE; i++)
        in[i] = 3 * i + 1;
}

static void a_pipeline_has_producers_and_consumers(void **state)
{
    int32_t in[PIECES * PIECE];
    int32_t host[PIECES * PIECE];
    custub_launch launch = one_block(32 + PIECE);
    custub_i32_buffer out = numbers_of(PIECES * PIECE);
    custub_i32_buffer from;

    (void)state;
    pieces(in);
    from = numbers_from(in, PIECES * PIECE);
    succeed(
        launch_produce_and_consume(&kernels, &launch, out.view, from.view, PIECES, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < PIECES * PIECE; i++)
        assert_int_equal(host[i], 2 * in[i / PIECE * PIECE + 63 - i % PIECE]);
    custub_i32_buffer_destroy(&from, NULL);
}

static void a_pipeline_is_shared_by_all(void **state)
{
    int32_t in[PIECES * PIECE];
    int32_t host[PIECES * PIECE];
    custub_launch launch = one_block(PIECE);
    custub_i32_buffer out = numbers_of(PIECES * PIECE);
    custub_i32_buffer from;

    (void)state;
    pieces(in);
    from = numbers_from(in, PIECES * PIECE);
    succeed(launch_share_pipeline(&kernels, &launch, out.view, from.view, PIECES, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < PIECES * PIECE; i++)
        assert_int_equal(host[i], in[i / PIECE * PIECE + 63 - i % PIECE]);
    custub_i32_buffer_destroy(&from, NULL);
}

static void an_atomic_is_waited_for(void **state)
{
    int32_t host[64];
    custub_launch launch = one_block(64);
    custub_i32_buffer out = numbers_of(64);

    (void)state;
    succeed(launch_wait_for_number(&kernels, &launch, out.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 64; i++)
        assert_int_equal(host[i], 63 - i);
}

static void semaphores_let_in_as_many_as_they_count(void **state)
{
    int32_t host[48];
    custub_launch launch = one_block(48);
    custub_i32_buffer out = numbers_of(48);

    (void)state;
    succeed(launch_enter_by_semaphore(&kernels, &launch, out.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 48; i++)
        assert_int_equal(host[i], 1048);
}

static void types_of_cuda_std_wait_too(void **state)
{
    int32_t host[80];
    custub_launch launch = one_block(80);
    custub_i32_buffer out = numbers_of(80);

    (void)state;
    succeed(launch_wait_by_std(&kernels, &launch, out.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 80; i++)
        assert_int_equal(host[i], 80);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_meet_at_a_barrier),
        cmocka_unit_test(a_pipeline_waits_for_its_copies),
        cmocka_unit_test(updates_atomics_in_each_scope),
        cmocka_unit_test(a_completion_runs_once_in_a_phase),
        cmocka_unit_test(threads_drop_out_of_a_barrier),
        cmocka_unit_test(phases_are_waited_for_by_parity_and_with_a_limit),
        cmocka_unit_test(the_grid_meets_at_a_barrier_in_memory),
        cmocka_unit_test(a_barrier_waits_for_copies),
        cmocka_unit_test(a_pipeline_has_producers_and_consumers),
        cmocka_unit_test(a_pipeline_is_shared_by_all),
        cmocka_unit_test(an_atomic_is_waited_for),
        cmocka_unit_test(semaphores_let_in_as_many_as_they_count),
        cmocka_unit_test(types_of_cuda_std_wait_too),
    };
    int failed = open_fixture();

    if (failed)
        return failed;
    kernels = standard_library_load(&fixture_error);
    succeed(fixture_error.status);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
