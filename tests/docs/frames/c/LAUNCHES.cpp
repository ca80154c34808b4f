#include "saxpy.custub.h"

#include "common.h"

static saxpy_kernels kernels;
static custub_f32_buffer x, y;
static custub_prepared *prepared;

static void before(void)
{
    before_any();
    kernels = saxpy_load(&error);
    x = custub_f32_buffer_create_zeroed(n, 0, &error);
    y = custub_f32_buffer_create_zeroed(n, 0, &error);
    prepared = prepare_saxpy(&kernels, &launch, n, 2.0f, x.view, y.view, &error);
}
