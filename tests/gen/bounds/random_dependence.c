#include "random_writer.h"

unsigned random_pointer(random_writer *w)
{
    return w->place_count && random_any(2) ? w->places[random_any(w->place_count)]
                                           : random_any(MACHINE_BUFFERS);
}

static void add_place(random_writer *w, unsigned place)
{
    if (w->place_count < 64)
        w->places[w->place_count++] = place;
}

/* A pointer that is computed from others. */
static void write_mixed_pointer(random_writer *w)
{
    static const char *const forms[] = {
        "selp.b64 %%rd%u, %%rd%u, %%rd%u, %%p%u;\n", "min.u64 %%rd%u, %%rd%u, %%rd%u;\n",
        "max.u64 %%rd%u, %%rd%u, %%rd%u;\n", "sub.s64 %%rd%u, %%rd%u, %%rd%u;\n"};
    unsigned a = random_pointer(w);
    unsigned b = random_pointer(w);
    uint32_t form = random_any(4);

    gen_text_printf(w->out, forms[form], w->wide, a, b, random_any(w->predicates));
    w->wide++;
    if (form == 3) {
        bool is_first = random_any(2);
        gen_text_printf(w->out, "add.s64 %%rd%u, %%rd%u, %%rd%u;\n", w->wide,
                        is_first ? w->wide - 1 : b, is_first ? b : w->wide - 1);
        w->wide++;
    }
    add_place(w, w->wide - 1);
}

/* A pointer some of whose bits are lost. */
static void write_masked_pointer(random_writer *w)
{
    static const char *const forms[] = {"and.b64 %%rd%u, %%rd%u, %d;\n",
                                        "or.b64 %%rd%u, %%rd%u, %d;\n"};
    unsigned from = random_pointer(w);
    uint32_t form = random_any(3);

    if (form < 2)
        gen_text_printf(w->out, forms[form], w->wide, from,
                        form ? 1 << random_any(12) : -(1 << random_any(12)));
    else {
        unsigned bits = random_any(12);
        gen_text_printf(w->out, "shr.u64 %%rd%u, %%rd%u, %u;\nshl.b64 %%rd%u, %%rd%u, %u;\n",
                        w->wide, from, bits, w->wide + 1, w->wide, bits);
        w->wide++;
    }
    add_place(w, w->wide++);
}

/* An integer that follows from bits of a pointer. */
static void write_pointer_bits(random_writer *w)
{
    static const char *const forms[] = {
        "shr.u32 %%r%u, %%r%u, %u;\n",    "shr.s32 %%r%u, %%r%u, %u;\n",
        "shl.b32 %%r%u, %%r%u, %u;\n",    "add.s32 %%r%u, %%r%u, %u;\n",
        "mul.lo.s32 %%r%u, %%r%u, %u;\n", "or.b32 %%r%u, %%r%u, %u;\n",
        "cvt.s32.s16 %%r%u, %%r%u;\n",    "and.b32 %%r%u, %%r%u, %u;\n"};

    if (random_any(2))
        gen_text_printf(w->out, "mov.b64 {%%r%u, %%r%u}, %%rd%u;\n", w->narrow, w->narrow + 1,
                        random_pointer(w));
    else
        gen_text_printf(w->out, "cvt.u32.u64 %%r%u, %%rd%u;\nmov.b32 %%r%u, %%r%u;\n", w->narrow,
                        random_pointer(w), w->narrow + 1, w->narrow);
    w->narrow += 2;
    for (unsigned i = random_any(4); i > 0; i--) {
        gen_text_printf(w->out, forms[random_any(8)], w->narrow, w->narrow - 1, 1 + random_any(16));
        w->narrow++;
    }
    gen_text_printf(w->out, "and.b32 %%r%u, %%r%u, %u;\n", w->narrow, w->narrow - 1,
                    (1u << random_any(7)) - 1);
    w->narrow++;
}

