#include "check/scalar.h"

const custubi_scalar *custubi_scalar_of(uint32_t scalar)
{
    static const custubi_scalar scalars[] = {
        [CUSTUB_SCALAR_NONE] = {"nothing", 0, false, false},
        [CUSTUB_SCALAR_BOOL] = {"bool", 1, true, false},
        [CUSTUB_SCALAR_I8] = {"int8_t", 1, true, true},
        [CUSTUB_SCALAR_U8] = {"uint8_t", 1, true, false},
        [CUSTUB_SCALAR_I16] = {"int16_t", 2, true, true},
        [CUSTUB_SCALAR_U16] = {"uint16_t", 2, true, false},
        [CUSTUB_SCALAR_I32] = {"int32_t", 4, true, true},
        [CUSTUB_SCALAR_U32] = {"uint32_t", 4, true, false},
        [CUSTUB_SCALAR_I64] = {"int64_t", 8, true, true},
        [CUSTUB_SCALAR_U64] = {"uint64_t", 8, true, false},
        [CUSTUB_SCALAR_F16] = {"half", 2, false, false},
        [CUSTUB_SCALAR_BF16] = {"bfloat16", 2, false, false},
        [CUSTUB_SCALAR_F32] = {"float", 4, false, false},
        [CUSTUB_SCALAR_F64] = {"double", 8, false, false},
    };

    return &scalars[scalar < sizeof(scalars) / sizeof(scalars[0]) ? scalar : CUSTUB_SCALAR_NONE];
}
