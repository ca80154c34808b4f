#include "model/model.h"

#include "support/hash.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

const char *gen_model_file_of(gen_place place)
{
    const char *slash = place.file ? strrchr(place.file, '/') : NULL;

    if (!place.file)
        return "";
    return slash ? slash + 1 : place.file;
}

const char *gen_model_stem_of(gen_arena *arena, const char *file)
{
    size_t length = strlen(file);
    char *stem;

    if (length > 3 && strcmp(file + length - 3, ".cu") == 0)
        length -= 3;
    stem = gen_arena_format(arena, "%s%.*s", isdigit((unsigned char)file[0]) ? "_" : "",
                            (int)length, file);
    for (char *c = stem; *c; c++)
        if (!isalnum((unsigned char)*c))
            *c = '_';
    return stem;
}

const char *gen_model_own_unit(const gen_model *model, gen_arena *arena, size_t argument_count,
                               const char *const *arguments)
{
    uint64_t hash = GEN_HASH_START;

    hash = gen_hash_add(hash, model->source, model->source_length);
    for (size_t i = 0; i < argument_count; i++)
        if (strncmp(arguments[i], "-D", 2) == 0 || strncmp(arguments[i], "-U", 2) == 0)
            hash = gen_hash_add(hash, arguments[i], strlen(arguments[i]) + 1);
    return gen_arena_format(arena, "%016" PRIx64, hash);
}

size_t gen_model_first_architecture(const gen_kernel *kernel)
{
    size_t first = 0;

    while (kernel->architectures >> first && !(kernel->architectures >> first & 1))
        first++;
    return first;
}

const char *gen_model_subject(gen_arena *arena, const gen_kernel *kernel,
                              const gen_pointer *pointer, const gen_annotation *annotation)
{
    if (!pointer)
        return gen_arena_format(arena, "kernel '%s'", kernel->name);
    if (pointer->scope && !annotation->in_field_macro)
        return gen_arena_format(arena, "struct '%s', field '%s'", pointer->scope->record->spelling,
                                pointer->field);
    return gen_arena_format(arena, "kernel '%s', %s '%s'", kernel->name,
                            pointer->scope ? "field" : "parameter", pointer->name);
}

bool gen_model_is_whole_array(const gen_kernel *kernel, const gen_pointer *pointer)
{
    const gen_pointer *first = &kernel->pointers[pointer->first];
    size_t end = first->index;

    while (end < kernel->pointer_count && kernel->pointers[end].scope == first->scope &&
           kernel->pointers[end].field == first->field)
        if (kernel->pointers[end++].first != first->index)
            return false;
    return first->scope && end > first->index + 1 &&
           (!first->index || kernel->pointers[first->index - 1].field != first->field ||
            kernel->pointers[first->index - 1].scope != first->scope);
}

gen_field *gen_model_fields(const gen_record *record, size_t *count)
{
    *count = record->is_plain ? record->field_count : record->readable_count;
    return record->is_plain ? record->fields : record->readable;
}

size_t gen_model_earlier_of(const gen_relation *relation)
{
    return relation->pointer < relation->other ? relation->pointer : relation->other;
}

static const char *value_on(gen_arena *arena, const gen_constant *constant, uint32_t architecture)
{
    const gen_constant *value = gen_model_value_for(constant, architecture);

    if (!value)
        return "not there";
    if (value->negative)
        return gen_arena_format(arena, "-%llu", (unsigned long long)(0 - value->bits));
    return gen_arena_format(arena, "%llu", (unsigned long long)value->bits);
}

const char *gen_model_values(const gen_model *model, gen_arena *arena, const gen_constant *constant,
                             uint32_t architectures)
{
    const char *text = "";

    for (size_t i = 0; i < model->architecture_count; i++)
        if (architectures >> i & 1)
            text = gen_arena_format(arena, "%s%s%s on %s", text, *text ? ", " : "",
                                    value_on(arena, constant, UINT32_C(1) << i),
                                    model->architectures[i]);
    return text;
}
