#include "range_sample.h"

#include "range_writer.h"

#define MAX_STATEMENTS 5 /* in a row */

uint32_t range_sample_any(range_sample *sample, uint32_t count)
{
    sample->state = sample->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(sample->state >> 33) % count;
}

static void write_statements(range_writer *w, unsigned depth);

/* --- Predicates ------------------------------------------------------------------------------- */

static const char *comparison(range_writer *w)
{
    static const char *const words[] = {"lt.s32", "le.s32", "gt.s32", "ge.s32", "eq.s32", "ne.s32",
                                        "lt.u32", "le.u32", "gt.u32", "ge.u32", "lo.u32", "ls.u32",
                                        "hi.u32", "hs.u32", "eq.b32", "ne.b32"};
    return words[writer_any(w, sizeof(words) / sizeof(words[0]))];
}

/* setp.lt.and.s32 p|q, a, b, !c */
static unsigned write_setp(range_writer *w)
{
    const char *word = comparison(w);
    const unsigned a = writer_some(w, WRITER_NARROW);
    const unsigned b = writer_some(w, WRITER_NARROW);
    const unsigned c = writer_some(w, WRITER_PREDICATE);
    const unsigned form = writer_any(w, 8);
    const unsigned p = writer_next(w, WRITER_PREDICATE);

    if (writer_once_in(w, 20))
        gen_text_printf(w->out, "@%%p%u ", c);
    gen_text_printf(w->out, "setp.%.2s.%s%s %%p%u", word,
                    form == 0   ? "and."
                    : form == 1 ? "or."
                                : "",
                    word + 3, p);
    if (writer_once_in(w, 8))
        gen_text_printf(w->out, "|%%p%u", writer_next(w, WRITER_PREDICATE));
    if (writer_any(w, 3))
        gen_text_printf(w->out, ", %%r%u, %lld", a, (long long)writer_number(w));
    else
        gen_text_printf(w->out, ", %%r%u, %%r%u", a, b);
    if (form < 2)
        gen_text_printf(w->out, ", %s%%p%u", writer_once_in(w, 4) ? "!" : "", c);
    gen_text_puts(w->out, ";\n");
    return p;
}

static unsigned write_predicate(range_writer *w)
{
    static const char *const sizes[] = {"s16", "u16", "s64", "u64"};
    const unsigned a = writer_some(w, WRITER_PREDICATE);
    const unsigned b = writer_some(w, WRITER_PREDICATE);
    const unsigned form = writer_any(w, 12);
    const unsigned size = writer_any(w, 4);
    unsigned p;

    if (form > 3)
        return write_setp(w);
    p = writer_next(w, WRITER_PREDICATE);
    if (form == 0)
        gen_text_printf(w->out, "not.pred %%p%u, %%p%u;\n", p, a);
    else if (form < 3)
        gen_text_printf(w->out, "%s.pred %%p%u, %%p%u, %%p%u;\n", form == 1 ? "and" : "or", p, a,
                        b);
    else
        gen_text_printf(w->out, "setp.%s.%s %%p%u, %%%s%u, %lld;\n", writer_any(w, 2) ? "lt" : "ge",
                        sizes[size], p, size < 2 ? "rs" : "rd",
                        writer_some(w, size < 2 ? WRITER_HALF : WRITER_WIDE),
                        (long long)writer_small_number(w));
    return p;
}

/* --- Pointers --------------------------------------------------------------------------------- */

static void write_pointer(range_writer *w)
{
    const unsigned at = writer_any(w, WRITER_POINTERS);
    const unsigned form = writer_any(w, 8);

    if (form == 0)
        gen_text_printf(w->out, "mov.u64 %%rd%u, tile+%u;\n", at, 4 * writer_any(w, 16));
    else if (form == 1)
        gen_text_printf(w->out, "sub.s64 %%rd%u, %%rd%u, %u;\n", at, writer_any(w, WRITER_POINTERS),
                        4 * writer_any(w, 8));
    else if (form < 4)
        gen_text_printf(w->out, "add.s64 %%rd%u, %%rd%u, %%rd%u;\n", at,
                        writer_any(w, WRITER_POINTERS), writer_some(w, WRITER_WIDE));
    else
        gen_text_printf(w->out, "add.s64 %%rd%u, %%rd%u, %u;\n", at, writer_any(w, WRITER_POINTERS),
                        4 * writer_any(w, 8));
    gen_text_printf(w->out, "st.shared.u32 [%%rd%u+%d], %%r%u;\n", at,
                    4 * (int)writer_any(w, 8) - 8, writer_some(w, WRITER_NARROW));
}

