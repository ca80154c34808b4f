#include "frontend/names/probe.h"

#include "frontend/reader/parameters.h"

#include <ctype.h>
#include <string.h>

/* --- Places ---------------------------------------------------------------------------------- */

typedef struct spot {
    CXFile file;
    unsigned offset;
} spot;

static spot expansion_of(CXSourceLocation location)
{
    spot at = {NULL, 0};

    clang_getExpansionLocation(location, &at.file, NULL, NULL, &at.offset);
    return at;
}

static spot start_of(CXCursor cursor)
{
    return expansion_of(clang_getRangeStart(clang_getCursorExtent(cursor)));
}

static spot end_of(CXCursor cursor)
{
    return expansion_of(clang_getRangeEnd(clang_getCursorExtent(cursor)));
}

static bool is_same(spot a, spot b)
{
    return a.offset == b.offset && a.file && b.file && clang_File_isEqual(a.file, b.file);
}

static const char *text_at(gen_reader *reader, spot at)
{
    size_t length = 0;
    const char *text = at.file ? clang_getFileContents(reader->unit, at.file, &length) : NULL;

    return text && at.offset < length ? text + at.offset : "";
}

/* libclang 14 shows `extern "C"` as an unexposed declaration. */
static bool is_linkage(CXCursor cursor)
{
    enum CXCursorKind kind = clang_getCursorKind(cursor);

    return kind == CXCursor_LinkageSpec || kind == CXCursor_UnexposedDecl;
}

/* The declaration, with the `extern "C"` that belongs only to it. */
static CXCursor outermost(CXCursor declaration)
{
    CXCursor parent = clang_getCursorLexicalParent(declaration);

    while (is_linkage(parent) && is_same(end_of(parent), end_of(declaration))) {
        declaration = parent;
        parent = clang_getCursorLexicalParent(parent);
    }
    return declaration;
}

/* True for a place in a macro. libclang marks these by the highest bit; other ways to tell depend
 * on its version. */
static bool is_of_macro(CXSourceLocation location)
{
    return location.int_data >> 31;
}

bool gen_probe_is_in_macro(const gen_carrier *carrier)
{
    return is_of_macro(clang_getRangeStart(clang_getCursorExtent(outermost(carrier->declaration))));
}

/* True if the macro at the place writes nothing but attributes, as __global__ does. */
static bool writes_attributes(gen_reader *reader, spot at)
{
    const char *text = text_at(reader, at);

    return strncmp(text, "CUSTUB_", 7) == 0 || strncmp(text, "__", 2) == 0;
}

/* --- Text ------------------------------------------------------------------------------------ */

/* The end of a comment or a literal that begins here; `at` itself if there is none. */
static const char *skip_opaque(const char *at)
{
    const char *end;

    if (at[0] == '/' && at[1] == '/')
        return at + strcspn(at, "\n");
    if (at[0] == '/' && at[1] == '*') {
        end = strstr(at + 2, "*/");
        return end ? end + 2 : at + strlen(at);
    }
    if (*at != '"' && *at != '\'')
        return at;
    for (end = at + 1; *end && *end != *at && *end != '\n'; end++)
        end += *end == '\\' && end[1];
    return end + (*end == *at);
}

/* Skips blanks, comments, and then one semicolon if there is one. */
static const char *skip_semicolon(const char *at)
{
    const char *next = at;

    while (isspace((unsigned char)*next) || skip_opaque(next) != next)
        next = isspace((unsigned char)*next) ? next + 1 : skip_opaque(next);
    return *next == ';' ? next + 1 : at;
}

/* The end of the field's declaration, from a place in it; null if the text has none. */
static const char *field_end(const char *at)
{
    size_t depth = 0;

    for (; *at; at++) {
        const char *opaque = skip_opaque(at);
        if (opaque != at) {
            at = opaque - 1;
            continue;
        }
        if (strchr("([{", *at))
            depth++;
        else if (strchr(")]}", *at) && depth-- == 0)
            return NULL;
        else if (*at == ';' && depth == 0)
            return at + 1;
    }
    return NULL;
}

/* --- Scopes ---------------------------------------------------------------------------------- */

static void reopen(gen_reader *reader, gen_probe *probe, CXCursor space)
{
    const char *name = clang_Cursor_isAnonymous(space)
                           ? ""
                           : gen_reader_text(reader, clang_getCursorSpelling(space));

    probe->before = gen_arena_format(reader->arena, "%snamespace %s{%s",
                                     clang_Cursor_isInlineNamespace(space) ? "inline " : "", name,
                                     probe->before);
    probe->after = gen_arena_format(reader->arena, "%s}", probe->after);
}

/* Reopens the namespaces that one macro writes together with the declaration. */
static void reopen_macros(gen_reader *reader, gen_probe *probe, CXCursor declaration)
{
    CXCursor parent = clang_getCursorLexicalParent(declaration);

    while ((clang_getCursorKind(parent) == CXCursor_Namespace || is_linkage(parent)) &&
           is_same(start_of(parent), start_of(declaration))) {
        if (clang_getCursorKind(parent) == CXCursor_Namespace)
            reopen(reader, probe, parent);
        parent = clang_getCursorLexicalParent(parent);
    }
}

