/* fail.h: faults on demand. CUSTUB_CPU_FAIL=cuMemAlloc:3 lets the third call of cuMemAlloc, in
 * any of its versions, fail with CUDA_ERROR_OUT_OF_MEMORY, before it does anything. More of them
 * are separated by commas, and a result may be chosen: cuLaunchKernel:1=CUDA_ERROR_LAUNCH_FAILED.
 */
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

/* True if some call may fail on demand, or if the environment was not read yet. */
extern atomic_bool cpu_fail_is_armed;

/* A call of the function: CUDA_SUCCESS, or how it is to fail. */
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
