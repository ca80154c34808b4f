/* The limits of kernels with bounds checks: never too high, and no lower than they have to be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "bounds/parameter.h"

__extension__ typedef unsigned __int128 wide_number;

#define WIDE_NUMBERS (sizeof(numbers) / sizeof(numbers[0]))

static const uint64_t numbers[] = {0,
                                   1,
                                   2,
                                   3,
                                   4,
                                   16,
                                   4096,
                                   (UINT64_C(1) << 31) - 1,
                                   UINT64_C(1) << 31,
                                   (UINT64_C(1) << 32) - 1,
                                   UINT64_C(1) << 32,
                                   (UINT64_C(1) << 63) - 1,
                                   UINT64_C(1) << 63,
                                   (UINT64_C(1) << 63) + 1,
                                   UINT64_MAX - 4096,
                                   UINT64_MAX - 1,
                                   UINT64_MAX};

/* True if the group that is reached with `x` is inside the extent, in numbers that do not end. */
static bool is_inside(const custub_bounds_limit *limit, uint64_t x, uint64_t pointer,
                      const custub_bounds_extent *extent)
{
    wide_number begin = (wide_number)pointer + (wide_number)x * limit->scale + (uint64_t)limit->low;

    return begin >= extent->base &&
           begin + limit->span <= (wide_number)extent->base + extent->bytes;
}

/* The limit lets in all that is inside, from 0 on, and no more. */
static void check_limit(const custub_bounds_limit *limit, uint64_t pointer,
                        const custub_bounds_extent *extent)
{
    uint64_t found = custubi_parameter_limit(limit, pointer, extent);
    uint64_t most = limit->kind == CUSTUB_BOUNDS_INDEX ? limit->most : UINT64_MAX;

    assert_true(found <= most);
    if (found) {
        assert_true(is_inside(limit, 0, pointer, extent));
        assert_true(is_inside(limit, found - 1, pointer, extent));
    }
    if (found < most && pointer >= extent->base)
        assert_false(is_inside(limit, found, pointer, extent));
}

static void every_small_limit_is_exact(void **state)
{
    custub_bounds_limit limit;
    custub_bounds_extent extent;

    (void)state;
    memset(&limit, 0, sizeof(limit));
    for (uint32_t kind = 0; kind < 2; kind++)
        for (extent.base = 8; extent.base < 12; extent.base++)
            for (extent.bytes = 0; extent.bytes < 12; extent.bytes++)
                for (uint64_t pointer = 6; pointer < 26; pointer++)
                    for (limit.low = 0; limit.low < 6; limit.low++)
                        for (limit.span = 1; limit.span < 6; limit.span++)
                            for (limit.scale = 1; limit.scale < 6; limit.scale++)
                                for (limit.most = 0; limit.most < 12; limit.most += 5) {
                                    limit.kind = kind ? CUSTUB_BOUNDS_INDEX : CUSTUB_BOUNDS_OFFSET;
                                    check_limit(&limit, pointer, &extent);
                                }
}

static void limits_at_the_edges_of_64_bits_are_exact(void **state)
{
    custub_bounds_limit limit;

    (void)state;
    memset(&limit, 0, sizeof(limit));
    for (size_t b = 0; b < WIDE_NUMBERS; b++)
        for (size_t n = 0; n < WIDE_NUMBERS; n++)
            for (size_t p = 0; p < WIDE_NUMBERS; p++)
                for (size_t l = 0; l < WIDE_NUMBERS; l++)
                    for (size_t s = 1; s < WIDE_NUMBERS; s++)
                        for (size_t c = 1; c < WIDE_NUMBERS; c++) {
                            custub_bounds_extent extent = {numbers[b], numbers[n]};
                            limit.low = (int64_t)(numbers[l] & INT64_MAX);
                            limit.span = numbers[s];
                            limit.scale = numbers[c];
                            limit.most = UINT32_MAX;
                            if (limit.span > INT64_MAX)
                                continue; /* no table has it */
                            if (extent.base && extent.bytes > 0 - extent.base)
                                continue; /* it would end behind the last address */
                            limit.kind = CUSTUB_BOUNDS_OFFSET;
                            check_limit(&limit, numbers[p], &extent);
                            limit.kind = CUSTUB_BOUNDS_INDEX;
                            check_limit(&limit, numbers[p], &extent);
                        }
}

/* What a kernel does with an address, in 64 bits that wrap. */
static bool lets_in(uint64_t address, uint64_t base, uint64_t limit)
{
    return address - base < limit;
}

static void addresses_are_let_in_if_they_are_inside(void **state)
{
    static const uint64_t bases[] = {0, 8, UINT64_C(1) << 40, UINT64_MAX - 15};
    custub_bounds_limit limit = {.kind = CUSTUB_BOUNDS_ADDRESS};

    (void)state;
    for (size_t b = 0; b < 4; b++)
        for (uint64_t bytes = 0; bytes <= 16; bytes++)
            for (limit.low = -6; limit.low < 6; limit.low++)
                for (limit.span = 1; limit.span < 18; limit.span++)
                    for (uint64_t address = bases[b] - 30; address != bases[b] + 30; address++) {
                        custub_bounds_extent extent = {bases[b], bytes};
                        uint64_t found = custubi_parameter_limit(&limit, extent.base, &extent);
                        uint64_t first = address + (uint64_t)limit.low - extent.base;
                        bool inside = first < bytes && limit.span <= bytes - first;
                        assert_int_equal(lets_in(address, extent.base - (uint64_t)limit.low, found),
                                         inside);
                    }
}

static void an_unaligned_pointer_has_a_limit_of_0(void **state)
{
    custub_bounds_limit limit = {.align = 16, .span = 16, .scale = 1, .most = UINT32_MAX};
    custub_bounds_extent extent = {4096, 4096};

    (void)state;
    for (uint32_t kind = 0; kind < 3; kind++) {
        limit.kind = kind;
        assert_int_equal(custubi_parameter_limit(&limit, 4096, &extent), 4081);
        assert_int_equal(custubi_parameter_limit(&limit, 4104, &extent), 0);
    }
    limit.align = 1;
    limit.kind = CUSTUB_BOUNDS_OFFSET;
    assert_int_equal(custubi_parameter_limit(&limit, 4097, &extent), 4080);
}

static void null_has_a_limit_of_0(void **state)
{
    custub_bounds_limit limit = {.span = 1, .scale = 1, .most = UINT32_MAX};
    custub_bounds_extent nothing = {0, 0};

    (void)state;
    for (limit.kind = 0; limit.kind < 3; limit.kind++)
        assert_int_equal(custubi_parameter_limit(&limit, 0, &nothing), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_small_limit_is_exact),
        cmocka_unit_test(limits_at_the_edges_of_64_bits_are_exact),
        cmocka_unit_test(addresses_are_let_in_if_they_are_inside),
        cmocka_unit_test(an_unaligned_pointer_has_a_limit_of_0),
        cmocka_unit_test(null_has_a_limit_of_0),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
