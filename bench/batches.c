#include "batches.h"

#include "combine.custub.h"
#include "saxpy.custub.h"
#ifdef BENCH_CHEVRON
#include "triple_chevron.custub.h"
#endif

#include <custub/custub.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ELEMENTS 4096
#define THREADS  256
#define BLOCKS   (ELEMENTS / THREADS)

enum { SAXPY_BUFFERS = 2, BUFFERS = 8 };

typedef int raw_launch(void *function, unsigned int grid_x, unsigned int grid_y,
                       unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                       unsigned int block_z, unsigned int shared, CUstream stream,
                       void **parameters, void **extra);

static struct {
    custub_device *device;
    saxpy_kernels saxpy;
    combine_kernels combine;
    custub_f32_buffer buffers[BUFFERS];
    CUstream stream;
    raw_launch *raw;
    int (*get_id)(void *context, unsigned long long *id); /* null if the driver has none */
    void *saxpy_function; /* CUfunction, or the kernel's own handle if the driver has none */
    void *combine_function;
    custub_launch at[CUSTUB_CHECK_NONE + 1]; /* a launch for each level */
    custub_prepared *prepared_saxpy;
    custub_prepared *prepared_combine;
    custub_error error;
    char machine[256];
    bool has_chevron;
#ifdef BENCH_CHEVRON
    triple_chevron_kernels chevron;
    custub_prepared *prepared_chevron;
#endif
} b;

static void succeed(custub_status status)
{
    if (status == CUSTUB_OK)
        return;
    fprintf(stderr, "%s\n", b.error.message);
    exit(1);
}

/* --- Four parameters ------------------------------------------------------------------------ */

static void saxpy_raw_of(void *function)
{
    size_t n = ELEMENTS;
    float a = 2;
    CUdeviceptr x = b.buffers[0].view.ptr;
    CUdeviceptr y = b.buffers[1].view.ptr;
    void *parameters[] = {&n, &a, &x, &y};

    if (b.raw(function, BLOCKS, 1, 1, THREADS, 1, 1, 0, b.stream, parameters, NULL) != 0)
        exit(1);
}

static void saxpy_raw(void)
{
    saxpy_raw_of(b.saxpy_function);
}

/* With a CUkernel, whose CUfunction the driver looks up at each launch. */
static void saxpy_raw_kernel(void)
{
    saxpy_raw_of(b.saxpy.saxpy.function);
}

/* A stored CUfunction is valid only in the context that it was made in, which the id identifies. */
static void saxpy_raw_asking(void)
{
    unsigned long long id;

    if (b.get_id(NULL, &id) != 0)
        exit(1);
    saxpy_raw_of(b.saxpy_function);
}

/* With an array of parameters that was filled earlier, as in a prepared launch. */
static void saxpy_filled(void)
{
    static size_t n = ELEMENTS;
    static float a = 2;
    static void *parameters[4];

    if (!parameters[0]) {
        parameters[0] = &n;
        parameters[1] = &a;
        parameters[2] = &b.buffers[0].view.ptr;
        parameters[3] = &b.buffers[1].view.ptr;
    }
    if (b.raw(b.saxpy_function, BLOCKS, 1, 1, THREADS, 1, 1, 0, b.stream, parameters, NULL) != 0)
        exit(1);
}

static void saxpy_at(custub_check check)
{
    succeed(launch_saxpy(&b.saxpy, &b.at[check], ELEMENTS, 2, b.buffers[0].view, b.buffers[1].view,
                         &b.error));
}

static void saxpy_none(void)
{
    saxpy_at(CUSTUB_CHECK_NONE);
}

static void saxpy_contract(void)
{
    saxpy_at(CUSTUB_CHECK_CONTRACT);
}

static void saxpy_whole(void)
{
    saxpy_at(CUSTUB_CHECK_WHOLE);
}

