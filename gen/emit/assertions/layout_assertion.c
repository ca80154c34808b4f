#include "emit/assertions/layout_assertion.h"

#include <inttypes.h>

static const char laid_out[] = "lay it out without packing and without conditions on the compiler";

void gen_assertion_end(const gen_assertion *to, const char *fact, const char *advice)
{
    gen_text_puts(to->out, ", ");
    gen_text_c_string(to->out, gen_arena_format(to->arena,
                                                "kernel '%s'%s: custub read %s, and this compiler "
                                                "does not; %s",
                                                to->kernel->name, to->what, fact, advice));
    gen_text_puts(to->out, ");\n");
}

static bool is_reference(const gen_type *type)
{
    return type->kind == GEN_TYPE_POINTER && type->mark[0] == '&';
}

static void emit_record(gen_assertion *to, const gen_record *record, const char *name);

/* Marks the record as asserted for all architectures that have the kernel. False if it was
 * before. */
static bool mark_asserted(const gen_assertion *to, gen_name_table *table, const gen_record *record)
{
    uint32_t *known = gen_name_table_find(table, record->key);

    if (!known) {
        known = GEN_NEW(to->arena, uint32_t);
        gen_name_table_put(table, record->key, known);
    }
    if (!(to->kernel->architectures & ~*known))
        return false;
    *known |= to->kernel->architectures;
    return true;
}

static const gen_type *element_of(const gen_type *type)
{
    while (type->kind == GEN_TYPE_ARRAY)
        type = type->element;
    return type;
}

/* Asserts the type of a field, after its offset. */
static void emit_field_type(const gen_assertion *to, const gen_field *field, const char *record)
{
    const gen_type *element = field->type ? element_of(field->type) : NULL;

    if (!field->type || field->type->size == 0) /* char tail[0], on which compilers differ */
        return;
    if (field->type->kind == GEN_TYPE_ARRAY)
        gen_text_printf(to->out, " && sizeof(%s::%s) == %" PRIu64, record, field->name,
                        field->type->size);
    if (field->is_checked && element->element->kind != GEN_TYPE_VOID && element->element->size)
        gen_text_printf(to->out,
                        " && sizeof(*typename custub_assert::bare<decltype(%s::%s)>::type()) == "
                        "%" PRIu64,
                        record, field->name, element->element->size);
    if (element->kind == GEN_TYPE_SCALAR)
        gen_text_printf(to->out, " && custub_assert::is%s<decltype(%s::%s), %s>::value",
                        element->is_enumeration ? "_enumeration" : "", record, field->name,
                        element->builtin);
}

static void emit_field(gen_assertion *to, const gen_record *record, const gen_field *field,
                       const char *name)
{
    const gen_type *element = field->type ? element_of(field->type) : NULL;
    const char *spelling = field->type ? field->type->spelling : "a field";

    gen_text_printf(to->out, "    static_assert(__builtin_offsetof(%s, %s) == %" PRIu64, name,
                    field->name, field->offset);
    emit_field_type(to, field, name);
    gen_assertion_end(to,
                      gen_arena_format(to->arena, "'%s::%s' as %s at byte %" PRIu64,
                                       record->spelling, field->name, spelling, field->offset),
                      laid_out);
    if (element && element->kind == GEN_TYPE_RECORD && element->record &&
        mark_asserted(to, to->records, element->record)) {
        const char *inner = gen_arena_format(to->arena, "custub_U%zu", to->type_count++);
        gen_text_printf(to->out,
                        "    typedef typename custub_assert::bare<decltype(%s::%s)>::type %s;\n",
                        name, field->name, inner);
        emit_record(to, element->record, inner);
    }
}

/* True if the offset can be asserted. Bit-fields and references have none, and names that are not
 * public cannot be used. */
static bool is_accessible(const gen_field *field)
{
    return !field->is_bit_field && !field->is_closed && !(field->type && is_reference(field->type));
}

static void emit_size(const gen_assertion *to, const char *name, const char *spelling,
                      uint64_t size, uint32_t align)
{
    gen_text_printf(to->out,
                    "    static_assert(sizeof(%s) == %" PRIu64 " && alignof(%s) == %" PRIu32, name,
                    size, name, align);
    gen_assertion_end(to,
                      gen_arena_format(to->arena, "'%s' as %" PRIu64 " bytes aligned to %" PRIu32,
                                       spelling, size, align),
                      laid_out);
}

static void emit_record(gen_assertion *to, const gen_record *record, const char *name)
{
    const gen_field *fields = record->is_plain ? record->fields : record->readable;
    size_t count = record->is_plain ? record->field_count : record->readable_count;

    emit_size(to, name, record->spelling, record->size, record->align);
    for (size_t i = 0; i < count; i++)
        if (is_accessible(&fields[i]))
            emit_field(to, record, &fields[i], name);
}

/* True if the record consists of fields that follow one another at their natural alignment, so that
 * all parts of a compiler agree on the layout. */
static bool is_regular(const gen_record *record)
{
    const gen_field *fields = record->is_plain ? record->fields : record->readable;
    size_t count = record->is_plain ? record->field_count : record->readable_count;
    uint64_t end = 0;

    for (size_t i = 0; i < count; i++) {
        const gen_type *type = fields[i].type;
        if (!type || fields[i].is_bit_field || !type->align || type->align > record->align ||
            (end + type->align - 1) / type->align * type->align != fields[i].offset)
            return false;
        if (element_of(type)->kind == GEN_TYPE_RECORD && !is_regular(element_of(type)->record))
            return false;
        end = fields[i].offset + type->size;
    }
    return count > 0 && (end + record->align - 1) / record->align * record->align == record->size;
}

/* nvcc's front end and its code generator disagree on some offsets: sizeof may be 160 while p + 1
 * is 158 bytes further. A function that nobody calls compares them, and leaves a mark in the PTX
 * for `custub verify` if they differ. Unoptimized code always has this mark, and then also a second
 * one, whose condition is never true. */
static void emit_places(const gen_assertion *to, const gen_record *record, const char *name,
                        size_t param)
{
    const gen_field *fields = record->is_plain ? record->fields : record->readable;
    size_t count = record->is_plain ? record->field_count : record->readable_count;

    if (!to->is_nvcc || is_regular(record) || !mark_asserted(to, to->placed, record))
        return;
    gen_text_printf(to->out,
                    "#ifndef __CUDACC_DEBUG__\n"
                    "    static __device__ __attribute__((used)) void placed_%s(%s *p)\n    {\n"
                    "        if ((char *)(p + 1) - (char *)p != sizeof(%s)",
                    name, name, name);
    for (size_t i = 0; i < count; i++)
        if (is_accessible(&fields[i]) && fields[i].type && fields[i].type->size)
            gen_text_printf(to->out,
                            " ||\n            (char *)__builtin_addressof(p->%s) - (char *)p != "
                            "__builtin_offsetof(%s, %s)",
                            fields[i].name, name, fields[i].name);
    gen_text_printf(to->out,
                    ")\n            asm(\"// %s %zu %zu\");\n"
                    "        if ((char *)(p + 1) == (char *)p)\n"
                    "            asm(\"// %s\");\n    }\n#endif\n",
                    GEN_MISPLACED_MARK, to->index, param, GEN_UNOPTIMIZED_MARK);
}

void gen_emit_layout(gen_assertion *to, const gen_record *record, const char *name, size_t param)
{
    if (mark_asserted(to, to->records, record))
        emit_record(to, record, name);
    emit_places(to, record, name, param);
}
