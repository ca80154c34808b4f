#include "frontend/image/unfit_body.h"

#include "frontend/image/initialized_switch.h"
#include "frontend/image/refusal.h"
#include "frontend/prelude/prelude_functions.h"
#include "frontend/reader/header_owner.h"
#include "frontend/unit/diagnostics.h"

#include <ctype.h>
#include <string.h>

static bool contains(const gen_image_function *function, const char *text)
{
    const char *source = function->source;
    size_t length = strlen(text);

    for (size_t i = function->begin; i + length <= function->end; i++)
        if (source[i] == text[0] && memcmp(source + i, text, length) == 0)
            return true;
    return false;
}

/* True for a name of the host's API, such as "cudaMalloc" or "cuLaunchKernel", which the image's
 * compiler may not know. */
static bool names_the_api(const gen_image_function *function)
{
    const char *source = function->source;

    for (size_t i = function->begin; i + 5 < function->end; i++) {
        const char *text = source + i;
        if (i > 0 && (isalnum((unsigned char)text[-1]) || text[-1] == '_'))
            continue;
        if (text[0] == 'c' && text[1] == 'u' &&
            (isupper((unsigned char)text[2]) ||
             (text[2] == 'd' && text[3] == 'a' && isupper((unsigned char)text[4]))))
            return true;
    }
    return false;
}

/* Searches only the body, because a range that begins with a macro (__global__) has no tokens. */
static bool has_launch_token(const gen_image_function *function)
{
    CXTranslationUnit unit = function->reader->unit;
    CXSourceRange body =
        clang_getRange(clang_getLocationForOffset(unit, function->file, (unsigned)function->begin),
                       clang_getLocationForOffset(unit, function->file, (unsigned)function->end));

    return gen_reader_has_token(function->reader, body, "<<<");
}

/* True for a launch, which looks like a call. Kernels cannot be called in another way. */
static bool is_launch(CXCursor call)
{
    CXCursor callee = clang_getCursorReferenced(call);

    return !clang_Cursor_isNull(callee) && clang_isDeclaration(clang_getCursorKind(callee)) &&
           !clang_Cursor_isNull(gen_reader_child(callee, CXCursor_CUDAGlobalAttr));
}

/* Also true for a name that only an instantiation would resolve, but false for the program's own
 * functions. */
static bool is_gpu_texture_function(gen_reader *reader, CXCursor cursor)
{
    CXCursor callee = clang_getCursorReferenced(cursor);

    if (!gen_prelude_has_gpu_texture_function(
            gen_reader_text(reader, clang_getCursorSpelling(cursor))))
        return false;
    return clang_Cursor_isNull(callee) ||
           clang_getCursorKind(callee) == CXCursor_OverloadedDeclRef ||
           gen_read_in_system(reader, callee);
}

static enum CXChildVisitResult visit_statement(CXCursor cursor, CXCursor parent, CXClientData data)
{
    gen_image_function *function = data;

    (void)parent;
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_GCCAsmStmt:
    case CXCursor_MSAsmStmt:
        function->reason = "inline PTX";
        return CXChildVisit_Break;
    case CXCursor_SwitchStmt:
        function->has_switch = true;
        break;
    case CXCursor_CallExpr: /* a macro's text has no tokens to look at */
        if (function->is_macro && is_launch(cursor)) {
            function->reason = "a kernel launch";
            return CXChildVisit_Break;
        }
        break;
    case CXCursor_MemberRefExpr:
        function->reason = gen_read_missing(function->reader, cursor);
        break;
    case CXCursor_DeclRefExpr:
        function->reason = gen_read_missing(function->reader, cursor);
        if (function->reason)
            return CXChildVisit_Break;
        /* fall through */
    case CXCursor_OverloadedDeclRef:
        if (is_gpu_texture_function(function->reader, cursor)) {
            function->reason = GEN_PRELUDE_GPU_TEXTURE;
            return CXChildVisit_Break;
        }
        break;
    default:
        break;
    }
    return function->reason ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* Decides quickly whether to walk through the body: walking through all bodies of a library's
 * headers would take most of the run's time. */
static bool is_suspicious(const gen_image_function *function)
{
    static const char *const words[] = {"asm", "tex", "surf", "wmma"};

    if (function->is_macro || gen_read_misses_names(function->reader))
        return true;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (contains(function, words[i]))
            return true;
    return false;
}

const char *gen_read_unfit_reason(gen_image_function *function)
{
    const char *refusal = gen_read_refusal(function->reader, function->cursor);

    if (refusal)
        return refusal;
    if (!function->on_device && names_the_api(function))
        return "host code";
    if (contains(function, "<<<") && has_launch_token(function))
        return "a kernel launch";
    if (function->header && !is_suspicious(function))
        return NULL;
    /* To clang, printf() is not a device function. The host compiler knows more. */
    clang_visitChildren(function->cursor, visit_statement, function);
    if (!function->reason && function->has_switch && contains(function, "asm") &&
        gen_read_has_initialized_switch(function->reader, function->cursor))
        function->reason = "inline PTX";
    if (function->reason)
        return function->reason;
    /* Without the toolkit's headers, which declare the function that a launch calls, a launch is
     * not a call. */
    if (function->is_macro && !function->on_device &&
        gen_read_has_error(function->reader, GEN_IN_BODY, function->cursor))
        return "host code";
    return NULL;
}
