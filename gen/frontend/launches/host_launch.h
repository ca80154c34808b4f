/* host_launch.h: reads the launches of the host's code: <<<>>>, cudaLaunchKernel(),
 * cuLaunchKernel(). */
#ifndef GEN_HOST_LAUNCH_H
#define GEN_HOST_LAUNCH_H

#include "frontend/launches/host_code.h"

/* False if the call is no launch, nor a search for a kernel. */
bool gen_host_launch_read(gen_host_code *code, CXCursor call, const char *name);

#endif
