#include "frontend/unit/stub_error.h"

#include "support/text.h"

#include <ctype.h>
#include <string.h>

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

enum { SHOWN = 4 }; /* candidates in a message */

/* What clang's notes tell about an error. */
typedef struct stub_notes {
    gen_reader *reader;
    CXTranslationUnit unit;
    bool in_stub;
    size_t candidate_count;
    const char *candidates; /* "math::scale(int, float *) at scale.cu:3, ..." */
} stub_notes;

/* "math::scale(int, float *)"; "" if there is no function. */
static const char *signature_of(gen_reader *reader, CXCursor function)
{
    const char *name = gen_reader_text(reader, clang_getCursorSpelling(function));
    const char *shown = gen_reader_text(reader, clang_getCursorDisplayName(function));

    return *name && strncmp(shown, name, strlen(name)) == 0
               ? gen_arena_format(reader->arena, "%s%s",
                                  gen_reader_qualified_name(reader, function), shown + strlen(name))
               : "";
}

static void add_candidate(stub_notes *notes, CXSourceLocation location)
{
    gen_reader *reader = notes->reader;
    const char *signature = signature_of(reader, clang_getCursor(notes->unit, location));
    gen_place place = gen_reader_location(reader, location);

    if (notes->candidate_count++ < SHOWN)
        notes->candidates = gen_arena_format(
            reader->arena, "%s%s%s%s%s:%u", notes->candidates, *notes->candidates ? ", " : "",
            signature, *signature ? " at " : "", gen_model_file_of(place), place.line);
}

static stub_notes read_notes(gen_reader *reader, CXTranslationUnit unit, CXDiagnostic diagnostic)
{
    static const char *const targets[] = {"possible target for call", "candidate function",
                                          "candidate template"};
    stub_notes notes = {reader, unit, false, 0, ""};
    CXDiagnosticSet set = clang_getChildDiagnostics(diagnostic);

    for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(set); i++) {
        CXDiagnostic note = clang_getDiagnosticInSet(set, i);
        const char *text = gen_reader_text(reader, clang_getDiagnosticSpelling(note));
        notes.in_stub |= strcmp(text, "expanded from macro 'CUSTUB_STUB_'") == 0;
        if (GEN_TEXT_BEGINS(text, targets))
            add_candidate(&notes, clang_getDiagnosticLocation(note));
        clang_disposeDiagnostic(note);
    }
    if (notes.candidate_count > SHOWN)
        notes.candidates = gen_arena_format(reader->arena, "%s and %zu more", notes.candidates,
                                            notes.candidate_count - SHOWN);
    return notes;
}

/* --- Overloads ------------------------------------------------------------------------------- */

static const char *overload_error(const stub_notes *notes, const char *text)
{
    gen_arena *arena = notes->reader->arena;

    if (!notes->candidate_count)
        return NULL;
    if (strstr(text, "reference to overloaded function could not be resolved"))
        return gen_arena_format(arena,
                                "CUSTUB_STUB names several functions, or none has these "
                                "template arguments: %s; choose one with a cast, "
                                "static_cast<void (*)(int, float *)>(NAME), and give a template "
                                "all its arguments",
                                notes->candidates);
    if (strstr(text, "address of overloaded function '"))
        return gen_arena_format(arena, "%s; cast to the type of one of these: %s", text,
                                notes->candidates);
    return NULL;
}

/* --- What is no function --------------------------------------------------------------------- */

/* The error about a value or a variable: the macro compares its argument with nullptr. */
static const char *value_error(gen_reader *reader, const char *text)
{
    static const char operands[] = "invalid operands to binary expression ('";
    const char *type = strstr(text, operands);
    const char *end;

    if (!type)
        return NULL;
    type += sizeof(operands) - 1;
    end = strstr(type, "' and '");
    return end ? gen_arena_format(reader->arena,
                                  "CUSTUB_STUB names a variable or a value of type '%.*s', and "
                                  "needs a kernel; name a __global__ function",
                                  (int)(end - type), type)
               : NULL;
}

