/* What becomes of kernels, for PTX as nvcc writes it. */
#include "rewriting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void leaves_old_architectures_alone(void **state)
{
    rewriting r;
    const custub_bounds_kernel *entry;

    (void)state;
    rewrite(&r, "sm_60", "", "ld.global.u32 %r5, [%rd1];\n");
    entry = (const void *)(r.table.data + r.head.kernels);
    assert_string_equal(r.table.data + r.head.strings + entry->reason,
                        "its architecture is older than sm_70");
    assert_int_equal(entry->param_bytes, 0);
    assert_null(strstr(r.file.data, "custub"));
    rewriting_release(&r);
}

static void gives_called_functions_the_parameter(void **state)
{
    rewriting r;

    (void)state;
    rewrite(&r, "sm_90",
            ".func (.param .b32 r) get(.param .b64 get_0)\n{\n.reg .b64 %rd<2>;\n.reg .b32 %r<2>;\n"
            "ld.param.u64 %rd1, [get_0];\nld.u32 %r1, [%rd1];\nst.param.b32 [r], %r1;\nret;\n}\n",
            "{\n.param .b64 param0;\nst.param.b64 [param0], %rd2;\n.param .b32 retval0;\n"
            "call.uni (retval0), get, (param0);\nld.param.b32 %r5, [retval0];\n}\n");
    assert_int_equal(r.head.site_count, 2);
    assert_int_equal(r.sites[1].origin, CUSTUB_BOUNDS_OF_POINTER);
    assert_int_equal(r.sites[1].index, 1);
    assert_string_equal(r.table.data + r.head.strings + r.sites[1].function, "get");
    assert_non_null(strstr(r.file.data, "get_custub0, (param0, custub_a);"));
    rewriting_release(&r);
}

/* Each function calls the one before it. */
/* As by hand: nvcc puts a call and the load of its result into braces. */
static void leaves_results_of_calls_where_they_are(void **state)
{
    rewriting r;

    (void)state;
    rewrite(&r, "sm_90", ".func (.param .b32 result) f()\n{\nst.param.b32 [result], 1;\nret;\n}\n",
            ".param .b32 retval0;\ncall (retval0), f, ();\nld.param.b32 %r3, [retval0];\n"
            "call (retval0), f, ();\nld.param.b32 %r4, [retval0];\n"
            "ld.global.u32 %r5, [%rd1];\nbar.sync 0;\nsub.s32 %r6, %r3, %r4;\n"
            "st.global.u32 [%rd1+4], %r6;\n");
    assert_true(strstr(r.file.data, "ld.param.b32 %r3") < strstr(r.file.data, "ld.param.b32 %r4"));
    assert_true(strstr(r.file.data, "ld.param.b32 %r4") < strstr(r.file.data, "ld.global.u32 %r5"));
    rewriting_release(&r);
}

static void print_chain(gen_text *out, unsigned count)
{
    gen_text_puts(out, ".version 9.0\n.target sm_90\n.address_size 64\n");
    for (unsigned i = 0; i < count; i++) {
        gen_text_printf(out,
                        ".func f%u(.param .b64 p)\n{\n.reg .b64 %%rd<3>;\n"
                        "ld.param.u64 %%rd1, [p];\nst.u32 [%%rd1+%u], %u;\n",
                        i, 4 * i, i);
        if (i)
            gen_text_printf(out, "{\n.param .b64 q;\nst.param.b64 [q], %%rd1;\ncall f%u, (q);\n}\n",
                            i - 1);
        gen_text_puts(out, "ret;\n}\n");
    }
    gen_text_printf(out,
                    ".visible .entry k(\n.param .u64 k_0,\n.param .u64 k_1\n)\n{\n"
                    ".reg .b64 %%rd<3>;\nld.param.u64 %%rd1, [k_0];\n"
                    "{\n.param .b64 q;\nst.param.b64 [q], %%rd1;\ncall f%u, (q);\n}\nret;\n}\n",
                    count - 1);
}

/* Else the output would grow with the product of kernels and functions. */
static void shares_copies_of_functions_beyond_a_thousand(void **state)
{
    gen_text chain;
    rewriting r;

    (void)state;
    gen_text_initialize(&chain);
    print_chain(&chain, 1000);
    rewrite_text(&r, chain.data);
    assert_int_equal(r.counts.one, 1000);
    assert_int_equal(r.counts.any, 0);
    rewriting_release(&r);
    gen_text_deinitialize(&chain);

    gen_text_initialize(&chain);
    print_chain(&chain, 1100);
    rewrite_text(&r, chain.data);
    assert_int_equal(r.counts.one, 1000);
    assert_int_equal(r.counts.any, 100);
    assert_string_equal(r.table.data + r.head.strings + r.sites[r.head.site_count - 1].name,
                        "its function is called by any kernel");
    assert_memory_equal(r.diag.first->text, "function 'f99': the buffer ", 27);
    rewriting_release(&r);
    gen_text_deinitialize(&chain);
}

