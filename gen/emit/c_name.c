#include "emit/c_name.h"

#include "emit/reserved_name.h"
#include "emit/user_type.h"
#include "support/name_table.h"

#include <string.h>

/* nvcc allows '$' in names, C does not. */
static const char *without_dollars(gen_arena *arena, const char *name)
{
    char *plain;

    if (!strchr(name, '$'))
        return name;
    plain = gen_arena_string(arena, name);
    for (char *c = plain; *c; c++)
        if (*c == '$')
            *c = '_';
    return plain;
}

/* Adds an underscore to keywords and macros. */
static const char *identifier(gen_arena *arena, const char *name)
{
    name = without_dollars(arena, name);
    return gen_name_is_reserved(name) ? gen_arena_format(arena, "%s_", name) : name;
}

static bool is_other_param(const gen_kernel *kernel, const gen_param *param, const char *name)
{
    for (size_t i = 0; i < kernel->param_count; i++) {
        const gen_param *other = &kernel->params[i];
        if (other == param)
            continue;
        if (strcmp(other->c_name ? other->c_name : other->name, name) == 0)
            return true;
    }
    return false;
}

const char *gen_emit_c_type(const gen_type *type)
{
    switch (type->kind) {
    case GEN_TYPE_SCALAR:
        return type->enumeration && type->enumeration->c_name ? type->enumeration->c_name
                                                              : type->c_name;
    case GEN_TYPE_RECORD:
        return type->record->c_name;
    case GEN_TYPE_POINTER:
        return "CUdeviceptr";
    default:
        return NULL;
    }
}

const char *gen_names_local(gen_arena *arena, const gen_kernel *kernel, const char *wanted)
{
    while (is_other_param(kernel, NULL, wanted))
        wanted = gen_arena_format(arena, "%s_", wanted);
    return wanted;
}

/* The names in use. */
typedef struct names {
    const gen_model *model;
    gen_arena *arena;
    gen_name_table emitted; /* in the header, beside the functions of kernels */
    gen_name_table kernels; /* the kernels' own, and those they were given */
    gen_name_table fields;  /* in the struct of loaded kernels */
} names;

static void start(names *n, gen_model *model, gen_arena *arena)
{
    /* What a header defines besides its structs, after "<prefix><stem>_". */
    static const char *const fixed[] = {"kernels", "load",           "load_images",  "load_with",
                                        "unload",  "custub_library", "custub_images"};

    *n = (names){.model = model,
                 .arena = arena,
                 .emitted.arena = arena,
                 .kernels.arena = arena,
                 .fields.arena = arena};
    for (size_t i = 0; i < sizeof(fixed) / sizeof(fixed[0]); i++)
        gen_name_table_put(&n->emitted, gen_arena_format(arena, "%s_%s", model->name, fixed[i]),
                           model);
    for (gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next)
        gen_name_table_put(&n->kernels, kernel->name, kernel);
    gen_name_table_put(&n->fields, "library", model);
}

static bool is_emitted(const names *n, const char *name)
{
    return gen_name_table_find(&n->emitted, name) != NULL;
}

/* What is named after a record, with the functions that CUSTUB_DEFINE_VIEW and CUSTUB_DEFINE_BUFFER
 * define. */
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

static bool is_free(const names *n, const gen_record *record, const char *name)
{
    bool available = !is_emitted(n, name);

    for (size_t i = 0; i < names_of(record); i++)
        available &= !is_emitted(n, gen_arena_format(n->arena, "%s%s", name, of_records[i]));
    return available;
}

static void name_record(names *n, gen_record *record, bool own)
{
    const char *name = record->vector ? record->vector : record->tag;

    record->definer = own ? gen_user_type_definer(n->model, &record->naming, record->is_plain)
                          : GEN_DEFINER_GENERATED;
    if (!record->vector && record->definer == GEN_DEFINER_OWN) {
        name = gen_user_type_name(n->model, &record->naming, record->tag);
    } else if (!record->vector) {
        name = gen_arena_format(n->arena, "%s_%s", n->model->name, record->tag);
        while (!is_free(n, record, name))
            name = gen_arena_format(n->arena, "%s_", name);
    }
    record->c_name = name;
    gen_name_table_put(&n->emitted, name, record);
    for (size_t i = 0; i < names_of(record); i++)
        gen_name_table_put(&n->emitted, gen_arena_format(n->arena, "%s%s", name, of_records[i]),
                           record);
}

