#include "random_kernel.h"

#include <string.h>

static uint64_t state;

uint32_t random_any(uint32_t count)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 33) % count;
}

void random_seed(uint64_t seed)
{
    state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
}

/* --- Random kernels --------------------------------------------------------------------------- */

typedef struct writer {
    gen_text *out;
    unsigned narrow; /* registers so far: %r<n>, %rd<n>, %p<n> */
    unsigned wide;
    unsigned predicates;
    unsigned labels;
    unsigned places[64]; /* registers of 64 bits that hold addresses */
    unsigned place_count;
    bool is_varied;
} writer;

static unsigned some_narrow(writer *w)
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
static unsigned some_offset(writer *w)
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

static void write_place(writer *w)
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
static void write_access_at(writer *w, unsigned place)
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

static void write_access(writer *w)
{
    write_access_at(w, w->places[random_any(w->place_count)]);
}

static void move_place(writer *w, unsigned place)
{
    gen_text_printf(w->out, "add.s64 %%rd%u, %%rd%u, %d;\n", place, place,
                    4 * ((int)random_any(5) - 2));
}

/* Registers that are written more than once. */
static void write_change(writer *w)
{
    unsigned reg = random_any(w->narrow);

    if (random_any(2) || !w->place_count)
        gen_text_printf(w->out, "add.s32 %%r%u, %%r%u, %d;\n", reg, reg, (int)random_any(5) - 2);
    else
        move_place(w, w->places[random_any(w->place_count)]);
}

static void write_predicate(writer *w)
{
    gen_text_printf(w->out, "setp.lt.s32 %%p%u, %%r%u, %d;\n", w->predicates++,
                    random_any(w->narrow),
                    w->is_varied ? (int)random_any(60) : (int)random_any(20) - 10);
}

static void write_statements(writer *w, unsigned depth);

/* if (!p) { … } */
static void write_branch(writer *w, unsigned depth)
{
    unsigned label = w->labels++;

    write_predicate(w);
    gen_text_printf(w->out, "@%%p%u bra $L%u;\n", w->predicates - 1, label);
    write_statements(w, depth - 1);
    gen_text_printf(w->out, "$L%u:\n", label);
}

/* if (p) { … } if (q) { … } else { … } through one pointer, which may change on the way. */
static void write_row(writer *w)
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
static void write_late_address(writer *w)
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
static void write_work(writer *w)
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
static void write_loop(writer *w, unsigned depth)
{
    unsigned label = w->labels++;
    unsigned counter = w->narrow++;
    unsigned pointer = w->wide++;

    gen_text_printf(w->out, "mov.u32 %%r%u, 0;\nmov.u64 %%rd%u, %%rd%u;\n$L%u:\n", counter, pointer,
                    random_any(MACHINE_BUFFERS), label);
    if (w->place_count < 64)
        w->places[w->place_count++] = pointer;
    write_statements(w, depth - 1);
    gen_text_printf(w->out,
                    "add.s64 %%rd%u, %%rd%u, %d;\nadd.s32 %%r%u, %%r%u, 1;\n"
                    "setp.lt.s32 %%p%u, %%r%u, %u;\n@%%p%u bra $L%u;\n",
                    pointer, pointer, 4 * ((int)random_any(5) - 2), counter, counter, w->predicates,
                    counter, 1 + random_any(4), w->predicates, label);
    w->predicates++;
}

/* --- What an address may depend on ------------------------------------------------------------ */

static unsigned some_pointer(writer *w)
{
    return w->place_count && random_any(2) ? w->places[random_any(w->place_count)]
                                           : random_any(MACHINE_BUFFERS);
}

static void add_place(writer *w, unsigned place)
{
    if (w->place_count < 64)
        w->places[w->place_count++] = place;
}

