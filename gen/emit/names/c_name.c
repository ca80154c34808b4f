#include "emit/names/c_name.h"

#include "emit/names/reserved_name.h"
#include "emit/names/type_name.h"
#include "support/name_table.h"

#include <string.h>

/* --- Looking up ------------------------------------------------------------------------------ */

const gen_record_names *gen_c_names_of_record(const gen_c_names *names, const gen_record *record)
{
    return gen_address_table_find(&names->types, record);
}

const gen_enumeration_names *gen_c_names_of_enumeration(const gen_c_names *names,
                                                        const gen_enumeration *enumeration)
{
    return gen_address_table_find(&names->types, enumeration);
}

const char *gen_c_names_of_type(const gen_c_names *names, const gen_type *type)
{
    const char *name = NULL;

    switch (type->kind) {
    case GEN_TYPE_SCALAR:
        if (type->enumeration)
            name = gen_c_names_of_enumeration(names, type->enumeration)->name;
        return name ? name : type->c_name;
    case GEN_TYPE_RECORD:
        return gen_c_names_of_record(names, type->record)->name;
    case GEN_TYPE_POINTER:
        return "CUdeviceptr";
    default:
        return NULL;
    }
}

/* True for the name of a parameter other than this one. */
static bool is_other_param(const gen_kernel_names *names, size_t param, const char *name)
{
    for (size_t i = 0; i < names->kernel->param_count; i++)
        if (i != param &&
            strcmp(names->params[i] ? names->params[i] : names->kernel->params[i].name, name) == 0)
            return true;
    return false;
}

const char *gen_c_names_local(const gen_kernel_names *names, gen_arena *arena, const char *wanted)
{
    while (is_other_param(names, SIZE_MAX, wanted))
        wanted = gen_arena_format(arena, "%s_", wanted);
    return wanted;
}

/* --- Choosing -------------------------------------------------------------------------------- */

/* The names in use. */
typedef struct naming {
    gen_c_names *names;
    const gen_model *model;
    gen_arena *arena;
    gen_name_table emitted; /* in the header, beside the functions of kernels */
    gen_name_table kernels; /* the kernels' own, and those they were given */
    gen_name_table fields;  /* in the struct of loaded kernels */
} naming;

static bool is_in(const gen_name_table *table, const char *name)
{
    return gen_name_table_find(table, name) != NULL;
}

static void add(gen_name_table *table, const char *name)
{
    gen_name_table_put(table, name, table);
}

static naming start(const gen_model *model, gen_arena *arena)
{
    /* What a header defines besides its structs, after "<prefix><stem>_". */
    static const char *const fixed[] = {"kernels", "load",           "load_images",  "load_with",
                                        "unload",  "custub_library", "custub_images"};
    naming n = {.names = GEN_NEW(arena, gen_c_names),
                .model = model,
                .arena = arena,
                .emitted.arena = arena,
                .kernels.arena = arena,
                .fields.arena = arena};

    n.names->model = model;
    for (size_t i = 0; i < sizeof(fixed) / sizeof(fixed[0]); i++)
        add(&n.emitted, gen_arena_format(arena, "%s_%s", model->name, fixed[i]));
    for (const gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next)
        add(&n.kernels, kernel->name);
    add(&n.fields, "library");
    return n;
}

static const char *name_global(naming *n, const gen_global *global)
{
    static const char *const functions[] = {"memory", "upload", "download"};
    enum { FUNCTIONS = sizeof(functions) / sizeof(functions[0]) };
    const char *name = gen_arena_format(n->arena, "%s_%s", n->model->name, global->tag);
    size_t i = 0;

    while (i < FUNCTIONS) {
        bool in_use = is_in(&n->emitted, gen_arena_format(n->arena, "%s_%s", name, functions[i]));
        name = in_use ? gen_arena_format(n->arena, "%s_", name) : name;
        i = in_use ? 0 : i + 1;
    }
    for (i = 0; i < FUNCTIONS; i++)
        add(&n->emitted, gen_arena_format(n->arena, "%s_%s", name, functions[i]));
    return name;
}

