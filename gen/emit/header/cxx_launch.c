#include "emit/header/cxx_launch.h"

#include "emit/header/comment.h"
#include "emit/header/stub.h"
#include "emit/header/type_definition.h"
#include "support/name_table.h"

#include <string.h>

/* --- Names of types -------------------------------------------------------------------------- */

/* True for a struct that the program cannot name as the kernel does. */
static bool has_spelling(const gen_record_names *names)
{
    const gen_record *record = names->record;

    return record->by_value && names->is_used && !record->vector &&
           names->definer == GEN_DEFINER_GENERATED;
}

static void write_spelling(gen_text *out, const char *name, const char *spelling)
{
    gen_text_printf(out, "\n#ifndef CUSTUB_SPELLING_%s\n#define CUSTUB_SPELLING_%s\n", name, name);
    gen_text_printf(
        out, "template <> struct custub::spelling<%s> {\n    static constexpr text value{", name);
    gen_text_c_string(out, spelling);
    gen_text_printf(out, ", %zu};\n};\n#endif\n", strlen(spelling));
}

static void write_spellings(gen_text *out, const gen_c_names *names)
{
    for (size_t i = 0; i < names->enumeration_count; i++) {
        const gen_enumeration_names *e = &names->enumerations[i];
        if (e->enumeration->by_value && gen_emit_is_enumeration(e))
            write_spelling(out, e->name, e->enumeration->spelling);
    }
    for (size_t i = 0; i < names->record_count; i++)
        if (has_spelling(&names->records[i]))
            write_spelling(out, names->records[i].name, names->records[i].record->spelling);
}

/* --- Parameters ------------------------------------------------------------------------------ */

/* The type of a view's elements in C: "float". */
static const char *element_of(const gen_c_names *names, const gen_type *element)
{
    switch (element->kind) {
    case GEN_TYPE_SCALAR:
        return gen_scalar_row_of(element->scalar)->c_name;
    case GEN_TYPE_RECORD:
        return gen_c_names_of_record(names, element->record)->name;
    case GEN_TYPE_POINTER:
        return "CUdeviceptr";
    default:
        return "void";
    }
}

/* True for a value that is a struct in C and another type in the program. */
static bool is_struct(const gen_type *type)
{
    return !type->is_handle &&
           (type->kind == GEN_TYPE_RECORD ||
            (type->kind == GEN_TYPE_SCALAR && gen_scalar_row_of(type->scalar)->cuda_name));
}

/* True for a value that is an enumeration in C++. Its type in the overload is a parameter of the
 * template: by a conversion, an unscoped enumeration would prefer an overload for integers. */
static bool is_enumeration(const gen_c_names *names, const gen_type *type)
{
    return type->enumeration &&
           gen_emit_is_enumeration(gen_c_names_of_enumeration(names, type->enumeration));
}

/* The name of this parameter of the template. */
static const char *enumeration_of(gen_arena *arena, size_t index)
{
    return gen_arena_format(arena, "custub_enum%zu", index);
}

static const char *type_of(const gen_kernel_names *kernel, gen_arena *arena, size_t index)
{
    const gen_c_names *names = kernel->all;
    const gen_param *param = &kernel->kernel->params[index];
    const char *type = gen_emit_param_type(names, arena, param);
    const gen_type *pointer = param->pointer ? param->pointer->type : param->type;

    if (pointer->kind == GEN_TYPE_POINTER)
        return gen_arena_format(arena, "const ::custub::argument<%s, %s%s> &", type,
                                pointer->element->is_const ? "const " : "",
                                element_of(names, pointer->element));
    if (param->kind != CUSTUB_PARAM_TENSOR_MAP && is_struct(param->type))
        return gen_arena_format(arena, "const ::custub::value<%s> &", type);
    if (is_enumeration(names, param->type))
        type = enumeration_of(arena, index);
    return gen_arena_format(arena, "%s ", type);
}

/* What the launch function of C takes. */
static const char *argument_of(const gen_kernel_names *names, gen_arena *arena, size_t index)
{
    const gen_param *param = &names->kernel->params[index];

    if (param->pointer || param->type->kind == GEN_TYPE_POINTER)
        return gen_arena_format(arena, "%s.view", names->params[index]);
    if (param->kind != CUSTUB_PARAM_TENSOR_MAP && is_struct(param->type))
        return gen_arena_format(arena, "%s.c", names->params[index]);
    if (is_enumeration(names->all, param->type))
        return gen_arena_format(arena, "static_cast<%s>(%s)",
                                gen_emit_param_type(names->all, arena, param),
                                names->params[index]);
    return names->params[index];
}

/* --- Names of overloads ---------------------------------------------------------------------- */

/* "math_axpy int custub_f32_view": what distinguishes overloads. */
static const char *key_of(const gen_kernel_names *names, gen_arena *arena, const char *overload)
{
    gen_text key;
    const char *copy;

    gen_text_initialize(&key);
    gen_text_puts(&key, overload);
    for (size_t i = 0; i < names->kernel->param_count; i++)
        gen_text_printf(&key, " %s",
                        gen_emit_param_type(names->all, arena, &names->kernel->params[i]));
    copy = gen_arena_string(arena, key.data ? key.data : overload);
    gen_text_deinitialize(&key);
    return copy;
}

