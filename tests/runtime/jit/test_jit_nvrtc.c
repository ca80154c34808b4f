/* The toolkit's own NVRTC, on the recording driver: it compiles what the build embedded, with the
 * assertions. Skipped if there is none. */
#define _XOPEN_SOURCE 700 /* setenv */

#include "as_kernel.jit.h" /* first: the fixture has a variable `error` */
#include "instances.jit.h"

#include "jit_fixture.h"

#include <stdio.h>
#include <time.h>

#include "jit/builtin_headers.h"
#include "jit/jit.h"

static void begin_with_nvrtc(void)
{
    begin();
    unsetenv("CUSTUB_NVRTC");
}

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

/* Loads float_half and says how long it took. */
static void load_half(const char *what)
{
    float_half_as_kernel_kernels kernels;
    double start;

    recording_describe(&float_half_as_kernel_custub_library, NULL);
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_DEFAULT, fresh(&error)) == CUSTUB_OK);
    start = now();
    kernels = float_half_as_kernel_load(&error);
    printf("as_kernel, %s: %.3f ms\n", what, now() - start);
    CHILD_CHECK_STRING(error.message, "");
    float_half_as_kernel_unload(&kernels, &error);
}

static void in_child_load_half_elsewhere(void)
{
    load_half("compiled");
    load_half("from memory");
}

static void in_child_compiles_once(void)
{
    begin_with_nvrtc();
    CHILD_CHECK(passes_in_child(in_child_load_half_elsewhere));
    load_half("from a file");
}
CHILD_TEST(compiles_once)

