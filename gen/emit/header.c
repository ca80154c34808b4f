#include "emit/emit.h"

#include "emit/stub.h"

#include <inttypes.h>
#include <string.h>

/* --- Types ----------------------------------------------------------------------------------- */

static void write_field(gen_text *out, const gen_field *field)
{
    const gen_type *type = field->type;
    const gen_type *element = type;

    while (element->kind == GEN_TYPE_ARRAY)
        element = element->element;
    if (element->kind == GEN_TYPE_POINTER)
        gen_text_puts(out, "CUdeviceptr");
    else
        gen_text_puts(out,
                      element->kind == GEN_TYPE_RECORD ? element->record->c_name : element->c_name);
    gen_text_printf(out, " %s", field->c_name);
    for (; type->kind == GEN_TYPE_ARRAY; type = type->element)
        gen_text_printf(out, "[%" PRIu64 "]", type->count);
    gen_text_puts(out, ";\n");
}

/* 32-bit FNV-1a over the struct's layout, so that two structs with the same name and different
 * layouts have different guards. */
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

static void write_struct(gen_text *out, const gen_record *record)
{
    gen_text_puts(out, "/* ");
    gen_text_comment(out, record->spelling);
    gen_text_printf(out, ": %" PRIu64 " bytes, aligned to %" PRIu32, record->size, record->align);
    if (!record->is_plain) {
        gen_text_puts(out, "; its fields have no C form: ");
        gen_text_comment(out, record->why_bytes ? record->why_bytes : "they are not known");
    }
    gen_text_puts(out, " */\n");
    gen_text_printf(out, "typedef struct %s {\n", record->c_name);
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
        write_field(out, &record->fields[i]);
    }
    gen_text_printf(out, "} %s;\n", record->c_name);
}

static void write_asserts(gen_text *out, const gen_record *record)
{
    const char *name = record->c_name;

    gen_text_printf(out, "static_assert(sizeof(%s) == %" PRIu64 ", \"%s: size\");\n", name,
                    record->size, name);
    gen_text_printf(out, "static_assert(alignof(%s) == %" PRIu32 ", \"%s: alignment\");\n", name,
                    record->align, name);
    for (size_t i = 0; record->is_plain && i < record->field_count; i++) {
        const char *field = record->fields[i].c_name;
        gen_text_printf(out, "static_assert(offsetof(%s, %s) == %" PRIu64 ", \"%s.%s: offset\");\n",
                        name, field, record->fields[i].offset, name, field);
    }
}

/* `own`: the user's header defines the struct; here only its layout is asserted. */
static void write_record(gen_text *out, const gen_record *record, bool own)
{
    uint32_t hash = layout_hash(record);

    gen_text_printf(out, "\n#ifndef CUSTUB_STRUCT_%s_%08" PRIx32 "\n", record->c_name, hash);
    gen_text_printf(out, "#define CUSTUB_STRUCT_%s_%08" PRIx32 "\n", record->c_name, hash);
    if (!own || !record->is_plain)
        write_struct(out, record);
    write_asserts(out, record);
    if (record->is_element)
        gen_text_printf(out, "CUSTUB_DEFINE_VIEW(%s_view, %s, sizeof(%s))\n", record->c_name,
                        record->c_name, record->c_name);
    gen_text_puts(out, "#endif\n");
}

/* --- The loaded kernels ---------------------------------------------------------------------- */

/* Macros that replace the names that a program writes by those that the linker sees. */
static void write_symbols(gen_text *out, const gen_model *model)
{
    static const char *const linked[] = {"library", "images"};

    gen_text_puts(out, "/* What is linked is called after its unit: two libraries of a program may "
                       "have a file of\n * this name. */\n");
    for (size_t i = 0; i < sizeof(linked) / sizeof(linked[0]); i++)
        gen_text_printf(out, "#define %s_custub_%s %s_custub_%s_%s\n", model->name, linked[i],
                        model->name, linked[i], model->unit);
}

