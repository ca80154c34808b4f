/* Instructions, calls, labels and places, and the registers that they define. */
#include "ptx_case.h"

#define REGISTERS                                                                                  \
    ".reg .pred %p<4>; .reg .b16 %rs<3>; .reg .b32 %r<20>; .reg .b64 %rd<9>; .reg .f32 %f<9>;"     \
    ".reg .b64 %SP; .reg .b64 %SPL; .reg .v4 .f32 color; .reg .b128 %wide;"                        \
    ".reg .v2 .b32 v<4>; .reg .f16x2 pair; .reg .u32 temp_param_reg, other;\n"

static gen_ptx_function *with_registers(const char *body)
{
    return parse_body(gen_arena_format(&arena, "%s%s", REGISTERS, body));
}

static gen_ptx_statement *one(const char *statement)
{
    gen_ptx_function *function = with_registers(statement);

    assert_int_equal(count_of(function->statements), 1);
    return function->statements;
}

static uint32_t definitions(const gen_ptx_function *function, const char *name)
{
    const gen_ptx_register *found = register_of(function, name);

    return found ? found->definitions : 0;
}

static void knows_registers_by_their_types(void **state)
{
    const gen_ptx_function *f =
        with_registers("mov.b64 %SP, %SPL; mov.f32 color.x, %f1; mov.b32 pair, %r2;"
                       "setp.eq.u32 %p3, other, temp_param_reg; mov.b128 %wide, {%rd1, %rd2};"
                       "mov.u16 %rs0, 7; bra %r20; mov.u32 %r01, 1;"
                       "mov.b32 v3.y, v4.x; mov.b32 %r2.x, 1;");

    (void)state;
    assert_int_equal(register_of(f, "%SP")->bits, 64);
    assert_null(register_of(f, "color"));
    assert_int_equal(register_of(f, "color.x")->bits, 32);
    assert_int_equal(register_of(f, "color.x")->kind, 'f');
    assert_int_equal(register_of(f, "pair")->bits, 32);
    assert_int_equal(register_of(f, "%p3")->bits, 1);
    assert_int_equal(register_of(f, "%p3")->kind, 'p');
    assert_int_equal(register_of(f, "other")->kind, 'u');
    assert_int_equal(register_of(f, "%wide")->bits, 128);
    assert_int_equal(register_of(f, "%rs0")->bits, 16);
    assert_null(register_of(f, "%r20"));
    assert_null(register_of(f, "%r01"));
    assert_null(register_of(f, "%r3"));
    assert_int_equal(register_of(f, "v3.y")->definitions, 1);
    assert_int_equal(f->register_count, 14);
}

static void knows_guards(void **state)
{
    const gen_ptx_statement *at = one("@!%p1 st.global.f32 [%rd1], %f1;");

    (void)state;
    assert_token(at->guard->name, "%p1");
    assert_true(at->guard_negated);
    assert_token(at->opcode, "st.global.f32");
    assert_token(at->text, "@!%p1 st.global.f32 [%rd1], %f1");
    at = one("@%p2 ret;");
    assert_false(at->guard_negated);
    assert_int_equal(at->operand_count, 0);
    assert_null(one("ret;")->guard);
    at = one("@ ! %p3 ld .global.L2::128B .u32 %r1, [%rd1];");
    assert_token(at->guard->name, "%p3");
    assert_token(at->opcode, "ld.global.L2::128B.u32");
    assert_int_equal(at->operand_count, 2);
}

static void knows_simple_operands(void **state)
{
    const gen_ptx_operand *at = one("x %r1, -5, 0x1Fu, 0xFFFFFFFFFFFFFFFFU, 0b101, 017, 0, %tid.x,"
                                    "name, 0f3E4CCCCD, -0d3FF0000000000000, 1.5, _, WARP_SZ, 9U;")
                                    ->operands;

    (void)state;
    assert_int_equal(at[0].kind, GEN_PTX_REGISTER);
    assert_token(at[0].reg->name, "%r1");
    assert_int_equal(at[1].kind, GEN_PTX_NUMBER);
    assert_int_equal(at[1].number, -5);
    assert_token(at[1].text, "-5");
    assert_int_equal(at[2].kind, GEN_PTX_NAME); /* suffixes are upper case */
    assert_int_equal(at[3].number, -1);
    assert_int_equal(at[4].number, 5);
    assert_int_equal(at[5].number, 15);
    assert_int_equal(at[6].kind, GEN_PTX_NUMBER);
    for (size_t i = 7; i < 14; i++)
        assert_int_equal(at[i].kind, GEN_PTX_NAME);
    assert_token(at[7].name, "%tid.x");
    assert_token(at[9].name, "0f3E4CCCCD");
    assert_token(at[10].name, "-0d3FF0000000000000");
    assert_token(at[12].name, "_");
    assert_int_equal(at[14].number, 9);
}

