#include "recording_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct image {
    const void *data;
    CUcontext context; /* of a module */
} image;

static int open_image(void **out, const void *data)
{
    image *opened = malloc(sizeof(*opened));

    if (!opened)
        return OUT_OF_MEMORY;
    opened->data = data;
    opened->context = recording_context(recording_current);
    recording_change_alive(1);
    *out = opened;
    return 0;
}

static int close_image(void *opened, int result)
{
    free(opened);
    recording_change_alive(-1);
    return result;
}

void recording_note_options(unsigned int count, const int *options, void *const *values)
{
    recorded.option_count = count < RECORDING_OPTIONS ? count : RECORDING_OPTIONS;
    for (size_t i = 0; i < recorded.option_count; i++) {
        recorded.options[i] = options[i];
        recorded.option_values[i] = (uintptr_t)values[i];
    }
}

size_t recording_option_count(void)
{
    return recorded.option_count;
}

bool recording_had_option(int option, uintptr_t value)
{
    for (size_t i = 0; i < recorded.option_count; i++)
        if (recorded.options[i] == option && recorded.option_values[i] == value)
            return true;
    return false;
}

void recording_add_global(const char *symbol, void *memory, size_t bytes)
{
    recorded.globals[recorded.global_count].symbol = symbol;
    recorded.globals[recorded.global_count].memory = memory;
    recorded.globals[recorded.global_count++].bytes = bytes;
    recording_add_range((CUdeviceptr)(uintptr_t)memory, bytes, false);
}

static int get_global(CUdeviceptr *address, size_t *bytes, const char *symbol)
{
    NEED_CONTEXT();
    for (size_t i = 0; i < recorded.global_count; i++) {
        if (strcmp(recorded.globals[i].symbol, symbol) != 0)
            continue;
        *address = (CUdeviceptr)(uintptr_t)recorded.globals[i].memory;
        *bytes = recorded.globals[i].bytes;
        return 0;
    }
    return NOT_FOUND;
}

static int get_kernel(void **out, const image *opened, const char *name)
{
    const char *log;
    int result = recording_rejection(opened->data, false, &log);

    if (result)
        return result;
    *out = recording_find_kernel(name);
    if (!*out)
        return NOT_FOUND;
    return ((recording_kernel *)*out)->unfit ? NOT_SUPPORTED : 0;
}

EXPORT int cuModuleLoadDataEx(void **module, const void *data, unsigned int count, int *options,
                              void **values)
{
    const char *log = NULL;
    char *buffers[2] = {NULL, NULL}; /* for errors, and for notes */
    size_t sizes[2] = {0, 0};
    int result;

    ENTER("cuModuleLoadDataEx");
    NEED_CONTEXT();
    recording_note_options(count, options, values);
    for (unsigned int i = 0; i < count; i++) {
        if (options[i] == 5 || options[i] == 3)
            buffers[options[i] == 3] = values[i];
        if (options[i] == 6 || options[i] == 4)
            sizes[options[i] == 4] = (size_t)(uintptr_t)values[i];
    }
    result = recording_rejection(data, true, &log);
    if (!result) /* a module is compiled at once */
        result = recording_rejection(data, false, &log);
    if (result && log) {
        bool is_info = strncmp(log, "info: ", 6) == 0;
        if (buffers[is_info] && sizes[is_info])
            snprintf(buffers[is_info], sizes[is_info], "%s", log);
    }
    return result ? result : open_image(module, data);
}

EXPORT int cuModuleUnload(void *module)
{
    int result = recording_enter("cuModuleUnload");

    if (!result && recording_context(recording_current) != ((image *)module)->context)
        return INVALID_CONTEXT;
    return close_image(module, result);
}

EXPORT int cuModuleGetFunction(void **function, void *module, const char *name)
{
    ENTER("cuModuleGetFunction");
    return get_kernel(function, module, name);
}

EXPORT int cuModuleGetGlobal_v2(CUdeviceptr *address, size_t *bytes, void *module, const char *name)
{
    (void)module;
    ENTER("cuModuleGetGlobal_v2");
    return get_global(address, bytes, name);
}

EXPORT int cuFuncGetModule(void **module, void *function)
{
    ENTER("cuFuncGetModule");
    *module = function;
    return 0;
}

/* The dynamic shared memory that a launch may have without opting in. */
static int plain_shared(void)
{
    return 49152 - recorded.program.static_shared;
}

static int dynamic_shared(const recording_kernel *of, int device)
{
    return of->opted_in[device] ? of->opted_in[device] : plain_shared();
}

