/* What a contract says of launches: accesses that it makes safe are not tested in the kernel, which
 * refuses other launches. */
#include "rewriting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static char text[4096];

/* A kernel with these directives, that stores to `array` at `scale` times threadIdx.x, in vectors
 * of `type`. */
static const char *kernel_of(const char *directives, const char *array, unsigned scale,
                             const char *store)
{
    snprintf(text, sizeof(text),
             ".version 9.0\n.target sm_90\n.address_size 64\n"
             ".extern .shared .align 16 .b8 dynamic[];\n"
             ".visible .entry k(\n.param .u64 k_0,\n.param .u64 k_1\n)\n%s{\n"
             ".reg .b32 %%r<9>;\n.shared .align 4 .b8 tile[1024];\n"
             ".shared .align 4 .b8 odd[1020];\n"
             "mov.u32 %%r1, %%tid.x;\nmov.u32 %%r2, %s;\nmad.lo.s32 %%r3, %%r1, %u, %%r2;\n"
             "%s;\nret;\n}\n",
             directives, array, scale, store);
    return text;
}

static const char store[] = "st.shared.u32 [%r3], %r1";
static const char store_vector[] = "st.shared.v4.u32 [%r3], {%r1, %r1, %r1, %r1}";

static void assert_tests(rewriting *r, size_t count)
{
    assert_int_equal(r->counts.accesses, count);
}

static bool has(const rewriting *r, const char *words)
{
    return strstr(r->file.data, words) != NULL;
}

/* --- Blocks ----------------------------------------------------------------------------------- */

static void a_block_of_the_contract_is_required(void **state)
{
    rewriting r;

    (void)state;
    rewrite_launched(&r, kernel_of("", "tile", 4, store), (const uint32_t[]){256, 1, 1}, 0);
    assert_true(has(&r, ".reqntid 256, 1, 1\n"));
    assert_tests(&r, 0);
    rewriting_release(&r);

    rewrite_launched(&r, kernel_of("", "tile", 4, store), (const uint32_t[]){257, 1, 1}, 0);
    assert_true(has(&r, ".reqntid 257, 1, 1\n"));
    assert_tests(&r, 1);
    rewriting_release(&r);
}

static void launch_bounds_make_room_for_the_block(void **state)
{
    rewriting r;

    (void)state;
    rewrite_launched(&r, kernel_of(".maxntid 512, 1, 1\n.minnctapersm 2\n", "tile", 4, store),
                     (const uint32_t[]){16, 16, 1}, 0);
    assert_true(has(&r, ".reqntid 16, 16, 1\n"));
    assert_true(has(&r, ".minnctapersm 2\n"));
    assert_false(has(&r, ".maxntid"));
    assert_tests(&r, 0);
    rewriting_release(&r);
}

/* The threads may lie along any axis. */
static void launch_bounds_bound_threads(void **state)
{
    rewriting r;

    (void)state;
    rewrite_text(&r, kernel_of(".maxntid 16, 16, 1\n", "tile", 4, store));
    assert_true(has(&r, ".maxntid 16, 16, 1\n"));
    assert_tests(&r, 0);
    rewriting_release(&r);

    rewrite_text(&r, kernel_of(".maxntid 16, 17, 1\n", "tile", 4, store));
    assert_tests(&r, 1);
    rewriting_release(&r);
}

static void blocks_that_cannot_be_are_not_required(void **state)
{
    static const uint32_t blocks[][3] = {{2048, 1, 1}, {1, 1, 65}, {16, 0, 0}};
    rewriting r;

    (void)state;
    for (size_t i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++) {
        rewrite_launched(&r, kernel_of("", "tile", 4, store), blocks[i], 0);
        assert_false(has(&r, ".reqntid"));
        assert_tests(&r, 1);
        rewriting_release(&r);
    }
    rewrite_launched(&r, kernel_of(".maxntid 128, 1, 1\n", "tile", 4, store), blocks[2], 0);
    assert_true(has(&r, ".maxntid 128, 1, 1\n"));
    rewriting_release(&r);
}

/* --- Shared memory ---------------------------------------------------------------------------- */

static void a_launch_with_less_shared_memory_ends(void **state)
{
    static const char guard[] = "setp.lt.u64 %custub_p0, %custub_d0, 1024;\n@%custub_p0 trap;\n";
    rewriting r;

    (void)state;
    rewrite_launched(&r, kernel_of("", "dynamic", 4, store), (const uint32_t[]){256, 1, 1}, 1024);
    assert_true(has(&r, guard));
    assert_tests(&r, 0);
    rewriting_release(&r);

    rewrite_launched(&r, kernel_of("", "dynamic", 4, store), (const uint32_t[]){256, 1, 1}, 1023);
    assert_tests(&r, 1);
    rewriting_release(&r);

    rewrite_launched(&r, kernel_of("", "dynamic", 4, store), (const uint32_t[]){256, 1, 1}, 0);
    assert_false(has(&r, "trap;\nmov.u32"));
    assert_tests(&r, 1);
    rewriting_release(&r);
}

static void arrays_of_vectors_are_aligned(void **state)
{
    rewriting r;

    (void)state;
    rewrite_launched(&r, kernel_of("", "tile", 16, store_vector), (const uint32_t[]){64, 1, 1}, 0);
    assert_true(has(&r, ".shared .align 16 .b8 tile[1024]"));
    assert_true(has(&r, ".shared .align 4 .b8 odd[1020]"));
    assert_tests(&r, 0);
    rewriting_release(&r);

    rewrite_launched(&r, kernel_of("", "odd", 16, store_vector), (const uint32_t[]){16, 1, 1}, 0);
    assert_tests(&r, 1);
    rewriting_release(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_of_the_contract_is_required),
        cmocka_unit_test(launch_bounds_make_room_for_the_block),
        cmocka_unit_test(launch_bounds_bound_threads),
        cmocka_unit_test(blocks_that_cannot_be_are_not_required),
        cmocka_unit_test(a_launch_with_less_shared_memory_ends),
        cmocka_unit_test(arrays_of_vectors_are_aligned),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
