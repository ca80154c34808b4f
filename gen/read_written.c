/* `#define min(a, b) …` in a file that writes CUSTUB_COUNTED_BY(min(n, m)): the names of the
 * contract language are its own there, whatever macros the file has. The annotations in question
 * are written once more behind the end of the file, where these macros are undefined; other macros
 * have to mean there what they meant where the annotation stands. */
#include "reader.h"

#include "expr.h"
#include "expr_token.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An annotation of this text. */
typedef struct written_use {
    struct written_use *next;
    gen_annotation *annotation;
} written_use;

typedef struct gen_written {
    struct gen_written *next;
    const char *text;
    const char *expanded;
    written_use *uses;      /* that wait for the file's end */
    const char *again;      /* `text` behind the end of the file; null: not found */
    const char *unshadowed; /* the same without the macros of the language's names */
} gen_written;

/* Those that are no functions have components. */
static const char *const variables[] = {"gridDim", "blockDim"};

#define VARIABLE_COUNT (sizeof(variables) / sizeof(variables[0]))

/* The names of the language by index; null behind the last. */
static const char *own_name(size_t index)
{
    return index < VARIABLE_COUNT ? variables[index] : gen_expr_function(index - VARIABLE_COUNT);
}

/* How often it is there with the language's meaning. */
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

/* A name that a macro has taken; null: none. */
static const char *find_shadowed(const char *written, const char *expanded)
{
    const char *name;

    for (size_t i = 0; (name = own_name(i)); i++)
        if (strstr(written, name) && count_uses(written, name, i >= VARIABLE_COUNT) >
                                         count_uses(expanded, name, i >= VARIABLE_COUNT))
            return name;
    return NULL;
}

static gen_written *find(gen_reader *reader, const char *text, const char *expanded)
{
    const char *key = gen_arena_format(reader->arena, "%s\n%s", text, expanded);
    gen_written *written = gen_name_table_find(&reader->shadowed_texts, key);

    if (written)
        return written;
    written = GEN_NEW(reader->arena, gen_written);
    written->text = text;
    written->expanded = expanded;
    written->next = reader->shadowed;
    reader->shadowed = written;
    gen_name_table_put(&reader->shadowed_texts, key, written);
    return written;
}

static bool is_resolved(const gen_written *written)
{
    return written->again && written->unshadowed && strcmp(written->again, written->expanded) == 0;
}

void gen_read_note_written(gen_reader *reader, gen_annotation *annotation, const char *text)
{
    gen_written *written;
    written_use *use;

    if (strcmp(text, annotation->text) == 0 || strpbrk(text, "\r\n") ||
        !find_shadowed(text, annotation->text))
        return;
    written = find(reader, text, annotation->text);
    use = GEN_NEW(reader->arena, written_use);
    use->annotation = annotation;
    use->next = written->uses;
    written->uses = use;
    if (is_resolved(written))
        annotation->text = written->unshadowed;
}

/* --- Behind the end of the file -------------------------------------------------------------- */

static const char mark[] = "custub_written_";

static void write_all(const gen_reader *reader, gen_text *out, const char *state)
{
    size_t index = 0;

    for (const gen_written *w = reader->shadowed; w; w = w->next)
        gen_text_printf(out,
                        "extern int %s%s%zu "
                        "__attribute__((annotate(\"\" CUSTUB_WRITTEN_(%s))));\n",
                        mark, state, index++, w->text);
}

/* What a file undefines at its end had its meaning before. */
static void write_source(const gen_model *model, gen_text *out)
{
    const char *line = model->source;

    while (*line) {
        const char *end = line + strcspn(line, "\n");
        const char *directive = line + strspn(line, " \t");
        directive += *directive == '#';
        directive += strspn(directive, " \t");
        if (strncmp(directive, "undef", 5) != 0 || gen_expr_is_name_part(directive[5]))
            gen_text_append(out, line, (size_t)(end - line));
        gen_text_puts(out, "\n");
        line = end + (*end == '\n');
    }
}

