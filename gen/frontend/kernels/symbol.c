#include "frontend/kernels/symbol.h"

#include "frontend/unit/diagnostics.h"

#include <stdlib.h>
#include <string.h>

/* clang does not mangle names with C linkage. It does not mangle assembler names either, but nvcc
 * ignores these. nvcc mangles the name of an `extern "C" static` function, which clang treats as
 * extern. */
bool gen_read_has_c_linkage(gen_reader *reader, CXCursor function)
{
    const char *mangled = gen_reader_text(reader, clang_Cursor_getMangling(function));

    if (clang_getCursorKind(function) != CXCursor_FunctionDecl)
        return false;
    return strncmp(mangled, "_Z", 2) != 0 && !gen_read_has_error(reader, GEN_AT_STATIC, function);
}

/* clang writes an argument nullptr as "LDn0E"; nvcc and the Itanium C++ ABI write "LDnE". */
static const char *with_short_nullptr(gen_reader *reader, const char *mangled)
{
    const char *at = strstr(mangled, "LDn0E");

    if (!at)
        return mangled;
    return gen_arena_format(reader->arena, "%.*sLDnE%s", (int)(at - mangled), mangled,
                            with_short_nullptr(reader, at + strlen("LDn0E")));
}

/* True for nvcc -rdc=true, which makes up the symbols of static functions. */
static bool makes_up_static(const gen_reader *reader)
{
    const gen_frontend_options *options = reader->options;

    for (size_t i = 0; i < options->clang_argument_count; i++)
        if (strcmp(options->clang_arguments[i], "-D__CUDACC_RDC__") == 0)
            return true;
    return false;
}

/* True if nvcc makes up the symbol: in an unnamed namespace, and for templates whose arguments are
 * static functions or variables. */
static bool is_made_up(const char *mangled)
{
    return strstr(mangled, "_GLOBAL__N_") || strstr(mangled, "L_Z");
}

/* Removes the L by which clang marks a static function, before its own name: "_ZN4mathL5scaleEPf".
 * nvcc's symbol has none. */
static const char *symbol_of_static(gen_reader *reader, const char *mangled)
{
    const char *at = mangled + strlen("_Z");
    char *name;

    at += *at == 'N';
    while (*at >= '1' && *at <= '9') { /* a namespace: the length of its name, and the name */
        unsigned long length = strtoul(at, &name, 10);
        if (length > strlen(name))
            return NULL;
        at = name + length;
    }
    if (*at != 'L' || is_made_up(mangled))
        return NULL;
    return gen_arena_format(reader->arena, "%.*s%s", (int)(at - mangled), mangled, at + 1);
}

const char *gen_read_symbol(gen_reader *reader, CXCursor kernel)
{
    const char *mangled =
        with_short_nullptr(reader, gen_reader_text(reader, clang_Cursor_getMangling(kernel)));

    if (gen_read_has_error(reader, GEN_AT_STATIC, kernel))
        return NULL;
    if (clang_getCursorLinkage(kernel) == CXLinkage_External)
        return mangled;
    if (clang_Cursor_getStorageClass(kernel) != CX_SC_Static || makes_up_static(reader))
        return NULL;
    return symbol_of_static(reader, mangled);
}