/* A pointer that is computed from others. */
static void write_mixed_pointer(writer *w)
{
    static const char *const forms[] = {
        "selp.b64 %%rd%u, %%rd%u, %%rd%u, %%p%u;\n", "min.u64 %%rd%u, %%rd%u, %%rd%u;\n",
        "max.u64 %%rd%u, %%rd%u, %%rd%u;\n", "sub.s64 %%rd%u, %%rd%u, %%rd%u;\n"};
    unsigned a = some_pointer(w);
    unsigned b = some_pointer(w);
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
static void write_masked_pointer(writer *w)
{
    static const char *const forms[] = {"and.b64 %%rd%u, %%rd%u, %d;\n",
                                        "or.b64 %%rd%u, %%rd%u, %d;\n"};
    unsigned from = some_pointer(w);
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

/* An integer that follows from a pointer. */
static void write_pointer_bits(writer *w)
{
    if (random_any(2))
        gen_text_printf(w->out, "mov.b64 {%%r%u, %%r%u}, %%rd%u;\n", w->narrow, w->narrow + 1,
                        some_pointer(w));
    else
        gen_text_printf(w->out, "cvt.u32.u64 %%r%u, %%rd%u;\nshr.u32 %%r%u, %%r%u, %u;\n",
                        w->narrow, some_pointer(w), w->narrow + 1, w->narrow, random_any(16));
    gen_text_printf(w->out, "and.b32 %%r%u, %%r%u, 63;\n", w->narrow + 2,
                    w->narrow + random_any(2));
    w->narrow += 3;
}

/* A register that is written under a guard, perhaps only there. */
static void write_guarded(writer *w)
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
                        some_pointer(w), some_pointer(w));
        break;
    default:
        gen_text_printf(w->out, "@%s%%p%u setp.lt.s32 %%p%u, %%r%u, 9;\n", negation, guard,
                        random_any(w->predicates), random_any(w->narrow));
    }
}

static void write_comparison(writer *w)
{
    static const char *const forms[] = {
        "setp.lt.u64 %%p%u, %%rd%u, %%rd%u;\n", "setp.ne.s64 %%p%u, %%rd%u, %%rd%u;\n",
        "setp.eq.s64 %%p%u, %%rd%u, 0;\n", "setp.lt.and.s32 %%p%u, %%r%u, %%r%u, %%p%u;\n",
        "setp.lt.or.u32 %%p%u, %%r%u, %%r%u, %%p%u;\n"};
    uint32_t form = random_any(5);
    bool is_pointer = form < 3;
    unsigned a = is_pointer ? some_pointer(w) : random_any(w->narrow);
    unsigned b = is_pointer ? some_pointer(w) : random_any(w->narrow);

    gen_text_printf(w->out, forms[form], w->predicates, a, b, random_any(w->predicates));
    w->predicates++;
}

/* A number that a predicate chooses. */
static void write_choice(writer *w)
{
    gen_text_printf(w->out, "selp.b32 %%r%u, %%r%u, %u, %%p%u;\n", w->narrow, random_any(w->narrow),
                    random_any(30), random_any(w->predicates));
    w->narrow++;
}

/* if (p) { … } else { … }, which may return. */
static void write_ways(writer *w, unsigned depth)
{
    unsigned label = w->labels;
    unsigned guard = random_any(w->predicates);

    w->labels += 2;
    if (!random_any(3))
        gen_text_printf(w->out, "@%%p%u ret;\n", random_any(w->predicates));
    gen_text_printf(w->out, "@%s%%p%u bra $L%u;\n", random_any(2) ? "!" : "", guard, label);
    write_statements(w, depth - 1);
    if (!random_any(6))
        gen_text_puts(w->out, random_any(2) ? "ret;\n" : "trap;\n");
    gen_text_printf(w->out, "bra $L%u;\n$L%u:\n", label + 1, label);
    write_statements(w, depth - 1);
    gen_text_printf(w->out, "$L%u:\n", label + 1);
}

/* do { … } while (counter < n && p), where p and n may come from memory. */
static void write_open_loop(writer *w, unsigned depth)
{
    unsigned label = w->labels++;
    unsigned counter = w->narrow++;
    unsigned limit = random_any(w->narrow - 1);

    gen_text_printf(w->out, "mov.u32 %%r%u, 0;\nand.b32 %%r%u, %%r%u, 7;\n$L%u:\n", counter,
                    w->narrow, limit, label);
    limit = w->narrow++;
    write_statements(w, depth - 1);
    gen_text_printf(w->out,
                    "add.s32 %%r%u, %%r%u, 1;\nsetp.lt.and.s32 %%p%u, %%r%u, %%r%u, %%p%u;\n"
                    "@%%p%u bra $L%u;\n",
                    counter, counter, w->predicates, counter, limit, random_any(w->predicates),
                    w->predicates, label);
    w->predicates++;
}

static void write_dependence(writer *w, unsigned depth)
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

