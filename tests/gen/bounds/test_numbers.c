/* Which bytes of the parameters decide what a kernel touches, and when memory does. */
#include "rewriting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define NEVER  (1u << 31) /* the kernel does not repeat */
#define PARAM0 1u
#define PARAM1 2u
#define PARAM2 4u
#define PARAM3 8u

/* The parameters that decide in a kernel of these statements. */
static unsigned numbers_of(const char *before, const char *statements)
{
    const custub_bounds_kernel *kernel;
    const custub_bounds_number *numbers;
    unsigned found = 0;
    rewriting r;

    rewrite(&r, "sm_90", before, statements);
    kernel = (const void *)(r.table.data + r.head.kernels);
    numbers = (const void *)(r.table.data + r.head.numbers);
    for (uint32_t i = 0; i < kernel->number_count; i++)
        found |= 1u << numbers[kernel->first_number + i].param;
    found = kernel->repeats ? found : NEVER;
    rewriting_release(&r);
    return found;
}

static unsigned numbers(const char *statements)
{
    return numbers_of("", statements);
}

#define STORE "st.global.u32 [%rd3], %r1;\n"

static void knows_addresses_that_move_with_their_pointer(void **state)
{
    (void)state;
    assert_int_equal(numbers("add.s64 %rd3, %rd1, 16;\n" STORE), 0);
    assert_int_equal(numbers("mad.wide.s32 %rd3, %r2, 4, %rd1;\n" STORE), PARAM3);
    assert_int_equal(numbers("and.b64 %rd3, %rd1, -256;\n" STORE), PARAM0);
    assert_int_equal(numbers("and.b64 %rd4, %rd1, 15;\nadd.s64 %rd3, %rd2, %rd4;\n" STORE), 0);
    assert_int_equal(numbers("and.b64 %rd4, %rd1, 256;\nadd.s64 %rd3, %rd2, %rd4;\n" STORE),
                     PARAM0);
    assert_int_equal(numbers("mov.b64 {%r5, %r6}, %rd1;\nst.shared.u32 [%r5], %r1;\n"), PARAM0);
    assert_int_equal(
        numbers("{\n.reg .f64 %fd1;\nmov.b64 %fd1, %rd1;\n"
                "add.rn.f64 %fd1, %fd1, 0d3FF0000000000000;\nmov.b64 %rd3, %fd1;\n}\n" STORE),
        PARAM0);
}

static void knows_whether_a_pointer_is_null(void **state)
{
    static const char behind[] = "@%p1 bra $end;\nst.global.u32 [%rd1], %r1;\n$end:\n";
    char statements[256];

    (void)state;
    strcpy(statements, "setp.eq.s64 %p1, %rd2, 0;\n");
    assert_int_equal(numbers(strcat(statements, behind)), 0);
    strcpy(statements, "cvta.to.global.u64 %rd4, %rd2;\nsetp.eq.s64 %p1, %rd4, 0;\n");
    assert_int_equal(numbers(strcat(statements, behind)), 0);
    strcpy(statements, "cvta.to.shared.u64 %rd4, %rd2;\nsetp.eq.s64 %p1, %rd4, 0;\n");
    assert_int_equal(numbers(strcat(statements, behind)), PARAM1);
}

static void knows_registers_that_only_a_guard_writes(void **state)
{
    (void)state;
    assert_int_equal(numbers("setp.eq.s32 %p1, %r2, 0;\nmov.u32 %r5, 1;\n@%p1 mov.u32 %r5, 2;\n"
                             "mad.wide.s32 %rd3, %r5, 4, %rd1;\n" STORE),
                     PARAM3);
    assert_int_equal(numbers("setp.eq.s32 %p1, %r2, 0;\n@%p1 mov.u32 %r5, 2;\n"
                             "mad.wide.s32 %rd3, %r5, 4, %rd1;\n" STORE),
                     NEVER);
}

/* The plain kernel may have other shared memory than the checked one. */
static void knows_the_registers_of_a_launch(void **state)
{
    (void)state;
    assert_int_equal(numbers("mov.u32 %r5, %dynamic_smem_size;\n"
                             "mad.wide.s32 %rd3, %r5, 4, %rd1;\n" STORE),
                     0);
    assert_int_equal(numbers("mov.u32 %r5, %total_smem_size;\n"
                             "mad.wide.s32 %rd3, %r5, 4, %rd1;\n" STORE),
                     NEVER);
}

