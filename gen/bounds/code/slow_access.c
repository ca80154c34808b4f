#include "bounds/code/slow_access.h"

#include "bounds/code/helper.h"
#include "bounds/flow/instruction.h"
#include "bounds/code/record_code.h"

#include <custub/bounds_table.h>

#include <stddef.h>

typedef struct slow_access {
    const gen_bounds_code *code;
    const gen_bounds_access *access;
    bool is_second; /* of the instruction */
} slow_access;

static void put_label(const slow_access *at, const char *name)
{
    gen_text_printf(at->code->out, "%s_%s%zu%s", at->code->label, name, at->access->place,
                    at->is_second ? "b" : "");
}

static void define_label(const slow_access *at, const char *name)
{
    put_label(at, name);
    gen_text_puts(at->code->out, ":\n");
}

static void branch(const slow_access *at, const char *guard, const char *name)
{
    gen_text_printf(at->code->out, "%sbra ", guard);
    put_label(at, name);
    gen_text_puts(at->code->out, ";\n");
}

/* The address of the access in %custub_d3. */
static void write_address(const slow_access *at)
{
    const gen_ptx_operand *address = at->access->address;
    gen_token name = address->reg ? address->reg->name : address->name;
    gen_text *out = at->code->out;

    if (address->reg && address->reg->bits == 32) {
        gen_text_printf(out,
                        "add.s32 %%custub_r0, %.*s, %lld;\ncvt.u64.u32 %%custub_d3, %%custub_r0;\n",
                        (int)name.length, name.text, (long long)address->number);
        return;
    }
    gen_text_printf(out, "mov.b64 %%custub_d3, %.*s;\n", (int)name.length, name.text);
    if (address->number)
        gen_text_printf(out, "add.s64 %%custub_d3, %%custub_d3, %lld;\n",
                        (long long)address->number);
}

static void write_variable(const slow_access *at)
{
    const gen_bounds_access *access = at->access;
    const gen_ptx_variable *variable =
        at->code->plan->function->variables->items[access->target.index];
    gen_text *out = at->code->out;

    gen_text_printf(out, "mov.u64 %%custub_d4, %.*s;\n", (int)variable->name.length,
                    variable->name.text);
    if (access->space == GEN_PTX_GENERIC && variable->space != GEN_PTX_GLOBAL)
        gen_text_printf(out, "cvta.%s.u64 %%custub_d4, %%custub_d4;\n",
                        variable->space == GEN_PTX_SHARED ? "shared" : "const");
    if (variable->size)
        gen_text_printf(out, "mov.u64 %%custub_d5, %llu;\n", (unsigned long long)variable->size);
    else
        gen_bounds_load(at->code, "u64", "%custub_d5", offsetof(custub_bounds_head, shared));
}

/* Shared memory of unknown origin; 1 KiB: see test_code.c. */
static void write_all_shared(const slow_access *at)
{
    gen_text_puts(at->code->out, "mov.u32 %custub_r0, %total_smem_size;\n"
                                 "add.s32 %custub_r0, %custub_r0, 1024;\n"
                                 "cvt.u64.u32 %custub_d5, %custub_r0;\n"
                                 "mov.u64 %custub_d4, 0;\n");
}

/* The extent of the access in %custub_d4 and %custub_d5. */
static void write_extent(const slow_access *at)
{
    uint32_t offset = (uint32_t)(sizeof(custub_bounds_head) +
                                 at->access->target.index * sizeof(custub_bounds_extent));

    if (at->access->target.kind == GEN_BOUNDS_TO_POINTER) {
        gen_bounds_load(at->code, "u64", "%custub_d4", offset);
        gen_bounds_load(at->code, "u64", "%custub_d5", offset + 8);
    } else if (at->access->target.kind == GEN_BOUNDS_TO_VARIABLE) {
        write_variable(at);
    } else {
        write_all_shared(at);
    }
}

/* The bytes of the access, in %custub_d2. */
static void write_size(const slow_access *at)
{
    const gen_bounds_access *access = at->access;
    const gen_ptx_operand *length = access->length;
    gen_text *out = at->code->out;

    if (!length) {
        gen_text_printf(out, "mov.u64 %%custub_d2, %u;\n", access->size);
    } else if (length->kind == GEN_PTX_NUMBER) {
        gen_text_printf(out, "mov.u64 %%custub_d2, %llu;\n",
                        (unsigned long long)length->number * access->factor + access->rest);
    } else {
        gen_text_printf(out, "%s %%custub_d2, %.*s;\n",
                        length->reg && length->reg->bits == 64 ? "mov.b64" : "cvt.u64.u32",
                        (int)length->text.length, length->text.text);
        gen_text_printf(out, "mad.lo.u64 %%custub_d2, %%custub_d2, %u, %u;\n", access->factor,
                        access->rest);
    }
}

