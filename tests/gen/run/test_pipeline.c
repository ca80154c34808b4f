/* The stages from a source's text to the outputs, in this process, without writing. */
#define _XOPEN_SOURCE 700 /* mkdtemp */

#include "run/pipeline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static gen_arena arena;
static gen_options options;
static gen_pipeline pipeline;
static char folder[64];

static const char saxpy[] =
    "#include <custub/kernel.h>\n"
    "struct range { unsigned count; };\n"
    "extern \"C\" CUSTUB_THREADS(range.count) __global__ void\n"
    "saxpy(struct range range, float int32_t, float *y CUSTUB_COUNTED_BY(range.count))\n"
    "{\n"
    "    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < range.count) y[i] += int32_t;\n"
    "}\n";

static const char *path_of(const char *name)
{
    return gen_arena_format(&arena, "%s/%s", folder, name);
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(path_of(name), "wb");

    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static int set_up(void **state)
{
    (void)state;
    gen_arena_initialize(&arena);
    strcpy(folder, "/tmp/custub_pipeline_XXXXXX");
    return !mkdtemp(folder);
}

static int tear_down(void **state)
{
    (void)state;
    gen_pipeline_deinitialize(&pipeline);
    unlink(path_of("a.cu"));
    gen_arena_deinitialize(&arena);
    return rmdir(folder); /* fails if the run has written anything */
}

/* Runs `command` over a.cu with this text. */
static bool run(const char *command, const char *text)
{
    const char *gen[] = {"custub",    command,     path_of("a.cu"), "-o", folder,
                         "--no-cuda", "--depfile", path_of("d"),    "--", "-I" CUSTUB_INCLUDE_DIR};
    const char *list[] = {"custub",    command, path_of("a.cu"),
                          "--no-cuda", "--",    "-I" CUSTUB_INCLUDE_DIR}; /* it writes no files */
    bool is_list = strcmp(command, "list") == 0;
    const char *error = NULL;

    write_file("a.cu", text);
    assert_true(gen_options_parse(&options, &arena, is_list ? 6 : 10,
                                  (char **)(is_list ? list : gen), &error));
    gen_pipeline_initialize(&pipeline, &options);
    return gen_pipeline_run(&pipeline);
}

static const char *output(const char *suffix)
{
    for (const gen_output *o = pipeline.outputs.first; o; o = o->next) {
        size_t length = strlen(o->path);
        if (length >= strlen(suffix) && strcmp(o->path + length - strlen(suffix), suffix) == 0)
            return o->text.data;
    }
    fail_msg("no output ends with %s", suffix);
    return NULL;
}

static void assert_has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("'%s' is not in\n%s", part, text);
}

static void makes_all_outputs_without_writing_them(void **state)
{
    (void)state;
    assert_true(run("gen", saxpy));
    assert_null(pipeline.diag.first);
    assert_has(output("/a.custub.h"), "launch_saxpy(");
    assert_has(output("/a.custub.c"), "\"saxpy\"");
    assert_has(output("/a.nvcc.cu"), "#include \"a.cu\"");
    assert_has(output("/a.cpu.cpp"), "saxpy");
    assert_has(output("/a.images.S"), "a_custub_images");
    assert_has(output("/a.json"), "\"name\": \"saxpy\"");
    assert_has(output("/d"), "/a.cu");
    assert_int_equal(access(path_of("a.json"), F_OK), -1);
}

/* The outputs are the same before and after the generated header exists, however it is included. */
static void reads_its_own_generated_header_again(void **state)
{
    static const char *const includes[] = {"#include \"a.custub.h\"\n",
                                           "#include \"api/own.h\"\n",
                                           "#define HEADER \"a.custub.h\"\n#include HEADER\n",
                                           "#include \"api/by_macro.h\"\n",
                                           "#define MISSING \"b.custub.h\"\n#include "
                                           "MISSING\n#include \"a.custub.h\"\nb_kernels *b();\n",
                                           "typedef int other_kernels;\n#if 0\n#include "
                                           "\"other.custub.h\"\n#endif\n#include \"a.custub.h\"\n"};

    const char *header;

    (void)state;
    assert_true(run("gen", saxpy));
    header = gen_arena_string(&arena, output("/a.custub.h"));
    assert_int_equal(mkdir(path_of("api"), 0777), 0);
    write_file("api/own.h", "#include \"../a.custub.h\"\nstruct own { a_kernels kernels; };\n");
    write_file("api/by_macro.h", "#define OWN \"own.h\"\n#include OWN\n");
    for (size_t i = 0; i < 2 * sizeof(includes) / sizeof(includes[0]); i++) {
        if (i % 2)
            write_file("a.custub.h", header);
        gen_pipeline_deinitialize(&pipeline);
        assert_true(run("gen", gen_arena_format(&arena, "%s%svoid use(const a_kernels *kernels);\n",
                                                saxpy, includes[i / 2])));
        assert_null(pipeline.diag.first);
        assert_has(output("/a.custub.h"), "launch_saxpy(");
        unlink(path_of("a.custub.h"));
    }
    unlink(path_of("api/own.h"));
    unlink(path_of("api/by_macro.h"));
    rmdir(path_of("api"));
}

