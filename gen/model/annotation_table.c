#include "model/annotation_table.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *key;
    const char *macro; /* or null */
    gen_annotation_place place;
} rows[GEN_ANNOTATION_KINDS] = {
#define ANNOTATION(NAME, key, place) [GEN_ANNOTATION_##NAME] = {#key, "CUSTUB_" #NAME, place},
#define ATTRIBUTE(NAME, key, place)  [GEN_ANNOTATION_##NAME] = {#key, NULL, place},
    GEN_ANNOTATIONS(ANNOTATION) GEN_CUDA_ATTRIBUTES(ATTRIBUTE)};

gen_annotation_kind gen_annotation_kind_of(const char *key)
{
    for (int kind = GEN_ANNOTATION_UNKNOWN + 1; kind < GEN_ANNOTATION_KINDS; kind++)
        if (strcmp(rows[kind].key, key) == 0)
            return (gen_annotation_kind)kind;
    return GEN_ANNOTATION_UNKNOWN;
}

gen_annotation_kind gen_annotation_kind_named(const char *name)
{
    for (int kind = GEN_ANNOTATION_UNKNOWN + 1; kind < GEN_ANNOTATION_KINDS; kind++)
        if (rows[kind].macro && strcmp(rows[kind].macro + strlen("CUSTUB_"), name) == 0)
            return (gen_annotation_kind)kind;
    return GEN_ANNOTATION_UNKNOWN;
}

const char *gen_annotation_key(gen_annotation_kind kind)
{
    return rows[kind].key;
}

const char *gen_annotation_macro(gen_annotation_kind kind)
{
    return rows[kind].macro;
}

bool gen_annotation_is_for(gen_annotation_kind kind, gen_annotation_place place)
{
    return kind != GEN_ANNOTATION_UNKNOWN && rows[kind].place == place;
}

bool gen_annotation_is_cudas(gen_annotation_kind kind)
{
    return kind != GEN_ANNOTATION_UNKNOWN && !rows[kind].macro;
}

bool gen_annotation_is_count(gen_annotation_kind kind)
{
    return kind == GEN_ANNOTATION_COUNTED_BY || kind == GEN_ANNOTATION_COUNTED_BY_OR_NULL ||
           kind == GEN_ANNOTATION_SIZED_BY || kind == GEN_ANNOTATION_SIZED_BY_OR_NULL;
}

/* --- Relations -------------------------------------------------------------------------------- */

static const gen_annotation_kind of_relations[] = {
    [CUSTUB_RELATION_DISJOINT] = GEN_ANNOTATION_DISJOINT,
    [CUSTUB_RELATION_ALIASES] = GEN_ANNOTATION_ALIASES,
    [CUSTUB_RELATION_SAME_OR_DISJOINT] = GEN_ANNOTATION_SAME_OR_DISJOINT,
};

enum { RELATIONS = sizeof(of_relations) / sizeof(of_relations[0]) };

static int relation_of(gen_annotation_kind kind)
{
    int relation = 0;

    while (relation < RELATIONS && of_relations[relation] != kind)
        relation++;
    return relation;
}

bool gen_annotation_is_relation(gen_annotation_kind kind)
{
    return relation_of(kind) < RELATIONS;
}

custub_relation_kind gen_annotation_relation(gen_annotation_kind kind)
{
    return (custub_relation_kind)relation_of(kind);
}

gen_annotation_kind gen_annotation_of_relation(custub_relation_kind kind)
{
    return of_relations[kind];
}