/* Compiles an instance for each type that the pointer may have here. */
static void in_child_compiles_for_each_type(void)
{
    begin_with_nvrtc();
#define LOAD(from, to)                                                                             \
    do {                                                                                           \
        from##_##to##_as_kernel_kernels kernels;                                                   \
        recording_describe(&from##_##to##_as_kernel_custub_library, NULL);                         \
        kernels = from##_##to##_as_kernel_load(fresh(&error));                                     \
        CHILD_CHECK_STRING(error.message, "");                                                     \
        from##_##to##_as_kernel_unload(&kernels, &error);                                          \
    } while (0)
    LOAD(half, float);
    LOAD(float, double);
    LOAD(float, nv_bfloat16);
    LOAD(float, int32_t);
    LOAD(float, uint8_t);
}
CHILD_TEST(compiles_for_each_type)

/* Pretends that the build had read another type than NVRTC. */
static void in_child_asserts_what_the_build_read(void)
{
    const custub_image *embedded = float_half_as_kernel_custub_images;
    char *changed = calloc(1, 1 << 20);
    custub_image program = {CUSTUBI_JIT_TAG, changed, 0};

    begin_with_nvrtc();
    while (strcmp(embedded->tag, CUSTUBI_JIT_TAG) != 0)
        embedded++;
    program.size = embedded->size;
    memcpy(changed, embedded->data, embedded->size);
    CHILD_CHECK(memcmp(changed, "-DSRC=float", sizeof("-DSRC=float")) == 0);
    memcpy(changed, "-DSRC=short", sizeof("-DSRC=short"));
    CHILD_CHECK(!custubi_jit_compile_image(&program, false, fresh(&error)).data);
    CHILD_CHECK(error.status == CUSTUB_ERROR_COMPILATION);
    CHILD_CHECK(strstr(error.message, "kernel 'as_kernel': custub read "));
    memcpy(changed, "-DSRC=wrong", sizeof("-DSRC=wrong"));
    CHILD_CHECK(!custubi_jit_compile_image(&program, false, fresh(&error)).data);
    CHILD_CHECK_STRING(error.file, "as_kernel.cu");
    CHILD_CHECK(error.line > 10);
    CHILD_CHECK(strstr(error.message, ": as_kernel.cu("));
    CHILD_CHECK(strstr(error.message, "error: identifier \"wrong\" is undefined"));
    free(changed);
}
CHILD_TEST(asserts_what_the_build_read)

static void in_child_has_headers_of_the_c_library(void)
{
    char source[4096] = "";
    size_t length = 0;
    custub_jit_program program = {.name = "headers.cu", .source = source};

    begin_with_nvrtc();
    for (const custub_jit_header *header = custubi_builtin_headers; header->name; header++)
        length += (size_t)snprintf(source + length, sizeof(source) - length, "#include <%s>\n",
                                   header->name);
    snprintf(source + length, sizeof(source) - length, "%s",
             "#include <cuda_fp16.h>\n"
             "static_assert(sizeof(int64_t) == 8 && sizeof(std::uint8_t) == 1, \"\");\n"
             "static_assert(INT_MAX == 2147483647 && UINT64_MAX == ~0ul, \"\");\n"
             "static_assert(INT64_MIN < 0 && INT_MIN < 0 && LLONG_MIN < 0, \"\");\n"
             "int twice(int x) { return 2 * x; }\n"
             "extern \"C\" CUSTUB_GRID_STRIDE CUSTUB_THREADS(n) __global__ void k(\n"
             "    std::size_t n, float *x CUSTUB_COUNTED_BY(n))\n"
             "{\n"
             "    assert(n > 0);\n"
             "    x[0] = INFINITY + NAN + FLT_MAX + M_PI + DBL_MAX + twice(3);\n"
             "    printf(\"%f\", x[0]);\n"
             "}\n");
    CHILD_CHECK(compile(&program)->data || !puts(error.message));
}
CHILD_TEST(has_headers_of_the_c_library)

static void in_child_takes_headers_by_name_only(void)
{
    static const custub_jit_header headers[] = {{"own/scale.h", "#define SCALE 3\n"}, {NULL, NULL}};
    custub_jit_program program = {.name = "scale.cu",
                                  .source =
                                      "#include \"own/scale.h\"\n"
                                      "extern \"C\" __global__ void k(int *x) { *x = SCALE; }\n",
                                  .headers = headers};
    FILE *file;

    begin_with_nvrtc();
    CHILD_CHECK(compile(&program)->data);
    CHILD_CHECK(chdir(FOLDER) == 0); /* a header in the current folder is not used */
    file = fopen("here.h", "w");
    CHILD_CHECK(file && fclose(file) == 0);
    program.source = "#include \"here.h\"\n";
    CHILD_CHECK(!compile(&program)->data);
    CHILD_CHECK(strstr(error.message, "scale.cu(1): catastrophic error: "));
}
CHILD_TEST(takes_headers_by_name_only)

static void write_header(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    CHILD_CHECK(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

/* Both in memory and in the files of an earlier process. */
static void in_child_sees_that_a_header_has_changed(void)
{
    static const char *const lists[][3] = {{"-arch=compute_80"}, {"-arch=compute_80", "-I" FOLDER}};
    static const char *const sources[] = {"#include \"" FOLDER "/changing.h\"\n",
                                          "#include \"changing.h\"\n"};
    custub_jit_program program = {.name = "scale.cu"};

    begin_with_nvrtc();
    for (int i = 0; i < 2; i++) {
        program.source = sources[i];
        program.options = lists[i];
        write_header(FOLDER "/changing.h", "extern \"C\" __global__ void old_one() {}\n");
        CHILD_CHECK(strstr(code_of(&program), "old_one"));
        write_header(FOLDER "/changing.h", "extern \"C\" __global__ void new_one() {}\n");
        CHILD_CHECK(strstr(code_of(&program), "new_one"));
    }
}
CHILD_TEST(sees_that_a_header_has_changed)

static void in_child_gives_lto_ir_to_the_linker(void)
{
    static const char *const options[] = {"-dlto", NULL};
    custub_jit_program program = {.name = "scale.cu",
                                  .source = "extern \"C\" __global__ void k(int *x) { *x = 1; }\n",
                                  .options = options};

    begin_with_nvrtc();
    CHILD_CHECK(compile(&program)->data || !puts(error.message));
    CHILD_CHECK_STRING(image.tag, "ltoir");
    CHILD_CHECK_STRING(custub_image_of(image.data, image.size, fresh(&error)).tag, "ltoir");
}
CHILD_TEST(gives_lto_ir_to_the_linker)

/* They have the symbols that libclang computed at build time. */
static void in_child_has_kernels_without_c_linkage(void)
{
    instances_kernels kernels;

    begin_with_nvrtc();
    recording_describe(&instances_custub_library, NULL);
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_DEFAULT, fresh(&error)) == CUSTUB_OK);
    kernels = instances_load(&error);
    CHILD_CHECK_STRING(error.message, "");
    instances_unload(&kernels, &error);
}
CHILD_TEST(has_kernels_without_c_linkage)

static void in_child_finds_nvrtc(void)
{
    recording_reset();
    unsetenv("CUSTUB_NVRTC");
    CHILD_CHECK(custub_jit_version(fresh(&error)) > 0 || !printf("skipped: %s\n", error.message));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compiles_once),
        cmocka_unit_test(compiles_for_each_type),
        cmocka_unit_test(asserts_what_the_build_read),
        cmocka_unit_test(has_headers_of_the_c_library),
        cmocka_unit_test(sees_that_a_header_has_changed),
        cmocka_unit_test(gives_lto_ir_to_the_linker),
        cmocka_unit_test(has_kernels_without_c_linkage),
        cmocka_unit_test(takes_headers_by_name_only),
    };

    if (!passes_in_child(in_child_finds_nvrtc))
        return 77;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
