/* Compiling with a fake NVRTC: what it is asked for, and the errors if it fails. FAKE_NVRTC_OLD is
 * one that lacks a function, KERNEL_HEADER is <custub/kernel.h>. */
#define _XOPEN_SOURCE 700 /* setenv */

#include "jit_fixture.h"

#include "jit/builtin_headers.h"
#include "jit/jit.h"

static void in_child_compiles_for_the_device(void)
{

    begin();
    compile(&scale);
    CHILD_CHECK_STRING(error.message, "");
    CHILD_CHECK_STRING(image.tag, "cubin");
    CHILD_CHECK(image.size == strlen(image.data) + 1);
    CHILD_CHECK(strstr(image.data, "scale.cu\nthe source\n"));
    CHILD_CHECK(strstr(image.data, "\n--gpu-architecture=sm_90\n-std=c++17\n-default-device\n"));
    CHILD_CHECK(strstr(image.data, "\n-no-source-include\n"));
    CHILD_CHECK(custub_jit_version(&error) == 13000);
}
CHILD_TEST(compiles_for_the_device)

static void in_child_compiles_to_ptx_for_a_device_that_nvrtc_does_not_know(void)
{

    begin();
    setenv("FAKE_NVRTC_ARCHS", "80 75 100 89", 1);
    compile(&scale);
    CHILD_CHECK_STRING(image.tag, "ptx");
    CHILD_CHECK(strstr(image.data, "\n--gpu-architecture=compute_89\n"));
}
CHILD_TEST(compiles_to_ptx_for_a_device_that_nvrtc_does_not_know)

static void in_child_refuses_a_device_that_is_too_old(void)
{
    begin();
    setenv("FAKE_NVRTC_ARCHS", "100 120", 1);
    CHILD_CHECK(!compile(&scale)->data);
    CHILD_CHECK(error.status == CUSTUB_ERROR_COMPILATION);
    CHILD_CHECK_STRING(error.message,
                       "scale.cu: NVRTC 13.0 compiles for no architecture before sm_100, the "
                       "device is sm_90: name an older NVRTC in CUSTUB_NVRTC");
}
CHILD_TEST(refuses_a_device_that_is_too_old)

static void in_child_obeys_the_options(void)
{
    static const char *const options[] = {"-DT=float", "--gpu-architecture=compute_80",
                                          "-std=c++20", NULL};
    static const char *const other[] = {"-arch", "sm_90a", NULL};
    custub_jit_program program = scale;

    begin();
    program.options = options;
    compile(&program);
    CHILD_CHECK_STRING(image.tag, "ptx");
    CHILD_CHECK(strstr(image.data, "\n-DT=float\n--gpu-architecture=compute_80\n-std=c++20\n-def"));
    program.options = other;
    compile(&program);
    CHILD_CHECK_STRING(image.tag, "cubin");
    CHILD_CHECK(strstr(image.data, "\n-arch\nsm_90a\n-std=c++17\n"));
}
CHILD_TEST(obeys_the_options)

static void in_child_gives_lto_ir(void)
{
    static const char *const options[] = {"-dlto", NULL};
    custub_jit_program program = scale;

    begin();
    program.options = options;
    CHILD_CHECK(strstr(code_of(&program), "\n-dlto\n"));
    CHILD_CHECK_STRING(image.tag, "ltoir");
    CHILD_CHECK(strstr(code_of(&program), "\n-dlto\n") && compilations() == 1);
    CHILD_CHECK_STRING(image.tag, "ltoir");
    setenv("CUSTUB_JIT_CACHE", "0", 1);
    setenv("FAKE_NVRTC_ARCHS", "80", 1); /* PTX otherwise */
    CHILD_CHECK(strstr(code_of(&program), "\n-dlto\n"));
    CHILD_CHECK_STRING(image.tag, "ltoir");
}
CHILD_TEST(gives_lto_ir)

