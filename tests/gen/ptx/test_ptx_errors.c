/* Text that is not PTX: an error with its line, and never a crash. */
#include "ptx_case.h"

#include <stdlib.h>

#define ROUNDS 40000

static void assert_refused(const char *text, const char *message, unsigned line)
{
    diag.first = NULL;
    diag.last = &diag.first;
    diag.errors = 0;
    assert_null(
        gen_ptx_parse(&arena, &diag, "a.ptx", gen_arena_format(&arena, ".version 8.0\n%s", text)));
    assert_int_equal(diag.errors, 1);
    assert_string_equal(diag.first->id, "ptx-syntax");
    assert_int_equal(diag.first->place.line, line);
    assert_non_null(strstr(diag.first->text, message));
}

static void needs_a_version(void **state)
{
    (void)state;
    assert_null(gen_ptx_parse(&arena, &diag, "a.ptx", ".target sm_80"));
    assert_non_null(strstr(diag.first->text, "there is no .version"));
}

static void refuses_broken_heads(void **state)
{
    (void)state;
    assert_refused(".entry", "found 'end of file' instead of the entry's name", 2);
    assert_refused(".entry k(\n.param .u32 n", "instead of ',' or ')'", 3);
    assert_refused(".entry k(.param n)", "found 'n' instead of a type", 2);
    assert_refused(".entry k(.u32 n)", "found '.u32' instead of '.param'", 2);
    assert_refused(".entry k(.param .b8 n[x])", "found 'x' instead of a number", 2);
    assert_refused(".entry k(.param .b8 n[99999999999])", "a parameter of less than 4 GiB", 2);
    assert_refused(".entry k()\n\n.maxntid a { }", "found 'a' instead of a number", 4);
    assert_refused(".entry k() {", "found 'end of file' instead of '}'", 2);
    assert_refused(".func () () {}", "instead of the function's name", 2);
}

static void refuses_broken_declarations(void **state)
{
    (void)state;
    assert_refused(".global .u32;", "found ';' instead of a variable's name", 2);
    assert_refused(".global x;", "found 'x' instead of a type", 2);
    assert_refused(".global .u32 x[9999999][99999999];", "an array of less than 2^48 bytes", 2);
    assert_refused(".global .u32 x = {1, {2};", "found ';' instead of '}'", 2);
    assert_refused(".global .u32 x\n.global .u32 y;", "found '.global' instead of ';'", 3);
    assert_refused(".file x \"a\"", "found 'x' instead of a number", 2);
    assert_refused(".file 4000000000 \"a\"", "a file's number and name", 2);
    assert_refused(".section .debug_info {", "found 'end of file' instead of '}'", 2);
    assert_refused(".section .debug_str { $L: .b8 1", "found 'end of file' instead of '}'", 2);
}

static void refuses_broken_bodies(void **state)
{
    (void)state;
    assert_refused(".entry k() {\n.reg .b32 ;}", "found ';' instead of a register's name", 3);
    assert_refused(".entry k() {\n.reg .b32 r<;}", "found ';' instead of a number", 3);
    assert_refused(".entry k() {\n\nmov.u32 a, b }", "found '}' instead of an operand", 4);
    assert_refused(".entry k() { st [a;\n}", "found ';' instead of an operand", 2);
    assert_refused(".entry k() { @p ret; }", "found 'p' instead of a predicate register", 2);
    assert_refused(".entry k() { .reg .pred p; @p }", "found '}' instead of an instruction", 2);
    assert_refused(".entry k() { call (a) f; }", "found 'f' instead of ','", 2);
    assert_refused(".entry k() { call ; }", "found ';' instead of a function", 2);
    assert_refused(".entry k() { .loc 1 2; }", "found ';' instead of a number", 2);
    assert_refused(".entry k() { 5; }", "found '5' instead of a statement", 2);
    assert_refused(".entry k() { { ret;", "found 'end of file' instead of '}'", 2);
    assert_refused(".entry k() { {\n.reg .b32 a; ) } }", "found ')' instead of a statement", 3);
}

static void refuses_braces_that_are_nested_too_deeply(void **state)
{
    char braces[401];

    (void)state;
    memset(braces, '{', 200);
    memset(braces + 200, '}', 200);
    braces[400] = '\0';
    assert_refused(gen_arena_format(&arena, ".entry k() { %s }", braces), "fewer nested braces", 2);
}

/* --- Mutations -------------------------------------------------------------------------------- */