static int get_attribute(int *value, int attribute, const recording_kernel *of, int device)
{
    switch (attribute) {
    case 0:
        *value = recorded.program.max_threads;
        return 0;
    case 1:
        *value = recorded.program.static_shared;
        return 0;
    case 2: /* constant memory */
    case 3: /* local memory */
    case 4: /* registers */
    case 5: /* PTX version */
    case 6: /* binary version */
        *value = 100 * attribute + device;
        return 0;
    case 8:
        *value = dynamic_shared(of, device);
        return 0;
    default:
        return INVALID_VALUE;
    }
}

static int set_attribute(int attribute, int value, recording_kernel *of, int device)
{
    if (attribute != 8 || value < 0 ||
        value + recorded.program.static_shared > recorded.program.shared_opt_in)
        return INVALID_VALUE;
    of->opted_in[device] = value;
    return 0;
}

EXPORT int cuFuncGetAttribute(int *value, int attribute, void *function)
{
    ENTER("cuFuncGetAttribute");
    NEED_CONTEXT();
    return get_attribute(value, attribute, function, recording_current);
}

EXPORT int cuFuncSetAttribute(void *function, int attribute, int value)
{
    ENTER("cuFuncSetAttribute");
    NEED_CONTEXT();
    return set_attribute(attribute, value, function, recording_current);
}

#ifndef RECORDING_OLD_DRIVER
static int get_param(const recording_kernel *of, size_t index, size_t *offset, size_t *size)
{
    if (index >= of->param_count)
        return INVALID_VALUE;
    *offset = of->offset[index];
    *size = of->size[index];
    return 0;
}

EXPORT int custub_cpu_kernel_unfit(void *library, const char *name, const char **reason)
{
    const recording_kernel *found = recording_find_kernel(name);

    (void)library;
    *reason = found ? found->unfit : NULL;
    return 0;
}

#ifdef RECORDING_CPU_DRIVER
/* The function by which custub recognizes the CPU driver. */
EXPORT int custub_cpu_settings(int *checks, const char **fault)
{
    if (checks)
        *checks = 0;
    if (fault)
        *fault = NULL;
    return 0;
}
#endif

EXPORT int cuLibraryLoadData(void **library, const void *data, int *jit_options, void **jit_values,
                             unsigned int jit_count, int *options, void **values,
                             unsigned int count)
{
    const char *log;
    int result;

    (void)options, (void)values, (void)count;
    ENTER("cuLibraryLoadData");
    recording_note_options(jit_count, jit_options, jit_values);
    result = recording_rejection(data, true, &log);
    return result ? result : open_image(library, data);
}

EXPORT int cuLibraryUnload(void *library)
{
    return close_image(library, recording_enter("cuLibraryUnload"));
}

EXPORT int cuLibraryGetKernel(void **out, void *library, const char *name)
{
    ENTER("cuLibraryGetKernel");
    return get_kernel(out, library, name);
}

EXPORT int cuLibraryGetGlobal(CUdeviceptr *address, size_t *bytes, void *library, const char *name)
{
    (void)library;
    ENTER("cuLibraryGetGlobal");
    return get_global(address, bytes, name);
}

EXPORT int cuFuncLoad(void *function)
{
    (void)function;
    ENTER("cuFuncLoad");
    NEED_CONTEXT();
    return 0;
}

EXPORT int cuKernelGetFunction(void **function, void *of)
{
    ENTER("cuKernelGetFunction");
    NEED_CONTEXT();
    *function = (char *)of + (recorded.program.context_id != 0); /* recording_record() takes both */
    return 0;
}

/* Every image has all variables. */
EXPORT int cuKernelGetLibrary(void **library, void *of)
{
    ENTER("cuKernelGetLibrary");
    *library = of;
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
    size_t whole = shared + (size_t)recorded.program.static_shared;

    ENTER("cuOccupancyMaxActiveBlocksPerMultiprocessor");
    NEED_CONTEXT();
    *blocks = 0;
    if (threads <= 0)
        return INVALID_VALUE;
    if (threads > recorded.program.max_threads ||
        shared > (size_t)dynamic_shared(function, recording_current))
        return 0;
    *blocks = recorded.program.processor_threads / ((threads + 31) / 32 * 32);
    if (*blocks > recorded.program.processor_blocks)
        *blocks = recorded.program.processor_blocks;
    if (whole && (size_t)*blocks > (size_t)recorded.program.shared_opt_in / whole)
        *blocks = (int)((size_t)recorded.program.shared_opt_in / whole);
    return 0;
}

