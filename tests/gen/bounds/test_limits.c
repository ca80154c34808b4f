/* The limits of the table, which tests of rewritten kernels compare with, for kernels of PTX as
 * nvcc writes them. */
#include "rewriting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void has_limit(const rewriting *r, size_t index, custub_bounds_limit wanted)
{
    assert_true(index < r->head.limit_count);
    wanted.offset = r->limits[index].offset;
    assert_memory_equal(&r->limits[index], &wanted, sizeof(wanted));
}

static void tests_neighbours_of_a_signed_index_once(void **state)
{
    rewriting r;

    (void)state;
    rewrite(&r, "sm_90", "",
            "cvta.to.global.u64 %rd3, %rd1;\nmul.wide.s32 %rd4, %r1, 4;\n"
            "add.s64 %rd5, %rd3, %rd4;\nld.global.nc.f32 %f1, [%rd5+-4];\n"
            "ld.global.nc.f32 %f2, [%rd5+4];\nst.global.f32 [%rd5], %f1;\n");
    assert_int_equal(r.head.limit_count, 1);
    has_limit(&r, 0,
              (custub_bounds_limit){.kind = CUSTUB_BOUNDS_INDEX,
                                    .extent = 0,
                                    .align = 4,
                                    .low = 0,
                                    .span = 12,
                                    .scale = 4,
                                    .most = UINT64_C(0x7fffffff)});
    assert_int_equal(r.counts.one, 3);
    assert_int_equal(r.counts.groups, 1);
    rewriting_release(&r);
}

static void lets_an_unsigned_index_go_on_to_the_end(void **state)
{
    rewriting r;

    (void)state;
    rewrite(
        &r, "sm_90", "",
        "mul.wide.u32 %rd4, %r1, 8;\nadd.s64 %rd5, %rd2, %rd4;\nld.global.u32 %r5, [%rd5+4];\n");
    has_limit(&r, 0,
              (custub_bounds_limit){.kind = CUSTUB_BOUNDS_INDEX,
                                    .extent = 1,
                                    .align = 4,
                                    .low = 4,
                                    .span = 4,
                                    .scale = 8,
                                    .most = UINT32_MAX});
    rewriting_release(&r);
}

static size_t count(const char *text, const char *part)
{
    size_t result = 0;

    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part))
        result++;
    return result;
}

/* b[i] = a[i + 1], of elements of two sizes: i is compared with the lower limit. */
static void tests_buffers_with_one_index_once(void **state)
{
    rewriting r;

    (void)state;
    rewrite(&r, "sm_90", "",
            "mul.wide.s32 %rd3, %r1, 8;\nadd.s64 %rd4, %rd1, %rd3;\nld.global.u32 %r3, [%rd4+8];\n"
            "mul.wide.s32 %rd5, %r1, 4;\nadd.s64 %rd6, %rd2, %rd5;\nst.global.u32 [%rd6], %r3;\n");
    assert_int_equal(r.head.limit_count, 2);
    assert_int_equal(r.limits[0].offset, r.limits[1].offset);
    has_limit(&r, 0,
              (custub_bounds_limit){.kind = CUSTUB_BOUNDS_INDEX,
                                    .extent = 0,
                                    .align = 4,
                                    .low = 8,
                                    .span = 4,
                                    .scale = 8,
                                    .most = UINT64_C(0x80000000)});
    has_limit(&r, 1,
              (custub_bounds_limit){.kind = CUSTUB_BOUNDS_INDEX,
                                    .extent = 1,
                                    .align = 4,
                                    .low = 0,
                                    .span = 4,
                                    .scale = 4,
                                    .most = UINT64_C(0x80000000)});
    assert_int_equal(count(r.file.data, "setp.lt.u32 %custub_p0, %r1, "), 1);
    assert_int_equal(count(r.file.data, "setp.lt.and"), 0);
    rewriting_release(&r);
}

/* A sum of two values is computed once, and compared with the lower of two limits. */
static void tests_buffers_with_one_sum_once(void **state)
{
    rewriting r;

    (void)state;
    rewrite(&r, "sm_90", "",
            "cvt.u64.u32 %rd3, %r1;\nmul.wide.u32 %rd4, %r2, 16;\n"
            "add.s64 %rd5, %rd1, %rd3;\nadd.s64 %rd6, %rd5, %rd4;\nld.global.u8 %r3, [%rd6];\n"
            "add.s64 %rd7, %rd2, %rd3;\nadd.s64 %rd8, %rd7, %rd4;\nst.global.u8 [%rd8], %r3;\n");
    assert_int_equal(r.head.limit_count, 2);
    assert_int_equal(r.limits[0].offset, r.limits[1].offset);
    assert_int_equal(r.limits[0].kind, CUSTUB_BOUNDS_OFFSET);
    assert_int_equal(count(r.file.data, "setp.lt.u64 %custub_p0, %custub_d0, "), 1);
    assert_int_equal(count(r.file.data, "setp.lt.and"), 0);
    rewriting_release(&r);
}