/* Contracts are checked with C++'s names; only the outputs have C's. */
static void uses_c_names_only_in_outputs(void **state)
{
    (void)state;
    assert_true(run("gen", saxpy));
    assert_has(output("/a.custub.h"), "float int32_t_");
    assert_has(output("/a.custub.h"), "y_count = range.count;");
    assert_has(output("/a.json"), "\"text\": \"range.count\"");
}

static void lists_kernels_as_one_output(void **state)
{
    (void)state;
    assert_true(run("list", saxpy));
    assert_string_equal(pipeline.outputs.first->path, "-");
    assert_null(pipeline.outputs.first->next);
    assert_has(pipeline.outputs.first->text.data, "THREADS(range.count)");
}

static void reports_all_errors_of_a_file_in_their_order(void **state)
{
    const gen_diagnostic *first;

    (void)state;
    assert_false(run("gen", "#include <custub/kernel.h>\n"
                            "extern \"C\" CUSTUB_THREADS(m) __global__ void\n"
                            "k(int n, float *x CUSTUB_COUNTED_BY(n / 0)) {}\n"));
    assert_int_equal(pipeline.diag.errors, 2);
    first = pipeline.diag.first;
    assert_string_equal(first->id, "expr-unknown-name");
    assert_int_equal(first->place.line, 2);
    assert_string_equal(first->next->id, "expr-division-by-zero");
    assert_int_equal(first->next->place.line, 3);
}

static void emits_nothing_for_a_file_with_errors(void **state)
{
    (void)state;
    assert_false(run("gen", "extern \"C\" __global__ void k(undeclared x) {}\n"));
    assert_true(pipeline.diag.errors > 0);
    for (const gen_output *o = pipeline.outputs.first; o; o = o->next)
        assert_non_null(strstr(o->path, "/d"));
}

static void reports_which_file_it_reads(void **state)
{
    volatile size_t progress = 7;
    const char *words[] = {"custub", "list", path_of("a.cu"), "--no-cuda"};
    const char *error = NULL;

    (void)state;
    write_file("a.cu", "");
    assert_true(gen_options_parse(&options, &arena, 4, (char **)words, &error));
    gen_pipeline_initialize(&pipeline, &options);
    pipeline.progress = &progress;
    assert_true(gen_pipeline_run(&pipeline));
    assert_int_equal(progress, 0); /* it is at no file now */
}

static void refuses_an_output_in_place_of_an_input(void **state)
{
    const char *words[] = {"custub",        "gen", path_of("a.cu"), "--no-cuda", "--json",
                           path_of("a.cu"), "-o",  folder};
    const char *error = NULL;

    (void)state;
    write_file("a.cu", "extern \"C\" __global__ void k(int n) {}\n");
    assert_true(gen_options_parse(&options, &arena, 8, (char **)words, &error));
    gen_pipeline_initialize(&pipeline, &options);
    assert_false(gen_pipeline_run(&pipeline));
    assert_string_equal(pipeline.diag.first->id, "output-is-input");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(makes_all_outputs_without_writing_them),
        TEST(uses_c_names_only_in_outputs),
        TEST(reads_its_own_generated_header_again),
        TEST(lists_kernels_as_one_output),
        TEST(reports_all_errors_of_a_file_in_their_order),
        TEST(emits_nothing_for_a_file_with_errors),
        TEST(reports_which_file_it_reads),
        TEST(refuses_an_output_in_place_of_an_input),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
