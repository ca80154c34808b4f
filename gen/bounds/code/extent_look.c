#include "bounds/code/extent_look.h"

#include "bounds/code/record_code.h"

#include <custub/bounds_table.h>

#include <stddef.h>

/* `access`, from the lowest bit on: the site (32 bits), the number of the pointer (16), the bytes
 * (8), log2 of the alignment (6), and these. */
#define WRITES     (UINT64_C(1) << 62)
#define IS_POINTER (UINT64_C(1) << 63) /* it has a number: the access is measured */

#define MAX_NUMBER UINT32_C(0xffff)
#define MAX_BYTES  UINT32_C(0xff)

/* For a pointer, and a constant number of bytes. */
static const char pointer_head[] =
    ".func (.param .b32 custub_ok) custub_bounds_look_at_pointer("
    ".param .b64 custub_head, .param .b64 custub_address, .param .b64 custub_access)\n";

/* For any extent. */
static const char extent_head[] =
    ".func (.param .b32 custub_ok) custub_bounds_look_at_extent("
    ".param .b64 custub_head, .param .b64 custub_address, .param .b64 custub_access, "
    ".param .b64 custub_size, .param .b64 custub_base, .param .b64 custub_bytes)\n";

void gen_bounds_write_extent_look_declarations(gen_text *out)
{
    gen_text_printf(out, "%s;\n%s;\n", pointer_head, extent_head);
}

/* --- Calls ------------------------------------------------------------------------------------ */

static void write_variable(const gen_bounds_code *code, const gen_bounds_access *access)
{
    const gen_ptx_variable *variable = code->plan->function->variables->items[access->target.index];

    gen_text_printf(code->out, "mov.u64 %%custub_d4, %.*s;\n", (int)variable->name.length,
                    variable->name.text);
    if (access->space == GEN_PTX_GENERIC && variable->space != GEN_PTX_GLOBAL)
        gen_text_printf(code->out, "cvta.%s.u64 %%custub_d4, %%custub_d4;\n",
                        variable->space == GEN_PTX_SHARED ? "shared" : "const");
    if (variable->size)
        gen_text_printf(code->out, "mov.u64 %%custub_d5, %llu;\n",
                        (unsigned long long)variable->size);
    else
        gen_bounds_load(code, "u64", "%custub_d5", offsetof(custub_bounds_head, shared));
}

/* Shared memory of unknown origin; 1 KiB: see test_code.c. */
static void write_all_shared(const gen_bounds_code *code)
{
    gen_text_puts(code->out, "mov.u32 %custub_r0, %total_smem_size;\n"
                             "add.s32 %custub_r0, %custub_r0, 1024;\n"
                             "cvt.u64.u32 %custub_d5, %custub_r0;\n"
                             "mov.u64 %custub_d4, 0;\n");
}

/* The extent of the access in %custub_d4 and %custub_d5. */
static void write_extent(const gen_bounds_code *code, const gen_bounds_access *access)
{
    uint32_t offset = (uint32_t)(sizeof(custub_bounds_head) +
                                 access->target.index * sizeof(custub_bounds_extent));

    if (access->target.kind == GEN_BOUNDS_TO_POINTER) {
        gen_bounds_load(code, "u64", "%custub_d4", offset);
        gen_bounds_load(code, "u64", "%custub_d5", offset + 8);
    } else if (access->target.kind == GEN_BOUNDS_TO_VARIABLE) {
        write_variable(code, access);
    } else {
        write_all_shared(code);
    }
}

static uint64_t log2_of(uint32_t align)
{
    uint64_t log2 = 0;

    while (align >> log2 > 1)
        log2++;
    return log2;
}

static uint64_t description_of(const gen_bounds_access *access)
{
    uint64_t description = access->site | log2_of(access->align) << 56;

    if (access->kind != CUSTUB_BOUNDS_READ)
        description |= WRITES;
    if (access->target.kind == GEN_BOUNDS_TO_POINTER && access->target.index <= MAX_NUMBER)
        description |= IS_POINTER | (uint64_t)access->target.index << 32;
    if (!access->length && access->size <= MAX_BYTES)
        description |= (uint64_t)access->size << 48;
    return description;
}

void gen_bounds_write_extent_look(const gen_bounds_code *code, const gen_bounds_access *access)
{
    uint64_t description = description_of(access);
    bool is_short = description & IS_POINTER && description >> 48 & MAX_BYTES;

    if (!is_short)
        write_extent(code, access);
    gen_bounds_load_address(code, "%custub_d0");
    gen_text_printf(code->out,
                    "{\n.param .b64 custub_0;\nst.param.b64 [custub_0], %%custub_d0;\n"
                    ".param .b64 custub_1;\nst.param.b64 [custub_1], %%custub_d3;\n"
                    ".param .b64 custub_2;\nst.param.b64 [custub_2], 0x%llx;\n",
                    (unsigned long long)description);
    if (!is_short)
        gen_text_puts(code->out, ".param .b64 custub_3;\nst.param.b64 [custub_3], %custub_d2;\n"
                                 ".param .b64 custub_4;\nst.param.b64 [custub_4], %custub_d4;\n"
                                 ".param .b64 custub_5;\nst.param.b64 [custub_5], %custub_d5;\n");
    gen_text_printf(code->out,
                    ".param .b32 custub_ok;\ncall (custub_ok), custub_bounds_look_at_%s, "
                    "(custub_0, custub_1, custub_2%s);\n"
                    "ld.param.b32 %%custub_r2, [custub_ok];\n}\n"
                    "setp.ne.u32 %%custub_p2, %%custub_r2, 0;\n",
                    is_short ? "pointer" : "extent",
                    is_short ? "" : ", custub_3, custub_4, custub_5");
}

