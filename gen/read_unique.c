/* Members that are [[no_unique_address]]. nvcc lays some of them out unlike other compilers, host
 * and device then disagree, and a launch by `<<<>>>` passes something else than the kernel reads.
 */
#include "reader.h"

#include <string.h>

static enum CXChildVisitResult visit_attribute(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    *(bool *)data |= clang_getCursorKind(cursor) == CXCursor_UnexposedAttr;
    return CXChildVisit_Continue;
}

/* libclang has no kind of cursor for the attribute. */
static bool is_unique(gen_reader *reader, CXCursor field)
{
    bool has_attribute = false;
    const char *printed;

    clang_visitChildren(field, visit_attribute, &has_attribute);
    if (!has_attribute)
        return false;
    printed = gen_reader_text(reader, clang_getCursorPrettyPrinted(field, NULL));
    return strstr(printed, "[[no_unique_address]]") != NULL;
}

static enum CXVisitorResult visit_content(CXCursor field, CXClientData data)
{
    (void)field;
    *(bool *)data = false;
    return CXVisit_Break;
}

/* Or has bases alone, which makes no difference below: it may share the bytes of others. */
static bool is_empty(CXType type)
{
    bool empty = clang_getCanonicalType(type).kind == CXType_Record;

    if (empty)
        gen_reader_visit_fields(clang_getCanonicalType(type), visit_content, &empty);
    return empty;
}

/* Among the other members of its class. */
typedef struct unique_member {
    CXCursor cursor;
    long long begin; /* bits */
    long long end;
    bool has_bases;
    bool is_last;
    bool shares; /* bits of another one */
} unique_member;

static enum CXVisitorResult visit_other(CXCursor field, CXClientData data)
{
    unique_member *member = data;
    long long begin = clang_Cursor_getOffsetOfField(field);
    long long size = clang_Cursor_isBitField(field)
                         ? clang_getFieldDeclBitWidth(field)
                         : 8 * clang_Type_getSizeOf(clang_getCursorType(field));

    member->is_last = clang_equalCursors(field, member->cursor) != 0;
    if (!member->is_last)
        member->shares |= begin < member->end && member->begin < begin + size;
    return CXVisit_Continue;
}

static enum CXChildVisitResult visit_base(CXCursor cursor, CXCursor parent, CXClientData data)
{
    unique_member *member = data;

    (void)parent;
    member->has_bases |= clang_getCursorKind(cursor) == CXCursor_CXXBaseSpecifier;
    return CXChildVisit_Continue;
}

/* What nvcc 13.0 was seen to agree on, over some thousand random structs: an empty member at the
 * beginning that has others behind it, where there are no bases, and a member that shares no bytes
 * with others. */
static bool is_certain(CXCursor field, CXType record)
{
    CXCursor declaration = clang_getTypeDeclaration(record);
    CXCursor pattern = clang_getSpecializedCursorTemplate(declaration);
    CXType type = clang_getCursorType(field);
    unique_member member = {.cursor = field, .begin = clang_Cursor_getOffsetOfField(field)};

    member.end = member.begin + 8 * clang_Type_getSizeOf(type);
    gen_reader_visit_fields(record, visit_other, &member);
    if (!is_empty(type))
        return !member.shares;
    /* libclang has no bases of a template's instance. */
    clang_visitChildren(clang_Cursor_isNull(pattern) ? declaration : pattern, visit_base, &member);
    return clang_Type_getSizeOf(type) == 1 && member.begin == 0 && !member.has_bases &&
           !member.is_last;
}

bool gen_read_is_uncertain_member(gen_reader *reader, CXCursor field, CXType record)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(field));

    while (type.kind == CXType_ConstantArray)
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    return type.kind == CXType_Record && is_unique(reader, field) && !is_certain(field, record);
}