/* --- Branches and loops ----------------------------------------------------------------------- */

/* Statements after which the registers that they wrote first hold no values any more. */
static void write_scope(range_writer *w, unsigned depth)
{
    unsigned counts[4];

    for (unsigned i = 0; i < 4; i++)
        counts[i] = w->registers[i].count;
    write_statements(w, depth);
    for (unsigned i = 0; i < 4; i++)
        w->registers[i].count = counts[i];
}

static void write_branch(range_writer *w, unsigned depth)
{
    const unsigned label = w->labels;
    const unsigned p = writer_any(w, 4) ? write_predicate(w) : writer_some(w, WRITER_PREDICATE);

    w->labels += 2;
    gen_text_printf(w->out, "@%s%%p%u bra $L%u;\n", writer_any(w, 2) ? "!" : "", p, label);
    write_scope(w, depth - 1);
    if (writer_any(w, 2)) {
        gen_text_printf(w->out, "bra $L%u;\n$L%u:\n", label + 1, label);
        write_scope(w, depth - 1);
        gen_text_printf(w->out, "$L%u:\n", label + 1);
    } else {
        gen_text_printf(w->out, "$L%u:\n", label);
    }
}

/* One of two labels, by a table. */
static void write_switch(range_writer *w, unsigned depth)
{
    const unsigned label = w->labels;
    const unsigned from = writer_some(w, WRITER_NARROW);
    const unsigned index = w->registers[WRITER_NARROW].written++;

    w->labels += 3;
    gen_text_printf(w->out,
                    "and.b32 %%r%u, %%r%u, 1;\n$T%u: .branchtargets $L%u, $L%u;\n"
                    "brx.idx %%r%u, $T%u;\n$L%u:\n",
                    index, from, label, label, label + 1, index, label, label);
    write_scope(w, depth - 1);
    gen_text_printf(w->out, "bra $L%u;\n$L%u:\n", label + 2, label + 1);
    write_scope(w, depth - 1);
    gen_text_printf(w->out, "$L%u:\n", label + 2);
}

typedef struct counter {
    unsigned reg;
    unsigned sum; /* the same, or what is moved to it at the end of a turn */
    int step;
} counter;

static counter begin_counter(range_writer *w)
{
    static const int steps[] = {1, 1, 1, 2, 4, 32, -1, -1, -2, 3};
    counter at = {.step = steps[writer_any(w, 10)]};

    at.reg =
        writer_any(w, 2) ? writer_any(w, WRITER_CHANGING) : w->registers[WRITER_NARROW].written++;
    at.sum = writer_any(w, 3) ? at.reg : w->registers[WRITER_NARROW].written++;
    if (at.reg < WRITER_CHANGING && writer_once_in(w, 4))
        return at; /* it goes on from what it has */
    if (writer_any(w, 3))
        gen_text_printf(w->out, "mov.u32 %%r%u, %u;\n", at.reg,
                        at.step < 0 ? 8 * writer_any(w, 12) : writer_any(w, 4));
    else
        gen_text_printf(w->out, "mov.u32 %%r%u, %%r%u;\n", at.reg, writer_some(w, WRITER_NARROW));
    return at;
}

static void write_sums(range_writer *w, const counter *counters, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (writer_once_in(w, 12))
            gen_text_printf(w->out, "@%%p%u ", writer_some(w, WRITER_PREDICATE));
        gen_text_printf(w->out, "%s.s32 %%r%u, %%r%u, %d;\n", writer_any(w, 6) ? "add" : "sub",
                        counters[i].sum, counters[i].reg, counters[i].step);
    }
}

static void write_moves(range_writer *w, const counter *counters, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (counters[i].sum != counters[i].reg)
            gen_text_printf(w->out, "mov.u32 %%r%u, %%r%u;\n", counters[i].reg, counters[i].sum);
}

