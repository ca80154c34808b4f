#include "emit/header/type_definition.h"

#include "emit/names/c_name.h"
#include "emit/header/comment.h"
#include "emit/header/user_type.h"
#include "support/hash.h"

#include <inttypes.h>
#include <string.h>

/* --- Enumerations ---------------------------------------------------------------------------- */

/* Gives different guards to enumerations with the same name and different contents. */
static uint32_t contents_hash(const gen_enumeration_names *names)
{
    const gen_enumeration *enumeration = names->enumeration;
    uint64_t hash =
        gen_hash_add(GEN_HASH_START, enumeration->integer, strlen(enumeration->integer));

    for (size_t i = 0; i < enumeration->count; i++) {
        const gen_enumerator *enumerator = &enumeration->enumerators[i];
        hash = gen_hash_add(hash, names->enumerators[i], strlen(names->enumerators[i]) + 1);
        hash = gen_hash_add(hash, &enumerator->bits, sizeof(enumerator->bits));
    }
    return (uint32_t)(hash ^ hash >> 32);
}

static bool is_signed(const gen_enumeration *enumeration)
{
    return gen_scalar_row_of(enumeration->scalar)->class == GEN_SCALAR_SIGNED;
}

/* True if the values can be enumerators in C. */
static bool fits_int(const gen_enumeration *enumeration)
{
    for (size_t i = 0; i < enumeration->count; i++) {
        uint64_t bits = enumeration->enumerators[i].bits;
        int64_t value = (int64_t)bits;
        if (is_signed(enumeration) ? value < INT32_MIN || value > INT32_MAX : bits > INT32_MAX)
            return false;
    }
    return true;
}

static void write_value(gen_text *out, const gen_enumeration *enumeration, uint64_t bits)
{
    bool is_int = fits_int(enumeration);

    if (gen_scalar_row_of(enumeration->scalar)->class == GEN_SCALAR_TRUTH)
        gen_text_puts(out, bits ? "true" : "false");
    else if (!is_signed(enumeration))
        gen_text_printf(out, is_int ? "%" PRIu64 : "UINT64_C(%" PRIu64 ")", bits);
    else if ((int64_t)bits == INT64_MIN)
        gen_text_puts(out, "INT64_MIN");
    else
        gen_text_printf(out, is_int ? "%" PRId64 : "INT64_C(%" PRId64 ")", (int64_t)bits);
}

/* In C the compiler chooses an enumeration's type, so the enumerators get an unnamed one. In C++
 * the enumeration is a type of its own. */
static void write_enumerators(gen_text *out, const gen_enumeration_names *names)
{
    const gen_enumeration *enumeration = names->enumeration;

    gen_text_printf(out,
                    "#ifdef __cplusplus\nenum %s : %s {\n#else\ntypedef %s %s;\nenum {\n#endif\n",
                    names->name, enumeration->integer, enumeration->integer, names->name);
    for (size_t i = 0; i < enumeration->count; i++) {
        gen_text_printf(out, "    %s = ", names->enumerators[i]);
        write_value(out, enumeration, enumeration->enumerators[i].bits);
        gen_text_puts(out, i + 1 < enumeration->count ? ",\n" : "\n");
    }
    gen_text_puts(out, "};\n");
}

static void write_constants(gen_text *out, const gen_enumeration_names *names)
{
    const gen_enumeration *enumeration = names->enumeration;

    gen_text_printf(out, "typedef %s %s;\n", enumeration->integer, names->name);
    for (size_t i = 0; i < enumeration->count; i++) {
        gen_text_printf(out, "static const %s %s = ", names->name, names->enumerators[i]);
        write_value(out, enumeration, enumeration->enumerators[i].bits);
        gen_text_puts(out, ";\n");
    }
}

bool gen_emit_is_enumeration(const gen_enumeration_names *names)
{
    return names->name && names->definer == GEN_DEFINER_GENERATED && names->enumeration->count &&
           fits_int(names->enumeration);
}

static void write_enumeration(gen_text *out, const gen_enumeration_names *names)
{
    const gen_enumeration *enumeration = names->enumeration;
    uint32_t hash = contents_hash(names);

    gen_text_printf(out, "\n#ifndef CUSTUB_ENUM_%s_%08" PRIx32 "\n", names->name, hash);
    gen_text_printf(out, "#define CUSTUB_ENUM_%s_%08" PRIx32 "\n/* ", names->name, hash);
    gen_text_comment(out, enumeration->spelling);
    gen_text_puts(out, " */\n");
    if (gen_emit_is_enumeration(names))
        write_enumerators(out, names);
    else
        write_constants(out, names);
    gen_text_puts(out, "#endif\n");
}

/* --- Structs --------------------------------------------------------------------------------- */

