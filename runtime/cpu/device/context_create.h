/* context_create.h: how contexts end. */
#ifndef CPU_CONTEXT_CREATE_H
#define CPU_CONTEXT_CREATE_H

#include "context/context.h"

/* Waits for the context's work, closes it and frees what belongs to it, but not the context. */
void cpu_context_clear(CUcontext context);

#endif
