#include "product.custub.h"
#include "reduce.custub.h"
#include "softmax.custub.h"
#include "strided.custub.h"

#include "common.h"

static size_t rows, width, tokens, heads, size;
static custub_f32_view q, k, s, x, y, of_rows, of_columns;
static reduce_kernels reduce;
static strided_kernels strided;
