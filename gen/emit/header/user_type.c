#include "emit/header/user_type.h"

#include <inttypes.h>
#include <string.h>

/* --- Assertions ------------------------------------------------------------------------------ */

/* The struct whose fields are being asserted. */
typedef struct user_type {
    gen_text *out;
    gen_arena *arena;
    const char *name; /* "params" */
} user_type;

/* Writes an assertion, on two lines if it is too long for one. */
static void write_assert(const user_type *to, const char *condition, const char *path,
                         const char *fact)
{
    const char *first = gen_arena_format(to->arena, "static_assert(%s,", condition);
    const char *name = gen_arena_format(to->arena, "%s%s%s", to->name, *path ? "." : "", path);
    const char *message = gen_arena_format(to->arena, "%s: %s", name, fact);

    gen_text_puts(to->out, first);
    gen_text_puts(to->out, strlen(first) + strlen(message) + 5 > 100 ? "\n    " : " ");
    gen_text_c_string(to->out, message);
    gen_text_puts(to->out, ");\n");
}

/* --- What the kernel has, in the words of <custub/user_type.h> ------------------------------- */

static const char *scalar_word(const gen_type *type)
{
    const bool is_any_integer = type->is_enumeration || type->scalar == CUSTUB_SCALAR_BOOL ||
                                strcmp(type->builtin, "char") == 0;

    if (type->is_handle)
        return "HANDLE";
    if (is_any_integer && type->size < 8)
        return type->size == 1 ? "BYTE" : "ENUMERATION";
    return gen_scalar_row_of(type->scalar)->constant + strlen("CUSTUB_SCALAR_");
}

static const char *pointer_word(const gen_type *type)
{
    const gen_type *element = type->element;

    if (element->kind == GEN_TYPE_SCALAR && element->scalar == CUSTUB_SCALAR_F32)
        return "POINTER_TO_F32";
    if (element->kind == GEN_TYPE_SCALAR && element->scalar == CUSTUB_SCALAR_F64)
        return "POINTER_TO_F64";
    return "POINTER";
}

static const char *vector_word(const gen_record *vector)
{
    const gen_scalar_row *component = gen_scalar_row_of(vector->fields[0].type->scalar);

    if (component->class == GEN_SCALAR_SIGNED)
        return "VECTOR_OF_SIGNED";
    if (component->class == GEN_SCALAR_UNSIGNED)
        return "VECTOR_OF_UNSIGNED";
    return component->bytes == 4 ? "VECTOR_OF_F32" : "VECTOR_OF_F64";
}

/* Null if any type of the size is right: C has no type for the bytes of a half, and a record's
 * fields are asserted one by one. */
static const char *word_of(const gen_type *type)
{
    switch (type->kind) {
    case GEN_TYPE_SCALAR:
        return gen_scalar_row_of(type->scalar)->cuda_name ? NULL : scalar_word(type);
    case GEN_TYPE_POINTER:
        return pointer_word(type);
    case GEN_TYPE_RECORD:
        return type->record->vector ? vector_word(type->record) : NULL;
    default:
        return NULL;
    }
}

/* --- Fields ---------------------------------------------------------------------------------- */

static const gen_type *element_of(const gen_type *type)
{
    while (type->kind == GEN_TYPE_ARRAY)
        type = type->element;
    return type;
}

static const char *test_of(const gen_type *type)
{
    if (element_of(type)->kind == GEN_TYPE_RECORD)
        return "VECTOR";
    return type->kind == GEN_TYPE_ARRAY ? "ARRAY" : "FIELD";
}

/* Asserts the type of an existing field. */
static void write_type(const user_type *to, const gen_type *type, const char *path)
{
    const gen_type *element = element_of(type);
    const char *word = word_of(element);
    const bool in_array = element->kind == GEN_TYPE_RECORD && type->kind == GEN_TYPE_ARRAY;
    const char *of = in_array ? gen_arena_format(to->arena, "%s[0]", path) : path;
    const char *fact = gen_arena_format(to->arena, "the kernel has %s%s",
                                        element->kind == GEN_TYPE_RECORD ? element->record->spelling
                                                                         : element->spelling,
                                        type->kind == GEN_TYPE_ARRAY ? "[]" : "");

    if (type->kind == GEN_TYPE_ARRAY || !word)
        write_assert(to,
                     gen_arena_format(to->arena, "CUSTUB_FIELD_BYTES(%s, %s) == %" PRIu64, to->name,
                                      path, type->size),
                     path, gen_arena_format(to->arena, "%s, %" PRIu64 " bytes", fact, type->size));
    if (word)
        write_assert(to,
                     gen_arena_format(to->arena, "CUSTUB_%s_FITS(%s, %" PRIu64 ", %s, %s)",
                                      test_of(type), word, element->size, to->name, of),
                     path, fact);
}

static void write_fields(const user_type *to, const gen_record *record, const char *around,
                         uint64_t start);

/* True if C knows the offset. Bit-fields and references have none, and an unnamed type cannot be
 * asked about a field that is not public. */
