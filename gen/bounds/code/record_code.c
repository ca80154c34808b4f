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
    gen_text_printf(out, "@%%custub_p0 st.volatile.global.%s [%%custub_d7+%zu], %s;\n", type,
                    offset, from);
}

/* One after another, through one register: a slow copy that needs many takes those of the fast
 * one. */
static void store_place(gen_text *out)
{
    static const char *const numbers[] = {"%ctaid.x", "%ctaid.y", "%ctaid.z",
                                          "%tid.x",   "%tid.y",   "%tid.z"};

    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        gen_text_printf(out, "mov.u32 %%custub_r0, %s;\n", numbers[i]);
        store(out, "u32", offsetof(custub_bounds_record, block) + 4 * i, "%custub_r0");
    }
}

_Static_assert(offsetof(custub_bounds_record, thread) ==
                       offsetof(custub_bounds_record, block) + 12 &&
                   offsetof(custub_bounds_record, accessed) ==
                       offsetof(custub_bounds_record, site) + 4,
               "numbers that follow each other");

/* A thread only traps when its record is complete. Another thread's trap would stop it, so those
 * that come later go on: the kernel ends without them. None waits in a loop, and there are no
 * branches: with them ptxas kept the lanes of a warp apart behind the slow copy. */
static void write_record(gen_text *out, const char *const *numbers)
{
    static const size_t offsets[] = {
        offsetof(custub_bounds_record, address), offsetof(custub_bounds_record, base),
        offsetof(custub_bounds_record, bytes), offsetof(custub_bounds_record, site)};

    gen_text_puts(out, "mov.u32 %custub_r0, 1;\n"
                       "@%custub_p0 atom.global.cas.b32 %custub_r0, [%custub_d7], 0, 1;\n"
                       "setp.eq.and.u32 %custub_p0, %custub_r0, 0, %custub_p0;\n");
    for (size_t i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++) {
        gen_text_printf(out, "%s\n", numbers[i]);
        store(out, "u64", offsets[i], "%custub_d3");
    }
    store_place(out);
    gen_text_puts(out, "@%custub_p0 membar.sys;\n");
    store(out, "u32", offsetof(custub_bounds_record, state), "2");
    gen_text_puts(out, "setp.ne.and.u32 %custub_p0, %custub_r2, 0, %custub_p0;\n"
                       "@%custub_p0 membar.sys;\n"
                       "@%custub_p0 trap;\n");
}

void gen_bounds_write_record(gen_text *out)
{
    static const char *const numbers[] = {
        "ld.local.u64 %custub_d3, [custub_note+0];", "ld.local.u64 %custub_d3, [custub_note+8];",
        "ld.local.u64 %custub_d3, [custub_note+16];", "ld.local.u64 %custub_d3, [custub_note+24];"};

    write_record(out, numbers);
}

void gen_bounds_write_record_function(gen_text *out)
{
    static const char *const numbers[] = {
        "ld.param.u64 %custub_d3, [custub_address];", "mov.u64 %custub_d3, 0;",
        "mov.u64 %custub_d3, 0;",
        ("ld.param.u64 %custub_d3, [custub_size];\nshl.b64 %custub_d3, %custub_d3, 32;\n"
         "ld.param.u64 %custub_d0, [custub_access];\nor.b64 %custub_d3, %custub_d3, %custub_d0;")};

    gen_text_printf(out, "\n%s{\n%s", head, GEN_BOUNDS_REGISTERS);
    gen_text_printf(out,
                    "ld.param.u64 %%custub_d0, [custub_head];\n"
                    "ld.u64 %%custub_d7, [%%custub_d0+%zu];\n"
                    "ld.u32 %%custub_r2, [%%custub_d0+%zu];\n"
                    "mov.pred %%custub_p0, 1;\n",
                    offsetof(custub_bounds_head, record), offsetof(custub_bounds_head, traps));
    write_record(out, numbers);
    gen_text_puts(out, "ret;\n}\n");
}

/* --- Measures --------------------------------------------------------------------------------- */

void gen_bounds_write_measure(gen_text *out, size_t offset)
{
    gen_text_printf(out,
                    "@%%custub_p1 red.global.min.u64 [%%custub_d8+%zu], %%custub_d3;\n"
                    "add.s64 %%custub_d6, %%custub_d3, %%custub_d2;\n"
                    "@%%custub_p1 red.global.max.u64 [%%custub_d8+%zu], %%custub_d6;\n",
                    offset, offset + offsetof(custub_bounds_measure, end));
}

/* %custub_p1: there are marks, from the word at %custub_d6 on for address 0. */
static void load_marks(gen_text *out, size_t offset)
{
    gen_text_printf(out,
                    "mov.u64 %%custub_d6, %u;\n"
                    "@%%custub_p1 ld.global.u64 %%custub_d6, [%%custub_d8+%zu];\n"
                    "setp.ne.and.u64 %%custub_p1, %%custub_d6, %u, %%custub_p1;\n",
                    CUSTUB_BOUNDS_NO_MARKS, offset + offsetof(custub_bounds_measure, marks),
                    CUSTUB_BOUNDS_NO_MARKS);
}

/* Marks the byte at the address in the register, and those behind it by `bits`. */
static void mark(gen_text *out, const char *address, uint32_t bits)
{
    gen_text_printf(out,
                    "cvt.u32.u64 %%custub_r0, %s;\n"
                    "and.b32 %%custub_r0, %%custub_r0, 31;\n"
                    "mov.u32 %%custub_r1, %u;\n"
                    "shl.b32 %%custub_r1, %%custub_r1, %%custub_r0;\n"
                    "shr.u64 %%custub_d7, %s, 5;\n"
                    "shl.b64 %%custub_d7, %%custub_d7, 2;\n"
                    "add.s64 %%custub_d7, %%custub_d7, %%custub_d6;\n"
                    "@%%custub_p1 red.global.or.b32 [%%custub_d7], %%custub_r1;\n",
                    address, bits, address);
}

void gen_bounds_write_marks(gen_text *out, size_t offset, uint32_t size)
{
    load_marks(out, offset);
    mark(out, "%custub_d3", size < 32 ? (1u << size) - 1 : UINT32_MAX);
}

void gen_bounds_write_long_marks(gen_text *out, size_t offset, const char *label)
{
    load_marks(out, offset);
    gen_text_printf(out,
                    "@!%%custub_p1 bra %sright;\n"
                    "mov.b64 %%custub_d8, %%custub_d3;\n"
                    "add.s64 %%custub_d5, %%custub_d3, %%custub_d2;\n"
                    "%smark:\n"
                    "setp.lt.u64 %%custub_p1, %%custub_d8, %%custub_d5;\n"
                    "@!%%custub_p1 bra %sright;\n",
                    label, label, label);
    mark(out, "%custub_d8", 1);
    gen_text_printf(out,
                    "add.s64 %%custub_d8, %%custub_d8, 1;\n"
                    "bra %smark;\n",
                    label);
}
