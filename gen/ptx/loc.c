#include "ptx/loc.h"

static bool read_place(gen_ptx_reader *reader, gen_ptx_place *place)
{
    uint64_t numbers[3];

    for (size_t i = 0; i < 3; i++)
        if (!gen_ptx_read_number(reader, &numbers[i]))
            return false;
    *place = (gen_ptx_place){(uint32_t)numbers[0], (uint32_t)numbers[1], (uint32_t)numbers[2]};
    return true;
}

/* label [+ N] */
static bool read_function(gen_ptx_reader *reader, gen_token *function)
{
    const char *begin = reader->lexer.token.text;
    uint64_t offset;

    gen_ptx_advance(&reader->lexer);
    if (gen_ptx_take(&reader->lexer, '+') && !gen_ptx_read_number(reader, &offset))
        return false;
    *function = gen_ptx_since(&reader->lexer, begin);
    return true;
}

/* .loc file line column [, function_name label [+ N], inlined_at file line column] */
bool gen_ptx_read_loc(gen_ptx_reader *reader, gen_ptx_loc *loc)
{
    gen_ptx_lexer *lexer = &reader->lexer;

    gen_ptx_advance(lexer);
    *loc = (gen_ptx_loc){.function = {0}};
    if (!read_place(reader, &loc->place))
        return false;
    while (gen_ptx_take(lexer, ',')) {
        if (gen_ptx_take_word(lexer, "function_name")) {
            if (!read_function(reader, &loc->function))
                return false;
        } else if (!gen_ptx_take_word(lexer, "inlined_at")) {
            return gen_ptx_fail(reader, "'function_name' or 'inlined_at'");
        } else if (!read_place(reader, &loc->caller)) {
            return false;
        }
    }
    return true;
}

static void link_inlined(gen_ptx_reader *reader, const gen_ptx_loc *loc,
                         gen_ptx_statement *statement)
{
    gen_ptx_place *place = GEN_NEW(reader->arena, gen_ptx_place);

    *place = loc->place;
    statement->caller = gen_name_table_find_bytes(&reader->inlined, (const char *)&loc->caller,
                                                  sizeof(loc->caller));
    gen_name_table_put_bytes(&reader->inlined, (const char *)place, sizeof(*place), statement);
}

void gen_ptx_set_loc(gen_ptx_reader *reader, const gen_ptx_loc *loc, gen_ptx_statement *statement)
{
    statement->kind = GEN_PTX_LOC;
    statement->file = loc->place.file;
    statement->line = loc->place.line;
    statement->inlined = loc->function;
    statement->caller_file = loc->caller.file;
    statement->caller_line = loc->caller.line;
    if (loc->function.length)
        link_inlined(reader, loc, statement);
}
