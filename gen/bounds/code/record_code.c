#include "bounds/code/record_code.h"

#include <custub/bounds_table.h>

#include <stddef.h>

/* --- The record ------------------------------------------------------------------------------- */

static void store(const gen_bounds_code *code, const char *type, size_t offset, const char *from)
{
    gen_text_printf(code->out, "st.volatile.global.%s [%%custub_d7+%zu], %s;\n", type, offset,
                    from);
}

/* One after another, through one register: a slow copy that needs many takes those of the fast
 * one. */
static void store_place(const gen_bounds_code *code)
{
    static const char *const numbers[] = {"%ctaid.x", "%ctaid.y", "%ctaid.z",
                                          "%tid.x",   "%tid.y",   "%tid.z"};

    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        gen_text_printf(code->out, "mov.u32 %%custub_r0, %s;\n", numbers[i]);
        store(code, "u32", offsetof(custub_bounds_record, block) + 4 * i, "%custub_r0");
    }
}

_Static_assert(offsetof(custub_bounds_record, thread) ==
                       offsetof(custub_bounds_record, block) + 12 &&
                   offsetof(custub_bounds_record, accessed) ==
                       offsetof(custub_bounds_record, site) + 4,
               "numbers that follow each other");

/* A thread only traps when its record is complete. Another thread's trap would stop it, so those
 * that come later go on: the kernel ends without them. None waits in a loop. */
void gen_bounds_write_record(const gen_bounds_code *code, const char *label)
{
    gen_text_printf(code->out,
                    "atom.global.cas.b32 %%custub_r0, [%%custub_d7], 0, 1;\n"
                    "setp.ne.u32 %%custub_p0, %%custub_r0, 0;\n"
                    "@%%custub_p0 bra %skept;\n",
                    label);
    gen_bounds_write_slow_frequency(code);
    store(code, "u64", offsetof(custub_bounds_record, address), "%custub_d3");
    store(code, "u64", offsetof(custub_bounds_record, base), "%custub_d4");
    store(code, "u64", offsetof(custub_bounds_record, bytes), "%custub_d5");
    store(code, "u64", offsetof(custub_bounds_record, site), "%custub_d6");
    store_place(code);
    gen_text_puts(code->out, "membar.sys;\n");
    store(code, "u32", offsetof(custub_bounds_record, state), "2");
    gen_text_printf(code->out,
                    "setp.ne.u32 %%custub_p0, %%custub_r1, 0;\n"
                    "@%%custub_p0 membar.sys;\n"
                    "@%%custub_p0 trap;\n"
                    "%skept:\n",
                    label);
    gen_bounds_write_slow_frequency(code);
}

static const char record_head[] =
    ".func custub_bounds_record(.param .b64 custub_head, .param .b64 custub_address, "
    ".param .b64 custub_base, .param .b64 custub_bytes, .param .b64 custub_access)\n";

void gen_bounds_write_record_call(gen_text *out)
{
    gen_text_puts(out, "{\n.param .b64 custub_0;\nst.param.b64 [custub_0], %custub_d0;\n"
                       ".param .b64 custub_1;\nst.param.b64 [custub_1], %custub_d3;\n"
                       ".param .b64 custub_2;\nst.param.b64 [custub_2], %custub_d4;\n"
                       ".param .b64 custub_3;\nst.param.b64 [custub_3], %custub_d5;\n"
                       ".param .b64 custub_4;\nst.param.b64 [custub_4], %custub_d6;\n"
                       "call custub_bounds_record, "
                       "(custub_0, custub_1, custub_2, custub_3, custub_4);\n}\n");
}

static void write_record_function(const gen_bounds_code *code)
{
    gen_text_printf(code->out, "\n%s{\n%s", record_head, GEN_BOUNDS_REGISTERS);
    gen_text_printf(code->out,
                    "ld.param.u64 %%custub_d0, [custub_head];\n"
                    "ld.param.u64 %%custub_d3, [custub_address];\n"
                    "ld.param.u64 %%custub_d4, [custub_base];\n"
                    "ld.param.u64 %%custub_d5, [custub_bytes];\n"
                    "ld.param.u64 %%custub_d6, [custub_access];\n"
                    "ld.u64 %%custub_d7, [%%custub_d0+%zu];\n"
                    "ld.u32 %%custub_r1, [%%custub_d0+%zu];\n",
                    offsetof(custub_bounds_head, record), offsetof(custub_bounds_head, traps));
    gen_bounds_write_record(code, "$");
    gen_text_puts(code->out, "ret;\n}\n");
}

/* --- Measures --------------------------------------------------------------------------------- */

