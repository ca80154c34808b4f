#include "common.h"

#define cudaStreamSynchronize(stream) custub_stream_synchronize(stream, &error)

static CUstream work;
static int rows;
static float *y, *sum;

static void before(void)
{
    before_any();
}
