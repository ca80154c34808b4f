#include "picture.custub.h"

#include "common.h"

static picture_kernels kernels;
static custub_f32_buffer out;

static void before(void)
{
    before_any();
    kernels = picture_load(&error);
    out = custub_f32_buffer_create(640 * 480, &error);
}
