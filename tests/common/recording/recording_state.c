#include "recording_state.h"

#include <stdlib.h>
#include <string.h>

enum { LOG_SIZE = 65536, REJECTED = 16, POINTERS = 16 };

recording_state recorded;
pthread_mutex_t recording_lock = PTHREAD_MUTEX_INITIALIZER;
_Thread_local int recording_current = -1;

static const char *call_log[LOG_SIZE];
static size_t call_count;
static size_t alive;
static struct {
    const void *data;
    int result;
    bool at_load;
    const char *log;
} rejected[REJECTED];
static size_t rejected_count;
static recording_pointer pointers[POINTERS];
static size_t pointer_count;
static struct {
    const char *name;
    size_t left;
    int result;
    int later; /* after that */
    int now;   /* of every call from now on; 0: nothing fails */
} failing;
static char contexts[RECORDING_DEVICES];

static void set_defaults(void)
{
    memset(&recorded.program, 0, sizeof(recorded.program));
#ifdef RECORDING_OLD_DRIVER
    recorded.program.version = 11080;
#else
    recorded.program.version = 13000;
#endif
    recorded.program.device_count = 1;
    recorded.program.max_threads = 1024;
    recorded.program.processor_threads = 2048;
    recorded.program.processor_blocks = 32;
    for (size_t i = 0; i < RECORDING_LIMITS; i++)
        recorded.program.limits[i] = (size_t)1024 << i;
    recorded.program.processors = 132;
    recorded.program.shared_opt_in = 232448;
    recorded.program.cooperative = 1;
    recorded.program.clusters = 1;
    recorded.program.peers = 1;
}

__attribute__((constructor)) static void start(void)
{
    set_defaults();
}

void recording_reset(void)
{
    pthread_mutex_lock(&recording_lock);
    set_defaults();
    call_count = 0;
    memset(&recorded.last, 0, sizeof(recorded.last));
    recorded.launch_count = 0;
    for (size_t i = 0; i < RECORDING_RANGES; i++)
        if (!recorded.ranges[i].owned)
            memset(&recorded.ranges[i], 0, sizeof(recorded.ranges[i]));
    recorded.kernel_count = 0;
    recorded.global_count = 0;
    recorded.option_count = 0;
    rejected_count = 0;
    pointer_count = 0;
    memset(&failing, 0, sizeof(failing));
    recording_current = -1;
    pthread_mutex_unlock(&recording_lock);
}

recording_program *recording_programmed(void)
{
    return &recorded.program;
}

void recording_use_device(int ordinal)
{
    recording_current = ordinal;
}

CUcontext recording_context(int ordinal)
{
    return ordinal < 0 ? NULL : (CUcontext)(void *)&contexts[ordinal];
}

CUcontext recording_current_context(void)
{
    return recording_context(recording_current);
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
    recorded.kernel_count = 0;
    for (uint32_t i = 0; i < library->kernel_count && recorded.kernel_count < RECORDING_KERNELS;
         i++) {
        const custub_kernel_info *info = &library->kernels[i];
        recording_kernel *out = &recorded.kernels[recorded.kernel_count];
        if (is_listed(info->symbol, absent))
            continue;
        recorded.kernel_count++;
        memset(out, 0, sizeof(*out));
        out->name = info->symbol;
        out->param_count = info->param_count;
        for (uint32_t p = 0; p < info->param_count && p < RECORDING_PARAMS; p++) {
            out->offset[p] = info->params[p].offset;
            out->size[p] = info->params[p].size;
        }
    }
}

recording_kernel *recording_find_kernel(const char *name)
{
    for (size_t i = 0; i < recorded.kernel_count; i++)
        if (strcmp(recorded.kernels[i].name, name) == 0)
            return &recorded.kernels[i];
    return NULL;
}

void recording_change_param(const char *name, uint32_t index, size_t offset, size_t size)
{
    recording_find_kernel(name)->offset[index] = offset;
    recording_find_kernel(name)->size[index] = size;
}

void recording_change_param_count(const char *name, uint32_t count)
{
    recording_find_kernel(name)->param_count = count;
}

void recording_make_unfit(const char *name, const char *reason)
{
    recording_find_kernel(name)->unfit = reason;
}