/* ptxas takes a kernel called `bytes` for a parameter of this name, if the code is to be debugged.
 */
static void names_nothing_as_a_kernel_may_be_named(void **state)
{
    static const char parameter[] = ".param .b64 ";
    const char *at;
    rewriting r;

    (void)state;
    rewrite(&r, "sm_90", "", "ld.global.u64 %rd3, [%rd1];\nst.u32 [%rd3], %r1;\n");
    at = strstr(r.file.data, ".func custub_bounds_record(");
    assert_non_null(at);
    for (at = strstr(at, parameter); at; at = strstr(at + 1, parameter))
        assert_memory_equal(at + sizeof(parameter) - 1, "custub_", 7);
    assert_null(strstr(r.file.data, ".b8 kept"));
    rewriting_release(&r);
}

/* It would be about the load of a limit. */
static void leaves_out_hints_about_the_next_load(void **state)
{
    rewriting r;

    (void)state;
    rewrite(&r, "sm_90", "",
            ".pragma \"used_bytes_mask 9\";\nld.global.v4.u32 {%r5, %r6, %r7, %r8}, [%rd1];\n");
    assert_null(strstr(r.file.data, "used_bytes_mask"));
    rewriting_release(&r);
}

static void chooses_among_constants(void **state)
{
    rewriting r;

    (void)state;
    rewrite(&r, "sm_90", ".const .align 4 .b8 small[16];\n.const .align 4 .b8 large[32];\n",
            "mov.u64 %rd3, small;\nmov.u64 %rd4, large;\nsetp.eq.s32 %p1, %r1, 0;\n"
            "selp.b64 %rd5, %rd3, %rd4, %p1;\nld.const.u32 %r5, [%rd5+16];\n");
    assert_int_equal(r.sites[1].origin, CUSTUB_BOUNDS_OF_ANY);
    rewriting_release(&r);
}

static void skips_together_what_a_warp_does_together(void **state)
{
    rewriting r;

    (void)state;
    rewrite(&r, "sm_90", "",
            "mov.u32 %r6, tile;\nadd.s32 %r7, %r6, %r1;\n"
            "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r8}, [%r7];\n");
    assert_int_equal(r.sites[1].bytes, 16);
    assert_non_null(strstr(r.file.data, "setp.ge.or.u32 %custub_p0, %custub_r0, 8, %custub_p0;\n"
                                        "vote.sync.all.pred %custub_p0, %custub_p0, -1;"));
    rewriting_release(&r);
}