static void copy_parameters(const recording_kernel *of, void **arguments)
{
    memset(recorded.last.parameters, 0xee, sizeof(recorded.last.parameters));
    recorded.last.parameter_bytes = 0;
    for (uint32_t i = 0; i < of->param_count; i++) {
        size_t end = of->offset[i] + of->size[i];
        memcpy(recorded.last.parameters + of->offset[i], arguments[i], of->size[i]);
        if (end > recorded.last.parameter_bytes)
            recorded.last.parameter_bytes = end;
    }
}

/* The result with which libcuda refuses a launch, or 0. */
static int check_launch(const recording_kernel *of, const unsigned int *shape, unsigned int shared,
                        int device)
{
    if (device < 0)
        return INVALID_CONTEXT;
    if (recorded.program.context_is_destroyed)
        return CONTEXT_IS_DESTROYED;
    for (int i = 0; i < 6; i++)
        if (!shape[i])
            return INVALID_VALUE;
    if ((size_t)shape[3] * shape[4] * shape[5] > (size_t)recorded.program.max_threads ||
        shared > (unsigned int)dynamic_shared(of, device))
        return INVALID_VALUE;
    return 0;
}

int recording_record(void *function, const unsigned int *shape, unsigned int shared,
                     CUstream stream, void **arguments)
{
    /* A launch runs in the context of its stream. */
    CUcontext context = recording_stream_context(stream);
    int device = context ? (int)((char *)(void *)context - (char *)(void *)recording_context(0))
                         : recording_current;
    const recording_kernel *of =
        (const recording_kernel *)((const char *)function - ((uintptr_t)function & 1));
    int result = check_launch(of, shape, shared, device);

    if (result)
        return result;
    pthread_mutex_lock(&recording_lock);
    memset(&recorded.last, 0, sizeof(recorded.last));
    recorded.last.function = function;
    recorded.last.kernel = of->name;
    memcpy(recorded.last.grid, shape, sizeof(recorded.last.grid));
    memcpy(recorded.last.block, shape + 3, sizeof(recorded.last.block));
    recorded.last.shared = shared;
    recorded.last.stream = stream;
    recorded.last.context = recording_context(device);
    copy_parameters(of, arguments);
    recorded.launch_count++;
    pthread_mutex_unlock(&recording_lock);
    if (recorded.program.run)
        recorded.program.run(&recorded.last);
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
    return recording_record(function, shape, shared, stream, arguments);
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
    result = recording_record(function, config->shape, config->shared, config->stream, arguments);
    if (result)
        return result;
    pthread_mutex_lock(&recording_lock);
    recorded.last.extended = true;
    recorded.last.attribute_count = config->attribute_count;
    for (unsigned int i = 0; i < config->attribute_count && i < RECORDING_ATTRIBUTES; i++) {
        recorded.last.attribute_ids[i] = config->attributes[i].id;
        memcpy(recorded.last.attribute_values[i], config->attributes[i].value.words,
               sizeof(recorded.last.attribute_values[i]));
    }
    pthread_mutex_unlock(&recording_lock);
    return 0;
}

/* Computes the blocks that are resident on the whole device, and the blocks of a cluster. The grid
 * must consist of whole clusters, as on an H200, driver 580. */
#ifndef RECORDING_OLD_DRIVER
static int ask_about_clusters(const launch_config *config, void *function, int *blocks, int *size)
{
    const int *threads = (const int *)config->shape + 3;
    int result = cuOccupancyMaxActiveBlocksPerMultiprocessor(
        blocks, function, threads[0] * threads[1] * threads[2], config->shared);

    *blocks *= recorded.program.processors;
    *size = strcmp(((recording_kernel *)function)->name, "pair") == 0 ? 2 : 0;
    for (unsigned int i = 0; i < config->attribute_count; i++) {
        const unsigned int *words = config->attributes[i].value.words;
        if (config->attributes[i].id == 4)
            *size = (int)(words[0] * words[1] * words[2]);
    }
    if (*size > 8 || (*size && config->shape[0] * config->shape[1] % (unsigned int)*size))
        return 912; /* CUDA_ERROR_INVALID_CLUSTER_SIZE */
    return result;
}

EXPORT int cuOccupancyMaxActiveClusters(int *clusters, void *function, const launch_config *config)
{
    int blocks, size;
    int result;

    ENTER("cuOccupancyMaxActiveClusters");
    result = ask_about_clusters(config, function, &blocks, &size);
    *clusters = result || !size ? 0 : blocks / size;
    return result;
}

EXPORT int cuOccupancyMaxPotentialClusterSize(int *most, void *function,
                                              const launch_config *config)
{
    int blocks, size;
    int result;

    ENTER("cuOccupancyMaxPotentialClusterSize");
    result = ask_about_clusters(config, function, &blocks, &size);
    *most = !result && blocks ? 8 : 0;
    return result;
}
#endif
