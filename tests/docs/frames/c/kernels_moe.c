#include "moe_forward.h"
#include "moe_ranks.h"

#include "common.h"

static custub_bf16_view router, gate, x, out;
static custub_bytes_buffer workspace;
static size_t tokens;
static moe_kernels kernels;
static moe_layer layer;
static moe_pass pass;
static int rank, count;
