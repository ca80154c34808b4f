/* Makes launches without a runtime: what is counted is the caller's part alone.
 *
 *   cost_program stream|given TIMES */
#include "cost.h"

#include <stdlib.h>
#include <string.h>

const custub_kernel custub_kernel_unloaded;

custub_error custub_error_none(void)
{
    static const custub_error none;

    return none;
}

custub_launch custub_launch_default(void)
{
    static const custub_launch launch;

    return launch;
}

custub_status custub_call_launch(const custub_kernel *kernel, const custub_launch *launch,
                                 void **arguments, custub_need *needs, const uint64_t *needed,
                                 uint32_t flags, custub_error *error)
{
    const custub_f64_view *x = arguments[2];

    (void)kernel;
    (void)needs;
    (void)error;
    return launch && flags && x->count == needed[0] ? CUSTUB_OK : CUSTUB_ERROR_REQUIRES;
}

int main(int argc, char **argv)
{
    static const shapes_kernels kernels;
    static double x[4], y[4];
    const custub_launch launch = custub_launch_default();
    const long times = argc == 3 ? atol(argv[2]) : 0;

    if (argc != 3)
        return 2;
    if (strcmp(argv[1], "given") == 0)
        return launch_as_given(&kernels, &launch, x, y, 4, times);
    return launch_in_stream(&kernels, 0, x, y, 4, times);
}