static void in_child_says_that_an_option_leaves_no_code(void)
{
    static const char *const options[] = {"-optix-ir", NULL};
    custub_jit_program program = scale;

    begin();
    program.options = options;
    CHILD_CHECK(!compile(&program)->data);
    CHILD_CHECK(error.status == CUSTUB_ERROR_COMPILATION);
    CHILD_CHECK_STRING(error.message,
                       "NVRTC 13.0 cannot compile scale.cu for sm_90: it made neither machine code "
                       "nor PTX nor LTO-IR; an option asks for something else, as -optix-ir does: "
                       "leave it out");
}
CHILD_TEST(says_that_an_option_leaves_no_code)

static void in_child_refuses_a_last_option_without_its_value(void)
{
    static const char *const lists[][4] = {
        {"-I"}, {"-DA", "--include-path"}, {"-D"}, {"-I", "-I", "-arch"}};
    static const char *const right[][4] = {{"-I", "-I"}, {"-I."}, {"-D", "-U"}};
    custub_jit_program program = scale;

    begin();
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
        program.options = lists[i];
        CHILD_CHECK(!compile(&program)->data && error.status == CUSTUB_ERROR_COMPILATION);
        CHILD_CHECK(strstr(error.message, "' has no value: write it after the option, or as the "
                                          "next one of the list"));
        CHILD_CHECK(strncmp(error.message, "scale.cu: the option '-", 23) == 0);
    }
    for (size_t i = 0; i < sizeof(right) / sizeof(right[0]); i++) {
        program.options = right[i];
        CHILD_CHECK(*code_of(&program));
    }
}
CHILD_TEST(refuses_a_last_option_without_its_value)

static void in_child_does_without_an_option_that_old_versions_do_not_know(void)
{
    begin();
    setenv("FAKE_NVRTC_REFUSES", "-no-source-include", 1);
    CHILD_CHECK(strstr(code_of(&scale), "-default-device"));
    CHILD_CHECK_STRING(error.message, "");
    CHILD_CHECK(!custub_failed(&error));
    CHILD_CHECK(!strstr(code_of(&scale), "-no-source-include"));
}
CHILD_TEST(does_without_an_option_that_old_versions_do_not_know)

static void in_child_asks_for_kernels_by_their_names(void)
{
    custub_jit_name names[] = {{"f<int>", "_Z1fIiEvT_"}, {"g", NULL}, {NULL, NULL}};
    custub_jit_program program = scale;

    begin();
    program.names = names;
    setenv("FAKE_NVRTC_NAMES", "f<int>=_Z1fIiEvT_ g=_Z1gv", 1);
    CHILD_CHECK(strstr(code_of(&program), "\nf<int>\ng\n"));
    code_of(&program);
    CHILD_CHECK(compilations() == 1);
    names[0].symbol = "_Z1fIlEvT_";
    CHILD_CHECK(!compile(&program)->data);
    CHILD_CHECK_STRING(
        error.message,
        "NVRTC 13.0 cannot compile scale.cu for sm_90: 'f<int>' is '_Z1fIiEvT_', and "
        "the header was generated for '_Z1fIlEvT_'; the types of its arguments differ "
        "from those of the build");
    names[0].symbol = NULL;
    names[1].expression = "h"; /* a kernel that the program lacks */
    CHILD_CHECK(!compile(&program)->data);
    CHILD_CHECK(strstr(error.message, "nvrtcGetLoweredName: NVRTC_ERROR_INTERNAL_ERROR (10)"));
    names[1].expression = "";
    CHILD_CHECK(!compile(&program)->data);
    CHILD_CHECK(strstr(error.message, "nvrtcAddNameExpression: NVRTC_ERROR_INTERNAL_ERROR (3)"));
}
CHILD_TEST(asks_for_kernels_by_their_names)

static void in_child_gives_the_headers_by_name(void)
{
    static const custub_jit_header headers[] = {
        {"own.h", "own text"}, {"stdint.h", "other integers"}, {NULL, NULL}};
    custub_jit_program program = {
        .name = "a.cu", .source = "own text other integers", .headers = headers};
    const char *code;

    begin();
    code = code_of(&program);
    CHILD_CHECK(strstr(code, "own.h\nown text\nstdint.h\nother integers\ncustub/kernel.h\n"
                             "custub/assertion.h\ncstdint"));
}
CHILD_TEST(gives_the_headers_by_name)