/* Enumerations of fields are not needed where the user's header has the structs. */
static void name_enumeration(names *n, gen_enumeration *enumeration, bool own)
{
    const char *name = enumeration->tag;

    if (!enumeration->by_value && (own || !enumeration->is_inside))
        return;
    enumeration->definer =
        own ? gen_user_type_definer(n->model, &enumeration->naming, true) : GEN_DEFINER_GENERATED;
    /* Parameters give way to the user's enumerators. */
    for (size_t i = 0; enumeration->definer != GEN_DEFINER_GENERATED && i < enumeration->count; i++)
        gen_name_table_put(&n->emitted, enumeration->enumerators[i].name, enumeration);
    if (enumeration->definer == GEN_DEFINER_OWN) {
        name = gen_user_type_name(n->model, &enumeration->naming, name);
    } else {
        name = gen_arena_format(n->arena, "%s_%s", n->model->name, enumeration->tag);
        while (is_emitted(n, name))
            name = gen_arena_format(n->arena, "%s_", name);
    }
    enumeration->c_name = name;
    gen_name_table_put(&n->emitted, name, enumeration);
}

static const char *short_name(const names *n, const gen_enumerator *enumerator)
{
    return gen_arena_format(n->arena, "%s_%s", n->model->name,
                            without_dollars(n->arena, enumerator->name));
}

static bool is_prefixed(const gen_enumeration *enumeration)
{
    return enumeration->c_name && enumeration->definer == GEN_DEFINER_GENERATED;
}

/* "<stem>_red", or "<stem>_colour_red" for every enumerator whose short name is something else,
 * too: no name depends on the order of the declarations. */
static void name_enumerators(names *n)
{
    gen_name_table once = {.arena = n->arena};
    gen_name_table twice = {.arena = n->arena};

    for (gen_enumeration *e = n->model->enumerations; e; e = e->next)
        for (size_t i = 0; is_prefixed(e) && i < e->count; i++) {
            const char *name = short_name(n, &e->enumerators[i]);
            gen_name_table_put(gen_name_table_find(&once, name) ? &twice : &once, name, e);
        }
    for (gen_enumeration *e = n->model->enumerations; e; e = e->next)
        for (size_t i = 0; is_prefixed(e) && i < e->count; i++) {
            gen_enumerator *enumerator = &e->enumerators[i];
            const char *name = short_name(n, enumerator);
            if (gen_name_table_find(&twice, name) || is_emitted(n, name))
                name = gen_arena_format(n->arena, "%s_%s", e->c_name,
                                        without_dollars(n->arena, enumerator->name));
            while (is_emitted(n, name))
                name = gen_arena_format(n->arena, "%s_", name);
            enumerator->c_name = name;
            gen_name_table_put(&n->emitted, name, e);
        }
}

static bool is_other_field(const gen_record *record, const gen_field *field, const char *name)
{
    for (size_t i = 0; i < record->field_count; i++) {
        const gen_field *other = &record->fields[i];
        if (other != field && strcmp(other->c_name ? other->c_name : other->name, name) == 0)
            return true;
    }
    return false;
}

/* The maker of an emitted struct has parameters with the names of the fields. */
static void name_fields(const names *n, gen_record *record)
{
    const bool own = record->definer != GEN_DEFINER_GENERATED;

    for (size_t i = 0; i < record->field_count; i++) {
        gen_field *field = &record->fields[i];
        const char *name = own ? field->name : identifier(n->arena, field->name);
        while ((!own && is_emitted(n, name)) ||
               (name != field->name && is_other_field(record, field, name)))
            name = gen_arena_format(n->arena, "%s_", name);
        field->c_name = name;
    }
}

static void name_global(names *n, gen_global *global)
{
    static const char *const functions[] = {"memory", "upload", "download"};
    enum { FUNCTIONS = sizeof(functions) / sizeof(functions[0]) };
    const char *name = gen_arena_format(n->arena, "%s_%s", n->model->name, global->tag);
    size_t i = 0;

    while (i < FUNCTIONS) {
        bool in_use = is_emitted(n, gen_arena_format(n->arena, "%s_%s", name, functions[i]));
        name = in_use ? gen_arena_format(n->arena, "%s_", name) : name;
        i = in_use ? 0 : i + 1;
    }
    global->c_name = name;
    for (i = 0; i < FUNCTIONS; i++)
        gen_name_table_put(&n->emitted, gen_arena_format(n->arena, "%s_%s", name, functions[i]),
                           global);
}

static const char *function_of(const names *n, const char *verb, const char *name)
{
    return gen_arena_format(n->arena, "%s%s_%s", n->model->prefix, verb, name);
}

static bool are_functions_taken(const names *n, const char *name)
{
    return is_emitted(n, function_of(n, "launch", name)) ||
           is_emitted(n, function_of(n, "prepare", name));
}