/* The loaded kernels, each a field under its name. */
static void write_loading(gen_text *out, const gen_model *model)
{
    const char *name = model->name;

    gen_text_puts(out, "\n/* The kernels of ");
    gen_text_comment(out, model->file);
    gen_text_printf(out,
                    ", loaded.\n"
                    " * Filled by %s_load(), freed by %s_unload() and not changed in between; any\n"
                    " * number of threads may launch from it at once. */\n",
                    name, name);
    gen_text_printf(out, "typedef struct %s_kernels {\n    custub_library *library;\n", name);
    for (const gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next)
        gen_text_printf(out, "    custub_kernel %s;\n", kernel->field);
    gen_text_printf(out, "} %s_kernels;\n\n", name);
    if (model->unit)
        write_symbols(out, model);
    gen_text_printf(out, "extern const custub_library_info %s_custub_library;\n", name);
    gen_text_printf(
        out, "extern const custub_image %s_custub_images[]; /* embedded by the build */\n", name);
}

static void write_load_and_unload(gen_text *out, const gen_model *model)
{
    const char *form =
        "\n/* Loads from images of the caller's, which are borrowed until the unload and end with "
        "a\n"
        " * null `data`. On failure nothing is held. */\n"
        "static inline @_kernels @_load_images(const custub_image *images, custub_error *error)\n"
        "{\n"
        "    @_kernels kernels;\n"
        "\n"
        "    custub_library_load(&kernels, sizeof(kernels), &@_custub_library,\n"
        "                        UINT64_C(0x#), images, error);\n"
        "    return kernels;\n"
        "}\n"
        "\n/* Loads from the images that the build embedded. */\n"
        "static inline @_kernels @_load(custub_error *error)\n"
        "{\n"
        "    return @_load_images(@_custub_images, error);\n"
        "}\n"
        "\n/* No launch may be under way. Launches after it are refused. Null changes nothing. */\n"
        "static inline custub_status @_unload(@_kernels *kernels, custub_error *error)\n"
        "{\n"
        "    return custub_library_unload(kernels, sizeof(*kernels), error);\n"
        "}\n";

    for (; *form; form++) {
        if (*form == '@')
            gen_text_puts(out, model->name);
        else if (*form == '#')
            gen_text_printf(out, "%016" PRIx64, gen_emit_fingerprint(model));
        else
            gen_text_append(out, form, 1);
    }
}

static bool has_vectors(const gen_model *model)
{
    const gen_record *record = model->records;

    while (record && !(record->by_value && record->vector))
        record = record->next;
    return record != NULL;
}

void gen_emit_header(gen_text *out, const gen_model *model, gen_arena *arena, const char *include)
{
    const char *guard = gen_arena_format(arena, "%s%s%s", model->name, model->unit ? "_" : "",
                                         model->unit ? model->unit : "");

    gen_text_puts(out, "/* Generated by custub from ");
    gen_text_comment(out, model->file);
    gen_text_printf(out, ". Do not edit. */\n#ifndef CUSTUB_GENERATED_%s_H\n", guard);
    gen_text_printf(out, "#define CUSTUB_GENERATED_%s_H\n\n", guard);
    gen_text_puts(out, "#include <assert.h>\n#include <stdbool.h>\n#include <stddef.h>\n"
                       "#include <stdint.h>\n#ifndef __cplusplus\n#include "
                       "<stdalign.h>\n#endif\n\n"
                       "#include <custub/stub.h>\n");
    if (has_vectors(model))
        gen_text_puts(out, "#include <custub/vector.h>\n");
    if (include)
        gen_text_printf(out, "\n#include \"%s\"\n", include);
    gen_text_printf(
        out,
        "\n#if CUSTUB_ABI != %d\n#error \"%s.custub.h was generated for another version of "
        "custub: regenerate it\"\n#endif\n",
        CUSTUB_ABI, model->name);
    gen_text_puts(out, "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n");
    for (const gen_record *record = model->records; record; record = record->next)
        if (record->by_value && !record->vector)
            write_record(out, record, include != NULL);
    write_loading(out, model);
    write_load_and_unload(out, model);
    for (const gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next)
        gen_emit_stub(out, model, arena, kernel);
    gen_text_puts(out, "\n#ifdef __cplusplus\n}\n#endif\n#endif\n");
}