/* A register that is written under a guard, perhaps only there. */
static void write_guarded(random_writer *w)
{
    const char *negation = random_any(2) ? "!" : "";
    unsigned guard = random_any(w->predicates);

    switch (random_any(4)) {
    case 0: {
        bool is_new = !random_any(3);
        gen_text_printf(w->out, "@%s%%p%u mov.b32 %%r%u, %%r%u;\n", negation, guard,
                        is_new ? w->narrow : random_any(w->narrow), random_any(w->narrow));
        w->narrow += is_new;
        break;
    }
    case 1:
        gen_text_printf(w->out, "@%s%%p%u add.s32 %%r%u, %%r%u, 1;\n", negation, guard,
                        random_any(w->narrow), random_any(w->narrow));
        break;
    case 2:
        gen_text_printf(w->out, "@%s%%p%u mov.b64 %%rd%u, %%rd%u;\n", negation, guard,
                        random_pointer(w), random_pointer(w));
        break;
    default:
        gen_text_printf(w->out, "@%s%%p%u setp.lt.s32 %%p%u, %%r%u, 9;\n", negation, guard,
                        random_any(w->predicates), random_any(w->narrow));
    }
}

static void write_comparison(random_writer *w)
{
    static const char *const forms[] = {
        "setp.lt.u64 %%p%u, %%rd%u, %%rd%u;\n", "setp.ne.s64 %%p%u, %%rd%u, %%rd%u;\n",
        "setp.eq.s64 %%p%u, %%rd%u, 0;\n", "setp.lt.and.s32 %%p%u, %%r%u, %%r%u, %%p%u;\n",
        "setp.lt.or.u32 %%p%u, %%r%u, %%r%u, %%p%u;\n"};
    uint32_t form = random_any(5);
    bool is_pointer = form < 3;
    unsigned a = is_pointer ? random_pointer(w) : random_any(w->narrow);
    unsigned b = is_pointer ? random_pointer(w) : random_any(w->narrow);

    gen_text_printf(w->out, forms[form], w->predicates, a, b, random_any(w->predicates));
    w->predicates++;
}

/* A number that a predicate chooses. */
static void write_choice(random_writer *w)
{
    gen_text_printf(w->out, "selp.b32 %%r%u, %%r%u, %u, %%p%u;\n", w->narrow, random_any(w->narrow),
                    random_any(30), random_any(w->predicates));
    w->narrow++;
}

/* if (p) { … } else { … }, which may return. */
static void write_ways(random_writer *w, unsigned depth)
{
    static const char *const ends[] = {"ret;\n", "exit;\n", "trap;\n"};
    unsigned label = w->labels;
    unsigned guard = random_any(w->predicates);

    w->labels += 2;
    if (!random_any(3))
        gen_text_printf(w->out, "@%%p%u ret;\n", random_any(w->predicates));
    gen_text_printf(w->out, "@%s%%p%u bra $L%u;\n", random_any(2) ? "!" : "", guard, label);
    random_statements(w, depth - 1);
    if (!random_any(6))
        gen_text_puts(w->out, ends[random_any(3)]);
    gen_text_printf(w->out, "bra $L%u;\n$L%u:\n", label + 1, label);
    random_statements(w, depth - 1);
    gen_text_printf(w->out, "$L%u:\n", label + 1);
}

/* do { … } while (counter < n && p), where p and n may come from memory. */
static void write_open_loop(random_writer *w, unsigned depth)
{
    unsigned label = w->labels++;
    unsigned counter = w->narrow++;
    unsigned limit = random_any(w->narrow - 1);

    gen_text_printf(w->out, "mov.u32 %%r%u, 0;\nand.b32 %%r%u, %%r%u, 7;\n$L%u:\n", counter,
                    w->narrow, limit, label);
    limit = w->narrow++;
    random_statements(w, depth - 1);
    gen_text_printf(w->out,
                    "add.s32 %%r%u, %%r%u, 1;\nsetp.lt.and.s32 %%p%u, %%r%u, %%r%u, %%p%u;\n"
                    "@%%p%u bra $L%u;\n",
                    counter, counter, w->predicates, counter, limit, random_any(w->predicates),
                    w->predicates, label);
    w->predicates++;
}

void random_dependence(random_writer *w, unsigned depth)
{
    switch (random_any(depth ? 9 : 7)) {
    case 0:
        write_mixed_pointer(w);
        break;
    case 1:
        write_masked_pointer(w);
        break;
    case 2:
        write_pointer_bits(w);
        break;
    case 3:
    case 4:
        write_guarded(w);
        break;
    case 5:
        write_comparison(w);
        break;
    case 6:
        write_choice(w);
        break;
    case 7:
        write_ways(w, depth);
        break;
    default:
        write_open_loop(w, depth);
    }
}