#define ASSERTION                                                                                  \
    ".extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, "      \
    ".param .b64 e);\n"
#define FAIL(guard)                                                                                \
    "{\n.param .b64 a;\nst.param.b64 [a], 0;\n.param .b64 b;\nst.param.b64 [b], 0;\n"              \
    ".param .b32 c;\nst.param.b32 [c], 0;\n.param .b64 d;\nst.param.b64 [d], 0;\n"                 \
    ".param .b64 e;\nst.param.b64 [e], 1;\n" guard "call.uni __assertfail, (a, b, c, d, e);\n}\n"

/* A launch that stops is not compared with others; one whose call has a guard may go on. */
static void leaves_out_what_only_stops_the_launch(void **state)
{
    static const char load[] = "ld.global.u32 %r5, [%rd2];\nsetp.ne.s32 %p1, %r5, 0;\n"
                               "@%p1 bra $right;\n" FAIL("") "$right:\n"
                                                             "st.global.u32 [%rd1], %r5;\n";
    static const char trap[] = "setp.ne.s32 %p1, %r2, 0;\n@%p1 bra $right;\ntrap;\n$right:\n"
                               "st.global.u32 [%rd1], %r1;\n";
    static const char before[] = "setp.ne.s32 %p1, %r2, 0;\n@%p1 bra $right;\n"
                                 "st.global.u32 [%rd2], %r1;\ntrap;\n$right:\n"
                                 "st.global.u32 [%rd1], %r1;\n";
    static const char guarded[] =
        "setp.ne.s32 %p1, %r2, 0;\nsetp.ne.s32 %p2, %r1, 0;\n"
        "@%p1 bra $right;\n" FAIL(
            "@%p2 ") "ret;\n$right:\n"
                     "ld.param.u64 %rd5, [k_0];\nst.global.u32 [%rd5], %r1;\n";

    (void)state;
    assert_int_equal(numbers_of(ASSERTION, load), 0);
    assert_int_equal(numbers(trap), 0);
    assert_int_equal(numbers(before), PARAM3);
    assert_int_equal(numbers_of(ASSERTION, guarded), PARAM3);
}

/* The address is that of the last turn in which %r2 was 0. */
static void knows_the_turn_that_computed_an_address(void **state)
{
    (void)state;
    assert_int_equal(numbers("mov.u32 %r5, 0;\nbra $compute;\n$next:\nadd.s32 %r5, %r5, 1;\n"
                             "setp.ne.s32 %p1, %r2, 0;\n@%p1 bra $end;\n$compute:\n"
                             "mad.wide.s32 %rd3, %r5, 4, %rd1;\n$end:\n"
                             "setp.lt.s32 %p2, %r5, %r1;\n@%p2 bra $next;\n" STORE),
                     PARAM2 | PARAM3);
}

/* put(p, n), which has these statements; %rd1 is p, %r1 is n. */
#define PUT(statements)                                                                            \
    ".func put(.param .b64 put_0, .param .b32 put_1)\n{\n.reg .b64 %rd<6>;\n.reg .b32 %r<6>;\n"    \
    ".reg .pred %p<3>;\nld.param.b64 %rd1, [put_0];\nld.param.b32 %r1, [put_1];\n" statements      \
    "ret;\n}\n"
#define CALL(guard, pointer, number)                                                               \
    "{\n.param .b64 p;\nst.param.b64 [p], " pointer ";\n.param .b32 n;\n"                          \
    "st.param.b32 [n], " number ";\n" guard "call.uni put, (p, n);\n}\n"