/* What lies between accesses is not done twice, if it is much. */
static void keeps_long_arithmetic_out_of_slow_copies(void **state)
{
    char statements[2000] = "mul.wide.s32 %rd3, %r1, 4;\nadd.s64 %rd4, %rd1, %rd3;\n"
                            "add.s64 %rd5, %rd2, %rd3;\nld.global.f32 %f1, [%rd4];\n";
    const size_t length = strlen(statements);

    (void)state;
    for (unsigned n = 3; n <= 30; n += 27) {
        rewriting r;
        statements[length] = '\0';
        for (unsigned i = 1; i <= n; i++)
            snprintf(statements + strlen(statements), sizeof(statements) - strlen(statements),
                     "fma.rn.f32 %%f%u, %%f%u, %%f%u, %%f%u;\n", i + 1, i, i, i);
        snprintf(statements + strlen(statements), sizeof(statements) - strlen(statements),
                 "st.global.f32 [%%rd5], %%f%u;\n", n + 1);
        rewrite(&r, "sm_90", "", statements);
        assert_int_equal(count(r.file.data, "fma.rn.f32"), n == 3 ? 6 : 30);
        assert_int_equal(count(r.file.data, "bra $custub_k_slow"), n == 3 ? 1 : 2);
        assert_int_equal(count(r.file.data, "setp.lt.u32 %custub_p0, %r1, "), 1);
        rewriting_release(&r);
    }
}

/* Two registers made of one that was loaded are not alive in the next slow copy. */
static void takes_values_apart_behind_the_next_accesses(void **state)
{
    char statements[2000] = "ld.global.v2.u32 {%r3, %r4}, [%rd1];\nand.b32 %r5, %r3, 255;\n"
                            "shr.u32 %r6, %r3, 8;\nmov.b32 %f1, %r4;\n";
    const char *apart;
    const char *behind;
    rewriting r;

    (void)state;
    for (unsigned i = 1; i <= 20; i++)
        snprintf(statements + strlen(statements), sizeof(statements) - strlen(statements),
                 "fma.rn.f32 %%f%u, %%f%u, %%f%u, %%f%u;\n", i + 1, i, i, i);
    strcat(statements, "st.global.f32 [%rd2], %f21;\nadd.s32 %r7, %r5, %r6;\n");
    for (unsigned i = 7; i <= 26; i++)
        snprintf(statements + strlen(statements), sizeof(statements) - strlen(statements),
                 "mad.lo.s32 %%r%u, %%r%u, %%r%u, 1;\n", i + 1, i, i);
    strcat(statements, "st.global.u32 [%rd2+4], %r27;\n");
    rewrite(&r, "sm_90", "", statements);
    apart = strstr(r.file.data, "shr.u32 %r6, %r3, 8;");
    behind = strstr(r.file.data, "custub_k_back1:");
    assert_non_null(behind);
    assert_true(apart > behind);
    assert_int_equal(count(r.file.data, "shr.u32 %r6, %r3, 8;"), 1);
    rewriting_release(&r);
}

/* An access whose place was read needs a test in each turn: then all have theirs there. */
static void tests_loops_before_them_as_a_whole(void **state)
{
    static const char *const stores[] = {"",
                                         "mul.wide.u32 %rd5, %r4, 4;\nadd.s64 %rd6, %rd2, %rd5;\n"
                                         "st.global.u32 [%rd6], %r3;\n"};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        char statements[1000];
        rewriting r;
        snprintf(
            statements, sizeof(statements),
            "mov.u32 %%r3, 0;\n$L:\nmul.wide.u32 %%rd3, %%r3, 4;\nadd.s64 %%rd4, %%rd1, %%rd3;\n"
            "ld.global.u32 %%r4, [%%rd4];\n%sadd.s32 %%r3, %%r3, 1;\n"
            "setp.lt.s32 %%p1, %%r3, %%r1;\n@%%p1 bra $L;\n",
            stores[i]);
        rewrite(&r, "sm_90", "", statements);
        assert_int_equal(r.counts.loops, 1);
        assert_int_equal(r.counts.tested_loops, i == 0);
        rewriting_release(&r);
    }
}

