/* The variables, functions and files of PTX, and what is written back. */
#include "ptx_case.h"

static const gen_ptx_variable *variable(const gen_ptx_module *module, const char *name)
{
    for (const gen_ptx_variable *at = module->variables; at; at = at->next)
        if (gen_token_is(at->name, name))
            return at;
    fail_msg("no variable %s", name);
    return NULL;
}

static void knows_version_target_and_files(void **state)
{
    const gen_ptx_module *module =
        gen_ptx_parse(&arena, &diag, "a.ptx",
                      "// by hand\n.version 7.8 .target sm_90a, debug\n.address_size 64\n"
                      ".file 1 \"a \\\" b.cu\"\n\t.file\t3 \"c.h\", 1663000000, 17\n");

    (void)state;
    assert_int_equal(module->version, 78);
    assert_token(module->target, "sm_90a");
    assert_true(module->is_debug);
    assert_int_equal(module->file_count, 4);
    assert_token(module->files[1], "a \\\" b.cu");
    assert_int_equal(module->files[2].length, 0);
    assert_token(module->files[3], "c.h");
    assert_false(parse("")->is_debug);
}

static void knows_sizes_and_spaces_of_variables(void **state)
{
    const gen_ptx_module *module =
        parse(".visible .global .align 16 .b8 bytes[33];\n"
              ".const .align 4 .f32 two[2][3] = {{0f3F800000, 1.5, 2}, {3, 4, 5}};\n"
              ".weak .global .u64 first = names, second[2];\n"
              ".global .v4 .f32 vector[3];\n"
              ".global .s16 counted[] = {1, -2, (3 + 4), 5};\n"
              ".global .s16 rows[][2] = {{1, 2}, {3, 4}, {5, 6}};\n"
              ".global .attribute(.managed) .align 8 .b8 managed[8] = {1, 2};\n"
              ".common .global .b32 shared_by_files;\n"
              ".extern .shared .align 128 .b8 dynamic[];\n"
              ".extern .global .f64 elsewhere[5];\n"
              ".shared .b128 wide;\n"
              ".global .texref texture;\n"
              ".const[2] .u32 banked;\n");

    (void)state;
    assert_int_equal(variable(module, "bytes")->size, 33);
    assert_int_equal(variable(module, "bytes")->align, 16);
    assert_int_equal(variable(module, "bytes")->space, GEN_PTX_GLOBAL);
    assert_int_equal(variable(module, "two")->size, 24);
    assert_int_equal(variable(module, "two")->space, GEN_PTX_CONST);
    assert_int_equal(variable(module, "first")->size, 8);
    assert_int_equal(variable(module, "second")->size, 16);
    assert_int_equal(variable(module, "vector")->size, 48);
    assert_int_equal(variable(module, "vector")->align, 16);
    assert_int_equal(variable(module, "counted")->size, 8);
    assert_int_equal(variable(module, "rows")->size, 12);
    assert_int_equal(variable(module, "managed")->size, 8);
    assert_int_equal(variable(module, "shared_by_files")->size, 4);
    assert_int_equal(variable(module, "dynamic")->size, 0);
    assert_int_equal(variable(module, "dynamic")->space, GEN_PTX_SHARED);
    assert_true(variable(module, "dynamic")->is_extern);
    assert_int_equal(variable(module, "elsewhere")->size, 40);
    assert_true(variable(module, "elsewhere")->is_extern);
    assert_false(variable(module, "bytes")->is_extern);
    assert_int_equal(variable(module, "wide")->size, 16);
    assert_int_equal(variable(module, "texture")->size, 0);
    assert_int_equal(variable(module, "banked")->size, 4);
}

static void knows_parameters_and_results(void **state)
{
    const gen_ptx_module *module =
        parse(".visible.entry k(.param.u64.ptr.global.align 16 p, .param .u8 b,\n"
              "\t.param .align 8 .b8 s[24], .param .u32 .ptr .shared .align 4 q, .param .f64 d)\n"
              "{ ret; }\n"
              ".weak .func (.param .b32 result) f(.param .b64 a, .reg .f32 r) { ret; }\n"
              ".extern .func (.param .b32 _) printer(.param .b64 _, .param .b8 rest[]);\n"
              ".func plain { ret; }\n");
    const gen_ptx_function *k = module->functions;
    const gen_ptx_function *f = k->next;
    const gen_ptx_function *printer = f->next;

    (void)state;
    assert_true(k->is_entry && !k->is_declaration);
    assert_int_equal(k->param_count, 5);
    assert_token(k->params[0].name, "p");
    assert_int_equal(k->params[0].align, 8);
    assert_int_equal(k->params[1].offset, 8);
    assert_int_equal(k->params[2].offset, 16);
    assert_int_equal(k->params[2].size, 24);
    assert_int_equal(k->params[2].kind, 'b');
    assert_true(k->params[3].is_shared && !k->params[0].is_shared);
    assert_int_equal(k->params[4].offset, 48);
    assert_int_equal(k->params[4].kind, 'f');
    assert_false(f->is_entry);
    assert_int_equal(f->result_count, 1);
    assert_token(f->results[0].name, "result");
    assert_int_equal(f->param_count, 2);
    assert_true(printer->is_declaration);
    assert_int_equal(printer->params[1].size, 0);
    assert_token(printer->next->name, "plain");
    assert_int_equal(printer->next->param_count, 0);
    assert_null(printer->next->next);
}