static const char sample[] = PTX_HEAD
    ".file 1 \"a.cu\"\n.global .align 4 .b8 x[2][3] = {{1, 2}, {3}};\n"
    ".extern .func (.param .b32 r) g(.param .b64 p);\n"
    ".visible .entry k(.param .u64 .ptr .global .align 4 p, .param .align 8 .b8 s[16])\n"
    ".maxntid 256, 1, 1\n{\n.reg .pred %p<3>;\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n"
    ".local .b8 d[8];\nld.param.u64 %rd1, [p+0];\n.loc 1 2 3\nmov.u32 %r1, %tid.x;\n"
    "@!%p1 bra L;\nsetp.lt.s32 %p1|%p2, %r1, -4;\nld.global.v2.u32 {%r2, %r3}, [%rd1+-8];\n"
    "{ // callseq\n.reg .b32 t;\n.param .b64 a;\nst.param.b64 [a], %rd1;\n.param .b32 b;\n"
    "call.uni (b), g, (a);\nld.param.b32 %r4, [b];\n}\n"
    "{ .reg .b32 t<3>; .reg .pred q; { .reg .b32 t<2>; again: mov.u32 t1, %r1; @q bra again; }\n"
    "{ .param .b32 b; call g, (b); } add.u32 %r5, t2, 0x1F; }\nL:\nts: .branchtargets L, L;\n"
    ".pragma \"nounroll\";\n.loc 1 4 5, function_name $S0+1, inlined_at 1 2 3\nret;\n}\n"
    ".alias h, g;\n.section .debug_str { $S0: .b8 1, 2, 0 }\n";

/* A byte, a range or a piece from elsewhere. */
static void mutate(char *text, size_t *length, size_t capacity)
{
    static const char signs[] = "{}()[];:,<>@!|\"/*+-._%$ \n0aLt=";
    size_t at = (size_t)rand() % *length;
    size_t count = 1 + (size_t)rand() % 12;
    size_t from = (size_t)rand() % *length;

    switch (rand() % 4) {
    case 0:
        text[at] = signs[(size_t)rand() % (sizeof(signs) - 1)];
        break;
    case 1:
        text[at] = (char)(1 + rand() % 255);
        break;
    case 2:
        count = count < *length - at ? count : *length - at - 1;
        memmove(text + at, text + at + count, *length - at - count);
        *length -= count;
        break;
    default:
        count = from + count < *length ? count : *length - from;
        if (*length + count >= capacity)
            break;
        memmove(text + at + count, text + at, *length - at);
        memmove(text + at, text + (from < at ? from : from + count), count);
        *length += count;
    }
    text[*length] = '\0';
}

/* What is read can be written, read and written again, and is the same then. */
static void check_printed(const gen_ptx_module *module)
{
    const char *once = printed(module);
    const gen_ptx_module *again = gen_ptx_parse(&arena, &diag, "a.ptx", once);

    if (!again) {
        gen_diag_print(&diag, stderr);
        fail_msg("cannot read again:\n%s\nwhich was:\n%s", once, module->text);
    }
    assert_string_equal(printed(again), once);
}

static void reads_or_refuses_mutations(void **state)
{
    unsigned read = 0;

    (void)state;
    srand(20);
    for (int i = 0; i < ROUNDS; i++) {
        char text[2 * sizeof(sample)];
        size_t length = sizeof(sample) - 1;
        const gen_ptx_module *module;
        memcpy(text, sample, sizeof(sample));
        for (int k = rand() % 4; k >= 0; k--)
            mutate(text, &length, sizeof(text));
        gen_arena_deinitialize(&arena);
        gen_diag_initialize(&diag, &arena);
        module = gen_ptx_parse(&arena, &diag, "a.ptx", text);
        assert_int_equal(diag.errors, module ? 0 : 1);
        if (module) {
            read++;
            check_printed(module);
        }
    }
    assert_in_range(read, ROUNDS / 10, ROUNDS - ROUNDS / 10);
}

/* The text ends anywhere. */
static void refuses_or_reads_beginnings(void **state)
{
    (void)state;
    for (size_t length = 0; length < sizeof(sample); length++) {
        char text[sizeof(sample)] = {0};
        const gen_ptx_module *module;
        memcpy(text, sample, length);
        gen_arena_deinitialize(&arena);
        gen_diag_initialize(&diag, &arena);
        module = gen_ptx_parse(&arena, &diag, "a.ptx", text);
        assert_int_equal(diag.errors, module ? 0 : 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(needs_a_version, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_broken_heads, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_broken_declarations, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_broken_bodies, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_braces_that_are_nested_too_deeply, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(reads_or_refuses_mutations, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_or_reads_beginnings, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
