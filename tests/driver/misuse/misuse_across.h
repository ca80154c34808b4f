/* misuse_across.h: what the cases of one context's memory in another begin with. */
#ifndef MISUSE_ACROSS_H
#define MISUSE_ACROSS_H

#include "misuse.h"

typedef struct across_fixture {
    CUcontext second; /* a new context */
    CUfunction add;   /* of it, and a stream */
    CUstream stream;
    CUdeviceptr address; /* of the memory that was made */
} across_fixture;

extern across_fixture a;

/* A new context, current from here on, with a kernel and a stream. */
CUresult enter_second(void);

/* Each makes a.address, BYTES of memory or a variable, in the current context. */
CUresult make_plain(void);
CUresult make_in_stream(void);
CUresult make_in_pool(void);
CUresult make_managed(void);
CUresult make_pinned(void);
CUresult make_portable(void);
CUresult make_registered(void);
CUresult make_registered_portable(void);
CUresult make_global(void);
CUresult make_library_global(void);
CUresult make_mapped(void);

/* Memory of the fixture's context, used in a new one, or at home; of a new one in the fixture's;
 * and of a new one in another new one. */
CUresult across(CUresult (*make)(void), CUresult (*use)(void));
CUresult at_home(CUresult (*make)(void), CUresult (*use)(void));
CUresult back(CUresult (*make)(void), CUresult (*use)(void));
CUresult between_new(CUresult (*make)(void), CUresult (*use)(void));

#endif
