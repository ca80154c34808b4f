#include "model/tensor_map.h"

#include <custub/tensor_map.h>

#include <string.h>

#define CUDA_BYTES 128 /* of a CUtensorMap */

#define NUMBER(NAME, text, bytes)                                                                  \
    {                                                                                              \
        .kind = GEN_TYPE_SCALAR, .scalar = CUSTUB_SCALAR_##NAME, .spelling = text, .c_name = text, \
        .builtin = text, .size = bytes, .align = bytes                                             \
    }
#define NUMBERS(of)                                                                                \
    {                                                                                              \
        .kind = GEN_TYPE_ARRAY, .spelling = "numbers", .element = &(of),                           \
        .count = CUSTUB_TENSOR_RANK, .size = CUSTUB_TENSOR_RANK * sizeof_##of,                     \
        .align = sizeof_##of                                                                       \
    }
#define sizeof_u64 8
#define sizeof_u32 4
#define FIELD(field, of)                                                                           \
    {                                                                                              \
        .name = #field, .type = &(of), .offset = offsetof(custub_tensor_map, field)                \
    }

static const gen_type u64 = NUMBER(U64, "unsigned long", 8);
static const gen_type u32 = NUMBER(U32, "unsigned int", 4);
static const gen_type u64s = NUMBERS(u64);
static const gen_type u32s = NUMBERS(u32);

static gen_field fields[] = {
    FIELD(ptr, u64),       FIELD(bytes, u64), FIELD(sizes, u64s),  FIELD(strides, u64s),
    FIELD(box, u32s),      FIELD(rank, u32),  FIELD(element, u32), FIELD(swizzle, u32),
    FIELD(promotion, u32), FIELD(fill, u32),
};

static gen_record record = {
    .key = "custub_tensor_map",
    .spelling = "custub_tensor_map",
    .tag = "custub_tensor_map",
    .size = sizeof(custub_tensor_map),
    .align = 8,
    .is_plain = true,
    .field_count = sizeof(fields) / sizeof(fields[0]),
    .fields = fields,
};

static const gen_type tensor_map = {
    .kind = GEN_TYPE_RECORD,
    .spelling = "CUtensorMap",
    .size = sizeof(custub_tensor_map),
    .align = 8,
    .record = &record,
};

bool gen_tensor_map_is(const gen_type *type)
{
    return type->kind == GEN_TYPE_RECORD && type->size == CUDA_BYTES &&
           strcmp(type->record->spelling, "CUtensorMap_st") == 0;
}

const gen_type *gen_tensor_map_type(void)
{
    return &tensor_map;
}
