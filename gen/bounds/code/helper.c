#include "bounds/code/helper.h"

#include "bounds/code/record_code.h"

#include <custub/bounds_table.h>

#define NAME "custub_bounds_look"

#define CLUSTER_PTX 78 /* "PTX ISA", isspacep */

/* `access`: the site (32 bits), flags (8), log2 of the alignment (8). */
static const char head[] =
    ".func (.param .b32 custub_ok) " NAME
    "(.param .b64 custub_head, .param .b64 custub_address, .param .b64 custub_pointers, "
    ".param .b64 custub_access, .param .b64 custub_size)\n";

bool gen_bounds_needs_helper(const gen_bounds_access *access)
{
    return access->target.kind == GEN_BOUNDS_TO_POINTERS ||
           (access->target.kind == GEN_BOUNDS_TO_ANY && access->space != GEN_PTX_SHARED);
}

static unsigned log2_of(uint32_t align)
{
    unsigned log2 = 0;

    while (align >> log2 > 1)
        log2++;
    return log2;
}

void gen_bounds_write_helper_call(gen_text *out, uint64_t pointers, unsigned flags, uint32_t align,
                                  uint32_t site)
{
    uint64_t access = (uint64_t)log2_of(align) << 40 | (uint64_t)flags << 32 | site;

    gen_text_printf(out,
                    "{\n.param .b64 custub_0;\nst.param.b64 [custub_0], %%custub_d4;\n"
                    ".param .b64 custub_1;\nst.param.b64 [custub_1], %%custub_d3;\n"
                    ".param .b64 custub_2;\nst.param.b64 [custub_2], %llu;\n"
                    ".param .b64 custub_3;\nst.param.b64 [custub_3], %llu;\n"
                    ".param .b64 custub_4;\nst.param.b64 [custub_4], %%custub_d2;\n"
                    ".param .b32 custub_5;\n"
                    "call (custub_5), " NAME
                    ", (custub_0, custub_1, custub_2, custub_3, custub_4);\n"
                    "ld.param.b32 %%custub_r2, [custub_5];\n}\n",
                    (unsigned long long)pointers, (unsigned long long)access);
}

void gen_bounds_write_helper_declaration(gen_text *out)
{
    gen_text_puts(out, head);
    gen_text_puts(out, ";\n");
}

static const char beginning[] =
    "{\n" GEN_BOUNDS_REGISTERS ".reg .pred %p<6>;\n.reg .b32 %r<8>;\n.reg .b64 %access;\n"
    ".reg .b64 %pointers;\n.reg .b64 %d<4>;\n"
    "ld.param.u64 %custub_d3, [custub_address];\n"
    "ld.param.u64 %pointers, [custub_pointers];\n"
    "ld.param.u64 %access, [custub_access];\n"
    "ld.param.u64 %d1, [custub_head];\n"
    "ld.param.u64 %custub_d2, [custub_size];\n"
    /* %r1: low bits of the address that should be 0 */
    "shr.u64 %d2, %access, 40;\n"
    "cvt.u32.u64 %r2, %d2;\n"
    "and.b32 %r2, %r2, 255;\n"
    "mov.u32 %r1, -1;\n"
    "shl.b32 %r1, %r1, %r2;\n"
    "not.b32 %r1, %r1;\n"
    "cvt.u32.u64 %r2, %custub_d3;\n"
    "and.b32 %r1, %r1, %r2;\n";

/* Looks through the extents of the mask, or through all. */
static const char search[] =
    "and.b64 %d2, %access, 0x200000000;\n" /* ANY */
    "setp.ne.u64 %p2, %d2, 0;\n"
    "mov.u32 %r4, 0;\n"
    "$next:\n"
    "ld.u32 %r3, [%d1+20];\n"
    "setp.ge.u32 %p3, %r4, %r3;\n"
    "@%p3 bra $none;\n"
    "setp.lt.u32 %p4, %r4, 64;\n"
    "shr.u64 %d2, %pointers, %r4;\n"
    "and.b64 %d2, %d2, 1;\n"
    "setp.ne.and.u64 %p4, %d2, 0, %p4;\n"
    "or.pred %p4, %p4, %p2;\n"
    "@!%p4 bra $skip;\n"
    "mul.wide.u32 %d2, %r4, 16;\n"
    "add.s64 %d2, %d2, %d1;\n"
    "ld.u64 %custub_d4, [%d2+40];\n"
    "ld.u64 %custub_d5, [%d2+48];\n" GEN_BOUNDS_INSIDE "@%custub_p1 bra $found;\n"
    "$skip:\n"
    "add.s32 %r4, %r4, 1;\n"
    "bra $next;\n"
    "$found:\n"
    "setp.ne.u32 %p3, %r1, 0;\n"
    "@%p3 bra $bad;\n"
    "ld.u64 %custub_d8, [%d1+8];\n"
    "setp.eq.u64 %p3, %custub_d8, 0;\n"
    "@%p3 bra $right;\n"
    "mul.wide.u32 %d2, %r4, 24;\n"
    "add.s64 %custub_d8, %custub_d8, %d2;\n"
    "shr.u64 %d2, %access, 32;\n"
    "cvt.u32.u64 %custub_r0, %d2;\n"
    "and.b32 %custub_r0, %custub_r0, 1;\n"; /* WRITES */

