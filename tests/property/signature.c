#include "signature.h"

#include <string.h>

const scalar_type scalar_types[] = {
    {"bool", "bool", 1, false},         {"char", "char", 1, (char)-1 < 0},
    {"signed char", "int8_t", 1, true}, {"unsigned char", "uint8_t", 1, false},
    {"short", "int16_t", 2, true},      {"unsigned short", "uint16_t", 2, false},
    {"int", "int32_t", 4, true},        {"unsigned int", "uint32_t", 4, false},
    {"long", "int64_t", 8, true},       {"unsigned long", "uint64_t", 8, false},
    {"long long", "int64_t", 8, true},  {"unsigned long long", "uint64_t", 8, false},
    {"size_t", "uint64_t", 8, false},   {"ptrdiff_t", "int64_t", 8, true},
    {"int8_t", "int8_t", 1, true},      {"uint16_t", "uint16_t", 2, false},
    {"int32_t", "int32_t", 4, true},    {"uint32_t", "uint32_t", 4, false},
    {"int64_t", "int64_t", 8, true},    {"uint64_t", "uint64_t", 8, false},
};
const unsigned scalar_type_count = sizeof(scalar_types) / sizeof(scalar_types[0]);

const element elements[] = {
    {"float", "custub_f32_view", 4, 4, false},
    {"bool", "custub_bool_view", 1, 1, false},
    {"signed char", "custub_i8_view", 1, 1, false},
    {"unsigned char", "custub_u8_view", 1, 1, false},
    {"short", "custub_i16_view", 2, 2, false},
    {"unsigned short", "custub_u16_view", 2, 2, false},
    {"int", "custub_i32_view", 4, 4, false},
    {"uint32_t", "custub_u32_view", 4, 4, false},
    {"long long", "custub_i64_view", 8, 8, false},
    {"size_t", "custub_u64_view", 8, 8, false},
    {"double", "custub_f64_view", 8, 8, false},
    {"float *", "custub_ptr_view", 8, 8, false},
    {"triple", NULL, 3, 1, false},
    {"quad", NULL, 16, 16, false},
    {"odd", NULL, 20, 4, false},
    {"large", NULL, 65537, 1, false},
    {"giant", NULL, 2147483647, 1, false},
    {"void", "custub_bytes_view", 1, 1, true},
    {"later", "custub_bytes_view", 1, 1, true},
};
const unsigned element_count = sizeof(elements) / sizeof(elements[0]);

const char element_declarations[] = "struct triple {\n    signed char c[3];\n};\n"
                                    "struct __attribute__((aligned(16))) quad {\n"
                                    "    float x[4];\n};\n"
                                    "struct odd {\n    int a[5];\n};\n"
                                    "struct large {\n    unsigned char b[65537];\n};\n"
                                    "struct giant {\n    unsigned char b[2147483647];\n};\n"
                                    "struct later;\n";

exact scalar_read(const scalar_type *type, const unsigned char *at)
{
    uint64_t value = 0;

    for (unsigned i = type->size; i; i--) /* little endian, as CUDA's hosts are */
        value = value << 8 | at[i - 1];
    if (type->is_signed && type->size < 8 && value >> (8 * type->size - 1))
        value |= UINT64_MAX << (8 * type->size);
    return type->is_signed ? exact_of_signed((int64_t)value) : exact_of(value);
}

void scalar_write(const scalar_type *type, unsigned char *at, uint64_t value)
{
    if (type == &scalar_types[0])
        value = value != 0;
    for (unsigned i = 0; i < type->size; i++)
        at[i] = (unsigned char)(value >> (8 * i));
}

static size_t round_up(size_t value, size_t to)
{
    return (value + to - 1) / to * to;
}

const char *param_path(const kernel_param *p, char name[24])
{
    snprintf(name, 24, "%s%s", p->name, p->in_struct ? ".x" : "");
    return name;
}

bool param_has_relation(const kernel_param *p)
{
    return p->disjoint || p->same_or_disjoint || p->aliases;
}

bool param_is_unseen(const kernel_param *p)
{
    return p->in_struct && !p->need && !p->aligned && !param_has_relation(p);
}

