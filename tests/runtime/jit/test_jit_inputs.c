/* What compiled code depends on: it is compiled again if anything of that differs, and not kept if
 * it may depend on files. */
#define _XOPEN_SOURCE 700 /* setenv, fork */

#include "jit_entries.h"

static void in_child_compiles_again_if_anything_differs(void)
{
    static const char *const options[] = {"-DA", NULL};
    static const custub_jit_header headers[] = {{"a.h", "text"}, {NULL, NULL}};
    static const custub_jit_header changed[] = {{"a.h", "texts"}, {NULL, NULL}};
    static const custub_jit_name names[] = {{"f<int>", NULL}, {NULL, NULL}};
    static const custub_jit_name others[] = {{"f<int>", "_Z1fIiEvT_"}, {NULL, NULL}};
    enum { COUNT = 8 };
    const custub_jit_program programs[COUNT] = {
        {.name = "scale.cu", .source = "the source"},
        {.name = "other.cu", .source = "the source"},
        {.name = "scale.cu", .source = "a source"},
        {.name = "scale.cu", .source = "the source", .options = options},
        {.name = "scale.cu", .source = "the source", .headers = headers},
        {.name = "scale.cu", .source = "the source", .headers = changed},
        {.name = "scale.cu", .source = "the source", .names = names},
        {.name = "scale.cu", .source = "the source", .names = others}};

    setenv("FAKE_NVRTC_NAMES", "f<int>=_Z1fIiEvT_", 1);
    begin();
    for (int i = 0; i < COUNT; i++) {
        CHILD_CHECK(compile_elsewhere(&programs[i]) == 0);
        CHILD_CHECK(compile_elsewhere(&programs[i]) == 0);
        CHILD_CHECK(compilations() == i + 1);
    }
    setenv("FAKE_NVRTC_VERSION", "12.9", 1);
    CHILD_CHECK(compile_elsewhere(&scale) == 0 && compilations() == COUNT + 1);
    setenv("FAKE_NVRTC_ARCHS", "80", 1);
    CHILD_CHECK(compile_elsewhere(&scale) == 0 && compilations() == COUNT + 2);
    recording_programmed()->version = 12090;
    CHILD_CHECK(compile_elsewhere(&scale) == 0 && compilations() == COUNT + 3);
}
CHILD_TEST(compiles_again_if_anything_differs)

/* Compiles a program twice in one process, and once in another: every time anew. */
static void check_nothing_is_kept(const custub_jit_program *program)
{
    const long before = compilations();

    CHILD_CHECK(compile_times_elsewhere(program, 2) == 0 && compile_elsewhere(program) == 0);
    CHILD_CHECK(compilations() == before + 3 && look().entries == 0);
}

static void in_child_keeps_nothing_of_a_program_with_options_that_name_files(void)
{
    static const char *const options[][3] = {{"-I/somewhere"},
                                             {"-I", "/somewhere"},
                                             {"--include-path=/somewhere"},
                                             {"-include=/some/file.h"},
                                             {"--pre-include=/some/file.h"},
                                             {"--use-pch=a.pch"},
                                             {"-pch"},
                                             {"--create-pch=a.pch"},
                                             {"--of-a-new-version"},
                                             {"-Xptxas", "--options-file=a"},
                                             {"--fdevice-time-trace=a"}};
    custub_jit_program program = scale;

    begin();
    for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
        program.options = options[i];
        check_nothing_is_kept(&program);
    }
}
CHILD_TEST(keeps_nothing_of_a_program_with_options_that_name_files)

static void in_child_keeps_nothing_of_a_program_that_includes_files(void)
{
    static const char *const sources[] = {
        "#include \"/some/file.h\"",
        "  #  include /* it */ </some/file.h>",
        "%:include \"/some/file.h\"",
        "#inc\\\nlude \"/some/file.h\"",
        "#define FILE \"/some/file.h\"\n#include FILE",
        "#if __has_include(\"/some/file.h\")\n#endif",
        "#include \"../file.h\"",
        "int a = 1'000; char b = '\"'; /* ' */\n#include \"/some/file.h\"",
        "auto a = \"/*\";\n#include \"/some/file.h\"",
        "auto a = R\"(/*)\";\n#include \"/some/file.h\"",
        "\?\?=include \"/some/file.h\"",
        "#embed \"/some/file\""};
    static const custub_jit_header headers[] = {{"a.h", "#include \"/some/file.h\""}, {NULL, NULL}};
    custub_jit_program program = scale;

    begin();
    for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); i++) {
        program.source = sources[i];
        check_nothing_is_kept(&program);
    }
    program = scale;
    program.headers = headers;
    check_nothing_is_kept(&program);
    setenv("NVRTC_APPEND_FLAGS", "-I/somewhere", 1);
    check_nothing_is_kept(&scale);
}
CHILD_TEST(keeps_nothing_of_a_program_that_includes_files)

static void in_child_keeps_a_program_that_includes_known_headers(void)
{
    static const custub_jit_header headers[] = {{"own/a.h", "#include <math.h>"}, {NULL, NULL}};
    static const char *const options[] = {
        "-DPROFILE", "-D", "N=1", "--use_fast_math", "-Xptxas", "-v", "-G", "-std=c++20", NULL};
    const custub_jit_program program = {
        .name = "scale.cu",
        .source = "// the #include of /abs\n/* # include \"/abs\" */\nint a = 1'0; // don't\n"
                  "#include \"own/a.h\"\n#include <cuda_fp16.h>\nauto b = \"#include \\\"/abs\";",
        .options = options,
        .headers = headers};

    begin();
    CHILD_CHECK(compile_elsewhere(&program) == 0 && compile_elsewhere(&program) == 0);
    CHILD_CHECK(*code_of(&program) && *code_of(&program));
    CHILD_CHECK(compilations() == 1 && look().entries == 1);
}
CHILD_TEST(keeps_a_program_that_includes_known_headers)

/* A version without -no-source-include looks for headers in the current folder. */
static void in_child_keeps_nothing_that_an_old_version_may_find_elsewhere(void)
{
    custub_jit_program program = scale;

    begin();
    setenv("FAKE_NVRTC_REFUSES", "-no-source-include", 1);
    CHILD_CHECK(*code_of(&scale) && *code_of(&scale) && compilations() == 1);
    CHILD_CHECK(look().entries == 1);
    program.source = "#include \"scale.h\"";
    CHILD_CHECK(*code_of(&program) && *code_of(&program) && compilations() == 3);
    CHILD_CHECK(look().entries == 1);
}
CHILD_TEST(keeps_nothing_that_an_old_version_may_find_elsewhere)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compiles_again_if_anything_differs),
        cmocka_unit_test(keeps_nothing_of_a_program_with_options_that_name_files),
        cmocka_unit_test(keeps_nothing_of_a_program_that_includes_files),
        cmocka_unit_test(keeps_a_program_that_includes_known_headers),
        cmocka_unit_test(keeps_nothing_that_an_old_version_may_find_elsewhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
