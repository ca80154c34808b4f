#include "model/scalar_table.h"

#include <stddef.h>
#include <string.h>

static const gen_scalar_row rows[] = {
    [CUSTUB_SCALAR_NONE] = {"CUSTUB_SCALAR_NONE", NULL, 0, GEN_SCALAR_REAL, NULL, NULL, NULL},
#define ROW(NAME, name, bytes, class, c_name, cuda_name, short_name)                               \
    [CUSTUB_SCALAR_##NAME] = {                                                                     \
        "CUSTUB_SCALAR_" #NAME, #name, bytes, GEN_SCALAR_##class, c_name, cuda_name, short_name},
    GEN_SCALARS(ROW)};

#define ROW_COUNT (sizeof(rows) / sizeof(rows[0]))

const gen_scalar_row *gen_scalar_row_of(custub_scalar scalar)
{
    return &rows[scalar];
}

custub_scalar gen_scalar_find(gen_scalar_class class, uint64_t bytes)
{
    for (size_t i = CUSTUB_SCALAR_NONE + 1; i < ROW_COUNT; i++)
        if (rows[i].class == class && rows[i].bytes == bytes && !rows[i].cuda_name)
            return (custub_scalar)i;
    return CUSTUB_SCALAR_NONE;
}

static bool is_named(const char *own, const char *name)
{
    return own && strcmp(own, name) == 0;
}

custub_scalar gen_scalar_of_cuda(const char *name)
{
    for (size_t i = CUSTUB_SCALAR_NONE + 1; i < ROW_COUNT; i++)
        if (is_named(rows[i].cuda_name, name))
            return (custub_scalar)i;
    return CUSTUB_SCALAR_NONE;
}

custub_scalar gen_scalar_named(const char *name)
{
    static const struct {
        const char *name;
        custub_scalar scalar;
    } others[] = {
        {"size_t", CUSTUB_SCALAR_U64},
        {"ptrdiff_t", CUSTUB_SCALAR_I64},
        {"uintptr_t", CUSTUB_SCALAR_U64},
        {"intptr_t", CUSTUB_SCALAR_I64},
    };

    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (strcmp(others[i].name, name) == 0)
            return others[i].scalar;
    for (size_t i = CUSTUB_SCALAR_NONE + 1; i < ROW_COUNT; i++)
        if (is_named(rows[i].cuda_name ? rows[i].short_name : rows[i].c_name, name))
            return (custub_scalar)i;
    return gen_scalar_of_cuda(name);
}

bool gen_scalar_is_integer(custub_scalar scalar)
{
    return scalar != CUSTUB_SCALAR_NONE && rows[scalar].class != GEN_SCALAR_REAL;
}

bool gen_scalar_is_float(custub_scalar scalar)
{
    return scalar != CUSTUB_SCALAR_NONE && rows[scalar].class == GEN_SCALAR_REAL &&
           !rows[scalar].cuda_name;
}
