#include "frontend/annotation.h"

#include "frontend/image/image_bodies.h"
#include "frontend/launch_bounds.h"
#include "frontend/shadowing_macros.h"
#include "frontend/unit/header_owner.h"

#include <stdlib.h>
#include <string.h>

static const char prefix[] = "custub.";

/* Between an expression and the same as it was written, before macros were expanded. */
#define SEPARATOR "\a"

/* Attributes of CUDA's that the prelude writes down, and its marks of kernels and of what is the
 * device's. */
static bool is_contract_key(const char *key, size_t length)
{
    static const char *const others[] = {"launch_bounds", "cluster_dims", "block_size", "global",
                                         "device"};

    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (strlen(others[i]) == length && memcmp(key, others[i], length) == 0)
            return false;
    return true;
}

bool gen_read_is_device_mark(CXCursor attribute)
{
    CXString spelling;
    const char *text;
    bool is_mark;

    if (clang_getCursorKind(attribute) != CXCursor_AnnotateAttr)
        return false;
    spelling = clang_getCursorSpelling(attribute);
    text = clang_getCString(spelling);
    is_mark = text && strcmp(text, "custub.device:") == 0;
    clang_disposeString(spelling);
    return is_mark;
}

static bool is_mark(const char *text)
{
    return strncmp(text, "global:", 7) == 0 || strncmp(text, "device:", 7) == 0;
}

/* Where an attribute was written: later declarations inherit it with its location, and may stand
 * in other namespaces. */
typedef struct gen_written_at {
    const char *scope;
    size_t order;
} gen_written_at;

static gen_written_at *written_at(gen_reader *reader, CXCursor attribute, CXCursor holder)
{
    const char *key =
        gen_arena_format(reader->arena, "%u", clang_getCursorLocation(attribute).int_data);
    gen_written_at *at = gen_name_table_find(&reader->written_at, key);

    if (at)
        return at;
    at = GEN_NEW(reader->arena, gen_written_at);
    at->scope = gen_read_enclosing_namespaces(reader, holder);
    at->order = reader->declarations;
    gen_name_table_put(&reader->written_at, key, at);
    return at;
}

typedef struct annotation_walk {
    gen_reader *reader;
    CXCursor cursor;
    unsigned count; /* of annotations so far */
    gen_annotation **last;
} annotation_walk;

/* annotate("custub.<key>:<text>"), as the macros of custub/kernel.h and the prelude write it. */
static enum CXChildVisitResult visit_annotation(CXCursor cursor, CXCursor parent, CXClientData data)
{
    annotation_walk *walk = data;
    const char *text;
    const char *colon;
    const char *written;
    const gen_written_at *at;
    gen_annotation *annotation;

    if (clang_getCursorKind(cursor) != CXCursor_AnnotateAttr)
        return CXChildVisit_Continue;
    text = gen_reader_text(walk->reader, clang_getCursorSpelling(cursor));
    colon = strchr(text, ':');
    if (strncmp(text, prefix, sizeof(prefix) - 1) != 0 || !colon)
        return CXChildVisit_Continue;
    text += sizeof(prefix) - 1;
    if (is_mark(text))
        return CXChildVisit_Continue;
    annotation = GEN_NEW(walk->reader->arena, gen_annotation);
    annotation->key = gen_arena_copy(walk->reader->arena, text, (size_t)(colon - text));
    annotation->text =
        gen_arena_copy(walk->reader->arena, colon + 1, strcspn(colon + 1, SEPARATOR));
    annotation->place = gen_reader_place(walk->reader, cursor);
    at = written_at(walk->reader, cursor, parent);
    annotation->scope = at->scope;
    annotation->order = at->order;
    if (!gen_read_is_contract(annotation))
        gen_read_bounds(walk->reader, cursor, annotation);
    written = strpbrk(colon, SEPARATOR);
    if (written)
        gen_read_note_written(walk->reader, walk->cursor, walk->count, annotation, written + 1);
    walk->count++;
    *walk->last = annotation;
    walk->last = &annotation->next;
    return CXChildVisit_Continue;
}

gen_annotation *gen_read_annotations(gen_reader *reader, CXCursor cursor)
{
    gen_annotation *first = NULL;
    annotation_walk walk = {reader, cursor, 0, &first};

    clang_visitChildren(cursor, visit_annotation, &walk);
    return first;
}

bool gen_read_is_contract(const gen_annotation *annotation)
{
    return is_contract_key(annotation->key, strlen(annotation->key));
}

/* --- Annotations that the text has and the tree has not --------------------------------------- */

/* In a row at one place, as custub/kernel.h writes them: clang makes a declaration of each, and no
 * attribute, warning or header of the system's takes it away. libclang does not tell it from a lone
 * semicolon, of which no more than two stand together. */
#define PRAGMAS 3

/* The pragmas of an annotation, or the attribute. All that a macro writes has the macro's place,
 * but each attribute a location of its own, which the declarations that inherit it share. */
typedef struct gen_trace {
    CXFileUniqueID file;
    unsigned offset;
    bool is_attribute;
    CXSourceLocation location;
} gen_trace;

