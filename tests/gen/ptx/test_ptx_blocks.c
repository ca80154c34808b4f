/* Nested braces of inline PTX. */
#include "ptx_case.h"

static char *statements_of(const gen_ptx_function *function)
{
    gen_text out;
    char *copy;

    gen_text_initialize(&out);
    for (const gen_ptx_statement *at = function->declarations; at; at = at->next)
        gen_ptx_print_statement(&out, at);
    for (const gen_ptx_statement *at = function->statements; at; at = at->next)
        gen_ptx_print_statement(&out, at);
    copy = gen_arena_copy(&arena, out.data ? out.data : "", out.length);
    gen_text_deinitialize(&out);
    return copy;
}

#define assert_flat(body, expected) assert_string_equal(statements_of(parse_body(body)), expected)

static void renames_registers_labels_and_variables(void **state)
{
    (void)state;
    assert_flat(".reg .b32 %r<2>; .reg .pred p;\n"
                "{ .reg .pred p; .shared .align 4 .b8 s[8]; .param .b32 a; mov.u32 %r1, s;\n"
                "again: setp.eq.u32 p, %r1, 0; @!p bra again; st.shared.u32 [s+4], %r1; }\n"
                "@p mov.u32 %r1, 2;",
                ".reg .b32 %r<2>;\n.reg .pred p;\n.reg .pred p_block1;\n"
                ".shared .align 4 .b8 s_block1[8];\n.param .b32 a_block1;\n"
                "mov.u32 %r1, s_block1;\nagain_block1:\nsetp.eq.u32 p_block1, %r1, 0;\n"
                "@!p_block1 bra again_block1;\nst.shared.u32 [s_block1+4], %r1;\n"
                "@p mov.u32 %r1, 2;\n");
}

static void gives_each_block_its_own_names(void **state)
{
    const gen_ptx_function *f = parse_body("{ .reg .b32 a; mov.u32 a, 1; }"
                                           "{ .reg .b32 a; mov.u32 a, 2; { mov.u32 a, 3; } {} }");

    (void)state;
    assert_int_equal(f->register_count, 2);
    assert_token(f->registers[0]->name, "a_block1");
    assert_int_equal(f->registers[0]->definitions, 1);
    assert_token(f->registers[1]->name, "a_block2");
    assert_int_equal(f->registers[1]->definitions, 2);
}

static void knows_which_block_a_name_is_of(void **state)
{
    (void)state;
    assert_flat("{ .reg .b32 a; { .reg .b32 a; mov.u32 a, 1; } mov.u32 a, 2; }",
                ".reg .b32 a_block2;\n.reg .b32 a_block1;\n"
                "mov.u32 a_block1, 1;\nmov.u32 a_block2, 2;\n");
    assert_flat(".reg .b32 t<9>; { .reg .b32 t<2>; mov.u32 t1, t8;"
                " { .reg .b32 t<5>; mov.u32 t4, t8; .reg .b32 t; mov.u32 t, 1; } }",
                ".reg .b32 t<9>;\n.reg .b32 t_block2_<2>;\n.reg .b32 t_block1_<5>;\n"
                ".reg .b32 t_block1;\nmov.u32 t_block2_1, t8;\nmov.u32 t_block1_4, t8;\n"
                "mov.u32 t_block1, 1;\n");
    assert_flat("{ .reg .v2 .f32 c; .reg .f32 c1; mov.f32 c.x, c1; mov.u32 %r1, %tid.x; }",
                ".reg .v2 .f32 c_block1;\n.reg .f32 c1_block1;\nmov.f32 c_block1.x, c1_block1;\n"
                "mov.u32 %r1, %tid.x;\n");
}

static void chooses_names_that_the_file_does_not_have(void **state)
{
    (void)state;
    assert_flat(".reg .b32 a_block1; { .reg .b32 a; mov.u32 a, a_block1; }",
                ".reg .b32 a_block1;\n.reg .b32 a_block_1;\nmov.u32 a_block_1, a_block1;\n");
}

static void keeps_strings_comments_and_lines(void **state)
{
    const gen_ptx_function *f =
        parse_body("{\n.reg .b32 a; // a\n.pragma \"a\"; /* a\n */ mov.u32 a, 1;\n\n{ ret; }\n}"
                   "\nret;");

    (void)state;
    assert_string_equal(statements_of(f),
                        ".reg .b32 a_block1;\n.pragma \"a\";\nmov.u32 a_block1, 1;\nret;\nret;\n");
    assert_int_equal(nth(f->statements, 1)->ptx_line, 8);
    assert_int_equal(nth(f->statements, 2)->ptx_line, 10);
    assert_int_equal(nth(f->statements, 3)->ptx_line, 12);
}

static void keeps_places_across_blocks(void **state)
{
    const gen_ptx_function *f = parse_body(".loc 1 5 1\n{ ret; .loc 1 6 1\n } ret;");

    (void)state;
    assert_int_equal(nth(f->statements, 1)->line, 5);
    assert_int_equal(nth(f->statements, 3)->line, 6);
}

static void keeps_call_sequences_in_blocks(void **state)
{
    const gen_ptx_function *f =
        parse_body(".reg .b64 %rd<2>; { .reg .b64 a; mov.b64 a, %rd1; { .param .b64 p;"
                   "st.param.b64 [p], a; call f, (p); } ret; }");
    const gen_ptx_statement *call = nth(f->statements, 1);

    (void)state;
    assert_int_equal(count_of(f->statements), 3);
    assert_int_equal(call->kind, GEN_PTX_CALL);
    assert_token(call->text, "{ .param .b64 p_block1;st.param.b64 [p_block1], a_block2; "
                             "call f, (p_block1); }");
    assert_token(call->operands[1].items[0].reg->name, "a_block2");
}

static void flattens_blocks_that_do_more_than_a_call(void **state)
{
    (void)state;
    assert_flat(".reg .b64 %rd<3>; { .param .b64 p; ld.global.u64 %rd1, [%rd2];"
                "st.param.b64 [p], %rd1; call f, (p); }",
                ".reg .b64 %rd<3>;\n.param .b64 p_block1;\nld.global.u64 %rd1, [%rd2];\n"
                "st.param.b64 [p_block1], %rd1;\ncall f, (p_block1);\n");
    assert_flat("{ call f; call g; }", "call f;\ncall g;\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(renames_registers_labels_and_variables, set_up, tear_down),
        cmocka_unit_test_setup_teardown(gives_each_block_its_own_names, set_up, tear_down),
        cmocka_unit_test_setup_teardown(knows_which_block_a_name_is_of, set_up, tear_down),
        cmocka_unit_test_setup_teardown(chooses_names_that_the_file_does_not_have, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(keeps_strings_comments_and_lines, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keeps_places_across_blocks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keeps_call_sequences_in_blocks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(flattens_blocks_that_do_more_than_a_call, set_up,
                                        tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
