#include "loop_sample.h"

#include <stddef.h>
#include <string.h>

typedef struct writer {
    uint64_t *state;
    gen_text *out;
    loop_sample sample;
    bool is_signed;
    bool is_up;
    bool has_register_step;
    int64_t step;
    const char *relation;
    unsigned labels;
    unsigned pointers; /* that the loop moves: %pointer<n> by %move<n> or by a constant */
    int64_t moves[8];
} writer;

uint64_t sample_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

uint64_t sample_below(uint64_t *state, uint64_t count)
{
    return sample_random(state) % count;
}

static bool chance(writer *w, unsigned percent)
{
    return sample_below(w->state, 100) < percent;
}

/* --- The counter ------------------------------------------------------------------------------ */

static void choose_counter(writer *w)
{
    static const int64_t steps[] = {1, 1, 1, 2, 4, 8, 3, 5, 7, 32, 100, 1 << 20};
    static const uint64_t ends[] = {UINT64_C(1) << 31, UINT64_C(1) << 32, UINT64_C(1) << 63, 0};
    static const char *const up[] = {"lt", "le", "ne"};
    static const char *const down[] = {"gt", "ge", "ne"};
    uint64_t turns = sample_below(w->state, 12);
    uint64_t bound = sample_below(w->state, 200);

    w->sample.bits = chance(w, 50) ? 32 : 64;
    w->sample.is_extreme = chance(w, 50);
    w->is_signed = chance(w, 50);
    w->is_up = chance(w, 65);
    w->has_register_step = chance(w, 35);
    w->step = steps[sample_below(w->state, sizeof(steps) / sizeof(steps[0]))];
    w->step = w->is_up ? w->step : -w->step;
    w->relation = (w->is_up ? up : down)[sample_below(w->state, 3)];
    if (w->sample.is_extreme)
        bound = ends[sample_below(w->state, 4)] + sample_below(w->state, 64) - 32;
    if (w->sample.is_extreme && chance(w, 10))
        w->relation = up[sample_below(w->state, 3)];
    w->sample.numbers[0] = bound - (uint64_t)w->step * turns;
    if (w->relation[0] != 'n' || chance(w, 10))
        w->sample.numbers[0] += sample_below(w->state, 5);
    /* Nothing is read below the pointer if it can be avoided. */
    if (!w->sample.is_extreme && (int64_t)w->sample.numbers[0] < 0) {
        bound -= w->sample.numbers[0];
        w->sample.numbers[0] = 0;
    }
    w->sample.numbers[1] = bound;
    w->sample.numbers[2] = (uint64_t)w->step;
    w->sample.numbers[3] = w->sample.numbers[0] + (uint64_t)w->step * sample_below(w->state, 12);
    w->sample.numbers[4] = w->sample.is_extreme && chance(w, 20)
                               ? ends[sample_below(w->state, 2)] - sample_below(w->state, 9)
                               : sample_below(w->state, 9);
}

static const char *type_of(const writer *w)
{
    return w->sample.bits == 32 ? w->is_signed ? "s32" : "u32" : w->is_signed ? "s64" : "u64";
}

