/* nvtx.h: ranges for profilers (NVTX, the NVIDIA Tools Extension), without NVTX's headers and
 * without linking anything. A tool is found as NVTX 3 does: NVTX_INJECTION64_PATH names a library;
 * its InitializeInjectionNvtx2() asks for tables of function pointers and fills them. Without that
 * variable, libnvToolsExt.so.1 of NVTX 2 is used if the process has loaded it, or if CUSTUB_NVTX=1.
 * CUSTUB_NVTX=0: no ranges. */
#ifndef CUSTUBI_NVTX_H
#define CUSTUBI_NVTX_H

#include <stdbool.h>

/* True if a tool takes ranges. Called once. */
bool custubi_nvtx_open(void);

/* Begins and ends a range of this thread. Only after custubi_nvtx_open() has returned true. */
void custubi_nvtx_push(const char *name);
void custubi_nvtx_pop(void);

#endif
