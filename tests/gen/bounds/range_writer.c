#include "range_writer.h"

unsigned writer_any(range_writer *w, unsigned count)
{
    return range_sample_any(w->sample, count);
}

bool writer_once_in(range_writer *w, unsigned count)
{
    return writer_any(w, count) == 0;
}

unsigned writer_next(range_writer *w, writer_kind kind)
{
    writer_registers *all = &w->registers[kind];
    const bool is_old = all->count && writer_once_in(w, 40);
    const unsigned number = is_old ? all->items[writer_any(w, all->count)] : all->written++;

    if (number >= (kind == WRITER_WIDE ? WRITER_POINTERS : 0) && all->count < WRITER_MOST)
        all->items[all->count++] = number;
    return number;
}

unsigned writer_some(range_writer *w, writer_kind kind)
{
    const writer_registers *all = &w->registers[kind];
    const unsigned first = kind == WRITER_WIDE ? WRITER_POINTERS : 0;

    if (all->count > 8 && !writer_once_in(w, 3))
        return all->items[all->count - 1 - writer_any(w, 8)];
    if (writer_once_in(w, 60)) /* perhaps it has not been written here */
        return first + writer_any(w, all->written - first);
    if (kind == WRITER_NARROW && writer_once_in(w, 3))
        return writer_any(w, WRITER_CHANGING);
    return all->items[writer_any(w, all->count)];
}

unsigned writer_target(range_writer *w)
{
    return writer_once_in(w, 4) ? writer_any(w, WRITER_CHANGING) : writer_next(w, WRITER_NARROW);
}

int64_t writer_small_number(range_writer *w)
{
    static const int64_t numbers[] = {0,  1,  2,  3,  4,  5,   7,   8,   10,  12,   15,  16,
                                      31, 32, 33, 63, 64, 100, 127, 128, 255, 1023, 1024};
    return numbers[writer_any(w, sizeof(numbers) / sizeof(numbers[0]))];
}

int64_t writer_number(range_writer *w)
{
    static const int64_t odd[] = {-1,
                                  -2,
                                  -3,
                                  -8,
                                  -100,
                                  65535,
                                  65536,
                                  32767,
                                  INT32_MAX,
                                  INT32_MIN,
                                  UINT16_MAX,
                                  UINT32_MAX,
                                  INT64_C(1) << 31,
                                  INT32_MAX - 5,
                                  -32768};
    return writer_once_in(w, 5) ? odd[writer_any(w, sizeof(odd) / sizeof(odd[0]))]
                                : writer_small_number(w);
}

static void put(range_writer *w, const char *text)
{
    gen_text_puts(w->out, text);
}

/* A register or a number as the second operand. */
static void put_second(range_writer *w, bool is_small)
{
    if (writer_once_in(w, 3))
        gen_text_printf(w->out, "%%r%u", writer_some(w, WRITER_NARROW));
    else
        gen_text_printf(w->out, "%lld",
                        (long long)(is_small ? writer_small_number(w) : writer_number(w)));
}

static void put_guard(range_writer *w)
{
    if (writer_once_in(w, 10))
        gen_text_printf(w->out, "@%s%%p%u ", writer_any(w, 2) ? "!" : "",
                        writer_some(w, WRITER_PREDICATE));
}

/* --- Operations ------------------------------------------------------------------------------- */

/* Two operands of 32 bits. */
static void write_two(range_writer *w)
{
    static const char *const names[] = {
        "add.s32",      "add.u32",    "sub.s32", "sub.s32", "mul.lo.s32", "mul.lo.u32",
        "mul.hi.s32",   "mul.hi.u32", "and.b32", "and.b32", "or.b32",     "xor.b32",
        "min.s32",      "min.u32",    "max.s32", "max.u32", "div.s32",    "div.u32",
        "rem.s32",      "rem.u32",    "shl.b32", "shr.u32", "shr.s32",    "min.relu.s32",
        "max.relu.s32", "shr.b32"};
    const unsigned name = writer_any(w, sizeof(names) / sizeof(names[0]));
    const unsigned a = writer_some(w, WRITER_NARROW);

    put_guard(w);
    gen_text_printf(w->out, "%s %%r%u, %%r%u, ", names[name], writer_target(w), a);
    put_second(w, !writer_once_in(w, 4));
    put(w, ";\n");
}

