#include "frontend/types/nameable.h"

/* The `index`-th type inside a type; its kind is Invalid after the last. */
static CXType part_of(CXType type, unsigned index)
{
    unsigned arguments =
        (unsigned)(clang_getNumArgTypes(type) > 0 ? clang_getNumArgTypes(type) : 0);

    switch (index) {
    case 0:
        return clang_getPointeeType(type);
    case 1:
        return clang_getArrayElementType(type);
    case 2:
        return clang_getResultType(type);
    case 3:
        return clang_Type_getClassType(type);
    default:
        if (index - 4 < arguments)
            return clang_getArgType(type, index - 4);
        return clang_Type_getTemplateArgumentAsType(type, index - 4 - arguments);
    }
}

static unsigned part_limit(CXType type)
{
    int arguments = clang_getNumArgTypes(type);
    int of_template = clang_Type_getNumTemplateArguments(type);

    return 4 + (unsigned)(arguments > 0 ? arguments : 0) +
           (unsigned)(of_template > 0 ? of_template : 0);
}

static size_t count_name_parts(CXType type, size_t limit)
{
    CXType canonical = clang_getCanonicalType(type);
    unsigned parts = part_limit(canonical);
    size_t count = 1;

    for (unsigned i = 0; i < parts && count < limit; i++) {
        CXType part = part_of(canonical, i);
        if (part.kind != CXType_Invalid)
            count += count_name_parts(part, limit - count);
    }
    return count;
}

bool gen_read_is_nameable(CXType type)
{
    return count_name_parts(type, GEN_MAX_NAME_PARTS) < GEN_MAX_NAME_PARTS;
}
