/* The bits of operands that are not demanded change nothing in the bits of the result that are. */
#include "bounds/flow/instruction.h"
#include "bounds/repeats/demanded_bits.h"
#include "random_launch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define RESULT_ADDRESS UINT64_C(0x10000)
#define TRIES          4000 /* of each form */

/* %rd1 and %rd2 are the operands, of 64 bits, and %r1 and %r2 their low halves; the result is %rd3
 * or %r3. */
static const char *const forms[] = {
    "add.s64 %rd3, %rd1, %rd2;",
    "sub.s64 %rd3, %rd1, 24;",
    "mul.lo.s64 %rd3, %rd1, %rd2;",
    "mul.wide.s32 %rd3, %r1, %r2;",
    "mul.wide.u32 %rd3, %r1, 12;",
    "mad.wide.s32 %rd3, %r1, %r2, %rd1;",
    "and.b64 %rd3, %rd1, 15;",
    "and.b64 %rd3, %rd1, -16;",
    "and.b64 %rd3, %rd1, %rd2;",
    "or.b64 %rd3, %rd1, %rd2;",
    "not.b64 %rd3, %rd1;",
    "mov.b64 %rd3, %rd1;",
    "cvta.to.global.u64 %rd3, %rd1;",
    "shl.b64 %rd3, %rd1, 3;",
    "shl.b64 %rd3, %rd1, 0;",
    "shl.b32 %r3, %r1, 31;",
    "shl.b32 %r3, %r1, 32;",
    "shl.b64 %rd3, %rd1, 64;",
    "shl.b32 %r3, %r1, %r2;",
    "shr.u64 %rd3, %rd1, 4;",
    "shr.s64 %rd3, %rd1, 4;",
    "shr.s64 %rd3, %rd1, 0;",
    "shr.u32 %r3, %r1, 7;",
    "shr.s32 %r3, %r1, 7;",
    "shr.s32 %r3, %r1, 31;",
    "shr.u32 %r3, %r1, %r2;",
    "cvt.u32.u64 %r3, %rd1;",
    "cvt.u64.u32 %rd3, %r1;",
    "cvt.s64.s32 %rd3, %r1;",
    "cvt.s32.s16 %r3, %r1;",
    "cvt.u32.u8 %r3, %r1;",
    "min.s32 %r3, %r1, %r2;",
    "max.u64 %rd3, %rd1, %rd2;",
    "div.u32 %r3, %r1, 10;",
    "selp.b32 %r3, %r1, %r2, %p2;",
};

static uint64_t random_bits(void)
{
    uint64_t bits = 0;

    for (int i = 0; i < 4; i++)
        bits = bits << 16 | random_any(1 << 16);
    return bits;
}

/* Few bits, many, or all. */
static uint64_t random_mask(void)
{
    switch (random_any(4)) {
    case 0:
        return UINT64_C(1) << random_any(64);
    case 1:
        return (UINT64_C(1) << random_any(64)) - 1;
    case 2:
        return random_bits();
    default:
        return UINT64_MAX;
    }
}

typedef struct form {
    gen_arena arena;
    const gen_ptx_module *module;
    const gen_ptx_statement *statement;
    bool is_wide; /* the result */
} form;

static void read_form(form *of, const char *text)
{
    static char ptx[1024];
    gen_diag diag;

    memset(of, 0, sizeof(*of));
    gen_arena_initialize(&of->arena);
    gen_diag_initialize(&diag, &of->arena);
    of->is_wide = strstr(text, "%rd3") != NULL;
    snprintf(ptx, sizeof(ptx),
             ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 k_0, "
             ".param .u64 k_1, .param .u64 k_2)\n{\n.reg .b64 %%rd<5>;\n.reg .b32 %%r<5>;\n"
             ".reg .pred %%p<3>;\nld.param.u64 %%rd1, [k_0];\nld.param.u64 %%rd2, [k_1];\n"
             "ld.param.u64 %%rd4, [k_2];\ncvt.u32.u64 %%r1, %%rd1;\ncvt.u32.u64 %%r2, %%rd2;\n"
             "setp.lt.s32 %%p2, %%r2, 0;\n%s\nst.global.u%s [%%rd4], %%r%s3;\nret;\n}\n",
             text, of->is_wide ? "64" : "32", of->is_wide ? "d" : "");
    of->module = gen_ptx_parse(&of->arena, &diag, "form", ptx);
    assert_non_null(of->module);
    of->statement = of->module->functions->statements;
    for (int i = 0; i < 6; i++)
        of->statement = of->statement->next;
}

static uint64_t result_of(form *of, uint64_t a, uint64_t b)
{
    static machine m;
    const uint64_t params[3] = {a, b, RESULT_ADDRESS};
    uint64_t result = 0;

    memset(&m, 0, sizeof(m));
    m.arena = m.registers.arena = &of->arena;
    m.params = (const unsigned char *)params;
    m.module = of->module;
    m.function = of->module->functions;
    m.buffers[0] = (machine_buffer){.base = RESULT_ADDRESS, .bytes = 8};
    machine_run(&m);
    assert_null(m.failure);
    memcpy(&result, m.buffers[0].memory, of->is_wide ? 8 : 4);
    return result;
}

/* What of the 64 bits of an operand is demanded: of %rd1, %r1; or of %rd2, %r2, and %p2, its sign.
 */
static uint64_t demanded_of(const form *of, char number, uint64_t bits)
{
    uint64_t demanded = 0;

    for (size_t i = 1; i < of->statement->operand_count; i++) {
        const gen_ptx_operand *operand = &of->statement->operands[i];
        if (!operand->reg || operand->text.text[operand->text.length - 1] != number)
            continue;
        demanded |= operand->text.text[1] == 'p' ? UINT64_C(1) << 31
                                                 : gen_bounds_demanded_bits(of->statement, i, bits);
    }
    return demanded;
}

static void other_bits_change_nothing(void **state)
{
    (void)state;
    random_seed(1);
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        form of;
        read_form(&of, forms[i]);
        for (int k = 0; k < TRIES; k++) {
            const uint64_t bits = random_mask() & (of.is_wide ? UINT64_MAX : UINT32_MAX);
            const uint64_t a = random_bits(), b = random_any(2) ? random_bits() : random_any(40);
            const uint64_t other_a = a ^ (random_bits() & ~demanded_of(&of, '1', bits));
            const uint64_t other_b = b ^ (random_bits() & ~demanded_of(&of, '2', bits));
            if ((result_of(&of, a, b) ^ result_of(&of, other_a, other_b)) & bits)
                fail_msg("%s: bits %llx", forms[i], (unsigned long long)bits);
        }
        gen_arena_deinitialize(&of.arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_bits_change_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
