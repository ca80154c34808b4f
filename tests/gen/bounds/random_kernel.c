#include "random_kernel.h"

#include "bounds/code/access_log.h"

#include "random_writer.h"

static unsigned some_narrow(random_writer *w)
{
    static const char *const forms[] = {"add.s32 %%r%u, %%r%u, %d;\n",
                                        "mul.lo.s32 %%r%u, %%r%u, %d;\n",
                                        "shl.b32 %%r%u, %%r%u, %d;\n"};
    unsigned from = random_any(w->narrow);
    uint32_t form = random_any(5);

    if (form >= 3)
        return from;
    gen_text_printf(w->out, forms[form], w->narrow, from,
                    form == 2 ? (int)random_any(4) : (int)random_any(9) - 4);
    return w->narrow++;
}

/* An offset in bytes, in 64 bits. */
static unsigned some_offset(random_writer *w)
{
    unsigned scale = 1u << random_any(5);
    unsigned from = some_narrow(w);
    unsigned wide = w->wide++;

    switch (random_any(4)) {
    case 0:
        gen_text_printf(w->out, "mul.wide.s32 %%rd%u, %%r%u, %u;\n", wide, from, scale);
        break;
    case 1:
        gen_text_printf(w->out, "mul.wide.u32 %%rd%u, %%r%u, %u;\n", wide, from, scale);
        break;
    case 2:
        gen_text_printf(w->out, "cvt.s64.s32 %%rd%u, %%r%u;\nshl.b64 %%rd%u, %%rd%u, %u;\n", wide,
                        from, wide + 1, wide, random_any(4));
        w->wide++;
        return wide + 1;
    default:
        gen_text_printf(w->out,
                        "cvt.u64.u32 %%rd%u, %%r%u;\ncvt.s64.s32 %%rd%u, %%r%u;\n"
                        "add.s64 %%rd%u, %%rd%u, %%rd%u;\nshl.b64 %%rd%u, %%rd%u, %u;\n",
                        wide, from, wide + 1, random_any(w->narrow), wide + 2, wide, wide + 1,
                        wide + 3, wide + 2, random_any(4));
        w->wide += 3;
        return wide + 3;
    }
    return wide;
}

static void write_place(random_writer *w)
{
    unsigned base = w->place_count && random_any(3) == 0 ? w->places[random_any(w->place_count)]
                                                         : random_any(MACHINE_BUFFERS);
    unsigned offset = some_offset(w);

    if (w->place_count == 64)
        return;
    gen_text_printf(w->out, "%s.s64 %%rd%u, %%rd%u, %%rd%u;\n", random_any(12) ? "add" : "sub",
                    w->wide, base, offset);
    w->places[w->place_count++] = w->wide++;
}

/* An access through a register that has an address. */
static void write_access_at(random_writer *w, unsigned place)
{
    static const struct {
        const char *type;
        unsigned size;
    } types[] = {{"u8", 1}, {"u16", 2}, {"u32", 4}, {"v2.u32", 8}, {"v4.u32", 16}};
    uint32_t type = random_any(5);
    int offset =
        random_any(8) ? ((int)random_any(7) - 2) * (int)types[type].size : (int)random_any(21) - 10;
    bool is_load = random_any(2);
    unsigned guard = w->predicates && !random_any(4) ? random_any(w->predicates) + 1 : 0;
    unsigned count = types[type].size <= 4 ? 1 : types[type].size / 4;

    if (guard)
        gen_text_printf(w->out, "@%s%%p%u ", random_any(2) ? "!" : "", guard - 1);
    gen_text_printf(w->out, "%s.global.%s ", is_load ? "ld" : "st", types[type].type);
    if (!is_load)
        gen_text_printf(w->out, "[%%rd%u+%d], ", place, offset);
    gen_text_puts(w->out, count > 1 ? "{" : "");
    for (unsigned i = 0; i < count; i++)
        gen_text_printf(w->out, "%s%%r%u", i ? ", " : "",
                        is_load ? w->narrow + i : random_any(w->narrow));
    gen_text_puts(w->out, count > 1 ? "}" : "");
    if (is_load) {
        gen_text_printf(w->out, ", [%%rd%u+%d]", place, offset);
        w->narrow += count;
    }
    gen_text_puts(w->out, ";\n");
}