static void write_one(range_writer *w)
{
    static const char *const forms[] = {
        "neg.s32 %%r%u, %%r%u;\n",     "not.b32 %%r%u, %%r%u;\n",     "abs.s32 %%r%u, %%r%u;\n",
        "mov.u32 %%r%u, %%r%u;\n",     "mov.b32 %%r%u, %%r%u;\n",     "popc.b32 %%r%u, %%r%u;\n",
        "clz.b32 %%r%u, %%r%u;\n",     "cvt.u32.u8 %%r%u, %%r%u;\n",  "cvt.s32.s8 %%r%u, %%r%u;\n",
        "cvt.u32.u16 %%r%u, %%r%u;\n", "cvt.s32.s16 %%r%u, %%r%u;\n", "cvt.u16.u32 %%r%u, %%r%u;\n",
        "cvt.s8.s32 %%r%u, %%r%u;\n",  "cvt.u32.s16 %%r%u, %%r%u;\n"};
    const unsigned form = writer_any(w, sizeof(forms) / sizeof(forms[0]));
    const unsigned a = writer_some(w, WRITER_NARROW);

    put_guard(w);
    gen_text_printf(w->out, forms[form], writer_target(w), a);
}

static void write_three(range_writer *w)
{
    const unsigned a = writer_some(w, WRITER_NARROW);
    const unsigned b = writer_some(w, WRITER_NARROW);
    const unsigned c = w->registers[WRITER_NARROW].written++;
    const unsigned form = writer_any(w, 6);

    put_guard(w);
    if (form < 2)
        gen_text_printf(w->out, "selp.b32 %%r%u, %%r%u, %%r%u, %%p%u;\n", writer_target(w), a, b,
                        writer_some(w, WRITER_PREDICATE));
    else if (form == 2)
        gen_text_printf(w->out, "mad.lo.s32 %%r%u, %%r%u, %lld, %%r%u;\n", writer_target(w), a,
                        (long long)writer_number(w), b);
    else if (form == 3)
        gen_text_printf(w->out, "bfe.%c32 %%r%u, %%r%u, %u, %u;\n", writer_any(w, 3) ? 'u' : 's',
                        writer_target(w), a, writer_any(w, writer_once_in(w, 6) ? 300 : 33),
                        writer_any(w, 34));
    else if (form == 4)
        gen_text_printf(w->out, "add.u32 %%r%u, %%r%u, %u;\nbfe.u32 %%r%u, %%r%u, %%r%u, %u;\n", c,
                        b, 256 * writer_any(w, 2), writer_target(w), a, c, writer_any(w, 34));
    else
        gen_text_printf(w->out, "bfi.b32 %%r%u, %%r%u, %%r%u, %u, %u;\n", writer_target(w), a, b,
                        writer_any(w, 3) ? 27 : writer_any(w, 33),
                        writer_any(w, 3) ? 5 : writer_any(w, 33));
}

/* Makes a number small, or one that is small negative. */
static void write_small(range_writer *w)
{
    static const char *const names[] = {"and.b32", "rem.u32",      "min.u32",     "rem.s32",
                                        "min.s32", "min.relu.s32", "max.relu.s32"};
    const unsigned a = writer_some(w, WRITER_NARROW);
    const unsigned name = writer_any(w, 7);
    const unsigned first = w->registers[WRITER_NARROW].written;
    const long long number = (long long)writer_small_number(w) + (name > 0);

    if (writer_any(w, 4)) {
        gen_text_printf(w->out, "%s %%r%u, %%r%u, %lld;\n", names[name], writer_target(w), a,
                        number);
        return;
    }
    w->registers[WRITER_NARROW].written += 2;
    gen_text_printf(w->out, "and.b32 %%r%u, %%r%u, 15;\nor.b32 %%r%u, %%r%u, -16;\n", first, a,
                    first + 1, first);
    gen_text_printf(w->out, "%s %%r%u, %%r%u, %lld;\n", names[name], writer_target(w), first + 1,
                    name > 2 ? -number : number);
}

static void write_special(range_writer *w)
{
    static const char *const names[] = {"%tid.x",    "%tid.x",  "%tid.y",   "%tid.z",   "%ntid.x",
                                        "%ntid.y",   "%ntid.z", "%ctaid.x", "%ctaid.y", "%nctaid.x",
                                        "%nctaid.z", "%laneid", "%tid.x"};

    gen_text_printf(w->out, "mov.u32 %%r%u, %s;\n", writer_target(w),
                    names[writer_any(w, sizeof(names) / sizeof(names[0]))]);
}

static void write_load(range_writer *w)
{
    static const char *const types[] = {"u8", "s8", "u16", "s16", "u32", "b8", "s32"};

    if (writer_any(w, 2))
        gen_text_printf(w->out, "ld.shared.%s %%r%u, [%%rd%u+%u];\n", types[writer_any(w, 7)],
                        writer_target(w), writer_any(w, WRITER_POINTERS), writer_any(w, 64));
    else
        gen_text_printf(w->out, "ld.param.u32 %%r%u, [k_%u];\n", writer_target(w),
                        writer_any(w, SAMPLE_NARROW_PARAMS));
}

