/* Handles a file with `#define min(a, b) …` that writes CUSTUB_COUNTED_BY(min(n, m)). Names of the
 * contract language keep their meaning in contracts, whatever macros the file has. So the file is
 * parsed again without these macros, for the texts of its annotations. The first parse lacks the
 * annotation if the macro cannot be expanded, as in `min(a, b, c)`. */
#include "frontend/annotations/shadowing_macros.h"

#include "contract/expression.h"
#include "contract/token.h"
#include "frontend/reader/attribute.h"
#include "frontend/reader/declaration_walk.h"
#include "frontend/reader/state.h"
#include "frontend/setup/arguments.h"

#include <string.h>

/* An annotation that may mean something else without these macros. */
typedef struct gen_written {
    struct gen_written *next;
    const char *key;      /* the same in both parses */
    const char *shadowed; /* the name that a macro replaced, or null */
    const char *text;     /* as the author wrote it */
    gen_annotation *annotation;
} gen_written;

typedef struct gen_shadowed {
    gen_written *annotations;
    gen_name_table texts;   /* texts from the parse without the macros */
    gen_name_table holders; /* names of functions and fields that have such annotations */
} gen_shadowed;

static gen_shadowed *state_of(gen_reader *reader)
{
    static const char owner;
    gen_shadowed *shadowed = gen_state_of_unit(reader, &owner, sizeof(*shadowed));

    shadowed->texts.arena = shadowed->holders.arena = reader->arena;
    return shadowed;
}

/* These names are not functions; they have components. */
static const char *const variables[] = {"gridDim", "blockDim"};

#define VARIABLE_COUNT (sizeof(variables) / sizeof(variables[0]))

/* The name number `index` of the language; null after the last. */
static const char *own_name(size_t index)
{
    return index < VARIABLE_COUNT ? variables[index] : gen_expr_function(index - VARIABLE_COUNT);
}

/* How often the text uses the name as the contract language does. */
static size_t count_uses(const char *text, const char *name, bool is_function)
{
    gen_expr_token token = gen_expr_token_next(text);
    bool is_qualified = false;
    size_t count = 0;

    while (token.kind != GEN_EXPR_TOKEN_END) {
        gen_expr_token next = gen_expr_token_next(token.begin + token.length);
        if (gen_expr_token_is(&token, name) && !is_qualified &&
            gen_expr_token_is(&next, is_function ? "(" : "."))
            count++;
        is_qualified = gen_expr_token_is(&token, "::");
        token = next;
    }
    return count;
}

/* Finds a name that a macro replaced, or null. */
static const char *find_shadowed(const char *written, const char *expanded)
{
    const char *name;

    for (size_t i = 0; (name = own_name(i)); i++)
        if (strstr(written, name) && count_uses(written, name, i >= VARIABLE_COUNT) >
                                         count_uses(expanded, name, i >= VARIABLE_COUNT))
            return name;
    return NULL;
}

static const char *key_of(gen_reader *reader, CXCursor cursor, unsigned index)
{
    CXCursor parent = clang_getCursorSemanticParent(cursor);
    CXFile file = NULL;
    unsigned offset = 0;

    clang_getExpansionLocation(clang_getCursorLocation(cursor), &file, NULL, NULL, &offset);
    return gen_arena_format(reader->arena, "%s %s %s:%u %u",
                            gen_reader_text(reader, clang_getCursorSpelling(parent)),
                            gen_reader_text(reader, clang_getCursorSpelling(cursor)),
                            gen_reader_file_name(reader, file), offset, index);
}

/* The name of the function, or of the field, that has the annotation. */
static const char *holder_of(gen_reader *reader, CXCursor cursor)
{
    if (clang_getCursorKind(cursor) == CXCursor_ParmDecl)
        cursor = clang_getCursorSemanticParent(cursor);
    return gen_reader_text(reader, clang_getCursorSpelling(cursor));
}

void gen_read_note_written(gen_reader *reader, CXCursor cursor, unsigned index,
                           gen_annotation *annotation, const char *text)
{
    const char *shadowed =
        find_shadowed(text, reader->setup->takes_written ? "" : annotation->text);
    const char *known;
    gen_written *written;

    if (!shadowed && !reader->setup->takes_written &&
        !strpbrk(annotation->text, "?{")) /* a macro may produce these in an argument */
        return;
    written = GEN_NEW(reader->arena, gen_written);
    written->key = key_of(reader, cursor, index);
    known = gen_name_table_find(&state_of(reader)->texts, written->key);
    if (known) {
        annotation->text = known;
        return;
    }
    written->shadowed = shadowed;
    written->text = text;
    written->annotation = annotation;
    written->next = state_of(reader)->annotations;
    state_of(reader)->annotations = written;
    gen_name_table_put(&state_of(reader)->holders, holder_of(reader, cursor), written);
}

/* --- The file without the macros ------------------------------------------------------------- */

typedef struct unsaved_files {
    gen_reader *reader;
    struct CXUnsavedFile *data;
    size_t count;
    size_t capacity;
} unsaved_files;

static void add_file(unsaved_files *files, struct CXUnsavedFile file)
{
    GEN_GROW(files->reader->arena, files->data, files->count, &files->capacity);
    files->data[files->count++] = file;
}

