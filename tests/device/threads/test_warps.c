/* The functions of a warp have CUDA's results: on the CPU driver and on a GPU, which CUSTUB_DRIVER
 * in the environment chooses. */
#include "device_fixture.h"
#include "warps.custub.h"

#include <string.h>

#define THREADS 80 /* two and a half warps */

static warps_kernels kernels;

/* The lane from which a thread reads (PTX, shfl.sync). `form` 0 is __shfl_sync, then _up_, _down_
 * and _xor_. -1: the lane does not exist, and the result is undefined. */
static int source_of(int thread, int form, int operand, int width)
{
    int lane = thread % 32;
    int start = lane / width * width;
    int bits = operand & 31;
    int source = lane;

    if (form == 0)
        source = start + (bits & (width - 1));
    else if (form == 1 && lane - bits >= start)
        source = lane - bits;
    else if (form == 2 && lane + bits < start + width)
        source = lane + bits;
    else if (form == 3 && (lane ^ bits) < start + width)
        source = lane ^ bits;
    source += thread - lane;
    return source < THREADS ? source : -1;
}

static const int operands[] = {0, 1, 3, 5, 16, 31, 32, 33, -1};
static const int widths[] = {32, 16, 8, 2, 1};

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

#define DEFINE_SHUFFLE_TEST(test, kernel, elements, type, value_of)                                \
    static void test(void **state)                                                                 \
    {                                                                                              \
        type host[4 * THREADS];                                                                    \
        custub_launch launch = one_block(THREADS);                                                 \
        elements##_buffer out;                                                                     \
                                                                                                   \
        (void)state;                                                                               \
        out = elements##_buffer_create(4 * THREADS, &fixture_error);                               \
        for (int i = 0; i < COUNT(operands) * COUNT(widths); i++) {                                \
            int operand = operands[i / COUNT(widths)];                                             \
            int width = widths[i % COUNT(widths)];                                                 \
            succeed(launch_##kernel(&kernels, &launch, out.view, operand, width, &fixture_error)); \
            succeed(elements##_download(out.view, host, out.view.count, 0, &fixture_error));       \
            for (int at = 0; at < 4 * THREADS; at++) {                                             \
                int source = source_of(at / 4, at % 4, operand, width);                            \
                if (source >= 0 && host[at] != (value_of))                                         \
                    fail_msg("thread %d, form %d, operand %d, width %d", at / 4, at % 4, operand,  \
                             width);                                                               \
            }                                                                                      \
        }                                                                                          \
        elements##_buffer_destroy(&out, NULL);                                                     \
    }

DEFINE_SHUFFLE_TEST(shuffles_ints, shuffle_int, custub_i32, int32_t, 1000 + source)
DEFINE_SHUFFLE_TEST(shuffles_doubles, shuffle_double, custub_f64, double, 1000.5 + source)
DEFINE_SHUFFLE_TEST(shuffles_longs, shuffle_long, custub_i64, int64_t,
                    (int64_t)(1000 + source) << 33)

static void shuffles_halves(void **state)
{
    float host[64];
    custub_launch launch = one_block(64);
    custub_f32_buffer out;

    (void)state;
    out = custub_f32_buffer_create(64, &fixture_error);
    succeed(launch_shuffle_half(&kernels, &launch, out.view, 5, &fixture_error));
    succeed(custub_f32_download(out.view, host, out.view.count, 0, &fixture_error));
    for (int i = 0; i < 64; i++)
        assert_true(host[i] == 0.25f * (float)(i ^ 5));
    custub_f32_buffer_destroy(&out, NULL);
}

typedef struct answers {
    uint32_t ballot, any, all, match_any, match_all, whether, sum, least, most, bits;
} answers;

static answers expected_answers(uint32_t thread, uint32_t group)
{
    uint32_t first = thread / 32 * 32;
    answers a = {0};

    for (uint32_t i = first; i < first + group && i < THREADS; i++) {
        uint32_t bit = UINT32_C(1) << i % 32;
        a.ballot |= i % 3 == 0 ? bit : 0;
        a.match_any |= i % 5 == thread % 5 ? bit : 0;
        a.match_all |= bit;
        a.sum += i;
        a.least = (uint32_t)(7 - (int)(i % 32));
        a.most = i % 32;
        a.bits |= UINT32_C(1) << i % 4;
    }
    a.all = 1;
    a.whether = 1;
    return a;
}

static void votes_matches_and_reduces(void **state)
{
    static const uint32_t groups[] = {32, 20, 1};
    custub_launch launch = one_block(THREADS);

    (void)state;
    for (size_t g = 0; g < 3; g++) {
        custub_u32_buffer out;
        answers host[THREADS];

        memset(host, 0, sizeof(host));
        out = custub_u32_buffer_create(10 * THREADS, &fixture_error);
        succeed(launch_votes(&kernels, &launch, out.view, groups[g], &fixture_error));
        succeed(custub_u32_download(out.view, (uint32_t *)(void *)host, out.view.count, 0,
                                    &fixture_error));
        for (uint32_t i = 0; i < THREADS; i++) {
            answers expected = expected_answers(i, groups[g]);
            if (i % 32 < groups[g] && memcmp(&host[i], &expected, sizeof(expected)) != 0)
                fail_msg("thread %u of groups of %u", (unsigned)i, (unsigned)groups[g]);
        }
        custub_u32_buffer_destroy(&out, NULL);
    }
}

static void expect_reductions(uint32_t thread, uint32_t group, uint32_t *expected)
{
    const uint32_t first = thread / 32 * 32;
    const uint32_t last = first + group < THREADS ? first + group : THREADS;
    int32_t least = INT32_MAX;
    int32_t most = INT32_MIN;
    uint32_t rest[10] = {0, 0, 0, 0, UINT32_MAX, 0, UINT32_MAX, 0, 0, 0};

    for (uint32_t i = first; i < last; i++) {
        const uint32_t value = i * 2654435761u;
        least = (int32_t)value < least ? (int32_t)value : least;
        most = (int32_t)value > most ? (int32_t)value : most;
        rest[0] += value;
        rest[4] = value < rest[4] ? value : rest[4];
        rest[5] = value > rest[5] ? value : rest[5];
        rest[6] &= value | 0xf0;
        rest[7] |= value & 0xffff0ff0;
        rest[8] ^= value;
        rest[9] |= UINT32_C(1) << (i - first);
    }
    rest[1] = (uint32_t)least;
    rest[2] = (uint32_t)most;
    rest[3] = rest[0];
    memcpy(expected, rest, sizeof(rest));
}

static void reduces_by_each_operation(void **state)
{
    static const uint32_t groups[] = {32, 20, 1};
    custub_launch launch = one_block(THREADS);

    (void)state;
    for (size_t g = 0; g < 3; g++) {
        static uint32_t host[THREADS][10];
        custub_u32_buffer out;

        out = custub_u32_buffer_create(10 * THREADS, &fixture_error);
        succeed(launch_reduce_all(&kernels, &launch, out.view, groups[g], &fixture_error));
        succeed(custub_u32_download(out.view, &host[0][0], out.view.count, 0, &fixture_error));
        for (uint32_t i = 0; i < THREADS; i++) {
            uint32_t expected[10];
            expect_reductions(i, groups[g], expected);
            for (int j = 0; i % 32 < groups[g] && j < 10; j++) {
                if (host[i][j] != expected[j])
                    fail_msg("thread %u of groups of %u, number %d: %#x instead of %#x",
                             (unsigned)i, (unsigned)groups[g], j, (unsigned)host[i][j],
                             (unsigned)expected[j]);
            }
        }
        custub_u32_buffer_destroy(&out, NULL);
    }
}

static void matches_values_of_each_type(void **state)
{
    static uint32_t host[64][24];
    custub_launch launch = one_block(64);
    custub_u32_buffer out;

    (void)state;
    out = custub_u32_buffer_create(64 * 24, &fixture_error);
    succeed(launch_match_each(&kernels, &launch, out.view, &fixture_error));
    succeed(custub_u32_download(out.view, &host[0][0], out.view.count, 0, &fixture_error));
    custub_u32_buffer_destroy(&out, NULL);
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t same = 0;
        for (uint32_t j = 0; j < 32; j++)
            same |= (i / 32 * 32 + j) % 3 == i % 3 ? UINT32_C(1) << j : 0;
        for (int j = 0; j < 24; j++) {
            const uint32_t expected = j % 3 == 0 ? same : j % 3 == 1 ? UINT32_MAX : 1;
            if (host[i][j] != expected)
                fail_msg("thread %u, number %d: %#x instead of %#x", (unsigned)i, j,
                         (unsigned)host[i][j], (unsigned)expected);
        }
    }
}

static void lets_halves_of_a_warp_diverge(void **state)
{
    int32_t host[64];
    custub_launch launch = one_block(64);
    custub_i32_buffer out = numbers_of(64);

    (void)state;
    succeed(launch_diverge(&kernels, &launch, out.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 64; i++) {
        int lane = i % 32;
        int value = lane < 16 ? 120 : lane < 31 ? 2 * lane + 1 : 62;
        assert_int_equal(host[i], value + 120);
    }
}

static void aggregates_active_lanes(void **state)
{
    uint32_t counted;
    uint32_t ranks[64];
    char seen[64] = {0};
    uint32_t zero = 0;
    custub_launch launch = one_block(64);
    custub_u32_buffer counter;
    custub_u32_buffer out;

    (void)state;
    counter = custub_u32_buffer_create(1, &fixture_error);
    out = custub_u32_buffer_create(64, &fixture_error);
    succeed(custub_u32_upload(counter.view, &zero, counter.view.count, 0, &fixture_error));
    succeed(launch_aggregate(&kernels, &launch, counter.view, out.view, &fixture_error));
    succeed(custub_u32_download(counter.view, &counted, counter.view.count, 0, &fixture_error));
    succeed(custub_u32_download(out.view, ranks, out.view.count, 0, &fixture_error));
    assert_int_equal(counted, 22);
    for (uint32_t i = 0; i < counted; i++) {
        assert_true(ranks[i] < 64 && ranks[i] % 3 == 0 && !seen[ranks[i]]);
        seen[ranks[i]] = 1;
    }
    custub_u32_buffer_destroy(&counter, NULL);
    custub_u32_buffer_destroy(&out, NULL);
}

static void broadcasts_from_the_only_lane_that_has_a_value(void **state)
{
    uint32_t places[64];
    char seen[64] = {0};
    uint32_t zero = 0;
    uint32_t counted;
    custub_launch launch = one_block(64);
    custub_u32_buffer counter;
    custub_u32_buffer out;

    (void)state;
    counter = custub_u32_buffer_create(1, &fixture_error);
    out = custub_u32_buffer_create(64, &fixture_error);
    succeed(custub_u32_upload(counter.view, &zero, counter.view.count, 0, &fixture_error));
    succeed(launch_broadcast_of_one(&kernels, &launch, counter.view, out.view, &fixture_error));
    succeed(custub_u32_download(counter.view, &counted, counter.view.count, 0, &fixture_error));
    succeed(custub_u32_download(out.view, places, out.view.count, 0, &fixture_error));
    assert_int_equal(counted, 64);
    for (uint32_t i = 0; i < 64; i++) {
        assert_true(places[i] < 64 && !seen[places[i]]);
        seen[places[i]] = 1;
    }
    custub_u32_buffer_destroy(&counter, NULL);
    custub_u32_buffer_destroy(&out, NULL);
}

static void sums_a_block_by_warps(void **state)
{
    float values[1024];
    float total;
    custub_launch launch = one_block(1024);
    custub_f32_buffer in;
    custub_f32_buffer out;

    (void)state;
    for (int i = 0; i < 1024; i++)
        values[i] = (float)(i % 17);
    in = custub_f32_buffer_create(1024, &fixture_error);
    out = custub_f32_buffer_create(1, &fixture_error);
    succeed(custub_f32_upload(in.view, values, in.view.count, 0, &fixture_error));
    succeed(launch_block_total(&kernels, &launch, in.view, out.view, &fixture_error));
    succeed(custub_f32_download(out.view, &total, out.view.count, 0, &fixture_error));
    assert_true(total == 8166.0f); /* 60 times 136, and 0 to 3 */
    custub_f32_buffer_destroy(&in, NULL);
    custub_f32_buffer_destroy(&out, NULL);
}

/* --- Lanes that do not take part -------------------------------------------------------------- */

#define LIVE 20

static int lives_in(int thread)
{
    return thread < THREADS && thread % 32 < LIVE;
}

/* The thread from which another one reads, or -1: none. CUDA does not define the result then; an
 * H200 returns 0. */
static int live_source(int thread, int form)
{
    const int base = thread / 32 * 32;
    const int lane = thread % 32;
    const int sources[] = {31 - lane, lane + 8, lane ^ 16, lane + 2};
    const int source = form == 3 && lane % 8 + 2 > 7 ? lane : sources[form];

    return lives_in(base + source) ? base + source : -1;
}

static void reads_0_from_lanes_that_have_returned(void **state)
{
    int32_t host[4 * THREADS];
    custub_launch launch = one_block(THREADS);
    custub_i32_buffer out = numbers_of(4 * THREADS);

    (void)state;
    succeed(launch_shuffle_from_returned(&kernels, &launch, out.view, LIVE, &fixture_error));
    read_numbers(&out, host);
    for (int at = 0; at < 4 * THREADS; at++) {
        const int source = live_source(at / 4, at % 4);
        if (lives_in(at / 4) && host[at] != (source < 0 ? 0 : 1000 + source))
            fail_msg("thread %d, form %d: %d", at / 4, at % 4, host[at]);
    }
}

static void reads_0_from_lanes_that_are_elsewhere(void **state)
{
    double host[4 * THREADS];
    custub_launch launch = one_block(THREADS / 32 * 32); /* whole warps: masks name live lanes */
    custub_f64_buffer out = custub_f64_buffer_create(4 * THREADS, &fixture_error);

    (void)state;
    succeed(launch_shuffle_from_elsewhere(&kernels, &launch, out.view, LIVE, &fixture_error));
    succeed(custub_f64_download(out.view, host, out.view.count, 0, &fixture_error));
    for (int at = 0; at < 4 * (THREADS / 32 * 32); at++) {
        const int source = live_source(at / 4, at % 4);
        if (lives_in(at / 4) && host[at] != (source < 0 ? 0 : 1000.5 + source))
            fail_msg("thread %d, form %d: %g", at / 4, at % 4, host[at]);
    }
    custub_f64_buffer_destroy(&out, NULL);
}

static void sums_remaining_lanes(void **state)
{
    int32_t host[3];
    custub_launch launch = one_block(THREADS);
    custub_i32_buffer out = numbers_of(3);

    (void)state;
    succeed(launch_sum_of_live(&kernels, &launch, out.view, LIVE, &fixture_error));
    read_numbers(&out, host);
    for (int warp = 0; warp < 3; warp++) {
        int32_t sum = 0;
        for (int lane = 0; lane < 32; lane++)
            sum += lives_in(32 * warp + lane) ? 1000 + 32 * warp + lane : 0;
        assert_int_equal(host[warp], sum);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shuffles_ints),
        cmocka_unit_test(shuffles_doubles),
        cmocka_unit_test(shuffles_longs),
        cmocka_unit_test(shuffles_halves),
        cmocka_unit_test(votes_matches_and_reduces),
        cmocka_unit_test(reduces_by_each_operation),
        cmocka_unit_test(matches_values_of_each_type),
        cmocka_unit_test(lets_halves_of_a_warp_diverge),
        cmocka_unit_test(aggregates_active_lanes),
        cmocka_unit_test(broadcasts_from_the_only_lane_that_has_a_value),
        cmocka_unit_test(sums_a_block_by_warps),
        cmocka_unit_test(reads_0_from_lanes_that_have_returned),
        cmocka_unit_test(reads_0_from_lanes_that_are_elsewhere),
        cmocka_unit_test(sums_remaining_lanes),
    };
    int result = open_fixture();

    if (result != 0)
        return result;
    kernels = warps_load(&fixture_error);
    if (custub_failed(&fixture_error)) {
        printf("%s\n", fixture_error.message);
        return EXIT_FAILURE;
    }
    result = cmocka_run_group_tests(tests, NULL, NULL);
    warps_unload(&kernels, NULL);
    custub_device_close(fixture_device, NULL);
    return result;
}
