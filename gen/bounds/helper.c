#include "bounds/helper.h"

#include <custub/bounds_table.h>

static const char head[] =
    ".func (.param .b32 custub_ok) " GEN_BOUNDS_HELPER_NAME "(\n"
    ".param .b64 custub_head, .param .b64 custub_address, .param .b64 custub_base,\n"
    ".param .b64 custub_bytes, .param .b32 custub_width, .param .b64 custub_access)\n";

/* Registers: %d1 to %d5 the parameters of 64 bits, %d6 the width; %r2 the site, %r3 the flags, %r5
 * not 0: misaligned, %r7 the number of the extent that the access is in. %p2: it is inside of one;
 * %d10, %d11: of the extent for the record. */
static const char beginning[] = "{\n.reg .pred %p<9>;\n.reg .b32 %r<24>;\n.reg .b64 %d<28>;\n"
                                "ld.param.u64 %d1, [custub_head];\n"
                                "ld.param.u64 %d2, [custub_address];\n"
                                "ld.param.u64 %d3, [custub_base];\n"
                                "ld.param.u64 %d4, [custub_bytes];\n"
                                "ld.param.u32 %r1, [custub_width];\n"
                                "ld.param.u64 %d5, [custub_access];\n"
                                "cvt.u64.u32 %d6, %r1;\n"
                                "cvt.u32.u64 %r2, %d5;\n"
                                "shr.u64 %d7, %d5, 32;\n"
                                "cvt.u32.u64 %r3, %d7;\n"
                                "shr.u32 %r4, %r3, 8;\n"
                                "mov.u32 %r5, 1;\n"
                                "shl.b32 %r5, %r5, %r4;\n"
                                "sub.s32 %r5, %r5, 1;\n"
                                "cvt.u32.u64 %r6, %d2;\n"
                                "and.b32 %r5, %r5, %r6;\n"
                                "mov.u32 %r7, -1;\n"
                                "and.b32 %r8, %r3, 14;\n" /* ONE, SEVERAL, ANY */
                                "setp.ne.u32 %p1, %r8, 0;\n"
                                "@%p1 bra $pointers;\n"
                                "mov.u64 %d10, %d3;\n"
                                "mov.u64 %d11, %d4;\n"
                                "sub.s64 %d8, %d2, %d3;\n"
                                "sub.s64 %d9, %d4, %d6;\n"
                                "setp.ge.u64 %p2, %d4, %d6;\n"
                                "setp.le.and.u64 %p2, %d8, %d9, %p2;\n"
                                "bra $decide;\n";

static const char pointers[] = "$pointers:\n"
                               "mov.u64 %d10, 0;\n"
                               "mov.u64 %d11, 0;\n"
                               "mov.u32 %r11, 0;\n" /* extents that were tried */
                               "and.b32 %r8, %r3, 2;\n"
                               "setp.ne.u32 %p1, %r8, 0;\n" /* ONE */
                               "and.b32 %r8, %r3, 8;\n"
                               "setp.ne.u32 %p4, %r8, 0;\n" /* ANY */
                               "ld.u32 %r10, [%d1+20];\n"
                               "cvt.u32.u64 %r12, %d3;\n"
                               "selp.b32 %r9, %r12, 0, %p1;\n"
                               "add.s32 %r12, %r12, 1;\n"
                               "min.u32 %r12, %r12, %r10;\n"
                               "selp.b32 %r10, %r12, %r10, %p1;\n"
                               "or.pred %p8, %p1, %p4;\n"
                               "mul.wide.u32 %d12, %r9, 16;\n"
                               "add.s64 %d12, %d12, %d1;\n"
                               "$next:\n"
                               "setp.ge.u32 %p3, %r9, %r10;\n"
                               "@%p3 bra $none;\n"
                               "setp.lt.u32 %p5, %r9, 64;\n"
                               "shr.u64 %d13, %d3, %r9;\n"
                               "and.b64 %d13, %d13, 1;\n"
                               "setp.ne.and.u64 %p5, %d13, 0, %p5;\n"
                               "or.pred %p5, %p5, %p8;\n"
                               "@!%p5 bra $skip;\n"
                               "ld.u64 %d14, [%d12+32];\n"
                               "ld.u64 %d15, [%d12+40];\n"
                               "sub.s64 %d8, %d2, %d14;\n"
                               "sub.s64 %d9, %d15, %d6;\n"
                               "setp.ge.u64 %p2, %d15, %d6;\n"
                               "setp.le.and.u64 %p2, %d8, %d9, %p2;\n"
                               "@%p2 bra $found;\n"
                               "setp.eq.u32 %p6, %r11, 0;\n"
                               "selp.b64 %d10, %d14, 0, %p6;\n"
                               "selp.b64 %d11, %d15, 0, %p6;\n"
                               "add.s32 %r11, %r11, 1;\n"
                               "$skip:\n"
                               "add.s32 %r9, %r9, 1;\n"
                               "add.s64 %d12, %d12, 16;\n"
                               "bra $next;\n"
                               "$found:\n"
                               "mov.u32 %r7, %r9;\n"
                               "mov.u64 %d10, %d14;\n"
                               "mov.u64 %d11, %d15;\n"
                               "bra $decide;\n"
                               "$none:\n"
                               "setp.ne.u32 %p2, %r9, %r9;\n"
                               "@!%p4 bra $decide;\n";