/* Writes to predicate `p` what ends the loop when it is false. */
static void write_test_to(range_writer *w, unsigned p, const counter *at, bool is_sum)
{
    static const char *const up[] = {"lt.s32", "lt.u32", "le.s32", "ne.s32", "le.u32", "ne.b32"};
    static const char *const down[] = {"gt.s32", "ge.s32", "gt.u32", "ne.s32", "ge.u32", "ne.b32"};
    const unsigned form = writer_any(w, 6);
    const unsigned other = writer_some(w, WRITER_NARROW);

    gen_text_printf(w->out, "setp.%s %%p%u, %%r%u, ", at->step < 0 ? down[form] : up[form], p,
                    is_sum ? at->sum : at->reg);
    if (writer_any(w, 4))
        gen_text_printf(w->out, "%u;\n",
                        at->step < 0 ? writer_any(w, 3) : 8 * (1 + writer_any(w, 12)));
    else
        gen_text_printf(w->out, "%%r%u;\n", other);
}

static unsigned write_test(range_writer *w, const counter *at, bool is_sum)
{
    unsigned p;

    if (writer_once_in(w, 15))
        return writer_some(w, WRITER_PREDICATE);
    p = writer_next(w, WRITER_PREDICATE);
    write_test_to(w, p, at, is_sum);
    return p;
}

typedef struct loop {
    unsigned head; /* labels */
    unsigned end;
    unsigned entry; /* of a second entry, or 0 */
    unsigned count;
    counter counters[3];
    unsigned late; /* a predicate that is read before it is written, or 0 */
} loop;

static void begin_turn(range_writer *w, loop *at, unsigned depth)
{
    writer_registers *narrow = &w->registers[WRITER_NARROW];

    if (at->late)
        gen_text_printf(w->out, "@!%%p%u bra $L%u;\n", at->late, at->end);
    for (unsigned i = 0; i < at->count && narrow->count < WRITER_MOST; i++)
        narrow->items[narrow->count++] = at->counters[i].reg;
    write_scope(w, depth - 1);
    if (at->entry)
        gen_text_printf(w->out, "$L%u:\n", at->entry);
    if (writer_once_in(w, 6)) /* a way out, or into the next turn */
        gen_text_printf(w->out, "@%%p%u bra $L%u;\n", write_predicate(w),
                        writer_any(w, 2) ? at->head : at->end);
    if (at->late)
        write_test_to(w, at->late, &at->counters[0], false);
}

/* do { … } while (p): the test is before or behind what changes the counter, or before the loop. */
static void write_do_loop(range_writer *w, loop *at, unsigned depth)
{
    const counter *tested = &at->counters[writer_any(w, at->count)];
    const unsigned place = writer_any(w, 10);
    unsigned p = 0;

    if (place == 0)
        p = write_test(w, tested, false);
    gen_text_printf(w->out, "$L%u:\n", at->head);
    begin_turn(w, at, depth);
    if (place == 1)
        p = write_test(w, tested, false);
    write_sums(w, at->counters, at->count);
    if (place > 1 && place < 6)
        p = write_test(w, tested, place > 3);
    write_moves(w, at->counters, at->count);
    if (place >= 6)
        p = write_test(w, tested, place > 8);
    gen_text_printf(w->out, "@%%p%u bra $L%u;\n", p, at->head);
}

static void write_while_loop(range_writer *w, loop *at, unsigned depth)
{
    gen_text_printf(w->out, "$L%u:\n", at->head);
    gen_text_printf(w->out, "@!%%p%u bra $L%u;\n", write_test(w, &at->counters[0], false), at->end);
    begin_turn(w, at, depth);
    write_sums(w, at->counters, at->count);
    write_moves(w, at->counters, at->count);
    gen_text_printf(w->out, "bra $L%u;\n", at->head);
}

static void write_loop(range_writer *w, unsigned depth)
{
    loop at = {.head = w->labels, .end = w->labels + 1, .count = 1 + writer_any(w, 3)};

    w->labels += 2;
    for (unsigned i = 0; i < at.count; i++)
        at.counters[i] = begin_counter(w);
    if (writer_once_in(w, 10))
        at.late = w->registers[WRITER_PREDICATE].written++;
    if (writer_once_in(w, 20)) {
        at.entry = w->labels++;
        gen_text_printf(w->out, "@%%p%u bra $L%u;\n", writer_some(w, WRITER_PREDICATE), at.entry);
    }
    if (writer_any(w, 2))
        write_do_loop(w, &at, depth);
    else
        write_while_loop(w, &at, depth);
    gen_text_printf(w->out, "$L%u:\n", at.end);
}

