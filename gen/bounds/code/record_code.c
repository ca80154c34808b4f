#include "bounds/code/record_code.h"

#include <custub/bounds_table.h>

#include <stddef.h>

static const char head[] = ".func custub_bounds_record(.param .b64 custub_head, .param .b64 "
                           "custub_access, .param .b64 custub_address, "
                           ".param .b64 custub_extent)\n";

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
                    ".param .b64 custub_3;\nst.param.b64 [custub_3], %%custub_d7;\n"
                    "call custub_bounds_record, (custub_0, custub_1, custub_2, custub_3);\n}\n",
                    access);
}

/* --- The record ------------------------------------------------------------------------------- */

static void store(gen_text *out, const char *type, size_t offset, const char *from)
{
    gen_text_printf(out, "st.volatile.%s [%%custub_d4+%zu], %s;\n", type, offset, from);
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
    gen_text_puts(out, "ld.param.u64 %custub_d5, [custub_address];\n");
    store(out, "u64", offsetof(custub_bounds_record, address), "%custub_d5");
    gen_text_puts(out,
                  "ld.param.u64 %custub_d6, [custub_extent];\nld.u64 %custub_d5, [%custub_d6];\n");
    store(out, "u64", offsetof(custub_bounds_record, base), "%custub_d5");
    gen_text_puts(out, "ld.u64 %custub_d5, [%custub_d6+8];\n");
    store(out, "u64", offsetof(custub_bounds_record, bytes), "%custub_d5");
    gen_text_puts(out, "ld.param.u64 %custub_d5, [custub_access];\n"
                       "cvt.u32.u64 %custub_r0, %custub_d5;\n"
                       "and.b32 %custub_r1, %custub_r0, 0x7fffffff;\n");
    store(out, "u32", offsetof(custub_bounds_record, site), "%custub_r1");
    gen_text_puts(out, "shr.u32 %custub_r0, %custub_r0, 31;\n");
    store(out, "u32", offsetof(custub_bounds_record, misaligned), "%custub_r0");
    gen_text_puts(out, "shr.u64 %custub_d5, %custub_d5, 48;\n"
                       "cvt.u32.u64 %custub_r0, %custub_d5;\n"
                       "and.b32 %custub_r0, %custub_r0, 255;\n"
                       "setp.eq.u32 %custub_p1, %custub_r0, 0;\n"
                       "@%custub_p1 ld.u32 %custub_r0, [%custub_d6+16];\n");
    store(out, "u32", offsetof(custub_bounds_record, accessed), "%custub_r0");
}

/* A thread only traps when a record is complete: its trap would stop one that is writing it. */
static void write_trap(gen_text *out)
{
    gen_text_printf(out,
                    "$kept:\n"
                    "ld.u32 %%custub_r0, [%%custub_d3+%zu];\n"
                    "setp.eq.u32 %%custub_p1, %%custub_r0, 0;\n"
                    "@%%custub_p1 bra $done;\n"
                    "$wait:\n"
                    "ld.volatile.u32 %%custub_r0, [%%custub_d4];\n"
                    "setp.ne.u32 %%custub_p1, %%custub_r0, 2;\n"
                    "@%%custub_p1 bra $wait;\n"
                    "trap;\n"
                    "$done:\n",
                    offsetof(custub_bounds_head, traps));
}

void gen_bounds_write_record_function(gen_text *out)
{
    gen_text_printf(out, "\n%s{\n%s", head, GEN_BOUNDS_REGISTERS);
    gen_text_printf(out,
                    "ld.param.u64 %%custub_d3, [custub_head];\n"
                    "ld.u64 %%custub_d4, [%%custub_d3+%zu];\n"
                    "atom.cas.b32 %%custub_r1, [%%custub_d4], 0, 1;\n"
                    "setp.ne.u32 %%custub_p1, %%custub_r1, 0;\n"
                    "@%%custub_p1 bra $kept;\n",
                    offsetof(custub_bounds_head, record));
    store_access(out);
    store_place(out);
    gen_text_puts(out, "membar.sys;\n");
    store(out, "u32", offsetof(custub_bounds_record, state), "2");
    gen_text_puts(out, "membar.sys;\n");
    write_trap(out);
    gen_text_puts(out, "ret;\n}\n");
}

/* --- Measures --------------------------------------------------------------------------------- */

/* Sets the bits of the bytes in the bitmap %custub_d6. Those of at most 32 bytes are in two words.
 */
static const char bitmap[] = "sub.s64 %custub_d7, %custub_d3, %custub_d4;\n"
                             "setp.gt.u64 %custub_p1, %custub_d2, 32;\n"
                             "@%custub_p1 bra $long;\n"
                             "cvt.u32.u64 %custub_r0, %custub_d2;\n"
                             "mov.u64 %custub_d5, 1;\n"
                             "shl.b64 %custub_d5, %custub_d5, %custub_r0;\n"
                             "sub.s64 %custub_d5, %custub_d5, 1;\n"
                             "cvt.u32.u64 %custub_r0, %custub_d7;\n"
                             "and.b32 %custub_r0, %custub_r0, 31;\n"
                             "shl.b64 %custub_d5, %custub_d5, %custub_r0;\n"
                             "shr.u64 %custub_d7, %custub_d7, 5;\n"
                             "shl.b64 %custub_d7, %custub_d7, 2;\n"
                             "add.s64 %custub_d6, %custub_d6, %custub_d7;\n"
                             "mov.b64 {%custub_r0, %custub_r1}, %custub_d5;\n"
                             "red.or.b32 [%custub_d6], %custub_r0;\n"
                             "setp.eq.u32 %custub_p1, %custub_r1, 0;\n"
                             "@%custub_p1 bra $right;\n"
                             "red.or.b32 [%custub_d6+4], %custub_r1;\n"
                             "bra $right;\n"
                             "$long:\n"
                             "sub.s64 %custub_d5, %custub_d5, %custub_d4;\n"
                             "$mark:\n"
                             "setp.ge.u64 %custub_p1, %custub_d7, %custub_d5;\n"
                             "@%custub_p1 bra $right;\n"
                             "cvt.u32.u64 %custub_r0, %custub_d7;\n"
                             "and.b32 %custub_r0, %custub_r0, 31;\n"
                             "mov.u32 %custub_r1, 1;\n"
                             "shl.b32 %custub_r1, %custub_r1, %custub_r0;\n"
                             "shr.u64 %custub_d8, %custub_d7, 5;\n"
                             "shl.b64 %custub_d8, %custub_d8, 2;\n"
                             "add.s64 %custub_d8, %custub_d8, %custub_d6;\n"
                             "red.or.b32 [%custub_d8], %custub_r1;\n"
                             "add.s64 %custub_d7, %custub_d7, 1;\n"
                             "bra $mark;\n";

void gen_bounds_write_measure(gen_text *out)
{
    gen_text_printf(out,
                    "red.min.u64 [%%custub_d8], %%custub_d3;\n"
                    "add.s64 %%custub_d5, %%custub_d3, %%custub_d2;\n"
                    "red.max.u64 [%%custub_d8+%zu], %%custub_d5;\n"
                    "@!%%custub_p3 bra $right;\n"
                    "ld.u64 %%custub_d6, [%%custub_d8+%zu];\n"
                    "setp.eq.u64 %%custub_p1, %%custub_d6, 0;\n"
                    "@%%custub_p1 bra $right;\n",
                    offsetof(custub_bounds_measure, end), offsetof(custub_bounds_measure, bitmap));
    gen_text_puts(out, bitmap);
}
