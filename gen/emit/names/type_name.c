#include "emit/names/type_name.h"

#include "emit/names/reserved_name.h"

#include <string.h>

typedef struct naming {
    gen_c_names *names;
    const gen_model *model;
    gen_arena *arena;
    gen_name_table *emitted;
    bool own_structs;
} naming;

static bool is_emitted(const naming *n, const char *name)
{
    return gen_name_table_find(n->emitted, name) != NULL;
}

static void add(const naming *n, const char *name)
{
    gen_name_table_put(n->emitted, name, n->emitted);
}

/* --- Who defines a type ---------------------------------------------------------------------- */

/* True if `user` has the names of the user's header. If the source does not include that header,
 * custub assumes that it calls the type as C++ does. */
static bool is_known(const gen_model *model, const gen_c_naming *user)
{
    return model->reads_own_header && user->in_header;
}

/* Says who defines the type. A type that the source itself defines is not the user's header's, if
 * the source includes that header. A class that C cannot describe must be known to be in the
 * header. */
static gen_definer definer_of(const naming *n, const gen_c_naming *user, bool is_plain)
{
    const gen_model *model = n->model;

    if (!n->own_structs || (model->reads_own_header && !user->in_header))
        return GEN_DEFINER_GENERATED;
    if (!is_plain && (!user->in_own_header || !(user->typedef_name || user->c_tag)))
        return GEN_DEFINER_GENERATED;
    return is_known(model, user) && !user->typedef_name && user->c_tag ? GEN_DEFINER_OWN_TAG
                                                                       : GEN_DEFINER_OWN;
}

/* `tag`: an identifier made from the type's C++ name. */
static const char *own_name(const naming *n, const gen_c_naming *user, const char *tag)
{
    return is_known(n->model, user) && user->typedef_name ? user->typedef_name : tag;
}

/* --- Structs --------------------------------------------------------------------------------- */

/* Endings of what is named after a record: its maker, and what CUSTUB_DEFINE_VIEW and
 * CUSTUB_DEFINE_BUFFER define. */
static const char *const of_records[] = {"_of",
                                         "_view",
                                         "_view_at",
                                         "_view_copy",
                                         "_view_download",
                                         "_view_download_async",
                                         "_view_fill",
                                         "_view_memory",
                                         "_view_of",
                                         "_view_slice",
                                         "_view_upload",
                                         "_view_upload_async",
                                         "_view_zero",
                                         "_buffer",
                                         "_buffer_create",
                                         "_buffer_create_async",
                                         "_buffer_create_filled",
                                         "_buffer_create_uploaded",
                                         "_buffer_create_zeroed",
                                         "_buffer_destroy",
                                         "_buffer_destroy_async",
                                         "_buffer_own",
                                         "_buffer_release"};
enum { OF_RECORDS = sizeof(of_records) / sizeof(of_records[0]) };

/* Only the elements of buffers have more than a maker. */
static size_t names_of(const gen_record *record)
{
    return record->is_element ? OF_RECORDS : 1;
}

static bool is_free(const naming *n, const gen_record *record, const char *name)
{
    bool available = !is_emitted(n, name);

    for (size_t i = 0; i < names_of(record); i++)
        available &= !is_emitted(n, gen_arena_format(n->arena, "%s%s", name, of_records[i]));
    return available;
}

static gen_definer definer_of_record(const naming *n, const gen_record *record)
{
    return definer_of(n, &record->naming, record->is_plain);
}

static void name_record(const naming *n, gen_record_names *names)
{
    const gen_record *record = names->record;
    const char *name = record->vector ? record->vector : record->tag;

    names->definer = definer_of_record(n, record);
    if (!record->vector && names->definer == GEN_DEFINER_OWN) {
        name = own_name(n, &record->naming, record->tag);
    } else if (!record->vector) {
        name = gen_arena_format(n->arena, "%s_%s", n->model->name, record->tag);
        while (!is_free(n, record, name))
            name = gen_arena_format(n->arena, "%s_", name);
    }
    names->name = name;
    add(n, name);
    for (size_t i = 0; i < names_of(record); i++)
        add(n, gen_arena_format(n->arena, "%s%s", name, of_records[i]));
}

/* Marks the types of the fields, which a generated struct names. */
static void add_field_types(gen_address_table *used, const gen_record *record)
{
    for (size_t i = 0; i < record->field_count; i++) {
        const gen_type *type = record->fields[i].type;
        while (type->kind == GEN_TYPE_ARRAY)
            type = type->element;
        if (type->kind == GEN_TYPE_RECORD)
            gen_address_table_put(used, type->record, record);
    }
}

static void name_records(const naming *n)
{
    gen_address_table used = {.arena = n->arena};
    gen_record_names *names;

    for (const gen_record *record = n->model->records; record; record = record->next) {
        n->names->record_count++;
        if (record->by_value && record->is_plain &&
            definer_of_record(n, record) == GEN_DEFINER_GENERATED)
            add_field_types(&used, record);
    }
    names = n->names->records = GEN_NEW_ARRAY(n->arena, gen_record_names, n->names->record_count);
    for (const gen_record *record = n->model->records; record; record = record->next, names++) {
        names->all = n->names;
        names->record = record;
        name_record(n, names);
        names->is_used = record->is_used || gen_address_table_find(&used, record);
        gen_address_table_put(&n->names->types, record, names);
    }
}

/* --- Enumerations ---------------------------------------------------------------------------- */