static void in_child_keeps_the_first_error_of_the_log(void)
{
    begin();
    setenv("FAKE_NVRTC_LOG",
           "scale.cu(3): warning #177-D: unused\n\nscale.cu(12): error: identifier \"x\" is "
           "undefined\n    x = 1;\n    ^\n",
           1);
    CHILD_CHECK(!compile(&scale)->data);
    CHILD_CHECK(error.status == CUSTUB_ERROR_COMPILATION);
    CHILD_CHECK_STRING(error.message,
                       "NVRTC 13.0 cannot compile scale.cu for sm_90: scale.cu(12): error: "
                       "identifier \"x\" is undefined x = 1; ^");
    CHILD_CHECK_STRING(error.file, "scale.cu");
    CHILD_CHECK_STRING(error.driver_call, "nvrtcCompileProgram");
    CHILD_CHECK(error.driver_result == 6); /* NVRTC_ERROR_COMPILATION */
    CHILD_CHECK(error.line == 12);
    CHILD_CHECK(!custub_jit_compile(&scale, NULL).data);
}
CHILD_TEST(keeps_the_first_error_of_the_log)

static void in_child_cuts_off_a_long_log(void)
{
    char log[4000];

    begin();
    memset(log, 'y', sizeof(log));
    memcpy(log, "a.h(1): error: ", 15);
    log[sizeof(log) - 1] = '\0';
    setenv("FAKE_NVRTC_LOG", log, 1);
    CHILD_CHECK(!compile(&scale)->data);
    CHILD_CHECK(strlen(error.message) == CUSTUB_MESSAGE_SIZE - 1);
    CHILD_CHECK(strstr(error.message, "a.h(1): error: yyy"));
}
CHILD_TEST(cuts_off_a_long_log)

static void in_child_says_what_nvrtc_answers_without_a_log(void)
{
    begin();
    setenv("FAKE_NVRTC_LOG", "", 1);
    setenv("FAKE_NVRTC_RESULT", "11", 1);
    CHILD_CHECK(!compile(&scale)->data);
    CHILD_CHECK_STRING(error.message, "NVRTC 13.0 cannot compile scale.cu for sm_90: "
                                      "nvrtcCompileProgram: NVRTC_ERROR_INTERNAL_ERROR (11)");
    unsetenv("FAKE_NVRTC_LOG");
    CHILD_CHECK(*code_of(&scale)); /* a failure is not kept */
}
CHILD_TEST(says_what_nvrtc_answers_without_a_log)

static void in_child_says_that_there_is_no_nvrtc(void)
{
    begin();
    setenv("CUSTUB_NVRTC", "/nowhere/libnvrtc.so", 1);
    CHILD_CHECK(!compile(&scale)->data);
    CHILD_CHECK(error.status == CUSTUB_ERROR_NVRTC_NOT_FOUND);
    CHILD_CHECK(strstr(error.message, "install it (a part of the CUDA toolkit"));
    CHILD_CHECK(strstr(error.message, "[CUSTUB_NVRTC: /nowhere/libnvrtc.so"));
    CHILD_CHECK(custub_jit_version(fresh(&error)) == 0);
    setenv("CUSTUB_NVRTC", FAKE_NVRTC_OLD, 1);
    CHILD_CHECK(!compile(&scale)->data);
    CHILD_CHECK(strstr(error.message, "has no function nvrtcGetCUBIN"));
    setenv("CUSTUB_NVRTC", FAKE_NVRTC, 1);
    setenv("FAKE_NVRTC_ARCHS", "", 1);
    CHILD_CHECK(!compile(&scale)->data);
    CHILD_CHECK(strstr(error.message, "does not say which version it is"));
    unsetenv("FAKE_NVRTC_ARCHS");
    CHILD_CHECK(*code_of(&scale)); /* it is searched for again */
}
CHILD_TEST(says_that_there_is_no_nvrtc)

