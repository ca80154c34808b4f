#include "frontend/annotations/annotation.h"

#include "frontend/annotations/carrier.h"
#include "frontend/annotations/shadowing_macros.h"
#include "frontend/reader/attribute.h"
#include "frontend/unit/diagnostics.h"

typedef struct annotation_walk {
    gen_reader *reader;
    CXCursor cursor;
    unsigned instance;
    unsigned count; /* number of annotations so far */
    gen_annotation **last;
} annotation_walk;

static CXCursor declaration_of(CXCursor holder)
{
    return clang_getCursorKind(holder) == CXCursor_ParmDecl ? clang_getCursorSemanticParent(holder)
                                                            : holder;
}

static enum CXChildVisitResult visit_annotation(CXCursor cursor, CXCursor parent, CXClientData data)
{
    annotation_walk *walk = data;
    gen_attribute attribute;
    const gen_carrier *carrier;
    gen_annotation *annotation;

    if (!gen_attribute_read(walk->reader, cursor, &attribute))
        return CXChildVisit_Continue;
    carrier = gen_read_carrier(walk->reader, cursor, parent, declaration_of(parent));
    annotation = GEN_NEW(walk->reader->arena, gen_annotation);
    annotation->kind = attribute.kind;
    annotation->key = attribute.key;
    annotation->text = attribute.text;
    annotation->place = gen_reader_place(walk->reader, cursor);
    annotation->origin = carrier->origin;
    annotation->names = carrier->names;
    if (gen_annotation_is_cudas(annotation->kind))
        gen_launch_bounds_read(&gen_read_errors(walk->reader)->bounds, cursor, walk->instance,
                               annotation);
    if (attribute.written)
        gen_read_note_written(walk->reader, walk->cursor, walk->count, annotation,
                              attribute.written);
    walk->count++;
    *walk->last = annotation;
    walk->last = &annotation->next;
    return CXChildVisit_Continue;
}

gen_annotation *gen_read_instance_annotations(gen_reader *reader, CXCursor cursor,
                                              unsigned instance)
{
    gen_annotation *first = NULL;
    annotation_walk walk = {
        .reader = reader, .cursor = cursor, .instance = instance, .last = &first};

    clang_visitChildren(cursor, visit_annotation, &walk);
    return first;
}

gen_annotation *gen_read_annotations(gen_reader *reader, CXCursor cursor)
{
    return gen_read_instance_annotations(reader, cursor, 0);
}

bool gen_read_note_attribute(gen_reader *reader, gen_traces *traces, CXCursor attribute,
                             CXCursor holder, CXCursor declaration)
{
    gen_attribute found;

    if (!gen_attribute_read(reader, attribute, &found))
        return false;
    gen_read_carrier(reader, attribute, holder, declaration);
    if (!gen_annotation_is_cudas(found.kind))
        gen_read_trace_attribute(reader, traces, attribute);
    return true;
}
