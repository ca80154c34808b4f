#define _POSIX_C_SOURCE 200809L

#include "recording_driver.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

enum { LOG_SIZE = 65536, RANGES = 256, KERNELS = 64, PARAMS = 64, REJECTED = 16, POINTERS = 16 };

enum { /* CUresult */
       INVALID_VALUE = 1,
       OUT_OF_MEMORY = 2,
       INVALID_DEVICE = 101,
       INVALID_CONTEXT = 201,
       INVALID_HANDLE = 400,
       NOT_FOUND = 500
};

typedef struct kernel {
    const char *name;
    uint32_t param_count;
    size_t offset[PARAMS];
    size_t size[PARAMS];
    int opted_in[RECORDING_DEVICES];
} kernel;

typedef struct range {
    CUdeviceptr base;
    size_t bytes;
    bool mapped;
    void *owned; /* by cuMemAlloc */
} range;

typedef struct image {
    const void *data;
    bool is_module;
    CUcontext context;
} image;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static recording_program program;
static const char *call_log[LOG_SIZE];
static size_t call_count;
static recording_launch last;
static size_t launch_count;
static size_t alive;
static range ranges[RANGES];
static kernel kernels[KERNELS];
static size_t kernel_count;
static struct {
    const void *data;
    int result;
    bool at_load;
    const char *log;
} rejected[REJECTED];
static size_t rejected_count;
static struct {
    CUdeviceptr address;
    int ordinal;
    bool accessible;
} pointers[POINTERS];
static size_t pointer_count;
static struct {
    const char *name;
    size_t left;
    int result;
} failing;
static _Thread_local int current = -1; /* the ordinal of the current context */
static char contexts[RECORDING_DEVICES];

/* --- Programming ---- */

static void set_defaults(void)
{
    memset(&program, 0, sizeof(program));
#ifdef RECORDING_OLD_DRIVER
    program.version = 11080;
#else
    program.version = 13000;
#endif
    program.device_count = 1;
    program.max_threads = 1024;
    program.processor_threads = 2048;
    program.processor_blocks = 32;
    program.processors = 132;
    program.shared_opt_in = 232448;
    program.cooperative = 1;
    program.clusters = 1;
}

__attribute__((constructor)) static void start(void)
{
    set_defaults();
}

void recording_reset(void)
{
    pthread_mutex_lock(&lock);
    set_defaults();
    call_count = 0;
    memset(&last, 0, sizeof(last));
    launch_count = 0;
    for (size_t i = 0; i < RANGES; i++)
        if (!ranges[i].owned)
            memset(&ranges[i], 0, sizeof(ranges[i]));
    kernel_count = 0;
    rejected_count = 0;
    pointer_count = 0;
    memset(&failing, 0, sizeof(failing));
    current = -1;
    pthread_mutex_unlock(&lock);
}

recording_program *recording_programmed(void)
{
    return &program;
}

void recording_use_device(int ordinal)
{
    current = ordinal;
}

CUcontext recording_context(int ordinal)
{
    return ordinal < 0 ? NULL : (CUcontext)(void *)&contexts[ordinal];
}

static bool is_listed(const char *name, const char *const *list)
{
    for (; list && *list; list++)
        if (strcmp(name, *list) == 0)
            return true;
    return false;
}

void recording_describe(const custub_library_info *library, const char *const *absent)
{
    kernel_count = 0;
    for (uint32_t i = 0; i < library->kernel_count && kernel_count < KERNELS; i++) {
        const custub_kernel_info *info = &library->kernels[i];
        kernel *out = &kernels[kernel_count];
        if (is_listed(info->symbol, absent))
            continue;
        kernel_count++;
        memset(out, 0, sizeof(*out));
        out->name = info->symbol;
        out->param_count = info->param_count;
        for (uint32_t p = 0; p < info->param_count && p < PARAMS; p++) {
            out->offset[p] = info->params[p].offset;
            out->size[p] = info->params[p].size;
        }
    }
}

static kernel *find_kernel(const char *name)
{
    for (size_t i = 0; i < kernel_count; i++)
        if (strcmp(kernels[i].name, name) == 0)
            return &kernels[i];
    return NULL;
}

void recording_change_param(const char *name, uint32_t index, size_t offset, size_t size)
{
    find_kernel(name)->offset[index] = offset;
    find_kernel(name)->size[index] = size;
}

void recording_change_param_count(const char *name, uint32_t count)
{
    find_kernel(name)->param_count = count;
}

