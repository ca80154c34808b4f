#include "frontend/annotations/annotation.h"

#include "frontend/annotations/dropped_annotations.h"
#include "frontend/annotations/shadowing_macros.h"
#include "frontend/unit/attribute.h"
#include "frontend/unit/launch_bounds.h"

/* Where an attribute was written. Later declarations inherit it with its location, even in other
 * namespaces. */
typedef struct gen_written_at {
    const char *scope;
    size_t order;
} gen_written_at;

typedef struct gen_written_places {
    gen_name_table table; /* values are gen_written_at, keys the attributes' locations */
} gen_written_places;

static gen_name_table *places_of(gen_reader *reader)
{
    return &GEN_STATE(reader, of_unit.written_places, gen_written_places,
                      .table.arena = reader->arena)
                ->table;
}

static gen_written_at *written_at(gen_reader *reader, CXCursor attribute, CXCursor holder)
{
    const char *key =
        gen_arena_format(reader->arena, "%u", clang_getCursorLocation(attribute).int_data);
    gen_written_at *at = gen_name_table_find(places_of(reader), key);

    if (at)
        return at;
    at = GEN_NEW(reader->arena, gen_written_at);
    at->scope = gen_reader_enclosing_namespaces(reader, holder);
    at->order = reader->of_unit.declarations;
    gen_name_table_put(places_of(reader), key, at);
    return at;
}

typedef struct annotation_walk {
    gen_reader *reader;
    CXCursor cursor;
    unsigned count; /* number of annotations so far */
    gen_annotation **last;
} annotation_walk;

static enum CXChildVisitResult visit_annotation(CXCursor cursor, CXCursor parent, CXClientData data)
{
    annotation_walk *walk = data;
    gen_attribute attribute;
    const gen_written_at *at;
    gen_annotation *annotation;

    if (!gen_attribute_read(walk->reader, cursor, &attribute))
        return CXChildVisit_Continue;
    at = written_at(walk->reader, cursor, parent);
    annotation = GEN_NEW(walk->reader->arena, gen_annotation);
    annotation->kind = attribute.kind;
    annotation->key = attribute.key;
    annotation->text = attribute.text;
    annotation->place = gen_reader_place(walk->reader, cursor);
    annotation->scope = at->scope;
    annotation->order = at->order;
    if (gen_annotation_is_cudas(annotation->kind))
        gen_read_bounds(walk->reader, cursor, annotation);
    if (attribute.written)
        gen_read_note_written(walk->reader, walk->cursor, walk->count, annotation,
                              attribute.written);
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

bool gen_read_note_attribute(gen_reader *reader, CXCursor attribute, CXCursor holder)
{
    gen_attribute found;

    if (!gen_attribute_read(reader, attribute, &found))
        return false;
    if (!gen_annotation_is_cudas(found.kind)) {
        gen_read_trace_attribute(reader, attribute);
        written_at(reader, attribute, holder);
    }
    return true;
}
