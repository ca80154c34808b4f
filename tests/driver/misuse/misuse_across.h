/* misuse_across.h: helpers of the cases that use one context's memory in another one. */
#ifndef MISUSE_ACROSS_H
#define MISUSE_ACROSS_H

#include "misuse.h"

typedef struct across_fixture {
    CUcontext second; /* a new context */
    CUfunction add;   /* of the new context, as the stream */
    CUstream stream;
    CUdeviceptr address; /* of the memory that was made */
} across_fixture;

extern across_fixture a;

/* Makes a new context current, with a kernel and a stream: a.second, a.add, a.stream. */
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

/* Make memory in one context and use it in another: the fixture's and a new one, the fixture's for
 * both, a new one and the fixture's, two new ones. */
CUresult across(CUresult (*make)(void), CUresult (*use)(void));
CUresult at_home(CUresult (*make)(void), CUresult (*use)(void));
CUresult back(CUresult (*make)(void), CUresult (*use)(void));
CUresult between_new(CUresult (*make)(void), CUresult (*use)(void));

#endif