static void knows_addresses(void **state)
{
    const gen_ptx_operand *at =
        one("x [%rd1], [%rd2+16], [ %rd3 + -8 ], [%rd4-0x10], [param_0], [array+4], [64];")
            ->operands;

    (void)state;
    for (size_t i = 0; i < 7; i++)
        assert_int_equal(at[i].kind, GEN_PTX_ADDRESS);
    assert_token(at[0].reg->name, "%rd1");
    assert_int_equal(at[0].number, 0);
    assert_int_equal(at[1].number, 16);
    assert_int_equal(at[2].number, -8);
    assert_token(at[2].text, "[ %rd3 + -8 ]");
    assert_int_equal(at[3].number, -16);
    assert_null(at[4].reg);
    assert_token(at[4].name, "param_0");
    assert_token(at[5].name, "array");
    assert_int_equal(at[5].number, 4);
    assert_null(at[6].reg);
    assert_int_equal(at[6].name.length, 0);
    assert_int_equal(at[6].number, 64);
}

static void knows_vectors_pairs_and_other_forms(void **state)
{
    const gen_ptx_operand *at =
        one("x {%f1, _, 2, 0f00000000}, %p1|%p2, [tex, {%f3, %f4}], !%p3, {%r1,%r2}|%p2, a[%r3],"
            "(1 << 3), [%rd1, %r5];")
            ->operands;

    (void)state;
    assert_int_equal(at[0].kind, GEN_PTX_VECTOR);
    assert_int_equal(at[0].item_count, 4);
    assert_token(at[0].items[0].reg->name, "%f1");
    assert_int_equal(at[0].items[2].number, 2);
    assert_int_equal(at[1].kind, GEN_PTX_REGISTER);
    assert_token(at[1].reg->name, "%p1");
    assert_int_equal(at[1].item_count, 1);
    assert_token(at[1].items[0].reg->name, "%p2");
    for (size_t i = 2; i < 8; i++)
        assert_int_equal(at[i].kind, GEN_PTX_OTHER);
    assert_token(at[2].text, "[tex, {%f3, %f4}]");
    assert_int_equal(at[2].item_count, 2);
    assert_int_equal(at[3].item_count, 1);
    assert_int_equal(at[4].item_count, 3);
    assert_token(at[5].items[0].reg->name, "%r3");
    assert_int_equal(at[6].item_count, 0);
    assert_int_equal(at[7].item_count, 2);
}

static void takes_vectors_in_registers_for_their_components(void **state)
{
    const gen_ptx_function *f =
        with_registers("ld.global.v4.f32 color, [%rd1]; mov.f32 color.g, color.a;"
                       "tex.2d.v4.f32.f32 {%f5, %f6, %f7, %f8}, [%rd5, color];");
    const gen_ptx_operand *at = f->statements->operands;

    (void)state;
    assert_int_equal(at->kind, GEN_PTX_VECTOR);
    assert_int_equal(at->item_count, 4);
    assert_token(at->text, "color");
    assert_token(at->items[3].text, "color.w");
    assert_ptr_equal(at->items[3].reg, register_of(f, "color.w"));
    assert_int_equal(definitions(f, "color.x"), 1);
    assert_int_equal(definitions(f, "color.y"), 2);
    assert_ptr_equal(nth(f->statements, 1)->operands[0].reg, register_of(f, "color.y"));
    assert_int_equal(nth(f->statements, 2)->operands[1].item_count, 5);
}

