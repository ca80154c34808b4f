/* context_create.h: ending contexts. */
#ifndef CPU_CONTEXT_CREATE_H
#define CPU_CONTEXT_CREATE_H

#include "context/context.h"

/* Waits for the context's work, closes the context and frees everything in it, but not itself. */
void cpu_context_clear(CUcontext context);

#endif
