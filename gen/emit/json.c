#include "emit/emit.h"

#include "emit/expressions/expression_code.h"
#include "support/hash.h"

#include <inttypes.h>

static void write_expr(gen_text *out, const gen_expr *expr)
{
    if (!expr) {
        gen_text_puts(out, "null");
        return;
    }
    gen_text_puts(out, "{\"text\": ");
    gen_text_json_string(out, expr->text);
    gen_text_puts(out, ", \"code\": [");
    gen_emit_code_words(out, expr);
    gen_text_puts(out, "]}");
}

/* Writes the list of components, or null if there is none. */
static void write_components(gen_text *out, const char *name, const gen_expr *const *components)
{
    gen_text_printf(out, "   \"%s\": ", name);
    if (!components[0]) {
        gen_text_puts(out, "null,\n");
        return;
    }
    for (size_t i = 0; i < 3 && components[i]; i++) {
        gen_text_puts(out, i ? ", " : "[");
        write_expr(out, components[i]);
    }
    gen_text_puts(out, "],\n");
}

static void write_type_name(gen_text *out, const gen_type *type)
{
    gen_text_json_string(out, type->spelling);
    gen_text_printf(out, ", \"size\": %" PRIu64 ", \"align\": %" PRIu32, type->size, type->align);
}

static const char *kind_name(custub_param_kind kind)
{
    static const char *const names[] = {
        [CUSTUB_PARAM_SCALAR] = "scalar",         [CUSTUB_PARAM_BUFFER] = "buffer",
        [CUSTUB_PARAM_STRUCT] = "struct",         [CUSTUB_PARAM_OPAQUE] = "opaque",
        [CUSTUB_PARAM_TENSOR_MAP] = "tensor_map",
    };

    return names[kind];
}

/* Writes the names of the pointers in this pointer's annotations. */
static void write_relations(gen_text *out, const gen_kernel *kernel, const gen_pointer *pointer,
                            custub_relation_kind kind)
{
    bool started = false;

    gen_text_printf(out, ", \"%s\": [", gen_annotation_key(gen_annotation_of_relation(kind)));
    for (const gen_relation *relation = pointer->relations;
         relation && relation->pointer == pointer->index; relation = relation->next) {
        if (relation->kind != kind)
            continue;
        gen_text_puts(out, started ? ", " : "");
        gen_text_json_string(out, kernel->pointers[relation->other].name);
        started = true;
    }
    gen_text_puts(out, "]");
}

/* Writes the range of the elements, or null if there is none. */
static void write_values(gen_text *out, const gen_pointer *pointer)
{
    if (!pointer->low) {
        gen_text_puts(out, ",\n      \"values\": null");
        return;
    }
    gen_text_puts(out, ",\n      \"values\": [");
    write_expr(out, pointer->low);
    gen_text_puts(out, ", ");
    write_expr(out, pointer->high);
    gen_text_puts(out, "]");
}

static void write_pointer(gen_text *out, const gen_kernel *kernel, const gen_pointer *pointer)
{
    const gen_type *element = pointer->type->element;

    gen_text_printf(out, "\"access\": \"%s\", \"restrict\": %s, \"or_null\": %s, ",
                    element->is_const ? "read" : "read_write",
                    pointer->type->is_restrict ? "true" : "false",
                    pointer->or_null ? "true" : "false");
    gen_text_printf(out,
                    "\"count_unit\": \"%s\", \"count\": ", pointer->sized ? "bytes" : "elements");
    write_expr(out, pointer->count);
    if (pointer->aligned)
        gen_text_printf(out, ",\n      \"aligned\": %" PRIu32, pointer->aligned);
    else
        gen_text_puts(out, ",\n      \"aligned\": null");
    write_relations(out, kernel, pointer, CUSTUB_RELATION_DISJOINT);
    write_relations(out, kernel, pointer, CUSTUB_RELATION_SAME_OR_DISJOINT);
    write_relations(out, kernel, pointer, CUSTUB_RELATION_ALIASES);
    write_values(out, pointer);
    gen_text_puts(out, ",\n      \"element\": {\"type\": ");
    write_type_name(out, element);
    gen_text_puts(out, "}");
}

