#include "reader.h"

#include <string.h>

typedef struct annotation_walk {
    gen_reader *reader;
    gen_annotation **last;
} annotation_walk;

/* annotate("custub.<key>:<text>"), as the macros of custub/kernel.h and the prelude write it. */
static enum CXChildVisitResult visit_annotation(CXCursor cursor, CXCursor parent, CXClientData data)
{
    annotation_walk *walk = data;
    const char *text;
    const char *colon;
    gen_annotation *annotation;

    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_AnnotateAttr)
        return CXChildVisit_Continue;
    text = gen_reader_text(walk->reader, clang_getCursorSpelling(cursor));
    colon = strchr(text, ':');
    if (strncmp(text, "custub.", 7) != 0 || !colon)
        return CXChildVisit_Continue;
    annotation = GEN_NEW(walk->reader->arena, gen_annotation);
    annotation->key = gen_arena_copy(walk->reader->arena, text + 7, (size_t)(colon - text) - 7);
    annotation->text = colon + 1;
    annotation->place = gen_reader_place(walk->reader, cursor);
    *walk->last = annotation;
    walk->last = &annotation->next;
    return CXChildVisit_Continue;
}

gen_annotation *gen_read_annotations(gen_reader *reader, CXCursor cursor)
{
    gen_annotation *first = NULL;
    annotation_walk walk = {reader, &first};

    clang_visitChildren(cursor, visit_annotation, &walk);
    return first;
}

bool gen_read_is_contract(const gen_annotation *annotation)
{
    static const char *const attributes[] = {"launch_bounds", "cluster_dims", "block_size"};

    for (size_t i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++)
        if (strcmp(annotation->key, attributes[i]) == 0)
            return false;
    return true;
}