static void write_statements(writer *w, unsigned depth)
{
    unsigned count = 2 + random_any(6);

    for (unsigned i = 0; i < count; i++) {
        uint32_t kind = random_any(16);
        if (w->is_varied && !random_any(3)) {
            write_dependence(w, depth);
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

static void write_kernel(gen_text *out, bool is_varied)
{
    gen_text body = {0};
    writer w = {.out = &body, .is_varied = is_varied};

    for (unsigned i = 0; i < MACHINE_BUFFERS; i++)
        gen_text_printf(&body, "ld.param.u64 %%rd%u, [k_%u];\n", w.wide++, i);
    for (unsigned i = 0; i < RANDOM_INTEGERS; i++)
        gen_text_printf(&body, "ld.param.u32 %%r%u, [k_%u];\n", w.narrow++, MACHINE_BUFFERS + i);
    if (is_varied)
        write_predicate(&w);
    write_statements(&w, 2);
    gen_text_puts(out, ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(\n");
    for (unsigned i = 0; i < MACHINE_BUFFERS; i++)
        gen_text_printf(out, ".param .u64 k_%u,\n", i);
    for (unsigned i = 0; i < RANDOM_INTEGERS; i++)
        gen_text_printf(out, ".param .u32 k_%u%s\n", MACHINE_BUFFERS + i,
                        i + 1 < RANDOM_INTEGERS ? "," : "");
    gen_text_printf(
        out, ")\n{\n.reg .pred %%p<%u>;\n.reg .b32 %%r<%u>;\n.reg .b64 %%rd<%u>;\n%sret;\n}\n",
        w.predicates + 1, w.narrow + 1, w.wide + 1, body.data);
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

/* --- Launches --------------------------------------------------------------------------------- */

void random_buffers(machine_buffer *buffers)
{
    for (unsigned i = 0; i < MACHINE_BUFFERS; i++) {
        buffers[i].base = ((uint64_t)(i + 1) << 32) + (random_any(8) ? 0 : random_any(16));
        buffers[i].bytes = random_any(4)   ? 1000 + random_any(3000)
                           : random_any(2) ? random_any(300)
                                           : 0;
        for (size_t j = 0; j < MACHINE_BYTES; j++)
            buffers[i].memory[j] = (unsigned char)random_any(256);
    }
}

/* As custub_bounds_limit says. */
static uint64_t value_of(const custub_bounds_limit *limit, const machine_buffer *buffer)
{
    uint64_t low = (uint64_t)limit->low;
    uint64_t value = 0;

    if (limit->align > 1 && buffer->base % limit->align)
        return 0;
    if (limit->kind == CUSTUB_BOUNDS_ADDRESS)
        return buffer->bytes < limit->span ? 0 : buffer->bytes - limit->span + 1;
    if (low <= buffer->bytes && limit->span <= buffer->bytes - low)
        value = (buffer->bytes - low - limit->span) / limit->scale + 1;
    return limit->kind == CUSTUB_BOUNDS_INDEX && value > limit->most ? limit->most : value;
}

static void set_limit(unsigned char *parameter, const custub_bounds_limit *limit, uint64_t value,
                      const machine_buffer *buffer)
{
    uint64_t base = buffer->base - (uint64_t)limit->low;

    if (limit->kind == CUSTUB_BOUNDS_ADDRESS) {
        memcpy(parameter + limit->offset, &base, 8);
        memcpy(parameter + limit->offset + 8, &value, 8);
    } else {
        memcpy(parameter + limit->offset, &value, limit->kind == CUSTUB_BOUNDS_INDEX ? 4 : 8);
    }
}

void random_set_parameter(unsigned char *parameter, const gen_text *table,
                          const machine_buffer *buffers, const custub_bounds_head *first)
{
    custub_bounds_table head;
    const custub_bounds_limit *limits;
    uint64_t least = 0;

    memcpy(&head, table->data, sizeof(head));
    limits = (const custub_bounds_limit *)(const void *)(table->data + head.limits);
    memcpy(parameter, first, sizeof(*first));
    for (unsigned i = 0; i < MACHINE_BUFFERS; i++) {
        custub_bounds_extent extent = {buffers[i].base, buffers[i].bytes};
        memcpy(parameter + sizeof(*first) + i * sizeof(extent), &extent, sizeof(extent));
    }
    for (uint32_t i = 0; i < head.limit_count && !first->measures; i++) {
        const machine_buffer *buffer = &buffers[limits[i].extent];
        const uint64_t value = value_of(&limits[i], buffer);
        const bool is_joined = i && limits[i].offset == limits[i - 1].offset;
        least = is_joined && least < value ? least : value;
        set_limit(parameter, &limits[i], least, buffer);
    }
}

void random_params(unsigned char *params, const machine_buffer *buffers)
{
    for (unsigned i = 0; i < MACHINE_BUFFERS; i++)
        memcpy(params + 8 * i, &buffers[i].base, 8);
    for (unsigned i = 0; i < RANDOM_INTEGERS; i++) {
        uint32_t value = random_any(12)  ? 10 + random_any(40)
                         : random_any(2) ? random_any(UINT32_C(0x7fffffff)) * 2
                                         : UINT32_MAX;
        memcpy(params + 8 * MACHINE_BUFFERS + 4 * i, &value, 4);
    }
}
