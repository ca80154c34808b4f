/* Faults on demand of the CPU driver: CUSTUB_CPU_FAIL. Each value has its own process, since the
 * driver reads the variable once. */
#define _POSIX_C_SOURCE 200809L

#include "api_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs `body`, which returns false on a wrong result, with this value of the variable. */
static void check_with(const char *value, bool (*body)(void))
{
    int status = -1;
    pid_t child = fork();

    if (child == 0) {
        setenv("CUSTUB_CPU_FAIL", value, 1);
        setenv("CUSTUB_DRIVER", "cpu", 1);
        _exit(driver_open(false) && body() ? 0 : 1);
    }
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fail_msg("CUSTUB_CPU_FAIL=%s: wrong results", value);
}

static bool begin(void)
{
    CUcontext context;

    return cu.cuInit(0) == CUDA_SUCCESS &&
           cu.cuDevicePrimaryCtxRetain(&context, 0) == CUDA_SUCCESS &&
           cu.cuCtxSetCurrent(context) == CUDA_SUCCESS;
}

static CUresult allocate(void)
{
    CUdeviceptr address;

    return cu.cuMemAlloc_v2(&address, 64);
}

static bool third_allocation_fails(void)
{
    return begin() && allocate() == CUDA_SUCCESS && allocate() == CUDA_SUCCESS &&
           allocate() == CUDA_ERROR_OUT_OF_MEMORY && allocate() == CUDA_SUCCESS;
}

static bool calls_fail_with_chosen_results(void)
{
    return begin() && allocate() == CUDA_ERROR_ECC_UNCORRECTABLE && allocate() == CUDA_SUCCESS &&
           cu.cuCtxSynchronize() == CUDA_SUCCESS &&
           cu.cuCtxSynchronize() == CUDA_ERROR_LAUNCH_FAILED &&
           cu.cuCtxSynchronize() == CUDA_SUCCESS;
}

static bool init_fails_once(void)
{
    return cu.cuInit(0) == CUDA_ERROR_NO_DEVICE && cu.cuInit(0) == CUDA_SUCCESS;
}

static bool init_refuses(void)
{
    return cu.cuInit(0) == CUDA_ERROR_INVALID_VALUE && cu.cuInit(0) == CUDA_ERROR_INVALID_VALUE;
}

static void the_nth_call_fails(void **state)
{
    (void)state;
    check_with("cuMemAlloc:3", third_allocation_fails);
    check_with("cuMemAlloc_v2:3", third_allocation_fails);
    check_with("cuMemAlloc:1=CUDA_ERROR_ECC_UNCORRECTABLE,cuCtxSynchronize:2",
               calls_fail_with_chosen_results);
    check_with("cuInit:1", init_fails_once);
}

static void refuses_malformed_values(void **state)
{
    static const char *const values[] = {
        "cuMemAlloc",
        "cuMemAlloc:",
        "cuMemAlloc:0",
        "cuMemAlloc:x",
        "cuNothing:1",
        "cuMemAlloc:1x",
        "cuMemAlloc:1=",
        "cuMemAlloc:1=CUDA_SUCCESS",
        "cuMemAlloc:1=BAD",
        ",",
        "cuMemAlloc:1,",
        "cuMemAlloc:1,,cuMemAlloc:2",
        "cuMemAlloc:99999999999999999999",
    };

    (void)state;
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
        check_with(values[i], init_refuses);
}

/* The function that must fail as chosen, even without arguments. */
static const char *tested_function;

static bool fails_on_demand(void)
{
    bool is_right = false;

#define CALL(name, version, exported, parameters)                                                  \
    if (strcmp(tested_function, #exported) == 0) {                                                 \
        CUresult (*function)(void *, void *, void *, void *, void *, void *, void *, void *,       \
                             void *, void *, void *, void *);                                      \
        *(void **)(void *)&function = *(void **)(void *)&cu.exported;                              \
        is_right = function(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,      \
                            NULL) == CUDA_ERROR_TIMEOUT;                                           \
    }
    CPU_FUNCTION_TABLE(CALL)
#undef CALL
    return is_right;
}

static void every_function_can_be_made_to_fail(void **state)
{
    char value[128];

    (void)state;
#define CHECK(name, version, exported, parameters)                                                 \
    tested_function = #exported;                                                                   \
    snprintf(value, sizeof(value), "%s:1=CUDA_ERROR_TIMEOUT", tested_function);                    \
    check_with(value, fails_on_demand);
    CPU_FUNCTION_TABLE(CHECK)
#undef CHECK
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nth_call_fails),
        cmocka_unit_test(refuses_malformed_values),
        cmocka_unit_test(every_function_can_be_made_to_fail),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