static void counts_what_may_write_a_register(void **state)
{
    const gen_ptx_function *f = with_registers(
        "ld.global.v4.f32 {%f1, %f2, %f3, _}, [%rd1]; @%p1 mov.f32 %f1, %f4;"
        "setp.lt.and.s32 %p2|%p3, %r1, %r2, !%p1; st.global.b64 [%rd2], %rd3;"
        "atom.global.cas.b32 %r3, [%rd4], %r4, %r5; red.global.add.u32 [%rd4], %r4;"
        "shfl.sync.bfly.b32 %r6|%p1, %r7, 1, 31, -1; tex.2d.v4.f32.f32 {%f5, %f6, %f7, %f8},"
        "[%rd5, {%f4, %f4}]; bar.sync %r8; bar.red.popc.u32 %r9, 0, %p1; barrier.sync %r8, %r8;"
        "nanosleep.u32 %r8; unknown.b32 {%r10, %r11}, %r12; mov.b32 {%rs0, %rs1}, %r8;"
        "cp.async.ca.shared.global [%r13], [%rd6], 16, %r14; mov.f32 color.y, %f4;"
        "wmma.load.a.sync.aligned.row.m16n16k16.f16 {%r15, %r16}, [%rd7], %r17;");

    (void)state;
    assert_int_equal(definitions(f, "%f1"), 2);
    assert_ptr_equal(register_of(f, "%f1")->definition, nth(f->statements, 1));
    assert_int_equal(definitions(f, "%f3"), 1);
    assert_ptr_equal(register_of(f, "%f3")->definition, f->statements);
    assert_int_equal(definitions(f, "%f4"), 0);
    assert_int_equal(definitions(f, "%f8"), 1);
    assert_int_equal(definitions(f, "%p1"), 1);
    assert_int_equal(definitions(f, "%p2"), 1);
    assert_int_equal(definitions(f, "%p3"), 1);
    assert_int_equal(definitions(f, "%r3"), 1);
    assert_int_equal(definitions(f, "%r4"), 0);
    assert_int_equal(definitions(f, "%r6"), 1);
    assert_int_equal(definitions(f, "%r8"), 0);
    assert_int_equal(definitions(f, "%r9"), 1);
    assert_int_equal(definitions(f, "%r10"), 1);
    assert_int_equal(definitions(f, "%r11"), 1);
    assert_int_equal(definitions(f, "%r12"), 0);
    assert_int_equal(definitions(f, "%r13"), 0);
    assert_int_equal(definitions(f, "%r14"), 0);
    assert_int_equal(definitions(f, "%r16"), 1);
    assert_int_equal(definitions(f, "%rs1"), 1);
    assert_int_equal(definitions(f, "color.x"), 0);
    assert_int_equal(definitions(f, "color.y"), 1);
    for (int i = 1; i < 8; i++)
        assert_int_equal(definitions(f, gen_arena_format(&arena, "%%rd%d", i)), 0);
}

static void reads_labels_and_several_statements_on_a_line(void **state)
{
    gen_ptx_statement *at =
        with_registers("L1: L2: @%p1 bra L1; ; mov.u32\n// comment\n %r1 /* ; } */,\n%r2\n// ;\n;"
                       "ts: .branchtargets L1, L2; brx.idx %r1, ts;"
                       "prototype_0 : .callprototype ()_ (.param .b64 _);"
                       ".pragma \"nounroll; }\"; ld.global.L2::cache_hint.b32 %r1, [%rd1], %rd2;")
            ->statements;

    (void)state;
    assert_int_equal(count_of(at), 9);
    assert_int_equal(at->kind, GEN_PTX_LABEL);
    assert_token(at->text, "L1");
    assert_token(nth(at, 1)->text, "L2");
    assert_token(nth(at, 2)->text, "@%p1 bra L1");
    assert_token(nth(at, 3)->text, "mov.u32\n// comment\n %r1 /* ; } */,\n%r2");
    assert_int_equal(nth(at, 3)->ptx_line, 6);
    assert_int_equal(nth(at, 4)->kind, GEN_PTX_VERBATIM);
    assert_token(nth(at, 4)->text, "ts: .branchtargets L1, L2");
    assert_int_equal(nth(at, 5)->kind, GEN_PTX_INSTRUCTION);
    assert_token(nth(at, 6)->text, "prototype_0 : .callprototype ()_ (.param .b64 _)");
    assert_token(nth(at, 7)->text, ".pragma \"nounroll; }\"");
    assert_token(nth(at, 8)->opcode, "ld.global.L2::cache_hint.b32");
}

static void knows_places(void **state)
{
    gen_ptx_statement *at = with_registers("ret; .loc 2 17 5\nret; .loc 1 3 4 ret;")->statements;

    (void)state;
    assert_int_equal(at->file, 0);
    assert_int_equal(nth(at, 1)->kind, GEN_PTX_LOC);
    assert_token(nth(at, 1)->text, ".loc 2 17 5");
    assert_int_equal(nth(at, 2)->file, 2);
    assert_int_equal(nth(at, 2)->line, 17);
    assert_int_equal(nth(at, 4)->line, 3);
}

static void puts_declarations_first(void **state)
{
    const gen_ptx_function *f =
        parse_body("ret; .local .align 8 .b8 __local_depot0[16]; .reg .b32 %r<2>;"
                   ".shared .u32 s; mov.u32 %r1, s; .param .b32 p;");

    (void)state;
    assert_int_equal(count_of(f->declarations), 3);
    assert_int_equal(count_of(f->statements), 3);
    assert_token(f->declarations->text, ".local .align 8 .b8 __local_depot0[16]");
    assert_token(f->variables->name, "__local_depot0");
    assert_int_equal(f->variables->space, GEN_PTX_LOCAL);
    assert_int_equal(f->variables->next->space, GEN_PTX_SHARED);
    assert_null(f->variables->next->next);
    assert_int_equal(nth(f->statements, 2)->kind, GEN_PTX_VERBATIM);
}

