// Uses the kernels of waves.cu, which may be in a shared library. Prints the results of the checks.
#include <waves.custub.h>

#include <cuda_runtime.h>
#include <custub/custub.h>
#include <stdio.h>
#include <thread>

unsigned long long waves_run(const waves_kernels *kernels, unsigned which, int n,
                             custub_error *error);
void waves_set_gain(float gain);

static int failures;

static void expect(bool holds, const char *what)
{
    printf("%s: %s\n", holds ? "ok" : "FAILED", what);
    failures += !holds;
}

static const int n = 20000; // 80000 bytes of shared memory: a launch must opt in

static void check_results(const waves_kernels *kernels)
{
    custub_error error = custub_error_none();
    unsigned long long expected = waves_run(kernels, 0, n, &error);

    expect(waves_run(kernels, 0xff, n, &error) == expected, "the same by custub");
    expect(waves_run(kernels, 0x55, n, &error) == expected, "the same by both in turn");
    expect(waves_run(kernels, 0xaa, n, &error) == expected, "the same by both the other way round");
    expect(!custub_failed(&error), custub_failed(&error) ? error.message : "no launch was refused");
    expect(waves_run(kernels, 0xff, 4, &error) != expected, "other numbers give other results");
}

static void check_refusals(const waves_kernels *kernels)
{
    custub_error error = custub_error_none();
    custub_launch launch = custub_launch_of(1, 256);
    float *y;

    cudaMalloc(&y, 400);
    launch_scale(kernels, NULL, 101, 1, custub_view(y, 100), &error);
    expect(error.status == CUSTUB_ERROR_COUNT_TOO_SMALL, error.message);
    error = custub_error_none();
    launch_scale(kernels, NULL, 101, 1, custub_view(y, 101), &error);
    expect(error.status == CUSTUB_ERROR_BUFFER_TOO_SMALL, error.message);
    error = custub_error_none();
    launch_add_by_four(kernels, &launch, 98, custub_view(y, 100), custub_view(y, 100), &error);
    expect(error.status == CUSTUB_ERROR_REQUIRES, error.message);
    cudaFree(y);
    error = custub_error_none();
    launch_scale(kernels, NULL, 100, 1, custub_view(y, 100), &error);
    expect(error.status == CUSTUB_ERROR_UNKNOWN_ADDRESS, error.message);
    expect(cudaGetLastError() == cudaSuccess, "refusals are no errors of the CUDA runtime");
    expect(cudaDeviceSynchronize() == cudaSuccess, "the context is usable");
}

// The program's own CUDA error is the same before and after.
static void check_last_error(const waves_kernels *kernels)
{
    custub_error error = custub_error_none();
    void *nothing;
    waves_kernels again;

    cudaMalloc(&nothing, (size_t)1 << 60);
    again = waves_load_linked(&error);
    waves_run(&again, 0xff, 400, &error);
    waves_unload(&again, &error);
    expect(!custub_failed(&error) && waves_load_linked(NULL).library && kernels->library,
           "loads again");
    expect(cudaGetLastError() == cudaErrorMemoryAllocation, "the last error is the program's");
    expect(cudaGetLastError() == cudaSuccess, "and there is no other one");
}

// A thread that has not called the CUDA runtime.
static void launch_first(const waves_kernels *kernels, float *y, custub_check check)
{
    custub_error error = custub_error_none();
    custub_launch launch = custub_launch_of(1, 128);

    launch.check = check;
    launch_scale(kernels, &launch, 100, 2, custub_view(y, 100), &error);
    expect(!custub_failed(&error), custub_failed(&error) ? error.message : "a new thread launches");
}

static void check_threads(const waves_kernels *kernels)
{
    custub_error errors[2] = {custub_error_none(), custub_error_none()};
    unsigned long long found[2] = {0, 1};
    float *y;

    cudaMalloc(&y, 400);
    std::thread(launch_first, kernels, y, CUSTUB_CHECK_WHOLE).join();
    std::thread(launch_first, kernels, y, CUSTUB_CHECK_CONTRACT).join();
    std::thread(launch_first, kernels, y, CUSTUB_CHECK_NONE).join();
    cudaFree(y);
    std::thread one([&] { found[0] = waves_run(kernels, 0xf0, n, &errors[0]); });
    std::thread other([&] { found[1] = waves_run(kernels, 0x3c, n, &errors[1]); });
    one.join();
    other.join();
    expect(found[0] == found[1] && !custub_failed(&errors[0]) && !custub_failed(&errors[1]),
           "two threads launch at once");
}

static void check_variable(const waves_kernels *kernels)
{
    custub_error error = custub_error_none();
    float values[2] = {0, 0};

    waves_set_gain(3);
    waves_gains_download(kernels, values, 2, NULL, &error);
    cudaDeviceSynchronize();
    expect(values[0] == 3,
           custub_failed(&error) ? error.message : "custub reads the program's variable");
}

static void check_reset(const waves_kernels *kernels)
{
    custub_error error = custub_error_none();
    unsigned long long before, after;

    waves_set_gain(1);
    before = waves_run(kernels, 0xff, n, &error);
    expect(cudaDeviceReset() == cudaSuccess, "the device is reset");
    waves_set_gain(1);
    after = waves_run(kernels, 0xff, n, &error);
    expect(before == after && !custub_failed(&error),
           custub_failed(&error) ? error.message : "the kernels outlive cudaDeviceReset()");
}

int main()
{
    custub_error error = custub_error_none();
    waves_kernels kernels = waves_load_linked(&error);

    if (custub_failed(&error)) {
        printf("%s\n", error.message);
        return 2;
    }
    expect(custub_library_signatures_checked(kernels.library) || custub_driver_version() < 12040,
           "the signatures were compared with the program's");
    check_results(&kernels);
    check_refusals(&kernels);
    check_last_error(&kernels);
    check_threads(&kernels);
    check_variable(&kernels);
    check_reset(&kernels);
    waves_unload(&kernels, &error);
    launch_scale(&kernels, NULL, 0, 1, custub_f32_view(), &error);
    expect(error.status == CUSTUB_ERROR_KERNEL_ABSENT, "no launch after the unload");
    return failures != 0;
}
