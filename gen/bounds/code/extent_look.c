#include "bounds/code/extent_look.h"

#include "bounds/code/access_log.h"

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

void gen_bounds_write_extent_look(const gen_bounds_code *code, const gen_bounds_access *access)
{
    write_extent(code, access);
    write_comparison(code->out, access);
    gen_bounds_write_log_entry(code, access);
}
