#include "bounds/code/record_code.h"

#include <custub/bounds_table.h>

#include <stddef.h>

void gen_bounds_write_reset(const gen_bounds_code *code)
{
    gen_text_puts(code->out, "mov.pred %custub_bad, 0;\n");
}

void gen_bounds_write_keep(const gen_bounds_code *code)
{
    gen_text_puts(code->out, "cvt.u32.u64 %custub_r0, %custub_d2;\n"
                             "@!%custub_bad st.local.u32 [custub_kept], %custub_r1;\n"
                             "@!%custub_bad st.local.u32 [custub_kept+4], %custub_r0;\n"
                             "@!%custub_bad st.local.u64 [custub_kept+8], %custub_d3;\n"
                             "@!%custub_bad st.local.u64 [custub_kept+16], %custub_d4;\n"
                             "@!%custub_bad st.local.u64 [custub_kept+24], %custub_d5;\n"
                             "mov.pred %custub_bad, -1;\n");
}

static void store(const gen_bounds_code *code, const char *type, size_t offset, const char *from)
{
    gen_text_printf(code->out, "st.volatile.%s [%%custub_d4+%zu], %s;\n", type, offset, from);
}

/* ptxas would read all six indices at once, into a register each: the branches keep it from that.
 * They are never taken, since the state is 1. */
static void store_place(const gen_bounds_code *code, size_t number)
{
    static const char *const names[] = {"%ctaid.x", "%ctaid.y", "%ctaid.z",
                                        "%tid.x",   "%tid.y",   "%tid.z"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        gen_text_printf(code->out,
                        "ld.volatile.u32 %%custub_r0, [%%custub_d4];\n"
                        "setp.ne.u32 %%custub_p1, %%custub_r0, 1;\n"
                        "@%%custub_p1 bra %s_kept%zu;\n"
                        "mov.u32 %%custub_r0, %s;\n",
                        code->label, number, names[i]);
        store(code, "u32", offsetof(custub_bounds_record, block) + 4 * i, "%custub_r0");
    }
}

static void store_access(const gen_bounds_code *code)
{
    static const size_t offsets[] = {offsetof(custub_bounds_record, address),
                                     offsetof(custub_bounds_record, base),
                                     offsetof(custub_bounds_record, bytes)};

    for (size_t i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++) {
        gen_text_printf(code->out, "ld.local.u64 %%custub_d5, [custub_kept+%zu];\n", 8 * i + 8);
        store(code, "u64", offsets[i], "%custub_d5");
    }
    gen_text_puts(code->out, "ld.local.u32 %custub_r0, [custub_kept];\n"
                             "and.b32 %custub_r1, %custub_r0, 0x7fffffff;\n");
    store(code, "u32", offsetof(custub_bounds_record, site), "%custub_r1");
    gen_text_puts(code->out, "shr.u32 %custub_r0, %custub_r0, 31;\n");
    store(code, "u32", offsetof(custub_bounds_record, misaligned), "%custub_r0");
    gen_text_puts(code->out, "ld.local.u32 %custub_r0, [custub_kept+4];\n");
    store(code, "u32", offsetof(custub_bounds_record, accessed), "%custub_r0");
}

/* A thread only traps when a record is complete: its trap would stop one that is writing it. */
static void write_trap(const gen_bounds_code *code, size_t number)
{
    gen_text_printf(code->out, "%s_kept%zu:\n", code->label, number);
    gen_bounds_load(code, "u32", "%custub_r0", offsetof(custub_bounds_head, traps));
    gen_text_printf(code->out,
                    "setp.eq.u32 %%custub_p1, %%custub_r0, 0;\n"
                    "@%%custub_p1 bra %s_done%zu;\n"
                    "%s_wait%zu:\n"
                    "ld.volatile.u32 %%custub_r0, [%%custub_d4];\n"
                    "setp.ne.u32 %%custub_p1, %%custub_r0, 2;\n"
                    "@%%custub_p1 bra %s_wait%zu;\n"
                    "trap;\n",
                    code->label, number, code->label, number, code->label, number);
}

void gen_bounds_write_record(const gen_bounds_code *code, size_t number)
{
    gen_text *out = code->out;

    gen_bounds_load(code, "u64", "%custub_d4", offsetof(custub_bounds_head, record));
    gen_text_printf(out,
                    "atom.cas.b32 %%custub_r1, [%%custub_d4], 0, 1;\n"
                    "setp.ne.u32 %%custub_p1, %%custub_r1, 0;\n@%%custub_p1 bra %s_kept%zu;\n",
                    code->label, number);
    store_access(code);
    store_place(code, number);
    gen_text_puts(out, "membar.sys;\n");
    store(code, "u32", offsetof(custub_bounds_record, state), "2");
    gen_text_puts(out, "membar.sys;\n");
    write_trap(code, number);
    gen_text_printf(out, "%s_done%zu:\n", code->label, number);
}

