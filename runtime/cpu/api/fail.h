/* fail.h: faults on demand. With CUSTUB_CPU_FAIL=cuMemAlloc:3 the third call of cuMemAlloc, in any
 * of its versions, does nothing and returns CUDA_ERROR_OUT_OF_MEMORY. A rule can name the result:
 * cuLaunchKernel:1=CUDA_ERROR_LAUNCH_FAILED. Commas separate rules. */
#ifndef CPU_FAIL_H
#define CPU_FAIL_H

#include "api/api.h"

#include <stdatomic.h>
#include <stdbool.h>

typedef enum cpu_function {
#define CPU_ENUMERATOR(name, version, exported, parameters) CPU_FUNCTION_##exported,
    CPU_FUNCTION_TABLE(CPU_ENUMERATOR)
#undef CPU_ENUMERATOR
        CPU_FUNCTION_COUNT
} cpu_function;

/* True if some call may have to fail, or if the environment was not read yet. */
extern atomic_bool cpu_fail_is_armed;

/* Counts a call of the function. Returns CUDA_SUCCESS, or the error that it must fail with. */
CUresult cpu_fail_call(cpu_function function);

/* Reads the variable, once. */
void cpu_fail_read_setting(void);

/* Every exported function begins with this. */
#define CPU_ENTRY(exported)                                                                        \
    do {                                                                                           \
        if (atomic_load_explicit(&cpu_fail_is_armed, memory_order_relaxed)) {                      \
            CUresult on_demand = cpu_fail_call(CPU_FUNCTION_##exported);                           \
            if (on_demand != CUDA_SUCCESS)                                                         \
                return on_demand;                                                                  \
        }                                                                                          \
    } while (0)

#endif
