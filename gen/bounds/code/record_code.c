#include "bounds/code/record_code.h"

#include <custub/bounds_table.h>

#include <stddef.h>

static const char head[] = ".func custub_bounds_record(.param .b64 custub_head, .param .b64 "
                           "custub_access, .param .b64 custub_address, "
                           ".param .b64 custub_size)\n";

void gen_bounds_write_record_declaration(gen_text *out)
{
    gen_text_printf(out, "%s;\n", head);
}

void gen_bounds_write_record_call(gen_text *out, const char *access)
{
    gen_text_printf(out,
                    "{\n.param .b64 custub_0;\nst.param.b64 [custub_0], %%custub_d0;\n"
                    ".param .b64 custub_1;\nst.param.b64 [custub_1], %s;\n"
                    ".param .b64 custub_2;\nst.param.b64 [custub_2], %%custub_d3;\n"
                    ".param .b64 custub_3;\nst.param.b64 [custub_3], %%custub_d2;\n"
                    "call custub_bounds_record, (custub_0, custub_1, custub_2, custub_3);\n}\n",
                    access);
}

/* --- The record ------------------------------------------------------------------------------- */

static void store(gen_text *out, const char *type, size_t offset, const char *from)
{
    gen_text_printf(out, "st.volatile.global.%s [%%custub_d6+%zu], %s;\n", type, offset, from);
}

static void store_place(gen_text *out)
{
    static const char *const names[] = {"%ctaid.x", "%ctaid.y", "%ctaid.z",
                                        "%tid.x",   "%tid.y",   "%tid.z"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        gen_text_printf(out, "mov.u32 %%custub_r0, %s;\n", names[i]);
        store(out, "u32", offsetof(custub_bounds_record, block) + 4 * i, "%custub_r0");
    }
}

static void store_access(gen_text *out)
{
    store(out, "u64", offsetof(custub_bounds_record, address), "%custub_d3");
    store(out, "u64", offsetof(custub_bounds_record, base), "%custub_d4");
    store(out, "u64", offsetof(custub_bounds_record, bytes), "%custub_d5");
    store(out, "u32", offsetof(custub_bounds_record, site), "%custub_r3");
    store(out, "u32", offsetof(custub_bounds_record, misaligned), "%custub_r1");
    gen_text_puts(out, "cvt.u32.u64 %custub_r0, %custub_d2;\n");
    store(out, "u32", offsetof(custub_bounds_record, accessed), "%custub_r0");
}

/* A thread only traps when a record is complete: its trap would stop one that is writing it. */
static void write_trap(gen_text *out, const char *label)
{
    gen_text_printf(out,
                    "%skept:\n"
                    "setp.eq.u32 %%custub_p0, %%custub_r2, 0;\n"
                    "@%%custub_p0 bra %sdone;\n"
                    "%swait:\n"
                    "ld.volatile.global.u32 %%custub_r0, [%%custub_d6];\n"
                    "setp.ne.u32 %%custub_p0, %%custub_r0, 2;\n"
                    "@%%custub_p0 bra %swait;\n"
                    "trap;\n"
                    "%sdone:\n",
                    label, label, label, label, label);
}

void gen_bounds_write_record(gen_text *out, const char *label)
{
    gen_text_printf(out,
                    "atom.global.cas.b32 %%custub_r0, [%%custub_d6], 0, 1;\n"
                    "setp.ne.u32 %%custub_p0, %%custub_r0, 0;\n"
                    "@%%custub_p0 bra %skept;\n",
                    label);
    store_access(out);
    store_place(out);
    gen_text_puts(out, "membar.sys;\n");
    store(out, "u32", offsetof(custub_bounds_record, state), "2");
    gen_text_puts(out, "membar.sys;\n");
    write_trap(out, label);
}

void gen_bounds_write_record_function(gen_text *out)
{
    gen_text_printf(out, "\n%s{\n%s", head, GEN_BOUNDS_REGISTERS);
    gen_text_printf(out,
                    "ld.param.u64 %%custub_d0, [custub_head];\n"
                    "ld.u64 %%custub_d6, [%%custub_d0+%zu];\n"
                    "ld.u32 %%custub_r2, [%%custub_d0+%zu];\n"
                    "ld.param.u64 %%custub_d3, [custub_address];\n"
                    "ld.param.u64 %%custub_d2, [custub_size];\n"
                    "mov.u64 %%custub_d4, 0;\n"
                    "mov.u64 %%custub_d5, 0;\n"
                    "ld.param.u64 %%custub_d8, [custub_access];\n"
                    "cvt.u32.u64 %%custub_r3, %%custub_d8;\n"
                    "shr.u32 %%custub_r1, %%custub_r3, 31;\n"
                    "and.b32 %%custub_r3, %%custub_r3, 0x7fffffff;\n",
                    offsetof(custub_bounds_head, record), offsetof(custub_bounds_head, traps));
    gen_bounds_write_record(out, "$");
    gen_text_puts(out, "ret;\n}\n");
}