void signature_lay_out(signature *s)
{
    size_t end = 0;

    for (unsigned i = 0; i < s->param_count; i++) {
        kernel_param *p = &s->params[i];
        if (p->is_dropped)
            continue;
        p->offset = round_up(end, p->align);
        end = p->offset + p->size;
    }
}

/* Lists every number of a struct, with its path from there. */
static void list_numbers(record *out, const record *of, const char *path, size_t offset)
{
    for (unsigned f = 0; f < of->field_count; f++) {
        const record_field *field = &of->fields[f];
        size_t size = field->record ? field->record->size : scalar_types[field->type].size;
        for (unsigned i = 0; i < (field->count ? field->count : 1); i++) {
            char name[48] = "";
            int length;
            if (field->count)
                length = snprintf(name, sizeof(name), "%s.%s[%u]", path, field->name, i);
            else
                length = snprintf(name, sizeof(name), "%s.%s", path, field->name);
            if (length >= (int)sizeof(name) || out->number_count == MOST_NUMBERS)
                return;
            if (field->record) {
                list_numbers(out, field->record, name, offset + field->offset + i * size);
                continue;
            }
            strcpy(out->numbers[out->number_count].path, name);
            out->numbers[out->number_count].offset = offset + field->offset + i * size;
            out->numbers[out->number_count++].type = field->type;
        }
    }
}

static void record_random(record *out, const record *earlier, unsigned number, dice *c)
{
    snprintf(out->name, sizeof(out->name), "rec%u", number);
    out->field_count = 1 + (unsigned)dice_below(c, MOST_FIELDS);
    out->align = 1;
    for (unsigned f = 0; f < out->field_count; f++) {
        record_field *field = &out->fields[f];
        size_t size, align;
        snprintf(field->name, sizeof(field->name), "f%u", f);
        field->type = (unsigned)dice_below(c, scalar_type_count);
        if (number && dice_percent(c, 20))
            field->record = &earlier[dice_below(c, number)];
        if (field->record && field->record->size > MOST_BYTES / 8)
            field->record = NULL;
        if (dice_percent(c, 25))
            field->count = 1 + (unsigned)dice_below(c, 3);
        size = field->record ? field->record->size : scalar_types[field->type].size;
        align = field->record ? field->record->align : size;
        field->offset = round_up(out->size, align);
        out->size = field->offset + size * (field->count ? field->count : 1);
        if (align > out->align)
            out->align = align;
        if (out->size > MOST_BYTES / 4) { /* so that structs of structs do not become too large */
            out->field_count = f + 1;
            break;
        }
    }
    out->size = round_up(out->size, out->align);
    list_numbers(out, out, "", 0);
}

static void constant_random(constant *out, unsigned number, dice *c)
{
    static const char *const forms[] = {
        "enum { %s = %lld };",
        "constexpr long long %s = %lld;",
        "const int %s = %lld;",
        "#define %s (%lld)",
    };
    unsigned form = (unsigned)dice_below(c, sizeof(forms) / sizeof(forms[0]));
    long long value = (long long)dice_below(c, 70) - 5;

    if (form == 1 && dice_percent(c, 50))
        value = (long long)(dice_magnitude(c) >> 1);
    snprintf(out->name, sizeof(out->name), "K%u", number);
    if (form == 2 && dice_percent(c, 50)) {
        snprintf(out->name, sizeof(out->name), "layout%u::K", number);
        snprintf(out->declaration, sizeof(out->declaration),
                 "namespace layout%u {\nconst int K = %lld;\n}", number, value);
    } else {
        /* The forms are the literals above. */
        snprintf(out->declaration, sizeof(out->declaration), forms[form], out->name, value);
    }
    out->value = exact_of_signed(value);
}

void file_types_random(file_types *out, dice *chance)
{
    memset(out, 0, sizeof(*out));
    for (unsigned i = 0; i < RECORDS; i++)
        record_random(&out->records[i], out->records, i, chance);
    for (unsigned i = 0; i < CONSTANTS; i++)
        constant_random(&out->constants[i], i, chance);
}
