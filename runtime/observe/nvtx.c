#include "observe/nvtx.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "platform/platform.h"
#include "platform/settings.h"

/* The binary interface between NVTX and an injected tool, which never changes. The comments have
 * the names of the toolkit's nvtx3/nvtxDetail/nvtxTypes.h. */
enum {
    VERSION = 3,           /* NVTX_VERSION */
    TABLE_CALLBACKS = 1,   /* NVTX_ETID_CALLBACKS */
    TABLE_VERSIONINFO = 3, /* NVTX_ETID_VERSIONINFO */
    MODULE_CORE = 1,       /* NVTX_CB_MODULE_CORE, the first */
    MODULE_SYNC = 6,
    CORE_RANGE_PUSH = 9, /* NVTX_CBID_CORE_RangePushA */
    CORE_RANGE_POP = 11, /* NVTX_CBID_CORE_RangePop */
    MOST_FUNCTIONS = 17  /* NVTX_CBID_CORE_SIZE, the largest, and a null at the end */
};

typedef void any_function(void);                  /* NvtxFunctionPointer, without its star */
typedef int push_function(const char *name);      /* nvtxRangePushA */
typedef int pop_function(void);                   /* nvtxRangePop */
typedef const void *export_function(uint32_t id); /* NvtxGetExportTableFunc_t */
typedef int initialize_function(export_function *get_table);

typedef struct callback_table { /* NvtxExportTableCallbacks */
    size_t size;                /* bytes of this */
    int (*get_functions)(uint32_t module, any_function ****table, unsigned int *size);
} callback_table;

typedef struct version_table { /* NvtxExportTableVersionInfo */
    size_t size;               /* bytes of this */
    uint32_t version;
    uint32_t reserved;
    void (*set_tool_version)(uint32_t version);
} version_table;

static push_function *push;
static pop_function *pop;

/* A tool writes its functions here. Includes those that custub never calls: a missing module may
 * look like an error to a tool. */
static any_function *functions[MODULE_SYNC + 1][MOST_FUNCTIONS];
static any_function **slots[MODULE_SYNC + 1][MOST_FUNCTIONS];

static int get_functions(uint32_t module, any_function ****table, unsigned int *size)
{
    /* NVTX_CBID_…_SIZE: of core, CUDA, OpenCL, the CUDA runtime, core 2, synchronization. */
    static const unsigned int sizes[MODULE_SYNC + 1] = {0, 16, 9, 15, 7, 16, 7};

    if (module < MODULE_CORE || module > MODULE_SYNC)
        return 0;
    for (unsigned int i = 1; i < sizes[module]; i++)
        slots[module][i] = &functions[module][i];
    if (table)
        *table = slots[module];
    if (size)
        *size = sizes[module];
    return 1;
}

static void set_tool_version(uint32_t version)
{
    (void)version;
}

static const void *get_table(uint32_t id)
{
    static const callback_table callbacks = {sizeof(callback_table), get_functions};
    static const version_table versions = {sizeof(version_table), VERSION, 0, set_tool_version};

    switch (id) {
    case TABLE_CALLBACKS:
        return &callbacks;
    case TABLE_VERSIONINFO:
        return &versions;
    default:
        return NULL;
    }
}

/* POSIX allows a function's address to be converted to void * and back. */
static void take_symbol(void *shared, const char *name, void *out, size_t size)
{
    void *address = custubi_shared_symbol(shared, name);

    memcpy(out, &address, size);
}

/* The library stays open for the life of the process, since its functions are called until the end.
 */
static bool open_injected(const char *path)
{
    void *shared = custubi_shared_open(path, false);
    initialize_function *initialize = NULL;

    if (!shared)
        return false;
    take_symbol(shared, "InitializeInjectionNvtx2", &initialize, sizeof(initialize));
    if (!initialize || !initialize(get_table)) {
        custubi_shared_close(shared);
        return false;
    }
    memcpy(&push, &functions[MODULE_CORE][CORE_RANGE_PUSH], sizeof(push));
    memcpy(&pop, &functions[MODULE_CORE][CORE_RANGE_POP], sizeof(pop));
    return push && pop;
}

static bool open_library(bool only_loaded)
{
    void *shared = custubi_shared_open("libnvToolsExt.so.1", only_loaded);

    if (!shared)
        return false;
    take_symbol(shared, "nvtxRangePushA", &push, sizeof(push));
    take_symbol(shared, "nvtxRangePop", &pop, sizeof(pop));
    return push && pop;
}

bool custubi_nvtx_open(void)
{
    const int wish = custubi_setting_of(CUSTUBI_SETTING_NVTX);
    const char *injected = custubi_environment("NVTX_INJECTION64_PATH");

    if (wish == 0)
        return false;
    if (injected)
        return open_injected(injected);
    return open_library(wish < 0);
}

void custubi_nvtx_push(const char *name)
{
    push(name);
}

void custubi_nvtx_pop(void)
{
    pop();
}
