/* Atomic functions of every type and scope lose no update, and device variables keep their values.
 * Runs on the CPU driver or on a GPU, as CUSTUB_DRIVER in the environment says. */
#include "device_fixture.h"
#include "atomics.custub.h"
#include "fresh_error.h"

#include <string.h>

#define THREADS 200
#define SUM     (THREADS * (THREADS - 1) / 2)

static atomics_kernels kernels;

static uint32_t xor_of_all(void)
{
    uint32_t word = 0;

    for (uint32_t i = 0; i < THREADS; i++)
        word ^= i;
    return word;
}

static void updates_int_in_each_scope(void **state)
{
    custub_launch launch = one_block(THREADS);
    int32_t host[27] = {0};
    int32_t old[THREADS];
    int seen[THREADS] = {0};
    custub_i32_buffer out = numbers_of(27);
    custub_i32_buffer before = numbers_of(THREADS);

    (void)state;
    for (int i = 0; i < 3; i++)
        host[12 + i] = -1;
    succeed(custub_i32_upload(out.view, host, out.view.count, 0, &fixture_error));
    succeed(launch_update_int(&kernels, &launch, out.view, before.view, &fixture_error));
    read_numbers(&out, host);
    read_numbers(&before, old);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(host[i], SUM);
        assert_int_equal(host[3 + i], -SUM);
        assert_int_equal(host[6 + i], -(THREADS - 1));
        assert_int_equal(host[9 + i], THREADS - 1);
        assert_int_equal((uint32_t)host[12 + i], 0x80000000u);
        assert_int_equal(host[15 + i], 0x7fffffff);
        assert_int_equal((uint32_t)host[18 + i], xor_of_all());
        assert_in_range(host[24 + i], 1, THREADS); /* depends on the order of the threads */
    }
    assert_int_equal(host[22], 7);
    assert_int_equal(host[23], 7);
    seen[host[21]]++; /* each value was seen once; 0 twice, as it was the initial value */
    for (int i = 0; i < THREADS; i++)
        seen[old[i]]++;
    assert_int_equal(seen[0], 2);
    for (int i = 1; i < THREADS; i++)
        assert_int_equal(seen[i], 1);
}

static void updates_unsigned_in_each_scope(void **state)
{
    custub_launch launch = one_block(THREADS);
    uint32_t host[21] = {0};
    custub_u32_buffer out;

    (void)state;
    for (int i = 0; i < 3; i++)
        host[6 + i] = UINT32_MAX;
    out = custub_u32_buffer_create(21, &fixture_error);
    succeed(custub_u32_upload(out.view, host, out.view.count, 0, &fixture_error));
    succeed(launch_update_unsigned(&kernels, &launch, out.view, &fixture_error));
    succeed(custub_u32_download(out.view, host, out.view.count, 0, &fixture_error));
    for (int i = 0; i < 3; i++) {
        assert_int_equal(host[i], SUM);
        assert_int_equal(host[3 + i], 0u - SUM);
        assert_int_equal(host[6 + i], UINT32_MAX - (THREADS - 1));
        assert_int_equal(host[9 + i], UINT32_MAX);
        assert_int_equal(host[12 + i], THREADS % 10); /* 0 to 9, and 0 again */
        assert_int_equal(host[15 + i], (10 - THREADS % 10) % 10);
        assert_int_equal(host[18 + i], xor_of_all());
    }
    custub_u32_buffer_destroy(&out, NULL);
}

static void updates_long_in_each_scope(void **state)
{
    custub_launch launch = one_block(THREADS);
    uint64_t host[24] = {0};
    int64_t signed_host[6] = {0};
    custub_u64_buffer out;
    custub_i64_buffer signed_out;

    (void)state;
    memset(host + 3, 0xff, 3 * sizeof(*host));
    memset(host + 9, 0xff, 3 * sizeof(*host));
    out = custub_u64_buffer_create(24, &fixture_error);
    signed_out = custub_i64_buffer_create(6, &fixture_error);
    succeed(custub_u64_upload(out.view, host, out.view.count, 0, &fixture_error));
    succeed(
        custub_i64_upload(signed_out.view, signed_host, signed_out.view.count, 0, &fixture_error));
    succeed(launch_update_long(&kernels, &launch, out.view, signed_out.view, &fixture_error));
    succeed(custub_u64_download(out.view, host, out.view.count, 0, &fixture_error));
    succeed(custub_i64_download(signed_out.view, signed_host, signed_out.view.count, 0,
                                &fixture_error));
    for (int i = 0; i < 3; i++) {
        assert_true(host[i] == (uint64_t)SUM << 32);
        assert_true(host[3 + i] == ~((uint64_t)(THREADS - 1) << 32));
        assert_true(host[6 + i] == (uint64_t)(THREADS - 1) << 32);
        assert_true(host[9 + i] == UINT64_C(1) << 63);
        assert_true(host[12 + i] == UINT64_MAX >> 1);
        assert_true(host[15 + i] == (uint64_t)xor_of_all() << 32);
        assert_true(host[18 + i] == 7);
        assert_true(host[21 + i] == 5);
        assert_true(signed_host[i] == -((int64_t)(THREADS - 1) << 32));
        assert_true(signed_host[3 + i] == (int64_t)(THREADS - 1) << 32);
    }
    custub_u64_buffer_destroy(&out, NULL);
    custub_i64_buffer_destroy(&signed_out, NULL);
}

