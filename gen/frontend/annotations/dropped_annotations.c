/* Finds annotations in the text that belong to no declaration. */
#include "frontend/annotations/dropped_annotations.h"

#include "frontend/reader/header_owner.h"

#include <stdlib.h>

/* How many pragmas custub/kernel.h writes for an annotation. clang makes each a declaration, which
 * no attribute, warning or system header removes. libclang does not distinguish it from a lone
 * semicolon, but nobody writes three of those together. */
#define PRAGMAS 3

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

static void add_trace(gen_reader *reader, gen_traces *traces, gen_trace trace)
{
    GEN_GROW(reader->arena, traces->data, traces->count, &traces->capacity);
    traces->data[traces->count++] = trace;
}

static enum CXChildVisitResult visit_any(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)cursor;
    (void)parent;
    *(bool *)data = true;
    return CXChildVisit_Break;
}

/* True for a declaration without name, children and text in libclang. */
static bool is_bare(CXCursor cursor)
{
    bool has_parts = clang_getCursorKind(cursor) != CXCursor_UnexposedDecl;
    CXString printed;
    const char *text;

    if (!has_parts) /* in libclang 14 also `extern "C" {`, which takes long to print */
        clang_visitChildren(cursor, visit_any, &has_parts);
    if (has_parts)
        return false;
    printed = clang_getCursorPrettyPrinted(cursor, NULL);
    text = clang_getCString(printed);
    has_parts = text && *text;
    clang_disposeString(printed);
    return !has_parts;
}

void gen_read_trace_attribute(gen_reader *reader, gen_traces *traces, CXCursor attribute)
{
    add_trace(reader, traces, trace_of(attribute, true));
}

void gen_read_note_pragma(gen_reader *reader, gen_traces *traces, CXCursor cursor)
{
    gen_trace trace;

    if (!is_bare(cursor)) {
        traces->row = 0;
        return;
    }
    trace = trace_of(cursor, false);
    if (traces->row > 0 && compare_places(&trace, &traces->data[traces->count]) != 0)
        traces->row = 0;
    traces->row++;
    add_trace(reader, traces, trace);
    if (traces->row == PRAGMAS)
        traces->row = 0;
    else
        traces->count--;
}

/* Orders by place, then puts equal attributes side by side. */
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
                       "this annotation is in a system header, whose kernels get no launch "
                       "function; name the header's folder with -I or -isystem");
    else
        gen_diag_error(
            reader->diag, place, "annotation-dropped",
            "this annotation belongs neither to a kernel, nor to a parameter of one, nor "
            "to a field of a struct, so nothing would check it; write it after the "
            "parameter's or the field's name, or before the kernel's return type, and "
            "CUSTUB_STUB at file scope");
}

void gen_read_dropped_annotations(gen_reader *reader, gen_traces *traces)
{
    size_t next;

    if (traces->count)
        qsort(traces->data, traces->count, sizeof(*traces->data), compare_traces);
    for (size_t i = 0; i < traces->count; i = next) {
        const gen_trace *first = &traces->data[i];
        const gen_trace *last = NULL; /* last attribute */
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
