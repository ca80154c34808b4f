/* The integer intrinsics have CUDA's results: on the CPU driver and on a GPU, which CUSTUB_DRIVER
 * in the environment chooses. */
#include "device_fixture.h"
#include "words.custub.h"

#include <inttypes.h>
#include <string.h>

#define THREADS 256

#define WORD(device, host)              +1
#define LANES(name, is_signed, host)    +2
#define LANES_OF_ONE(name, host)        +2
#define HALVES(device, is_signed, host) +1
enum {
    ROWS = 0
#include "word_table.h"
};
#undef WORD
#undef LANES
#undef LANES_OF_ONE
#undef HALVES

/* --- What the documentation says ---------------------------------------------------------------
 */

static unsigned count_bits(uint64_t x)
{
    unsigned count = 0;

    for (; x; x >>= 1)
        count += x & 1;
    return count;
}

static unsigned leading_zeros(uint64_t x, unsigned bits)
{
    unsigned count = 0;

    while (count < bits && !(x >> (bits - 1 - count) & 1))
        count++;
    return count;
}

static unsigned first_bit(uint64_t x)
{
    unsigned at = 1;

    for (; x && !(x & 1); x >>= 1)
        at++;
    return x ? at : 0;
}

static uint64_t reversed(uint64_t x, unsigned bits)
{
    uint64_t result = 0;

    for (unsigned i = 0; i < bits; i++)
        result |= (x >> i & 1) << (bits - 1 - i);
    return result;
}

static uint64_t joined(uint32_t high, uint32_t low)
{
    return (uint64_t)high << 32 | low;
}

static uint32_t float_bits(uint32_t number)
{
    const float value = (float)number;
    uint32_t bits;

    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static uint32_t permuted(uint32_t a, uint32_t b, uint32_t selector)
{
    uint32_t result = 0;

    for (unsigned i = 0; i < 4; i++)
        result |= (uint32_t)(joined(b, a) >> (8 * (selector >> (4 * i) & 7)) & 0xff) << (8 * i);
    return result;
}

static uint32_t nth_set_bit(uint32_t bits, int base, int n)
{
    int step = n < 0 ? -1 : 1;
    int found = 0;

    if (n == 0)
        return bits >> base & 1 ? (uint32_t)base : UINT32_MAX;
    for (int i = base; i >= 0 && i < 32; i += step) {
        found += (int)(bits >> i & 1);
        if (found == n * step)
            return (uint32_t)i;
    }
    return UINT32_MAX;
}

/* Long multiplication with digits of 32 bits. */
static uint64_t high_product(uint64_t a, uint64_t b)
{
    uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX) >> 32;
    uint64_t first = (a >> 32) * (b & UINT32_MAX);
    uint64_t second = (a & UINT32_MAX) * (b >> 32);
    uint64_t middle = low + (first & UINT32_MAX) + (second & UINT32_MAX);

    return (a >> 32) * (b >> 32) + (first >> 32) + (second >> 32) + (middle >> 32);
}

static uint64_t high_signed_product(uint64_t a, uint64_t b)
{
    return high_product(a, b) - (a >> 63 ? b : 0) - (b >> 63 ? a : 0);
}

static int64_t low_24(uint32_t x)
{
    return (int32_t)(x << 8) / 256;
}

static uint64_t distance(int64_t a, int64_t b)
{
    return (uint64_t)(a > b ? a - b : b - a);
}

static int64_t lane(uint32_t word, unsigned bits, bool is_signed, unsigned index)
{
    int64_t value = word >> (bits * index) & ((1u << bits) - 1);

    return is_signed && value >> (bits - 1) ? value - (INT64_C(1) << bits) : value;
}

/* The dot product of a's lanes with b's bytes from byte `skipped` on. */
static uint64_t dot(uint32_t a, uint32_t b, unsigned bits, unsigned skipped, bool is_signed)
{
    int64_t sum = 0;

    for (unsigned i = 0; i < 32 / bits; i++)
        sum += lane(a, bits, is_signed, i) * lane(b, 8, is_signed, i + skipped);
    return (uint64_t)sum;
}

static uint64_t lane_distances(uint32_t a, uint32_t b, unsigned bits, bool is_signed)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < 32 / bits; i++)
        sum += distance(lane(a, bits, is_signed, i), lane(b, bits, is_signed, i));
    return sum;
}