/* Keys that two kernels have, with `table` as their value; the others have the kernel's names. */
static void count_key(gen_name_table *table, const gen_kernel_names *names, const char *key)
{
    const void *found = gen_name_table_find(table, key);

    gen_name_table_put(table, key, found && found != names ? (void *)table : (void *)names);
}

static const char *overload_of(const gen_name_table *table, const gen_kernel_names *names,
                               gen_arena *arena)
{
    const char *key = key_of(names, arena, names->overload);

    return gen_name_table_find(table, key) == names ? names->overload : names->function;
}

/* --- Functions ------------------------------------------------------------------------------- */

/* A comma, and the parameter, on the next line if this one has no room for it. */
static void write_param(gen_text *out, size_t *line, const char *param)
{
    if (out->length - *line + 2 + strlen(param) > 98) {
        gen_text_puts(out, ",\n    ");
        *line = out->length - 4;
    } else {
        gen_text_puts(out, ", ");
    }
    gen_text_puts(out, param);
}

static void write_prototype(gen_text *out, const gen_kernel_names *names, gen_arena *arena,
                            const char *name, const char *errors)
{
    const gen_model *model = names->all->model;
    size_t line;

    gen_text_printf(out, "static inline auto %slaunch_%s(\n    ", model->prefix, name);
    line = out->length - 4;
    gen_text_printf(out, "const %s_kernels &%s", model->name,
                    gen_c_names_local(names, arena, "kernels"));
    write_param(out, &line,
                gen_arena_format(arena, "const ::custub::launch &%s",
                                 gen_c_names_local(names, arena, "launch")));
    for (size_t i = 0; i < names->kernel->param_count; i++)
        write_param(out, &line,
                    gen_arena_format(arena, "%s%s", type_of(names, arena, i), names->params[i]));
    write_param(out, &line, gen_arena_format(arena, "custub_errors %s = {})\n", errors));
}

static void write_template(gen_text *out, const gen_kernel_names *names, gen_arena *arena)
{
    gen_text_puts(out, "\ntemplate <class custub_errors = ::custub::exceptions");
    for (size_t i = 0; i < names->kernel->param_count; i++) {
        const gen_param *param = &names->kernel->params[i];
        const char *type = enumeration_of(arena, i);
        if (is_enumeration(names->all, param->type))
            gen_text_printf(out, ",\n          class %s, ::custub::if_same<%s, %s> = 0", type, type,
                            gen_emit_param_type(names->all, arena, param));
    }
    gen_text_puts(out, ">\n");
}

/* The call of the launch function of C. */
static void write_call(gen_text *out, const gen_kernel_names *names, gen_arena *arena,
                       const char *error)
{
    gen_text line;

    gen_text_initialize(&line);
    gen_text_printf(&line, "return %slaunch_%s(&%s, %s.get()", names->all->model->prefix,
                    names->function, gen_c_names_local(names, arena, "kernels"),
                    gen_c_names_local(names, arena, "launch"));
    for (size_t i = 0; i < names->kernel->param_count; i++)
        gen_text_printf(&line, ", %s", argument_of(names, arena, i));
    gen_text_printf(&line, ", %s);", error);
    gen_emit_wrapped(out, line.data ? line.data : "", "        ", "            ");
    out->failed |= line.failed;
    gen_text_deinitialize(&line);
}

static void write_overload(gen_text *out, const gen_kernel_names *names, gen_arena *arena,
                           const char *name)
{
    const char *errors = gen_c_names_local(names, arena, "errors");
    const char *error = gen_c_names_local(names, arena, "error");

    write_template(out, names, arena);
    write_prototype(out, names, arena, name, errors);
    gen_text_printf(out, "{\n    return ::custub::attempt(%s, [&](custub_error *%s) {\n", errors,
                    error);
    write_call(out, names, arena, error);
    gen_text_puts(out, "    });\n}\n");
}

void gen_emit_overloads(gen_text *out, const gen_c_names *names, gen_arena *arena)
{
    gen_name_table keys = {.arena = arena};

    if (!names->kernel_count)
        return;
    for (size_t i = 0; i < names->kernel_count; i++) {
        const gen_kernel_names *kernel = &names->kernels[i];
        count_key(&keys, kernel, key_of(kernel, arena, kernel->function));
        count_key(&keys, kernel, key_of(kernel, arena, kernel->overload));
    }
    gen_text_puts(out, "\n/* C++17: overloads, which throw or do as <custub/custub.hpp> says. */\n"
                       "#ifdef CUSTUB_OVERLOADS\nextern \"C++\" {");
    write_spellings(out, names);
    for (size_t i = 0; i < names->kernel_count; i++)
        write_overload(out, &names->kernels[i], arena,
                       overload_of(&keys, &names->kernels[i], arena));
    gen_text_puts(out, "\n}\n#endif\n");
}
