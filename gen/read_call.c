/* What libclang shows as a call. */
#include "reader.h"

#include <string.h>

typedef struct operand_search {
    gen_reader *reader;
    unsigned operators, objects, others;
} operand_search;

static enum CXChildVisitResult visit_operand(CXCursor cursor, CXCursor parent, CXClientData data)
{
    operand_search *search = data;
    enum CXCursorKind kind = clang_getCursorKind(cursor);

    (void)parent;
    if (kind == CXCursor_CXXThisExpr)
        search->objects++;
    else if (kind == CXCursor_OverloadedDeclRef &&
             strncmp(gen_reader_text(search->reader, clang_getCursorSpelling(cursor)), "operator",
                     strlen("operator")) == 0)
        search->operators++;
    else if (kind != CXCursor_DeclRefExpr) /* that of the operator */
        search->others++;
    return CXChildVisit_Recurse;
}

bool gen_read_is_own_object(gen_reader *reader, CXCursor call)
{
    operand_search search = {.reader = reader};

    if (!clang_Cursor_isNull(clang_getCursorReferenced(call)))
        return false;
    clang_visitChildren(call, visit_operand, &search);
    return search.operators == 1 && search.objects == 1 && search.others == 0;
}