/* Writes the pointers in a struct that the contract is about. */
static void write_pointers(gen_text *out, const gen_kernel *kernel, size_t param)
{
    const char *separator = "";

    gen_text_puts(out, ",\n      \"pointers\": [");
    for (size_t i = 0; i < kernel->pointer_count; i++) {
        const gen_pointer *pointer = &kernel->pointers[i];
        if (pointer->param != param)
            continue;
        gen_text_printf(out, "%s\n      {\"name\": ", separator);
        gen_text_json_string(out, pointer->name);
        gen_text_puts(out, ", \"file\": ");
        gen_text_json_string(out, gen_model_file_of(pointer->place));
        gen_text_printf(out, ", \"line\": %u, \"offset\": %" PRIu64 ",\n      ",
                        pointer->place.line, pointer->offset);
        write_pointer(out, kernel, pointer);
        gen_text_puts(out, "}");
        separator = ",";
    }
    gen_text_puts(out, "]");
}

static void write_fields(gen_text *out, const gen_record *record)
{
    gen_text_puts(out, ",\n      \"fields\": [");
    for (size_t i = 0; i < record->field_count; i++) {
        const gen_field *field = &record->fields[i];
        const gen_type *element = field->type;
        uint64_t count = 1;
        for (; element->kind == GEN_TYPE_ARRAY; element = element->element)
            count *= element->count;
        gen_text_puts(out, i ? ", " : "");
        gen_text_puts(out, "{\"name\": ");
        gen_text_json_string(out, field->name);
        gen_text_puts(out, ", \"type\": ");
        gen_text_json_string(out, element->spelling);
        gen_text_printf(
            out, ", \"offset\": %" PRIu64 ", \"size\": %" PRIu64 ", \"elements\": %" PRIu64 "}",
            field->offset, field->type->size, count);
    }
    gen_text_puts(out, "]");
}

static void write_param(gen_text *out, const gen_kernel *kernel, size_t index)
{
    const gen_param *param = &kernel->params[index];

    gen_text_puts(out, "     {\"name\": ");
    gen_text_json_string(out, param->name);
    gen_text_printf(out, ", \"line\": %u, \"type\": ", param->place.line);
    gen_text_json_string(out, param->type->spelling);
    gen_text_printf(out, ", \"kind\": \"%s\"", kind_name(param->kind));
    if (param->pointer) {
        gen_text_puts(out, ",\n      ");
        write_pointer(out, kernel, param->pointer);
    }
    if (param->kind == CUSTUB_PARAM_STRUCT)
        write_fields(out, param->type->record);
    if (param->kind == CUSTUB_PARAM_STRUCT || param->kind == CUSTUB_PARAM_OPAQUE)
        write_pointers(out, kernel, index);
    gen_text_printf(
        out, ",\n      \"offset\": %" PRIu64 ", \"size\": %" PRIu64 ", \"align\": %" PRIu32 "}",
        param->offset, param->type->size, param->type->align);
}

static void write_number_or_null(gen_text *out, const char *name, uint32_t value)
{
    if (value)
        gen_text_printf(out, "   \"%s\": %" PRIu32 ",\n", name, value);
    else
        gen_text_printf(out, "   \"%s\": null,\n", name);
}

static void write_architectures(gen_text *out, const gen_model *model, uint32_t architectures)
{
    bool started = false;

    for (size_t i = 0; i < model->architecture_count; i++) {
        if (!(architectures >> i & 1))
            continue;
        gen_text_puts(out, started ? ", " : "");
        gen_text_json_string(out, model->architectures[i]);
        started = true;
    }
}

/* "xz" for the first and the third axis. */
static const char *axis_letters(uint32_t axes)
{
    static const char *const letters[] = {"", "x", "y", "xy", "z", "xz", "yz", "xyz"};

    return letters[axes & 7];
}