/* True if the line defines a name of the language as a macro. */
static bool defines_own_name(const char *line)
{
    const char *name;

    line += strspn(line, " \t");
    if (*line++ != '#')
        return false;
    line += strspn(line, " \t");
    if (strncmp(line, "define", 6) != 0)
        return false;
    line += 6;
    line += strspn(line, " \t");
    for (size_t i = 0; (name = own_name(i)); i++)
        if (strncmp(line, name, strlen(name)) == 0 && !gen_expr_is_name_part(line[strlen(name)]))
            return true;
    return false;
}

/* Replaces such lines by blanks, so that everything else keeps its place. */
static bool blank_definitions(char *text)
{
    bool found = false;

    for (char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (!defines_own_name(line))
            continue;
        found = true;
        while (*line && *line != '\n') {
            bool continues = *line == '\\' && (line[1] == '\n' || line[1] == '\r');
            *line++ = ' ';
            line += continues ? strcspn(line, "\n") + (strchr(line, '\n') != NULL) : 0;
        }
    }
    return found;
}

static void visit_file(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    unsaved_files *files = data;
    gen_reader *reader = files->reader;
    const char *name = gen_reader_text(reader, clang_getFileName(file));
    size_t size = 0;
    const char *text = clang_getFileContents(reader->unit, file, &size);
    char *copy;

    (void)stack;
    (void)depth;
    if (!text || strcmp(name, reader->prelude_path) == 0)
        return;
    copy = gen_arena_copy(reader->arena, text, size);
    if (blank_definitions(copy))
        add_file(files, (struct CXUnsavedFile){name, copy, (unsigned long)size});
}

static gen_arguments without_macros(gen_reader *reader)
{
    gen_arguments arguments = gen_read_arguments(reader, NULL, true);
    const char **data;
    const char *name;
    size_t count = 0;

    while (own_name(count))
        count++;
    data = GEN_NEW_ARRAY(reader->arena, const char *, arguments.count + count);
    memcpy(data, arguments.data, arguments.count * sizeof(*data));
    for (size_t i = 0; (name = own_name(i)); i++)
        data[arguments.count + i] = gen_arena_format(reader->arena, "-U%s", name);
    return (gen_arguments){data, arguments.count + count};
}

/* --- The annotations of the second parse -------------------------------------------------------
 */

typedef struct text_walk {
    gen_reader *reader;
    CXCursor holder;
    unsigned index; /* of the next annotation */
} text_walk;

static enum CXChildVisitResult visit_text(CXCursor cursor, CXCursor parent, CXClientData data)
{
    text_walk *walk = data;
    gen_attribute attribute;

    (void)parent;
    if (gen_attribute_read(walk->reader, cursor, &attribute))
        gen_name_table_put(&state_of(walk->reader)->texts,
                           key_of(walk->reader, walk->holder, walk->index++),
                           (void *)attribute.text);
    return CXChildVisit_Continue;
}

static void read_texts(gen_reader *reader, CXCursor holder)
{
    text_walk walk = {reader, holder, 0};

    clang_visitChildren(holder, visit_text, &walk);
}

static enum CXChildVisitResult visit_param(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_ParmDecl)
        read_texts(data, cursor);
    return CXChildVisit_Continue;
}

/* Skips instances: they have the template's annotations, at its place. */
static void visit_declaration(gen_reader *reader, const gen_declaration *declaration, void *data)
{
    CXCursor cursor = declaration->cursor;

    (void)data;
    if ((declaration->kind != CXCursor_FunctionDecl &&
         declaration->kind != CXCursor_FunctionTemplate &&
         declaration->kind != CXCursor_FieldDecl) ||
        !gen_name_table_find(&state_of(reader)->holders, holder_of(reader, cursor)))
        return;
    read_texts(reader, cursor);
    clang_visitChildren(cursor, visit_param, reader);
}

static void read_again(gen_reader *reader)
{
    const bool took_written = reader->setup->takes_written;
    gen_arguments arguments;
    CXTranslationUnit unit = NULL;
    unsaved_files files = {.reader = reader};

    reader->setup->takes_written = false;
    arguments = without_macros(reader);
    add_file(&files, reader->setup->prelude);
    clang_getInclusions(reader->unit, visit_file, &files);
    clang_parseTranslationUnit2(reader->index, reader->options->path, arguments.data,
                                (int)arguments.count, files.data, (unsigned)files.count,
                                CXTranslationUnit_SkipFunctionBodies | CXTranslationUnit_KeepGoing,
                                &unit);
    if (unit) {
        gen_reader_visit_declarations(reader, unit, visit_declaration, NULL);
        gen_reader_dispose(reader, unit);
    }
    reader->setup->takes_written = took_written;
}

void gen_read_resolve_written(gen_reader *reader)
{
    if (state_of(reader)->annotations)
        read_again(reader);
    for (const gen_written *w = state_of(reader)->annotations; w; w = w->next) {
        const char *text = gen_name_table_find(&state_of(reader)->texts, w->key);
        if (text)
            w->annotation->text = text;
        if (w->shadowed && ((!text && reader->setup->takes_written) ||
                            find_shadowed(w->text, w->annotation->text)))
            gen_diag_error(reader->diag, w->annotation->place, "annotation-shadowed",
                           "'%s' is a macro of the file, and custub cannot read the "
                           "annotation without it; define it by a plain '#define', or rename "
                           "it",
                           w->shadowed);
    }
}
