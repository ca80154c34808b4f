/* What a checked launch costs beside the raw driver call: launch_saxpy at each level, the same
 * kernel by cuLaunchKernel, and cuLaunchKernel once more, which says how far two equal things lie
 * apart.
 *
 * Host time of the call alone. Batches of BATCH launches, interleaved, with the queue drained
 * between; the median over BATCHES. On a GPU: bench_launch. */
#include "saxpy.custub.h"

#include <custub/custub.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define COUNT   4096
#define BATCH   512
#define BATCHES 200
#define BLOCK   256

typedef int launch_function(void *function, unsigned int grid_x, unsigned int grid_y,
                            unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                            unsigned int block_z, unsigned int shared, CUstream stream,
                            void **parameters, void **extra);

typedef struct subject {
    saxpy_kernels kernels;
    custub_device *device;
    custub_f32 x;
    custub_f32 y;
    CUstream stream;
    launch_function *raw;
    custub_error error;
} subject;

static subject s;

static void succeed(custub_status status)
{
    if (status == CUSTUB_OK)
        return;
    fprintf(stderr, "%s\n", s.error.message);
    exit(1);
}

static double now(void)
{
    struct timespec time;

    timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void launch_raw(void)
{
    size_t n = COUNT;
    float a = 2;
    CUdeviceptr x = s.x.ptr;
    CUdeviceptr y = s.y.ptr;
    void *parameters[] = {&n, &a, &x, &y};

    if (s.raw(s.kernels.kernel[0].function, COUNT / BLOCK, 1, 1, BLOCK, 1, 1, 0, s.stream,
              parameters, NULL) != 0)
        exit(1);
}

static void launch_checked(custub_check check)
{
    custub_launch launch = {0};

    launch.grid.x = COUNT / BLOCK;
    launch.block.x = BLOCK;
    launch.stream = s.stream;
    launch.check = check;
    launch.error = &s.error;
    succeed(launch_saxpy(&s.kernels, &launch, COUNT, 2, s.x, s.y));
}

static void launch_whole(void)
{
    launch_checked(CUSTUB_CHECK_WHOLE);
}

static void launch_contract(void)
{
    launch_checked(CUSTUB_CHECK_CONTRACT);
}

static void launch_unchecked(void)
{
    launch_checked(CUSTUB_CHECK_NONE);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;

    return (x > y) - (x < y);
}

static double median(double *values)
{
    qsort(values, BATCHES, sizeof(*values), compare);
    return (values[BATCHES / 2 - 1] + values[BATCHES / 2]) / 2;
}

static const struct {
    const char *name;
    void (*launch)(void);
} variants[] = {
    {"cuLaunchKernel", launch_raw},           {"cuLaunchKernel again", launch_raw},
    {"launch_saxpy, none", launch_unchecked}, {"launch_saxpy, contract", launch_contract},
    {"launch_saxpy, whole", launch_whole},
};
enum { VARIANTS = sizeof(variants) / sizeof(variants[0]) };

static void measure(void)
{
    static double times[VARIANTS][BATCHES]; /* nanoseconds a launch */
    double raw;

    for (int batch = -10; batch < BATCHES; batch++) { /* the first ten warm up */
        for (int i = 0; i < VARIANTS; i++) {
            int v = (batch + 10 + i) % VARIANTS; /* each comes first as often as the others */
            double start = now();
            for (int launch = 0; launch < BATCH; launch++)
                variants[v].launch();
            if (batch >= 0)
                times[v][batch] = (now() - start) / BATCH;
            succeed(custub_stream_synchronize(s.stream, &s.error));
        }
    }
    raw = median(times[0]);
    for (int v = 0; v < VARIANTS; v++) {
        double time = median(times[v]);
        printf("%-24s %8.1f ns  %6.3f x  %+8.1f ns\n", variants[v].name, time, time / raw,
               time - raw);
    }
}

int main(void)
{
    void *address;

    succeed(custub_device_open(&s.device, 0, &s.error));
    succeed(saxpy_load(&s.kernels, &s.error));
    succeed(custub_f32_create(&s.x, COUNT, &s.error));
    succeed(custub_f32_create(&s.y, COUNT, &s.error));
    succeed(custub_stream_create(&s.stream, &s.error));
    address = custub_driver_symbol("cuLaunchKernel");
    *(void **)&s.raw = address; /* as POSIX has it for dlsym() */
    printf("%s, driver %s %d: median of %d batches of %d launches\n", custub_device_name(s.device),
           custub_driver_name(), custub_driver_version(), BATCHES, BATCH);
    measure();
    custub_stream_destroy(s.stream);
    custub_f32_destroy(&s.y);
    custub_f32_destroy(&s.x);
    saxpy_unload(&s.kernels);
    custub_device_close(s.device);
    return 0;
}
