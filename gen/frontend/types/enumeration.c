#include "frontend/types/enumeration.h"

/* char8_t too, which libclang has no kind for. */
bool gen_enumeration_is_unsigned(CXType type)
{
    switch (clang_getCanonicalType(type).kind) {
    case CXType_WChar:
        return (wchar_t)-1 > 0; /* as for the host, whose types the device takes over */
    case CXType_Char_S:
    case CXType_SChar:
    case CXType_Short:
    case CXType_Int:
    case CXType_Long:
    case CXType_LongLong:
    case CXType_Int128:
        return false;
    default:
        return true;
    }
}

/* libclang extends the enumeration's own type, of 8 bits for instance, as it is told to. */
uint64_t gen_enumeration_value(CXCursor cursor, bool *negative)
{
    CXCursor enumeration = clang_getCursorSemanticParent(cursor);
    bool is_signed = !gen_enumeration_is_unsigned(clang_getEnumDeclIntegerType(enumeration));
    long long value = clang_getEnumConstantDeclValue(cursor);

    *negative = is_signed && value < 0;
    return is_signed ? (uint64_t)value : clang_getEnumConstantDeclUnsignedValue(cursor);
}

/* The constants of an enumeration have unique names, but not unique values: the first is taken, as
 * clang does. */
typedef struct constant_search {
    gen_reader *reader;
    uint64_t bits;
    const char *name;
} constant_search;

static enum CXChildVisitResult find_value(CXCursor cursor, CXCursor parent, CXClientData data)
{
    constant_search *search = data;
    bool negative;

    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_EnumConstantDecl ||
        gen_enumeration_value(cursor, &negative) != search->bits)
        return CXChildVisit_Continue;
    search->name = gen_reader_text(search->reader, clang_getCursorSpelling(cursor));
    return CXChildVisit_Break;
}

const char *gen_enumeration_constant(gen_reader *reader, CXCursor enumeration, uint64_t bits)
{
    constant_search search = {.reader = reader, .bits = bits};

    clang_visitChildren(enumeration, find_value, &search);
    return search.name;
}