static void name_globals(naming *n)
{
    gen_global_names *names;

    for (const gen_global *global = n->model->globals; global; global = global->next)
        n->names->global_count++;
    names = n->names->globals = GEN_NEW_ARRAY(n->arena, gen_global_names, n->names->global_count);
    for (const gen_global *global = n->model->globals; global; global = global->next, names++) {
        names->global = global;
        names->name = global->tag ? name_global(n, global) : NULL;
    }
}

/* --- Kernels --------------------------------------------------------------------------------- */

static const char *function_of(const naming *n, const char *verb, const char *name)
{
    return gen_arena_format(n->arena, "%s%s_%s", n->model->prefix, verb, name);
}

static bool are_functions_taken(const naming *n, const char *name)
{
    return is_in(&n->emitted, function_of(n, "launch", name)) ||
           is_in(&n->emitted, function_of(n, "prepare", name));
}

static void name_kernel(naming *n, gen_kernel_names *names)
{
    const char *written = names->kernel->name;
    const char *name = gen_name_without_dollars(n->arena, written);

    while ((name != written && is_in(&n->kernels, name)) || are_functions_taken(n, name))
        name = gen_arena_format(n->arena, "%s_", name);
    names->function = name;
    add(&n->kernels, name);
    add(&n->emitted, function_of(n, "launch", name));
    add(&n->emitted, function_of(n, "prepare", name));
    name = gen_name_identifier(n->arena, name);
    while ((name != names->function && is_in(&n->kernels, name)) || is_in(&n->fields, name))
        name = gen_arena_format(n->arena, "%s_", name);
    names->field = name;
    add(&n->fields, name);
}

static void name_indices(naming *n, gen_kernel_names *names)
{
    const gen_kernel *kernel = names->kernel;

    names->indices = GEN_NEW_ARRAY(n->arena, const char *, kernel->param_count);
    for (size_t i = 0; i < kernel->param_count; i++) {
        const char *name =
            gen_arena_format(n->arena, "%s%s_param_%s", n->model->prefix, names->function,
                             gen_name_without_dollars(n->arena, kernel->params[i].name));
        while (is_in(&n->emitted, name))
            name = gen_arena_format(n->arena, "%s_", name);
        names->indices[i] = name;
        add(&n->emitted, name);
    }
}

static void add_tag(naming *n, gen_definer definer, const gen_c_naming *naming_of_type)
{
    if (definer != GEN_DEFINER_GENERATED && naming_of_type->c_tag) /* "struct inner" */
        add(&n->emitted, strrchr(naming_of_type->c_tag, ' ') + 1);
}

/* Tags of the program's own header, which a struct of arguments may not define again. */
static void add_tags(naming *n)
{
    for (size_t i = 0; i < n->names->record_count; i++)
        add_tag(n, n->names->records[i].definer, &n->names->records[i].record->naming);
    for (size_t i = 0; i < n->names->enumeration_count; i++)
        add_tag(n, n->names->enumerations[i].definer,
                &n->names->enumerations[i].enumeration->naming);
}

/* They give way to all other names in the header, so that kernels and structs keep theirs. */
static void name_args(naming *n, gen_kernel_names *names)
{
    const char *name = gen_arena_format(n->arena, "%s_args", names->function);

    if (!names->kernel->param_count)
        return;
    while (is_in(&n->emitted, gen_arena_format(n->arena, "%s%s", n->model->prefix, name)) ||
           are_functions_taken(n, name))
        name = gen_arena_format(n->arena, "%s_", name);
    names->args = name;
    add(&n->emitted, gen_arena_format(n->arena, "%s%s", n->model->prefix, name));
    add(&n->emitted, function_of(n, "launch", name));
    add(&n->emitted, function_of(n, "prepare", name));
}

/* Names that launch functions of C++ may share, with each other and with those of C: the parameters
 * differ. They give way to everything else. */
static const char *overload_of(const naming *n, const char *family)
{
    while (are_functions_taken(n, family) && !is_in(&n->kernels, family))
        family = gen_arena_format(n->arena, "%s_", family);
    return family;
}