/* value + 1 of an unsigned value of 32 bits may wrap: it is compared in 64 bits. */
static void shifts_an_unsigned_index_up_in_64_bits(void **state)
{
    rewriting r;

    (void)state;
    rewrite(
        &r, "sm_90", "",
        "mul.wide.u32 %rd4, %r1, 4;\nadd.s64 %rd5, %rd2, %rd4;\nld.global.u32 %r5, [%rd5+4];\n");
    has_limit(&r, 0,
              (custub_bounds_limit){
                  .kind = CUSTUB_BOUNDS_OFFSET, .extent = 1, .align = 4, .span = 4, .scale = 4});
    rewriting_release(&r);
}

static void compares_an_index_of_64_bits_before_it_is_scaled(void **state)
{
    rewriting r;

    (void)state;
    rewrite(&r, "sm_90", "",
            "mul.wide.u32 %rd3, %r1, %r2;\ncvt.u64.u32 %rd4, %r1;\nadd.s64 %rd5, %rd3, %rd4;\n"
            "shl.b64 %rd6, %rd5, 2;\nadd.s64 %rd7, %rd1, %rd6;\nld.global.u32 %r5, [%rd7];\n");
    has_limit(&r, 0,
              (custub_bounds_limit){.kind = CUSTUB_BOUNDS_OFFSET,
                                    .extent = 0,
                                    .align = 4,
                                    .low = 0,
                                    .span = 4,
                                    .scale = 4});
    assert_non_null(strstr(r.file.data, "setp.lt.u64 %custub_p0, %rd5,"));
    rewriting_release(&r);
}

/* The same for a register that is written again and again. */
static void reads_sums_in_short_time(void **state)
{
    gen_text statements = {0};
    rewriting r;

    (void)state;
    gen_text_puts(&statements, "cvt.u64.u32 %rd3, %r1;\n");
    for (unsigned i = 0; i < 40; i++)
        gen_text_puts(&statements, "add.s64 %rd3, %rd3, %rd3;\n");
    gen_text_puts(&statements, "add.s64 %rd4, %rd1, %rd3;\nst.global.u32 [%rd4], %r1;\n");
    rewrite(&r, "sm_90", "", statements.data);
    assert_int_equal(r.counts.accesses, 1);
    rewriting_release(&r);
    gen_text_deinitialize(&statements);
}

/* 2^34 ways lead from the address to %r5. */
static void looks_for_an_index_in_short_time(void **state)
{
    gen_text statements = {0};
    rewriting r;

    (void)state;
    gen_text_puts(&statements, "ld.global.u32 %r4, [%rd1];\nadd.s32 %r5, %r1, %r2;\n"
                               "cvt.u64.u32 %rd3, %r5;\n");
    for (unsigned i = 4; i < 38; i++)
        gen_text_printf(&statements, "add.s64 %%rd%u, %%rd%u, %%rd%u;\n", i, i - 1, i - 1);
    gen_text_puts(&statements, "add.s64 %rd38, %rd1, %rd37;\nst.global.u32 [%rd38], %r1;\n");
    rewrite(&r, "sm_90", "", statements.data);
    assert_int_equal(r.counts.accesses, 2);
    rewriting_release(&r);
    gen_text_deinitialize(&statements);
}

/* %rd5 is computed from what %r1 has before the first block, the address from what it has there. */
static void tells_the_values_of_blocks_apart(void **state)
{
    rewriting r;

    (void)state;
    rewrite(&r, "sm_90", "",
            "setp.lt.s32 %p1, %r2, 0;\n@%p1 bra $L1;\n"
            "cvt.s64.s32 %rd5, %r1;\nshl.b64 %rd6, %rd5, 2;\nadd.s32 %r1, %r1, 8000;\n"
            "@%p1 bra $L1;\n"
            "mul.lo.s64 %rd7, %rd6, -1;\nmul.wide.s32 %rd11, %r1, 4;\nadd.s32 %r1, %r1, 7;\n"
            "add.s64 %rd8, %rd1, %rd6;\nadd.s64 %rd9, %rd8, %rd7;\nadd.s64 %rd10, %rd9, %rd11;\n"
            "st.global.u32 [%rd10], %r2;\n$L1:\n");
    assert_null(strstr(r.file.data, "setp.lt.u64 %custub_p0, %rd5"));
    assert_non_null(strstr(r.file.data, "setp.lt.u64 %custub_p0, %rd11"));
    rewriting_release(&r);
}

