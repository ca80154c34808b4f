#include "frontend/kernels/kernel_parameters.h"

#include "frontend/annotations/annotation.h"
#include "frontend/types/signature.h"
#include "frontend/types/type_reader.h"
#include "model/tensor_map.h"

#include <string.h>

static custub_param_kind kind_of(const gen_type *type)
{
    if (gen_tensor_map_is(type))
        return CUSTUB_PARAM_TENSOR_MAP;
    switch (type->kind) {
    case GEN_TYPE_SCALAR:
        return CUSTUB_PARAM_SCALAR;
    case GEN_TYPE_POINTER:
        return CUSTUB_PARAM_BUFFER;
    default:
        return type->record && type->record->is_plain ? CUSTUB_PARAM_STRUCT : CUSTUB_PARAM_OPAQUE;
    }
}

/* A record that is passed by value is emitted as a struct, and so are the types inside it. */
static void mark_by_value(gen_record *record)
{
    if (record->by_value) /* then the types inside are marked, too */
        return;
    record->by_value = true;
    if (!record->is_plain)
        return;
    for (size_t i = 0; i < record->field_count; i++) {
        const gen_type *type = record->fields[i].type;
        while (type->kind == GEN_TYPE_ARRAY)
            type = type->element;
        if (type->kind == GEN_TYPE_RECORD)
            mark_by_value(type->record);
        else if (type->enumeration)
            type->enumeration->is_inside = true;
    }
}

void gen_read_mark_types(const gen_type *type)
{
    const gen_type *element = type->kind == GEN_TYPE_POINTER ? type->element : NULL;

    if (type->kind == GEN_TYPE_RECORD) {
        mark_by_value(type->record);
        type->record->is_used = true;
    } else if (type->enumeration) {
        type->enumeration->by_value = true;
    } else if (element && element->kind == GEN_TYPE_RECORD) {
        mark_by_value(element->record);
        element->record->is_element = true;
        element->record->is_used = true;
    } else if (element && element->enumeration) {
        element->enumeration->is_inside = true;
    }
}

static bool is_param(const gen_kernel *kernel, const char *name)
{
    for (size_t i = 0; i < kernel->param_count; i++)
        if (strcmp(kernel->params[i].name, name) == 0)
            return true;
    return false;
}

static bool is_earlier(const gen_kernel *kernel, unsigned index)
{
    unsigned i = 0;

    while (strcmp(kernel->params[i].name, kernel->params[index].name) != 0)
        i++;
    return i < index;
}

/* Names a parameter without a name "argument3" or the like, which no other parameter is called. The
 * parameters of a pack share a name in the source: the second becomes "values_2". */
static void name_params(gen_reader *reader, gen_kernel *kernel, CXCursor function)
{
    for (unsigned i = 0; i < kernel->param_count; i++)
        kernel->params[i].name =
            gen_reader_text(reader, clang_getCursorSpelling(clang_Cursor_getArgument(function, i)));
    for (unsigned i = 0; i < kernel->param_count; i++) {
        const char *name = kernel->params[i].name;
        if (*name && !is_earlier(kernel, i))
            continue;
        name = *name ? gen_arena_format(reader->arena, "%s_%u", name, i)
                     : gen_arena_format(reader->arena, "argument%u", i);
        while (is_param(kernel, name))
            name = gen_arena_format(reader->arena, "%s_", name);
        kernel->params[i].name = name;
    }
}

static bool is_whole(gen_reader *reader, const gen_param *param, const char *what)
{
    const gen_type *type = param->type;

    if (type->kind == GEN_TYPE_RECORD && type->record->has_long_double) {
        gen_diag_error(reader->diag, param->place, "type-long-double",
                       "%s: '%s' has a 'long double', which is 8 bytes on the device and 16 on the "
                       "host; use double",
                       what, type->spelling);
        return false;
    }
    if (type->size > 0)
        return true;
    gen_diag_error(reader->diag, param->place, "type-empty",
                   "%s: type '%s' has no bytes; pass a type that has bytes", what, type->spelling);
    return false;
}

/* Replaces a type after a reported error, so that the contract causes no more errors about it. */
static const gen_type *make_stand_in(gen_reader *reader, CXType type)
{
    CXType canonical = clang_getCanonicalType(type);
    gen_type *number = GEN_NEW(reader->arena, gen_type);
    gen_type *pointer = GEN_NEW(reader->arena, gen_type);

    *number = (gen_type){.kind = GEN_TYPE_SCALAR,
                         .scalar = CUSTUB_SCALAR_I32,
                         .spelling = "int",
                         .c_name = "int",
                         .size = 4,
                         .align = 4};
    *pointer = (gen_type){.kind = GEN_TYPE_POINTER,
                          .spelling = "int *",
                          .size = 8,
                          .align = 8,
                          .mark = "*",
                          .element = number};
    return clang_getPointeeType(canonical).kind == CXType_Invalid ? number : pointer;
}

static void read_param(gen_reader *reader, gen_kernel *kernel, CXCursor function, unsigned index)
{
    gen_param *param = &kernel->params[index];
    CXCursor cursor = clang_Cursor_getArgument(function, index);
    const char *what;

    param->place = gen_reader_place(reader, cursor);
    param->annotations = gen_read_annotations(reader, cursor);
    what =
        gen_arena_format(reader->arena, "kernel '%s', parameter '%s'", kernel->name, param->name);
    param->type =
        gen_read_type(reader, gen_read_argument_type(function, index), param->place, what);
    if (!param->type || !is_whole(reader, param, what)) {
        param->type = make_stand_in(reader, gen_read_argument_type(function, index));
        gen_name_table_put(&reader->failed_kernels, kernel->name, kernel);
    }
    param->kind = kind_of(param->type);
    kernel->parameter_bytes = (kernel->parameter_bytes + param->type->align - 1) /
                              param->type->align * param->type->align;
    param->offset = kernel->parameter_bytes;
    kernel->parameter_bytes += param->type->size;
    if (param->kind != CUSTUB_PARAM_TENSOR_MAP)
        gen_read_mark_types(param->type);
}

void gen_read_kernel_parameters(gen_reader *reader, gen_kernel *kernel, CXCursor function)
{
    int count = clang_Cursor_getNumArguments(function);

    kernel->param_count = count > 0 ? (size_t)count : 0;
    kernel->params = GEN_NEW_ARRAY(reader->arena, gen_param, kernel->param_count);
    name_params(reader, kernel, function);
    for (unsigned i = 0; i < kernel->param_count; i++)
        read_param(reader, kernel, function, i);
}
