#include "frontend/annotations/carrier.h"

#include "frontend/reader/parameters.h"
#include "frontend/reader/state.h"

typedef struct gen_carriers {
    gen_name_table locations; /* keys are the locations of attributes */
    gen_name_table origins;
    gen_name_table names;      /* parameter names, by the declaration's location */
    gen_name_table attributes; /* the last carrier of this attribute of this function */
} gen_carriers;

static gen_carriers *state_of(gen_reader *reader)
{
    static const char owner;
    gen_carriers *carriers = gen_state_of_unit(reader, &owner, sizeof(*carriers));

    carriers->locations.arena = carriers->origins.arena = reader->arena;
    carriers->names.arena = carriers->attributes.arena = reader->arena;
    return carriers;
}

static const gen_parameter_names *names_of(gen_reader *reader, CXCursor function)
{
    const char *key =
        gen_arena_format(reader->arena, "%u", clang_getCursorLocation(function).int_data);
    gen_parameter_names *names = gen_name_table_find(&state_of(reader)->names, key);

    if (names)
        return names;
    names = GEN_NEW(reader->arena, gen_parameter_names);
    gen_name_table_put(&state_of(reader)->names, key, names);
    names->count = gen_read_param_count(function);
    names->data = GEN_NEW_ARRAY(reader->arena, const char *, names->count);
    for (unsigned i = 0; i < names->count; i++)
        names->data[i] = gen_read_param_name(reader, function, i);
    names->template_count = gen_read_template_param_count(function);
    names->templates = GEN_NEW_ARRAY(reader->arena, const char *, names->template_count);
    for (unsigned i = 0; i < names->template_count; i++)
        names->templates[i] = gen_reader_text(
            reader, clang_getCursorSpelling(gen_read_template_param_of(function, i)));
    return names;
}

/* The parameter's position; -1 for the function itself. */
static int index_of(CXCursor function, CXCursor holder)
{
    unsigned count = gen_read_param_count(function);

    for (unsigned i = 0; i < count; i++)
        if (clang_equalCursors(gen_read_param_of(function, i), holder))
            return (int)i;
    return -1;
}

/* Finds an earlier declaration with the same attribute. clang then drops the later attribute,
 * though its names may mean something else there. */
static void find_earlier(gen_reader *reader, gen_carrier *carrier, CXCursor attribute,
                         CXCursor holder)
{
    const char *key = gen_arena_format(reader->arena, "%s %d %s", carrier->unified,
                                       index_of(carrier->declaration, holder),
                                       gen_reader_text(reader, clang_getCursorSpelling(attribute)));
    gen_name_table *attributes = &state_of(reader)->attributes;

    carrier->earlier = gen_name_table_find(attributes, key);
    gen_name_table_put(attributes, key, carrier);
}

/* Makes the origin unique. Everything that a macro writes has the same place, and the texts
 * distinguish the attributes of one declaration. A macro that declares a function twice makes two
 * equal names: the second gets a suffix. */
static const char *origin_of(gen_reader *reader, const gen_carrier *carrier, CXCursor attribute,
                             CXCursor holder)
{
    gen_place place = gen_reader_place(reader, attribute);
    const char *origin = gen_arena_format(
        reader->arena, "%s %s %s:%u:%u %s", carrier->unified,
        gen_reader_text(reader, clang_getCursorSpelling(holder)), place.file, place.line,
        place.column, gen_reader_text(reader, clang_getCursorSpelling(attribute)));

    while (gen_name_table_find(&state_of(reader)->origins, origin))
        origin = gen_arena_format(reader->arena, "%s again", origin);
    return origin;
}

const gen_carrier *gen_read_carrier(gen_reader *reader, CXCursor attribute, CXCursor holder,
                                    CXCursor declaration)
{
    const char *key =
        gen_arena_format(reader->arena, "%u", clang_getCursorLocation(attribute).int_data);
    gen_carrier *carrier = gen_name_table_find(&state_of(reader)->locations, key);

    if (carrier)
        return carrier;
    carrier = GEN_NEW(reader->arena, gen_carrier);
    carrier->declaration = declaration;
    carrier->place = gen_reader_place(reader, declaration);
    carrier->unified = gen_reader_text(reader, clang_getCursorUSR(declaration));
    carrier->of_param = clang_getCursorKind(holder) == CXCursor_ParmDecl;
    carrier->origin = origin_of(reader, carrier, attribute, holder);
    if (clang_getCursorKind(declaration) != CXCursor_FieldDecl)
        carrier->names = names_of(reader, declaration);
    if (carrier->names)
        find_earlier(reader, carrier, attribute, holder);
    gen_name_table_put(&state_of(reader)->locations, key, carrier);
    gen_name_table_put(&state_of(reader)->origins, carrier->origin, carrier);
    return carrier;
}

const gen_carrier *gen_read_carrier_of(gen_reader *reader, const char *origin)
{
    return gen_name_table_find(&state_of(reader)->origins, origin);
}
