/* nvtx.h: ranges for profilers (NVTX, the NVIDIA Tools Extension), without its headers and without
 * linking anything.
 *
 * Tools make themselves known as NVTX 3 says: NVTX_INJECTION64_PATH names a library whose
 * InitializeInjectionNvtx2() asks for tables of function pointers and fills them. Without that
 * variable the older library, libnvToolsExt.so.1, is taken if the process has loaded it, or if
 * CUSTUB_NVTX=1 asks for it. CUSTUB_NVTX=0: no ranges. */
#ifndef CUSTUBI_NVTX_H
#define CUSTUBI_NVTX_H

#include <stdbool.h>

/* Whether a tool takes ranges. Called once. */
bool custubi_nvtx_open(void);

/* A range of this thread. Only after custubi_nvtx_open() has answered true. */
void custubi_nvtx_push(const char *name);
void custubi_nvtx_pop(void);

#endif
