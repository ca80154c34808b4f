/* Which memory the accesses of a kernel are held to, and that no instruction touches memory in
 * silence. */
#include "rewriting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void has_origins(const char *statements, const custub_bounds_site *wanted, size_t count)
{
    rewriting r;

    rewrite(&r, "sm_90", ".global .align 4 .b8 table[32];\n", statements);
    assert_int_equal(r.head.site_count, count + 1);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(r.sites[i + 1].origin, wanted[i].origin);
        assert_int_equal(r.sites[i + 1].index, wanted[i].index);
        assert_int_equal(r.sites[i + 1].access, wanted[i].access);
        assert_int_equal(r.sites[i + 1].bytes, wanted[i].bytes);
    }
    rewriting_release(&r);
}

static void follows_choices_and_loops(void **state)
{
    static const custub_bounds_site choice[] = {
        {.origin = CUSTUB_BOUNDS_OF_POINTERS, .access = CUSTUB_BOUNDS_READ, .bytes = 4}};
    static const custub_bounds_site loop[] = {{.origin = CUSTUB_BOUNDS_OF_POINTER,
                                               .index = 1,
                                               .access = CUSTUB_BOUNDS_ATOMIC,
                                               .bytes = 4}};

    (void)state;
    has_origins("setp.eq.s32 %p1, %r1, 0;\nselp.b64 %rd3, %rd1, %rd2, %p1;\n"
                "ld.global.u32 %r5, [%rd3];\n",
                choice, 1);
    has_origins("mov.u64 %rd3, %rd2;\n$L1:\nred.global.add.u32 [%rd3], 1;\n"
                "add.s64 %rd3, %rd3, 4;\nadd.s32 %r1, %r1, -1;\nsetp.ne.s32 %p1, %r1, 0;\n"
                "@%p1 bra $L1;\n",
                loop, 1);
}

static void does_not_guess(void **state)
{
    static const custub_bounds_site any[] = {
        {.origin = CUSTUB_BOUNDS_OF_POINTER, .access = CUSTUB_BOUNDS_READ, .bytes = 8},
        {.origin = CUSTUB_BOUNDS_OF_ANY, .access = CUSTUB_BOUNDS_WRITE, .bytes = 4}};
    static const custub_bounds_site other[] = {
        {.origin = CUSTUB_BOUNDS_OF_ANY, .access = CUSTUB_BOUNDS_WRITE, .bytes = 4}};

    (void)state;
    has_origins("ld.global.u64 %rd3, [%rd1];\nst.global.u32 [%rd3], %r1;\n", any, 2);
    /* b + (a - b) is in a, and b + i * 4 with i from memory in b. */
    has_origins(
        "sub.s64 %rd3, %rd1, %rd2;\nadd.s64 %rd4, %rd2, %rd3;\nst.global.u32 [%rd4], %r1;\n", other,
        1);
}

static void knows_variables_and_the_stack(void **state)
{
    static const custub_bounds_site variable[] = {
        {.origin = CUSTUB_BOUNDS_OF_VARIABLE, .access = CUSTUB_BOUNDS_READ, .bytes = 4}};
    static const custub_bounds_site stack[] = {
        {.origin = CUSTUB_BOUNDS_OF_POINTER, .index = 1, .access = CUSTUB_BOUNDS_READ, .bytes = 4}};

    (void)state;
    has_origins("mov.u64 %rd3, table;\nmul.wide.u32 %rd4, %r1, 4;\nadd.s64 %rd5, %rd3, %rd4;\n"
                "ld.global.u32 %r5, [%rd5];\n",
                variable, 1);
    has_origins(".local .align 8 .b8 depot[16];\nmov.u64 %rd3, depot;\ncvta.local.u64 %rd4, %rd3;\n"
                "st.u64 [%rd4], %rd1;\nst.u64 [%rd4+8], %rd2;\nld.u64 %rd5, [%rd4+8];\n"
                "ld.u32 %r5, [%rd5];\n",
                stack, 1);
}

static void knows_parts_of_variables(void **state)
{
    static const custub_bounds_site variable[] = {
        {.origin = CUSTUB_BOUNDS_OF_VARIABLE, .access = CUSTUB_BOUNDS_WRITE, .bytes = 4}};
    rewriting r;

    (void)state;
    has_origins("mov.u64 %rd3, table+8;\nmul.wide.u32 %rd4, %r1, 4;\nadd.s64 %rd5, %rd3, %rd4;\n"
                "st.global.u32 [%rd5], %r2;\n",
                variable, 1);
    rewrite(&r, "sm_90", ".global .align 4 .b8 table[32];\n",
            "mov.u64 %rd3, table+24;\nst.global.u32 [%rd3+4], %r1;\n");
    assert_int_equal(r.head.site_count, 1); /* the last element */
    rewriting_release(&r);
    rewrite(&r, "sm_90", ".global .align 4 .b8 table[32];\n",
            "mov.u64 %rd3, table+24;\nst.global.u32 [%rd3+8], %r1;\n");
    assert_int_equal(r.head.site_count, 2);
    rewriting_release(&r);
}