/* With a new custub_launch for each launch. */
static void saxpy_anew(void)
{
    custub_launch launch = custub_launch_of(BLOCKS, THREADS);

    launch.stream = b.stream;
    launch.check = CUSTUB_CHECK_CONTRACT;
    succeed(launch_saxpy(&b.saxpy, &launch, ELEMENTS, 2, b.buffers[0].view, b.buffers[1].view,
                         &b.error));
}

/* With the shape computed by custub. */
static void saxpy_computed(void)
{
    custub_launch launch = custub_launch_default();

    launch.stream = b.stream;
    launch.check = CUSTUB_CHECK_CONTRACT;
    succeed(launch_saxpy(&b.saxpy, &launch, ELEMENTS, 2, b.buffers[0].view, b.buffers[1].view,
                         &b.error));
}

static void saxpy_prepared(void)
{
    succeed(custub_prepared_launch(b.prepared_saxpy, &b.error));
}

#ifdef BENCH_CHEVRON
void bench_chevron(unsigned int grid, unsigned int block, void *stream, size_t n, float a,
                   unsigned long long x, unsigned long long y);
int bench_chevron_error(void);

static void saxpy_chevron(void)
{
    bench_chevron(BLOCKS, THREADS, b.stream, ELEMENTS, 2, b.buffers[0].view.ptr,
                  b.buffers[1].view.ptr);
}

static void linked_at(custub_check check)
{
    succeed(launch_linked(&b.chevron, &b.at[check], ELEMENTS, 2, b.buffers[0].view,
                          b.buffers[1].view, &b.error));
}

static void linked_none(void)
{
    linked_at(CUSTUB_CHECK_NONE);
}

static void linked_contract(void)
{
    linked_at(CUSTUB_CHECK_CONTRACT);
}

static void linked_whole(void)
{
    linked_at(CUSTUB_CHECK_WHOLE);
}

static void linked_prepared(void)
{
    succeed(custub_prepared_launch(b.prepared_chevron, &b.error));
}

static bool open_chevron(void)
{
    saxpy_chevron();
    if (bench_chevron_error())
        return false;
    b.chevron = triple_chevron_load_linked(&b.error);
    b.prepared_chevron = prepare_linked(&b.chevron, &b.at[CUSTUB_CHECK_WHOLE], ELEMENTS, 2,
                                        b.buffers[0].view, b.buffers[1].view, &b.error);
    return !custub_failed(&b.error);
}

static void close_chevron(void)
{
    custub_prepared_destroy(b.prepared_chevron);
    triple_chevron_unload(&b.chevron, NULL);
}
#endif

/* --- Sixteen parameters --------------------------------------------------------------------- */

static void combine_raw(void)
{
    size_t n = ELEMENTS;
    float a[] = {1, 2, 3, 4, 5, 6, 7};
    CUdeviceptr at[BUFFERS];
    void *parameters[16] = {&n, &a[0], &a[1], &a[2], &a[3], &a[4], &a[5], &a[6]};

    for (int i = 0; i < BUFFERS; i++) {
        at[i] = b.buffers[i].view.ptr;
        parameters[8 + i] = &at[i];
    }
    if (b.raw(b.combine_function, BLOCKS, 1, 1, THREADS, 1, 1, 0, b.stream, parameters, NULL) != 0)
        exit(1);
}

static void combine_filled(void)
{
    static size_t n = ELEMENTS;
    static float a[] = {1, 2, 3, 4, 5, 6, 7};
    static void *parameters[16];

    if (!parameters[0]) {
        parameters[0] = &n;
        for (int i = 0; i < 7; i++)
            parameters[1 + i] = &a[i];
        for (int i = 0; i < BUFFERS; i++)
            parameters[8 + i] = &b.buffers[i].view.ptr;
    }
    if (b.raw(b.combine_function, BLOCKS, 1, 1, THREADS, 1, 1, 0, b.stream, parameters, NULL) != 0)
        exit(1);
}

