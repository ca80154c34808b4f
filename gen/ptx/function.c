#include "ptx/function.h"

#include "ptx/declaration.h"
#include "ptx/operand.h"
#include "ptx/statement.h"

/* x [, y [, z]]; the default is 1. */
static bool read_triple(gen_ptx_reader *reader, uint64_t values[3])
{
    values[0] = values[1] = values[2] = 1;
    gen_ptx_advance(&reader->lexer);
    for (size_t i = 0; i < 3; i++) {
        if (!gen_ptx_read_number(reader, &values[i]))
            return false;
        if (!gen_ptx_take(&reader->lexer, ','))
            return true;
    }
    return true;
}

static bool read_one(gen_ptx_reader *reader, uint64_t *value)
{
    gen_ptx_advance(&reader->lexer);
    return gen_ptx_read_number(reader, value);
}

/* .pragma "…" [, "…"]; */
static bool skip_pragma(gen_ptx_reader *reader)
{
    gen_ptx_advance(&reader->lexer);
    return gen_ptx_skip_statement(reader);
}

static bool read_directive(gen_ptx_reader *reader)
{
    gen_ptx_function *function = reader->function;
    gen_ptx_lexer *lexer = &reader->lexer;

    if (gen_ptx_at_word(lexer, ".maxntid"))
        return read_triple(reader, function->max_threads);
    if (gen_ptx_at_word(lexer, ".reqntid"))
        return read_triple(reader, function->required);
    if (gen_ptx_at_word(lexer, ".reqnctapercluster"))
        return read_triple(reader, function->cluster);
    if (gen_ptx_at_word(lexer, ".minnctapersm"))
        return read_one(reader, &function->min_blocks);
    if (gen_ptx_at_word(lexer, ".maxclusterrank"))
        return read_one(reader, &function->max_cluster);
    if (gen_ptx_at_word(lexer, ".maxnreg"))
        return read_one(reader, &function->max_registers);
    if (gen_ptx_at_word(lexer, ".pragma"))
        return skip_pragma(reader);
    gen_ptx_advance(lexer);
    return true;
}

static bool read_directives(gen_ptx_reader *reader)
{
    const char *begin = reader->lexer.token.text;

    while (reader->lexer.sign && reader->lexer.sign != '{' && reader->lexer.sign != ';')
        if (!read_directive(reader))
            return false;
    if (reader->lexer.token.text > begin)
        reader->function->directives = gen_ptx_since(&reader->lexer, begin);
    return true;
}

/* Goes to the body's '}'. */
static bool skip_statements(gen_ptx_reader *reader)
{
    gen_ptx_lexer *lexer = &reader->lexer;

    for (size_t depth = 1; lexer->sign; gen_ptx_advance(lexer)) {
        depth += lexer->sign == '{';
        depth -= lexer->sign == '}';
        if (depth == 0)
            return true;
        if (lexer->sign == GEN_PTX_WORD)
            gen_ptx_note_special_register(reader->function, lexer->token);
    }
    return true;
}

static bool read_body(gen_ptx_reader *reader)
{
    reader->function->is_declaration = gen_ptx_take(&reader->lexer, ';');
    if (reader->function->is_declaration)
        return true;
    if (!gen_ptx_expect(reader, '{', "'}'") ||
        !(reader->skips_bodies ? skip_statements(reader) : gen_ptx_read_statements(reader)))
        return false;
    return gen_ptx_expect(reader, '}', "'}'");
}

static void begin_function(gen_ptx_reader *reader)
{
    gen_ptx_function *function = GEN_NEW(reader->arena, gen_ptx_function);

    reader->function = function;
    reader->registers.declared = gen_ptx_scope_begin(reader->arena);
    reader->registers.found = (gen_name_table){.arena = reader->arena};
    reader->register_capacity = 0;
    reader->last_declaration = &function->declarations;
    reader->last_variable = &function->variables;
    reader->last = &function->statements;
    reader->loc = (gen_ptx_statement){.kind = GEN_PTX_LOC};
    reader->inlined = (gen_name_table){.arena = reader->arena};
    function->is_entry = gen_ptx_at_word(&reader->lexer, ".entry");
}

/* .func [.attribute(…)] [(results)] */
static bool read_results(gen_ptx_reader *reader)
{
    gen_ptx_function *function = reader->function;

    while (gen_ptx_at_directive(&reader->lexer)) {
        gen_ptx_advance(&reader->lexer);
        if (reader->lexer.sign == '(' && !gen_ptx_skip_brackets(&reader->lexer))
            return gen_ptx_fail(reader, "')'");
    }
    if (reader->lexer.sign != '(')
        return true;
    return gen_ptx_read_params(reader, &function->results, &function->result_count,
                               &reader->registers.declared) &&
           gen_ptx_expect(reader, ')', "')'");
}

/* The text up to the last ')', which is missing if there are no parameters. */
static bool read_params(gen_ptx_reader *reader, const char *begin)
{
    gen_ptx_function *function = reader->function;
    gen_ptx_lexer *lexer = &reader->lexer;

    if (lexer->sign != '(') {
        gen_token head = gen_ptx_since(lexer, begin);
        char *before = gen_arena_copy(reader->arena, head.text, head.length + 1);
        before[head.length] = '(';
        function->before = (gen_token){before, head.length + 1};
        return true;
    }
    if (!gen_ptx_read_params(reader, &function->params, &function->param_count,
                             &reader->registers.declared))
        return false;
    function->before = gen_ptx_since(lexer, begin);
    gen_ptx_advance(lexer);
    return true;
}

bool gen_ptx_read_function(gen_ptx_reader *reader, const char *begin)
{
    begin_function(reader);
    if (!gen_ptx_take_word(&reader->lexer, ".entry")) {
        gen_ptx_advance(&reader->lexer);
        if (!read_results(reader))
            return false;
    }
    if (!gen_ptx_at_name(&reader->lexer))
        return gen_ptx_fail(reader, reader->function->is_entry ? "the entry's name"
                                                               : "the function's name");
    reader->function->name = reader->lexer.token;
    gen_ptx_advance(&reader->lexer);
    return read_params(reader, begin) && read_directives(reader) && read_body(reader);
}
