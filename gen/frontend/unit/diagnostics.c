#include "frontend/unit/diagnostics.h"

#include "frontend/prelude/generated_header.h"
#include "frontend/reader/state.h"
#include "frontend/unit/stub_error.h"
#include "support/text.h"

#include <string.h>

/* True for clang's errors about host and device. They do not apply, and the tree is complete
 * despite them: the prelude makes every function, kernels included, a function of host and device,
 * and reduces __device__ to a mark (prelude.c). */
static bool is_about_host_and_device(const char *text)
{
    static const char *const starts[] = {"'global' and 'host' attributes", //
                                         "'global' and 'device' attributes",
                                         "'host' and 'global' attributes",
                                         "'device' and 'global' attributes"};

    return GEN_TEXT_BEGINS(text, starts) || strstr(text, "reference to __host__") != NULL ||
           /* clang itself declares these before the prelude: operator new, _mm_pause */
           strstr(text, "' cannot overload __") != NULL;
}

/* C++20 does not need a `typename`, and libclang 14 continues correctly after the error. */
static bool is_about_typename(const char *text)
{
    return strncmp(text, "missing 'typename' prior to dependent type ", 43) == 0;
}

/* `extern "C" static`: in nvcc, `static` wins. */
static bool is_about_static(const char *text)
{
    return strcmp(text, "cannot combine with previous 'extern' declaration specifier") == 0;
}

typedef struct diagnostics_walk {
    gen_reader *reader;
    CXTranslationUnit unit;
    bool in_declarations; /* bodies were skipped, so every error counts */
    bool any_error;
} diagnostics_walk;

static const char misplaced[] = "an attribute list cannot appear here";
/* `struct alignas(4) { double x; }`: nvcc and gcc ignore the alignment. */
static const char too_small[] = "requested alignment is less than minimum alignment of ";

/* `__device__ alignas(16) float table[4];`: libclang 14 accepts only the other order. The alignment
 * of variables does not concern kernels. */
static bool is_about_alignas(CXTranslationUnit unit, CXDiagnostic diagnostic, const char *text)
{
    return strcmp(text, misplaced) == 0 &&
           clang_getCursorKind(clang_getCursor(unit, clang_getDiagnosticLocation(diagnostic))) ==
               CXCursor_VarDecl;
}

gen_found_errors *gen_read_errors(gen_reader *reader)
{
    static const char owner;

    return gen_state_of_unit(reader, &owner, sizeof(gen_found_errors));
}

static gen_kept_error error_at(CXSourceLocation location)
{
    gen_kept_error error = {0};
    CXFile file = NULL;

    clang_getExpansionLocation(location, &file, NULL, NULL, &error.offset);
    if (file)
        clang_getFileUniqueID(file, &error.file);
    return error;
}

static void keep_error(gen_reader *reader, gen_error_place place, CXDiagnostic diagnostic)
{
    gen_kept_errors *errors = &gen_read_errors(reader)->kept[place];

    GEN_GROW(reader->arena, errors->data, errors->count, &errors->capacity);
    errors->data[errors->count++] = error_at(clang_getDiagnosticLocation(diagnostic));
}

bool gen_read_has_error(gen_reader *reader, gen_error_place place, CXCursor function)
{
    const gen_kept_errors *errors = &gen_read_errors(reader)->kept[place];
    CXSourceRange extent = clang_getCursorExtent(function);
    gen_kept_error begin;
    gen_kept_error end;

    if (!errors->count)
        return false;
    begin = error_at(clang_getRangeStart(extent));
    end =
        error_at(clang_getRangeEnd(extent)); /* if an included file ends it, there are no errors */
    for (size_t i = 0; i < errors->count; i++)
        if (memcmp(&errors->data[i].file, &begin.file, sizeof(begin.file)) == 0 &&
            errors->data[i].offset >= begin.offset && errors->data[i].offset <= end.offset)
            return true;
    return false;
}

/* If the error is in an instance of a template, libclang's number of the location that first named
 * the instance; else 0. The last of clang's notes is the outermost. */
static unsigned instance_of(gen_reader *reader, CXDiagnostic diagnostic)
{
    static const char begin[] = "in instantiation of function template ";
    CXDiagnosticSet notes = clang_getChildDiagnostics(diagnostic);
    unsigned count = clang_getNumDiagnosticsInSet(notes);
    unsigned found = 0;

    for (unsigned i = 0; i < count; i++) {
        CXDiagnostic note = clang_getDiagnosticInSet(notes, i);
        const char *text = gen_reader_text(reader, clang_getDiagnosticSpelling(note));
        if (strncmp(text, begin, sizeof(begin) - 1) == 0)
            found = clang_getDiagnosticLocation(note).int_data;
        clang_disposeDiagnostic(note);
    }
    return found;
}

