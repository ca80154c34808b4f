#include "product.custub.h"

#include "common.h"

static product_kernels kernels;
static custub_bf16_buffer weights;
static int rows = 256;
static int columns = 128;

static void before(void)
{
    before_any();
    kernels = product_load(&error);
    weights = custub_bf16_buffer_create(256 * 128, &error);
}
