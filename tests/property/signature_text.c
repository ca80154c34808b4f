#include "signature.h"

#include <stdarg.h>
#include <string.h>

/* Counts the lines that it writes. */
typedef struct lines {
    FILE *file;
    int line;
    dice chance; /* for parentheses and the like */
} lines;

__attribute__((format(printf, 2, 3))) static void put(lines *out, const char *format, ...)
{
    char text[2048];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    for (const char *at = text; *at; at++)
        out->line += *at == '\n';
    fputs(text, out->file);
}

static void put_trees(lines *out, const char *macro, tree *const *trees, unsigned count)
{
    if (!trees[0])
        return;
    put(out, "%s(", macro);
    for (unsigned i = 0; i < count && trees[i]; i++) {
        put(out, i ? ", " : "");
        tree_print(out->file, trees[i], &out->chance);
    }
    put(out, ")\n");
}

static void put_record(lines *out, const record *r)
{
    put(out, "struct %s {\n", r->name);
    for (unsigned f = 0; f < r->field_count; f++) {
        const record_field *field = &r->fields[f];
        put(out, "    %s %s", field->record ? field->record->name : scalar_types[field->type].name,
            field->name);
        if (field->count)
            put(out, "[%u]", field->count);
        put(out, ";\n");
    }
    put(out, "};\n");
}

static void put_names(lines *out, const char *macro, const signature *s, uint32_t bits)
{
    const char *before = "";
    char name[24];

    if (!bits)
        return;
    put(out, "%s(", macro);
    for (unsigned i = 0; i < s->param_count; i++) {
        if (!(bits >> i & 1))
            continue;
        put(out, "%s%s", before, param_path(&s->params[i], name));
        before = ", ";
    }
    put(out, ")");
}

/* " CUSTUB_ELEMENT(const float)" */
static void put_element(lines *out, const kernel_param *p)
{
    if (p->is_address)
        put(out, " CUSTUB_ELEMENT(%s%s)", p->is_const ? "const " : "", p->element->name);
}

/* "const float *__restrict__ b3", or "size_t b3" */
static void put_pointer(lines *out, const kernel_param *p, const char *own_name)
{
    static const char *const integers[] = {"unsigned long long", "size_t", "int64_t", "uintptr_t"};

    const char *name = p->element->name;
    const char *star = strchr(name, '*') ? "" : " ";

    if (p->is_address) {
        put(out, "%s %s", integers[p->name[1] % 4], own_name);
        return;
    }
    /* In a pointer to pointers, const applies to the pointers. */
    if (p->is_const && *star)
        put(out, "const %s *", name);
    else
        put(out, "%s%s%s*", name, star, p->is_const ? "const " : "");
    put(out, "%s%s", p->is_restrict ? "__restrict__ " : "", own_name);
}

/* Writes each annotation after `before`, which ends with CUSTUB_ except in a CUSTUB_FIELD. */
static void put_annotations(lines *out, const signature *s, const kernel_param *p,
                            const char *before, bool has_aligned)
{
    char macro[32];

    if (p->need) {
        put(out, "%s%s_BY%s(", before, p->is_sized ? "SIZED" : "COUNTED",
            p->may_be_null ? "_OR_NULL" : "");
        tree_print(out->file, p->need, &out->chance);
        put(out, ")");
    }
    if (p->aligned && has_aligned)
        put(out, "%sALIGNED(%u)", before, p->aligned);
    snprintf(macro, sizeof(macro), "%sDISJOINT", before);
    put_names(out, macro, s, p->disjoint);
    snprintf(macro, sizeof(macro), "%sSAME_OR_DISJOINT", before);
    put_names(out, macro, s, p->same_or_disjoint);
    snprintf(macro, sizeof(macro), "%sALIASES", before);
    put_names(out, macro, s, p->aliases);
}

/* True if CUSTUB_ALIGNED is written at the field, not in a CUSTUB_FIELD. */
static bool is_aligned_at_field(const kernel_param *p)
{
    return p->aligned && p->aligned % 3 == 1;
}

