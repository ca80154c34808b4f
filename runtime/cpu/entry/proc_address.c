#include "api/api.h"
#include "api/fail.h"
#include "entry/per_thread_table.h"

#include <string.h>

typedef void any_function(void);

typedef struct entry_point {
    const char *name;
    int version;
    any_function *function;
} entry_point;

/* A function, and its form where the null stream is the calling thread's own. */
typedef struct thread_form {
    any_function *plain;
    any_function *function;
} thread_form;

#define DECLARE(exported, suffix, parameters, arguments) CUresult exported##suffix parameters;
CPU_PER_THREAD_TABLE(DECLARE)
#undef DECLARE

static const thread_form thread_forms[] = {
#define FORM(exported, suffix, parameters, arguments)                                              \
    {(any_function *)exported, (any_function *)exported##suffix},
    CPU_PER_THREAD_TABLE(FORM)
#undef FORM
};

static any_function *per_thread(any_function *plain)
{
    for (size_t i = 0; i < sizeof(thread_forms) / sizeof(thread_forms[0]); i++) {
        if (thread_forms[i].plain == plain)
            return thread_forms[i].function;
    }
    return plain;
}

static const entry_point entry_points[] = {
#define ENTRY_POINT(name, version, exported, parameters) {#name, version, (any_function *)exported},
    CPU_FUNCTION_TABLE(ENTRY_POINT)
#undef ENTRY_POINT
#define ENTRY_POINT(name, version, exported) {#name, version, (any_function *)exported},
        CPU_RENAMED_TABLE(ENTRY_POINT)
#undef ENTRY_POINT
};

/* The newest function of this plain name ("cuMemAlloc") that CUDA `version` has. */
static const entry_point *find(const char *symbol, int version, int *status)
{
    const entry_point *found = NULL;

    *status = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    for (size_t i = 0; i < sizeof(entry_points) / sizeof(entry_points[0]); i++) {
        const entry_point *point = &entry_points[i];
        if (strcmp(point->name, symbol) != 0)
            continue;
        if (point->version > version) {
            if (!found)
                *status = CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
            continue;
        }
        found = point;
        *status = CU_GET_PROC_ADDRESS_SUCCESS;
    }
    return found;
}

static CUresult get(const char *symbol, void **function, int version, uint64_t flags, int *status)
{
    const uint64_t known =
        CU_GET_PROC_ADDRESS_LEGACY_STREAM | CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
    const entry_point *found;
    any_function *address;
    int answer;

    if (!symbol || !function || (flags & ~known))
        return CUDA_ERROR_INVALID_VALUE;
    found = find(symbol, version, &answer);
    if (status)
        *status = answer;
    *function = NULL;
    if (!found) /* `status` says so */
        return CUDA_SUCCESS;
    /* As with dlsym, a void pointer holds a function's address; POSIX allows it. */
    address = flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM ? per_thread(found->function)
                                                                    : found->function;
    memcpy(function, &address, sizeof(*function));
    return CUDA_SUCCESS;
}

/* The function of CUDA 11.3 has no status output: it returns an error instead. */
CUresult cuGetProcAddress(const char *symbol, void **function, int cuda_version, uint64_t flags)
{
    CPU_ENTRY(cuGetProcAddress);
    int status = CU_GET_PROC_ADDRESS_SUCCESS;
    CUresult result = get(symbol, function, cuda_version, flags, &status);

    if (result == CUDA_SUCCESS && status != CU_GET_PROC_ADDRESS_SUCCESS)
        return CUDA_ERROR_NOT_FOUND;
    return result;
}

CUresult cuGetProcAddress_v2(const char *symbol, void **function, int version, uint64_t flags,
                             int *status)
{
    CPU_ENTRY(cuGetProcAddress_v2);
    return get(symbol, function, version, flags, status);
}