void recording_reject(const void *data, int result, bool at_load, const char *log)
{
    rejected[rejected_count].data = data;
    rejected[rejected_count].result = result;
    rejected[rejected_count].at_load = at_load;
    rejected[rejected_count++].log = log;
}

static range *add_range(CUdeviceptr base, size_t bytes, bool mapped, void *owned)
{
    for (size_t i = 0; i < RANGES; i++) {
        if (ranges[i].bytes)
            continue;
        ranges[i].base = base;
        ranges[i].bytes = bytes;
        ranges[i].mapped = mapped;
        ranges[i].owned = owned;
        return &ranges[i];
    }
    return NULL;
}

static range *find_range(CUdeviceptr address)
{
    for (size_t i = 0; i < RANGES; i++)
        if (ranges[i].bytes && address >= ranges[i].base &&
            address - ranges[i].base < ranges[i].bytes)
            return &ranges[i];
    return NULL;
}

void recording_add_range(CUdeviceptr base, size_t bytes, bool mapped)
{
    add_range(base, bytes, mapped, NULL);
}

void recording_remove_range(CUdeviceptr base)
{
    range *found = find_range(base);

    if (found)
        memset(found, 0, sizeof(*found));
}

void recording_add_pointer(CUdeviceptr address, int ordinal, bool accessible)
{
    pointers[pointer_count].address = address;
    pointers[pointer_count].ordinal = ordinal;
    pointers[pointer_count++].accessible = accessible;
}

size_t recording_call_count(void)
{
    return call_count;
}

const char *recording_call(size_t index)
{
    return index < call_count && index < LOG_SIZE ? call_log[index] : NULL;
}

size_t recording_calls_of(const char *name)
{
    size_t count = 0;

    for (size_t i = 0; i < call_count && i < LOG_SIZE; i++)
        count += strcmp(call_log[i], name) == 0;
    return count;
}

void recording_clear_log(void)
{
    call_count = 0;
    launch_count = 0;
}

const recording_launch *recording_last_launch(void)
{
    return &last;
}

size_t recording_launch_count(void)
{
    return launch_count;
}

size_t recording_alive(void)
{
    return alive;
}

int recording_opted_in(const char *name, int ordinal)
{
    return find_kernel(name)->opted_in[ordinal];
}

void recording_fail(const char *name, size_t n, int result)
{
    failing.name = name;
    failing.left = n;
    failing.result = result;
}

/* --- The driver ---- */

/* Notes a call; the result that it has to fail with, or 0. */
static int enter(const char *name)
{
    int result = 0;

    pthread_mutex_lock(&lock);
    if (call_count < LOG_SIZE)
        call_log[call_count] = name;
    call_count++;
    if (failing.left && (!failing.name || strcmp(failing.name, name) == 0) && --failing.left == 0)
        result = failing.result;
    pthread_mutex_unlock(&lock);
    return result;
}

#define ENTER(name)                                                                                \
    do {                                                                                           \
        int failed = enter(name);                                                                  \
        if (failed)                                                                                \
            return failed;                                                                         \
    } while (0)

#define NEED_CONTEXT()                                                                             \
    do {                                                                                           \
        if (current < 0)                                                                           \
            return INVALID_CONTEXT;                                                                \
    } while (0)

static void change_alive(int by)
{
    pthread_mutex_lock(&lock);
    alive = by > 0 ? alive + 1 : alive - 1;
    pthread_mutex_unlock(&lock);
}

EXPORT int cuInit(unsigned int flags)
{
    (void)flags;
    ENTER("cuInit");
    return program.init_result;
}

EXPORT int cuDriverGetVersion(int *version)
{
    ENTER("cuDriverGetVersion");
    *version = program.version;
    return program.version_result;
}

