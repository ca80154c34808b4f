#include "frontend/reader/attribute.h"

#include <string.h>

static const char prefix[] = "custub.";

/* separates an expression from its text before macros were expanded */
#define SEPARATOR '\a'

static bool is_mark(const char *text)
{
    return strncmp(text, "global:", 7) == 0 || strncmp(text, "device:", 7) == 0;
}

static enum CXChildVisitResult visit_mark(CXCursor cursor, CXCursor parent, CXClientData data)
{
    CXString spelling;
    const char *text;

    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_AnnotateAttr)
        return CXChildVisit_Continue;
    spelling = clang_getCursorSpelling(cursor);
    text = clang_getCString(spelling);
    *(bool *)data |= text && strcmp(text, "custub.device:") == 0;
    clang_disposeString(spelling);
    return CXChildVisit_Continue;
}

bool gen_attribute_marks_device(CXCursor declaration)
{
    bool found = false;

    clang_visitChildren(declaration, visit_mark, &found);
    return found;
}

static bool split(gen_arena *arena, const char *text, gen_attribute *attribute)
{
    const char *colon = text ? strchr(text, ':') : NULL;
    const char *end;

    if (!colon || strncmp(text, prefix, sizeof(prefix) - 1) != 0)
        return false;
    text += sizeof(prefix) - 1;
    if (is_mark(text))
        return false;
    end = strchr(colon, SEPARATOR);
    attribute->key = gen_arena_copy(arena, text, (size_t)(colon - text));
    attribute->kind = gen_annotation_kind_of(attribute->key);
    attribute->text =
        gen_arena_copy(arena, colon + 1, end ? (size_t)(end - colon - 1) : strlen(colon + 1));
    attribute->written = end ? gen_arena_string(arena, end + 1) : NULL;
    return true;
}

bool gen_attribute_read(gen_reader *reader, CXCursor cursor, gen_attribute *attribute)
{
    CXString spelling;
    bool is_own;

    if (clang_getCursorKind(cursor) != CXCursor_AnnotateAttr)
        return false;
    spelling = clang_getCursorSpelling(cursor);
    is_own = split(reader->arena, clang_getCString(spelling), attribute);
    clang_disposeString(spelling);
    return is_own;
}
