#include "cpu_api.h"

#include <string.h>

typedef void any_function(void);

typedef struct entry_point {
    const char *name;
    int version;
    any_function *function;
} entry_point;

static const entry_point entry_points[] = {
#define ENTRY_POINT(name, version, exported, parameters) {#name, version, (any_function *)exported},
    CPU_FUNCTION_TABLE(ENTRY_POINT)
#undef ENTRY_POINT
};

/* The newest that `version` knows of those of this plain name ("cuMemAlloc"). */
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

CUresult cuGetProcAddress_v2(const char *symbol, void **function, int version, uint64_t flags,
                             int *status)
{
    const uint64_t known =
        CU_GET_PROC_ADDRESS_LEGACY_STREAM | CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
    const entry_point *found;
    int answer;

    if (!symbol || !function || (flags & ~known) || flags == known)
        return CUDA_ERROR_INVALID_VALUE;
    found = find(symbol, version, &answer);
    if (status)
        *status = answer;
    *function = NULL;
    if (!found) /* `status` says so */
        return CUDA_SUCCESS;
    /* A function pointer, as dlsym would give it (POSIX lets it stand in a void pointer). */
    memcpy(function, &found->function, sizeof(*function));
    return CUDA_SUCCESS;
}