static void name_kernel(names *n, gen_kernel *kernel)
{
    const char *name = without_dollars(n->arena, kernel->name);

    while ((name != kernel->name && gen_name_table_find(&n->kernels, name)) ||
           are_functions_taken(n, name))
        name = gen_arena_format(n->arena, "%s_", name);
    kernel->c_name = name;
    gen_name_table_put(&n->kernels, name, kernel);
    gen_name_table_put(&n->emitted, function_of(n, "launch", name), kernel);
    gen_name_table_put(&n->emitted, function_of(n, "prepare", name), kernel);
    name = identifier(n->arena, name);
    while ((name != kernel->c_name && gen_name_table_find(&n->kernels, name)) ||
           gen_name_table_find(&n->fields, name))
        name = gen_arena_format(n->arena, "%s_", name);
    kernel->field = name;
    gen_name_table_put(&n->fields, name, kernel);
}

static void name_indices(names *n, gen_kernel *kernel)
{
    for (size_t i = 0; i < kernel->param_count; i++) {
        gen_param *param = &kernel->params[i];
        const char *name = gen_arena_format(n->arena, "%s%s_param_%s", n->model->prefix,
                                            kernel->c_name, without_dollars(n->arena, param->name));
        while (is_emitted(n, name))
            name = gen_arena_format(n->arena, "%s_", name);
        param->index_name = name;
        gen_name_table_put(&n->emitted, name, param);
    }
}

static void name_params(const names *n, gen_kernel *kernel)
{
    for (size_t i = 0; i < kernel->param_count; i++) {
        gen_param *param = &kernel->params[i];
        const char *name = identifier(n->arena, param->name);
        while (is_emitted(n, name) || (name != param->name && is_other_param(kernel, param, name)))
            name = gen_arena_format(n->arena, "%s_", name);
        param->c_name = name;
    }
}

/* "p_planes" for "p.planes[0]" if all elements share it, else "p_planes_0". */
static const char *identifier_of(const names *n, const gen_kernel *kernel,
                                 const gen_pointer *pointer)
{
    char *name = gen_arena_string(n->arena, without_dollars(n->arena, pointer->name));
    char *end = name;
    bool is_whole = gen_model_is_whole_array(kernel, pointer);
    const char *last_field = strrchr(name, '.');

    for (const char *c = name; *c && !(is_whole && c > last_field && *c == '['); c++)
        if (*c != ']')
            *end++ = *c == '.' || *c == '[' ? '_' : *c;
    *end = '\0';
    return name;
}

static void name_pointers(const names *n, gen_kernel *kernel)
{
    gen_name_table used = {.arena = n->arena};

    for (size_t i = 0; i < kernel->param_count; i++)
        gen_name_table_put(&used, kernel->params[i].c_name, kernel);
    for (size_t i = 0; i < kernel->pointer_count; i++) {
        gen_pointer *pointer = &kernel->pointers[i];
        if (!pointer->scope) {
            pointer->c_name = kernel->params[pointer->param].c_name;
            continue;
        }
        pointer->c_name = kernel->pointers[pointer->first].c_name;
        if (pointer->first != i)
            continue;
        pointer->c_name = identifier_of(n, kernel, pointer);
        while (gen_name_table_find(&used, pointer->c_name))
            pointer->c_name = gen_arena_format(n->arena, "%s_", pointer->c_name);
        gen_name_table_put(&used, pointer->c_name, kernel);
    }
}

/* A generated struct names the types of its fields. */
static void mark_used_fields(const gen_record *record)
{
    for (size_t i = 0; i < record->field_count; i++) {
        const gen_type *type = record->fields[i].type;
        while (type->kind == GEN_TYPE_ARRAY)
            type = type->element;
        if (type->kind == GEN_TYPE_RECORD)
            type->record->is_used = true;
    }
}

void gen_names_assign(gen_model *model, gen_arena *arena, bool own_structs)
{
    names n;

    start(&n, model, arena);
    for (gen_record *record = model->records; record; record = record->next)
        name_record(&n, record, own_structs);
    for (gen_record *record = model->records; record; record = record->next)
        if (record->by_value && record->is_plain && record->definer == GEN_DEFINER_GENERATED)
            mark_used_fields(record);
    for (gen_enumeration *e = model->enumerations; e; e = e->next)
        name_enumeration(&n, e, own_structs);
    name_enumerators(&n);
    for (gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next) {
        name_kernel(&n, kernel);
        name_indices(&n, kernel);
    }
    for (gen_global *global = model->globals; global; global = global->next)
        if (global->tag)
            name_global(&n, global);
    /* What follows gives way to all of these. */
    for (gen_record *record = model->records; record; record = record->next)
        name_fields(&n, record);
    for (gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next)
        name_params(&n, kernel);
    for (gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next)
        name_pointers(&n, kernel);
}
