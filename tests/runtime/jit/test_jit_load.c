/* Loading kernels from a program for NVRTC, on the recording driver and with the fake NVRTC. Every
 * allocation fails in turn. */
#define _XOPEN_SOURCE 700 /* setenv */

#include "jit_fixture.h"

#include "sample_library.h"

static const char texts[] = "-DA\0\0\0sample.nvrtc.cu\0source text\0a.h\0text a";
static const custub_image program[] = {{"nvrtc", texts, sizeof(texts)}, {NULL, NULL, 0}};

static size_t failing_allocation; /* counted from 1; 0: none */

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);

void *__wrap_malloc(size_t size)
{
    return failing_allocation && --failing_allocation == 0 ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return failing_allocation && --failing_allocation == 0 ? NULL : __real_calloc(count, size);
}

static void begin_with_sample(void)
{
    begin();
    recording_describe(&sample_library, NULL);
}

static custub_status load(const custub_image *images)
{
    sample_kernels kernels;
    custub_status status = custub_library_load(&kernels, sizeof(kernels), &sample_library,
                                               sample_library.fingerprint, images, fresh(&error));

    custub_library_unload(&kernels, sizeof(kernels), NULL);
    return status;
}

static void in_child_compiles_and_loads(void)
{
    begin_with_sample();
    CHILD_CHECK(load(program) == CUSTUB_OK);
    CHILD_CHECK(load(program) == CUSTUB_OK);
    CHILD_CHECK(compilations() == 1);
    CHILD_CHECK(recording_alive() == 0);
}
CHILD_TEST(compiles_and_loads)

static void in_child_refuses_other_parameters(void)
{
    begin_with_sample();
    recording_change_param("saxpy", 1, 8, 8);
    CHILD_CHECK(load(program) == CUSTUB_ERROR_SIGNATURE_MISMATCH);
    CHILD_CHECK(strstr(error.message, "saxpy: 'a' has 8 bytes at offset 8 in the image"));
    CHILD_CHECK(recording_alive() == 0);
}
CHILD_TEST(refuses_other_parameters)

static void in_child_refuses_to_load_lto_ir(void)
{
    static const char lto[] = "-dlto\0\0\0sample.nvrtc.cu\0source text";
    static const custub_image images[] = {{"nvrtc", lto, sizeof(lto)}, {NULL, NULL, 0}};

    begin_with_sample();
    CHILD_CHECK(load(images) == CUSTUB_ERROR_COMPILATION);
    CHILD_CHECK_STRING(error.message,
                       "sample.nvrtc.cu: -dlto gives LTO-IR, which no driver loads: leave the "
                       "option out, or compile with custub_jit_compile() and link the result with "
                       "custub_link()");
}
CHILD_TEST(refuses_to_load_lto_ir)

static void in_child_hands_out_the_compiler_s_error(void)
{
    begin_with_sample();
    setenv("FAKE_NVRTC_LOG", "sample.cu(7): error: no such type\n", 1);
    CHILD_CHECK(load(program) == CUSTUB_ERROR_COMPILATION);
    CHILD_CHECK_STRING(error.message, "NVRTC 13.0 cannot compile sample.nvrtc.cu for sm_90: "
                                      "sample.cu(7): error: no such type");
    CHILD_CHECK_STRING(error.file, "sample.cu");
    CHILD_CHECK(error.line == 7);
}
CHILD_TEST(hands_out_the_compiler_s_error)

static void in_child_is_the_last_resort(void)
{
    const custub_image images[] = {{"fatbin", "a fatbin", 9}, program[0], {NULL, NULL, 0}};

    begin_with_sample();
    CHILD_CHECK(load(images) == CUSTUB_OK && compilations() == 0);
    recording_reject(images[0].data, 209, true, NULL); /* CUDA_ERROR_NO_BINARY_FOR_GPU */
    CHILD_CHECK(load(images) == CUSTUB_OK && compilations() == 1);
    setenv("CUSTUB_JIT_CACHE", "wrong", 1);
    CHILD_CHECK(load(images) == CUSTUB_ERROR_INVALID_ARGUMENT);
    CHILD_CHECK(strstr(error.message, "[fatbin: cuLibraryLoadData: "));
    CHILD_CHECK(strstr(error.message, "[nvrtc: the environment variable CUSTUB_JIT_CACHE is"));
}
CHILD_TEST(is_the_last_resort)

static void in_child_survives_every_failed_allocation(void)
{
    size_t n = 0;

    begin_with_sample();
    CHILD_CHECK(custub_jit_version(fresh(&error)) == 13000); /* the loader allocates, too */
    do {
        setenv("CUSTUB_JIT_CACHE", n % 2 ? "1000000" : "0", 1);
        failing_allocation = ++n;
        load(program);
        CHILD_CHECK(!error.status || error.status == CUSTUB_ERROR_OUT_OF_HOST_MEMORY);
        CHILD_CHECK(recording_alive() == 0);
    } while (failing_allocation == 0 && n < 1000);
    failing_allocation = 0;
    CHILD_CHECK(n > 5 && n < 1000);
    CHILD_CHECK(load(program) == CUSTUB_OK);
}
CHILD_TEST(survives_every_failed_allocation)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compiles_and_loads),
        cmocka_unit_test(refuses_other_parameters),
        cmocka_unit_test(refuses_to_load_lto_ir),
        cmocka_unit_test(hands_out_the_compiler_s_error),
        cmocka_unit_test(is_the_last_resort),
        cmocka_unit_test(survives_every_failed_allocation),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
