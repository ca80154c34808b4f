/* Decides whether a body may wait for other threads, by calling a function that waits or by
 * polling. If it may, a kernel's threads cannot run one after another. */
#include "frontend/bodies/call.h"

#include "frontend/unit/diagnostics.h"
#include "support/text.h"

#include <string.h>

bool gen_read_adds_up(const char *name)
{
    static const char *const starts[] = {"atomic", "__sync_", "__nvvm_atom", "printf", "vprintf"};

    /* "__nv_atomic_add", "__iAtomicAdd", "__atomic_fetch_add" */
    return GEN_TEXT_BEGINS(name, starts) || (name[0] == '_' && strstr(name, "tomic"));
}

bool gen_read_adds_lanes(const char *name)
{
    static const char *const starts[] = {
        "__shfl",
        "__any",
        "__all",
        "__ballot",
        "__match",
        "__reduce",
        "__activemask",
        "__mbarrier",
        "__syncthreads_",
        "__barrier_sync_count",
        "__nvvm_shfl",
        "__nvvm_vote",
        "__nvvm_match",
        "__nvvm_redux",
        "__nvvm_bar0_",
        "__nvvm_mbarrier",
        "__nvvm_activemask",
        "__hmma_",
        "__imma_",
        "__bmma_",
        "__dmma_",
        "__mma_",
    };

    return GEN_TEXT_BEGINS(name, starts);
}

bool gen_read_is_index(const char *name)
{
    static const char *const starts[] = {"__nvvm_read_ptx_sreg_", "__nvvm_is_explicit_cluster",
                                         "__cluster", "__lane_id", "__nv_lane"};

    return GEN_TEXT_BEGINS(name, starts);
}

bool gen_read_is_barrier(const char *name)
{
    static const char *const starts[] = {
        "__syncthreads", "__syncwarp",   "__barrier_sync", "__shfl",
        "__any",         "__all",        "__ballot",       "__match",
        "__reduce",      "__activemask", "__nvvm_bar",     "__nvvm_shfl",
        "__nvvm_vote",   "__nanosleep",  "__mbarrier",     "__cluster_barrier",
    };

    return GEN_TEXT_BEGINS(name, starts);
}

bool gen_read_is_builtin(const char *name)
{
    static const char *const starts[] = {"__nvvm_", "__builtin_"};

    return gen_read_is_barrier(name) || GEN_TEXT_BEGINS(name, starts);
}

/* --- Polling ---------------------------------------------------------------------------------- */

/* True if the result of an atomic function is used; if not, it tells a thread nothing. An `if` or a
 * loop is never the direct parent of such a call: the functions do not return bool, so there is a
 * conversion in between. */
static bool is_used(CXCursor parent)
{
    enum CXCursorKind kind = clang_getCursorKind(parent);

    return !clang_isStatement(kind) || kind == CXCursor_ReturnStmt || kind == CXCursor_SwitchStmt;
}

bool gen_read_asks(const char *function, CXCursor parent)
{
    static const char *const starts[] = {"atomic",    "__nv_atomic",  "__nvvm_atom",
                                         "__sync_",   "__atomic",     "__iAtomic",
                                         "__uAtomic", "__u128Atomic", "__ldcv"};

    return GEN_TEXT_BEGINS(function, starts) && is_used(parent);
}

bool gen_read_is_volatile(CXType type)
{
    for (;;) {
        CXType canonical = clang_getCanonicalType(type);

        if (clang_isVolatileQualifiedType(canonical))
            return true;
        if (canonical.kind == CXType_Pointer || canonical.kind == CXType_LValueReference)
            type = clang_getPointeeType(canonical);
        else if (canonical.kind == CXType_ConstantArray || canonical.kind == CXType_IncompleteArray)
            type = clang_getArrayElementType(canonical);
        else
            return false;
    }
}

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
    else if (kind != CXCursor_DeclRefExpr) /* this one names the operator */
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

/* --- Kernel launches -------------------------------------------------------------------------- */

/* True if the source has the text in this range. This is faster than looking for tokens. */
static bool has_text(const gen_reader *reader, CXSourceRange range, const char *text)
{
    const gen_model *model = reader->model;
    size_t length = strlen(text);
    unsigned begin = 0;
    unsigned end = 0;
    CXFile file = NULL;

    clang_getExpansionLocation(clang_getRangeStart(range), &file, NULL, NULL, &begin);
    clang_getExpansionLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &end);
    if (!model->source || !file || !clang_File_isEqual(file, reader->main_file))
        return true; /* the text is not available */
    for (size_t i = begin; i + length <= end && i + length <= model->source_length; i++)
        if (model->source[i] == text[0] && memcmp(model->source + i, text, length) == 0)
            return true;
    return false;
}

/* Looks for a kernel launch inside a kernel. libclang shows it as an ordinary call or not at all,
 * but its tokens are there. The tokens of the whole function cannot be read if it begins with a
 * macro such as __global__. */
bool gen_read_launches_kernels(gen_reader *reader, CXCursor function)
{
    CXCursor body = gen_reader_child(function, CXCursor_CompoundStmt);

    return !clang_Cursor_isNull(body) && has_text(reader, clang_getCursorExtent(body), "<<<") &&
           gen_reader_has_token(reader, clang_getCursorExtent(body), "<<<");
}

/* --- What is called --------------------------------------------------------------------------- */

/* Some versions of libclang have no definition for a template's instance in which clang found an
 * error. */
CXCursor gen_read_definition_of(gen_reader *reader, CXCursor function)
{
    CXCursor definition = clang_getCursorDefinition(function);
    CXCursor pattern;

    if (!clang_Cursor_isNull(definition) && !gen_read_has_error(reader, GEN_IN_BODY, definition))
        return definition;
    pattern = clang_getSpecializedCursorTemplate(function);
    return clang_Cursor_isNull(pattern) ? definition : clang_getCursorDefinition(pattern);
}

bool gen_read_is_function(enum CXCursorKind kind)
{
    return kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod ||
           kind == CXCursor_Constructor || kind == CXCursor_Destructor ||
           kind == CXCursor_ConversionFunction || kind == CXCursor_FunctionTemplate;
}

bool gen_read_is_assignment(gen_reader *reader, CXCursor function)
{
    return clang_getCursorKind(function) == CXCursor_CXXMethod &&
           strcmp(gen_reader_text(reader, clang_getCursorSpelling(function)), "operator=") == 0;
}

bool gen_read_is_special(gen_reader *reader, CXCursor function)
{
    bool is_one = gen_read_is_assignment(reader, function) ||
                  (clang_getCursorKind(function) == CXCursor_Constructor &&
                   (clang_CXXConstructor_isDefaultConstructor(function) ||
                    clang_CXXConstructor_isCopyConstructor(function) ||
                    clang_CXXConstructor_isMoveConstructor(function)));

    return is_one && !clang_CXXMethod_isDefaulted(function) &&
           (!clang_Cursor_isNull(gen_read_definition_of(reader, function)) ||
            !gen_reader_has_token(reader, clang_getCursorExtent(function), "delete"));
}