/* The names of errors are not logged: they are asked for while messages are written. */
EXPORT int cuGetErrorName(int result, const char **name)
{
    static const struct {
        int result;
        const char *name;
    } names[] = {{1, "CUDA_ERROR_INVALID_VALUE"},
                 {2, "CUDA_ERROR_OUT_OF_MEMORY"},
                 {4, "CUDA_ERROR_DEINITIALIZED"},
                 {34, "CUDA_ERROR_STUB_LIBRARY"},
                 {100, "CUDA_ERROR_NO_DEVICE"},
                 {200, "CUDA_ERROR_INVALID_IMAGE"},
                 {201, "CUDA_ERROR_INVALID_CONTEXT"},
                 {209, "CUDA_ERROR_NO_BINARY_FOR_GPU"},
                 {218, "CUDA_ERROR_INVALID_PTX"},
                 {400, "CUDA_ERROR_INVALID_HANDLE"},
                 {500, "CUDA_ERROR_NOT_FOUND"},
                 {700, "CUDA_ERROR_ILLEGAL_ADDRESS"},
                 {803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"}};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (names[i].result != result)
            continue;
        *name = names[i].name;
        return 0;
    }
    *name = NULL;
    return INVALID_VALUE;
}

EXPORT int cuGetErrorString(int result, const char **text)
{
    const char *name;

    if (cuGetErrorName(result, &name)) {
        *text = NULL;
        return INVALID_VALUE;
    }
    *text = "as recorded";
    return 0;
}

EXPORT int cuDeviceGetCount(int *count)
{
    ENTER("cuDeviceGetCount");
    *count = program.device_count;
    return 0;
}

EXPORT int cuDeviceGet(int *device, int ordinal)
{
    ENTER("cuDeviceGet");
    if (ordinal < 0 || ordinal >= program.device_count)
        return INVALID_DEVICE;
    *device = ordinal;
    return 0;
}

EXPORT int cuDeviceGetName(char *name, int size, int device)
{
    ENTER("cuDeviceGetName");
    snprintf(name, (size_t)size, "Recording device %d", device);
    return 0;
}

EXPORT int cuDeviceGetAttribute(int *value, int attribute, int device)
{
    ENTER("cuDeviceGetAttribute");
    if (device < 0 || device >= program.device_count)
        return INVALID_DEVICE;
    switch (attribute) {
    case 1: /* threads per block */
    case 2: /* block x */
    case 3: /* block y */
        *value = 1024;
        return 0;
    case 4: /* block z */
        *value = 64;
        return 0;
    case 5: /* grid x */
        *value = 2147483647;
        return 0;
    case 6: /* grid y */
    case 7: /* grid z */
        *value = 65535;
        return 0;
    case 8: /* shared memory per block */
        *value = 49152;
        return 0;
    case 10: /* warp */
        *value = 32;
        return 0;
    case 16:
        *value = program.processors;
        return 0;
    case 39:
        *value = program.processor_threads;
        return 0;
    case 75: /* compute capability */
        *value = 9;
        return 0;
    case 76:
        *value = 0;
        return 0;
    case 88:
        *value = program.pageable;
        return 0;
    case 95:
        *value = program.cooperative;
        return 0;
    case 97:
        *value = program.shared_opt_in;
        return 0;
    case 120:
        *value = program.clusters;
        return 0;
    default:
        return INVALID_VALUE;
    }
}

EXPORT int cuDevicePrimaryCtxRetain(CUcontext *context, int device)
{
    ENTER("cuDevicePrimaryCtxRetain");
    change_alive(1);
    *context = recording_context(device);
    return 0;
}

EXPORT int cuDevicePrimaryCtxRelease_v2(int device)
{
    int result = enter("cuDevicePrimaryCtxRelease_v2");

    (void)device;
    change_alive(-1);
    return result;
}

EXPORT int cuCtxGetCurrent(CUcontext *context)
{
    ENTER("cuCtxGetCurrent");
    *context = recording_context(current);
    return 0;
}

EXPORT int cuCtxSetCurrent(CUcontext context)
{
    ENTER("cuCtxSetCurrent");
    current = context ? (int)((char *)(void *)context - contexts) : -1;
    return 0;
}

EXPORT int cuCtxGetDevice(int *device)
{
    ENTER("cuCtxGetDevice");
    NEED_CONTEXT();
    *device = current;
    return 0;
}

EXPORT int cuCtxSynchronize(void)
{
    ENTER("cuCtxSynchronize");
    NEED_CONTEXT();
    return 0;
}

/* How an image is refused, at its load or when it is looked into; 0 if not. */
static int rejection(const void *data, bool at_load, const char **log)
{
    for (size_t i = 0; i < rejected_count; i++) {
        if (rejected[i].data != data || rejected[i].at_load != at_load)
            continue;
        *log = rejected[i].log;
        return rejected[i].result;
    }
    return at_load ? program.image_result : 0;
}

static int open_image(void **out, const void *data, bool is_module)
{
    image *opened = malloc(sizeof(*opened));

    if (!opened)
        return OUT_OF_MEMORY;
    opened->data = data;
    opened->is_module = is_module;
    opened->context = recording_context(current);
    change_alive(1);
    *out = opened;
    return 0;
}

static int close_image(void *opened, int result)
{
    free(opened);
    change_alive(-1);
    return result;
}

static int get_kernel(void **out, const image *opened, const char *name)
{
    const char *log;
    int result = rejection(opened->data, false, &log);

    if (result)
        return result;
    *out = find_kernel(name);
    return *out ? 0 : NOT_FOUND;
}

EXPORT int cuModuleLoadDataEx(void **module, const void *data, unsigned int count, int *options,
                              void **values)
{
    const char *log = NULL;
    char *buffer = NULL;
    size_t size = 0;
    int result;

    ENTER("cuModuleLoadDataEx");
    NEED_CONTEXT();
    for (unsigned int i = 0; i < count; i++) {
        if (options[i] == 5)
            buffer = values[i];
        if (options[i] == 6)
            size = (size_t)(uintptr_t)values[i];
    }
    result = rejection(data, true, &log);
    if (!result) /* a module is compiled at once */
        result = rejection(data, false, &log);
    if (result && log && buffer && size)
        snprintf(buffer, size, "%s", log);
    return result ? result : open_image(module, data, true);
}

EXPORT int cuModuleUnload(void *module)
{
    int result = enter("cuModuleUnload");

    if (!result && recording_context(current) != ((image *)module)->context)
        return INVALID_CONTEXT;
    return close_image(module, result);
}

EXPORT int cuModuleGetFunction(void **function, void *module, const char *name)
{
    ENTER("cuModuleGetFunction");
    return get_kernel(function, module, name);
}

/* What the driver lets a launch have before anybody opts in. */
static int plain_shared(void)
{
    return 49152 - program.static_shared;
}

static int dynamic_shared(const kernel *of, int device)
{
    return of->opted_in[device] ? of->opted_in[device] : plain_shared();
}

static int get_attribute(int *value, int attribute, const kernel *of, int device)
{
    switch (attribute) {
    case 0:
        *value = program.max_threads;
        return 0;
    case 1:
        *value = program.static_shared;
        return 0;
    case 8:
        *value = dynamic_shared(of, device);
        return 0;
    default:
        return INVALID_VALUE;
    }
}

static int set_attribute(int attribute, int value, kernel *of, int device)
{
    if (attribute != 8 || value < 0 || value + program.static_shared > program.shared_opt_in)
        return INVALID_VALUE;
    of->opted_in[device] = value;
    return 0;
}

static int get_param(const kernel *of, size_t index, size_t *offset, size_t *size)
{
    if (index >= of->param_count)
        return INVALID_VALUE;
    *offset = of->offset[index];
    *size = of->size[index];
    return 0;
}

EXPORT int cuFuncGetAttribute(int *value, int attribute, void *function)
{
    ENTER("cuFuncGetAttribute");
    NEED_CONTEXT();
    return get_attribute(value, attribute, function, current);
}

EXPORT int cuFuncSetAttribute(void *function, int attribute, int value)
{
    ENTER("cuFuncSetAttribute");
    NEED_CONTEXT();
    return set_attribute(attribute, value, function, current);
}

#ifndef RECORDING_OLD_DRIVER
EXPORT int cuLibraryLoadData(void **library, const void *data, int *jit_options, void **jit_values,
                             unsigned int jit_count, int *options, void **values,
                             unsigned int count)
{
    const char *log;
    int result;

    (void)jit_options, (void)jit_values, (void)jit_count;
    (void)options, (void)values, (void)count;
    ENTER("cuLibraryLoadData");
    result = rejection(data, true, &log);
    return result ? result : open_image(library, data, false);
}

EXPORT int cuLibraryUnload(void *library)
{
    return close_image(library, enter("cuLibraryUnload"));
}

EXPORT int cuLibraryGetKernel(void **out, void *library, const char *name)
{
    ENTER("cuLibraryGetKernel");
    return get_kernel(out, library, name);
}

EXPORT int cuKernelGetFunction(void **function, void *of)
{
    ENTER("cuKernelGetFunction");
    NEED_CONTEXT();
    *function = of;
    return 0;
}

EXPORT int cuKernelGetAttribute(int *value, int attribute, void *of, int device)
{
    ENTER("cuKernelGetAttribute");
    return get_attribute(value, attribute, of, device);
}

EXPORT int cuKernelSetAttribute(int attribute, int value, void *of, int device)
{
    ENTER("cuKernelSetAttribute");
    return set_attribute(attribute, value, of, device);
}

EXPORT int cuKernelGetParamInfo(void *of, size_t index, size_t *offset, size_t *size)
{
    ENTER("cuKernelGetParamInfo");
    return get_param(of, index, offset, size);
}

EXPORT int cuFuncGetParamInfo(void *of, size_t index, size_t *offset, size_t *size)
{
    ENTER("cuFuncGetParamInfo");
    return get_param(of, index, offset, size);
}
#endif

EXPORT int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *function, int threads,
                                                       size_t shared)
{
    size_t whole = shared + (size_t)program.static_shared;

    ENTER("cuOccupancyMaxActiveBlocksPerMultiprocessor");
    NEED_CONTEXT();
    *blocks = 0;
    if (threads <= 0)
        return INVALID_VALUE;
    if (threads > program.max_threads || shared > (size_t)dynamic_shared(function, current))
        return 0;
    *blocks = program.processor_threads / ((threads + 31) / 32 * 32);
    if (*blocks > program.processor_blocks)
        *blocks = program.processor_blocks;
    if (whole && (size_t)*blocks > (size_t)program.shared_opt_in / whole)
        *blocks = (int)((size_t)program.shared_opt_in / whole);
    return 0;
}