static void write_head(writer *w)
{
    const char *type = type_of(w);

    gen_text_printf(w->out,
                    ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(\n"
                    ".param .u64 k_p, .param .u64 k_q, .param .%s k_first, .param .%s k_bound,\n"
                    ".param .%s k_step, .param .%s k_guard, .param .u32 k_offset)\n{\n"
                    ".reg .pred %%go, %%data, %%fixed, %%in;\n.reg .b64 %%p, %%q, %%wide<9>;\n"
                    ".reg .b64 %%pointer<8>, %%move<8>;\n"
                    ".reg .b%u %%i, %%bound, %%step, %%guard;\n.reg .b32 %%offset, %%value, "
                    "%%narrow<9>;\n"
                    "ld.param.u64 %%p, [k_p];\nld.param.u64 %%q, [k_q];\n"
                    "ld.param.%s %%i, [k_first];\nld.param.%s %%bound, [k_bound];\n"
                    "ld.param.%s %%step, [k_step];\nld.param.%s %%guard, [k_guard];\n"
                    "ld.param.u32 %%offset, [k_offset];\nmov.u32 %%value, 1;\n"
                    "setp.ne.u32 %%fixed, %%offset, 0;\n",
                    type, type, type, type, w->sample.bits, type, type, type, type);
}

/* --- Accesses --------------------------------------------------------------------------------- */

/* Puts an address into %wide0. */
static void write_address(writer *w)
{
    const char *sign = w->is_signed ? "s" : "u";
    unsigned scale = 1u << sample_below(w->state, 4);

    if (w->pointers && chance(w, 30)) {
        gen_text_printf(w->out, "mov.u64 %%wide0, %%pointer%u;\n",
                        (unsigned)sample_below(w->state, w->pointers));
    } else if (chance(w, 15)) { /* a row */
        gen_text_printf(w->out, "cvt.%s64.%s32 %%wide1, %s;\ncvt.u64.u32 %%wide2, %%offset;\n",
                        sign, sign, w->sample.bits == 32 ? "%i" : "%offset");
        if (w->sample.bits == 64)
            gen_text_puts(w->out, "mov.u64 %wide1, %i;\n");
        gen_text_printf(w->out,
                        "mul.lo.s64 %%wide1, %%wide1, %%wide2;\nshl.b64 %%wide1, %%wide1, %u;\n"
                        "add.s64 %%wide0, %%p, %%wide1;\n",
                        (unsigned)sample_below(w->state, 3));
    } else if (w->sample.bits == 32 && chance(w, 10)) { /* bits that are 0 */
        gen_text_printf(w->out,
                        "shl.b32 %%narrow1, %%i, 2;\nadd.s32 %%narrow1, %%narrow1, %u;\n"
                        "or.b32 %%narrow1, %%narrow1, 3;\nmul.wide.%s32 %%wide1, %%narrow1, 4;\n"
                        "add.s64 %%wide0, %%p, %%wide1;\n",
                        4 * (unsigned)sample_below(w->state, 3), sign);
    } else if (w->sample.bits == 32 && chance(w, 10)) {
        gen_text_printf(w->out,
                        "mad.lo.s32 %%narrow1, %%i, %%offset, 4;\n"
                        "mul.wide.%s32 %%wide1, %%narrow1, 4;\nadd.s64 %%wide0, %%p, %%wide1;\n",
                        sign);
    } else if (w->sample.bits == 64 && chance(w, 15)) { /* its low half */
        gen_text_printf(w->out,
                        "cvt.u32.u64 %%narrow1, %%i;\nsub.s32 %%narrow1, %%narrow1, %%offset;\n"
                        "mul.wide.%s32 %%wide1, %%narrow1, %u;\nadd.s64 %%wide0, %%p, %%wide1;\n",
                        sign, scale);
    } else if (w->sample.bits == 64 && chance(w, 50)) {
        gen_text_printf(w->out, "shl.b64 %%wide1, %%i, %u;\nadd.s64 %%wide0, %%p, %%wide1;\n",
                        (unsigned)sample_below(w->state, 4));
    } else if (w->sample.bits == 64) {
        gen_text_printf(w->out,
                        "cvt.u64.u32 %%wide1, %%offset;\nadd.s64 %%wide1, %%wide1, %%i;\n"
                        "mad.lo.s64 %%wide0, %%wide1, %u, %%p;\n",
                        scale);
    } else if (chance(w, 40)) {
        gen_text_printf(w->out, "mul.wide.%s32 %%wide1, %%i, %u;\nadd.s64 %%wide0, %%p, %%wide1;\n",
                        sign, scale);
    } else if (chance(w, 50)) {
        gen_text_printf(
            w->out,
            "mad.lo.s32 %%narrow1, %%i, %u, %%offset;\n"
            "cvt.%s64.%s32 %%wide1, %%narrow1;\nmad.lo.s64 %%wide0, %%wide1, %u, %%p;\n",
            (unsigned)sample_below(w->state, 4), sign, sign, scale);
    } else {
        gen_text_printf(w->out,
                        "sub.s32 %%narrow1, %%i, %%offset;\nadd.s32 %%narrow1, %%narrow1, 8;\n"
                        "mul.wide.%s32 %%wide1, %%narrow1, %u;\nadd.s64 %%wide0, %%wide1, %%p;\n",
                        sign, scale);
    }
}

/* The statements since `begin` once more, for the address in %wide4 that is as far from the other
 * pointer; and stores at both. */
static void write_twin(writer *w, size_t begin)
{
    const size_t end = w->out->length;

    for (size_t i = begin; i < end; i++) {
        const char *at = w->out->data + i; /* what is appended may move it */
        const char letter = *at;
        if (strncmp(at, "%wide0", 6) == 0) {
            gen_text_puts(w->out, "%wide4");
            i += 5;
        } else if (strncmp(at, "%p;", 3) == 0 || strncmp(at, "%p,", 3) == 0) {
            gen_text_puts(w->out, "%q");
            i++;
        } else {
            gen_text_append(w->out, &letter, 1);
        }
    }
    gen_text_printf(w->out,
                    "st.global.u32 [%%wide0], %%value;\nst.global.u32 [%%wide4+%u], %%value;\n",
                    4 * (unsigned)sample_below(w->state, 3));
}

static void write_access(writer *w, const char *guard)
{
    static const char *const types[] = {"u32", "u32", "u32", "u16", "u64", "u8"};
    const char *type = types[sample_below(w->state, sizeof(types) / sizeof(types[0]))];
    long long away = chance(w, 40) ? 4 * (long long)sample_below(w->state, 6) : 0;

    if (type[1] == '6') /* to 64 bits */
        gen_text_printf(w->out, "%sst.global.u64 [%%wide0+%lld], %%p;\n", guard, away);
    else if (type[1] == '3' && !*guard && chance(w, 50))
        gen_text_printf(w->out, "ld.global.u32 %%value, [%%wide0+%lld];\n", away);
    else
        gen_text_printf(w->out, "%sst.global.%s [%%wide0+%lld], %%value;\n", guard, type, away);
}

static void write_guarded(writer *w)
{
    unsigned label = w->labels++;
    size_t begin = w->out->length;

    write_address(w);
    if (chance(w, 40) && !strstr(w->out->data + begin, "%pointer"))
        write_twin(w, begin);
    switch (sample_below(w->state, 6)) {
    case 0: /* what was read decides */
        gen_text_printf(w->out,
                        "and.b32 %%narrow0, %%value, 1;\nsetp.eq.u32 %%data, %%narrow0, 0;\n"
                        "@%%data bra $skip%u;\n",
                        label);
        break;
    case 1: /* the counter does */
        gen_text_printf(w->out, "setp.%s.%s %%in, %%i, %%guard;\n@%%in bra $skip%u;\n",
                        chance(w, 50) ? "ge" : "lt", type_of(w), label);
        break;
    case 2:
        gen_text_printf(w->out, "setp.%s.%s %%in, %%i, %%guard;\n", chance(w, 50) ? "lt" : "gt",
                        type_of(w));
        write_access(w, chance(w, 50) ? "@%in " : "@!%in ");
        return;
    case 3:
        gen_text_printf(w->out, "@%s%%fixed bra $skip%u;\n", chance(w, 50) ? "!" : "", label);
        break;
    default:
        break;
    }
    write_access(w, "");
    gen_text_printf(w->out, "$skip%u:\n", label);
}

static void write_accesses(writer *w)
{
    for (uint64_t i = sample_below(w->state, 3); i-- > 0;)
        write_guarded(w);
}

static void write_pointers(writer *w)
{
    w->pointers = (unsigned)sample_below(w->state, 3);
    for (unsigned i = 0; i < w->pointers; i++) {
        w->moves[i] = (int64_t)sample_below(w->state, 5) * 4 - (w->is_up ? 0 : 16);
        gen_text_printf(w->out, "mad.wide.u32 %%pointer%u, %%offset, 4, %%p;\n", i);
        if (w->sample.bits == 32 && chance(w, 50)) {
            gen_text_printf(w->out, "mul.wide.%s %%move%u, %%step, 4;\n", type_of(w), i);
            w->moves[i] = INT64_MIN;
        } else if (w->sample.bits == 64 && chance(w, 30)) {
            gen_text_printf(w->out, "shl.b64 %%move%u, %%step, 2;\n", i);
            w->moves[i] = INT64_MIN;
        } else if (chance(w, 30)) {
            gen_text_printf(w->out, "cvt.u64.u32 %%move%u, %%offset;\n", i);
            w->moves[i] = INT64_MIN;
        }
    }
}

static void write_moves(writer *w)
{
    for (unsigned i = 0; i < w->pointers; i++)
        if (w->moves[i] == INT64_MIN)
            gen_text_printf(w->out, "add.s64 %%pointer%u, %%pointer%u, %%move%u;\n", i, i, i);
        else
            gen_text_printf(w->out, "add.s64 %%pointer%u, %%pointer%u, %lld;\n", i, i,
                            (long long)w->moves[i]);
}

static void write_step(writer *w)
{
    unsigned bits = w->sample.bits;

    if (w->has_register_step)
        gen_text_printf(w->out, "add.s%u %%i, %%i, %%step;\n", bits);
    else
        gen_text_printf(w->out, "add.s%u %%i, %%i, %lld;\n", bits, (long long)w->step);
}

static void write_exit(writer *w, bool leaves, const char *label)
{
    const char *type = type_of(w);

    if (chance(w, 20))
        gen_text_printf(w->out, "ld.global.u32 %%value, [%%q];\n");
    gen_text_printf(w->out, "setp.%s.%s %%go, %%i, %%bound;\n@%s%%go bra %s;\n", w->relation, type,
                    leaves ? "!" : "", label);
}

loop_sample loop_sample_write(uint64_t *state, gen_text *out)
{
    writer w = {.state = state, .out = out};

    choose_counter(&w);
    write_head(&w);
    write_pointers(&w);
    if (chance(&w, 50)) { /* as nvcc writes loops */
        gen_text_printf(out, "setp.%s.%s %%go, %%i, %%bound;\n@!%%go bra $end;\n", w.relation,
                        type_of(&w));
        gen_text_puts(out, "$loop:\n");
        write_accesses(&w);
        write_guarded(&w);
        write_moves(&w);
        write_step(&w);
        write_exit(&w, false, "$loop");
    } else {
        gen_text_puts(out, "$loop:\n");
        if (chance(&w, 40))
            write_accesses(&w);
        write_exit(&w, true, "$end");
        write_guarded(&w);
        write_accesses(&w);
        write_moves(&w);
        write_step(&w);
        gen_text_puts(out, "bra.uni $loop;\n");
    }
    gen_text_puts(out, "$end:\nret;\n}\n");
    return w.sample;
}