/* Writes the structs of the pointers that are in a struct of their own. */
static void put_structs(lines *out, signature *s)
{
    for (unsigned i = 0; i < s->param_count; i++) {
        kernel_param *p = &s->params[i];
        if (!p->in_struct || p->is_dropped)
            continue;
        put(out, "struct %s_%s {\n    ", s->name, p->name);
        p->line = out->line;
        put_pointer(out, p, "x");
        if (p->need || p->aligned || param_has_relation(p))
            put_element(out, p);
        if (is_aligned_at_field(p))
            put(out, " CUSTUB_ALIGNED(%u)", p->aligned);
        put(out, ";\n    uint64_t other;\n};\n");
    }
}

static void put_fields(lines *out, const signature *s)
{
    for (unsigned i = 0; i < s->param_count; i++) {
        const kernel_param *p = &s->params[i];
        bool has_aligned = !is_aligned_at_field(p);
        if (!p->in_struct || p->is_dropped ||
            !(p->need || (p->aligned && has_aligned) || param_has_relation(p)))
            continue;
        put(out, "CUSTUB_FIELD(%s.x", p->name);
        put_annotations(out, s, p, ", ", has_aligned);
        put(out, ")\n");
    }
}

static void put_buffer(lines *out, const signature *s, const kernel_param *p)
{
    if (p->in_struct) {
        put(out, "%s_%s %s", s->name, p->name, p->name);
        return;
    }
    put_pointer(out, p, p->name);
    put_element(out, p);
    put_annotations(out, s, p, " CUSTUB_", true);
}

static void put_param(lines *out, const signature *s, kernel_param *p)
{
    if (!p->in_struct)
        p->line = out->line;
    switch (p->kind) {
    case PARAM_SCALAR:
        put(out, "%s %s", scalar_types[p->type].name, p->name);
        break;
    case PARAM_FLOAT:
        put(out, "%s %s", p->size == 4 ? "float" : "double", p->name);
        break;
    case PARAM_RECORD:
        put(out, "%s %s", p->record->name, p->name);
        break;
    case PARAM_BUFFER:
        put_buffer(out, s, p);
        break;
    }
}

/* In parentheses, so that the generator makes one requirement of it, also of an &&. */
static void put_requirement(lines *out, tree *requirement)
{
    if (!requirement)
        return;
    put(out, "CUSTUB_REQUIRES((");
    tree_print(out->file, requirement, &out->chance);
    put(out, "))\n");
}

static void put_contract(lines *out, const signature *s)
{
    put_trees(out, "CUSTUB_THREADS", s->threads, 3);
    if (s->is_stride)
        put(out, "CUSTUB_GRID_STRIDE\n");
    put_trees(out, "CUSTUB_BLOCK", s->block, 3);
    put_trees(out, "CUSTUB_SHARED", &s->shared, 1);
    for (unsigned i = 0; i < MOST_REQUIREMENTS; i++)
        put_requirement(out, s->requirements[i]);
    if (s->is_cooperative)
        put(out, "CUSTUB_COOPERATIVE\n");
    if (s->tells_dimensions)
        put(out, "CUSTUB_DIMENSIONS(%u)\n", s->dimensions);
    put_fields(out, s);
}

static void put_kernel(lines *out, signature *s)
{
    const char *before = "\n    ";

    put(out, "\n");
    put_structs(out, s);
    put(out, "extern \"C\"\n");
    put_contract(out, s);
    put(out, "__global__ void ");
    if (s->launch_bounds)
        put(out, "__launch_bounds__(%u) ", s->launch_bounds);
    if (s->cluster[0])
        put(out, "__cluster_dims__(%u, %u, %u) ", s->cluster[0], s->cluster[1], s->cluster[2]);
    s->line = out->line;
    put(out, "%s(", s->name);
    for (unsigned i = 0; i < s->param_count; i++) {
        if (s->params[i].is_dropped)
            continue;
        put(out, "%s", before);
        put_param(out, s, &s->params[i]);
        before = ",\n    ";
    }
    put(out, ")\n{\n");
    if (s->has_dynamic_shared)
        put(out, "    extern __shared__ float shared_floats[];\n    shared_floats[0] = 0;\n");
    for (unsigned axis = 0; axis < s->dimensions && !s->tells_dimensions; axis++) {
        if (s->reads_block[axis])
            put(out, "    (void)blockIdx.%c;\n", "xyz"[axis]);
        if (s->reads_thread[axis])
            put(out, "    (void)threadIdx.%c;\n", "xyz"[axis]);
        if (!s->reads_block[axis] && !s->reads_thread[axis])
            put(out, "    (void)%s.%c;\n", axis % 2 ? "blockDim" : "gridDim", "xyz"[axis]);
    }
    put(out, "}\n");
}

