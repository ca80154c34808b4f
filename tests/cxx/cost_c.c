#include "cost.h"

int launch_in_stream(const shapes_kernels *kernels, CUstream stream, const double *x, double *y,
                     int n, long times)
{
    custub_error error = custub_error_none();

    for (long i = 0; i < times; i++) {
        const custub_launch launch = custub_launch_in(stream);
        if (launch_axpy_f64(kernels, &launch, n, 2, custub_view(x, (uint64_t)n),
                            custub_view(y, (uint64_t)n), &error))
            return 1;
    }
    return 0;
}

int launch_as_given(const shapes_kernels *kernels, const custub_launch *launch, const double *x,
                    double *y, int n, long times)
{
    custub_error error = custub_error_none();

    for (long i = 0; i < times; i++)
        if (launch_axpy_f64(kernels, launch, n, 2, custub_view(x, (uint64_t)n),
                            custub_view(y, (uint64_t)n), &error))
            return 1;
    return 0;
}