/* Enumerations that only fields have are not needed if the user's header has the structs. */
static void name_enumeration(const naming *n, gen_enumeration_names *names)
{
    const gen_enumeration *enumeration = names->enumeration;
    const char *name = enumeration->tag;

    if (!enumeration->by_value && (n->own_structs || !enumeration->is_inside))
        return;
    names->definer = definer_of(n, &enumeration->naming, true);
    /* Reserves the user's enumerators, so that parameters get other names. */
    for (size_t i = 0; names->definer != GEN_DEFINER_GENERATED && i < enumeration->count; i++)
        add(n, enumeration->enumerators[i].name);
    if (names->definer == GEN_DEFINER_OWN) {
        name = own_name(n, &enumeration->naming, name);
    } else {
        name = gen_arena_format(n->arena, "%s_%s", n->model->name, enumeration->tag);
        while (is_emitted(n, name))
            name = gen_arena_format(n->arena, "%s_", name);
    }
    names->name = name;
    add(n, name);
}

static void name_enumerations(const naming *n)
{
    gen_enumeration_names *names;

    for (const gen_enumeration *e = n->model->enumerations; e; e = e->next)
        n->names->enumeration_count++;
    names = n->names->enumerations =
        GEN_NEW_ARRAY(n->arena, gen_enumeration_names, n->names->enumeration_count);
    for (const gen_enumeration *e = n->model->enumerations; e; e = e->next, names++) {
        names->enumeration = e;
        name_enumeration(n, names);
        gen_address_table_put(&n->names->types, e, names);
    }
}

static const char *short_name(const naming *n, const gen_enumerator *enumerator)
{
    return gen_arena_format(n->arena, "%s_%s", n->model->name,
                            gen_name_without_dollars(n->arena, enumerator->name));
}

static bool is_prefixed(const gen_enumeration_names *names)
{
    return names->name && names->definer == GEN_DEFINER_GENERATED;
}

static const char *name_of(const naming *n, const char *type, const gen_enumerator *enumerator,
                           const gen_name_table *twice)
{
    const char *name = short_name(n, enumerator);

    if (gen_name_table_find(twice, name) || is_emitted(n, name))
        name = gen_arena_format(n->arena, "%s_%s", type,
                                gen_name_without_dollars(n->arena, enumerator->name));
    while (is_emitted(n, name))
        name = gen_arena_format(n->arena, "%s_", name);
    add(n, name);
    return name;
}

static void name_enumerators(const naming *n, gen_enumeration_names *names,
                             const gen_name_table *twice)
{
    const gen_enumeration *e = names->enumeration;

    names->enumerators = GEN_NEW_ARRAY(n->arena, const char *, e->count);
    for (size_t i = 0; i < e->count; i++)
        names->enumerators[i] = name_of(n, names->name, &e->enumerators[i], twice);
}

/* "<stem>_red"; or "<stem>_colour_red" for every enumerator whose short name also means something
 * else, so that no name depends on the order of the declarations. */
static void name_all_enumerators(const naming *n)
{
    gen_name_table once = {.arena = n->arena};
    gen_name_table twice = {.arena = n->arena};

    for (size_t k = 0; k < n->names->enumeration_count; k++) {
        gen_enumeration_names *names = &n->names->enumerations[k];
        for (size_t i = 0; is_prefixed(names) && i < names->enumeration->count; i++) {
            const char *name = short_name(n, &names->enumeration->enumerators[i]);
            gen_name_table_put(gen_name_table_find(&once, name) ? &twice : &once, name, names);
        }
    }
    for (size_t k = 0; k < n->names->enumeration_count; k++)
        if (is_prefixed(&n->names->enumerations[k]))
            name_enumerators(n, &n->names->enumerations[k], &twice);
}

void gen_type_names_choose(gen_c_names *names, gen_name_table *emitted, bool own_structs)
{
    const naming n = {names, names->model, emitted->arena, emitted, own_structs};

    names->types.arena = emitted->arena;
    name_records(&n);
    name_enumerations(&n);
    name_all_enumerators(&n);
}

/* --- Fields ---------------------------------------------------------------------------------- */

static bool is_other_field(const gen_record_names *names, size_t field, const char *name)
{
    const gen_record *record = names->record;

    for (size_t i = 0; i < record->field_count; i++)
        if (i != field &&
            strcmp(names->fields[i] ? names->fields[i] : record->fields[i].name, name) == 0)
            return true;
    return false;
}

/* A field's name is also a parameter of the struct's maker, so it avoids all emitted names. */
static void name_fields(gen_record_names *names, const gen_name_table *emitted)
{
    const gen_record *record = names->record;
    const bool own = names->definer != GEN_DEFINER_GENERATED;

    names->fields = GEN_NEW_ARRAY(emitted->arena, const char *, record->field_count);
    for (size_t i = 0; i < record->field_count; i++) {
        const char *written = record->fields[i].name;
        const char *name = own ? written : gen_name_identifier(emitted->arena, written);
        while ((!own && gen_name_table_find(emitted, name)) ||
               (name != written && is_other_field(names, i, name)))
            name = gen_arena_format(emitted->arena, "%s_", name);
        names->fields[i] = name;
    }
}

void gen_field_names_choose(gen_c_names *names, const gen_name_table *emitted)
{
    for (size_t i = 0; i < names->record_count; i++)
        name_fields(&names->records[i], emitted);
}
