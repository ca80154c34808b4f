#include "frontend/kernels/overload.h"

void gen_overloads_add(gen_overloads *overloads, const char *name, CXCursor function)
{
    CXCursor canonical = clang_getCanonicalCursor(function);
    const CXCursor *known = gen_name_table_find(&overloads->functions, name);
    CXCursor *copy;

    if (known) {
        if (!clang_equalCursors(*known, canonical))
            gen_name_table_put(&overloads->overloaded, name, overloads);
        return;
    }
    copy = GEN_NEW(overloads->functions.arena, CXCursor);
    *copy = canonical;
    gen_name_table_put(&overloads->functions, name, copy);
}

/* True in an unnamed namespace, where ::name may also find the CPU image's substitute for an absent
 * kernel. */
static bool in_unnamed_namespace(CXCursor function)
{
    CXCursor parent = clang_getCursorSemanticParent(function);

    while (!clang_Cursor_isNull(parent) && !clang_isTranslationUnit(clang_getCursorKind(parent))) {
        if (clang_getCursorKind(parent) == CXCursor_Namespace && clang_Cursor_isAnonymous(parent))
            return true;
        parent = clang_getCursorSemanticParent(parent);
    }
    return false;
}

bool gen_overloads_has(const gen_overloads *overloads, CXCursor kernel, const char *name)
{
    return gen_name_table_find(&overloads->overloaded, name) || in_unnamed_namespace(kernel);
}
