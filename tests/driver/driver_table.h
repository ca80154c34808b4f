/* driver_table.h: the functions of libcuda or the CPU driver, which the program opens itself. */
#ifndef DRIVER_TABLE_H
#define DRIVER_TABLE_H

#include "api/api.h"

#include <stdbool.h>

/* cu.cuInit(0), cu.cuMemAlloc_v2(…): by exported name; null where an older libcuda has none. */
typedef struct driver_table {
    bool is_cpu; /* the CPU driver */
#define DRIVER_MEMBER(name, version, exported, parameters) CUresult(*exported) parameters;
    CPU_FUNCTION_TABLE(DRIVER_MEMBER)
#undef DRIVER_MEMBER
} driver_table;

extern driver_table cu;

/* Opens the CPU driver if CUSTUB_DRIVER is "cpu", else libcuda.so.1, and calls cuInit if
 * `initialize`. Returns false, with the reason on standard output, if the driver is missing or
 * finds no device. */
bool driver_open(bool initialize);

/* The name of a result as cuda.h spells it. */
const char *driver_result_name(CUresult result);

/* The image of api_kernels.cu that the driver takes. */
const void *driver_image(void);

#endif
