#include "model/scalar_table.h"

#include <stddef.h>

static const gen_scalar_row rows[] = {
    [CUSTUB_SCALAR_NONE] = {"CUSTUB_SCALAR_NONE", NULL, 0, GEN_SCALAR_REAL},
#define ROW(NAME, name, bytes, class)                                                              \
    [CUSTUB_SCALAR_##NAME] = {"CUSTUB_SCALAR_" #NAME, #name, bytes, class},
    GEN_SCALARS(ROW)};

const gen_scalar_row *gen_scalar_row_of(custub_scalar scalar)
{
    return &rows[scalar];
}

custub_scalar gen_scalar_find(gen_scalar_class class, uint64_t bytes)
{
    for (size_t i = CUSTUB_SCALAR_NONE + 1; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (rows[i].class == class && rows[i].bytes == bytes)
            return (custub_scalar)i;
    return CUSTUB_SCALAR_NONE;
}

bool gen_scalar_is_integer(custub_scalar scalar)
{
    return scalar != CUSTUB_SCALAR_NONE && rows[scalar].class != GEN_SCALAR_REAL;
}