static const char windows[] = "and.b32 %r8, %r3, 16;\n" /* GENERIC */
                              "setp.eq.u32 %p1, %r8, 0;\n"
                              "@%p1 bra $decide;\n"
                              "isspacep.shared %p2, %d2;\n"
                              "@%p2 bra $decide;\n"
                              "isspacep.local %p2, %d2;\n"
                              "@%p2 bra $decide;\n"
                              "isspacep.param %p2, %d2;\n";

static const char measuring[] = "$decide:\n"
                                "setp.eq.and.u32 %p7, %r5, 0, %p2;\n"
                                "@!%p7 bra $bad;\n"
                                "setp.eq.s32 %p1, %r7, -1;\n"
                                "@%p1 bra $right;\n"
                                "ld.u64 %d16, [%d1+8];\n"
                                "setp.eq.u64 %p1, %d16, 0;\n"
                                "@%p1 bra $right;\n"
                                "mul.wide.u32 %d17, %r7, 24;\n"
                                "add.s64 %d16, %d16, %d17;\n"
                                "red.min.u64 [%d16], %d2;\n"
                                "add.s64 %d18, %d2, %d6;\n"
                                "red.max.u64 [%d16+8], %d18;\n"
                                "and.b32 %r8, %r3, 1;\n"
                                "setp.eq.u32 %p1, %r8, 0;\n"
                                "@%p1 bra $right;\n"
                                "ld.u64 %d19, [%d16+16];\n"
                                "setp.eq.u64 %p1, %d19, 0;\n"
                                "@%p1 bra $right;\n"
                                "sub.s64 %d20, %d2, %d10;\n"
                                "add.s64 %d21, %d20, %d6;\n"
                                "$mark:\n"
                                "shr.u64 %d22, %d20, 5;\n"
                                "shl.b64 %d22, %d22, 2;\n"
                                "add.s64 %d22, %d22, %d19;\n"
                                "cvt.u32.u64 %r13, %d20;\n"
                                "and.b32 %r13, %r13, 31;\n"
                                "mov.u32 %r14, 1;\n"
                                "shl.b32 %r14, %r14, %r13;\n"
                                "red.or.b32 [%d22], %r14;\n"
                                "add.s64 %d20, %d20, 1;\n"
                                "setp.lt.u64 %p1, %d20, %d21;\n"
                                "@%p1 bra $mark;\n"
                                "$right:\n"
                                "st.param.b32 [custub_ok], 1;\n"
                                "ret;\n";

