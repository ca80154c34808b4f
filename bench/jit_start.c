/* Compares starts of a program whose kernel is compiled by NVRTC: by hand, by custub without files,
 * and by custub when an earlier start has left the code in a file.
 *
 * Each measurement is a process of its own. Its time begins when the device is open, and ends when
 * the kernel has run for the first time. bench_jit_start ROUNDS changes the number of rounds.
 * Needs a GPU and NVRTC, which CUSTUB_NVRTC may name; headers come from $CUDA_PATH or
 * /usr/local/cuda. */
#define _POSIX_C_SOURCE 200809L
#include "rounds.h"

#include "saxpy.custub.h"

#include <custub/custub.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define ROUNDS 11

/* Both have the parameters of examples/kernels/saxpy.cu. */
static const char plain[] = "extern \"C\" __global__ void saxpy(size_t n, float a,\n"
                            "    const float *__restrict__ x, float *__restrict__ y)\n"
                            "{\n"
                            "    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;\n"
                            "    if (i < n)\n"
                            "        y[i] = a * x[i] + y[i];\n"
                            "}\n";
static const char halves[] = "#include <cuda_fp16.h>\n"
                             "extern \"C\" __global__ void saxpy(size_t n, float a,\n"
                             "    const float *__restrict__ x, float *__restrict__ y)\n"
                             "{\n"
                             "    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;\n"
                             "    if (i < n)\n"
                             "        y[i] = __half2float(__float2half(a * x[i])) + y[i];\n"
                             "}\n";

/* Saxpy over no elements: its kernel runs and touches no memory. */
typedef void start(const char *source, custub_device *device, custub_error *error);

static void must(const char *call, int result)
{
    if (result) {
        fprintf(stderr, "%s: %d\n", call, result);
        exit(1);
    }
}

static void succeed(const custub_error *error)
{
    if (custub_failed(error)) {
        fprintf(stderr, "%s\n", error->message);
        exit(1);
    }
}

/* --- By hand -------------------------------------------------------------------------------- */

typedef void *nvrtc_program;

static void find(void *library, const char *name, void *function_pointer)
{
    void *address = library ? dlsym(library, name) : custub_driver_symbol(name);

    must(name, !address);
    *(void **)function_pointer = address; /* as POSIX shows for dlsym() */
}

static void *open_nvrtc(void)
{
    const char *names[] = {getenv("CUSTUB_NVRTC"), "libnvrtc.so.13", "libnvrtc.so.12",
                           "/usr/local/cuda/lib64/libnvrtc.so"};
    void *library = NULL;

    for (int i = 0; i < 4 && !library; i++)
        if (names[i])
            library = dlopen(names[i], RTLD_NOW);
    must("opening NVRTC", !library);
    return library;
}

/* Machine code for the device, to be freed. */
static char *compile(const char *source, int capability)
{
    int (*create)(nvrtc_program *, const char *, const char *, int, const char *const *,
                  const char *const *);
    int (*compile_program)(nvrtc_program, int, const char *const *);
    int (*get_size)(nvrtc_program, size_t *);
    int (*get_code)(nvrtc_program, char *);
    int (*destroy)(nvrtc_program *);
    void *library = open_nvrtc();
    const char *toolkit = getenv("CUDA_PATH");
    char architecture[40], include[1000];
    const char *options[] = {architecture, include};
    nvrtc_program program;
    size_t size = 0;
    char *code;

    find(library, "nvrtcCreateProgram", &create);
    find(library, "nvrtcCompileProgram", &compile_program);
    find(library, "nvrtcGetCUBINSize", &get_size);
    find(library, "nvrtcGetCUBIN", &get_code);
    find(library, "nvrtcDestroyProgram", &destroy);
    snprintf(architecture, sizeof(architecture), "--gpu-architecture=sm_%d", capability);
    snprintf(include, sizeof(include), "-I%s/include", toolkit ? toolkit : "/usr/local/cuda");
    must("nvrtcCreateProgram", create(&program, source, "saxpy.cu", 0, NULL, NULL));
    must("nvrtcCompileProgram", compile_program(program, 2, options));
    must("nvrtcGetCUBINSize", get_size(program, &size));
    code = malloc(size);
    must("malloc", !code);
    must("nvrtcGetCUBIN", get_code(program, code));
    must("nvrtcDestroyProgram", destroy(&program));
    return code;
}