static void asks_for_the_alignment_of_vectors(void **state)
{
    rewriting r;

    (void)state;
    rewrite(&r, "sm_90", "",
            "mul.wide.s32 %rd4, %r1, 16;\nadd.s64 %rd5, %rd1, %rd4;\n"
            "ld.global.v4.u32 {%r5, %r6, %r7, %r8}, [%rd5];\n");
    assert_int_equal(r.limits[0].align, 16);
    assert_null(strstr(r.file.data, "and.b64 %custub_d0"));
    rewriting_release(&r);
    rewrite(&r, "sm_90", "",
            "mul.wide.s32 %rd4, %r1, 8;\nadd.s64 %rd5, %rd1, %rd4;\n"
            "ld.global.v4.u32 {%r5, %r6, %r7, %r8}, [%rd5];\n");
    assert_int_equal(r.limits[0].align, 1);
    assert_non_null(strstr(r.file.data, "and.b64 %custub_d0, %custub_d0, 15;"));
    rewriting_release(&r);
}

/* That the host aligns the pointer to 4 says nothing of higher bits. */
static void knows_nothing_of_high_bits_of_pointers(void **state)
{
    rewriting r;

    (void)state;
    rewrite(&r, "sm_90", "",
            "shr.u64 %rd3, %rd1, 2;\nand.b64 %rd4, %rd3, 3;\nadd.s64 %rd5, %rd1, %rd4;\n"
            "st.global.u32 [%rd5], %r1;\n");
    assert_non_null(strstr(r.file.data, "and.b64 %custub_d0, %custub_d0, 3;"));
    rewriting_release(&r);
}

/* The second pointer need not be as aligned as the accesses through the first one need. */
static void knows_nothing_of_bits_of_other_pointers(void **state)
{
    rewriting r;

    (void)state;
    rewrite(&r, "sm_90", "",
            "and.b64 %rd3, %rd2, 15;\nadd.s64 %rd4, %rd1, %rd3;\nst.global.u32 [%rd4], %r1;\n");
    assert_non_null(strstr(r.file.data, "and.b64 %custub_d0, %custub_d0, 3;"));
    rewriting_release(&r);
}

static void needs_no_limit_for_shared_arrays(void **state)
{
    rewriting r;

    (void)state;
    rewrite(&r, "sm_90", "",
            "shl.b32 %r5, %r1, 2;\nmov.u32 %r6, tile;\nadd.s32 %r7, %r6, %r5;\n"
            "ld.shared.u32 %r8, [%r7+8];\nst.shared.u32 [tile+60], %r8;\n");
    assert_int_equal(r.head.limit_count, 0);
    assert_int_equal(r.head.site_count, 2); /* the store is inside for all to see */
    assert_non_null(strstr(r.file.data, "setp.lt.u32 %custub_p0, %custub_r0, 16;"));
    assert_int_equal(r.sites[1].origin, CUSTUB_BOUNDS_OF_SHARED);
    rewriting_release(&r);
}

static void asks_for_a_constant_place_in_dynamic_shared_memory(void **state)
{
    rewriting r;

    (void)state;
    rewrite(&r, "sm_90", ".extern .shared .align 16 .b8 dynamic[];\n",
            "ld.shared.u32 %r3, [dynamic+8];\nst.global.u32 [%rd1], %r3;\n");
    has_limit(&r, 0,
              (custub_bounds_limit){.kind = CUSTUB_BOUNDS_INDEX,
                                    .extent = CUSTUB_BOUNDS_SHARED,
                                    .align = 1,
                                    .low = 8,
                                    .span = 4,
                                    .scale = 1,
                                    .most = 1});
    rewriting_release(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tests_neighbours_of_a_signed_index_once),
        cmocka_unit_test(lets_an_unsigned_index_go_on_to_the_end),
        cmocka_unit_test(tests_buffers_with_one_index_once),
        cmocka_unit_test(tests_buffers_with_one_sum_once),
        cmocka_unit_test(keeps_long_arithmetic_out_of_slow_copies),
        cmocka_unit_test(takes_values_apart_behind_the_next_accesses),
        cmocka_unit_test(tests_loops_before_them_as_a_whole),
        cmocka_unit_test(shifts_an_unsigned_index_up_in_64_bits),
        cmocka_unit_test(compares_an_index_of_64_bits_before_it_is_scaled),
        cmocka_unit_test(reads_sums_in_short_time),
        cmocka_unit_test(looks_for_an_index_in_short_time),
        cmocka_unit_test(tells_the_values_of_blocks_apart),
        cmocka_unit_test(asks_for_the_alignment_of_vectors),
        cmocka_unit_test(knows_nothing_of_high_bits_of_pointers),
        cmocka_unit_test(knows_nothing_of_bits_of_other_pointers),
        cmocka_unit_test(needs_no_limit_for_shared_arrays),
        cmocka_unit_test(asks_for_a_constant_place_in_dynamic_shared_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