/* libclang 14 prints the assertion's text with quotation marks. */
static const char *null_error(gen_reader *reader, const char *text)
{
    static const char prefix[] = "custub.stub:";
    const char *name = strstr(text, prefix);
    const char *written = name ? strchr(name, '|') : NULL;

    if (!written)
        return NULL;
    name += sizeof(prefix) - 1;
    return gen_arena_format(reader->arena,
                            "CUSTUB_STUB(%.*s): '%.*s' is a null pointer, and a kernel is needed; "
                            "name a __global__ function",
                            (int)(written - name), name, (int)strcspn(written + 1, "\""),
                            written + 1);
}

/* The text in the parentheses of the CUSTUB_STUB at `location`; null if it is unknown. */
static const char *arguments_at(gen_reader *reader, CXTranslationUnit unit,
                                CXSourceLocation location)
{
    CXFile file = NULL;
    unsigned offset = 0;
    size_t length = 0, depth = 1, end;
    const char *text, *open;

    clang_getExpansionLocation(location, &file, NULL, NULL, &offset);
    text = file ? clang_getFileContents(unit, file, &length) : NULL;
    open = text && offset < length ? memchr(text + offset, '(', length - offset) : NULL;
    if (!open)
        return NULL;
    length -= (size_t)(++open - text);
    for (end = 0; end < length; end++) {
        depth += open[end] == '(';
        depth -= open[end] == ')';
        if (!depth)
            return gen_arena_copy(reader->arena, open, end);
    }
    return NULL;
}

/* True if the author means one argument: a comma between template arguments does not separate
 * arguments of the macro to them. */
static bool is_one_argument(const char *arguments)
{
    int depth = 0;

    for (; *arguments; arguments++) {
        depth += *arguments == '<' || *arguments == '(';
        depth -= *arguments == '>' || *arguments == ')';
        if (*arguments == ',' && depth == 0)
            return false;
    }
    return true;
}

/* "k_float" for "k<float>". */
static const char *name_for(gen_arena *arena, const char *kernel)
{
    gen_text name;
    const char *copy;

    gen_text_initialize(&name);
    for (; *kernel; kernel++) {
        if (isalnum((unsigned char)*kernel))
            gen_text_append(&name, kernel, 1);
        else if (name.length && name.data[name.length - 1] != '_' && strpbrk(kernel, LETTERS))
            gen_text_puts(&name, "_");
    }
    copy = gen_arena_copy(arena, name.data ? name.data : "", name.length);
    gen_text_deinitialize(&name);
    return copy;
}

static const char *lone_kernel_error(gen_reader *reader, CXTranslationUnit unit,
                                     CXDiagnostic diagnostic)
{
    const char *kernel = arguments_at(reader, unit, clang_getDiagnosticLocation(diagnostic));

    if (!kernel || !*kernel || !is_one_argument(kernel))
        return NULL;
    return gen_arena_format(reader->arena,
                            "CUSTUB_STUB(%s) has one argument; the name of the launch function "
                            "comes first: CUSTUB_STUB(%s, %s)",
                            kernel, name_for(reader->arena, kernel), kernel);
}

static const char *kernel_error(gen_reader *reader, const char *text)
{
    const char *error = value_error(reader, text);

    if (!error)
        error = null_error(reader, text);
    if (!error && strstr(text, "expected expression"))
        error = "CUSTUB_STUB names a type or nothing, and needs a kernel; name a "
                "__global__ function";
    if (!error && strstr(text, "is not an integral constant expression"))
        error = "CUSTUB_STUB names a variable that is not constant, or its cast is not to the "
                "kernel's type; name a __global__ function, or cast to its own type";
    return error;
}

bool gen_read_stub_error(gen_reader *reader, CXTranslationUnit unit, CXDiagnostic diagnostic,
                         const char *text)
{
    stub_notes notes = read_notes(reader, unit, diagnostic);
    const char *overload = overload_error(&notes, text);
    const char *lone = notes.in_stub ? lone_kernel_error(reader, unit, diagnostic) : NULL;
    const char *error = lone ? lone : overload ? overload : kernel_error(reader, text);
    gen_place place;

    if (!notes.in_stub || !error)
        return false;
    place = gen_reader_location(reader, clang_getDiagnosticLocation(diagnostic));
    if (lone)
        gen_diag_error(reader->diag, place, "stub-name", "%s", error);
    else
        gen_diag_error(reader->diag, place, overload ? "stub-overload" : "stub-not-kernel", "%s",
                       error);
    return true;
}