CXCursor gen_probe_scope(const gen_probe *probe)
{
    CXCursor scope = clang_getCursorLexicalParent(probe->carrier->declaration);

    while (is_linkage(scope))
        scope = clang_getCursorLexicalParent(scope);
    if (probe->carrier->of_param && (clang_getCursorKind(scope) == CXCursor_Namespace ||
                                     clang_isTranslationUnit(clang_getCursorKind(scope))))
        scope = clang_getCursorSemanticParent(probe->carrier->declaration);
    return scope;
}

/* Reopens the namespace of `void space::kernel(…)`, whose parameters are in its scope. */
static void reopen_named(gen_reader *reader, gen_probe *probe)
{
    CXCursor scope = clang_getCursorSemanticParent(probe->carrier->declaration);
    CXCursor around = clang_getCursorLexicalParent(probe->carrier->declaration);

    if (!probe->carrier->of_param)
        return;
    for (; clang_getCursorKind(scope) == CXCursor_Namespace;
         scope = clang_getCursorSemanticParent(scope)) {
        CXCursor outer = around;
        while (is_linkage(outer))
            outer = clang_getCursorLexicalParent(outer);
        if (clang_getCursorKind(outer) != CXCursor_Namespace &&
            !clang_isTranslationUnit(clang_getCursorKind(outer)))
            return;
        if (clang_equalCursors(clang_getCanonicalCursor(scope), clang_getCanonicalCursor(outer)))
            return;
        reopen(reader, probe, scope);
    }
}

/* --- Kinds of declarations ------------------------------------------------------------------- */

static bool place_at_function(gen_reader *reader, gen_probe *probe, bool late)
{
    CXCursor declaration = outermost(probe->carrier->declaration);
    spot at = start_of(declaration);
    const char *text;

    probe->file = at.file;
    probe->offset = at.offset;
    reopen_named(reader, probe);
    if (!gen_probe_is_in_macro(probe->carrier))
        return !late && at.file;
    if (late && writes_attributes(reader, at))
        return false;
    reopen_macros(reader, probe, declaration);
    if (!late)
        return at.file != NULL;
    at = end_of(declaration);
    text = text_at(reader, at);
    probe->file = at.file;
    probe->offset = at.offset + (unsigned)(skip_semicolon(text) - text);
    return at.file != NULL;
}

/* Places a class that derives from the field's, if a macro writes that class. */
static bool place_after_class(gen_reader *reader, gen_probe *probe, CXCursor class)
{
    const char *name = gen_reader_text(reader, clang_getCursorSpelling(class));
    spot at = end_of(class);
    const char *text = text_at(reader, at);

    if (!*name || clang_Cursor_isAnonymous(class) || probe->in_template ||
        clang_getCursorKind(class) == CXCursor_UnionDecl || !at.file)
        return false;
    probe->file = at.file;
    probe->offset = at.offset + (unsigned)(skip_semicolon(text) - text);
    probe->before = gen_arena_format(reader->arena, "struct custub_in_%u:%s{", probe->number, name);
    probe->after = "};";
    reopen_macros(reader, probe, class);
    return true;
}

/* Skips the use of a macro: its name and its arguments. */
static const char *skip_macro(const char *at)
{
    const char *next;
    size_t depth = 0;

    while (isalnum((unsigned char)*at) || *at == '_')
        at++;
    next = at + strspn(at, " \t\r\n");
    if (*next != '(')
        return at;
    for (; *next; next++) {
        const char *opaque = skip_opaque(next);
        if (opaque != next)
            next = opaque - 1;
        else if (*next == '(')
            depth++;
        else if (*next == ')' && --depth == 0)
            return next + 1;
    }
    return at;
}

/* True if the text goes on with the field's declaration. */
static bool continues(const char *at)
{
    while (isspace((unsigned char)*at) || skip_opaque(at) != at)
        at = isspace((unsigned char)*at) ? at + 1 : skip_opaque(at);
    return (*at && strchr(";=,{[:", *at)) || strncmp(at, "CUSTUB_", 7) == 0 ||
           strncmp(at, "__", 2) == 0;
}

/* Places the probe after the field's declaration, or after the macro that writes all of it. */
static bool place_after_field(gen_reader *reader, gen_probe *probe)
{
    CXCursor field = probe->carrier->declaration;
    CXSourceLocation name = clang_getCursorLocation(field);
    spot at = is_of_macro(name) ? expansion_of(name) : end_of(field);
    const char *text = text_at(reader, at);
    const char *end = is_of_macro(name) ? skip_macro(text) : text;

    if (end == text || continues(end))
        end = field_end(end);
    probe->file = at.file;
    probe->offset = at.offset + (unsigned)(end ? end - text : 0);
    return at.file != NULL;
}

