/* Only later libclangs tell the values of a class template's arguments, but all print them. */
#include "frontend/types/template_arguments.h"

#include "frontend/types/spelling.h"

#include <string.h>

typedef struct parameter_walk {
    gen_reader *reader;
    gen_record *record;
    size_t capacity;
} parameter_walk;

static enum CXChildVisitResult visit_parameter(CXCursor cursor, CXCursor parent, CXClientData data)
{
    parameter_walk *walk = data;
    gen_record *record = walk->record;
    enum CXCursorKind kind = clang_getCursorKind(cursor);

    (void)parent;
    if (kind != CXCursor_TemplateTypeParameter && kind != CXCursor_NonTypeTemplateParameter &&
        kind != CXCursor_TemplateTemplateParameter)
        return CXChildVisit_Continue;
    GEN_GROW(walk->reader->arena, record->template_arguments, record->template_argument_count,
             &walk->capacity);
    record->template_arguments[record->template_argument_count++] = (gen_template_argument){
        .name = gen_reader_text(walk->reader, clang_getCursorSpelling(cursor))};
    return CXChildVisit_Continue;
}

/* The "float, 5" of "a::array<float, 5>"; null if there is no such end. */
static const char *list_of(gen_arena *arena, const char *spelling)
{
    size_t length = strlen(spelling);
    size_t depth = 0;
    size_t begin = length;

    if (!length || spelling[length - 1] != '>')
        return NULL;
    while (begin > 0 && (depth += spelling[begin - 1] == '>', depth -= spelling[begin - 1] == '<'))
        begin--;
    return begin ? gen_arena_copy(arena, spelling + begin, length - 1 - begin) : NULL;
}

/* The first comma outside of brackets, or the end. */
static const char *end_of(const char *text)
{
    size_t depth = 0;

    for (; *text && (*text != ',' || depth); text++) {
        depth += strchr("<([{", *text) != NULL;
        depth -= strchr(">)]}", *text) && depth;
    }
    return text;
}

/* Only if there is one for each parameter: a pack may have any number. */
static void fill_texts(gen_reader *reader, gen_record *record, size_t first, const char *list)
{
    size_t count = 1;

    for (const char *end = end_of(list); *end; end = end_of(end + 1))
        count++;
    for (size_t i = first; first + count == record->template_argument_count && i < first + count;
         i++) {
        const char *end = end_of(list);
        list += *list == ' ';
        record->template_arguments[i].text =
            gen_arena_copy(reader->arena, list, (size_t)(end - list));
        list = end + (*end == ',');
    }
}

void gen_read_template_arguments(gen_reader *reader, CXCursor declaration, gen_record *record)
{
    parameter_walk walk = {.reader = reader, .record = record};

    for (; clang_isDeclaration(clang_getCursorKind(declaration));
         declaration = clang_getCursorSemanticParent(declaration)) {
        CXCursor template = clang_getSpecializedCursorTemplate(declaration);
        size_t first = record->template_argument_count;
        const char *list;
        clang_visitChildren(template, visit_parameter, &walk);
        list = list_of(reader->arena, gen_read_spelling(reader, clang_getCursorType(declaration)));
        /* A partial specialization has other parameters than the template. */
        if (list && record->template_argument_count > first &&
            clang_getCursorKind(template) == CXCursor_ClassTemplate)
            fill_texts(reader, record, first, list);
    }
}