static void write_half(range_writer *w)
{
    static const char *const names[] = {
        "add.s16",    "sub.s16", "mul.lo.s16", "mul.lo.u16", "and.b16", "or.b16",     "xor.b16",
        "min.s16",    "min.u16", "max.s16",    "max.u16",    "div.u16", "div.s16",    "rem.u16",
        "mul.hi.s16", "rem.s16", "shl.b16",    "shr.u16",    "shr.s16", "mul.hi.u16", "add.u16"};
    const unsigned name = writer_any(w, sizeof(names) / sizeof(names[0]));
    const unsigned a = writer_some(w, WRITER_HALF);
    const unsigned b = writer_some(w, WRITER_HALF);
    const bool is_shift = name >= 16 && name <= 18;

    if (writer_once_in(w, 3) || is_shift)
        gen_text_printf(w->out, "%s %%rs%u, %%rs%u, %u;\n", names[name],
                        writer_next(w, WRITER_HALF), a,
                        is_shift ? writer_any(w, 20) : writer_any(w, 1000));
    else
        gen_text_printf(w->out, "%s %%rs%u, %%rs%u, %%rs%u;\n", names[name],
                        writer_next(w, WRITER_HALF), a, b);
}

/* From and to 16 bits. */
static void write_half_conversion(range_writer *w)
{
    const unsigned a = writer_some(w, WRITER_NARROW);
    const unsigned b = writer_some(w, WRITER_HALF);
    const char sign = writer_any(w, 2) ? 'u' : 's';

    switch (writer_any(w, 5)) {
    case 0:
        gen_text_printf(w->out, "cvt.u16.u32 %%rs%u, %%r%u;\n", writer_next(w, WRITER_HALF), a);
        break;
    case 1:
        gen_text_printf(w->out, "cvt.u8.u32 %%rs%u, %%r%u;\n", writer_next(w, WRITER_HALF), a);
        break;
    case 2:
        gen_text_printf(w->out, "cvt.%c32.%c16 %%r%u, %%rs%u;\n", sign, sign, writer_target(w), b);
        break;
    case 3:
        gen_text_printf(w->out, "mul.wide.%c16 %%r%u, %%rs%u, %u;\n", sign, writer_target(w), b,
                        writer_any(w, 300));
        break;
    default:
        gen_text_printf(w->out, "cvt.s64.s16 %%rd%u, %%rs%u;\n", writer_next(w, WRITER_WIDE), b);
    }
}

/* From and to 64 bits. */
static void write_conversion(range_writer *w)
{
    const unsigned a = writer_some(w, WRITER_NARROW);
    const unsigned b = writer_some(w, WRITER_WIDE);
    const char sign = writer_any(w, 2) ? 'u' : 's';

    switch (writer_any(w, 8)) {
    case 0:
        gen_text_printf(w->out, "cvt.%c64.%c32 %%rd%u, %%r%u;\n", sign, sign,
                        writer_next(w, WRITER_WIDE), a);
        break;
    case 1:
        gen_text_printf(w->out, "cvt.u32.u64 %%r%u, %%rd%u;\n", writer_target(w), b);
        break;
    case 2:
        gen_text_printf(w->out, "ld.param.u64 %%rd%u, [k_%u];\n", writer_next(w, WRITER_WIDE),
                        SAMPLE_NARROW_PARAMS + writer_any(w, SAMPLE_WIDE_PARAMS));
        break;
    case 3:
        gen_text_printf(w->out, "mad.wide.%c32 %%rd%u, %%r%u, %u, %%rd%u;\n", sign,
                        writer_next(w, WRITER_WIDE), a, 1u << writer_any(w, 6), b);
        break;
    case 4:
        gen_text_printf(w->out, "popc.b64 %%r%u, %%rd%u;\n", writer_target(w), b);
        break;
    default:
        gen_text_printf(w->out, "mul.wide.%c32 %%rd%u, %%r%u, %lld;\n", sign,
                        writer_next(w, WRITER_WIDE), a, (long long)writer_small_number(w));
    }
}