static void start_by_hand(const char *source, custub_device *device, custub_error *error)
{
    int (*load)(void **module, const void *image);
    int (*get_function)(void **function, void *module, const char *name);
    int (*launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                  CUstream, void **, void **);
    size_t n = 0;
    float a = 1;
    CUdeviceptr x = 0, y = 0;
    void *parameters[] = {&n, &a, &x, &y};
    char *code = compile(source, custub_device_compute_capability(device, error));
    void *module, *function;

    find(NULL, "cuModuleLoadData", &load);
    find(NULL, "cuModuleGetFunction", &get_function);
    find(NULL, "cuLaunchKernel", &launch);
    must("cuModuleLoadData", load(&module, code));
    must("cuModuleGetFunction", get_function(&function, module, "saxpy"));
    must("cuLaunchKernel", launch(function, 1, 1, 1, 256, 1, 1, 0, NULL, parameters, NULL));
    custub_device_synchronize(device, error);
    free(code);
}

/* --- By custub ------------------------------------------------------------------------------ */

static void start_with_custub(const char *source, custub_device *device, custub_error *error)
{
    const custub_jit_program program = {.name = "saxpy.cu", .source = source};
    custub_image images[] = {custub_jit_compile(&program, error), {NULL, NULL, 0}};
    saxpy_kernels kernels = saxpy_load_images(images, error);

    launch_saxpy(&kernels, NULL, 0, 1.0f, custub_f32_view_of(0, 0), custub_f32_view_of(0, 0),
                 error);
    custub_device_synchronize(device, error);
    saxpy_unload(&kernels, error);
    custub_image_free(&images[0]);
}

static void start_without_files(const char *source, custub_device *device, custub_error *error)
{
    setenv("CUSTUB_JIT_CACHE", "0", 1);
    start_with_custub(source, device, error);
}

/* --- Measuring ------------------------------------------------------------------------------ */

static const bench_row rows[] = {
    {"saxpy", "NVRTC by hand", true},
    {"saxpy", "custub, no files", true},
    {"saxpy", "custub, later start", true},
    {"with cuda_fp16.h", "NVRTC by hand", true},
    {"with cuda_fp16.h", "custub, no files", true},
    {"with cuda_fp16.h", "custub, later start", true},
};
static start *const starts[] = {start_by_hand, start_without_files, start_with_custub};

enum { ROWS = sizeof(rows) / sizeof(rows[0]) };

static const char *program;

static double now(void)
{
    struct timespec time;

    timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* What a measurement's process does: it prints its time. */
static int start_row(int index)
{
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    double begin;

    succeed(&error);
    begin = now();
    starts[index % 3](index < 3 ? plain : halves, device, &error);
    printf("%.0f\n", now() - begin);
    custub_device_close(device, &error);
    succeed(&error);
    return 0;
}

static double measure(int index)
{
    char command[1000];
    double time = 0;
    FILE *output;

    snprintf(command, sizeof(command), "'%s' row %d", program, index);
    output = popen(command, "r");
    must("starting a process", !output);
    must("reading its time", fscanf(output, "%lf", &time) != 1);
    must("the process", pclose(output));
    return time;
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : ROUNDS;
    custub_error error = custub_error_none();
    custub_device *device;

    if (argc > 2)
        return start_row(atoi(argv[2]));
    program = argv[0];
    device = custub_device_open(0, &error);
    succeed(&error);
    printf("%s, driver %s %d: medians of %d rounds, a process each\n", custub_device_name(device),
           custub_driver_name(), custub_driver_version(), rounds);
    custub_device_close(device, &error);
    return bench_compare(rows, ROWS, rounds, measure);
}
