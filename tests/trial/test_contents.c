/* What buffers hold, and when two results are the same. */
#include "trial/launches/contents.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define TERMS 4096
#define MANY  200000 /* elements */

static uint64_t difference(float one, float two, custub_scalar scalar, uint64_t terms)
{
    const custub_half halves[2] = {custub_half_of(one), custub_half_of(two)};
    const float floats[2] = {one, two};

    if (scalar == CUSTUB_SCALAR_F16)
        return trial_contents_difference((const unsigned char *)&halves[0],
                                         (const unsigned char *)&halves[1], 2, scalar, terms);
    return trial_contents_difference((const unsigned char *)&floats[0],
                                     (const unsigned char *)&floats[1], 4, scalar, terms);
}

static float sum_of(const float *list, size_t begin, size_t end, size_t step)
{
    custub_half sum = custub_half_of(0);

    for (size_t i = begin; i < end; i += step)
        sum = custub_half_of(custub_half_to_float(sum) + list[i]);
    return custub_half_to_float(sum);
}

/* Added one by one, the sum stops at 2048, where the halves are 2 apart. */
static void sums_of_many_terms_may_differ(void **state)
{
    float ones[TERMS], parts[64];

    (void)state;
    for (size_t i = 0; i < TERMS; i++)
        ones[i] = 1;
    for (size_t i = 0; i < 64; i++)
        parts[i] = sum_of(ones, i, TERMS, 64);
    assert_true(sum_of(parts, 0, 64, 1) == TERMS);
    assert_true(sum_of(ones, 0, TERMS, 1) == 2048);
    assert_int_equal(difference(2048, TERMS, CUSTUB_SCALAR_F16, TERMS), UINT64_MAX);
    assert_int_equal(difference(2048, TERMS, CUSTUB_SCALAR_F16, 64), 0);
}

static void a_missing_term_is_a_difference(void **state)
{
    (void)state;
    assert_int_equal(difference(100, 101, CUSTUB_SCALAR_F32, 100), 0);
    assert_int_equal(difference(100, 101, CUSTUB_SCALAR_F32, 10000), 0);
    assert_int_equal(difference(100, 100.001f, CUSTUB_SCALAR_F32, 100), UINT64_MAX);
}

/* The first elements are repeated, far apart. */
static void large_buffers_hold_what_smaller_ones_do(void **state)
{
    static int32_t large[MANY], small[MANY / 4];
    const trial_range any = {0, 0};
    size_t same = 0;

    (void)state;
    trial_contents_fill((unsigned char *)large, sizeof(large), CUSTUB_SCALAR_I32, &any, 4);
    trial_contents_fill((unsigned char *)small, sizeof(small), CUSTUB_SCALAR_I32, &any, 4);
    assert_memory_equal(large, small, sizeof(small));
    for (size_t i = 0; i + MANY / 2 < MANY; i++)
        same += large[i] == large[i + MANY / 2];
    assert_true(same < 10);
}

static void random_structs_are_finite_numbers(void **state)
{
    static uint16_t halves[TERMS];

    (void)state;
    for (uint64_t seed = 0; seed < 8; seed++) {
        trial_contents_fill_struct((unsigned char *)halves, sizeof(halves), seed);
        for (size_t i = 0; i < TERMS; i++)
            assert_int_equal(halves[i] & 0x4000, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_of_many_terms_may_differ),
        cmocka_unit_test(a_missing_term_is_a_difference),
        cmocka_unit_test(large_buffers_hold_what_smaller_ones_do),
        cmocka_unit_test(random_structs_are_finite_numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
