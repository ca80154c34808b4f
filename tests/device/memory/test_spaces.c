/* Kernels tell the memory that an address belongs to, see what the program wrote to their
 * variables, and allocate memory. Runs on the CPU driver or on a GPU, as CUSTUB_DRIVER in the
 * environment says. */
#include "device_fixture.h"
#include "spaces.custub.h"

#include <custub/dynamic.h>

#include <string.h>

enum { GLOBAL = 1, SHARED = 2, CONSTANT = 4, LOCAL = 8 };

static spaces_kernels kernels;

typedef custub_status (*launch_spaces_of)(const spaces_kernels *, const custub_launch *,
                                          custub_u32_view, custub_i32_view, custub_error *);

static void check_spaces(launch_spaces_of launch_it)
{
    static const uint32_t expected[10] = {GLOBAL, GLOBAL, SHARED, SHARED, CONSTANT,
                                          LOCAL,  41,     6,      3,      42};
    const int32_t number = 41;
    uint32_t host[10];
    custub_launch launch = one_block(1);
    custub_i32_buffer in;
    custub_u32_buffer out;

    launch.shared = 64;
    in = custub_i32_buffer_create(1, &fixture_error);
    out = custub_u32_buffer_create(10, &fixture_error);
    succeed(custub_i32_upload(in.view, &number, in.view.count, 0, &fixture_error));
    succeed(launch_it(&kernels, &launch, out.view, in.view, &fixture_error));
    succeed(custub_u32_download(out.view, host, out.view.count, 0, &fixture_error));
    for (int i = 0; i < 10; i++) {
        if (host[i] != expected[i])
            fail_msg("%d: %u instead of %u", i, (unsigned)host[i], (unsigned)expected[i]);
    }
    custub_i32_buffer_destroy(&in, NULL);
    custub_u32_buffer_destroy(&out, NULL);
}

static void tells_spaces_of_addresses(void **state)
{
    (void)state;
    check_spaces(launch_spaces);
    check_spaces(launch_spaces_behind_barrier);
}

static void parameters_have_addresses(void **state)
{
    int32_t host;
    custub_launch launch = one_block(1);
    custub_i32_buffer out = numbers_of(1);

    (void)state;
    succeed(launch_parameter_space(&kernels, &launch, out.view, 77, &fixture_error));
    read_numbers(&out, &host);
    assert_int_equal(host, 77);
}

/* --- Variables that the program sets ------------------------------------------------------------
 */

static struct {
    int (*kernel_library)(void **, void *);
    int (*library_global)(CUdeviceptr *, size_t *, void *, const char *);
    int (*module_load)(void **, const void *);
    int (*module_unload)(void *);
    int (*module_function)(void **, void *, const char *);
    int (*module_global)(CUdeviceptr *, size_t *, void *, const char *);
    int (*launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                  void *, void **, void **);
    int (*copy_to)(CUdeviceptr, const void *, size_t);
    int (*copy_from)(void *, CUdeviceptr, size_t);
} cu;

static void find(void *function, const char *name)
{
    void *address = custub_driver_symbol(name);

    memcpy(function, &address, sizeof(address));
}

static void find_driver(void)
{
    find(&cu.kernel_library, "cuKernelGetLibrary"); /* 12.5 */
    find(&cu.library_global, "cuLibraryGetGlobal");
    find(&cu.module_load, "cuModuleLoadData");
    find(&cu.module_unload, "cuModuleUnload");
    find(&cu.module_function, "cuModuleGetFunction");
    find(&cu.module_global, "cuModuleGetGlobal_v2");
    find(&cu.launch, "cuLaunchKernel");
    find(&cu.copy_to, "cuMemcpyHtoD_v2");
    find(&cu.copy_from, "cuMemcpyDtoH_v2");
}

/* Launches by the function of a module, or by that of the library if it is null. */
static void check_variables(void *function, const double *expected)
{
    double host[4];
    custub_launch launch = one_block(4);
    custub_f64_buffer out = custub_f64_buffer_create(4, &fixture_error);
    void *parameters[1] = {&out.view.ptr};

    if (function)
        assert_int_equal(cu.launch(function, 1, 1, 1, 4, 1, 1, 0, NULL, parameters, NULL), 0);
    else
        succeed(launch_read_variables(&kernels, &launch, out.view, &fixture_error));
    succeed(custub_f64_download(out.view, host, out.view.count, 0, &fixture_error));
    for (int i = 0; i < 4; i++)
        assert_true(host[i] == expected[i]);
    custub_f64_buffer_destroy(&out, NULL);
}

static void write_variable(CUdeviceptr address, size_t size, const void *value, size_t expected)
{
    assert_int_equal(size, expected);
    assert_int_equal(cu.copy_to(address, value, size), 0);
}

static const double as_it_is[4] = {7, 7, 7, 7};

