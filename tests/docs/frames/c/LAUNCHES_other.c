#include "launches.custub.h"

#include "common.h"

static launches_kernels kernels;
static custub_u8_view data;
static custub_u32_view bins;
static custub_f32_view from, to;
static int w = 40, h = 25;
static uint64_t extra = 1024;

static void before(void)
{
    before_any();
    kernels = launches_load(&error);
    data = custub_u8_buffer_create_zeroed(n, 0, &error).view;
    bins = custub_u32_buffer_create_zeroed(256, 0, &error).view;
    from = custub_f32_buffer_create_zeroed(1000, 0, &error).view;
    to = custub_f32_buffer_create_zeroed(1000, 0, &error).view;
}