/* Sets the bits of the bytes from %custub_d3 to %custub_d5 in the bitmap %custub_d6. */
static void write_bitmap(const gen_bounds_code *code, size_t number)
{
    gen_text_printf(code->out,
                    "sub.s64 %%custub_d7, %%custub_d3, %%custub_d4;\n"
                    "sub.s64 %%custub_d5, %%custub_d5, %%custub_d4;\n"
                    "%s_mark%zu:\n"
                    "setp.ge.u64 %%custub_p1, %%custub_d7, %%custub_d5;\n"
                    "@%%custub_p1 bra %s_unmarked%zu;\n"
                    "cvt.u32.u64 %%custub_r0, %%custub_d7;\n"
                    "and.b32 %%custub_r0, %%custub_r0, 31;\n"
                    "mov.u32 %%custub_r1, 1;\n"
                    "shl.b32 %%custub_r1, %%custub_r1, %%custub_r0;\n"
                    "shr.u64 %%custub_d8, %%custub_d7, 5;\n"
                    "shl.b64 %%custub_d8, %%custub_d8, 2;\n"
                    "add.s64 %%custub_d8, %%custub_d8, %%custub_d6;\n"
                    "red.or.b32 [%%custub_d8], %%custub_r1;\n"
                    "add.s64 %%custub_d7, %%custub_d7, 1;\n"
                    "bra %s_mark%zu;\n",
                    code->label, number, code->label, number, code->label, number);
}

/* The same for at most 32 bytes, without a loop: their bits are in two words. */
static void write_short_bitmap(const gen_bounds_code *code, size_t number)
{
    gen_text_printf(code->out,
                    "setp.gt.u64 %%custub_p1, %%custub_d2, 32;\n"
                    "@%%custub_p1 bra %s_long%zu;\n"
                    "cvt.u32.u64 %%custub_r0, %%custub_d2;\n"
                    "mov.u64 %%custub_d5, 1;\n"
                    "shl.b64 %%custub_d5, %%custub_d5, %%custub_r0;\n"
                    "sub.s64 %%custub_d7, %%custub_d5, 1;\n"
                    "sub.s64 %%custub_d5, %%custub_d3, %%custub_d4;\n"
                    "cvt.u32.u64 %%custub_r0, %%custub_d5;\n"
                    "and.b32 %%custub_r0, %%custub_r0, 31;\n"
                    "shr.u64 %%custub_d5, %%custub_d5, 5;\n"
                    "shl.b64 %%custub_d5, %%custub_d5, 2;\n"
                    "add.s64 %%custub_d6, %%custub_d6, %%custub_d5;\n"
                    "shl.b64 %%custub_d7, %%custub_d7, %%custub_r0;\n"
                    "mov.b64 {%%custub_r0, %%custub_r1}, %%custub_d7;\n"
                    "red.or.b32 [%%custub_d6], %%custub_r0;\n"
                    "setp.eq.u32 %%custub_p1, %%custub_r1, 0;\n"
                    "@%%custub_p1 bra %s_unmarked%zu;\n"
                    "red.or.b32 [%%custub_d6+4], %%custub_r1;\n"
                    "bra %s_unmarked%zu;\n"
                    "%s_long%zu:\n",
                    code->label, number, code->label, number, code->label, number, code->label,
                    number);
}

void gen_bounds_write_measure(const gen_bounds_code *code, bool is_write, size_t number)
{
    gen_text_printf(code->out,
                    "red.min.u64 [%%custub_d8], %%custub_d3;\n"
                    "add.s64 %%custub_d5, %%custub_d3, %%custub_d2;\n"
                    "red.max.u64 [%%custub_d8+%zu], %%custub_d5;\n",
                    offsetof(custub_bounds_measure, end));
    if (!is_write)
        return;
    gen_text_printf(code->out,
                    "ld.u64 %%custub_d6, [%%custub_d8+%zu];\n"
                    "setp.eq.u64 %%custub_p1, %%custub_d6, 0;\n"
                    "@%%custub_p1 bra %s_unmarked%zu;\n",
                    offsetof(custub_bounds_measure, bitmap), code->label, number);
    write_short_bitmap(code, number);
    gen_text_puts(code->out, "add.s64 %custub_d5, %custub_d3, %custub_d2;\n");
    write_bitmap(code, number);
    gen_text_printf(code->out, "%s_unmarked%zu:\n", code->label, number);
}
