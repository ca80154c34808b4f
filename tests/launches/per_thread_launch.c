#define CUDA_API_PER_THREAD_DEFAULT_STREAM

#include "per_thread_launch.h"
#include "fresh_error.h"

custub_status per_thread_increase(const custub_launch *launch, size_t n, int value,
                                  custub_i32_view data)
{
    return launch_increase(&f.kernels, launch, n, value, data, fresh(&f.error));
}