/* Places the probe after the field, where its whole name is known; if a macro writes the field, the
 * first probe before the macro. */
static bool place_at_field(gen_reader *reader, gen_probe *probe, bool late)
{
    CXCursor field = probe->carrier->declaration;
    CXCursor class = clang_getCursorLexicalParent(field);
    bool in_macro = gen_probe_is_in_macro(probe->carrier);
    bool writes_class = in_macro && is_same(start_of(class), start_of(field));
    spot at = start_of(field);

    if (late == in_macro)
        return writes_class ? place_after_class(reader, probe, class)
                            : place_after_field(reader, probe);
    if (late || (writes_class && probe->in_template))
        return false;
    if (writes_class)
        reopen_macros(reader, probe, class);
    probe->file = at.file;
    probe->offset = at.offset;
    return at.file != NULL;
}

/* libclang numbers a place in a file from the beginning of the file's inclusion, but not a place in
 * a macro. */
static unsigned number_of_inclusion(CXSourceLocation location)
{
    return is_of_macro(location) ? 0 : location.int_data - expansion_of(location).offset;
}

/* The number of the inclusion with the declaration. If the declaration begins with a macro, such as
 * __global__, its name tells, or the namespace or class around it. */
static unsigned inclusion_of(CXCursor declaration)
{
    CXFile file = start_of(declaration).file;
    unsigned number = 0;

    for (; number == 0 && !clang_isTranslationUnit(clang_getCursorKind(declaration));
         declaration = clang_getCursorLexicalParent(declaration)) {
        CXSourceLocation start = clang_getRangeStart(clang_getCursorExtent(declaration));
        CXSourceLocation name = clang_getCursorLocation(declaration);
        if (!file || !clang_File_isEqual(expansion_of(start).file, file))
            return 0;
        number = number_of_inclusion(start);
        if (number == 0 && clang_File_isEqual(expansion_of(name).file, file))
            number = number_of_inclusion(name);
    }
    return number;
}

bool gen_probe_place(gen_reader *reader, gen_probe *probe, bool late)
{
    probe->inclusion = inclusion_of(outermost(probe->carrier->declaration));
    probe->before = "";
    probe->after = "";
    if (clang_getCursorKind(probe->carrier->declaration) == CXCursor_FieldDecl)
        return place_at_field(reader, probe, late);
    return place_at_function(reader, probe, late);
}

/* --- Writing --------------------------------------------------------------------------------- */

/* The text of a template's parameter. It is put together if macros hide it. */
static const char *template_param(gen_reader *reader, CXCursor param)
{
    CXSourceRange extent = clang_getCursorExtent(param);
    spot begin = expansion_of(clang_getRangeStart(extent));
    spot end = expansion_of(clang_getRangeEnd(extent));
    const char *name = gen_reader_text(reader, clang_getCursorSpelling(param));

    if (!is_of_macro(clang_getRangeStart(extent)) && end.offset > begin.offset)
        return gen_arena_copy(reader->arena, text_at(reader, begin), end.offset - begin.offset);
    if (clang_getCursorKind(param) == CXCursor_TemplateTypeParameter)
        return gen_arena_format(reader->arena, "typename %s", name);
    return gen_arena_format(
        reader->arena, "%s %s",
        gen_reader_text(reader, clang_getTypeSpelling(clang_getCursorType(param))), name);
}

static void write_template(gen_reader *reader, gen_text *out, CXCursor function)
{
    unsigned count = gen_read_template_param_count(function);

    if (count == 0)
        return;
    gen_text_puts(out, "template<");
    for (unsigned i = 0; i < count; i++)
        gen_text_printf(out, "%s%s", i ? "," : "",
                        template_param(reader, gen_read_template_param_of(function, i)));
    gen_text_puts(out, ">");
}

static const char *operator_of(const gen_probe *probe)
{
    return probe->is_size ? "sizeof(" : "(";
}

unsigned gen_probe_text_offset(const gen_probe *probe, unsigned variable)
{
    return variable + (unsigned)(strlen(GEN_PROBE_VALUE "=") + strlen(operator_of(probe)));
}

void gen_probe_write(gen_reader *reader, gen_text *out, const gen_probe *probe)
{
    gen_text_puts(out, probe->before);
    if (probe->in_template) {
        write_template(reader, out, probe->carrier->declaration);
        gen_text_printf(
            out, "struct " GEN_PROBE_CLASS "%u{static constexpr auto " GEN_PROBE_VALUE "=%s%s);};",
            probe->number, operator_of(probe), probe->text);
    } else {
        gen_text_printf(out,
                        "static_assert([]{constexpr auto " GEN_PROBE_VALUE
                        "=%s%s);return true;}(),\"" GEN_PROBE_MESSAGE "%u\");",
                        operator_of(probe), probe->text, probe->number);
    }
    gen_text_puts(out, probe->after);
}
