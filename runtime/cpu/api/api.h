/* api.h: the part of the driver API that this library exports, with libcuda's ABI. It is declared
 * here, so that no CUDA toolkit is needed. The CUDA Driver API reference says what each function
 * does.
 *
 * Exported functions are protected: this library's own calls reach them, even if the process has
 * another libcuda. */
#ifndef CPU_API_H
#define CPU_API_H

#include "api/function_table.h"
#include "api/types.h"

#if defined(__GNUC__)
#define CPU_EXPORT __attribute__((visibility("protected")))
#else
#define CPU_EXPORT
#endif

#define CPU_DECLARE(name, version, exported, parameters) CPU_EXPORT CUresult exported parameters;
CPU_FUNCTION_TABLE(CPU_DECLARE)
#undef CPU_DECLARE

#endif