/* A thread only traps when a record is complete: its trap would stop one that is writing it. */
static const char recording[] = "$bad:\n"
                                "ld.u64 %d23, [%d1];\n"
                                "ld.u32 %r15, [%d1+16];\n"
                                "atom.cas.b32 %r16, [%d23], 0, 1;\n"
                                "setp.ne.u32 %p1, %r16, 0;\n"
                                "@%p1 bra $recorded;\n"
                                "selp.b32 %r17, 1, 0, %p2;\n"
                                "st.volatile.u32 [%d23+4], %r2;\n"
                                "st.volatile.u64 [%d23+8], %d2;\n"
                                "st.volatile.u64 [%d23+16], %d10;\n"
                                "st.volatile.u64 [%d23+24], %d11;\n"
                                "mov.u32 %r18, %ctaid.x;\nst.volatile.u32 [%d23+32], %r18;\n"
                                "mov.u32 %r18, %ctaid.y;\nst.volatile.u32 [%d23+36], %r18;\n"
                                "mov.u32 %r18, %ctaid.z;\nst.volatile.u32 [%d23+40], %r18;\n"
                                "mov.u32 %r18, %tid.x;\nst.volatile.u32 [%d23+44], %r18;\n"
                                "mov.u32 %r18, %tid.y;\nst.volatile.u32 [%d23+48], %r18;\n"
                                "mov.u32 %r18, %tid.z;\nst.volatile.u32 [%d23+52], %r18;\n"
                                "st.volatile.u32 [%d23+56], %r17;\n"
                                "membar.sys;\n"
                                "mov.u32 %r18, 2;\n"
                                "st.volatile.u32 [%d23], %r18;\n"
                                "membar.sys;\n"
                                "$recorded:\n"
                                "setp.eq.u32 %p1, %r15, 0;\n"
                                "@%p1 bra $wrong;\n"
                                "$wait:\n"
                                "ld.volatile.u32 %r16, [%d23];\n"
                                "setp.ne.u32 %p1, %r16, 2;\n"
                                "@%p1 bra $wait;\n"
                                "trap;\n"
                                "$wrong:\n"
                                "st.param.b32 [custub_ok], 0;\n"
                                "ret;\n}\n";

/* The record is what bounds_table.h says. */
_Static_assert(sizeof(custub_bounds_head) == 32, "the first extent");
_Static_assert(offsetof(custub_bounds_head, measures) == 8, "measures");
_Static_assert(offsetof(custub_bounds_head, traps) == 16, "traps");
_Static_assert(offsetof(custub_bounds_head, extents) == 20, "extents");
_Static_assert(sizeof(custub_bounds_extent) == 16, "extents");
_Static_assert(offsetof(custub_bounds_record, site) == 4, "site");
_Static_assert(offsetof(custub_bounds_record, address) == 8, "address");
_Static_assert(offsetof(custub_bounds_record, block) == 32, "block");
_Static_assert(offsetof(custub_bounds_record, thread) == 44, "thread");
_Static_assert(offsetof(custub_bounds_record, misaligned) == 56, "misaligned");
_Static_assert(sizeof(custub_bounds_measure) == 24, "measures");

void gen_bounds_write_helper_declaration(gen_text *out)
{
    gen_text_printf(out, "%s;\n", head);
}

static void write_variable(gen_text *out, const gen_ptx_variable *variable)
{
    if (!variable->size || (variable->space != GEN_PTX_GLOBAL && variable->space != GEN_PTX_CONST))
        return;
    gen_text_printf(out, "mov.u64 %%d14, %.*s;\n", (int)variable->name.length, variable->name.text);
    if (variable->space == GEN_PTX_CONST)
        gen_text_puts(out, "cvta.const.u64 %d14, %d14;\n");
    gen_text_printf(out,
                    "sub.s64 %%d8, %%d2, %%d14;\n"
                    "mov.u64 %%d15, %llu;\n"
                    "sub.s64 %%d9, %%d15, %%d6;\n"
                    "setp.ge.u64 %%p2, %%d15, %%d6;\n"
                    "setp.le.and.u64 %%p2, %%d8, %%d9, %%p2;\n"
                    "@%%p2 bra $decide;\n",
                    (unsigned long long)variable->size);
}

void gen_bounds_write_helper(gen_text *out, const gen_ptx_module *module)
{
    gen_text_printf(out, "\n%s%s%s", head, beginning, pointers);
    for (const gen_ptx_variable *v = module->variables; v; v = v->next)
        write_variable(out, v);
    gen_text_printf(out, "%s%s%s", windows, measuring, recording);
}