static void write_wide(range_writer *w)
{
    static const char *const names[] = {"add.s64", "sub.s64", "mul.lo.s64", "and.b64", "or.b64",
                                        "xor.b64", "min.s64", "min.u64",    "max.s64", "max.u64",
                                        "div.u64", "div.s64", "rem.u64",    "rem.s64", "shl.b64",
                                        "shr.u64", "shr.s64", "shr.b64"};
    const unsigned name = writer_any(w, sizeof(names) / sizeof(names[0]));
    const unsigned a = writer_some(w, WRITER_WIDE);
    const unsigned b = writer_some(w, WRITER_WIDE);

    if (writer_any(w, 2) || name >= 14)
        gen_text_printf(w->out, "%s %%rd%u, %%rd%u, %lld;\n", names[name],
                        writer_next(w, WRITER_WIDE), a,
                        name >= 14 ? (long long)writer_any(w, 66) : (long long)writer_number(w));
    else
        gen_text_printf(w->out, "%s %%rd%u, %%rd%u, %%rd%u;\n", names[name],
                        writer_next(w, WRITER_WIDE), a, b);
}

void writer_operation(range_writer *w)
{
    static void (*const kinds[])(range_writer * w) = {
        write_two,   write_two,     write_two,  write_one,  write_three,           write_small,
        write_small, write_special, write_load, write_half, write_half_conversion, write_conversion,
        write_wide};

    kinds[writer_any(w, sizeof(kinds) / sizeof(kinds[0]))](w);
}

/* --- How compilers write x % c ---------------------------------------------------------------- */

/* x - ((x + ((x >> 31) >>> (32 - k))) & -2^k), or without the sign */
static void write_masked_remainder(range_writer *w)
{
    const unsigned x = writer_some(w, WRITER_NARROW);
    const unsigned k = 1 + writer_any(w, 8);
    const unsigned first = w->registers[WRITER_NARROW].written;
    unsigned sum = x;

    w->registers[WRITER_NARROW].written += 4;
    if (writer_any(w, 3)) {
        gen_text_printf(w->out,
                        "shr.s32 %%r%u, %%r%u, 31;\nshr.u32 %%r%u, %%r%u, %u;\n"
                        "add.s32 %%r%u, %%r%u, %%r%u;\n",
                        first, x, first + 1, first, 32 - k, first + 2, x, first + 1);
        sum = first + 2;
    } else if (writer_any(w, 2)) {
        gen_text_printf(w->out, "add.s32 %%r%u, %%r%u, %lld;\n", first + 2, x,
                        (long long)writer_number(w));
        sum = first + 2;
    }
    gen_text_printf(w->out, "and.b32 %%r%u, %%r%u, %d;\n", first + 3, sum,
                    writer_once_in(w, 6) ? (int)writer_number(w) : -(1 << k));
    if (writer_once_in(w, 6))
        writer_operation(w);
    gen_text_printf(w->out, "sub.s32 %%r%u, %%r%u, %%r%u;\n", writer_target(w), x, first + 3);
}

/* x - x * magic >> shift * c */
static void write_divided_remainder(range_writer *w)
{
    static const struct {
        unsigned c;
        unsigned magic;
        unsigned shift;
    } known[] = {{3, 0xaaaaaaabu, 33}, {5, 0xcccccccdu, 34},  {6, 0xaaaaaaabu, 34},
                 {9, 0x38e38e39u, 33}, {10, 0xcccccccdu, 35}, {11, 0xba2e8ba3u, 35}};
    const unsigned x = writer_some(w, WRITER_NARROW);
    const unsigned n = writer_any(w, 6);
    const unsigned c = known[n].c + writer_once_in(w, 8);
    const unsigned shift = known[n].shift - writer_once_in(w, 10);
    const unsigned first = w->registers[WRITER_NARROW].written;
    const unsigned wide = w->registers[WRITER_WIDE].written;

    w->registers[WRITER_NARROW].written += 3;
    w->registers[WRITER_WIDE].written += 2;
    if (writer_any(w, 2))
        gen_text_printf(w->out, "mul.hi.u32 %%r%u, %%r%u, %d;\nshr.u32 %%r%u, %%r%u, %u;\n", first,
                        x, (int)known[n].magic, first + 1, first, shift - 32);
    else
        gen_text_printf(w->out,
                        "mul.wide.u32 %%rd%u, %%r%u, %d;\nshr.u64 %%rd%u, %%rd%u, %u;\n"
                        "cvt.u32.u64 %%r%u, %%rd%u;\n",
                        wide, x, (int)known[n].magic, wide + 1, wide, shift, first + 1, wide + 1);
    gen_text_printf(w->out, "mul.lo.s32 %%r%u, %%r%u, %u;\n", first + 2, first + 1, c);
    if (writer_once_in(w, 6))
        writer_operation(w);
    gen_text_printf(w->out, "sub.s32 %%r%u, %%r%u, %%r%u;\n", writer_target(w), x, first + 2);
}

void writer_remainder(range_writer *w)
{
    if (writer_any(w, 2))
        write_masked_remainder(w);
    else
        write_divided_remainder(w);
}