/* A function's accesses follow from what it is given. */
static void knows_what_called_functions_touch(void **state)
{
    static const char row[] = PUT("mad.wide.s32 %rd2, %r1, 4, %rd1;\nst.u32 [%rd2], %r1;\n");
    static const char first[] = PUT("st.u32 [%rd1], %r1;\n");
    static const char null[] = PUT("setp.eq.s64 %p1, %rd1, 0;\n@%p1 ret;\nst.u32 [%rd1], %r1;\n");
    static const char twice[] = PUT("st.u32 [%rd1], %r1;\n" CALL("", "%rd1", "%r1"));

    (void)state;
    assert_int_equal(numbers_of(row, CALL("", "%rd1", "%r2")), PARAM3);
    assert_int_equal(numbers_of(row, CALL("", "%rd1", "7")), 0);
    assert_int_equal(numbers_of(row, "mad.wide.s32 %rd3, %r1, 4, %rd1;\n" CALL("", "%rd3", "%r2")),
                     PARAM2 | PARAM3);
    assert_int_equal(numbers_of(first, CALL("", "%rd1", "%r2")), 0);
    assert_int_equal(numbers_of(first, "setp.eq.s32 %p1, %r1, 0;\n" CALL("@%p1 ", "%rd1", "%r2")),
                     PARAM2);
    assert_int_equal(numbers_of(first, "setp.eq.s32 %p1, %r1, 0;\n@%p1 bra $end;\n" CALL(
                                           "", "%rd1", "%r2") "$end:\n"),
                     PARAM2);
    assert_int_equal(numbers_of(null, CALL("", "%rd1", "%r2")), PARAM0);
    assert_int_equal(numbers_of(".func two(.param .align 8 .b8 two_0[16])\n{\n.reg .b64 %rd<3>;\n"
                                "ld.param.b64 %rd1, [two_0];\nst.u32 [%rd1], 1;\nret;\n}\n",
                                "mad.wide.s32 %rd3, %r1, 4, %rd1;\n{\n.param .align 8 .b8 p[16];\n"
                                "st.param.v2.b64 [p], {%rd3, %rd2};\ncall.uni two, (p);\n}\n"),
                     PARAM0 | PARAM1 | PARAM2);
    assert_int_equal(numbers_of(twice, CALL("", "%rd1", "%r2")), NEVER);
}

/* In a function, memory decides, or whether a thread comes back from it. */
static void knows_what_decides_in_called_functions(void **state)
{
    static const char load[] =
        PUT("ld.u32 %r2, [%rd1];\nmad.wide.s32 %rd2, %r2, 4, %rd1;\nst.u32 [%rd2], %r1;\n");
    static const char exits[] = PUT("ld.u32 %r2, [%rd1];\nsetp.eq.s32 %p1, %r2, 0;\n@%p1 exit;\n");
    static const char row[] = PUT("mad.wide.s32 %rd2, %r1, 4, %rd1;\nst.u32 [%rd2], %r1;\n");
    static const char first[] = PUT("st.u32 [%rd1], %r1;\n");
    static const char stack[] = PUT("ld.u64 %rd3, [%rd1];\nst.u32 [%rd3], %r1;\n");

    (void)state;
    assert_int_equal(numbers_of(load, CALL("", "%rd1", "%r2")), NEVER);
    assert_int_equal(numbers_of(exits, CALL("", "%rd1", "%r2") "st.global.u32 [%rd1], %r1;\n"),
                     NEVER);
    assert_int_equal(numbers_of(row, "ld.global.u32 %r5, [%rd1];\n" CALL("", "%rd1", "%r5")),
                     NEVER);
    assert_int_equal(numbers_of(stack, CALL("", "%rd1", "%r2")), NEVER);
    /* it would be compared with both buffers */
    assert_int_equal(numbers_of(first, "setp.eq.s32 %p1, %r1, 0;\nselp.b64 %rd3, %rd1, %rd2, "
                                       "%p1;\n" CALL("", "%rd3", "%r2")),
                     NEVER);
    /* a launch may avoid the call */
    assert_int_equal(numbers_of(load, "setp.eq.s32 %p1, %r1, 0;\n@%p1 bra $end;\n" CALL(
                                          "", "%rd1", "%r2") "$end:\n"),
                     PARAM2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_addresses_that_move_with_their_pointer),
        cmocka_unit_test(knows_whether_a_pointer_is_null),
        cmocka_unit_test(knows_registers_that_only_a_guard_writes),
        cmocka_unit_test(knows_the_registers_of_a_launch),
        cmocka_unit_test(knows_the_turn_that_computed_an_address),
        cmocka_unit_test(leaves_out_what_only_stops_the_launch),
        cmocka_unit_test(knows_what_called_functions_touch),
        cmocka_unit_test(knows_what_decides_in_called_functions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