static void copy_parameters(const kernel *of, void **arguments)
{
    memset(last.parameters, 0xee, sizeof(last.parameters));
    last.parameter_bytes = 0;
    for (uint32_t i = 0; i < of->param_count; i++) {
        size_t end = of->offset[i] + of->size[i];
        memcpy(last.parameters + of->offset[i], arguments[i], of->size[i]);
        if (end > last.parameter_bytes)
            last.parameter_bytes = end;
    }
}

/* What libcuda refuses, and with what. */
static int check_launch(const kernel *of, const unsigned int *shape, unsigned int shared)
{
    NEED_CONTEXT();
    for (int i = 0; i < 6; i++)
        if (!shape[i])
            return INVALID_VALUE;
    if ((size_t)shape[3] * shape[4] * shape[5] > (size_t)program.max_threads ||
        shared > (unsigned int)dynamic_shared(of, current))
        return INVALID_VALUE;
    return 0;
}

static int record_launch(void *function, const unsigned int *shape, unsigned int shared,
                         CUstream stream, void **arguments)
{
    int result = check_launch(function, shape, shared);

    if (result)
        return result;
    pthread_mutex_lock(&lock);
    memset(&last, 0, sizeof(last));
    last.function = function;
    last.kernel = ((kernel *)function)->name;
    memcpy(last.grid, shape, sizeof(last.grid));
    memcpy(last.block, shape + 3, sizeof(last.block));
    last.shared = shared;
    last.stream = stream;
    last.context = recording_context(current);
    copy_parameters(function, arguments);
    launch_count++;
    pthread_mutex_unlock(&lock);
    return 0;
}

