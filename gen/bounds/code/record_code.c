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

/* Numbers that follow each other are stored together. */
_Static_assert(
    offsetof(custub_bounds_record, base) == offsetof(custub_bounds_record, address) + 8 &&
        offsetof(custub_bounds_record, address) % 16 == 0 &&
        offsetof(custub_bounds_record, site) == offsetof(custub_bounds_record, bytes) + 8 &&
        offsetof(custub_bounds_record, accessed) == offsetof(custub_bounds_record, site) + 4 &&
        offsetof(custub_bounds_record, bytes) % 16 == 0 &&
        offsetof(custub_bounds_record, block) % 16 == 0 &&
        offsetof(custub_bounds_record, thread) == offsetof(custub_bounds_record, block) + 12 &&
        sizeof(custub_bounds_record) % 16 == 0,
    "vectors");

static void store_place(gen_text *out)
{
    gen_text_puts(out, "{\n.reg .b32 %custub_place<6>;\n"
                       "mov.u32 %custub_place0, %ctaid.x;\n"
                       "mov.u32 %custub_place1, %ctaid.y;\n"
                       "mov.u32 %custub_place2, %ctaid.z;\n"
                       "mov.u32 %custub_place3, %tid.x;\n"
                       "mov.u32 %custub_place4, %tid.y;\n"
                       "mov.u32 %custub_place5, %tid.z;\n");
    store(out, "v4.u32", offsetof(custub_bounds_record, block),
          "{%custub_place0, %custub_place1, %custub_place2, %custub_place3}");
    store(out, "v2.u32", offsetof(custub_bounds_record, block) + 16,
          "{%custub_place4, %custub_place5}");
    gen_text_puts(out, "}\n");
}

/* A thread only traps when its record is complete. Another thread's trap would stop it, so those
 * that come later go on: the kernel ends without them. There are no branches: with them ptxas keeps
 * the warp's lanes apart behind the slow copy, and the values of the fast one in local memory. */
void gen_bounds_write_record(gen_text *out)
{
    gen_text_puts(out, "mov.u32 %custub_r0, 1;\n"
                       "@%custub_p0 atom.global.cas.b32 %custub_r0, [%custub_d7], 0, 1;\n"
                       "setp.eq.and.u32 %custub_p0, %custub_r0, 0, %custub_p0;\n");
    store(out, "v2.u64", offsetof(custub_bounds_record, address), "{%custub_d3, %custub_d4}");
    store(out, "v2.u64", offsetof(custub_bounds_record, bytes), "{%custub_d5, %custub_d6}");
    store_place(out);
    gen_text_puts(out, "@%custub_p0 membar.sys;\n");
    store(out, "u32", offsetof(custub_bounds_record, state), "2");
    gen_text_puts(out, "setp.ne.and.u32 %custub_p0, %custub_r2, 0, %custub_p0;\n"
                       "@%custub_p0 membar.sys;\n"
                       "@%custub_p0 trap;\n");
}

void gen_bounds_write_record_function(gen_text *out)
{
    gen_text_printf(out, "\n%s{\n%s", head, GEN_BOUNDS_REGISTERS);
    gen_text_printf(out,
                    "ld.param.u64 %%custub_d0, [custub_head];\n"
                    "ld.u64 %%custub_d7, [%%custub_d0+%zu];\n"
                    "ld.u32 %%custub_r2, [%%custub_d0+%zu];\n"
                    "ld.param.u64 %%custub_d3, [custub_address];\n"
                    "ld.param.u64 %%custub_d2, [custub_size];\n"
                    "mov.u64 %%custub_d4, 0;\n"
                    "mov.u64 %%custub_d5, 0;\n"
                    "ld.param.u64 %%custub_d6, [custub_access];\n"
                    "shl.b64 %%custub_d2, %%custub_d2, 32;\n"
                    "or.b64 %%custub_d6, %%custub_d6, %%custub_d2;\n"
                    "mov.pred %%custub_p0, 1;\n",
                    offsetof(custub_bounds_head, record), offsetof(custub_bounds_head, traps));
    gen_bounds_write_record(out);
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

/* %custub_p1: there are marks, from the word at %custub_d6 on for address 0. */
static void load_marks(gen_text *out)
{
    gen_text_printf(out,
                    "mov.u64 %%custub_d6, %u;\n"
                    "@%%custub_p1 ld.global.u64 %%custub_d6, [%%custub_d8+%zu];\n"
                    "setp.ne.and.u64 %%custub_p1, %%custub_d6, %u, %%custub_p1;\n",
                    CUSTUB_BOUNDS_NO_MARKS, offsetof(custub_bounds_measure, marks),
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

void gen_bounds_write_marks(gen_text *out, uint32_t size)
{
    load_marks(out);
    mark(out, "%custub_d3", size < 32 ? (1u << size) - 1 : UINT32_MAX);
}

void gen_bounds_write_long_marks(gen_text *out, const char *label)
{
    load_marks(out);
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
