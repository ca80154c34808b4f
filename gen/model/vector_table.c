#include "model/vector_table.h"

#include <custub/vector.h>

#include <string.h>

typedef struct vector_row {
    const char *name;
    const char *c_type;
    const char *element;
    size_t components;
    uint64_t size;  /* bytes */
    uint32_t align; /* bytes */
} vector_row;

static const vector_row rows[] = {
#define ROW(name, element, components, align)                                                      \
    {#name, "custub_" #name, #element, components, sizeof(custub_##name), align},
    CUSTUB_VECTORS(ROW)
#undef ROW
};

static bool is_same(const vector_row *row, const gen_record *record)
{
    static const char *const names[] = {"x", "y", "z", "w"};

    if (!record->is_plain || record->field_count != row->components || record->size != row->size ||
        record->align != row->align)
        return false;
    for (size_t i = 0; i < row->components; i++) {
        const gen_field *field = &record->fields[i];
        if (strcmp(field->name, names[i]) != 0 || field->type->kind != GEN_TYPE_SCALAR ||
            strcmp(field->type->builtin, row->element) != 0)
            return false;
    }
    return true;
}

const char *gen_vector_c_type(const char *name, const gen_record *record)
{
    if (strcmp(name, "dim3") == 0)
        name = "uint3";
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (strcmp(rows[i].name, name) == 0 && is_same(&rows[i], record))
            return rows[i].c_type;
    return NULL;
}

gen_record *gen_vector_record(gen_arena *arena, const char *name)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        gen_record *record;
        if (strcmp(rows[i].name, name) != 0)
            continue;
        record = GEN_NEW(arena, gen_record);
        *record = (gen_record){.key = rows[i].name,
                               .spelling = rows[i].name,
                               .tag = rows[i].name,
                               .vector = rows[i].c_type,
                               .size = rows[i].size,
                               .align = rows[i].align,
                               .is_plain = true};
        return record;
    }
    return NULL;
}