/* %custub_p1: it is inside; %custub_p2: and aligned. */
static void write_comparison(const slow_access *at)
{
    gen_text *out = at->code->out;

    gen_text_printf(out,
                    "sub.s64 %%custub_d6, %%custub_d3, %%custub_d4;\n"
                    "sub.s64 %%custub_d7, %%custub_d5, %%custub_d2;\n"
                    "setp.ge.u64 %%custub_p1, %%custub_d5, %%custub_d2;\n"
                    "setp.le.and.u64 %%custub_p1, %%custub_d6, %%custub_d7, %%custub_p1;\n"
                    "cvt.u32.u64 %%custub_r0, %%custub_d3;\n"
                    "and.b32 %%custub_r0, %%custub_r0, %u;\n"
                    "setp.eq.and.u32 %%custub_p2, %%custub_r0, 0, %%custub_p1;\n",
                    at->access->align - 1);
    if (at->access->length && !at->access->rest)
        gen_text_puts(out, "setp.eq.or.u64 %custub_p2, %custub_d2, 0, %custub_p2;\n");
    if (at->access->lanes)
        gen_text_printf(out,
                        "mov.u32 %%custub_r0, %%laneid;\n"
                        "setp.ge.or.u32 %%custub_p2, %%custub_r0, %u, %%custub_p2;\n",
                        at->access->lanes);
}

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
    const slow_access *at = context;
    gen_text *out = at->code->out;

    if (reg->bits == 128)
        gen_text_printf(out,
                        "mov.u64 %%custub_d7, 0;\nmov.b128 %.*s, {%%custub_d7, %%custub_d7};\n",
                        (int)reg->name.length, reg->name.text);
    else if (reg->bits == 8)
        gen_text_printf(out, "cvt.u8.u32 %.*s, 0;\n", (int)reg->name.length, reg->name.text);
    else
        gen_text_printf(out, "mov.b%u %.*s, 0;\n", (unsigned)reg->bits, (int)reg->name.length,
                        reg->name.text);
}

/* What cannot be skipped ends the kernel: others wait for its bytes. */
static void write_refusal(const slow_access *at)
{
    gen_text_printf(at->code->out, "selp.b32 %%custub_r1, %u, %u, %%custub_p1;\n",
                    (unsigned)(at->access->site | GEN_BOUNDS_MISALIGNED),
                    (unsigned)at->access->site);
    gen_bounds_write_keep(at->code);
    if (!at->access->traps)
        return;
    gen_bounds_write_record(at->code, 2 * at->code->plan->function->flow.statement_count +
                                          2 * at->access->place + at->is_second);
    gen_text_puts(at->code->out, "trap;\n");
}

static void write_measure(const slow_access *at)
{
    gen_text *out = at->code->out;

    if (at->access->target.kind != GEN_BOUNDS_TO_POINTER)
        return;
    gen_bounds_load(at->code, "u64", "%custub_d8", offsetof(custub_bounds_head, measures));
    branch(at, "setp.eq.u64 %custub_p1, %custub_d8, 0;\n@%custub_p1 ", "unmeasured");
    gen_text_printf(out, "add.s64 %%custub_d8, %%custub_d8, %zu;\n",
                    at->access->target.index * sizeof(custub_bounds_measure));
    gen_bounds_write_measure(at->code, at->access->length ? 0 : at->access->size,
                             at->access->kind != CUSTUB_BOUNDS_READ,
                             2 * at->access->place + at->is_second);
    define_label(at, "unmeasured");
}

/* One of several extents: a function looks for it, and records by itself. */
static void write_search(const slow_access *at)
{
    bool is_any = at->access->target.kind == GEN_BOUNDS_TO_ANY;
    unsigned flags = is_any ? GEN_BOUNDS_HELPER_ANY : 0;

    if (is_any && at->access->space == GEN_PTX_GENERIC)
        flags |= GEN_BOUNDS_HELPER_GENERIC;
    if (at->access->kind != CUSTUB_BOUNDS_READ)
        flags |= GEN_BOUNDS_HELPER_WRITES;
    gen_bounds_load_address(at->code, "%custub_d4");
    gen_bounds_write_helper_call(at->code->out, at->access->target.bits, flags, at->access->align,
                                 at->access->site);
    gen_text_puts(at->code->out, "setp.ne.u32 %custub_p2, %custub_r2, 0;\n");
}

/* %custub_p2: the access is right. If it is not, it is kept. */
static void write_look(const slow_access *at)
{
    write_address(at);
    write_size(at);
    if (gen_bounds_needs_helper(at->access)) {
        if (at->access->space == GEN_PTX_CONST)
            gen_text_puts(at->code->out, "cvta.const.u64 %custub_d3, %custub_d3;\n");
        write_search(at);
        return;
    }
    write_extent(at);
    write_comparison(at);
    branch(at, "@%custub_p2 ", "right");
    write_refusal(at);
    if (!at->access->is_together)
        branch(at, "", "bad");
    define_label(at, "right");
}

/* Looks at all accesses of the instruction. Goes on if all are right. */
static void write_looks(slow_access *at)
{
    for (const gen_bounds_access *a = at->access; a; a = a->next) {
        slow_access each = {at->code, a, a != at->access};
        write_look(&each);
        if (a->is_together)
            gen_text_puts(at->code->out, "vote.sync.all.pred %custub_p2, %custub_p2, -1;\n");
        if (a->is_together || gen_bounds_needs_helper(a))
            branch(&each, "@!%custub_p2 ", "bad");
        write_measure(&each);
    }
}

static void write_instruction(const gen_bounds_code *code, const gen_ptx_statement *statement)
{
    gen_token text = without_guard(statement);

    if (statement->kind == GEN_PTX_CALL)
        gen_bounds_write_call(code, statement);
    else
        gen_text_printf(code->out, "%.*s;\n", (int)text.length, text.text);
}

void gen_bounds_write_slow_access(const gen_bounds_code *code, const gen_bounds_access *access)
{
    slow_access at = {code, access, false};
    const gen_ptx_statement *s = access->statement;

    if (s->guard)
        branch(&at,
               gen_arena_format(code->plan->function->arena, "@%s%.*s ",
                                s->guard_negated ? "" : "!", (int)s->guard->name.length,
                                s->guard->name.text),
               "next");
    write_looks(&at);
    write_instruction(code, s);
    branch(&at, "", "next");
    define_label(&at, "bad");
    if (access->next) {
        at.is_second = true;
        define_label(&at, "bad");
        at.is_second = false;
    }
    gen_bounds_each_written(s, write_zero, &at);
    define_label(&at, "next");
}