EXPORT int cuLaunchKernel(void *function, unsigned int grid_x, unsigned int grid_y,
                          unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                          unsigned int block_z, unsigned int shared, CUstream stream,
                          void **arguments, void **extra)
{
    unsigned int shape[6] = {grid_x, grid_y, grid_z, block_x, block_y, block_z};

    (void)extra;
    ENTER("cuLaunchKernel");
    return record_launch(function, shape, shared, stream, arguments);
}

typedef struct launch_attribute { /* CUlaunchAttribute */
    int id;
    char padding[4];
    union {
        char bytes[64];
        unsigned int words[3];
        uint64_t alignment;
    } value;
} launch_attribute;

typedef struct launch_config { /* CUlaunchConfig */
    unsigned int shape[6];
    unsigned int shared;
    CUstream stream;
    const launch_attribute *attributes;
    unsigned int attribute_count;
} launch_config;

EXPORT int cuLaunchKernelEx(const launch_config *config, void *function, void **arguments,
                            void **extra)
{
    int result;

    (void)extra;
    ENTER("cuLaunchKernelEx");
    result = record_launch(function, config->shape, config->shared, config->stream, arguments);
    if (result)
        return result;
    last.extended = true;
    last.attribute_count = config->attribute_count;
    for (unsigned int i = 0; i < config->attribute_count && i < RECORDING_ATTRIBUTES; i++) {
        last.attribute_ids[i] = config->attributes[i].id;
        memcpy(last.attribute_values[i], config->attributes[i].value.words,
               sizeof(last.attribute_values[i]));
    }
    return 0;
}