/* Marks the bytes, those of a word in each turn. */
static void write_marks(const gen_bounds_code *code, const char *label)
{
    gen_text_printf(code->out, "%smark:\n", label);
    gen_bounds_write_slow_frequency(code);
    gen_text_puts(code->out, "sub.s64 %custub_d2, %custub_d5, %custub_d3;\n"
                             "min.u64 %custub_d2, %custub_d2, 32;\n"
                             "cvt.u32.u64 %custub_r0, %custub_d2;\n"
                             "mov.u32 %custub_r1, 1;\n"
                             "shl.b32 %custub_r1, %custub_r1, %custub_r0;\n" /* 0 if it is by 32 */
                             "sub.s32 %custub_r1, %custub_r1, 1;\n"
                             "cvt.u32.u64 %custub_r0, %custub_d3;\n"
                             "and.b32 %custub_r0, %custub_r0, 31;\n"
                             "shl.b32 %custub_r1, %custub_r1, %custub_r0;\n"
                             "shr.u64 %custub_d7, %custub_d3, 5;\n"
                             "add.s64 %custub_d3, %custub_d7, 1;\n"
                             "shl.b64 %custub_d3, %custub_d3, 5;\n" /* the next word's */
                             "shl.b64 %custub_d7, %custub_d7, 2;\n"
                             "add.s64 %custub_d7, %custub_d7, %custub_d6;\n"
                             "red.global.or.b32 [%custub_d7], %custub_r1;\n");
    gen_text_printf(code->out,
                    "setp.lt.u64 %%custub_p0, %%custub_d3, %%custub_d5;\n"
                    "@%%custub_p0 bra %smark;\n",
                    label);
}

void gen_bounds_write_measure(const gen_bounds_code *code, const char *label)
{
    gen_text_printf(code->out,
                    "setp.eq.u64 %%custub_p0, %%custub_d2, 0;\n"
                    "@%%custub_p0 bra %smeasured;\n",
                    label);
    gen_bounds_write_slow_frequency(code);
    gen_text_printf(code->out,
                    "add.s64 %%custub_d5, %%custub_d3, %%custub_d2;\n"
                    "red.global.min.u64 [%%custub_d8], %%custub_d3;\n"
                    "red.global.max.u64 [%%custub_d8+%zu], %%custub_d5;\n"
                    "mov.u64 %%custub_d6, %u;\n"
                    "setp.ne.u32 %%custub_p0, %%custub_r0, 0;\n"
                    "@%%custub_p0 ld.global.u64 %%custub_d6, [%%custub_d8+%zu];\n"
                    "setp.eq.u64 %%custub_p0, %%custub_d6, %u;\n"
                    "@%%custub_p0 bra %smeasured;\n",
                    offsetof(custub_bounds_measure, end), CUSTUB_BOUNDS_NO_MARKS,
                    offsetof(custub_bounds_measure, marks), CUSTUB_BOUNDS_NO_MARKS, label);
    write_marks(code, label);
    gen_text_printf(code->out, "%smeasured:\n", label);
    gen_bounds_write_slow_frequency(code);
}

static const char measure_head[] =
    ".func custub_bounds_measure(.param .b64 custub_to, .param .b64 custub_address, "
    ".param .b64 custub_size, .param .b32 custub_writes)\n";

void gen_bounds_write_measure_call(gen_text *out)
{
    gen_text_puts(out, "{\n.param .b64 custub_0;\nst.param.b64 [custub_0], %custub_d8;\n"
                       ".param .b64 custub_1;\nst.param.b64 [custub_1], %custub_d3;\n"
                       ".param .b64 custub_2;\nst.param.b64 [custub_2], %custub_d2;\n"
                       ".param .b32 custub_3;\nst.param.b32 [custub_3], %custub_r0;\n"
                       "call custub_bounds_measure, "
                       "(custub_0, custub_1, custub_2, custub_3);\n}\n");
}

static void write_measure_function(const gen_bounds_code *code)
{
    gen_text_printf(code->out,
                    "\n%s{\n%s"
                    "ld.param.u64 %%custub_d8, [custub_to];\n"
                    "ld.param.u64 %%custub_d3, [custub_address];\n"
                    "ld.param.u64 %%custub_d2, [custub_size];\n"
                    "ld.param.u32 %%custub_r0, [custub_writes];\n",
                    measure_head, GEN_BOUNDS_REGISTERS);
    gen_bounds_write_measure(code, "$");
    gen_text_puts(code->out, "ret;\n}\n");
}

/* --- Both ------------------------------------------------------------------------------------- */

void gen_bounds_write_record_declarations(gen_text *out)
{
    gen_text_printf(out, "%s;\n%s;\n", record_head, measure_head);
}

void gen_bounds_write_record_functions(gen_text *out)
{
    const gen_bounds_code code = {.out = out};

    write_record_function(&code);
    write_measure_function(&code);
}
