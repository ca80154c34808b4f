/* per_thread_launch.h: a launch from a source that is compiled with
 * CUDA_API_PER_THREAD_DEFAULT_STREAM. */
#ifndef PER_THREAD_LAUNCH_H
#define PER_THREAD_LAUNCH_H

#include "launch_fixture.h"

custub_status per_thread_increase(const custub_launch *launch, size_t n, int value,
                                  custub_i32_view data);

#endif
