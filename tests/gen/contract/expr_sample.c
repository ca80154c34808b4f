#include "expr_sample.h"

#include <stddef.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))
#define SHAPE(member) SAMPLE_SHAPE, (uint32_t)offsetof(sample_shape, member)
#define CELL(row, column)                                                                          \
    SAMPLE_SHAPE,                                                                                  \
        (uint32_t)(offsetof(sample_shape, grid) + (3 * (row) + (column)) * sizeof(int16_t))

const sample_leaf sample_leaves[] = {
    {"flag", 0, 0, CUSTUB_SCALAR_BOOL},
    {"c", 1, 0, CUSTUB_SCALAR_I8},
    {"u", 2, 0, CUSTUB_SCALAR_U8},
    {"s", 3, 0, CUSTUB_SCALAR_I16},
    {"t", 4, 0, CUSTUB_SCALAR_U16},
    {"i", 5, 0, CUSTUB_SCALAR_I32},
    {"n", 6, 0, CUSTUB_SCALAR_U32},
    {"l", 7, 0, CUSTUB_SCALAR_I64},
    {"m", 8, 0, CUSTUB_SCALAR_U64},
    {"p.rows", SHAPE(rows), CUSTUB_SCALAR_I32},
    {"p.kind", SHAPE(kind), CUSTUB_SCALAR_U8},
    {"p.dims[2]", SAMPLE_SHAPE, offsetof(sample_shape, dims) + 16, CUSTUB_SCALAR_I64},
    {"p.inner.total", SHAPE(inner.total), CUSTUB_SCALAR_U64},
    {"p.inner.step", SHAPE(inner.step), CUSTUB_SCALAR_I8},
    {"p.grid[1][2]", CELL(1, 2), CUSTUB_SCALAR_I16},
    {"p.wrap", SHAPE(wrap), CUSTUB_SCALAR_BOOL},
};
const size_t sample_leaf_count = sizeof(sample_leaves) / sizeof(sample_leaves[0]);

uint64_t random_next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Small numbers, large ones and the limits of all types are equally likely. */
static uint64_t random_bits(uint64_t *state)
{
    static const unsigned widths[] = {7, 8, 15, 16, 31, 32, 63, 64};
    uint64_t width = random_next(state) % 64;
    uint64_t bits = random_next(state) >> width;

    if (random_next(state) % 3 == 0) /* the largest number of a type, or one more */
        bits = (UINT64_MAX >> (64 - widths[random_next(state) % LENGTH(widths)])) +
               random_next(state) % 2;
    return random_next(state) % 4 ? bits : UINT64_MAX - bits;
}

/* A legal size up to `most`, or 0. */
static uint64_t random_size(uint64_t *state, uint64_t most)
{
    uint64_t size = random_next(state) % 8 ? random_bits(state) % 64 : most;

    return size < most ? size : most;
}

static custub_dim3 random_dimensions(uint64_t *state, uint64_t most_x, uint64_t most_yz)
{
    uint64_t x = random_size(state, most_x);
    uint64_t y = random_size(state, most_yz);

    return custub_dim3_of(x, y, random_size(state, most_yz));
}

sample_values sample_values_random(uint64_t *state)
{
    sample_values values;

    values.flag = random_next(state) % 2;
    values.c = (signed char)random_bits(state);
    values.u = (unsigned char)random_bits(state);
    values.s = (short)random_bits(state);
    values.t = (unsigned short)random_bits(state);
    values.i = (int)random_bits(state);
    values.n = (unsigned int)random_bits(state);
    values.l = (long long)random_bits(state);
    values.m = random_bits(state);
    values.p.rows = (int32_t)random_bits(state);
    values.p.kind = (uint8_t)random_bits(state);
    for (int k = 0; k < 3; k++)
        values.p.dims[k] = (int64_t)random_bits(state);
    values.p.inner.total = random_bits(state);
    values.p.inner.step = (int8_t)random_bits(state);
    for (int k = 0; k < 6; k++)
        values.p.grid[k / 3][k % 3] = (int16_t)random_bits(state);
    values.p.wrap = random_next(state) % 2;
    values.p.scale = 0.5f;
    values.p.restrict_ = 0;
    values.grid = random_dimensions(state, INT32_MAX, 65535);
    values.block = random_dimensions(state, 1024, 1024);
    return values;
}

void sample_arguments(sample_values *values, void *arguments[SAMPLE_PARAM_COUNT])
{
    size_t count = 0;

#define SAMPLE_ARGUMENT(type, scalar, name) arguments[count++] = &values->name;
    SAMPLE_SCALARS(SAMPLE_ARGUMENT)
#undef SAMPLE_ARGUMENT
    arguments[count++] = &values->p;
    while (count < SAMPLE_PARAM_COUNT)
        arguments[count++] = NULL;
}

