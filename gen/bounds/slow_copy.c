#include "bounds/slow_copy.h"

#include "bounds/helper.h"
#include "bounds/instruction.h"

/* --- What the helper is given ----------------------------------------------------------------- */

/* The address of the access, in 64 bits. */
static void write_address(const gen_bounds_code *code, const gen_bounds_access *access)
{
    const gen_ptx_operand *address = access->address;
    gen_text *out = code->out;

    if (!address->reg) {
        gen_text_printf(out, "mov.u64 %%custub_d3, %.*s;\n", (int)address->name.length,
                        address->name.text);
    } else if (address->reg->bits == 32) {
        gen_text_printf(
            out, "add.s32 %%custub_r0, %.*s, %lld;\ncvt.u64.u32 %%custub_d3, %%custub_r0;\n",
            (int)address->reg->name.length, address->reg->name.text, (long long)address->number);
        return;
    } else {
        gen_text_printf(out, "mov.b64 %%custub_d3, %.*s;\n", (int)address->reg->name.length,
                        address->reg->name.text);
    }
    if (address->number)
        gen_text_printf(out, "add.s64 %%custub_d3, %%custub_d3, %lld;\n",
                        (long long)address->number);
}

static void write_variable(const gen_bounds_code *code, const gen_bounds_access *access)
{
    const gen_ptx_variable *variable = code->plan->function->variables->items[access->target.index];
    gen_text *out = code->out;

    gen_text_printf(out, "mov.u64 %%custub_d5, %.*s;\n", (int)variable->name.length,
                    variable->name.text);
    if (access->space == GEN_PTX_GENERIC && variable->space != GEN_PTX_GLOBAL)
        gen_text_printf(out, "cvta.%s.u64 %%custub_d5, %%custub_d5;\n",
                        variable->space == GEN_PTX_SHARED ? "shared" : "const");
    if (variable->size)
        gen_text_printf(out, "mov.u64 %%custub_d6, %llu;\n", (unsigned long long)variable->size);
    else
        gen_text_puts(out, "ld.u64 %custub_d6, [%custub_d4+24];\n");
}

/* The extent of the access, in %custub_d5 and %custub_d6. Returns the flags of the helper. */
static unsigned write_extent(const gen_bounds_code *code, const gen_bounds_access *access)
{
    gen_text *out = code->out;

    switch (access->target.kind) {
    case GEN_BOUNDS_TO_VARIABLE:
        write_variable(code, access);
        return 0;
    case GEN_BOUNDS_TO_POINTER:
        gen_text_printf(out, "mov.u64 %%custub_d5, %zu;\nmov.u64 %%custub_d6, 0;\n",
                        access->target.index);
        return GEN_BOUNDS_HELPER_ONE;
    case GEN_BOUNDS_TO_POINTERS:
        gen_text_printf(out, "mov.u64 %%custub_d5, %llu;\nmov.u64 %%custub_d6, 0;\n",
                        (unsigned long long)access->target.bits);
        return GEN_BOUNDS_HELPER_SEVERAL;
    default:
        break;
    }
    if (access->space == GEN_PTX_SHARED) { /* 1 KiB: see test_code.c */
        gen_text_puts(out, "mov.u32 %custub_r0, %total_smem_size;\nadd.s32 %custub_r0, "
                           "%custub_r0, 1024;\ncvt.u64.u32 %custub_d6, %custub_r0;\n"
                           "mov.u64 %custub_d5, 0;\n");
        return 0;
    }
    gen_text_puts(out, "mov.u64 %custub_d5, 0;\nmov.u64 %custub_d6, 0;\n");
    return access->space == GEN_PTX_GENERIC ? GEN_BOUNDS_HELPER_ANY | GEN_BOUNDS_HELPER_GENERIC
                                            : GEN_BOUNDS_HELPER_ANY;
}

static unsigned log2_of(uint32_t align)
{
    unsigned log2 = 0;

    while (align >> log2 > 1)
        log2++;
    return log2;
}

