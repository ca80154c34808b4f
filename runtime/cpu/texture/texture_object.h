/* texture_object.h: texture and surface objects (CUDA Driver API, "Texture Object Management" and
 * "Surface Object Management"). */
#ifndef CPU_TEXTURE_OBJECT_H
#define CPU_TEXTURE_OBJECT_H

#include "execute/texture/sampler.h"

/* A new object of this kind, in the current context, without a handle; null without memory. */
cpu_texture *cpu_texture_allocate(cpu_kind kind, CUcontext context);

/* Frees an object that no kernel uses any more, and whose handle is removed. */
void cpu_texture_free(cpu_texture *texture);

/* Reads what an object is made of. For surfaces only arrays are legal. */
CUresult cpu_texture_read_resource(cpu_texture *texture, const CUDA_RESOURCE_DESC *resource);

/* Makes the handle known and returns it, or frees the object. */
CUresult cpu_texture_publish(cpu_texture *texture, unsigned long long *handle);

/* Ends an object; waits for the kernels that were launched before. */
CUresult cpu_texture_end(unsigned long long handle, cpu_kind kind);

#endif