static void combine_at(custub_check check)
{
    const custub_f32_buffer *x = b.buffers;

    succeed(launch_combine(&b.combine, &b.at[check], ELEMENTS, 1, 2, 3, 4, 5, 6, 7, x[0].view,
                           x[1].view, x[2].view, x[3].view, x[4].view, x[5].view, x[6].view,
                           x[7].view, &b.error));
}

static void combine_none(void)
{
    combine_at(CUSTUB_CHECK_NONE);
}

static void combine_contract(void)
{
    combine_at(CUSTUB_CHECK_CONTRACT);
}

static void combine_whole(void)
{
    combine_at(CUSTUB_CHECK_WHOLE);
}

static void combine_prepared(void)
{
    succeed(custub_prepared_launch(b.prepared_combine, &b.error));
}

static const struct {
    const char *name;
    int params;
    void (*launch)(void);
    bool of_chevron; /* a kernel that nvcc compiled into the library */
} ways[] = {
    {"cuLaunchKernel", 4, saxpy_raw, false},
    {"cuLaunchKernel again", 4, saxpy_raw, false},
    {"cuLaunchKernel, CUkernel", 4, saxpy_raw_kernel, false},
    {"cuCtxGetId, cuLaunchKernel", 4, saxpy_raw_asking, false},
    {"cuLaunchKernel, parameters filled", 4, saxpy_filled, false},
    {"custub, none", 4, saxpy_none, false},
    {"custub, contract", 4, saxpy_contract, false},
    {"custub, contract, custub_launch anew", 4, saxpy_anew, false},
    {"custub, contract, shape computed", 4, saxpy_computed, false},
    {"custub, whole", 4, saxpy_whole, false},
    {"custub, prepared", 4, saxpy_prepared, false},
#ifdef BENCH_CHEVRON
    {"<<<>>>", 4, saxpy_chevron, true},
    {"the same kernel, custub, none", 4, linked_none, true},
    {"the same kernel, custub, contract", 4, linked_contract, true},
    {"the same kernel, custub, whole", 4, linked_whole, true},
    {"the same kernel, custub, prepared", 4, linked_prepared, true},
#endif
    {"cuLaunchKernel", 16, combine_raw, false},
    {"cuLaunchKernel again", 16, combine_raw, false},
    {"cuLaunchKernel, parameters filled", 16, combine_filled, false},
    {"custub, none", 16, combine_none, false},
    {"custub, contract", 16, combine_contract, false},
    {"custub, whole", 16, combine_whole, false},
    {"custub, prepared", 16, combine_prepared, false},
};

/* --- Opening -------------------------------------------------------------------------------- */

static void load(const custub_image *images)
{
    b.saxpy = images ? saxpy_load_images(images, &b.error) : saxpy_load(&b.error);
    b.combine = images ? combine_load_images(images, &b.error) : combine_load(&b.error);
}

/* The CUfunction of a kernel, which is the fastest to launch. */
static void *function_of(const custub_kernel *kernel)
{
    int (*get_function)(void **function, void *kernel) = NULL;
    void *address = custub_driver_symbol("cuKernelGetFunction");
    void *function = NULL;

    *(void **)&get_function = address; /* as POSIX shows for dlsym() */
    return get_function && get_function(&function, kernel->function) == 0 ? function
                                                                          : kernel->function;
}

static void fill_launches(void)
{
    for (int check = CUSTUB_CHECK_WHOLE; check <= CUSTUB_CHECK_NONE; check++) {
        b.at[check] = custub_launch_of(BLOCKS, THREADS);
        b.at[check].stream = b.stream;
        b.at[check].check = (custub_check)check;
    }
}