/* "float gravity[3]" */
static void write_declaration(gen_text *out, const gen_record_names *names, size_t field)
{
    const gen_type *type = names->record->fields[field].type;
    const gen_type *element = type;

    while (element->kind == GEN_TYPE_ARRAY)
        element = element->element;
    gen_text_printf(out, "%s %s", gen_c_names_of_type(names->all, element), names->fields[field]);
    for (; type->kind == GEN_TYPE_ARRAY; type = type->element)
        gen_text_printf(out, "[%" PRIu64 "]", type->count);
}

/* 32-bit FNV-1a over the struct's layout. It gives different guards to structs with the same name
 * and different layouts. */
static uint32_t layout_hash(const gen_record *record)
{
    uint32_t hash = UINT32_C(2166136261);
    uint64_t words[2] = {record->size, record->align};

    for (size_t i = 0; i < sizeof(words); i++)
        hash = (hash ^ ((const unsigned char *)words)[i]) * UINT32_C(16777619);
    for (size_t i = 0; i < record->field_count; i++) {
        const gen_field *field = &record->fields[i];
        for (const char *c = field->name; *c; c++)
            hash = (hash ^ (unsigned char)*c) * UINT32_C(16777619);
        hash = (hash ^ (uint32_t)field->offset) * UINT32_C(16777619);
        hash = (hash ^ (uint32_t)field->type->kind ^ (uint32_t)field->type->scalar << 8) *
               UINT32_C(16777619);
    }
    return hash;
}

static uint32_t natural_align(const gen_record *record)
{
    uint32_t align = 1;

    for (size_t i = 0; record->is_plain && i < record->field_count; i++)
        if (record->fields[i].type->align > align)
            align = record->fields[i].type->align;
    return align;
}

static void write_struct(gen_text *out, const gen_record_names *names)
{
    const gen_record *record = names->record;
    gen_text_puts(out, "/* ");
    gen_text_comment(out, record->spelling);
    gen_text_printf(out, ": %" PRIu64 " bytes, aligned to %" PRIu32, record->size, record->align);
    if (!record->is_plain) {
        gen_text_puts(out, "; its fields have no C form: ");
        gen_text_comment(out, record->why_bytes ? record->why_bytes : "they are not known");
    }
    gen_text_puts(out, " */\n");
    gen_text_printf(out, "typedef struct %s {\n", names->name);
    if (!record->is_plain) {
        if (record->align > 1)
            gen_text_printf(out, "    alignas(%" PRIu32 ") unsigned char bytes[%" PRIu64 "];\n",
                            record->align, record->size);
        else
            gen_text_printf(out, "    unsigned char bytes[%" PRIu64 "];\n", record->size);
    }
    for (size_t i = 0; record->is_plain && i < record->field_count; i++) {
        gen_text_puts(out, "    ");
        if (i == 0 && record->align > natural_align(record))
            gen_text_printf(out, "alignas(%" PRIu32 ") ", record->align);
        write_declaration(out, names, i);
        gen_text_puts(out, ";\n");
    }
    gen_text_printf(out, "} %s;\n", names->name);
}

static void write_asserts(gen_text *out, const gen_record_names *names)
{
    const gen_record *record = names->record;
    const char *name = names->name;

    gen_text_printf(out, "static_assert(sizeof(%s) == %" PRIu64 ", \"%s: size\");\n", name,
                    record->size, name);
    gen_text_printf(out, "static_assert(alignof(%s) == %" PRIu32 ", \"%s: alignment\");\n", name,
                    record->align, name);
    for (size_t i = 0; record->is_plain && i < record->field_count; i++) {
        const char *field = names->fields[i];
        gen_text_printf(out, "static_assert(offsetof(%s, %s) == %" PRIu64 ", \"%s.%s: offset\");\n",
                        name, field, record->fields[i].offset, name, field);
    }
}

/* --- Makers ---------------------------------------------------------------------------------- */

static void write_maker_prototype(gen_text *out, const gen_record_names *names)
{
    const gen_record *record = names->record;
    gen_text line;

    gen_text_initialize(&line);
    gen_text_printf(&line, "static inline %s %s_of(", names->name, names->name);
    for (size_t i = 0; i < record->field_count; i++) {
        gen_text_puts(&line, i ? ", " : "");
        if (record->fields[i].type->kind == GEN_TYPE_ARRAY)
            gen_text_puts(&line, "const ");
        write_declaration(&line, names, i);
    }
    gen_text_puts(&line, ")");
    gen_emit_wrapped(out, line.data ? line.data : "", "", "    ");
    out->failed |= line.failed;
    gen_text_deinitialize(&line);
}

/* `value`, with underscores added until no field has the name. */
static const char *name_value(const gen_record_names *names, gen_arena *arena)
{
    const char *name = "value";

    for (size_t i = 0; i < names->record->field_count; i++)
        if (strcmp(names->fields[i], name) == 0) {
            name = gen_arena_format(arena, "%s_", name);
            i = (size_t)-1;
        }
    return name;
}