/* Code that is added must not be reached from the last statement of PTX by hand. */
static void returns_where_a_kernel_ends_without_it(void **state)
{
    const char *store;
    const char *back;
    rewriting r;

    (void)state;
    rewrite_text(&r, ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(\n"
                     ".param .u64 k_0,\n.param .u64 k_1\n)\n{\n.reg .b64 %rd<4>;\n"
                     "ld.param.u64 %rd1, [k_0];\nst.global.u32 [%rd1+4], 7;\n}\n");
    store = strstr(r.file.data, "st.global.u32 [%rd1+4], 7;");
    assert_non_null(store);
    back = strstr(store, "\nret;\n");
    assert_non_null(back);
    assert_true(back < strstr(store + 1, "st.global.u32 [%rd1+4], 7;")); /* the slow copy's */
    rewriting_release(&r);
}

/* A jump by a table may enter between two accesses: they are tested apart. */
static void ends_regions_at_targets_of_labelled_lists(void **state)
{
    rewriting r;

    (void)state;
    rewrite(&r, "sm_90", "",
            "brx.idx %r1, $table;\n$table: .branchtargets $A, $B;\n"
            "$A:\nst.global.u32 [%rd1], %r1;\n$B:\nst.global.u32 [%rd1+4], %r1;\n");
    assert_int_equal(r.counts.regions, 2);
    rewriting_release(&r);
}

static void leaves_kernels_alone_that_kernels_launch(void **state)
{
    const custub_bounds_kernel *entry;
    rewriting r;

    (void)state;
    rewrite(&r, "sm_90", "", "mov.u64 %rd3, k;\nld.global.u32 %r5, [%rd1];\n");
    entry = (const void *)(r.table.data + r.head.kernels);
    assert_string_equal(r.table.data + r.head.strings + entry->reason,
                        "a kernel launches it, and gives it no extents");
    assert_null(strstr(r.file.data, "k_custub"));
    rewriting_release(&r);
}

/* In inline PTX, whose names are changed, and with a blank in the guard. */
static void replaces_guards_however_they_are_written(void **state)
{
    rewriting r;

    (void)state;
    rewrite(&r, "sm_90", "",
            "{\n.reg .pred q;\nsetp.eq.s32 q, %r1, 0;\n@ q st.global.u32 [%rd1], %r1;\n"
            "@!q st.global.u32 [%rd2], %r1;\n}\n");
    assert_non_null(strstr(r.file.data, "@%custub_p2 st.global.u32 [%rd1], %r1;"));
    assert_non_null(strstr(r.file.data, "@%custub_p2 st.global.u32 [%rd2], %r1;"));
    rewriting_release(&r);
}

/* A generic address may be in another block of the cluster, from sm_90 on. */
static void knows_the_window_of_the_cluster(void **state)
{
    rewriting r;

    (void)state;
    rewrite(&r, "sm_90a", "", "ld.global.u64 %rd3, [%rd1];\nst.u32 [%rd3], %r1;\n");
    assert_non_null(strstr(r.file.data, "isspacep.shared::cluster "));
    rewriting_release(&r);
    rewrite(&r, "sm_80", "", "ld.global.u64 %rd3, [%rd1];\nst.u32 [%rd3], %r1;\n");
    assert_non_null(strstr(r.file.data, "isspacep.shared "));
    rewriting_release(&r);
}

/* As cooperative_groups make the address of the barrier, in builds with and without -G. */
static void leaves_the_barrier_of_a_grid_alone(void **state)
{
    rewriting r;

    (void)state;
    rewrite(&r, "sm_90", "",
            "mov.u32 %r3, %envreg2;\ncvt.u64.u32 %rd3, %r3;\nmov.u32 %r4, %envreg1;\n"
            "cvt.u64.u32 %rd4, %r4;\nbfi.b64 %rd5, %rd4, %rd3, 32, 32;\nadd.s64 %rd6, %rd5, 4;\n"
            "atom.add.release.gpu.u32 %r5, [%rd6], 1;\nshl.b64 %rd7, %rd4, 32;\n"
            "or.b64 %rd8, %rd7, %rd3;\nld.acquire.gpu.u32 %r6, [%rd8+4];\n");
    assert_int_equal(r.counts.any, 0);
    assert_int_equal(r.head.site_count, 1);
    rewriting_release(&r);
    rewrite(&r, "sm_90", "", "ld.global.u64 %rd3, [%rd1];\nst.u32 [%rd3], %r1;\n");
    assert_non_null(strstr(r.file.data, "mov.u32 %r5, %envreg2;"));
    rewriting_release(&r);
}

/* A right access to memory of malloc() must not be taken for a bad one of a buffer. */
static void leaves_out_what_may_be_in_the_heap(void **state)
{
    static const char heap[] =
        ".extern .func (.param .b64 func_retval0) malloc (.param .b64 malloc_param_0);\n";
    rewriting r;

    (void)state;
    rewrite(&r, "sm_90", heap,
            "{\n.param .b64 param0;\nst.param.b64 [param0], 64;\n.param .b64 retval0;\n"
            "call.uni (retval0), malloc, (param0);\nld.param.b64 %rd3, [retval0];\n}\n"
            "setp.eq.u32 %p1, %r1, 0;\nselp.b64 %rd4, %rd3, %rd1, %p1;\n"
            "st.u32 [%rd4], %r1;\n");
    assert_int_equal(r.head.site_count, 1);
    assert_non_null(strstr(r.diag.first->text, "memory of malloc() in a kernel has no contract"));
    rewriting_release(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves_old_architectures_alone),
        cmocka_unit_test(gives_called_functions_the_parameter),
        cmocka_unit_test(leaves_results_of_calls_where_they_are),
        cmocka_unit_test(shares_copies_of_functions_beyond_a_thousand),
        cmocka_unit_test(names_nothing_as_a_kernel_may_be_named),
        cmocka_unit_test(leaves_out_hints_about_the_next_load),
        cmocka_unit_test(chooses_among_constants),
        cmocka_unit_test(skips_together_what_a_warp_does_together),
        cmocka_unit_test(returns_where_a_kernel_ends_without_it),
        cmocka_unit_test(ends_regions_at_targets_of_labelled_lists),
        cmocka_unit_test(leaves_kernels_alone_that_kernels_launch),
        cmocka_unit_test(replaces_guards_however_they_are_written),
        cmocka_unit_test(knows_the_window_of_the_cluster),
        cmocka_unit_test(leaves_the_barrier_of_a_grid_alone),
        cmocka_unit_test(leaves_out_what_may_be_in_the_heap),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