static void in_child_refuses_programs_that_lack_something(void)
{
    static const custub_jit_header headers[] = {{"own.h", NULL}, {NULL, NULL}};
    const custub_jit_program lacking[] = {{.source = "source"},
                                          {.name = "name"},
                                          {.name = "name", .source = "source", .headers = headers}};

    begin();
    CHILD_CHECK(!compile(NULL)->data);
    CHILD_CHECK(error.status == CUSTUB_ERROR_INVALID_ARGUMENT);
    CHILD_CHECK(!custub_jit_compile(&scale, &error).data); /* a failed record stays */
    for (int i = 0; i < 3; i++) {
        CHILD_CHECK(!compile(&lacking[i])->data);
        CHILD_CHECK(error.status == CUSTUB_ERROR_INVALID_ARGUMENT);
    }
    CHILD_CHECK_STRING(error.message, "name: the header 'own.h' has no text");
    recording_use_device(-1);
    CHILD_CHECK(!compile(&scale)->data);
    CHILD_CHECK(error.status == CUSTUB_ERROR_DRIVER);
}
CHILD_TEST(refuses_programs_that_lack_something)

#define PROGRAM "-DA\0-DB\0\0f<int>\0_Z1fIiEvT_\0g\0_Z1gv\0\0name.cu\0source text"

static void in_child_reads_a_program_from_an_image(void)
{
    static const char texts[] = PROGRAM "\0h.h\0text";
    custub_image source = {CUSTUBI_JIT_TAG, texts, sizeof(texts)};
    custub_image compiled;

    begin();
    setenv("FAKE_NVRTC_NAMES", "f<int>=_Z1fIiEvT_ g=_Z1gv", 1);
    compiled = custubi_jit_compile_image(&source, false, fresh(&error));
    CHILD_CHECK(compiled.data);
    CHILD_CHECK(strstr(compiled.data, "name.cu\nsource text\nh.h\ntext\n"));
    CHILD_CHECK(strstr(compiled.data, "\nf<int>\ng\n-DA\n-DB\n"));
    custub_image_free(&compiled);
    for (source.size = 0; source.size < sizeof(texts); source.size++) {
        bool is_program = source.size == sizeof(PROGRAM);
        compiled = custubi_jit_compile_image(&source, false, fresh(&error));
        CHILD_CHECK((compiled.data != NULL) == is_program);
        custub_image_free(&compiled);
        CHILD_CHECK(error.status == (is_program ? CUSTUB_OK : CUSTUB_ERROR_NO_IMAGE));
    }
}
CHILD_TEST(reads_a_program_from_an_image)

/* The options of an image of a program, of `size` bytes, that is compiled for bounds checks. */
static void check_rewritten(const char *texts, size_t size, const char *options)
{
    const custub_image source = {CUSTUBI_JIT_TAG, texts, size};
    custub_image compiled = custubi_jit_compile_image(&source, true, fresh(&error));

    CHILD_CHECK_STRING(error.message, "");
    CHILD_CHECK_STRING(compiled.tag, "ptx");
    CHILD_CHECK(strstr(compiled.data, options));
    custub_image_free(&compiled);
}

static void in_child_compiles_to_ptx_with_lines_for_bounds_checks(void)
{
    static const char plain[] = "-DA\0\0\0name.cu\0source text";
    static const char named[] = "-arch\0sm_90a\0-DA\0\0\0name.cu\0source text";
    static const char joined[] = "-arch=compute_80\0-G\0\0\0name.cu\0source text";
    const custub_image source = {CUSTUBI_JIT_TAG, plain, sizeof(plain)};
    custub_image other;

    begin();
    check_rewritten(plain, sizeof(plain),
                    "\n-DA\n--gpu-architecture=compute_90\n-lineinfo\n-std=c++17\n");
    check_rewritten(named, sizeof(named),
                    "\n-DA\n--gpu-architecture=compute_90a\n-lineinfo\n-std=c++17\n");
    check_rewritten(joined, sizeof(joined), "\n-G\n--gpu-architecture=compute_80\n-std=c++17\n");
    other = custubi_jit_compile_image(&source, false, fresh(&error));
    CHILD_CHECK_STRING(other.tag, "cubin");
    CHILD_CHECK(!strstr(other.data, "-lineinfo"));
    custub_image_free(&other);
    CHILD_CHECK(compilations() == 4);
}
CHILD_TEST(compiles_to_ptx_with_lines_for_bounds_checks)

