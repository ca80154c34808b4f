#include "bounds/code/extent_look.h"

#include "bounds/code/record_code.h"

#include <custub/bounds_table.h>

#include <stddef.h>

static void write_variable(const gen_bounds_code *code, const gen_bounds_access *access)
{
    const gen_ptx_variable *variable = code->plan->function->variables->items[access->target.index];

    gen_text_printf(code->out, "mov.u64 %%custub_d4, %.*s;\n", (int)variable->name.length,
                    variable->name.text);
    if (access->space == GEN_PTX_GENERIC && variable->space != GEN_PTX_GLOBAL)
        gen_text_printf(code->out, "cvta.%s.u64 %%custub_d4, %%custub_d4;\n",
                        variable->space == GEN_PTX_SHARED ? "shared" : "const");
    if (variable->size)
        gen_text_printf(code->out, "mov.u64 %%custub_d5, %llu;\n",
                        (unsigned long long)variable->size);
    else
        gen_bounds_load(code, "u64", "%custub_d5", offsetof(custub_bounds_head, shared));
}

/* Shared memory of unknown origin; 1 KiB: see test_code.c. */
static void write_all_shared(const gen_bounds_code *code)
{
    gen_text_puts(code->out, "mov.u32 %custub_r0, %total_smem_size;\n"
                             "add.s32 %custub_r0, %custub_r0, 1024;\n"
                             "cvt.u64.u32 %custub_d5, %custub_r0;\n"
                             "mov.u64 %custub_d4, 0;\n");
}

/* The extent of the access in %custub_d4 and %custub_d5. */
static void write_extent(const gen_bounds_code *code, const gen_bounds_access *access)
{
    uint32_t offset = (uint32_t)(sizeof(custub_bounds_head) +
                                 access->target.index * sizeof(custub_bounds_extent));

    if (access->target.kind == GEN_BOUNDS_TO_POINTER) {
        gen_bounds_load(code, "u64", "%custub_d4", offset);
        gen_bounds_load(code, "u64", "%custub_d5", offset + 8);
    } else if (access->target.kind == GEN_BOUNDS_TO_VARIABLE) {
        write_variable(code, access);
    } else {
        write_all_shared(code);
    }
}

/* %custub_p1: it is inside; %custub_p2: and aligned, or nothing. */
static void write_comparison(gen_text *out, const gen_bounds_access *access)
{
    gen_text_puts(out, GEN_BOUNDS_INSIDE "mov.pred %custub_p2, %custub_p1;\n");
    if (access->align > 1)
        gen_text_printf(out,
                        "cvt.u32.u64 %%custub_r0, %%custub_d3;\n"
                        "and.b32 %%custub_r0, %%custub_r0, %u;\n"
                        "setp.eq.and.u32 %%custub_p2, %%custub_r0, 0, %%custub_p1;\n",
                        (unsigned)access->align - 1);
    if (access->length)
        gen_text_puts(out, "setp.eq.or.u64 %custub_p2, %custub_d2, 0, %custub_p2;\n");
}

/* If the launch measures: what the pointer's accesses are. */
static void write_measure(const gen_bounds_code *code, const gen_bounds_access *access)
{
    const size_t offset = access->target.index * sizeof(custub_bounds_measure);
    gen_text *out = code->out;
    const char *label;

    gen_bounds_load(code, "u64", "%custub_d8", offsetof(custub_bounds_head, measures));
    gen_text_puts(out, "setp.ne.and.u64 %custub_p1, %custub_d8, 0, %custub_p2;\n");
    if (access->length)
        gen_text_puts(out, "setp.ne.and.u64 %custub_p1, %custub_d2, 0, %custub_p1;\n");
    gen_bounds_write_measure(out, offset);
    if (access->kind == CUSTUB_BOUNDS_READ)
        return;
    if (!access->length && access->size == access->align && access->size <= GEN_BOUNDS_MARKS) {
        gen_bounds_write_marks(out, offset, access->size);
        return;
    }
    label = gen_arena_format(code->plan->function->arena, "%s_marks%zu_", code->label,
                             code->notes->records++);
    gen_bounds_write_long_marks(out, offset, label);
    gen_text_printf(out, "%sright:\n", label);
}

/* The first bad access since the last record. */
static void write_note(const gen_bounds_code *code, const gen_bounds_access *access)
{
    gen_text *out = code->out;

    code->notes->is_open = true;
    gen_text_puts(out, "not.pred %custub_p0, %custub_p2;\n"
                       "and.pred %custub_p0, %custub_p0, %custub_p4;\n");
    if (access->length)
        gen_text_printf(out,
                        "shl.b64 %%custub_d6, %%custub_d2, 32;\n"
                        "add.s64 %%custub_d6, %%custub_d6, %u;\n",
                        access->site);
    else
        gen_text_printf(out, "mov.u64 %%custub_d6, %llu;\n",
                        (unsigned long long)access->size << 32 | access->site);
    gen_text_puts(out, "@%custub_p0 st.local.u64 [custub_note+0], %custub_d3;\n"
                       "@%custub_p0 st.local.u64 [custub_note+8], %custub_d4;\n"
                       "@%custub_p0 st.local.u64 [custub_note+16], %custub_d5;\n"
                       "@%custub_p0 st.local.u64 [custub_note+24], %custub_d6;\n"
                       "and.pred %custub_p4, %custub_p4, %custub_p2;\n");
}

void gen_bounds_write_extent_look(const gen_bounds_code *code, const gen_bounds_access *access)
{
    write_extent(code, access);
    write_comparison(code->out, access);
    write_note(code, access);
    if (access->target.kind == GEN_BOUNDS_TO_POINTER)
        write_measure(code, access);
}

void gen_bounds_begin_notes(const gen_bounds_code *code)
{
    gen_text_puts(code->out, "mov.pred %custub_p4, 1;\n");
    code->notes->is_open = false;
}

/* The loop is never gone back: no record is at the address 1. With it ptxas leaves the slow copy
 * where it is. Without branches it executes all of the copy's instructions with a false predicate,
 * as a part of the fast one: short loops took up to 1.5 times as long. */
void gen_bounds_write_notes(const gen_bounds_code *code)
{
    const char *label = gen_arena_format(code->plan->function->arena, "%s_record%zu", code->label,
                                         code->notes->records);
    gen_text *out = code->out;

    if (!code->notes->is_open)
        return;
    code->notes->is_open = false;
    code->notes->records++;
    gen_bounds_load(code, "u64", "%custub_d7", offsetof(custub_bounds_head, record));
    gen_text_printf(out, "%s:\n@%%custub_p4 bra %s_done;\n", label, label);
    gen_bounds_write_slow_frequency(code);
    gen_bounds_load(code, "u32", "%custub_r2", offsetof(custub_bounds_head, traps));
    gen_text_puts(out, "not.pred %custub_p0, %custub_p4;\n");
    gen_bounds_write_record(out);
    gen_text_printf(out, "%s_done:\n", label);
    gen_bounds_write_slow_frequency(code);
    gen_text_printf(out,
                    "setp.eq.u64 %%custub_p0, %%custub_d7, 1;\n"
                    "@%%custub_p0 bra %s;\n",
                    label);
    gen_bounds_begin_notes(code);
}