wide sample_leaf_value(size_t leaf, const sample_values *v)
{
    const wide_value values[] = {v->flag,
                                 v->c,
                                 v->u,
                                 v->s,
                                 v->t,
                                 v->i,
                                 v->n,
                                 v->l,
                                 v->m,
                                 v->p.rows,
                                 v->p.kind,
                                 v->p.dims[2],
                                 (wide_value)v->p.inner.total,
                                 v->p.inner.step,
                                 v->p.grid[1][2],
                                 v->p.wrap};

    return wide_of(values[leaf]);
}

/* --- The model */

#define SCALAR(scalar_, spelling_, size_)                                                          \
    {                                                                                              \
        .kind = GEN_TYPE_SCALAR, .scalar = scalar_, .spelling = spelling_, .c_name = spelling_,    \
        .size = size_, .align = size_                                                              \
    }

static const gen_type scalars[] = {
    [CUSTUB_SCALAR_BOOL] = SCALAR(CUSTUB_SCALAR_BOOL, "bool", 1),
    [CUSTUB_SCALAR_I8] = SCALAR(CUSTUB_SCALAR_I8, "signed char", 1),
    [CUSTUB_SCALAR_U8] = SCALAR(CUSTUB_SCALAR_U8, "unsigned char", 1),
    [CUSTUB_SCALAR_I16] = SCALAR(CUSTUB_SCALAR_I16, "short", 2),
    [CUSTUB_SCALAR_U16] = SCALAR(CUSTUB_SCALAR_U16, "unsigned short", 2),
    [CUSTUB_SCALAR_I32] = SCALAR(CUSTUB_SCALAR_I32, "int", 4),
    [CUSTUB_SCALAR_U32] = SCALAR(CUSTUB_SCALAR_U32, "unsigned int", 4),
    [CUSTUB_SCALAR_I64] = SCALAR(CUSTUB_SCALAR_I64, "long long", 8),
    [CUSTUB_SCALAR_U64] = SCALAR(CUSTUB_SCALAR_U64, "unsigned long long", 8),
    [CUSTUB_SCALAR_F16] = SCALAR(CUSTUB_SCALAR_F16, "__half", 2),
    [CUSTUB_SCALAR_F32] = SCALAR(CUSTUB_SCALAR_F32, "float", 4),
};

static const gen_type dims_type = {.kind = GEN_TYPE_ARRAY,
                                   .spelling = "long long[3]",
                                   .size = 24,
                                   .align = 8,
                                   .element = &scalars[CUSTUB_SCALAR_I64],
                                   .count = 3};
static const gen_type grid_row_type = {.kind = GEN_TYPE_ARRAY,
                                       .spelling = "short[3]",
                                       .size = 6,
                                       .align = 2,
                                       .element = &scalars[CUSTUB_SCALAR_I16],
                                       .count = 3};
static const gen_type grid_type = {.kind = GEN_TYPE_ARRAY,
                                   .spelling = "short[2][3]",
                                   .size = 12,
                                   .align = 2,
                                   .element = &grid_row_type,
                                   .count = 2};
static const gen_type pointer_type = {.kind = GEN_TYPE_POINTER,
                                      .spelling = "const float *",
                                      .size = 8,
                                      .align = 8,
                                      .element = &scalars[CUSTUB_SCALAR_F32]};

#define FIELD(record, name_, type_)                                                                \
    {                                                                                              \
        .name = #name_, .type = type_, .offset = offsetof(record, name_)                           \
    }

static gen_field inner_fields[] = {FIELD(sample_inner, total, &scalars[CUSTUB_SCALAR_U64]),
                                   FIELD(sample_inner, step, &scalars[CUSTUB_SCALAR_I8])};
static gen_record inner_record = {.spelling = "sample_inner",
                                  .tag = "inner",
                                  .size = sizeof(sample_inner),
                                  .is_plain = true,
                                  .field_count = 2,
                                  .fields = inner_fields};
static const gen_type inner_type = {.kind = GEN_TYPE_RECORD,
                                    .spelling = "sample_inner",
                                    .size = sizeof(sample_inner),
                                    .align = 8,
                                    .record = &inner_record};
static gen_field shape_fields[] = {FIELD(sample_shape, rows, &scalars[CUSTUB_SCALAR_I32]),
                                   FIELD(sample_shape, kind, &scalars[CUSTUB_SCALAR_U8]),
                                   FIELD(sample_shape, dims, &dims_type),
                                   FIELD(sample_shape, inner, &inner_type),
                                   FIELD(sample_shape, grid, &grid_type),
                                   FIELD(sample_shape, wrap, &scalars[CUSTUB_SCALAR_BOOL]),
                                   FIELD(sample_shape, scale, &scalars[CUSTUB_SCALAR_F32]),
                                   {.name = "restrict",
                                    .type = &scalars[CUSTUB_SCALAR_I32],
                                    .offset = offsetof(sample_shape, restrict_)}};