static bool is_asserted(const gen_field *field)
{
    return !field->is_bit_field && !field->is_closed &&
           !(field->type && field->type->kind == GEN_TYPE_POINTER && field->type->mark[0] == '&');
}

/* `around`: "tiles[0].", or "". `start`: its byte offset. */
static void write_field(const user_type *to, const gen_field *field, const char *around,
                        uint64_t start)
{
    const char *path = gen_arena_format(to->arena, "%s%s", around, field->name);
    const char *inside = path;
    const gen_type *type = field->type;

    write_assert(to,
                 gen_arena_format(to->arena, "offsetof(%s, %s) == %" PRIu64, to->name, path,
                                  start + field->offset),
                 path, "offset");
    if (!type || type->size == 0) /* char tail[] */
        return;
    write_type(to, type, path);
    for (; type->kind == GEN_TYPE_ARRAY; type = type->element)
        inside = gen_arena_format(to->arena, "%s[0]", inside);
    if (type->kind == GEN_TYPE_RECORD && !type->record->vector)
        write_fields(to, type->record, gen_arena_format(to->arena, "%s.", inside),
                     start + field->offset);
}

static void write_fields(const user_type *to, const gen_record *record, const char *around,
                         uint64_t start)
{
    size_t count;
    const gen_field *fields = gen_model_fields(record, &count);

    for (size_t i = 0; i < count; i++)
        if (is_asserted(&fields[i]))
            write_field(to, &fields[i], around, start);
}

bool gen_user_type_has(const gen_record *record, const gen_enumeration *enumeration)
{
    size_t count;
    const gen_field *fields = gen_model_fields(record, &count);

    for (size_t i = 0; i < count; i++) {
        const gen_type *type = fields[i].type ? element_of(fields[i].type) : NULL;
        if (type &&
            (type->enumeration == enumeration ||
             (type->kind == GEN_TYPE_RECORD && gen_user_type_has(type->record, enumeration))))
            return true;
    }
    return false;
}

/* --- Types ----------------------------------------------------------------------------------- */

/* Gives a C name to a type that has one tag and no typedef. */
static void write_typedef(gen_text *out, const char *name, const gen_c_naming *naming)
{
    if (strcmp(naming->c_tag, naming->cpp_tag) == 0)
        gen_text_printf(out, "typedef %s %s;\n", naming->c_tag, name);
    else
        gen_text_printf(out, "#ifdef __cplusplus\ntypedef %s %s;\n#else\ntypedef %s %s;\n#endif\n",
                        naming->cpp_tag, name, naming->c_tag, name);
}

void gen_emit_user_record(gen_text *out, const gen_record_names *names, gen_arena *arena)
{
    const gen_record *record = names->record;
    const user_type to = {out, arena, names->name};

    gen_text_puts(out, "\n/* ");
    gen_text_comment(out, record->spelling);
    gen_text_puts(out, " */\n");
    if (names->definer == GEN_DEFINER_OWN_TAG)
        write_typedef(out, names->name, &record->naming);
    write_assert(&to, gen_arena_format(arena, "sizeof(%s) == %" PRIu64, to.name, record->size), "",
                 "size");
    write_assert(&to, gen_arena_format(arena, "alignof(%s) == %" PRIu32, to.name, record->align),
                 "", "alignment");
    write_fields(&to, record, "", 0);
}

static void write_enumerator(gen_text *out, const gen_enumeration *enumeration,
                             const gen_enumerator *enumerator)
{
    const bool is_negative = gen_scalar_row_of(enumeration->scalar)->class == GEN_SCALAR_SIGNED &&
                             (int64_t)enumerator->bits < 0;

    if (is_negative) /* INT64_MIN has no literal */
        gen_text_printf(out, "static_assert(%s == -INT64_C(%" PRIu64 ") - 1", enumerator->name,
                        UINT64_C(0) - enumerator->bits - 1);
    else
        gen_text_printf(out, "static_assert(%s == %s(%" PRIu64 ")", enumerator->name,
                        enumerator->bits > INT64_MAX ? "UINT64_C" : "INT64_C", enumerator->bits);
    gen_text_printf(out, ", \"%s: value\");\n", enumerator->name);
}

void gen_emit_user_enumeration(gen_text *out, const gen_enumeration_names *names)
{
    const gen_enumeration *enumeration = names->enumeration;
    const char *name = names->name;

    gen_text_puts(out, "\n/* ");
    gen_text_comment(out, enumeration->spelling);
    gen_text_puts(out, " */\n");
    if (name && names->definer == GEN_DEFINER_OWN_TAG)
        write_typedef(out, name, &enumeration->naming);
    if (name)
        gen_text_printf(out, "static_assert(sizeof(%s) == %" PRIu32 ", \"%s: size\");\n", name,
                        gen_scalar_row_of(enumeration->scalar)->bytes, name);
    for (size_t i = 0; enumeration->is_global && i < enumeration->count; i++)
        write_enumerator(out, enumeration, &enumeration->enumerators[i]);
}