static void write_unit(const gen_reader *reader, gen_text *out)
{
    const char *name;

    write_source(reader->model, out);
    gen_text_puts(out, "\n#define CUSTUB_WRITTEN_(...) CUSTUB_WRITTEN__(__VA_ARGS__)\n"
                       "#define CUSTUB_WRITTEN__(...) #__VA_ARGS__\n");
    write_all(reader, out, "as_is_");
    for (size_t i = 0; (name = own_name(i)); i++)
        gen_text_printf(out, "#undef %s\n", name);
    write_all(reader, out, "");
}

static enum CXChildVisitResult visit_text(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_AnnotateAttr)
        return CXChildVisit_Continue;
    *(CXString *)data = clang_getCursorSpelling(cursor);
    return CXChildVisit_Break;
}

static enum CXChildVisitResult visit_variable(CXCursor cursor, CXCursor parent, CXClientData data)
{
    gen_reader *reader = data;
    gen_written *written = reader->shadowed;
    CXString text = {0};
    const char *name;
    bool is_as_is;

    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_VarDecl)
        return CXChildVisit_Continue;
    name = gen_reader_text(reader, clang_getCursorSpelling(cursor));
    if (strncmp(name, mark, sizeof(mark) - 1) != 0)
        return CXChildVisit_Continue;
    name += sizeof(mark) - 1;
    is_as_is = strncmp(name, "as_is_", 6) == 0;
    for (unsigned long i = strtoul(name + (is_as_is ? 6 : 0), NULL, 10); i && written; i--)
        written = written->next;
    clang_visitChildren(cursor, visit_text, &text);
    if (!written || !text.data)
        return CXChildVisit_Continue;
    *(is_as_is ? &written->again : &written->unshadowed) = gen_reader_text(reader, text);
    return CXChildVisit_Continue;
}

static void read_again(gen_reader *reader)
{
    gen_arguments arguments = gen_read_arguments(reader, NULL, true);
    struct CXUnsavedFile file = {.Filename = reader->options->path};
    CXTranslationUnit unit;
    gen_text text;

    gen_text_initialize(&text);
    write_unit(reader, &text);
    file.Contents = text.data;
    file.Length = (unsigned long)text.length;
    unit = gen_read_parse(reader, reader->options->path, &arguments, &file,
                          CXTranslationUnit_SkipFunctionBodies | CXTranslationUnit_KeepGoing);
    gen_text_deinitialize(&text);
    if (!unit)
        return;
    clang_visitChildren(clang_getTranslationUnitCursor(unit), visit_variable, reader);
    clang_disposeTranslationUnit(unit);
}

static void read_contract(gen_reader *reader, const gen_contract *contract)
{
    int count = clang_Cursor_getNumArguments(contract->function);

    gen_read_annotations(reader, contract->function);
    for (int i = 0; i < count; i++)
        gen_read_annotations(reader, clang_Cursor_getArgument(contract->function, (unsigned)i));
}

static void resolve(gen_reader *reader, const gen_written *written)
{
    for (const written_use *use = written->uses; use; use = use->next) {
        if (written->unshadowed)
            use->annotation->text = written->unshadowed;
        if (!is_resolved(written))
            gen_diag_error(reader->diag, use->annotation->place, "annotation-shadowed",
                           "'%s' is a macro of the file, and others that the annotation names mean "
                           "something else at the file's end; give it another name, or do not "
                           "define the others again",
                           find_shadowed(written->text, written->expanded));
    }
}

void gen_read_resolve_written(gen_reader *reader)
{
    for (const gen_contract *c = reader->contracts; c; c = c->next)
        if (c->architecture == reader->architecture)
            read_contract(reader, c);
    if (reader->shadowed)
        read_again(reader);
    for (const gen_written *w = reader->shadowed; w; w = w->next)
        resolve(reader, w);
}