static void write_call(const gen_bounds_code *code, const gen_bounds_access *access, unsigned flags)
{
    unsigned high = flags | log2_of(access->align) << 8;

    gen_text_printf(code->out,
                    "{\n.reg .b32 temp_param_reg;\n"
                    ".param .b64 custub_0;\nst.param.b64 [custub_0], %%custub_d4;\n"
                    ".param .b64 custub_1;\nst.param.b64 [custub_1], %%custub_d3;\n"
                    ".param .b64 custub_2;\nst.param.b64 [custub_2], %%custub_d5;\n"
                    ".param .b64 custub_3;\nst.param.b64 [custub_3], %%custub_d6;\n"
                    ".param .b32 custub_4;\nst.param.b32 [custub_4], %u;\n"
                    ".param .b64 custub_5;\nst.param.b64 [custub_5], %llu;\n"
                    ".param .b32 custub_6;\ncall (custub_6), %s, (custub_0, custub_1, custub_2, "
                    "custub_3, custub_4, custub_5);\n"
                    "ld.param.b32 %%custub_r2, [custub_6];\n}\n"
                    "setp.ne.u32 %%custub_p1, %%custub_r2, 0;\n",
                    access->size, (unsigned long long)high << 32 | access->site, code->helper);
}

/* --- The access ------------------------------------------------------------------------------- */

/* The instruction without its guard. */
static gen_token without_guard(const gen_ptx_statement *statement)
{
    gen_token text = statement->text;

    if (!statement->guard)
        return text;
    while (text.length && *text.text != ' ' && *text.text != '\t' && *text.text != '\n') {
        text.text++;
        text.length--;
    }
    return text;
}

static void write_zero(void *context, gen_ptx_register *reg)
{
    const gen_bounds_code *code = context;

    if (reg->bits == 128)
        gen_text_printf(code->out,
                        "mov.u64 %%custub_d7, 0;\n@!%%custub_p1 mov.b128 %.*s, {%%custub_d7, "
                        "%%custub_d7};\n",
                        (int)reg->name.length, reg->name.text);
    else if (reg->bits == 8)
        gen_text_printf(code->out, "@!%%custub_p1 cvt.u8.u32 %.*s, 0;\n", (int)reg->name.length,
                        reg->name.text);
    else
        gen_text_printf(code->out, "@!%%custub_p1 mov.b%u %.*s, 0;\n", (unsigned)reg->bits,
                        (int)reg->name.length, reg->name.text);
}

static void write_access(const gen_bounds_code *code, const gen_bounds_access *access)
{
    const gen_ptx_statement *s = access->statement;
    gen_text *out = code->out;
    gen_token text = without_guard(s);
    unsigned flags;

    if (s->guard)
        gen_text_printf(out, "@%s%.*s bra %s_skip%zu;\n", s->guard_negated ? "" : "!",
                        (int)s->guard->name.length, s->guard->name.text, code->label,
                        access->place);
    write_address(code, access);
    flags = write_extent(code, access);
    write_call(code, access, flags | (access->kind ? GEN_BOUNDS_HELPER_WRITES : 0));
    gen_text_printf(out, "@%%custub_p1 %.*s;\n", (int)text.length, text.text);
    gen_bounds_each_written(s, write_zero, (void *)(uintptr_t)code);
    if (s->guard)
        gen_text_printf(out, "%s_skip%zu:\n", code->label, access->place);
}

/* Puts the address of the kernel's further parameter into %custub_d4. */
static void write_head(const gen_bounds_code *code)
{
    if (code->plan->function->function->is_entry)
        gen_text_printf(code->out,
                        "mov.b64 %%custub_d4, %s;\ncvta.param.u64 %%custub_d4, %%custub_d4;\n",
                        code->param);
    else
        gen_text_printf(code->out, "ld.param.u64 %%custub_d4, [%s];\n", code->param);
}

void gen_bounds_write_slow_copy(const gen_bounds_code *code, size_t region)
{
    const gen_bounds_plan *plan = code->plan;
    const gen_bounds_region *at = &plan->regions[region];

    gen_text_printf(code->out, "%s_slow%zu:\n", code->label, region);
    write_head(code);
    for (size_t i = at->first; i <= at->last; i++) {
        const gen_ptx_statement *s = plan->function->flow.statements[i];
        if (plan->accesses[i])
            write_access(code, plan->accesses[i]);
        else if (s->kind == GEN_PTX_INSTRUCTION && plan->moved_to[i] == GEN_BOUNDS_NOWHERE)
            gen_ptx_print_statement(code->out, s);
    }
    gen_text_printf(code->out, "bra %s_back%zu;\n", code->label, region);
}
