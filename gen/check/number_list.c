/* Lists the integers in struct parameters that a contract could name: `custub suggest` chooses
 * them, and writes expressions of them. */
#include "check/kernel_rules.h"

#define MOST_NUMBERS 24 /* of a kernel */

typedef struct number {
    size_t param;
    const gen_type *type;
    const char *path;
    uint64_t offset; /* bytes, in the parameter */
} number;

static void list_type(const gen_checker *check, const number *at);

static void list_fields(const gen_checker *check, const number *around)
{
    size_t count;
    const gen_field *fields = gen_model_fields(around->type->record, &count);

    for (size_t i = 0; i < count; i++) {
        const gen_field *field = &fields[i];
        number at = {around->param, field->type, NULL, around->offset + field->offset};

        if (!field->type || field->in_union || field->is_bit_field || field->is_closed)
            continue;
        at.path = gen_arena_format(check->arena, "%s.%s", around->path, field->name);
        list_type(check, &at);
    }
}

static void list_elements(const gen_checker *check, const number *around)
{
    const gen_type *element = around->type->element;

    for (uint64_t i = 0; i < around->type->count && check->kernel->part_count < MOST_NUMBERS; i++) {
        const number at = {
            around->param, element,
            gen_arena_format(check->arena, "%s[%llu]", around->path, (unsigned long long)i),
            around->offset + i * element->size};

        list_type(check, &at);
    }
}

static void list_type(const gen_checker *check, const number *at)
{
    const gen_type *type = at->type;

    if (type->kind == GEN_TYPE_RECORD && type->record && !type->record->is_union)
        list_fields(check, at);
    else if (type->kind == GEN_TYPE_ARRAY)
        list_elements(check, at);
    else if (type->kind == GEN_TYPE_SCALAR && gen_scalar_is_integer(type->scalar) &&
             check->kernel->part_count < MOST_NUMBERS)
        gen_check_add_part(check, &(gen_part){NULL, at->param, at->offset, type->scalar, at->path});
}

void gen_check_list_numbers(const gen_checker *check)
{
    const gen_kernel *kernel = check->kernel;

    for (size_t i = 0; i < kernel->param_count; i++) {
        const gen_param *param = &kernel->params[i];
        const number whole = {i, param->type, param->name, 0};

        if (param->kind == CUSTUB_PARAM_STRUCT)
            list_type(check, &whole);
    }
}
