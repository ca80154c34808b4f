#include "frontend/unit/missing_header.h"

#include <string.h>

static void explain(gen_reader *reader, CXDiagnostic diagnostic)
{
    static const char end[] = "' file not found";
    const char *text = gen_reader_text(reader, clang_getDiagnosticSpelling(diagnostic));
    size_t length = strlen(text);

    if (length < sizeof(end) || strcmp(text + length - (sizeof(end) - 1), end) != 0)
        return;
    gen_diag_note(reader->diag,
                  gen_reader_location(reader, clang_getDiagnosticLocation(diagnostic)),
                  "header-not-found",
                  "%.*s' is in no folder that custub was told; give the compiler's flags after --, "
                  "such as -IFOLDER, or a folder with compile_commands.json by -p; in CMake, "
                  "INCLUDE_DIRECTORIES",
                  (int)(length - (sizeof(end) - 1)), text);
}

void gen_read_missing_headers(gen_reader *reader, CXTranslationUnit unit)
{
    unsigned count = clang_getNumDiagnostics(unit);

    for (unsigned i = 0; i < count; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
        if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error)
            explain(reader, diagnostic);
        clang_disposeDiagnostic(diagnostic);
    }
}