void recording_reject(const void *data, int result, bool at_load, const char *log)
{
    rejected[rejected_count].data = data;
    rejected[rejected_count].result = result;
    rejected[rejected_count].at_load = at_load;
    rejected[rejected_count++].log = log;
}

bool recording_new_range(CUdeviceptr base, size_t bytes, bool mapped, void *owned)
{
    const recording_range range = {.base = base, .bytes = bytes, .mapped = mapped, .owned = owned};
    size_t i = 0;

    pthread_mutex_lock(&recording_lock);
    while (i < RECORDING_RANGES && recorded.ranges[i].bytes)
        i++;
    if (i < RECORDING_RANGES)
        recorded.ranges[i] = range;
    pthread_mutex_unlock(&recording_lock);
    return i < RECORDING_RANGES;
}

/* The lock is held. */
static recording_range *find_range(CUdeviceptr address)
{
    for (size_t i = 0; i < RECORDING_RANGES; i++)
        if (recorded.ranges[i].bytes && address >= recorded.ranges[i].base &&
            address - recorded.ranges[i].base < recorded.ranges[i].bytes)
            return &recorded.ranges[i];
    return NULL;
}

recording_range *recording_find_range(CUdeviceptr address)
{
    recording_range *found;

    pthread_mutex_lock(&recording_lock);
    found = find_range(address);
    pthread_mutex_unlock(&recording_lock);
    return found;
}

void *recording_take_range(CUdeviceptr base)
{
    recording_range *found;
    void *owned = NULL;

    pthread_mutex_lock(&recording_lock);
    found = find_range(base);
    if (found && found->base == base && found->owned) {
        owned = found->owned;
        memset(found, 0, sizeof(*found));
    }
    pthread_mutex_unlock(&recording_lock);
    return owned;
}

void recording_add_range(CUdeviceptr base, size_t bytes, bool mapped)
{
    recording_new_range(base, bytes, mapped, NULL);
}

void recording_remove_range(CUdeviceptr base)
{
    recording_range *found = recording_find_range(base);

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
    recorded.launch_count = 0;
}

const recording_launch *recording_last_launch(void)
{
    return &recorded.last;
}

CUstream recording_last_stream(void)
{
    return (CUstream)(uintptr_t)recorded.last_stream;
}

int recording_last_priority(void)
{
    return recorded.priority;
}

size_t recording_launch_count(void)
{
    size_t count;

    pthread_mutex_lock(&recording_lock);
    count = recorded.launch_count;
    pthread_mutex_unlock(&recording_lock);
    return count;
}

size_t recording_alive(void)
{
    return alive;
}

int recording_opted_in(const char *name, int ordinal)
{
    return recording_find_kernel(name)->opted_in[ordinal];
}

void recording_fail(const char *name, size_t n, int result)
{
    failing.name = name;
    failing.left = n;
    failing.result = result;
    failing.later = failing.now = 0;
}

void recording_fail_from(size_t n, int result, int later)
{
    recording_fail(NULL, n, result);
    failing.later = later;
}

int recording_enter(const char *name)
{
    int result = 0;

    pthread_mutex_lock(&recording_lock);
    if (call_count < LOG_SIZE)
        call_log[call_count] = name;
    call_count++;
    if (failing.now)
        result = failing.now;
    if (failing.left && (!failing.name || strcmp(failing.name, name) == 0) && --failing.left == 0) {
        result = failing.result;
        failing.now = failing.later;
    }
    pthread_mutex_unlock(&recording_lock);
    return result;
}

void recording_change_alive(int by)
{
    pthread_mutex_lock(&recording_lock);
    alive = by > 0 ? alive + 1 : alive - 1;
    pthread_mutex_unlock(&recording_lock);
}

const recording_pointer *recording_find_pointer(CUdeviceptr address)
{
    for (size_t i = 0; i < pointer_count; i++)
        if (pointers[i].address == address)
            return &pointers[i];
    return NULL;
}

int recording_rejection(const void *data, bool at_load, const char **log)
{
    for (size_t i = 0; i < rejected_count; i++) {
        if (rejected[i].data != data || rejected[i].at_load != at_load)
            continue;
        *log = rejected[i].log;
        return rejected[i].result;
    }
    return at_load ? recorded.program.image_result : 0;
}
