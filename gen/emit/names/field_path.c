#include "emit/names/field_path.h"

#include "model/tensor_map.h"

#include <inttypes.h>

/* Works because the fields of a plain record have at least one byte and do not overlap. */
static const gen_field *field_at(const gen_record *record, uint64_t offset)
{
    const gen_field *field = record->fields;

    while (offset - field->offset >= field->type->size)
        field++;
    return field;
}

bool gen_emit_is_in_bytes(const gen_type *type, uint64_t offset)
{
    while (type->kind == GEN_TYPE_RECORD || type->kind == GEN_TYPE_ARRAY) {
        if (type->kind == GEN_TYPE_ARRAY) {
            type = type->element;
            offset %= type->size;
        } else if (type->record->is_plain) {
            const gen_field *field = field_at(type->record, offset);
            type = field->type;
            offset -= field->offset;
        } else {
            return true;
        }
    }
    return false;
}

static const char *name_of(const gen_c_names *names, const gen_record *record,
                           const gen_field *field)
{
    if (record == gen_tensor_map_type()->record) /* the runtime's own struct */
        return field->name;
    return gen_c_names_of_record(names, record)->fields[field - record->fields];
}

const gen_type *gen_emit_path(gen_text *out, const gen_c_names *names, const gen_type *type,
                              uint64_t offset)
{
    while (type->kind == GEN_TYPE_RECORD || type->kind == GEN_TYPE_ARRAY) {
        if (type->kind == GEN_TYPE_ARRAY) {
            type = type->element;
            if (out)
                gen_text_printf(out, "[%" PRIu64 "]", offset / type->size);
            offset %= type->size;
        } else {
            const gen_field *field = field_at(type->record, offset);
            if (out)
                gen_text_printf(out, ".%s", name_of(names, type->record, field));
            type = field->type;
            offset -= field->offset;
        }
    }
    return type;
}