/* --- Functions -------------------------------------------------------------------------------- */

static const char beginning[] = "{\n" GEN_BOUNDS_REGISTERS ".reg .b64 %access;\n"
                                "ld.param.u64 %custub_d0, [custub_head];\n"
                                "ld.param.u64 %custub_d3, [custub_address];\n"
                                "ld.param.u64 %access, [custub_access];\n";

/* Sets the bytes %custub_d2, and the address %custub_d7 of a custub_bounds_extent. */
static const char pointer_values[] = "shr.u64 %custub_d2, %access, 48;\n"
                                     "and.b64 %custub_d2, %custub_d2, 255;\n"
                                     "shr.u64 %custub_d7, %access, 28;\n"
                                     "and.b64 %custub_d7, %custub_d7, 0xffff0;\n"
                                     "add.s64 %custub_d7, %custub_d7, %custub_d0;\n"
                                     "add.s64 %custub_d7, %custub_d7, 32;\n";

static const char extent_values[] = ".local .align 8 .b8 custub_kept[24];\n"
                                    "ld.param.u64 %custub_d2, [custub_base];\n"
                                    "st.local.u64 [custub_kept], %custub_d2;\n"
                                    "ld.param.u64 %custub_d2, [custub_bytes];\n"
                                    "st.local.u64 [custub_kept+8], %custub_d2;\n"
                                    "ld.param.u64 %custub_d2, [custub_size];\n"
                                    "st.local.u64 [custub_kept+16], %custub_d2;\n"
                                    "mov.u64 %custub_d7, custub_kept;\n"
                                    "cvta.local.u64 %custub_d7, %custub_d7;\n";

/* %custub_p1: it is inside; %custub_p2: and aligned, or nothing. */
static const char comparison[] = "ld.u64 %custub_d4, [%custub_d7];\n"
                                 "ld.u64 %custub_d5, [%custub_d7+8];\n"
                                 "sub.s64 %custub_d4, %custub_d3, %custub_d4;\n"
                                 "setp.ge.u64 %custub_p1, %custub_d5, %custub_d2;\n"
                                 "sub.s64 %custub_d5, %custub_d5, %custub_d2;\n"
                                 "setp.le.and.u64 %custub_p1, %custub_d4, %custub_d5, %custub_p1;\n"
                                 "shr.u64 %custub_d4, %access, 56;\n"
                                 "cvt.u32.u64 %custub_r0, %custub_d4;\n"
                                 "and.b32 %custub_r0, %custub_r0, 63;\n"
                                 "mov.u32 %custub_r1, -1;\n"
                                 "shl.b32 %custub_r0, %custub_r1, %custub_r0;\n"
                                 "not.b32 %custub_r0, %custub_r0;\n"
                                 "cvt.u32.u64 %custub_r1, %custub_d3;\n"
                                 "and.b32 %custub_r0, %custub_r0, %custub_r1;\n"
                                 "setp.eq.and.u32 %custub_p2, %custub_r0, 0, %custub_p1;\n"
                                 "setp.eq.or.u64 %custub_p2, %custub_d2, 0, %custub_p2;\n"
                                 "@!%custub_p2 bra $bad;\n";

/* The measure of the pointer is at %custub_d8; what writes also marks bytes. The base is loaded
 * again: a register that is alive for long is one that callers cannot use. */
static const char measure[] = "setp.ge.s64 %custub_p1, %access, 0;\n"
                              "@%custub_p1 bra $right;\n"
                              "ld.u64 %custub_d8, [%custub_d0+8];\n"
                              "setp.eq.u64 %custub_p1, %custub_d8, 0;\n"
                              "@%custub_p1 bra $right;\n"
                              "shr.u64 %custub_d6, %access, 32;\n"
                              "and.b64 %custub_d6, %custub_d6, 0xffff;\n"
                              "mul.lo.u64 %custub_d6, %custub_d6, 24;\n"
                              "add.s64 %custub_d8, %custub_d8, %custub_d6;\n"
                              "and.b64 %custub_d6, %access, 0x4000000000000000;\n"
                              "setp.ne.u64 %custub_p3, %custub_d6, 0;\n"
                              "ld.volatile.u64 %custub_d4, [%custub_d7];\n";

static const char right[] = "$right:\n"
                            "st.param.b32 [custub_ok], 1;\n"
                            "ret;\n"
                            "$bad:\n"
                            "@%custub_p1 or.b64 %access, %access, 0x80000000;\n";

static const char end[] = "st.param.b32 [custub_ok], 0;\n"
                          "ret;\n}\n";

/* The text above knows these. */
_Static_assert(sizeof(custub_bounds_head) == 32, "the first extent");
_Static_assert(offsetof(custub_bounds_head, measures) == 8, "measures");
_Static_assert(sizeof(custub_bounds_extent) == 16, "extents");
_Static_assert(offsetof(custub_bounds_extent, bytes) == 8, "extents");
_Static_assert(sizeof(custub_bounds_measure) == 24, "measures");
_Static_assert(GEN_BOUNDS_MISALIGNED == 0x80000000, "the flag of a site");

static void write_function(gen_text *out, const char *head, const char *values)
{
    gen_text_printf(out, "\n%s%s%s%s%s", head, beginning, values, comparison, measure);
    gen_bounds_write_measure(out);
    gen_text_puts(out, right);
    gen_bounds_write_record_call(out, "%access");
    gen_text_puts(out, end);
}

void gen_bounds_write_extent_looks(gen_text *out)
{
    write_function(out, pointer_head, pointer_values);
    write_function(out, extent_head, extent_values);
}