static gen_record shape_record = {.next = &inner_record,
                                  .spelling = "sample_shape",
                                  .tag = "shape",
                                  .size = sizeof(sample_shape),
                                  .is_plain = true,
                                  .field_count = sizeof(shape_fields) / sizeof(shape_fields[0]),
                                  .fields = shape_fields};
static const gen_type shape_type = {.kind = GEN_TYPE_RECORD,
                                    .spelling = "sample_shape",
                                    .size = sizeof(sample_shape),
                                    .align = 8,
                                    .record = &shape_record};
static gen_record hidden_record = {
    .next = &shape_record, .spelling = "hidden", .tag = "hidden", .size = 16, .align = 8};
static const gen_type hidden_type = {.kind = GEN_TYPE_RECORD,
                                     .spelling = "hidden",
                                     .size = 16,
                                     .align = 8,
                                     .record = &hidden_record};

#define PARAM(name_, type_, kind_)                                                                 \
    {                                                                                              \
        .name = #name_, .type = type_, .kind = kind_                                               \
    }
#define SCALAR_PARAM(type, scalar, name) PARAM(name, &scalars[scalar], CUSTUB_PARAM_SCALAR),

static gen_param params[SAMPLE_PARAM_COUNT] = {
    SAMPLE_SCALARS(SCALAR_PARAM) PARAM(p, &shape_type, CUSTUB_PARAM_STRUCT),
    PARAM(x, &pointer_type, CUSTUB_PARAM_BUFFER),
    PARAM(a, &scalars[CUSTUB_SCALAR_F32], CUSTUB_PARAM_SCALAR),
    PARAM(h, &scalars[CUSTUB_SCALAR_F16], CUSTUB_PARAM_SCALAR),
    PARAM(o, &hidden_type, CUSTUB_PARAM_OPAQUE),
};

const gen_kernel sample_kernel = {
    .name = "sample", .symbol = "sample", .param_count = SAMPLE_PARAM_COUNT, .params = params};

/* The compiler's answers for the names in expressions. */
static gen_constant values[] = {
    {.name = "::BELOW", .bits = (uint64_t)-5, .negative = true, .architectures = UINT32_MAX},
    {.name = "::TILE", .bits = 32, .architectures = UINT32_MAX},
    {.name = "::layout::HUGE_ROWS", .bits = UINT64_MAX, .architectures = UINT32_MAX},
    {.name = "::layout::ROWS", .bits = 7, .architectures = UINT32_MAX},
    {.name = "::n", .bits = 99, .architectures = UINT32_MAX},
};

static gen_constant sizes[] = {
    {.name = "::layout::tile<float, 4>", .is_size = true, .bits = 16, .architectures = UINT32_MAX},
    {.name = "::real", .is_size = true, .bits = 8, .architectures = UINT32_MAX},
    {.name = "::sample_shape",
     .is_size = true,
     .bits = sizeof(sample_shape),
     .architectures = UINT32_MAX},
};

static gen_named named[] = {
    {&named[1], "BELOW", false, &values[0], NULL, false},
    {&named[2], "TILE", false, &values[1], NULL, false},
    {&named[3], "layout::HUGE_ROWS", false, &values[2], NULL, false},
    {&named[4], "layout::ROWS", false, &values[3], NULL, false},
    {&named[5], "::layout::ROWS", false, &values[3], NULL, false},
    {&named[6], "::TILE", false, &values[1], NULL, false},
    {&named[7], "::n", false, &values[4], NULL, false},
    {&named[8], "layout::tile<float, 4>", true, &sizes[0], NULL, false},
    {&named[9], "real", true, &sizes[1], NULL, false},
    {&named[10], "sample_shape", true, &sizes[2], NULL, false},
    {&named[11], "size_t", false, NULL, "expected expression", true},
    {NULL, "real", false, NULL, "expected expression", true},
};

const gen_model sample_model = {.path = "sample.cu",
                                .file = "sample.cu",
                                .stem = "sample",
                                .prefix = "",
                                .name = "sample",
                                .records = &hidden_record};

const gen_kernel_names *sample_names(gen_arena *arena, const gen_kernel *kernel)
{
    gen_model *model = GEN_NEW(arena, gen_model);

    *model = sample_model;
    model->kernels = GEN_NEW(arena, gen_kernel);
    *model->kernels = *kernel;
    return gen_c_names_choose(model, arena, false)->kernels;
}

const gen_place sample_place = {"sample.cu", 12, 34};

const gen_expr *sample_parse(gen_arena *arena, gen_diag *diag, const char *text)
{
    const gen_annotation annotation = {.kind = GEN_ANNOTATION_REQUIRES,
                                       .key = "requires",
                                       .text = text,
                                       .place = sample_place,
                                       .named = named};
    const gen_expr_rules rules = {true, true, "CUSTUB_REQUIRES"};

    return gen_expr_parse(arena, diag, &sample_model, &sample_kernel, NULL, &annotation, text,
                          &rules);
}
