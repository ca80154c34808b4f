/* A host that links nothing of custub. Like an interpreter, it opens one shared library, which has
 * the runtime and the descriptions of the kernels, and calls plain functions by name. */
#include <custub/dynamic.h>

#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* A function by its name, through a pointer of its type. */
#define TAKE(pointer, name)                                                                        \
    do {                                                                                           \
        void *address = dlsym(shared, name);                                                       \
        assert_non_null(address);                                                                  \
        memcpy(&(pointer), &address, sizeof(address));                                             \
    } while (0)

static void kernel_is_found_and_launched_by_name(void **state)
{
    custub_library *(*open)(const custub_library_info *, const custub_image *, custub_error *);
    const custub_kernel *(*find)(const custub_library *, const char *, custub_error *);
    custub_status (*launch)(const custub_kernel *, const custub_launch *, uint32_t,
                            const custub_argument *, CUstream, custub_error *);
    custub_status (*close)(custub_library *, custub_error *);
    void (*describe)(const custub_library_info *, const char *const *);
    void (*use_device)(int);
    size_t (*launch_count)(void);
    void *shared = dlopen(FOREIGN_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    const custub_library_info *info;
    const custub_image *images;
    custub_library *library;
    const custub_kernel *kernel;
    custub_launch shape;
    custub_error error;
    custub_argument argument;

    (void)state;
    assert_non_null(shared);
    TAKE(open, "custub_library_open");
    TAKE(find, "custub_library_find");
    TAKE(launch, "custub_call_kernel_launch");
    TAKE(close, "custub_library_close");
    TAKE(describe, "recording_describe");
    TAKE(use_device, "recording_use_device");
    TAKE(launch_count, "recording_launch_count");
    TAKE(info, "sample_library");
    TAKE(images, "sample_images");
    describe(info, NULL);
    use_device(0);
    memset(&error, 0, sizeof(error)); /* as a host without custub_error_none() may */
    library = open(info, images, &error);
    kernel = find(library, "tile", &error);
    memset(&shape, 0, sizeof(shape));
    memset(&argument, 0, sizeof(argument));
    argument.kind = CUSTUB_ARGUMENT_SCALAR;
    argument.scalar = CUSTUB_SCALAR_I64;
    argument.i = 100;
    assert_int_equal(launch(kernel, &shape, 1, &argument, NULL, &error), CUSTUB_OK);
    assert_int_equal(launch_count(), 1);
    argument.i = INT64_C(1) << 40;
    assert_int_equal(launch(kernel, &shape, 1, &argument, NULL, &error),
                     CUSTUB_ERROR_ARGUMENT_RANGE);
    assert_string_equal(error.message, "tile: 'n' is of type int, which cannot hold 1099511627776 "
                                       "[sample.cu:63]");
    assert_int_equal(close(library, &error), CUSTUB_ERROR_ARGUMENT_RANGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(kernel_is_found_and_launched_by_name)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