/* As nvcc writes for sm_100. */
static void follows_pointers_that_are_loaded_together(void **state)
{
    static const custub_bounds_site each[] = {
        {.origin = CUSTUB_BOUNDS_OF_POINTER, .index = 0, .access = CUSTUB_BOUNDS_READ, .bytes = 4},
        {.origin = CUSTUB_BOUNDS_OF_POINTER,
         .index = 1,
         .access = CUSTUB_BOUNDS_WRITE,
         .bytes = 4}};

    (void)state;
    has_origins("ld.param.v2.u64 {%rd3, %rd4}, [k_0];\nld.global.u32 %r5, [%rd3];\n"
                "st.global.u32 [%rd4], %r5;\n",
                each, 2);
}

/* A body's own variables come before those of the module, and of other bodies. */
static void tells_variables_of_one_name_apart(void **state)
{
    static const char access[] = "shl.b32 %r5, %r1, 2;\nmov.u32 %r6, tile;\n"
                                 "add.s32 %r7, %r6, %r5;\nst.shared.u32 [%r7], %r8;\n";
    static char longer[4096];
    const char *whole;
    rewriting r;

    (void)state;
    whole = rewrite(
        &r, "sm_90",
        ".visible .entry other(\n.param .u64 other_0\n)\n{\n.shared .align 4 .b8 tile[16];\n"
        "ret;\n}\n",
        access);
    assert_non_null(strstr(r.file.data, "setp.lt.u32 %custub_p0, %r1, 16;"));
    rewriting_release(&r);
    snprintf(longer, sizeof(longer),
             "%s.visible .entry last(\n.param .u64 last_0\n)\n{\n"
             ".shared .align 4 .b8 tile[4096];\nret;\n}\n",
             whole);
    rewrite_text(&r, longer);
    assert_non_null(strstr(r.file.data, "setp.lt.u32 %custub_p0, %r1, 16;"));
    rewriting_release(&r);
}

/* `find` gives what `end` sets %rd4 to, or what it gives itself for its pointer moved on. */
static custub_bounds_site write_through_result(const char *end)
{
    char function[1024];
    custub_bounds_site site;
    rewriting r;

    snprintf(function, sizeof(function),
             ".func (.param .b64 r) find(.param .b64 find_0, .param .b32 find_1)\n{\n"
             ".reg .pred %%p<2>;\n.reg .b32 %%r<3>;\n.reg .b64 %%rd<5>;\n"
             "ld.param.u64 %%rd1, [find_0];\nld.param.u32 %%r1, [find_1];\n"
             "%s %%rd4, %s;\nsetp.eq.s32 %%p1, %%r1, 0;\n@%%p1 bra $end;\n"
             "add.s64 %%rd2, %%rd1, 4;\nadd.s32 %%r2, %%r1, -1;\n"
             "{\n.param .b64 p;\nst.param.b64 [p], %%rd2;\n.param .b32 n;\n"
             "st.param.b32 [n], %%r2;\n.param .b64 got;\ncall.uni (got), find, (p, n);\n"
             "ld.param.b64 %%rd4, [got];\n}\n$end:\nst.param.b64 [r], %%rd4;\nret;\n}\n",
             strchr(end, '[') ? "ld.u64" : "mov.u64", end);
    rewrite(&r, "sm_90", function,
            "{\n.param .b64 p;\nst.param.b64 [p], %rd2;\n.param .b32 n;\nst.param.b32 [n], %r1;\n"
            ".param .b64 got;\ncall.uni (got), find, (p, n);\nld.param.b64 %rd3, [got];\n}\n"
            "st.u32 [%rd3], %r1;\n");
    site = r.sites[1]; /* the kernel's; those of the function follow */
    rewriting_release(&r);
    return site;
}

static void follows_results_of_recursive_functions(void **state)
{
    custub_bounds_site site = write_through_result("%rd1");

    (void)state;
    assert_int_equal(site.access, CUSTUB_BOUNDS_WRITE);
    assert_int_equal(site.origin, CUSTUB_BOUNDS_OF_POINTER);
    assert_int_equal(site.index, 1);
    site = write_through_result("[%rd1]");
    assert_int_equal(site.access, CUSTUB_BOUNDS_WRITE);
    assert_int_equal(site.origin, CUSTUB_BOUNDS_OF_ANY);
}

static size_t count_notes(const rewriting *r)
{
    size_t count = 0;

    for (const gen_diagnostic *d = r->diag.first; d; d = d->next)
        count += d->severity == GEN_NOTE;
    return count;
}