static gen_trace trace_of(CXCursor cursor, bool is_attribute)
{
    gen_trace trace = {.is_attribute = is_attribute, .location = clang_getCursorLocation(cursor)};
    CXFile file = NULL;

    clang_getExpansionLocation(trace.location, &file, NULL, NULL, &trace.offset);
    if (file)
        clang_getFileUniqueID(file, &trace.file);
    return trace;
}

static int compare_places(const gen_trace *a, const gen_trace *b)
{
    for (size_t i = 0; i < 3; i++)
        if (a->file.data[i] != b->file.data[i])
            return a->file.data[i] < b->file.data[i] ? -1 : 1;
    return a->offset < b->offset ? -1 : a->offset > b->offset;
}

static void add_trace(gen_reader *reader, gen_trace trace)
{
    gen_traces *traces = &reader->traces;

    if (traces->count == traces->capacity) {
        size_t capacity = traces->capacity ? 2 * traces->capacity : 64;
        gen_trace *data = GEN_NEW_ARRAY(reader->arena, gen_trace, capacity);
        if (traces->count)
            memcpy(data, traces->data, traces->count * sizeof(*data));
        traces->data = data;
        traces->capacity = capacity;
    }
    traces->data[traces->count++] = trace;
}

bool gen_read_note_attribute(gen_reader *reader, CXCursor attribute, CXCursor holder)
{
    CXString spelling = clang_getCursorSpelling(attribute);
    const char *text = clang_getCString(spelling);
    bool is_own = text && strncmp(text, prefix, sizeof(prefix) - 1) == 0;

    if (is_own) {
        text += sizeof(prefix) - 1;
        if (is_contract_key(text, strcspn(text, ":"))) {
            add_trace(reader, trace_of(attribute, true));
            written_at(reader, attribute, holder);
        }
        is_own = !is_mark(text);
    }
    clang_disposeString(spelling);
    return is_own;
}

static enum CXChildVisitResult visit_any(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)cursor;
    (void)parent;
    *(bool *)data = true;
    return CXChildVisit_Break;
}

/* A declaration that libclang has no name, no parts and no text for. */
static bool is_bare(CXCursor cursor)
{
    bool has_parts = clang_getCursorKind(cursor) != CXCursor_UnexposedDecl;
    CXString printed;
    const char *text;

    if (!has_parts) /* `extern "C" {` to libclang 14, long when printed */
        clang_visitChildren(cursor, visit_any, &has_parts);
    if (has_parts)
        return false;
    printed = clang_getCursorPrettyPrinted(cursor, NULL);
    text = clang_getCString(printed);
    has_parts = text && *text;
    clang_disposeString(printed);
    return !has_parts;
}

void gen_read_note_pragma(gen_reader *reader, CXCursor cursor)
{
    gen_traces *traces = &reader->traces;
    gen_trace trace;

    if (!is_bare(cursor)) {
        traces->row = 0;
        return;
    }
    trace = trace_of(cursor, false);
    if (traces->row > 0 && compare_places(&trace, &traces->data[traces->count]) != 0)
        traces->row = 0;
    traces->row++;
    add_trace(reader, trace);
    if (traces->row == PRAGMAS)
        traces->row = 0;
    else
        traces->count--;
}

/* By place, and then so that equal attributes stand side by side. */
static int compare_traces(const void *left, const void *right)
{
    const gen_trace *a = left;
    const gen_trace *b = right;
    int places = compare_places(a, b);

    if (places != 0)
        return places;
    return a->location.int_data < b->location.int_data
               ? -1
               : a->location.int_data > b->location.int_data;
}

static void report_dropped(gen_reader *reader, CXSourceLocation location)
{
    gen_place place = gen_reader_location(reader, location);

    if (gen_read_location_in_system(reader, location))
        gen_diag_error(reader->diag, place, "annotation-dropped",
                       "this annotation stands in a header of the system, whose kernels get no "
                       "launch function; name the header's folder by -I or -isystem");
    else
        gen_diag_error(reader->diag, place, "annotation-dropped",
                       "no kernel has this annotation, and nothing would check it; write it after "
                       "the parameter's name, or before the return type of a declaration of the "
                       "kernel");
}

void gen_read_dropped_annotations(gen_reader *reader)
{
    const gen_traces *traces = &reader->traces;
    size_t next;

    if (traces->count)
        qsort(traces->data, traces->count, sizeof(*traces->data), compare_traces);
    for (size_t i = 0; i < traces->count; i = next) {
        const gen_trace *first = &traces->data[i];
        const gen_trace *last = NULL; /* attribute */
        long missing = 0;
        for (next = i; next < traces->count; next++) {
            const gen_trace *trace = &traces->data[next];
            if (compare_places(first, trace) != 0)
                break;
            if (!trace->is_attribute)
                missing++;
            else if (!last || !clang_equalLocations(last->location, trace->location))
                missing--, last = trace;
        }
        if (missing > 0)
            report_dropped(reader, first->location);
    }
}