static void keeps_call_sequences_together(void **state)
{
    const gen_ptx_function *f = with_registers(
        "{ // callseq 0, 0\n\t.reg .b32 temp_param_reg;\n\t.param .b64 param0;\n"
        "\tst.param.b64 [param0+0], %rd1;\n\t.param .b32 retval0;\n"
        "\tcall.uni (retval0), \n\tfoo, \n\t(\n\tparam0\n\t);\n"
        "\tld.param.b32 %r1, [retval0+0];\n\tmov.b32 temp_param_reg, %r2; } // callseq 0\nret;");
    gen_ptx_statement *call = f->statements;

    (void)state;
    assert_int_equal(count_of(call), 2);
    assert_int_equal(call->kind, GEN_PTX_CALL);
    assert_token(call->callee, "foo");
    assert_int_equal(call->text.text[0], '{');
    assert_int_equal(call->text.text[call->text.length - 1], '}');
    assert_int_equal(call->operand_count, 2);
    assert_int_equal(call->operands[0].item_count, 1);
    assert_token(call->operands[0].items[0].reg->name, "%r1");
    assert_int_equal(call->operands[1].item_count, 2);
    assert_token(call->operands[1].items[0].reg->name, "%rd1");
    assert_token(call->operands[1].items[1].reg->name, "%r2");
    assert_int_equal(definitions(f, "%r1"), 1);
    assert_ptr_equal(register_of(f, "%r1")->definition, call);
    assert_null(register_of(f, "temp_param_reg"));
    assert_int_equal(count_of(call->sequence), 7);
    assert_token(nth(call->sequence, 2)->opcode, "st.param.b64");
    assert_token(nth(call->sequence, 2)->operands[0].name, "param0");
    assert_int_equal(nth(call->sequence, 4)->kind, GEN_PTX_CALL);
    assert_token(nth(call->sequence, 4)->operands[0].text, "(retval0)");
    assert_token(nth(call->sequence, 4)->operands[1].text, "(\n\tparam0\n\t)");
    assert_token(nth(call->sequence, 4)->operands[1].items[0].name, "param0");
}

static void reads_calls_of_all_forms(void **state)
{
    gen_ptx_statement *at =
        with_registers("call f; call.uni g, (%r1, 5, p); @%p1 call (%r2), h;"
                       "call (%r3), %rd1, (%r4), prototype_0; call.uni (), e, ();"
                       "{ .param .b32 r; prototype_1 : .callprototype (.param .b32 _) _ ();"
                       "call (r), %rd2, (), prototype_1; ld.param.b32 %r5, [r]; }")
            ->statements;

    (void)state;
    assert_token(at->callee, "f");
    assert_int_equal(at->operands[0].text.length + at->operands[1].text.length, 0);
    assert_token(nth(at, 1)->callee, "g");
    assert_int_equal(nth(at, 1)->operands[1].item_count, 3);
    assert_token(nth(at, 2)->guard->name, "%p1");
    assert_int_equal(nth(at, 2)->operands[0].items[0].reg->definitions, 1);
    assert_int_equal(nth(at, 3)->callee.length, 0);
    assert_token(nth(at, 3)->prototype, "prototype_0");
    assert_int_equal(nth(at, 3)->operands[1].item_count, 2);
    assert_token(nth(at, 3)->operands[1].items[1].reg->name, "%rd1");
    assert_token(nth(at, 4)->operands[0].text, "()");
    assert_int_equal(nth(at, 5)->callee.length, 0);
    assert_token(nth(at, 5)->prototype, "prototype_1");
    assert_token(nth(at, 5)->operands[1].items[0].reg->name, "%rd2");
    assert_token(nth(at, 5)->operands[0].items[0].reg->name, "%r5");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(knows_registers_by_their_types, set_up, tear_down),
        cmocka_unit_test_setup_teardown(knows_guards, set_up, tear_down),
        cmocka_unit_test_setup_teardown(knows_simple_operands, set_up, tear_down),
        cmocka_unit_test_setup_teardown(knows_addresses, set_up, tear_down),
        cmocka_unit_test_setup_teardown(knows_vectors_pairs_and_other_forms, set_up, tear_down),
        cmocka_unit_test_setup_teardown(takes_vectors_in_registers_for_their_components, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(counts_what_may_write_a_register, set_up, tear_down),
        cmocka_unit_test_setup_teardown(reads_labels_and_several_statements_on_a_line, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(knows_places, set_up, tear_down),
        cmocka_unit_test_setup_teardown(puts_declarations_first, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keeps_call_sequences_together, set_up, tear_down),
        cmocka_unit_test_setup_teardown(reads_calls_of_all_forms, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