/* Instances of templates and overloaded kernels get the name that they share in C++. */
static void name_overloads(const naming *n)
{
    gen_name_table families = {.arena = n->arena}; /* values are the names of the only kernel */

    for (size_t i = 0; i < n->names->kernel_count; i++) {
        gen_kernel_names *names = &n->names->kernels[i];
        const char *family = names->kernel->family;
        names->overload = names->function;
        if (family)
            gen_name_table_put(&families, family,
                               is_in(&families, family) ? (void *)&families : (void *)names);
    }
    for (size_t i = 0; i < n->names->kernel_count; i++) {
        gen_kernel_names *names = &n->names->kernels[i];
        const char *family = names->kernel->family;
        if (family && (names->kernel->template_arguments.count > 0 ||
                       gen_name_table_find(&families, family) != names))
            names->overload = overload_of(n, family);
    }
}

static void name_params(const naming *n, gen_kernel_names *names)
{
    const gen_kernel *kernel = names->kernel;

    names->params = GEN_NEW_ARRAY(n->arena, const char *, kernel->param_count);
    for (size_t i = 0; i < kernel->param_count; i++) {
        const char *written = kernel->params[i].name;
        const char *name = gen_name_identifier(n->arena, written);
        while (is_in(&n->emitted, name) || (name != written && is_other_param(names, i, name)))
            name = gen_arena_format(n->arena, "%s_", name);
        names->params[i] = name;
    }
}

/* "p_planes" for "p.planes[0]" if all elements share it, else "p_planes_0". */
static const char *identifier_of(const naming *n, const gen_kernel *kernel,
                                 const gen_pointer *pointer)
{
    char *name = gen_arena_string(n->arena, gen_name_without_dollars(n->arena, pointer->name));
    char *end = name;
    bool is_whole = gen_model_is_whole_array(kernel, pointer);
    const char *last_field = strrchr(name, '.');

    for (const char *c = name; *c && !(is_whole && c > last_field && *c == '['); c++)
        if (*c != ']')
            *end++ = *c == '.' || *c == '[' ? '_' : *c;
    *end = '\0';
    return name;
}

static void name_pointers(const naming *n, gen_kernel_names *names)
{
    const gen_kernel *kernel = names->kernel;
    gen_name_table used = {.arena = n->arena};

    names->pointers = GEN_NEW_ARRAY(n->arena, const char *, kernel->pointer_count);
    for (size_t i = 0; i < kernel->param_count; i++)
        add(&used, names->params[i]);
    for (size_t i = 0; i < kernel->pointer_count; i++) {
        const gen_pointer *pointer = &kernel->pointers[i];
        const char *name;
        if (!pointer->scope || pointer->first != i) {
            names->pointers[i] =
                pointer->scope ? names->pointers[pointer->first] : names->params[pointer->param];
            continue;
        }
        name = identifier_of(n, kernel, pointer);
        while (is_in(&used, name))
            name = gen_arena_format(n->arena, "%s_", name);
        names->pointers[i] = name;
        add(&used, name);
    }
}

static void name_kernels(naming *n)
{
    gen_kernel_names *names;

    for (const gen_kernel *kernel = n->model->kernels; kernel; kernel = kernel->next)
        n->names->kernel_count++;
    names = n->names->kernels = GEN_NEW_ARRAY(n->arena, gen_kernel_names, n->names->kernel_count);
    for (const gen_kernel *kernel = n->model->kernels; kernel; kernel = kernel->next, names++) {
        names->all = n->names;
        names->kernel = kernel;
        name_kernel(n, names);
        name_indices(n, names);
    }
}

/* Parameters give way to everything in the header. */
static void name_locals(const naming *n)
{
    for (size_t i = 0; i < n->names->kernel_count; i++) {
        name_params(n, &n->names->kernels[i]);
        name_pointers(n, &n->names->kernels[i]);
    }
}

const gen_c_names *gen_c_names_choose(const gen_model *model, gen_arena *arena, bool own_structs)
{
    naming n = start(model, arena);

    gen_type_names_choose(n.names, &n.emitted, own_structs);
    name_kernels(&n);
    name_globals(&n);
    add_tags(&n);
    for (size_t i = 0; i < n.names->kernel_count; i++)
        name_args(&n, &n.names->kernels[i]);
    name_overloads(&n);
    gen_field_names_choose(n.names, &n.emitted);
    name_locals(&n);
    return n.names;
}