static const char nothing[] = "$none:\n"
                              "setp.ne.u32 %custub_p1, %r4, %r4;\n"
                              "@!%p2 bra $decide;\n";

/* The barrier of a cooperative grid: its size and a counter, at an address that the driver gives.
 * See cooperative_groups/details/driver_abi.h. */
static const char grid_barrier[] =
    "mov.u32 %r5, %envreg2;\n"
    "mov.u32 %r6, %envreg1;\n"
    "mov.b64 %custub_d4, {%r5, %r6};\n"
    "setp.ne.u64 %p5, %custub_d4, 0;\n"
    "selp.b64 %custub_d5, 8, 0, %p5;\n" GEN_BOUNDS_INSIDE "@%custub_p1 bra $decide;\n";

static const char only_generic[] = "and.b64 %d2, %access, 0x400000000;\n" /* GENERIC */
                                   "setp.eq.u64 %p3, %d2, 0;\n"
                                   "@%p3 bra $decide;\n";

static const char windows[] = "@%custub_p1 bra $decide;\n"
                              "isspacep.local %custub_p1, %custub_d3;\n"
                              "@%custub_p1 bra $decide;\n"
                              "isspacep.param %custub_p1, %custub_d3;\n";

static const char decision[] = "$decide:\n"
                               "setp.eq.and.u32 %p3, %r1, 0, %custub_p1;\n"
                               "@%p3 bra $right;\n"
                               "$bad:\n"
                               "cvt.u32.u64 %custub_r1, %access;\n"
                               "selp.b32 %r2, 0x80000000, 0, %custub_p1;\n"
                               "or.b32 %custub_r1, %custub_r1, %r2;\n"
                               "cvt.u32.u64 %r2, %custub_d2;\n"
                               "mov.b64 %custub_d6, {%custub_r1, %r2};\n"
                               "mov.u64 %custub_d4, 0;\n"
                               "mov.u64 %custub_d5, 0;\n"
                               "mov.b64 %custub_d0, %d1;\n";

static const char end[] = "st.param.b32 [custub_ok], 0;\n"
                          "ret;\n"
                          "$right:\n"
                          "st.param.b32 [custub_ok], 1;\n"
                          "ret;\n}\n";

/* The text above knows these. */
_Static_assert(sizeof(custub_bounds_head) == 40, "the first extent");
_Static_assert(offsetof(custub_bounds_head, measures) == 8, "measures");
_Static_assert(offsetof(custub_bounds_head, extents) == 20, "extents");
_Static_assert(sizeof(custub_bounds_extent) == 16, "extents");
_Static_assert(sizeof(custub_bounds_measure) == 24, "measures");

static void write_variable(gen_text *out, const gen_ptx_variable *variable)
{
    if (!variable->size || (variable->space != GEN_PTX_GLOBAL && variable->space != GEN_PTX_CONST))
        return;
    gen_text_printf(out, "mov.u64 %%custub_d4, %.*s;\n", (int)variable->name.length,
                    variable->name.text);
    if (variable->space == GEN_PTX_CONST)
        gen_text_puts(out, "cvta.const.u64 %custub_d4, %custub_d4;\n");
    gen_text_printf(out, "mov.u64 %%custub_d5, %llu;\n", (unsigned long long)variable->size);
    gen_text_puts(out, GEN_BOUNDS_INSIDE "@%custub_p1 bra $decide;\n");
}

/* With clusters the shared memory of the other blocks is in the window, too. */
static void write_shared_window(gen_text *out, const gen_ptx_module *module)
{
    bool has_clusters = gen_ptx_architecture(module) >= 90 && module->version >= CLUSTER_PTX;

    gen_text_printf(out, "isspacep.shared%s %%custub_p1, %%custub_d3;\n",
                    has_clusters ? "::cluster" : "");
}

void gen_bounds_write_helper(gen_text *out, const gen_ptx_module *module)
{
    gen_text_printf(out, "\n%s", head);
    gen_text_puts(out, beginning);
    gen_text_puts(out, search);
    gen_bounds_write_measure_call(out);
    gen_text_puts(out, "bra $right;\n");
    gen_text_puts(out, nothing);
    for (const gen_ptx_variable *v = module->variables; v; v = v->next)
        write_variable(out, v);
    gen_text_puts(out, grid_barrier);
    gen_text_puts(out, only_generic);
    write_shared_window(out, module);
    gen_text_puts(out, windows);
    gen_text_puts(out, decision);
    gen_bounds_write_record_call(out);
    gen_text_puts(out, end);
}
