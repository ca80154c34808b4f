#include "launch_driver.h"

#include <custub/runtime.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

launch_driver cu;

static void load(void *function, const char *name)
{
    void *address = custub_driver_symbol(name);

    memcpy(function, &address, sizeof(address));
}

void launch_driver_load(void)
{
#define LOAD(name, version, exported, parameters) load(&cu.exported, #exported);
    CPU_FUNCTION_TABLE(LOAD)
#undef LOAD
#define LOAD(exported, parameters) load(&cu.exported, #exported);
    LAUNCH_DRIVER_TABLE(LOAD)
#undef LOAD
}

static const char *name_of(CUresult result)
{
    const char *name = NULL;

    return cu.cuGetErrorName(result, &name) == CUDA_SUCCESS && name ? name : "an unknown result";
}

int launch_driver_has(CUresult result, const char *call)
{
    if (result == CUDA_SUCCESS)
        return 1;
    if (result != CUDA_ERROR_NOT_SUPPORTED && result != CUDA_ERROR_NOT_PERMITTED)
        fail_msg("%s: %s", call, name_of(result));
    print_message("skipped: %s: %s\n", call, name_of(result));
    return 0;
}

void launch_driver_expect(CUresult result, const char *call, const char *file, int line)
{
    if (result == CUDA_SUCCESS)
        return;
    print_error("%s: %s\n", call, name_of(result));
    _fail(file, line);
}
