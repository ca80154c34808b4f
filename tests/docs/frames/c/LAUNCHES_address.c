#include "saxpy.custub.h"

#include "common.h"

static CUdeviceptr x, y;

static void before(void)
{
    before_any();
    x = custub_f32_buffer_create_zeroed(n, 0, &error).view.ptr;
    y = custub_f32_buffer_create_zeroed(n, 0, &error).view.ptr;
}
