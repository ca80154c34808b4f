#include "frontend/reader/parameters.h"

typedef struct param_walk {
    bool (*is_wanted)(enum CXCursorKind kind);
    unsigned index;
    unsigned count;
    CXCursor found;
} param_walk;

static enum CXChildVisitResult visit_param(CXCursor cursor, CXCursor parent, CXClientData data)
{
    param_walk *walk = data;

    (void)parent;
    if (walk->is_wanted(clang_getCursorKind(cursor)) && walk->count++ == walk->index)
        walk->found = cursor;
    return CXChildVisit_Continue;
}

static param_walk walk_params(CXCursor function, bool (*is_wanted)(enum CXCursorKind kind),
                              unsigned index)
{
    param_walk walk = {is_wanted, index, 0, clang_getNullCursor()};

    clang_visitChildren(function, visit_param, &walk);
    return walk;
}

static bool is_param(enum CXCursorKind kind)
{
    return kind == CXCursor_ParmDecl;
}

/* clang_Cursor_getArgument() does not return a template's parameters. */
CXCursor gen_read_param_of(CXCursor function, unsigned index)
{
    return clang_getCursorKind(function) == CXCursor_FunctionTemplate
               ? walk_params(function, is_param, index).found
               : clang_Cursor_getArgument(function, index);
}

const char *gen_read_param_name(gen_reader *reader, CXCursor function, unsigned index)
{
    return gen_reader_text(reader, clang_getCursorSpelling(gen_read_param_of(function, index)));
}

unsigned gen_read_param_count(CXCursor function)
{
    int count = clang_Cursor_getNumArguments(function);

    if (clang_getCursorKind(function) == CXCursor_FunctionTemplate)
        return walk_params(function, is_param, 0).count;
    return count > 0 ? (unsigned)count : 0;
}

static bool is_template_param(enum CXCursorKind kind)
{
    return kind == CXCursor_TemplateTypeParameter || kind == CXCursor_NonTypeTemplateParameter ||
           kind == CXCursor_TemplateTemplateParameter;
}

CXCursor gen_read_template_param_of(CXCursor function, unsigned index)
{
    return walk_params(function, is_template_param, index).found;
}

unsigned gen_read_template_param_count(CXCursor function)
{
    return walk_params(function, is_template_param, 0).count;
}
