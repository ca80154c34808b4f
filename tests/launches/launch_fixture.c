#include "launch_fixture.h"
#include "fresh_error.h"

#define SKIPPED 77

launch_fixture f;
size_t launch_skipped;

int launch_open(void)
{
    f.device = custub_device_open(0, &f.error);
    if (f.error.status == CUSTUB_ERROR_DRIVER_NOT_FOUND ||
        f.error.status == CUSTUB_ERROR_NO_DEVICE) {
        printf("skipped: %s\n", f.error.message);
        return SKIPPED;
    }
    f.kernels = launching_load(&f.error);
    f.stream = custub_stream_create(&f.error);
    if (custub_failed(&f.error)) {
        printf("%s: %s\n", custub_status_name(f.error.status), f.error.message);
        return EXIT_FAILURE;
    }
    launch_driver_load();
    printf("on %s, driver %s %d\n", custub_device_name(f.device), custub_driver_name(),
           custub_driver_version());
    return 0;
}

void launch_close(void)
{
    custub_stream_destroy(f.stream, NULL);
    launching_unload(&f.kernels, NULL);
    custub_device_close(f.device, NULL);
}

int launch_run(const struct CMUnitTest *tests, size_t count)
{
    int result = launch_open();

    if (result)
        return result;
    result = _cmocka_run_group_tests("launches", tests, count, NULL, NULL);
    launch_close();
    fflush(stdout);
    return result == 0 && launch_skipped == count ? SKIPPED : result;
}

int launch_begin(void **state)
{
    (void)state;
    fresh(&f.error);
    f.launch = custub_launch_in(f.stream);
    return 0;
}

static void say(custub_status status, custub_status wanted)
{
    print_error("%s, not %s%s%s\n", custub_status_name(status), custub_status_name(wanted),
                status ? ": " : "", status ? f.error.message : "");
}

void launch_expect(custub_status status, custub_status wanted, const char *file, int line)
{
    if (status == wanted)
        return;
    say(status, wanted);
    _fail(file, line);
}

void launch_fill(CUdeviceptr address, size_t count, int value)
{
    int *host = malloc(count * sizeof(*host));

    assert_non_null(host);
    for (size_t i = 0; i < count; i++)
        host[i] = value;
    DRIVER(cu.cuMemcpyAsync(address, (CUdeviceptr)(uintptr_t)host, count * sizeof(*host),
                            f.launch.stream));
    DRIVER(cu.cuStreamSynchronize(f.launch.stream));
    free(host);
}

void launch_compare(CUdeviceptr address, size_t count, int value, const char *file, int line)
{
    int *host = malloc(count * sizeof(*host));
    size_t i = 0;

    assert_non_null(host);
    DRIVER(cu.cuMemcpyAsync((CUdeviceptr)(uintptr_t)host, address, count * sizeof(*host),
                            f.launch.stream));
    DRIVER(cu.cuStreamSynchronize(f.launch.stream));
    while (i < count && host[i] == value)
        i++;
    if (i < count)
        print_error("int %zu of %zu at 0x%llx is %d, not %d\n", i, count, address, host[i], value);
    free(host);
    if (i < count)
        _fail(file, line);
}

static custub_status increase(CUdeviceptr address, size_t count, uint64_t declared)
{
    return launch_increase(&f.kernels, &f.launch, count, 3, custub_i32_view_of(address, declared),
                           fresh(&f.error));
}

void launch_works(CUdeviceptr address, size_t count, const char *file, int line)
{
    launch_fill(address, count, 0);
    launch_expect(increase(address, count, CUSTUB_COUNT_UNKNOWN), CUSTUB_OK, file, line);
    launch_expect(increase(address, count, count), CUSTUB_OK, file, line);
    launch_compare(address, count, 6, file, line);
}

void launch_refuses(CUdeviceptr address, size_t count, custub_status wanted, const char *file,
                    int line)
{
    custub_i32_view view = custub_i32_view_of(address, CUSTUB_COUNT_UNKNOWN);
    custub_prepared *prepared =
        prepare_increase(&f.kernels, &f.launch, count, 3, view, fresh(&f.error));

    custub_prepared_destroy(prepared);
    if (f.error.status != wanted)
        print_error("%zu ints at 0x%llx, when prepared:\n", count, address);
    launch_expect(f.error.status, wanted, file, line);
    launch_expect(increase(address, count, CUSTUB_COUNT_UNKNOWN), wanted, file, line);
    launch_expect(increase(address, count, count), wanted, file, line);
    assert_string_equal(f.error.kernel, "increase");
    assert_string_equal(f.error.parameter, "data");
    assert_int_equal(f.error.needed, count * sizeof(int));
}

void launch_refuses_one_more(CUdeviceptr address, size_t count, const char *file, int line)
{
    launch_refuses(address, count + 1, CUSTUB_ERROR_BUFFER_TOO_SMALL, file, line);
    if (f.error.found != count * sizeof(int))
        print_error("%s\n", f.error.message);
    assert_int_equal(f.error.found, count * sizeof(int));
}

void launch_refuses_gone(CUdeviceptr address, const char *file, int line)
{
    if (launch_attribute(LAUNCH_PAGEABLE_MEMORY_ACCESS)) {
        print_message("0x%llx may be the host's: this device reads pageable memory\n", address);
        return;
    }
    launch_refuses(address, 1, CUSTUB_ERROR_UNKNOWN_ADDRESS, file, line);
}

void launch_is_exact(CUdeviceptr address, size_t count, const char *file, int line)
{
    size_t half = count / 2;

    launch_works(address, count, file, line);
    launch_works(address + half * sizeof(int), count - half, file, line);
    launch_works(address + (count - 1) * sizeof(int), 1, file, line);
    launch_refuses_one_more(address, count, file, line);
    launch_refuses_one_more(address + half * sizeof(int), count - half, file, line);
}

const custub_kernel *launch_kernel(const char *name)
{
    const custub_kernel *kernel = custub_library_find(f.kernels.library, name, fresh(&f.error));

    SUCCEED(f.error.status);
    return kernel;
}

int launch_attribute(int attribute)
{
    int value = 0;

    DRIVER(cu.cuDeviceGetAttribute(&value, attribute, 0));
    return value;
}