void source_write(FILE *out, const file_types *types, signature *signatures, unsigned count,
                  uint64_t seed)
{
    lines to = {out, 1, {seed}};

    put(&to, "#include <stddef.h>\n#include <stdint.h>\n#include <custub/kernel.h>\n\n%s",
        element_declarations);
    for (unsigned i = 0; i < RECORDS; i++)
        put_record(&to, &types->records[i]);
    for (unsigned i = 0; i < CONSTANTS; i++)
        put(&to, "%s\n", types->constants[i].declaration);
    for (unsigned i = 0; i < count; i++)
        put_kernel(&to, &signatures[i]);
}

static void adapter_argument(FILE *out, const char *stem, const signature *s, const kernel_param *p,
                             unsigned index)
{
    switch (p->kind) {
    case PARAM_SCALAR:
        fprintf(out, "*(const %s *)values[%u]", scalar_types[p->type].host, index);
        break;
    case PARAM_FLOAT:
        fprintf(out, "*(const %s *)values[%u]", p->size == 4 ? "float" : "double", index);
        break;
    case PARAM_RECORD:
        fprintf(out, "*(const %s_%s *)values[%u]", stem, p->record->name, index);
        break;
    case PARAM_BUFFER:
        if (p->in_struct)
            fprintf(out, "*(const %s_%s_%s *)values[%u]", stem, s->name, p->name, index);
        else if (p->element->view)
            fprintf(out, "*(const %s *)values[%u]", p->element->view, index);
        else
            fprintf(out, "*(const %s_%s_view *)values[%u]", stem, p->element->name, index);
        break;
    }
}

/* Ends a call and its function. */
static void adapter_arguments(FILE *out, const char *stem, const signature *s)
{
    for (unsigned i = 0; i < s->param_count; i++) {
        if (s->params[i].is_dropped)
            continue;
        fprintf(out, ", ");
        adapter_argument(out, stem, s, &s->params[i], i);
    }
    fprintf(out, ", error);\n}\n");
}

void adapter_write(FILE *out, const char *stem, const signature *signatures, unsigned count)
{
    fprintf(out,
            "#include \"%s.custub.h\"\n\n#include <custub/dynamic.h>\n\nconst custub_image "
            "%s_custub_images[] = "
            "{{\"fatbin\", \"image\", 6}, {0, 0, 0}};\n%s_kernels property_kernels;\n",
            stem, stem, stem);
    fprintf(out,
            "custub_status property_load(custub_error *error)\n{\n"
            "    property_kernels = %s_load(error);\n    return error->status;\n}\n"
            "void property_unload(void)\n{\n    %s_unload(&property_kernels, NULL);\n}\n"
            "const custub_library_info *property_library(void)\n{\n"
            "    return &%s_custub_library;\n}\n"
            "const custub_kernel *property_kernel(unsigned index)\n{\n"
            "    return custub_library_kernel(property_kernels.library, index);\n}\n",
            stem, stem, stem);
    for (unsigned i = 0; i < count; i++) {
        fprintf(out,
                "custub_status property_launch%u(const custub_launch *launch, "
                "const void *const *values, custub_error *error)\n{\n"
                "    (void)values;\n    return launch_%s(&property_kernels, launch",
                i, signatures[i].name);
        adapter_arguments(out, stem, &signatures[i]);
        fprintf(out,
                "custub_prepared *property_prepare%u(const custub_launch *launch, "
                "const void *const *values, custub_error *error)\n{\n"
                "    (void)values;\n    return prepare_%s(&property_kernels, launch",
                i, signatures[i].name);
        adapter_arguments(out, stem, &signatures[i]);
    }
}
