/* What tests of rewritten kernels compare with: the limits and sites of the table, for kernels of
 * PTX as nvcc writes them. */
#include "bounds/bounds.h"

#include <custub/bounds_table.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

typedef struct rewriting {
    gen_arena arena;
    gen_diag diag;
    gen_text file;
    gen_text table;
    gen_bounds_counts counts;
    custub_bounds_table head;
    const custub_bounds_limit *limits;
    const custub_bounds_site *sites; /* site 0 is none */
} rewriting;

static const gen_bounds_pointer pointers[] = {{"a", 0}, {"b", 8}};
static const gen_bounds_kernel kernel = {.symbol = "k", .pointer_count = 2, .pointers = pointers};

/* A kernel of the pointers %rd1 and %rd2, the integers %r1 and %r2, and these statements. */
static void rewrite_text(rewriting *r, const char *text)
{
    gen_bounds *bounds;

    memset(r, 0, sizeof(*r));
    gen_arena_initialize(&r->arena);
    gen_diag_initialize(&r->diag, &r->arena);
    bounds = gen_bounds_begin(&r->arena, &r->diag, &kernel, 1);
    assert_true(gen_bounds_add(bounds, "k.ptx", text));
    gen_bounds_finish(bounds, &r->file, &r->table, &r->counts);
    assert_int_equal(r->diag.errors, 0);
    memcpy(&r->head, r->table.data, sizeof(r->head));
    r->limits = (const void *)(r->table.data + r->head.limits);
    r->sites = (const void *)(r->table.data + r->head.sites);
}

static char text[8192];

static void rewrite(rewriting *r, const char *target, const char *before, const char *statements)
{
    snprintf(text, sizeof(text),
             ".version 9.0\n.target %s\n.address_size 64\n%s.visible .entry k(\n"
             ".param .u64 k_0,\n.param .u64 k_1,\n.param .u32 k_2,\n.param .u32 k_3\n)\n{\n"
             ".reg .pred %%p<9>;\n.reg .b32 %%r<40>;\n.reg .b64 %%rd<40>;\n.reg .f32 %%f<40>;\n"
             ".shared .align 4 .b8 tile[64];\n"
             "ld.param.u64 %%rd1, [k_0];\nld.param.u64 %%rd2, [k_1];\n"
             "ld.param.u32 %%r1, [k_2];\nld.param.u32 %%r2, [k_3];\n%sret;\n}\n",
             target, before, statements);
    rewrite_text(r, text);
}

static void release(rewriting *r)
{
    gen_text_deinitialize(&r->file);
    gen_text_deinitialize(&r->table);
    gen_arena_deinitialize(&r->arena);
}

static void has_limit(const rewriting *r, size_t index, custub_bounds_limit wanted)
{
    assert_true(index < r->head.limit_count);
    wanted.offset = r->limits[index].offset;
    assert_memory_equal(&r->limits[index], &wanted, sizeof(wanted));
}

/* --- Limits ----------------------------------------------------------------------------------- */

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
    release(&r);
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
    release(&r);
}

/* value + 1 of an unsigned value of 32 bits may wrap: the address is compared. */
static void does_not_shift_an_unsigned_index_up(void **state)
{
    rewriting r;

    (void)state;
    rewrite(
        &r, "sm_90", "",
        "mul.wide.u32 %rd4, %r1, 4;\nadd.s64 %rd5, %rd2, %rd4;\nld.global.u32 %r5, [%rd5+4];\n");
    has_limit(&r, 0,
              (custub_bounds_limit){.kind = CUSTUB_BOUNDS_ADDRESS,
                                    .extent = 1,
                                    .align = 4,
                                    .low = 4,
                                    .span = 4,
                                    .scale = 1});
    release(&r);
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
    release(&r);
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
    release(&r);
    rewrite(&r, "sm_90", "",
            "mul.wide.s32 %rd4, %r1, 8;\nadd.s64 %rd5, %rd1, %rd4;\n"
            "ld.global.v4.u32 {%r5, %r6, %r7, %r8}, [%rd5];\n");
    assert_int_equal(r.limits[0].align, 1);
    assert_non_null(strstr(r.file.data, "and.b64 %custub_d0, %custub_d0, 15;"));
    release(&r);
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
    assert_non_null(strstr(r.file.data, "setp.lt.u32 %custub_p0, %custub_r0, 61;"));
    assert_int_equal(r.sites[1].origin, CUSTUB_BOUNDS_OF_SHARED);
    release(&r);
}

