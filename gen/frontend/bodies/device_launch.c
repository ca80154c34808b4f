/* Kernel launches in what runs on the device. */
#include "frontend/bodies/device_launch.h"

#include <string.h>

typedef struct launch_search {
    gen_reader *reader;
    bool found;
} launch_search;

bool gen_read_has_token(gen_reader *reader, CXSourceRange range, const char *token)
{
    CXToken *tokens = NULL;
    unsigned count = 0;
    bool found = false;

    clang_tokenize(reader->unit, range, &tokens, &count);
    for (unsigned i = 0; i < count && !found; i++) {
        CXString spelling = clang_getTokenSpelling(reader->unit, tokens[i]);
        const char *text = clang_getCString(spelling);
        found = text && strcmp(text, token) == 0;
        clang_disposeString(spelling);
    }
    clang_disposeTokens(reader->unit, tokens, count);
    return found;
}

/* Whether the text is in the source between these places: to look for tokens costs more. */
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
        return true; /* not at hand */
    for (size_t i = begin; i + length <= end && i + length <= model->source_length; i++)
        if (model->source[i] == text[0] && memcmp(model->source + i, text, length) == 0)
            return true;
    return false;
}

/* A kernel launch inside a kernel: libclang shows it as an ordinary call, or not at all; its tokens
 * do not. Those of the whole function would be none where a macro, such as __global__, begins
 * it. */
static enum CXChildVisitResult visit_launch(CXCursor cursor, CXCursor parent, CXClientData data)
{
    launch_search *search = data;

    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_CompoundStmt)
        return CXChildVisit_Continue;
    search->found = has_text(search->reader, clang_getCursorExtent(cursor), "<<<") &&
                    gen_read_has_token(search->reader, clang_getCursorExtent(cursor), "<<<");
    return CXChildVisit_Break;
}

bool gen_read_launches_kernels(gen_reader *reader, CXCursor function)
{
    launch_search search = {.reader = reader};

    clang_visitChildren(function, visit_launch, &search);
    return search.found;
}