static void write_statements(range_writer *w, unsigned depth)
{
    const unsigned count = 2 + writer_any(w, MAX_STATEMENTS);

    for (unsigned i = 0; i < count; i++) {
        const unsigned kind = writer_any(w, 16);
        if (depth && kind < 1 && writer_once_in(w, 6))
            write_switch(w, depth);
        else if (depth && kind < 1)
            write_branch(w, depth);
        else if (depth && kind < 4)
            write_loop(w, depth);
        else if (kind == 4)
            write_predicate(w);
        else if (kind < 7)
            writer_remainder(w);
        else if (kind == 7)
            write_pointer(w);
        else
            writer_operation(w);
    }
}

/* --- Kernels ---------------------------------------------------------------------------------- */

static void write_first(range_writer *w)
{
    static const char *const values[] = {"%tid.x", "%tid.y", "0", "1", "%ntid.x", "32"};

    for (unsigned i = 0; i < WRITER_CHANGING; i++)
        gen_text_printf(w->out, "mov.u32 %%r%u, %s;\n", i, values[i]);
    for (unsigned i = 0; i < WRITER_CHANGING; i++)
        w->registers[WRITER_NARROW].items[i] = i;
    w->registers[WRITER_NARROW].count = w->registers[WRITER_NARROW].written = WRITER_CHANGING;
    for (unsigned i = 0; i < WRITER_POINTERS; i++)
        gen_text_printf(w->out, "mov.u64 %%rd%u, tile;\n", i);
    w->registers[WRITER_WIDE].written = WRITER_POINTERS;
    if (writer_any(w, 2))
        gen_text_puts(w->out, "cvta.shared.u64 %rd2, %rd2;\n");
    gen_text_printf(w->out, "mul.wide.u32 %%rd%u, %%r0, 4;\n", writer_next(w, WRITER_WIDE));
    gen_text_printf(w->out, "cvt.u16.u32 %%rs%u, %%r0;\n", writer_next(w, WRITER_HALF));
    gen_text_printf(w->out, "setp.lt.s32 %%p%u, %%r0, 8;\n", writer_next(w, WRITER_PREDICATE));
}

static void write_head(const range_sample *sample, gen_text *out)
{
    gen_text_puts(out, ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(\n");
    for (unsigned i = 0; i < SAMPLE_NARROW_PARAMS + SAMPLE_WIDE_PARAMS; i++)
        gen_text_printf(out, ".param .u%u k_%u%s\n", i < SAMPLE_NARROW_PARAMS ? 32u : 64u, i,
                        i + 1 < SAMPLE_NARROW_PARAMS + SAMPLE_WIDE_PARAMS ? "," : "");
    gen_text_puts(out, ")\n");
    if (sample->required[0])
        gen_text_printf(out, ".reqntid %u, %u, %u\n", sample->required[0], sample->required[1],
                        sample->required[2]);
    else if (sample->most)
        gen_text_printf(out, ".maxntid %u\n", sample->most);
    gen_text_printf(out, "{\n.shared .align 16 .b8 tile[%u];\n", SAMPLE_TILE);
}

void range_sample_write(range_sample *sample, gen_text *out)
{
    gen_text body = {0};
    range_writer w = {.sample = sample, .out = &body};

    write_first(&w);
    for (unsigned i = 0; i < 2; i++)
        write_statements(&w, 2);
    write_head(sample, out);
    gen_text_printf(out,
                    ".reg .pred %%p<%u>;\n.reg .b16 %%rs<%u>;\n.reg .b32 %%r<%u>;\n"
                    ".reg .b64 %%rd<%u>;\n%sret;\n}\n",
                    w.registers[WRITER_PREDICATE].written + 1, w.registers[WRITER_HALF].written + 1,
                    w.registers[WRITER_NARROW].written + 1, w.registers[WRITER_WIDE].written + 1,
                    body.data);
    gen_text_deinitialize(&body);
}