static void sees_what_is_written_to_variables_of_a_library(void **state)
{
    static const double by_factor[4] = {9.5, 12, 14.5, 17};
    const double factor = 2.5;
    const custub_kernel *kernel = NULL;
    void *library = NULL;
    CUdeviceptr address = 0;
    size_t size = 0;

    (void)state;
    find_driver();
    if (!cu.kernel_library) {
        print_message("skipped: the driver has no cuKernelGetLibrary\n");
        skip();
    }
    kernel = custub_library_find(kernels.library, "read_variables", &fixture_error);
    succeed(fixture_error.status);
    check_variables(NULL, as_it_is);
    assert_int_equal(cu.kernel_library(&library, kernel->function), 0);
    assert_int_equal(cu.library_global(&address, &size, library, "constant_factor"), 0);
    write_variable(address, size, &factor, sizeof(factor));
    check_variables(NULL, by_factor);
}

/* Loads the image that the driver accepts, and returns its function. */
static void *load_module(void **module)
{
    void *function = NULL;

    for (const custub_image *image = spaces_custub_images; image->data; image++) {
        if (cu.module_load(module, image->data) != 0)
            continue;
        if (cu.module_function(&function, *module, "read_variables") == 0)
            return function;
        cu.module_unload(*module);
    }
    fail_msg("no image is taken for a module");
    return NULL;
}

static void sees_what_is_written_to_variables_of_a_module(void **state)
{
    static const double by_all[4] = {30, 35, 40, 45};
    const double factor = 0.5;
    const int32_t numbers[] = {50, 60, 70, 80, 5};
    void *module = NULL;
    void *function;
    CUdeviceptr address = 0;
    size_t size = 0;
    int32_t left = 0;

    (void)state;
    find_driver();
    function = load_module(&module);
    check_variables(function, as_it_is);
    assert_int_equal(cu.module_global(&address, &size, module, "constant_factor"), 0);
    write_variable(address, size, &factor, sizeof(factor));
    assert_int_equal(cu.module_global(&address, &size, module, "constant_numbers"), 0);
    write_variable(address, size, numbers, 4 * sizeof(int32_t));
    assert_int_equal(cu.module_global(&address, &size, module, "left_number"), 0);
    assert_int_equal(cu.copy_from(&left, address, sizeof(left)), 0);
    assert_int_equal(left, 11);
    assert_int_equal(cu.module_global(&address, &size, module, "global_number"), 0);
    write_variable(address, size, &numbers[4], sizeof(int32_t));
    check_variables(function, by_all);
    assert_int_equal(cu.module_unload(module), 0);
}

static void allocates_and_frees_memory(void **state)
{
    int32_t host[32];
    custub_launch launch = one_block(32);
    custub_u64_buffer kept;
    custub_i32_buffer out = numbers_of(32);

    (void)state;
    kept = custub_u64_buffer_create(32, &fixture_error);
    succeed(launch_take(&kernels, &launch, kept.view, &fixture_error));
    succeed(launch_give(&kernels, &launch, kept.view, out.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 32; i++)
        assert_int_equal(host[i], 64 * (i + 1));
    custub_u64_buffer_destroy(&kept, NULL);
}

static void a_cluster_may_be_one_block(void **state)
{
    uint32_t host[64][12];
    custub_launch launch = one_block(64);
    custub_u32_buffer out;

    (void)state;
    memset(host, 0, sizeof(host));
    out = custub_u32_buffer_create(64 * 12, &fixture_error);
    succeed(custub_u32_upload(out.view, &host[0][0], out.view.count, 0, &fixture_error));
    succeed(launch_cluster_of_one(&kernels, &launch, out.view, &fixture_error));
    succeed(custub_u32_download(out.view, &host[0][0], out.view.count, 0, &fixture_error));
    custub_u32_buffer_destroy(&out, NULL);
    if (host[0][1] == 0) {
        print_message("skipped: a device before 9.0\n");
        skip();
    }
    for (uint32_t i = 0; i < 64; i++) {
        const uint32_t expected[12] = {63 - i, 1, 1, 0, 0, 0, 1, 0, i, 3, 0, 0};
        for (int j = 0; j < 12; j++) {
            if (host[i][j] != expected[j])
                fail_msg("thread %u, %d: %u instead of %u", (unsigned)i, j, (unsigned)host[i][j],
                         (unsigned)expected[j]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_spaces_of_addresses),
        cmocka_unit_test(parameters_have_addresses),
        cmocka_unit_test(sees_what_is_written_to_variables_of_a_library),
        cmocka_unit_test(sees_what_is_written_to_variables_of_a_module),
        cmocka_unit_test(allocates_and_frees_memory),
        cmocka_unit_test(a_cluster_may_be_one_block),
    };
    int result = open_fixture();

    if (result)
        return result;
    kernels = spaces_load(&fixture_error);
    succeed(fixture_error.status);
    result = cmocka_run_group_tests(tests, NULL, NULL);
    spaces_unload(&kernels, NULL);
    custub_device_close(fixture_device, NULL);
    return result;
}