static int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t clamped(int64_t value, unsigned bits, bool is_signed)
{
    int64_t lowest = is_signed ? -(INT64_C(1) << (bits - 1)) : 0;

    return most(lowest, least(value, lowest + (INT64_C(1) << bits) - 1));
}

/* --- The comparison --------------------------------------------------------------------------- */

typedef struct operands {
    uint32_t a, b, c;
} operands;

static void check(uint64_t result, uint64_t expected, const char *name, const operands *of)
{
    if (result != expected)
        fail_msg("%s, a %#" PRIx32 ", b %#" PRIx32 ", c %#" PRIx32 ": %#" PRIx64
                 " instead of %#" PRIx64,
                 name, of->a, of->b, of->c, result, expected);
}

#define S(word)        ((int64_t)(int32_t)(word))
#define CLAMPED(value) clamped(value, bits_, signed_)
#define LANES_OF(name, bits, is_signed, host)                                                      \
    {                                                                                              \
        const unsigned bits_ = (bits);                                                             \
        const bool signed_ = (is_signed);                                                          \
        uint32_t word = 0;                                                                         \
        for (unsigned i = 0; i < 32 / bits_; i++) {                                                \
            const int64_t x = lane(a, bits_, signed_, i);                                          \
            const int64_t y = lane(b, bits_, signed_, i);                                          \
            const int64_t z = lane(c, bits_, signed_, i);                                          \
            (void)x, (void)y, (void)z;                                                             \
            word |= ((uint32_t)(host) & ((1u << bits_) - 1)) << (bits_ * i);                       \
        }                                                                                          \
        check(*result++, word, name, of);                                                          \
    }

static void check_all(const uint64_t *result, const operands *of)
{
    const uint32_t a = of->a;
    const uint32_t b = of->b;
    const uint32_t c = of->c;
    const uint64_t A = joined(b, a);
    const uint64_t B = joined(c, a ^ b);

#define WORD(device, host) check(*result++, (uint64_t)(host), #device, of);
#define LANES(name, is_signed, host)                                                               \
    LANES_OF(#name "2", 16, is_signed, host)                                                       \
    LANES_OF(#name "4", 8, is_signed, host)
#define LANES_OF_ONE(name, host)        LANES(name, true, host)
#define HALVES(device, is_signed, host) LANES_OF(#device, 16, is_signed, host)
#include "word_table.h"
}

static uint32_t next_word(uint32_t *state)
{
    static const uint32_t edges[] = {0,          1,          UINT32_MAX, 0x80000000,
                                     0x7fffffff, 0x80008000, 0x7fff7fff, 0x80808080,
                                     0x7f7f7f7f, 0x00ff00ff, 32,         0xffff0000};

    *state = *state * 1664525u + 1013904223u;
    if (*state >> 28 < 6)
        return edges[(*state >> 8) % (sizeof(edges) / sizeof(edges[0]))];
    return *state ^ *state >> 13;
}

static void computes_with_integers_as_cuda_does(void **state)
{
    static operands host[THREADS];
    static uint64_t results[THREADS * ROWS];
    custub_launch launch = one_block(THREADS);
    words_kernels kernels;
    custub_u32_buffer in;
    custub_u64_buffer out;
    uint32_t seed = 7;

    (void)state;
    kernels = words_load(&fixture_error);
    succeed(fixture_error.status);
    in = custub_u32_buffer_create(3 * THREADS, &fixture_error);
    out = custub_u64_buffer_create(THREADS * ROWS, &fixture_error);
    for (int i = 0; i < THREADS; i++)
        host[i] = (operands){next_word(&seed), next_word(&seed), next_word(&seed)};
    succeed(custub_u32_upload(in.view, &host[0].a, in.view.count, 0, &fixture_error));
    succeed(launch_words(&kernels, &launch, out.view, in.view, ROWS, &fixture_error));
    succeed(custub_u64_download(out.view, results, out.view.count, 0, &fixture_error));
    for (int i = 0; i < THREADS; i++)
        check_all(results + (size_t)i * ROWS, &host[i]);
    custub_u32_buffer_destroy(&in, NULL);
    custub_u64_buffer_destroy(&out, NULL);
    words_unload(&kernels, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(computes_with_integers_as_cuda_does)};
    int failed = open_fixture();

    return failed ? failed : cmocka_run_group_tests(tests, NULL, NULL);
}