/* The maker zeroes the padding, as far as the compiler copies it with the struct: the padding
 * reaches the device, and tools that watch for reads of uninitialized memory. */
static void write_maker(gen_text *out, const gen_record_names *names, gen_arena *arena)
{
    const gen_record *record = names->record;
    const char *value = name_value(names, arena);

    write_maker_prototype(out, names);
    gen_text_printf(out, "{\n    %s %s;\n\n    memset(&%s, 0, sizeof(%s));\n", names->name, value,
                    value, value);
    for (size_t i = 0; i < record->field_count; i++) {
        const char *field = names->fields[i];
        if (record->fields[i].type->kind == GEN_TYPE_ARRAY)
            gen_text_printf(out, "    memcpy(%s.%s, %s, sizeof(%s.%s));\n", value, field, field,
                            value, field);
        else
            gen_text_printf(out, "    %s.%s = %s;\n", value, field, field);
    }
    gen_text_printf(out, "    return %s;\n}\n", value);
}

/* No maker for the user's structs: they may have fields that cannot be assigned. */
static bool has_maker(const gen_record_names *names)
{
    const gen_record *record = names->record;
    bool has = record->is_plain && names->definer == GEN_DEFINER_GENERATED;

    for (size_t i = 0; has && i < record->field_count; i++) {
        const gen_type *type = record->fields[i].type;
        while (type->kind == GEN_TYPE_ARRAY)
            type = type->element;
        has = type->kind != GEN_TYPE_RECORD || type->record->vector ||
              gen_c_names_of_record(names->all, type->record)->definer == GEN_DEFINER_GENERATED;
    }
    return has;
}

bool gen_emit_has_makers(const gen_c_names *names)
{
    bool has = false;

    for (size_t i = 0; i < names->record_count && !has; i++) {
        const gen_record *record = names->records[i].record;
        has = record->by_value && !record->vector && has_maker(&names->records[i]);
    }
    return has;
}

static void write_view_and_buffer(gen_text *out, const char *name, gen_arena *arena)
{
    gen_emit_wrapped(out,
                     gen_arena_format(arena, "CUSTUB_DEFINE_VIEW(%s, %s_view, %s, sizeof(%s))",
                                      name, name, name, name),
                     "", "    ");
    gen_emit_wrapped(out,
                     gen_arena_format(arena, "CUSTUB_DEFINE_BUFFER(%s, %s_view, %s, sizeof(%s))",
                                      name, name, name, name),
                     "", "    ");
}

static void write_record(gen_text *out, const gen_record_names *names, gen_arena *arena)
{
    const gen_record *record = names->record;
    uint32_t hash = layout_hash(record);

    if (names->definer != GEN_DEFINER_GENERATED)
        gen_emit_user_record(out, names, arena);
    if (names->definer != GEN_DEFINER_GENERATED && !record->is_element)
        return;
    gen_text_printf(out, "\n#ifndef CUSTUB_STRUCT_%s_%08" PRIx32 "\n", names->name, hash);
    gen_text_printf(out, "#define CUSTUB_STRUCT_%s_%08" PRIx32 "\n", names->name, hash);
    if (names->definer == GEN_DEFINER_GENERATED) {
        write_struct(out, names);
        write_asserts(out, names);
    }
    if (has_maker(names))
        write_maker(out, names, arena);
    if (record->is_element)
        write_view_and_buffer(out, names->name, arena);
    gen_text_puts(out, "#endif\n");
}

/* True for the records that the header defines, or whose fields it asserts. */
static bool is_written(const gen_record_names *names)
{
    return names->record->by_value && !names->record->vector &&
           (names->is_used || names->definer == GEN_DEFINER_GENERATED);
}

/* True if the user's structs have fields of this type. */
static bool is_in_user_types(const gen_c_names *names, const gen_enumeration *enumeration)
{
    bool is_in = false;

    for (size_t i = 0; i < names->record_count && !is_in; i++) {
        const gen_record_names *record = &names->records[i];
        is_in = is_written(record) && record->definer != GEN_DEFINER_GENERATED &&
                gen_user_type_has(record->record, enumeration);
    }
    return is_in;
}

void gen_emit_types(gen_text *out, const gen_c_names *names, gen_arena *arena, bool own)
{
    for (size_t i = 0; i < names->enumeration_count; i++) {
        const gen_enumeration_names *e = &names->enumerations[i];
        if (e->name && e->definer == GEN_DEFINER_GENERATED)
            write_enumeration(out, e);
        else if (e->name || (own && is_in_user_types(names, e->enumeration)))
            gen_emit_user_enumeration(out, e);
    }
    for (size_t i = 0; i < names->record_count; i++)
        if (is_written(&names->records[i]))
            write_record(out, &names->records[i], arena);
}