EXPORT int cuMemAlloc_v2(CUdeviceptr *out, size_t bytes)
{
    void *memory;

    ENTER("cuMemAlloc_v2");
    NEED_CONTEXT();
    if (!bytes)
        return INVALID_VALUE;
    memory = bytes < ((size_t)1 << 32) ? aligned_alloc(256, (bytes + 255) / 256 * 256) : NULL;
    if (!memory || !add_range((CUdeviceptr)(uintptr_t)memory, bytes, false, memory)) {
        free(memory);
        return OUT_OF_MEMORY;
    }
    change_alive(1);
    *out = (CUdeviceptr)(uintptr_t)memory;
    return 0;
}

EXPORT int cuMemFree_v2(CUdeviceptr address)
{
    int result = enter("cuMemFree_v2");
    range *found = find_range(address);

    if (!found || found->base != address || !found->owned)
        return INVALID_VALUE;
    free(found->owned);
    memset(found, 0, sizeof(*found));
    change_alive(-1);
    return result;
}

EXPORT int cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *bytes, CUdeviceptr address)
{
    const range *found;

    ENTER("cuMemGetAddressRange_v2");
    NEED_CONTEXT();
    found = find_range(address);
    if (!found)
        return NOT_FOUND;
    *base = found->base;
    *bytes = found->bytes;
    return 0;
}

EXPORT int cuMemRetainAllocationHandle(unsigned long long *handle, void *address)
{
    const range *found;

    ENTER("cuMemRetainAllocationHandle");
    found = find_range((CUdeviceptr)(uintptr_t)address);
    if (!found || !found->mapped)
        return INVALID_VALUE;
    change_alive(1);
    *handle = 1;
    return 0;
}

EXPORT int cuMemRelease(unsigned long long handle)
{
    int result = enter("cuMemRelease");

    (void)handle;
    change_alive(-1);
    return result;
}

EXPORT int cuPointerGetAttribute(void *value, int attribute, CUdeviceptr address)
{
    ENTER("cuPointerGetAttribute");
    for (size_t i = 0; i < pointer_count; i++) {
        if (pointers[i].address != address)
            continue;
        switch (attribute) {
        case 2: /* memory type: device */
            *(unsigned int *)value = 2;
            return 0;
        case 3: /* device pointer */
            if (!pointers[i].accessible)
                return INVALID_VALUE;
            *(CUdeviceptr *)value = address;
            return 0;
        case 9: /* device ordinal */
            *(int *)value = pointers[i].ordinal;
            return 0;
        default:
            return INVALID_VALUE;
        }
    }
    return INVALID_VALUE;
}

EXPORT int cuMemcpyHtoDAsync_v2(CUdeviceptr target, const void *source, size_t bytes,
                                CUstream stream)
{
    (void)stream;
    ENTER("cuMemcpyHtoDAsync_v2");
    memcpy((void *)(uintptr_t)target, source, bytes);
    return 0;
}

EXPORT int cuMemcpyDtoHAsync_v2(void *target, CUdeviceptr source, size_t bytes, CUstream stream)
{
    (void)stream;
    ENTER("cuMemcpyDtoHAsync_v2");
    memcpy(target, (const void *)(uintptr_t)source, bytes);
    return 0;
}

EXPORT int cuMemsetD8Async(CUdeviceptr target, unsigned char value, size_t bytes, CUstream stream)
{
    (void)stream;
    ENTER("cuMemsetD8Async");
    memset((void *)(uintptr_t)target, value, bytes);
    return 0;
}

EXPORT int cuStreamCreate(CUstream *out, unsigned int flags)
{
    ENTER("cuStreamCreate");
    NEED_CONTEXT();
    if (flags > 1)
        return INVALID_VALUE;
    *out = malloc(1);
    if (!*out)
        return OUT_OF_MEMORY;
    change_alive(1);
    return 0;
}

EXPORT int cuStreamDestroy_v2(CUstream stream)
{
    int result = enter("cuStreamDestroy_v2");

    free(stream);
    change_alive(-1);
    return result;
}

EXPORT int cuStreamSynchronize(CUstream stream)
{
    (void)stream;
    ENTER("cuStreamSynchronize");
    return 0;
}

EXPORT int cuStreamIsCapturing(CUstream stream, int *status)
{
    (void)stream;
    ENTER("cuStreamIsCapturing");
    *status = program.capture_status;
    return program.capture_result;
}