static void keeps_the_text_before_parameters_and_the_directives(void **state)
{
    const gen_ptx_module *module =
        parse("// comment\n.visible .entry k(\n\t.param .u64 p\n)\n.maxntid 256, 1, 1\n"
              ".minnctapersm 2 .maxclusterrank 8\n.pragma \"nounroll\";\n{ ret; }\n"
              ".entry c() .reqntid 64, 2 .explicitcluster .reqnctapercluster 2\n{ ret; }\n"
              ".extern .func d .noreturn;\n.alias other, d;\n");
    const gen_ptx_function *k = module->functions;
    const gen_ptx_function *c = k->next;

    (void)state;
    assert_token(k->before, ".visible .entry k(\n\t.param .u64 p");
    assert_token(k->directives, ".maxntid 256, 1, 1\n.minnctapersm 2 .maxclusterrank 8\n"
                                ".pragma \"nounroll\";");
    assert_int_equal(k->max_threads[0], 256);
    assert_int_equal(k->min_blocks, 2);
    assert_int_equal(k->max_cluster, 8);
    assert_false(k->is_declaration);
    assert_int_equal(c->required[0], 64);
    assert_int_equal(c->required[1], 2);
    assert_int_equal(c->required[2], 1);
    assert_int_equal(c->cluster[0], 2);
    assert_token(c->next->before, ".extern .func d(");
    assert_token(c->next->directives, ".noreturn");
    assert_token(module->aliases->name, "other");
    assert_token(module->aliases->function, "d");
}

static void knows_the_dimensions_that_a_body_reads(void **state)
{
    const gen_ptx_function *f =
        parse_body(".reg .b32 %r<3>; mov.u32 %r1, %tid.x; mov.u32 %r1, %ctaid.y;"
                   "{ .reg .b32 t; mov.u32 t, %ntid.z; }");

    (void)state;
    assert_int_equal(f->threads, 1);
    assert_int_equal(f->blocks, 2);
    assert_int_equal(f->dimensions, 3);
}

static void reads_heads_alone(void **state)
{
    const gen_ptx_module *module = gen_ptx_parse_heads(
        &arena, &diag, "a.ptx",
        ".version 8.0\n.entry k(.param .u32 n)\n.maxntid 64\n{ { what? %ctaid.z; } %tid.y }\n"
        ".global .u32 x;\n.entry c() { ret; }");
    const gen_ptx_function *k = module->functions;

    (void)state;
    assert_int_equal(k->param_count, 1);
    assert_int_equal(k->max_threads[0], 64);
    assert_int_equal(k->dimensions, 3);
    assert_int_equal(k->threads, 2);
    assert_int_equal(k->blocks, 4);
    assert_null(k->statements);
    assert_token(k->next->name, "c");
    assert_token(module->variables->name, "x");
    assert_null(gen_ptx_parse_heads(&arena, &diag, "a.ptx", ".version 8.0\n.entry k() { ret;"));
    assert_int_equal(diag.first->place.line, 2);
}

static void writes_back_what_it_read(void **state)
{
    static const char text[] =
        "// first\n.version 8.0\n.target sm_80\n.global .u32 x = 1; // x\n"
        ".visible .entry k(.param .u64 p)\n.maxntid 1\n{\n.reg .b32 %r<2>;\n.reg .pred %p<2>;\n"
        "mov.u32 %r1, 1;\n"
        "again:\n@%p1 bra again;\n.loc 1 2 3\n.pragma \"nounroll\";\n"
        "{ // callseq 0\n.param .b64 a;\ncall.uni f, (a);\n}\n}\n"
        ".extern .func f();\n\t.file 1 \"a.cu\"\n";
    const gen_ptx_module *module = gen_ptx_parse(&arena, &diag, "a.ptx", text);

    (void)state;
    assert_non_null(module);
    assert_string_equal(printed(module), text);
}

static void reads_debug_sections(void **state)
{
    const gen_ptx_module *module =
        parse(".visible .entry k()\n{\n$L__func_begin0:\n.loc 1 5 2\nret;\n"
              ".loc 2 7 1, function_name $L__info_string1, inlined_at 1 5 2\nret;\n"
              ".loc 2 9 4, function_name $L__info_string1+2, inlined_at 2 7 1\nret;\n}\n"
              ".section .debug_abbrev\n{\n.b8 1\n.b8 17\n}\n"
              ".section\t.debug_str\n{\n$L__info_string0:\n.b8 95,0\n$L__info_string1:\n"
              ".b8 95,90,49\n.b8 102,0\n}\n"
              ".section .debug_info { .b32 .debug_abbrev\n.b64 $L__func_begin0\n }\n");
    gen_ptx_statement *first = nth(module->functions->statements, 2);
    gen_ptx_statement *second = nth(first, 2);
    gen_ptx_statement *third = nth(second, 2);

    (void)state;
    assert_int_equal(first->line, 5);
    assert_int_equal(first->inlined.length, 0);
    assert_int_equal(second->file, 2);
    assert_int_equal(second->line, 7);
    assert_int_equal(second->caller_file, 1);
    assert_int_equal(second->caller_line, 5);
    assert_null(second->caller);
    assert_string_equal(gen_ptx_debug_string(&arena, module, second->inlined), "_Z1f");
    assert_ptr_equal(third->caller, nth(first, 1));
    assert_string_equal(gen_ptx_debug_string(&arena, module, third->inlined), "1f");
    assert_null(gen_ptx_debug_string(&arena, module, first->inlined));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(knows_version_target_and_files, set_up, tear_down),
        cmocka_unit_test_setup_teardown(knows_sizes_and_spaces_of_variables, set_up, tear_down),
        cmocka_unit_test_setup_teardown(knows_parameters_and_results, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keeps_the_text_before_parameters_and_the_directives, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(knows_the_dimensions_that_a_body_reads, set_up, tear_down),
        cmocka_unit_test_setup_teardown(reads_heads_alone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(writes_back_what_it_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(reads_debug_sections, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
