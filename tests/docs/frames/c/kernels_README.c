#include "reduce.custub.h"
#include "rotary.custub.h"
#include "softmax.custub.h"
#include "strided.custub.h"

#include "common.h"

static size_t rows, width, tokens, heads, size, limit;
static custub_f32_view x, y, of_rows, of_columns, table, qkv;
static custub_i32_view positions;
static reduce_kernels reduce;
static rotary_kernels rotary;
static strided_kernels strided;
