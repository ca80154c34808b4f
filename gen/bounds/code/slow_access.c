#include "bounds/code/slow_access.h"

#include "bounds/code/access_log.h"
#include "bounds/code/extent_look.h"
#include "bounds/code/helper.h"
#include "bounds/flow/instruction.h"

#include <custub/bounds_table.h>

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

/* The instruction without its guard. */
static gen_token without_guard(const gen_ptx_statement *statement)
{
    const char *end = statement->text.text + statement->text.length;

    return (gen_token){statement->opcode.text, (size_t)(end - statement->opcode.text)};
}

/* --- Results ---------------------------------------------------------------------------------- */

typedef struct zeros {
    gen_text *out;
    const char *guard; /* with a blank behind it, or empty */
} zeros;

static void write_zero(void *context, gen_ptx_register *reg)
{
    const zeros *at = context;
    gen_text *out = at->out;
    int length = (int)reg->name.length;
    const char *name = reg->name.text;

    if (reg->bits == 128)
        gen_text_printf(out,
                        "mov.u64 %%custub_d7, 0;\n%smov.b128 %.*s, {%%custub_d7, %%custub_d7};\n",
                        at->guard, length, name);
    else if (reg->bits == 1)
        gen_text_printf(out, "%ssetp.ne.u32 %.*s, %%custub_r2, %%custub_r2;\n", at->guard, length,
                        name);
    else if (reg->bits == 8)
        gen_text_printf(out, "%scvt.u8.u32 %.*s, 0;\n", at->guard, length, name);
    else
        gen_text_printf(out, "%smov.b%u %.*s, 0;\n", at->guard, (unsigned)reg->bits, length, name);
}

static void write_zeros(const gen_bounds_code *code, const gen_ptx_statement *statement,
                        const char *guard)
{
    gen_bounds_each_written(statement, write_zero, &(zeros){code->out, guard});
}

typedef struct search {
    const gen_ptx_register *reg;
    bool is_found;
} search;

static void compare_read(void *context, gen_ptx_register *reg)
{
    search *at = context;
    at->is_found |= reg == at->reg;
}

typedef struct overlap {
    const gen_ptx_statement *statement;
    bool is_found;
} overlap;

static void compare_written(void *context, gen_ptx_register *reg)
{
    overlap *at = context;
    search found = {reg, false};

    gen_bounds_each_read(at->statement, compare_read, &found);
    at->is_found |= found.is_found;
}

/* True if the instruction writes a register that it reads. */
static bool overwrites(const gen_ptx_statement *statement)
{
    overlap found = {statement, false};

    gen_bounds_each_written(statement, compare_written, &found);
    return found.is_found;
}

/* --- The access ------------------------------------------------------------------------------- */

/* One of several extents: a function looks for it. */
static void write_search(const gen_bounds_code *code, const gen_bounds_access *access)
{
    bool is_any = access->target.kind == GEN_BOUNDS_TO_ANY;
    unsigned flags = is_any ? GEN_BOUNDS_HELPER_ANY : 0;

    if (is_any && access->space == GEN_PTX_GENERIC)
        flags |= GEN_BOUNDS_HELPER_GENERIC;
    if (access->kind != CUSTUB_BOUNDS_READ)
        flags |= GEN_BOUNDS_HELPER_WRITES;
    if (access->space == GEN_PTX_CONST)
        gen_text_puts(code->out, "cvta.const.u64 %custub_d3, %custub_d3;\n");
    gen_bounds_load_address(code, "%custub_d4");
    gen_bounds_write_helper_call(code->out, access->target.bits, flags, access->align,
                                 access->site);
    gen_text_puts(code->out, "setp.ne.u32 %custub_p2, %custub_r2, 0;\n");
}

/* %custub_p2: the access is right. If it is not, it is recorded. */
static void write_look(const slow_access *at)
{
    const gen_bounds_access *access = at->access;
    bool is_search = gen_bounds_needs_helper(access);

    if (access->lanes)
        branch(at,
               gen_arena_format(at->code->plan->function->arena,
                                "mov.u32 %%custub_r0, %%laneid;\n"
                                "setp.ge.u32 %%custub_p2, %%custub_r0, %u;\n@%%custub_p2 ",
                                access->lanes),
               "looked");
    write_address(at);
    write_size(at);
    if (is_search)
        write_search(at->code, access);
    else
        gen_bounds_write_extent_look(at->code, access);
    if (access->lanes)
        define_label(at, "looked");
    if (access->is_together)
        gen_text_puts(at->code->out, "vote.sync.all.pred %custub_p2, %custub_p2, -1;\n");
}

/* %custub_p2: all accesses of the instruction are right. */
static void write_looks(const gen_bounds_code *code, const gen_bounds_access *first)
{
    for (const gen_bounds_access *a = first; a; a = a->next) {
        slow_access each = {code, a, a != first};
        write_look(&each);
        if (a->next)
            gen_text_puts(code->out, each.is_second
                                         ? "and.pred %custub_p3, %custub_p3, %custub_p2;\n"
                                         : "mov.pred %custub_p3, %custub_p2;\n");
        else if (each.is_second)
            gen_text_puts(code->out, "and.pred %custub_p2, %custub_p3, %custub_p2;\n");
        if (a->traps) { /* others wait for its bytes */
            gen_bounds_end_log(code);
            gen_text_puts(code->out, "@!%custub_p2 trap;\n");
        }
    }
}

/* Without branches: ptxas would need much more time. */
static void write_instruction(const gen_bounds_code *code, const gen_ptx_statement *statement)
{
    gen_token text = without_guard(statement);
    bool is_zero_last = overwrites(statement);

    if (!is_zero_last)
        write_zeros(code, statement, "");
    gen_text_printf(code->out, "@%%custub_p2 %.*s;\n", (int)text.length, text.text);
    if (is_zero_last)
        write_zeros(code, statement, "@!%custub_p2 ");
}

static void write_call(const slow_access *at)
{
    branch(at, "@!%custub_p2 ", "bad");
    gen_bounds_write_call(at->code, at->access->place);
    branch(at, "", "next");
    define_label(at, "bad");
    write_zeros(at->code, at->access->statement, "");
}

void gen_bounds_write_slow_access(const gen_bounds_code *code, const gen_bounds_access *access)
{
    slow_access at = {code, access, false};
    const gen_ptx_statement *s = access->statement;
    size_t count = 0;

    for (const gen_bounds_access *a = access; a; a = a->next)
        count++;
    gen_bounds_make_room_in_log(code, count);
    if (s->guard)
        branch(&at,
               gen_arena_format(code->plan->function->arena, "@%s%.*s ",
                                s->guard_negated ? "" : "!", (int)s->guard->name.length,
                                s->guard->name.text),
               "next");
    write_looks(code, access);
    if (s->kind == GEN_PTX_CALL)
        write_call(&at);
    else
        write_instruction(code, s);
    if (s->guard || s->kind == GEN_PTX_CALL)
        define_label(&at, "next");
}
