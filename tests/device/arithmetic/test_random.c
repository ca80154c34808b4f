/* Random numbers in kernels (<curand_kernel.h>), on the CPU driver and on a GPU, which
 * CUSTUB_DRIVER in the environment chooses, against the algorithms as their authors published them.
 */
#include "device_fixture.h"
#include "random.custub.h"

#include <math.h>
#include <stdint.h>

#define THREADS 64
#define SEED    UINT64_C(0x123456789abcdef)

static random_kernels kernels;

/* Marsaglia's xorwow (2003), seeded as cuRAND does it. */
typedef struct xorwow {
    uint32_t v[5];
    uint32_t d;
} xorwow;

static xorwow xorwow_of(uint64_t seed)
{
    const uint32_t t0 = 1099087573u * ((uint32_t)seed ^ 0xaad26b49u);
    const uint32_t t1 = 2591861531u * ((uint32_t)(seed >> 32) ^ 0xf7dcefddu);
    const xorwow state = {
        {123456789u + t0, 362436069u ^ t0, 521288629u + t1, 88675123u ^ t1, 5783321u + t0},
        6615241u + t1 + t0};

    return state;
}

static uint32_t next_of(xorwow *state)
{
    const uint32_t t = state->v[0] ^ state->v[0] >> 2;

    for (int i = 0; i < 4; i++)
        state->v[i] = state->v[i + 1];
    state->v[4] = state->v[4] ^ state->v[4] << 4 ^ t ^ t << 1;
    state->d += 362437u;
    return state->v[4] + state->d;
}

/* Philox4x32-10 (Salmon and others, "Parallel Random Numbers: As Easy as 1, 2, 3", 2011). */
static void philox_of(uint32_t counter[4], uint32_t key0, uint32_t key1)
{
    for (int round = 0; round < 10; round++) {
        const uint64_t first = UINT64_C(0xD2511F53) * counter[0];
        const uint64_t second = UINT64_C(0xCD9E8D57) * counter[2];
        counter[0] = (uint32_t)(second >> 32) ^ counter[1] ^ key0;
        counter[2] = (uint32_t)(first >> 32) ^ counter[3] ^ key1;
        counter[1] = (uint32_t)second;
        counter[3] = (uint32_t)first;
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
}

static custub_u32_buffer room_of(size_t count)
{
    custub_u32_buffer buffer = custub_u32_buffer_create(count, &fixture_error);

    succeed(fixture_error.status);
    return buffer;
}

static void read_words(custub_u32_buffer *buffer, uint32_t *host)
{
    succeed(custub_u32_download(buffer->view, host, buffer->view.count, 0, &fixture_error));
    custub_u32_buffer_destroy(buffer, NULL);
}

static void makes_the_numbers_of_xorwow(void **state)
{
    uint32_t host[4 * THREADS];
    custub_launch launch = one_block(THREADS);
    custub_u32_buffer out = room_of(4 * THREADS);

    (void)state;
    succeed(launch_xorwow(&kernels, &launch, SEED, out.view, &fixture_error));
    read_words(&out, host);
    for (size_t i = 0; i < THREADS; i++) {
        xorwow expected = xorwow_of(SEED + i);
        for (size_t j = 0; j < 4; j++)
            assert_int_equal(host[4 * i + j], next_of(&expected));
    }
}

static void makes_the_numbers_of_philox(void **state)
{
    uint32_t host[4 * THREADS];
    custub_launch launch = one_block(THREADS);
    custub_u32_buffer out = room_of(4 * THREADS);

    (void)state;
    succeed(launch_philox(&kernels, &launch, SEED, out.view, &fixture_error));
    read_words(&out, host);
    for (uint32_t i = 0; i < THREADS; i++) {
        uint32_t counter[4] = {1, 0, i, 0}; /* the fifth number, of sequence i */
        philox_of(counter, (uint32_t)SEED, (uint32_t)(SEED >> 32));
        for (uint32_t j = 0; j < 4; j++)
            assert_int_equal(host[4 * i + j], counter[j]);
    }
}

static void skips_numbers(void **state)
{
    uint32_t host[2 * THREADS];
    custub_launch launch = one_block(THREADS);
    custub_u32_buffer out = room_of(2 * THREADS);
    xorwow expected = xorwow_of(SEED);

    (void)state;
    succeed(launch_skipped(&kernels, &launch, SEED, out.view, &fixture_error));
    read_words(&out, host);
    for (int i = 0; i < 37; i++)
        next_of(&expected);
    assert_int_equal(host[0], next_of(&expected));
    for (size_t i = 0; i < THREADS; i++) {
        assert_int_equal(host[2 * i], host[2 * i + 1]);
        assert_true(i == 0 || host[2 * i] != host[0]);
    }
}

/* In (0, 1]: cuRAND Library, "curand_uniform". */
static double uniform_of(uint32_t number)
{
    return (double)number * 0x1p-32 + 0x1p-33;
}

static void check_distributions(const float *uniform, const double *doubles, const float *normal)
{
    for (size_t i = 0; i < THREADS; i++) {
        xorwow numbers = xorwow_of(SEED + i);
        double radius, angle;
        assert_true(fabs(uniform[i] - uniform_of(next_of(&numbers))) < 1e-7);
        next_of(&numbers); /* a double takes two */
        next_of(&numbers);
        assert_true(doubles[i] > 0 && doubles[i] <= 1);
        radius = sqrt(-2 * log(uniform_of(next_of(&numbers))));
        angle = uniform_of(next_of(&numbers)) * 2 * acos(-1);
        assert_true(fabs(normal[2 * i] - radius * sin(angle)) < 1e-5);
        assert_true(fabs(normal[2 * i + 1] - radius * cos(angle)) < 1e-5);
    }
}

static void distributes_as_documented(void **state)
{
    float uniform[THREADS], normal[2 * THREADS];
    double doubles[THREADS];
    custub_launch launch = one_block(THREADS);
    custub_f32_buffer uniform_buffer, normal_buffer;
    custub_f64_buffer double_buffer;

    (void)state;
    uniform_buffer = custub_f32_buffer_create(THREADS, &fixture_error);
    double_buffer = custub_f64_buffer_create(THREADS, &fixture_error);
    normal_buffer = custub_f32_buffer_create(2 * THREADS, &fixture_error);
    succeed(launch_distributions(&kernels, &launch, SEED, uniform_buffer.view, double_buffer.view,
                                 normal_buffer.view, &fixture_error));
    succeed(custub_f32_download(uniform_buffer.view, uniform, uniform_buffer.view.count, 0,
                                &fixture_error));
    succeed(custub_f64_download(double_buffer.view, doubles, double_buffer.view.count, 0,
                                &fixture_error));
    succeed(custub_f32_download(normal_buffer.view, normal, normal_buffer.view.count, 0,
                                &fixture_error));
    check_distributions(uniform, doubles, normal);
    custub_f32_buffer_destroy(&uniform_buffer, NULL);
    custub_f64_buffer_destroy(&double_buffer, NULL);
    custub_f32_buffer_destroy(&normal_buffer, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(makes_the_numbers_of_xorwow),
        cmocka_unit_test(makes_the_numbers_of_philox),
        cmocka_unit_test(skips_numbers),
        cmocka_unit_test(distributes_as_documented),
    };
    int failed = open_fixture();

    if (failed)
        return failed;
    kernels = random_load(&fixture_error);
    succeed(fixture_error.status);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    random_unload(&kernels, NULL);
    custub_device_close(fixture_device, NULL);
    return failed;
}