static void write_access(random_writer *w)
{
    write_access_at(w, w->places[random_any(w->place_count)]);
}

static void move_place(random_writer *w, unsigned place)
{
    gen_text_printf(w->out, "add.s64 %%rd%u, %%rd%u, %d;\n", place, place,
                    4 * ((int)random_any(5) - 2));
}

/* Registers that are written more than once. */
static void write_change(random_writer *w)
{
    unsigned reg = random_any(w->narrow);

    if (random_any(2) || !w->place_count)
        gen_text_printf(w->out, "add.s32 %%r%u, %%r%u, %d;\n", reg, reg, (int)random_any(5) - 2);
    else
        move_place(w, w->places[random_any(w->place_count)]);
}

static void write_predicate(random_writer *w)
{
    gen_text_printf(w->out, "setp.lt.s32 %%p%u, %%r%u, %d;\n", w->predicates++,
                    random_any(w->narrow),
                    w->is_varied ? (int)random_any(60) : (int)random_any(20) - 10);
}

/* if (!p) { … } */
static void write_branch(random_writer *w, unsigned depth)
{
    unsigned label = w->labels++;

    write_predicate(w);
    gen_text_printf(w->out, "@%%p%u bra $L%u;\n", w->predicates - 1, label);
    random_statements(w, depth - 1);
    gen_text_printf(w->out, "$L%u:\n", label);
}

/* if (p) { … } if (q) { … } else { … } through one pointer, which may change on the way. */
static void write_row(random_writer *w)
{
    unsigned place = w->places[random_any(w->place_count)];
    unsigned count = 2 + random_any(3);

    for (unsigned i = 0; i < count; i++) {
        unsigned label = w->labels++;
        bool has_else = !random_any(3);
        write_predicate(w);
        gen_text_printf(w->out, "@%s%%p%u bra $L%u;\n", random_any(2) ? "!" : "", w->predicates - 1,
                        label);
        write_access_at(w, place);
        if (!random_any(5))
            move_place(w, place);
        if (has_else) {
            unsigned end = w->labels++;
            gen_text_printf(w->out, "bra $L%u;\n$L%u:\n", end, label);
            label = end;
            write_access_at(w, random_any(3) ? place : w->places[random_any(w->place_count)]);
        }
        gen_text_printf(w->out, "$L%u:\n", label);
        if (!random_any(3))
            write_access_at(w, place);
    }
}

/* An address in a register that is read before it is written: what it had before is stored. */
static void write_late_address(random_writer *w)
{
    unsigned place = w->places[random_any(w->place_count)];
    unsigned old = w->narrow++;
    unsigned late = w->wide++;

    write_access_at(w, place);
    gen_text_printf(w->out,
                    "cvt.u32.u64 %%r%u, %%rd%u;\nst.global.u32 [%%rd%u], %%r%u;\n"
                    "add.s64 %%rd%u, %%rd%u, %u;\n",
                    old, late, place, old, late, random_any(MACHINE_BUFFERS), 4 * random_any(8));
    write_access_at(w, late);
}

/* A long computation between two accesses: they have a test together, but not a slow copy. The
 * second one's address, or what it is computed from, is known before the first. */
static void write_work(random_writer *w)
{
    unsigned from = some_narrow(w);
    unsigned length = 14 + random_any(6);
    bool is_early = random_any(2);

    if (is_early)
        write_place(w);
    write_access_at(w, random_any(MACHINE_BUFFERS));
    for (unsigned i = 0; i < length; i++, w->narrow++)
        gen_text_printf(w->out, "add.s32 %%r%u, %%r%u, %%r%u;\n", w->narrow, w->narrow - 1,
                        i ? w->narrow - 2 : from);
    if (!is_early)
        write_place(w);
    gen_text_printf(w->out, "st.global.u32 [%%rd%u+%u], %%r%u;\n", w->places[w->place_count - 1],
                    4 * random_any(4), w->narrow - 1);
}