static void adds_reals_in_each_scope(void **state)
{
    custub_launch launch = one_block(THREADS);
    float host[6] = {0};
    double precise[3] = {0};
    custub_f32_buffer f;
    custub_f64_buffer d;

    (void)state;
    f = custub_f32_buffer_create(6, &fixture_error);
    d = custub_f64_buffer_create(3, &fixture_error);
    succeed(custub_f32_upload(f.view, host, f.view.count, 0, &fixture_error));
    succeed(custub_f64_upload(d.view, precise, d.view.count, 0, &fixture_error));
    succeed(launch_update_real(&kernels, &launch, f.view, d.view, &fixture_error));
    succeed(custub_f32_download(f.view, host, f.view.count, 0, &fixture_error));
    succeed(custub_f64_download(d.view, precise, d.view.count, 0, &fixture_error));
    for (int i = 0; i < 3; i++) {
        assert_true(host[i] == THREADS * 0.5f);
        assert_true(host[3 + i] == 2.5f);
        assert_true(precise[i] == THREADS * 0.25);
    }
    custub_f32_buffer_destroy(&f, NULL);
    custub_f64_buffer_destroy(&d, NULL);
}

static void updates_sixteen_bits_and_pairs(void **state)
{
    static const float expected[] = {THREADS * 0.5f + 1, THREADS * 0.5f + 1, THREADS * 0.25f + 2,
                                     THREADS * 0.5f + 1, THREADS * 0.5f + 1, THREADS * 0.25f + 2};
    custub_launch launch = one_block(THREADS);
    uint16_t words[2] = {5, 77};
    float host[6];
    custub_u16_buffer word_buffer;
    custub_f32_buffer halves;

    (void)state;
    word_buffer = custub_u16_buffer_create(2, &fixture_error);
    halves = custub_f32_buffer_create(6, &fixture_error);
    succeed(custub_u16_upload(word_buffer.view, words, word_buffer.view.count, 0, &fixture_error));
    succeed(launch_update_short(&kernels, &launch, word_buffer.view, halves.view, &fixture_error));
    succeed(
        custub_u16_download(word_buffer.view, words, word_buffer.view.count, 0, &fixture_error));
    succeed(custub_f32_download(halves.view, host, halves.view.count, 0, &fixture_error));
    assert_int_equal(words[0], 5 + THREADS);
    assert_int_equal(words[1], 77);
    for (int i = 0; i < 6; i++) /* partial sums have 8 bits at most, so they are exact */
        assert_true(host[i] == expected[i]);
    custub_u16_buffer_destroy(&word_buffer, NULL);
    custub_f32_buffer_destroy(&halves, NULL);
}

static void updates_vectors_and_sixteen_bytes(void **state)
{
    custub_launch launch = one_block(THREADS);
    uint64_t words[4] = {0, 1000, 0, 0};
    float vectors[6] = {0};
    custub_f32_buffer vector_buffer;
    custub_u64_buffer word_buffer;
    custub_status status;

    (void)state;
    vector_buffer = custub_f32_buffer_create(6, &fixture_error);
    word_buffer = custub_u64_buffer_create(4, &fixture_error);
    succeed(custub_f32_upload(vector_buffer.view, vectors, vector_buffer.view.count, 0,
                              &fixture_error));
    succeed(custub_u64_upload(word_buffer.view, words, word_buffer.view.count, 0, &fixture_error));
    status = launch_update_wide(&kernels, &launch, vector_buffer.view, word_buffer.view,
                                fresh(&fixture_error));
    if (status == CUSTUB_ERROR_KERNEL_ABSENT) { /* before compute capability 9.0 */
        fresh(&fixture_error);
        skip();
    }
    succeed(status);
    succeed(custub_f32_download(vector_buffer.view, vectors, vector_buffer.view.count, 0,
                                &fixture_error));
    succeed(
        custub_u64_download(word_buffer.view, words, word_buffer.view.count, 0, &fixture_error));
    for (int i = 0; i < 6; i++)
        assert_true(vectors[i] == (float)(THREADS * (i + 1)));
    assert_true(words[0] == THREADS && words[1] == 1000 - THREADS);
    assert_true(words[2] == 3 && words[3] == 4);
    custub_f32_buffer_destroy(&vector_buffer, NULL);
    custub_u64_buffer_destroy(&word_buffer, NULL);
}

static void variables_keep_what_kernels_leave(void **state)
{
    static const int32_t expected[] = {9, 0, 0, 12, 16, 4, 6, 16, 24, 4, 12, 1, 1};
    custub_launch launch = one_block(1);
    int32_t host[13];

    (void)state;
    for (int run = 0; run < 3; run++) {
        custub_i32_buffer out = numbers_of(13);
        succeed(launch_use_variables(&kernels, &launch, out.view, &fixture_error));
        read_numbers(&out, host);
        assert_int_equal(host[1], 100 + run);
        assert_int_equal(host[2], 10 + run);
        for (int i = 3; i < 13; i++)
            assert_int_equal(host[i], expected[i]);
        assert_int_equal(host[0], expected[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(updates_int_in_each_scope),
        cmocka_unit_test(updates_unsigned_in_each_scope),
        cmocka_unit_test(updates_long_in_each_scope),
        cmocka_unit_test(adds_reals_in_each_scope),
        cmocka_unit_test(updates_sixteen_bits_and_pairs),
        cmocka_unit_test(updates_vectors_and_sixteen_bytes),
        cmocka_unit_test(variables_keep_what_kernels_leave),
    };
    int failed = open_fixture();

    if (failed)
        return failed;
    kernels = atomics_load(&fixture_error);
    succeed(fixture_error.status);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
