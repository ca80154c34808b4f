/* A loaded image has no kernel that cannot run on the CPU. Asking for one by its name returns
 * CUDA_ERROR_NOT_SUPPORTED and writes the reason to the standard error stream. */
#define _POSIX_C_SOURCE 200809L

#include "cpu_harness.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char said[1024]; /* what the standard error stream got between listen() and heard() */
static FILE *listened;
static int kept;

static void listen(void)
{
    fflush(stderr);
    listened = tmpfile();
    assert_non_null(listened);
    kept = dup(STDERR_FILENO);
    dup2(fileno(listened), STDERR_FILENO);
}

static void heard(void)
{
    size_t size;

    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    rewind(listened);
    size = fread(said, 1, sizeof(said) - 1, listened);
    said[size] = '\0';
    fclose(listened);
}

static void check_library(const char *name, const char *line)
{
    CUkernel kernel = NULL;
    CUresult result;

    listen();
    result = cu.cuLibraryGetKernel(&kernel, harness_library, name);
    heard();
    assert_int_equal(result, CUDA_ERROR_NOT_SUPPORTED);
    assert_null(kernel);
    assert_string_equal(said, line);
}

static void check_module(CUmodule module, const char *name, const char *line)
{
    CUfunction function = NULL;
    CUresult result;

    listen();
    result = cu.cuModuleGetFunction(&function, module, name);
    heard();
    assert_int_equal(result, CUDA_ERROR_NOT_SUPPORTED);
    assert_null(function);
    assert_string_equal(said, line);
}

static const char unfit_line[] = "custub: kernel 'unfit' cannot run on the CPU: inline PTX\n";
static const char unseen_line[] =
    "custub: kernel 'device_only' cannot run on the CPU: the host compiler sees no such kernel\n";

static void refuses_kernels_that_cannot_run_and_says_why(void **state)
{
    CUmodule module;

    (void)state;
    listen();
    assert_success(cu.cuModuleLoadData(&module, harness_image(SAMPLE_SHAPES)));
    heard();
    assert_string_equal(said, ""); /* loading reports nothing */
    check_library("unfit", unfit_line);
    check_library("device_only", unseen_line);
    check_module(module, "unfit", unfit_line);
    check_module(module, "device_only", unseen_line);
    assert_success(cu.cuModuleUnload(module));
    assert_success(cu.cuCtxSynchronize()); /* the context still works */
}

/* The names are in the file, but are not variables'. */
static void refuses_kernel_names_as_variables(void **state)
{
    CUdeviceptr address;

    (void)state;
    assert_int_equal(cu.cuLibraryGetGlobal(&address, NULL, harness_library, "unfit"),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuLibraryGetGlobal(&address, NULL, harness_library, "saxpy"),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuLibraryGetGlobal(&address, NULL, harness_library, "nothing"),
                     CUDA_ERROR_NOT_FOUND);
}

/* Calls the driver's function that libcuda does not have. */
static CUresult reason_of(void *handle, const char *name, const char **reason)
{
    CUresult (*function)(void *, const char *, const char **);
    void *address = dlsym(cu.library, "custub_cpu_kernel_unfit");

    assert_non_null(address);
    memcpy(&function, &address, sizeof(address));
    return function(handle, name, reason);
}

static void check_reason(void *handle, const char *name, const char *expected)
{
    const char *reason = "not written";

    listen();
    assert_success(reason_of(handle, name, &reason));
    heard();
    assert_string_equal(said, "");
    if (expected)
        assert_string_equal(reason, expected);
    else
        assert_null(reason);
}

static void returns_the_reason_without_printing(void **state)
{
    const char *reason;
    CUmodule module;

    (void)state;
    assert_success(cu.cuModuleLoadData(&module, harness_image(SAMPLE_SHAPES)));
    for (int i = 0; i < 2; i++) {
        void *handle = i ? (void *)module : (void *)harness_library;
        check_reason(handle, "unfit", "inline PTX");
        check_reason(handle, "device_only", "the host compiler sees no such kernel");
        check_reason(handle, "reaches_unfit", NULL); /* it may never call the unfit function */
        check_reason(handle, "saxpy", NULL);
        check_reason(handle, "nothing", NULL);
    }
    assert_success(cu.cuModuleUnload(module));
    assert_int_equal(reason_of(module, "unfit", &reason), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(reason_of(NULL, "unfit", &reason), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(reason_of(harness_library, NULL, &reason), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(reason_of(harness_library, "unfit", NULL), CUDA_ERROR_INVALID_VALUE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_kernels_that_cannot_run_and_says_why),
        cmocka_unit_test(refuses_kernel_names_as_variables),
        cmocka_unit_test(returns_the_reason_without_printing),
    };

    return cmocka_run_group_tests(tests, harness_set_up, harness_tear_down);
}