/* A loop over a counter, in which a pointer goes on. */
static void write_loop(random_writer *w, unsigned depth)
{
    unsigned label = w->labels++;
    unsigned counter = w->narrow++;
    unsigned pointer = w->wide++;

    gen_text_printf(w->out, "mov.u32 %%r%u, 0;\nmov.u64 %%rd%u, %%rd%u;\n$L%u:\n", counter, pointer,
                    random_any(MACHINE_BUFFERS), label);
    if (w->place_count < 64)
        w->places[w->place_count++] = pointer;
    random_statements(w, depth - 1);
    gen_text_printf(w->out,
                    "add.s64 %%rd%u, %%rd%u, %d;\nadd.s32 %%r%u, %%r%u, 1;\n"
                    "setp.lt.s32 %%p%u, %%r%u, %u;\n@%%p%u bra $L%u;\n",
                    pointer, pointer, 4 * ((int)random_any(5) - 2), counter, counter, w->predicates,
                    counter, 1 + random_any(4), w->predicates, label);
    w->predicates++;
}

void random_statements(random_writer *w, unsigned depth)
{
    unsigned count = 2 + random_any(6);

    for (unsigned i = 0; i < count; i++) {
        uint32_t kind = random_any(16);
        if (w->is_varied && !random_any(3)) {
            random_dependence(w, depth);
            continue;
        }
        if (kind < 3 || !w->place_count)
            write_place(w);
        else if (kind < 9)
            write_access(w);
        else if (kind == 9)
            write_predicate(w);
        else if (kind == 11 && random_any(2))
            write_work(w);
        else if (kind == 12)
            write_row(w);
        else if (kind == 14 && w->functions && w->calls)
            random_call(w);
        else if (kind == 15)
            write_late_address(w);
        else if (kind > 12)
            write_change(w);
        else if (depth && kind == 10)
            write_branch(w, depth);
        else if (depth)
            write_loop(w, depth);
    }
}

/* Accesses that are never executed, so many that the function has a log: access_log.h. */
static void write_many_accesses(random_writer *w)
{
    gen_text_printf(w->out, "setp.ne.s32 %%p%u, %%r0, %%r0;\n@!%%p%u bra $end;\n", w->predicates,
                    w->predicates);
    w->predicates++;
    for (unsigned i = 0; !gen_bounds_has_log(i); i++)
        gen_text_printf(w->out, "ld.global.u32 %%r%u, [%%rd0+%u];\n", w->narrow, 4 * i);
    w->narrow++;
    gen_text_puts(w->out, "$end:\n");
}

static void write_kernel(gen_text *out, bool is_varied)
{
    const unsigned functions = random_any(2) * random_any(3);
    gen_text body = {0};
    random_writer w = {.out = &body, .functions = functions, .calls = 3, .is_varied = is_varied};

    gen_text_puts(out, ".version 9.0\n.target sm_90\n.address_size 64\n");
    random_functions(out, functions, is_varied);
    random_load_params(&w, "k");
    if (is_varied)
        write_predicate(&w);
    if (functions)
        random_call(&w);
    random_statements(&w, functions ? random_any(2) : 2);
    if (random_any(2))
        write_many_accesses(&w);
    gen_text_puts(out, ".visible .entry k(\n");
    random_write_params(out, "k");
    gen_text_puts(out, ")\n{\n");
    random_write_registers(out, &w);
    gen_text_printf(out, "%sret;\n}\n", body.data);
    gen_text_deinitialize(&body);
}

void random_kernel_write(gen_text *out)
{
    write_kernel(out, false);
}

void random_varied_kernel_write(gen_text *out)
{
    write_kernel(out, true);
}