static void write_contract(gen_text *out, const gen_kernel *kernel)
{
    write_components(out, "threads", kernel->threads);
    write_components(out, "block", kernel->block);
    gen_text_puts(out, "   \"shared\": ");
    write_expr(out, kernel->shared);
    gen_text_puts(out, ",\n   \"requires\": [");
    for (size_t i = 0; i < kernel->requirement_count; i++) {
        gen_text_puts(out, i ? ", " : "");
        write_expr(out, kernel->requirements[i]);
    }
    gen_text_printf(out, "],\n   \"grid_stride\": %s,\n", kernel->grid_stride ? "true" : "false");
    write_number_or_null(out, "max_threads_per_block", kernel->max_threads);
    write_number_or_null(out, "min_blocks_per_multiprocessor", kernel->min_blocks);
    if (kernel->cluster[0])
        gen_text_printf(out, "   \"cluster\": [%" PRIu32 ", %" PRIu32 ", %" PRIu32 "],\n",
                        kernel->cluster[0], kernel->cluster[1], kernel->cluster[2]);
    else
        gen_text_puts(out, "   \"cluster\": null,\n");
    write_number_or_null(out, "dimensions", kernel->dimensions);
    gen_text_printf(out, "   \"one_block\": \"%s\", \"one_thread\": \"%s\",\n",
                    axis_letters(kernel->one_block), axis_letters(kernel->one_thread));
    gen_text_printf(out, "   \"dynamic_shared\": %s,\n   \"cooperative\": %s}",
                    kernel->dynamic_shared ? "true" : "false",
                    kernel->cooperative ? "true" : "false");
}

static void write_kernel(gen_text *out, const gen_model *model, const gen_kernel *kernel)
{
    gen_text_puts(out, "  {\"name\": ");
    gen_text_json_string(out, kernel->name);
    gen_text_puts(out, ", \"symbol\": ");
    gen_text_json_string(out, kernel->symbol);
    gen_text_puts(out, ", \"file\": ");
    gen_text_json_string(out, gen_model_file_of(kernel->place));
    gen_text_printf(out, ", \"line\": %u, \"architectures\": [", kernel->place.line);
    write_architectures(out, model, kernel->architectures);
    gen_text_printf(out, "], \"prototype\": %s,\n   \"params\": [",
                    model->is_prototypes ? "true" : "false");
    for (size_t i = 0; i < kernel->param_count; i++) {
        gen_text_puts(out, i ? ",\n" : "\n");
        write_param(out, kernel, i);
    }
    gen_text_puts(out, "],\n");
    write_contract(out, kernel);
}

static void write_global(gen_text *out, const gen_model *model, const gen_global *global)
{
    const gen_type *element = global->type;
    uint64_t count = 1;

    for (; element->kind == GEN_TYPE_ARRAY; element = element->element)
        count *= element->count;
    gen_text_puts(out, "  {\"name\": ");
    gen_text_json_string(out, global->name);
    gen_text_puts(out, ", \"symbol\": ");
    gen_text_json_string(out, global->symbol);
    gen_text_puts(out, ", \"file\": ");
    gen_text_json_string(out, gen_model_file_of(global->place));
    gen_text_printf(out, ", \"line\": %u, \"architectures\": [", global->place.line);
    write_architectures(out, model, global->architectures);
    gen_text_printf(out, "],\n   \"constant\": %s, \"elements\": %" PRIu64 ", \"element\": ",
                    global->constant ? "true" : "false", count);
    gen_text_puts(out, "{\"type\": ");
    write_type_name(out, element);
    gen_text_puts(out, "}}");
}

static void write_globals(gen_text *out, const gen_model *model)
{
    const char *separator = "\n";

    for (const gen_global *global = model->globals; global; global = global->next) {
        if (!global->type)
            continue;
        gen_text_puts(out, separator);
        write_global(out, model, global);
        separator = ",\n";
    }
}

void gen_emit_json(gen_text *out, const gen_model *model)
{
    gen_text_puts(out, "{\"custub\": 1, \"source\": ");
    gen_text_json_string(out, model->file);
    gen_text_puts(out, ", \"kernels\": [");
    for (const gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next) {
        gen_text_puts(out, kernel == model->kernels ? "\n" : ",\n");
        write_kernel(out, model, kernel);
    }
    gen_text_puts(out, "],\n \"globals\": [");
    write_globals(out, model);
    gen_text_puts(out, "]}\n");
}

uint64_t gen_emit_fingerprint(const gen_model *model)
{
    uint64_t hash;
    gen_text text;

    gen_text_initialize(&text);
    gen_emit_json(&text, model);
    hash = gen_hash_add(GEN_HASH_START, text.data, text.length);
    gen_text_deinitialize(&text);
    return hash;
}