/* The header that NVRTC gets has every macro of <custub/kernel.h> that a source may use, except the
 * one that says that there is no PTX. */
static void has_all_macros_of_the_contracts(void **state)
{
    FILE *file = fopen(KERNEL_HEADER, "r");
    char line[512], name[256], macro[300];
    int count = 0;

    (void)state;
    assert_non_null(file);
    assert_string_equal(custubi_builtin_headers[0].name, "custub/kernel.h");
    while (fgets(line, sizeof(line), file)) {
        if (sscanf(line, "#define %255[A-Z_]", name) != 1 || name[strlen(name) - 1] == '_' ||
            strcmp(name, "CUSTUB_KERNEL_H") == 0 || strcmp(name, "CUSTUB_WITHOUT_PTX") == 0)
            continue;
        snprintf(macro, sizeof(macro), "#define %s", name);
        if (!strstr(custubi_builtin_headers[0].text, macro))
            fail_msg("%s is missing", macro);
        count++;
    }
    fclose(file);
    assert_true(count > 10);
}

/* --- What the hook sees ---- */

static custub_activity seen; /* the last one */

static void remember(const custub_activity *activity, void *user)
{
    CHILD_CHECK_STRING(activity->name, "scale.cu");
    CHILD_CHECK(activity->kind == CUSTUB_ACTIVITY_COMPILATION);
    CHILD_CHECK(activity->error == user);
    seen = *activity;
}

static void compile_in_silence(void)
{
    custub_set_activity(NULL, NULL);
    compile(&scale);
}

static void in_child_hook_sees_where_the_code_comes_from(void)
{
    custub_jit_program other = scale;

    begin();
    custub_set_activity(remember, &error);
    CHILD_CHECK(passes_in_child(compile_in_silence));
    compile(&scale);
    CHILD_CHECK(seen.origin == CUSTUB_ORIGIN_FILE && !seen.status);
    CHILD_CHECK_STRING(seen.image, "cubin");
    CHILD_CHECK(seen.bytes == image.size && seen.begin <= seen.end);
    compile(&scale);
    CHILD_CHECK(seen.origin == CUSTUB_ORIGIN_MEMORY);
    other.source = "another source";
    compile(&other);
    CHILD_CHECK(seen.origin == CUSTUB_ORIGIN_COMPILED);
    setenv("FAKE_NVRTC_LOG", "scale.cu(3): error: no", 1);
    other.source = "a third source";
    compile(&other);
    CHILD_CHECK(seen.status == CUSTUB_ERROR_COMPILATION);
    CHILD_CHECK(!seen.bytes && !seen.image);
}
CHILD_TEST(hook_sees_where_the_code_comes_from)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compiles_for_the_device),
        cmocka_unit_test(compiles_to_ptx_for_a_device_that_nvrtc_does_not_know),
        cmocka_unit_test(refuses_a_device_that_is_too_old),
        cmocka_unit_test(obeys_the_options),
        cmocka_unit_test(gives_lto_ir),
        cmocka_unit_test(says_that_an_option_leaves_no_code),
        cmocka_unit_test(refuses_a_last_option_without_its_value),
        cmocka_unit_test(does_without_an_option_that_old_versions_do_not_know),
        cmocka_unit_test(asks_for_kernels_by_their_names),
        cmocka_unit_test(gives_the_headers_by_name),
        cmocka_unit_test(keeps_the_first_error_of_the_log),
        cmocka_unit_test(cuts_off_a_long_log),
        cmocka_unit_test(says_what_nvrtc_answers_without_a_log),
        cmocka_unit_test(says_that_there_is_no_nvrtc),
        cmocka_unit_test(refuses_programs_that_lack_something),
        cmocka_unit_test(reads_a_program_from_an_image),
        cmocka_unit_test(compiles_to_ptx_with_lines_for_bounds_checks),
        cmocka_unit_test(has_all_macros_of_the_contracts),
        cmocka_unit_test(hook_sees_where_the_code_comes_from),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