/* --- Origins ---------------------------------------------------------------------------------- */

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
    release(&r);
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
    release(&r);
    rewrite(&r, "sm_90", ".global .align 4 .b8 table[32];\n",
            "mov.u64 %rd3, table+24;\nst.global.u32 [%rd3+8], %r1;\n");
    assert_int_equal(r.head.site_count, 2);
    release(&r);
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
    rewriting r;

    (void)state;
    rewrite(&r, "sm_90",
            ".visible .entry other(\n.param .u64 other_0\n)\n{\n.shared .align 4 .b8 tile[16];\n"
            "ret;\n}\n",
            access);
    assert_non_null(strstr(r.file.data, "setp.lt.u32 %custub_p0, %custub_r0, 61;"));
    strcat(text, ".visible .entry last(\n.param .u64 last_0\n)\n{\n"
                 ".shared .align 4 .b8 tile[4096];\nret;\n}\n");
    release(&r);
    rewrite_text(&r, text);
    assert_non_null(strstr(r.file.data, "setp.lt.u32 %custub_p0, %custub_r0, 61;"));
    release(&r);
}

static size_t count_notes(const rewriting *r)
{
    size_t count = 0;

    for (const gen_diagnostic *d = r->diag.first; d; d = d->next)
        count += d->severity == GEN_NOTE;
    return count;
}

/* Memory that an instruction touches in a way of its own is checked, or a note says that it is not.
 */
static void touches_no_memory_silently(void **state)
{
    static const struct {
        const char *instruction;
        size_t sites;
        size_t notes;
    } rows[] = {
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
        {"red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r5], "
         "%r1, "
         "[%r6];",
         0, 1},
        {"cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [tile], "
         "[%rd1, {%r1}], [tile];",
         0, 1},
        {"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1, %f2, %f3, %f4}, %rd5, %rd6, 1, "
         "1, 1, "
         "0, 0;",
         0, 1},
        {"clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 "
         "[tile], "
         "[tile];",
         0, 1},
        {"mapa.u64 %rd5, %rd6, %r1;\nst.u32 [%rd5], %r2;", 0, 1},
        {"new_instruction.global.u32 [%rd1], %r1;", 0, 1},
        {"cp.async.ca.shared.global [tile], [%rd1], 4, 0;", 0, 0},
        {"cp.async.ca.shared.global [tile], [%rd1], 16, 4;", 2, 0},
        {"cp.async.ca.shared.global [tile], [%rd1], 16, %p1;", 0, 1},
    };
    rewriting r;

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        rewrite(&r, "sm_90", "", rows[i].instruction);
        if (r.head.site_count != rows[i].sites + 1 || count_notes(&r) != rows[i].notes)
            fail_msg("%s: %u sites, %zu notes", rows[i].instruction, r.head.site_count - 1,
                     count_notes(&r));
        release(&r);
    }
}

/* --- Kernels ---------------------------------------------------------------------------------- */

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
    assert_null(strstr(r.file.data, "k_custub"));
    release(&r);
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
    release(&r);
}

/* It would be about the load of a limit. */
static void leaves_out_hints_about_the_next_load(void **state)
{
    rewriting r;

    (void)state;
    rewrite(&r, "sm_90", "",
            ".pragma \"used_bytes_mask 9\";\nld.global.v4.u32 {%r5, %r6, %r7, %r8}, [%rd1];\n");
    assert_null(strstr(r.file.data, "used_bytes_mask"));
    release(&r);
}

static void chooses_among_constants(void **state)
{
    rewriting r;

    (void)state;
    rewrite(&r, "sm_90", ".const .align 4 .b8 small[16];\n.const .align 4 .b8 large[32];\n",
            "mov.u64 %rd3, small;\nmov.u64 %rd4, large;\nsetp.eq.s32 %p1, %r1, 0;\n"
            "selp.b64 %rd5, %rd3, %rd4, %p1;\nld.const.u32 %r5, [%rd5+16];\n");
    assert_int_equal(r.sites[1].origin, CUSTUB_BOUNDS_OF_ANY);
    release(&r);
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
    release(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tests_neighbours_of_a_signed_index_once),
        cmocka_unit_test(lets_an_unsigned_index_go_on_to_the_end),
        cmocka_unit_test(does_not_shift_an_unsigned_index_up),
        cmocka_unit_test(compares_an_index_of_64_bits_before_it_is_scaled),
        cmocka_unit_test(asks_for_the_alignment_of_vectors),
        cmocka_unit_test(needs_no_limit_for_shared_arrays),
        cmocka_unit_test(follows_choices_and_loops),
        cmocka_unit_test(does_not_guess),
        cmocka_unit_test(knows_variables_and_the_stack),
        cmocka_unit_test(knows_parts_of_variables),
        cmocka_unit_test(follows_pointers_that_are_loaded_together),
        cmocka_unit_test(tells_variables_of_one_name_apart),
        cmocka_unit_test(touches_no_memory_silently),
        cmocka_unit_test(leaves_old_architectures_alone),
        cmocka_unit_test(gives_called_functions_the_parameter),
        cmocka_unit_test(leaves_out_hints_about_the_next_load),
        cmocka_unit_test(chooses_among_constants),
        cmocka_unit_test(skips_together_what_a_warp_does_together),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