/* Instructions that touch memory in a way of their own, or none. */
static const struct {
    const char *instruction;
    size_t sites;
    size_t notes;
} accesses[] = {
    {"discard.global.L2 [%rd1], 128;", 1, 0},
    {".shared .align 8 .b8 two[16];\nmbarrier.init.shared.b64 [two+8], 1;", 0, 0}, /* inside */
    {"mbarrier.init.shared.b64 [tile+64], 1;", 1, 0},
    {"mbarrier.arrive.shared.b64 %rd5, [%r1];", 1, 1}, /* of any buffer */
    {"mbarrier.pending_count.b64 %r5, %rd5;", 0, 0},
    {"cp.async.mbarrier.arrive.noinc.shared.b64 [tile+64];", 1, 0},
    {"tensormap.replace.tile.rank.global.b1024.b32 [%rd2], 1;", 1, 0},
    {"tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned "
     "[%rd1], [tile], 128;",
     0, 1},
    {"prefetch.global.L2 [%rd1];", 0, 0},
    {"applypriority.global.L2::evict_normal [%rd1], 128;", 0, 0},
    {"st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r5], %r1, [%r6];", 0, 1},
    {"red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r5], %r1, "
     "[%r6];",
     0, 1},
    {"cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [tile], "
     "[%rd1, {%r1}], [tile];",
     0, 1},
    {"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1, %f2, %f3, %f4}, %rd5, %rd6, 1, 1, 1, "
     "0, 0;",
     0, 1},
    {"clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [tile], "
     "[tile];",
     0, 1},
    {"mapa.u64 %rd5, %rd6, %r1;\nst.u32 [%rd5], %r2;", 0, 1},
    {"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%rd1], %r1, "
     "[tile+64];",
     3, 0},
    {"mapa.shared::cluster.u32 %r5, %r6, %r1;\n"
     "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r5], [%rd1], %r1, "
     "[tile+64];",
     2, 1},
    {"cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r5], [tile], %r1, "
     "[%r6];",
     1, 1},
    {"cp.async.bulk.global.shared::cta.bulk_group [%rd1], [tile], %r1;", 2, 0},
    {"new_instruction.b32 %r5, [%rd1, {%r1}];", 0, 1},
    {"new_instruction.global.u32 [%rd1], %r1;", 0, 1},
    {"cp.async.ca.shared.global [tile], [%rd1], 4, 0;", 0, 0},
    {"cp.async.ca.shared.global [tile+56], [%rd1], 16, 4;", 2, 0},
    {"cp.async.ca.shared.global [tile], [%rd1], 16, %p1;", 0, 1},
};

/* Such memory is checked, or a note says that it is not. */
static void touches_no_memory_silently(void **state)
{
    rewriting r;

    (void)state;
    for (size_t i = 0; i < sizeof(accesses) / sizeof(accesses[0]); i++) {
        rewrite(&r, "sm_90", "", accesses[i].instruction);
        if (r.head.site_count != accesses[i].sites + 1 || count_notes(&r) != accesses[i].notes)
            fail_msg("%s: %u sites, %zu notes", accesses[i].instruction, r.head.site_count - 1,
                     count_notes(&r));
        rewriting_release(&r);
    }
}

static void knows_vectors_in_registers(void **state)
{
    static const char statements[] = ".reg .v2 .b64 both;\n.reg .v2 .b32 v;\n"
                                     "ld.param.v2.u64 both, [k_0];\nmov.b64 %rd3, both.x;\n"
                                     "mov.b64 %rd4, both.y;\nld.global.v2.b32 v, [%rd3];\n"
                                     "st.global.b32 [%rd4], v.y;\n";
    static const custub_bounds_site each[] = {
        {.origin = CUSTUB_BOUNDS_OF_POINTER, .index = 0, .access = CUSTUB_BOUNDS_READ, .bytes = 8},
        {.origin = CUSTUB_BOUNDS_OF_POINTER,
         .index = 1,
         .access = CUSTUB_BOUNDS_WRITE,
         .bytes = 4}};
    rewriting r;

    (void)state;
    has_origins(statements, each, 2);
    rewrite(&r, "sm_90", "", statements);
    assert_non_null(strstr(r.file.data, "mov.b32 v.x, 0;\nmov.b32 v.y, 0;\n"));
    rewriting_release(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follows_choices_and_loops),
        cmocka_unit_test(does_not_guess),
        cmocka_unit_test(knows_variables_and_the_stack),
        cmocka_unit_test(knows_parts_of_variables),
        cmocka_unit_test(follows_pointers_that_are_loaded_together),
        cmocka_unit_test(tells_variables_of_one_name_apart),
        cmocka_unit_test(touches_no_memory_silently),
        cmocka_unit_test(knows_vectors_in_registers),
        cmocka_unit_test(follows_results_of_recursive_functions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