/* --- Measures --------------------------------------------------------------------------------- */

void gen_bounds_write_measure(gen_text *out)
{
    gen_text_printf(out,
                    "@%%custub_p1 red.global.min.u64 [%%custub_d8], %%custub_d3;\n"
                    "add.s64 %%custub_d6, %%custub_d3, %%custub_d2;\n"
                    "@%%custub_p1 red.global.max.u64 [%%custub_d8+%zu], %%custub_d6;\n",
                    offsetof(custub_bounds_measure, end));
}

void gen_bounds_write_marks(gen_text *out)
{
    gen_text_printf(out,
                    "mov.u64 %%custub_d6, 0;\n"
                    "@%%custub_p1 ld.global.u64 %%custub_d6, [%%custub_d8+%zu];\n"
                    "setp.ne.and.u64 %%custub_p1, %%custub_d6, 0, %%custub_p1;\n",
                    offsetof(custub_bounds_measure, bitmap));
    gen_text_puts(out, "cvt.u32.u64 %custub_r0, %custub_d2;\n"
                       "mov.u64 %custub_d5, 1;\n"
                       "shl.b64 %custub_d5, %custub_d5, %custub_r0;\n"
                       "sub.s64 %custub_d5, %custub_d5, 1;\n"
                       "cvt.u32.u64 %custub_r0, %custub_d7;\n"
                       "and.b32 %custub_r0, %custub_r0, 31;\n"
                       "shl.b64 %custub_d5, %custub_d5, %custub_r0;\n"
                       "shr.u64 %custub_d7, %custub_d7, 5;\n"
                       "shl.b64 %custub_d7, %custub_d7, 2;\n"
                       "add.s64 %custub_d6, %custub_d6, %custub_d7;\n"
                       "cvt.u32.u64 %custub_r0, %custub_d5;\n"
                       "shr.u64 %custub_d5, %custub_d5, 32;\n"
                       "cvt.u32.u64 %custub_r1, %custub_d5;\n"
                       "@%custub_p1 red.global.or.b32 [%custub_d6], %custub_r0;\n"
                       "setp.ne.and.u32 %custub_p1, %custub_r1, 0, %custub_p1;\n"
                       "@%custub_p1 red.global.or.b32 [%custub_d6+4], %custub_r1;\n");
}

void gen_bounds_write_long_marks(gen_text *out, const char *label)
{
    gen_text_printf(out,
                    "@!%%custub_p1 bra %sright;\n"
                    "ld.global.u64 %%custub_d6, [%%custub_d8+%zu];\n"
                    "setp.eq.u64 %%custub_p1, %%custub_d6, 0;\n"
                    "@%%custub_p1 bra %sright;\n"
                    "add.s64 %%custub_d5, %%custub_d7, %%custub_d2;\n"
                    "%smark:\n"
                    "setp.ge.u64 %%custub_p1, %%custub_d7, %%custub_d5;\n"
                    "@%%custub_p1 bra %sright;\n",
                    label, offsetof(custub_bounds_measure, bitmap), label, label, label);
    gen_text_printf(out,
                    "cvt.u32.u64 %%custub_r0, %%custub_d7;\n"
                    "and.b32 %%custub_r0, %%custub_r0, 31;\n"
                    "mov.u32 %%custub_r1, 1;\n"
                    "shl.b32 %%custub_r1, %%custub_r1, %%custub_r0;\n"
                    "shr.u64 %%custub_d8, %%custub_d7, 5;\n"
                    "shl.b64 %%custub_d8, %%custub_d8, 2;\n"
                    "add.s64 %%custub_d8, %%custub_d8, %%custub_d6;\n"
                    "red.global.or.b32 [%%custub_d8], %%custub_r1;\n"
                    "add.s64 %%custub_d7, %%custub_d7, 1;\n"
                    "bra %smark;\n",
                    label);
}