/* libclang 14 says "static_assert failed". */
static void keep_failed_assertion(gen_reader *reader, CXDiagnostic diagnostic, const char *text)
{
    static const char *const starts[] = {"static_assert failed", "static assertion failed"};
    CXSourceLocation location = clang_getDiagnosticLocation(diagnostic);
    unsigned instance;
    gen_failed_assertion *failed;

    if (!GEN_TEXT_BEGINS(text, starts) || clang_Location_isInSystemHeader(location))
        return;
    instance = instance_of(reader, diagnostic);
    if (!instance)
        return;
    failed = GEN_NEW(reader->arena, gen_failed_assertion);
    failed->place = gen_reader_location(reader, location);
    failed->instance = instance;
    failed->next = gen_read_errors(reader)->failed_assertions;
    gen_read_errors(reader)->failed_assertions = failed;
}

/* True if something of <cmath> is missing: of namespace std, or a macro. */
static bool is_about_standard(const char *text)
{
    static const char *const macros[] = {
        "use of undeclared identifier 'INFINITY'", "use of undeclared identifier 'NAN'",
        "use of undeclared identifier 'HUGE_VAL", "use of undeclared identifier 'FP_",
        "use of undeclared identifier 'M_"};

    return strstr(text, "in namespace 'std'") || GEN_TEXT_BEGINS(text, macros);
}

static void keep_body_error(gen_reader *reader, CXDiagnostic diagnostic, const char *text)
{
    keep_failed_assertion(reader, diagnostic, text);
    keep_error(reader, GEN_IN_BODY, diagnostic);
    gen_read_errors(reader)->misplaced_attributes |=
        strcmp(text, misplaced) == 0 || strncmp(text, too_small, sizeof(too_small) - 1) == 0;
    gen_read_errors(reader)->lacks_standard |= is_about_standard(text);
}

static void read_plain(diagnostics_walk *walk, CXDiagnostic diagnostic, const char *text)
{
    gen_reader *reader = walk->reader;
    CXSourceLocation location = clang_getDiagnosticLocation(diagnostic);

    walk->any_error = true;
    gen_read_errors(reader)->wrong_invocation |=
        strstr(text, "function-like macro invocation") != NULL;
    if (!walk->in_declarations) {
        keep_body_error(reader, diagnostic, text);
        return;
    }
    gen_read_errors(reader)->in_headers |= clang_Location_isInSystemHeader(location);
    if (!gen_read_stub_error(reader, walk->unit, diagnostic, text))
        gen_diag_error(reader->diag, gen_reader_location(reader, location), "clang", "%s", text);
}

/* Stores the numbers of an attribute if this is the error that tells them. */
static bool note_bounds(diagnostics_walk *walk, CXDiagnostic diagnostic, const char *text)
{
    gen_reader *reader = walk->reader;
    gen_found_sizes found = {.location = clang_getDiagnosticLocation(diagnostic).int_data};

    if (!gen_launch_bounds_parse(text, &found.sizes))
        return false;
    found.instance = instance_of(reader, diagnostic);
    if (!walk->in_declarations)
        gen_launch_bounds_add(&gen_read_errors(reader)->bounds, reader->arena, found);
    return true;
}

static void read_diagnostic(diagnostics_walk *walk, CXDiagnostic diagnostic)
{
    gen_reader *reader = walk->reader;
    const char *text = gen_reader_text(reader, clang_getDiagnosticSpelling(diagnostic));

    if (clang_getDiagnosticSeverity(diagnostic) < CXDiagnostic_Error ||
        note_bounds(walk, diagnostic, text))
        return;
    if (is_about_static(text)) {
        if (!walk->in_declarations)
            keep_error(reader, GEN_AT_STATIC, diagnostic);
    } else if (!gen_generated_header_missing(reader->arena, text) &&
               !is_about_host_and_device(text) && !is_about_typename(text) &&
               !is_about_alignas(walk->unit, diagnostic, text)) {
        read_plain(walk, diagnostic, text);
    }
}

bool gen_read_diagnostics(gen_reader *reader, CXTranslationUnit unit, bool in_declarations)
{
    diagnostics_walk walk = {reader, unit, in_declarations, false};
    unsigned count = clang_getNumDiagnostics(unit);

    for (unsigned i = 0; i < count; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
        read_diagnostic(&walk, diagnostic);
        clang_disposeDiagnostic(diagnostic);
    }
    return walk.any_error;
}