static void prepare(void)
{
    custub_argument arguments[16];

    arguments[0] = custub_argument_u64(ELEMENTS);
    arguments[1] = custub_argument_f32(2);
    for (int i = 0; i < SAXPY_BUFFERS; i++)
        arguments[2 + i] =
            custub_argument_buffer(CUSTUB_SCALAR_F32, b.buffers[i].view.ptr, ELEMENTS);
    b.prepared_saxpy =
        custub_kernel_prepare(&b.saxpy.saxpy, &b.at[CUSTUB_CHECK_WHOLE], 4, arguments, &b.error);
    for (int i = 0; i < 7; i++)
        arguments[1 + i] = custub_argument_f32((float)(i + 1));
    for (int i = 0; i < BUFFERS; i++)
        arguments[8 + i] =
            custub_argument_buffer(CUSTUB_SCALAR_F32, b.buffers[i].view.ptr, ELEMENTS);
    b.prepared_combine = custub_kernel_prepare(&b.combine.combine, &b.at[CUSTUB_CHECK_WHOLE], 16,
                                               arguments, &b.error);
}

const char *bench_open(const custub_image *images)
{
    void *address;

    b.device = custub_device_open(0, &b.error);
    load(images);
    for (int i = 0; i < BUFFERS; i++)
        b.buffers[i] = custub_f32_buffer_create(ELEMENTS, &b.error);
    b.stream = custub_stream_create(&b.error);
    fill_launches();
    prepare();
    if (custub_failed(&b.error))
        return b.error.message;
    b.saxpy_function = function_of(&b.saxpy.saxpy);
    b.combine_function = function_of(&b.combine.combine);
    address = custub_driver_symbol("cuLaunchKernel");
    *(void **)&b.raw = address; /* as POSIX shows for dlsym() */
    address = custub_driver_symbol("cuCtxGetId");
    *(void **)&b.get_id = address;
    snprintf(b.machine, sizeof(b.machine), "%s, driver %s %d", custub_device_name(b.device),
             custub_driver_name(), custub_driver_version());
#ifdef BENCH_CHEVRON
    if (!images && strcmp(custub_driver_name(), "cuda") == 0)
        b.has_chevron = open_chevron();
#endif
    for (int way = 0; way < bench_count(); way++)
        if (bench_works(way))
            bench_batch(way, 8);
    return NULL;
}

void bench_close(void)
{
#ifdef BENCH_CHEVRON
    close_chevron();
#endif
    custub_prepared_destroy(b.prepared_combine);
    custub_prepared_destroy(b.prepared_saxpy);
    custub_stream_destroy(b.stream, NULL);
    for (int i = 0; i < BUFFERS; i++)
        custub_f32_buffer_destroy(&b.buffers[i], NULL);
    combine_unload(&b.combine, NULL);
    saxpy_unload(&b.saxpy, NULL);
    custub_device_close(b.device, NULL);
}

const char *bench_machine(void)
{
    return b.machine;
}

int bench_count(void)
{
    return (int)(sizeof(ways) / sizeof(ways[0]));
}

int bench_works(int way)
{
    return (!ways[way].of_chevron || b.has_chevron) &&
           (ways[way].launch != saxpy_raw_asking || b.get_id);
}

const char *bench_name(int way)
{
    return ways[way].name;
}

int bench_params(int way)
{
    return ways[way].params;
}

unsigned long long bench_pointer(int index)
{
    return b.buffers[index].view.ptr;
}

unsigned long long bench_elements(void)
{
    return ELEMENTS;
}

unsigned int bench_blocks(void)
{
    return BLOCKS;
}

unsigned int bench_threads(void)
{
    return THREADS;
}

void bench_launch(int way, int launches)
{
    for (int i = 0; i < launches; i++)
        ways[way].launch();
}

static double now(void)
{
    struct timespec time;

    timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

double bench_batch(int way, int launches)
{
    double start, time;

    succeed(custub_stream_synchronize(b.stream, &b.error));
    start = now();
    bench_launch(way, launches);
    time = now() - start;
    succeed(custub_stream_synchronize(b.stream, &b.error));
    return time / launches;
}
