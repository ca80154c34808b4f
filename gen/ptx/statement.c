#include "ptx/statement.h"

#include "ptx/block.h"
#include "ptx/declaration.h"
#include "ptx/loc.h"
#include "ptx/operand.h"

#include <string.h>

static gen_ptx_statement *begin(gen_ptx_reader *reader, gen_ptx_statement_kind kind)
{
    gen_ptx_statement *statement = GEN_NEW(reader->arena, gen_ptx_statement);

    *statement = reader->loc;
    statement->kind = kind;
    statement->text = reader->lexer.token;
    statement->ptx_line = reader->lexer.line;
    return statement;
}

/* Gives the statement the text up to the semicolon that was just read. */
static void end(gen_ptx_reader *reader, gen_ptx_statement *statement)
{
    statement->text.length = (size_t)(reader->statement_end - statement->text.text);
}

static void append(gen_ptx_reader *reader, gen_ptx_statement *statement)
{
    *reader->last = statement;
    reader->last = &statement->next;
}

/* --- Declarations and other directives -------------------------------------------------------- */

static bool read_loc_statement(gen_ptx_reader *reader)
{
    gen_ptx_statement *statement = GEN_NEW(reader->arena, gen_ptx_statement);
    const char *begin = reader->lexer.token.text;
    gen_ptx_loc loc;

    statement->ptx_line = reader->lexer.line;
    if (!gen_ptx_read_loc(reader, &loc))
        return false;
    gen_ptx_set_loc(reader, &loc, statement);
    reader->loc = *statement;
    statement->text = gen_ptx_since(&reader->lexer, begin);
    append(reader, statement);
    return true;
}

/* Before the statements of the body; those of a call sequence stay in it. */
static void append_declaration(gen_ptx_reader *reader, gen_ptx_statement *statement)
{
    end(reader, statement);
    if (reader->sequence) {
        append(reader, statement);
    } else {
        *reader->last_declaration = statement;
        reader->last_declaration = &statement->next;
    }
}

static bool read_variables(gen_ptx_reader *reader)
{
    gen_ptx_statement *statement = begin(reader, GEN_PTX_VERBATIM);
    gen_ptx_variable *parameters = NULL;
    gen_ptx_variable **last = &parameters;

    if (gen_ptx_space_of(&reader->lexer) != GEN_PTX_PARAM) {
        if (!gen_ptx_read_variables(reader, &reader->last_variable, false))
            return false;
        append_declaration(reader, statement);
        return true;
    }
    if (!gen_ptx_read_variables(reader, &last, false))
        return false;
    end(reader, statement);
    append(reader, statement);
    return true;
}

/* `statement` may begin with a label, which was read. */
static bool read_verbatim(gen_ptx_reader *reader, gen_ptx_statement *statement)
{
    statement->kind = GEN_PTX_VERBATIM;
    if (!gen_ptx_skip_statement(reader))
        return false;
    end(reader, statement);
    append(reader, statement);
    return true;
}

static bool read_directive(gen_ptx_reader *reader)
{
    gen_ptx_statement *statement;

    if (gen_ptx_at_word(&reader->lexer, ".loc"))
        return read_loc_statement(reader);
    if (gen_ptx_space_of(&reader->lexer) != GEN_PTX_GENERIC)
        return read_variables(reader);
    statement = begin(reader, GEN_PTX_VERBATIM);
    if (!gen_ptx_at_word(&reader->lexer, ".reg"))
        return read_verbatim(reader, statement);
    if (!gen_ptx_read_registers(reader, reader->sequence ? &reader->local.declared
                                                         : &reader->registers.declared))
        return false;
    append_declaration(reader, statement);
    return true;
}

/* The label before is read. A directive that it names stays one statement with it. */
static bool end_label(gen_ptx_reader *reader, gen_ptx_statement *statement)
{
    static const char *const named[] = {".branchtargets", ".calltargets", ".callprototype"};

    gen_ptx_advance(&reader->lexer);
    if (gen_ptx_at_directive(&reader->lexer) && GEN_TOKEN_IS_ANY(reader->lexer.token, named))
        return read_verbatim(reader, statement);
    statement->kind = GEN_PTX_LABEL;
    append(reader, statement);
    return true;
}

/* --- Instructions ----------------------------------------------------------------------------- */

/* The call that a register's definition is, if it is in a sequence. */
static gen_ptx_statement *definer(gen_ptx_reader *reader, gen_ptx_statement *statement)
{
    return reader->sequence ? reader->sequence : statement;
}

/* call [(results),] callee [, (arguments)] [, prototype]; */
static bool read_call(gen_ptx_reader *reader, gen_ptx_statement *statement)
{
    gen_ptx_lexer *lexer = &reader->lexer;
    gen_ptx_operand *lists = GEN_NEW_ARRAY(reader->arena, gen_ptx_operand, 2);
    gen_ptx_operand callee = {0};

    statement->kind = GEN_PTX_CALL;
    statement->operands = lists;
    statement->operand_count = 2;
    if (!gen_ptx_read_list(reader, &lists[0], NULL) ||
        (lists[0].text.length && !gen_ptx_expect(reader, ',', "','")))
        return false;
    if (!gen_ptx_at_name(lexer))
        return gen_ptx_fail(reader, "a function");
    callee.text = lexer->token;
    callee.reg = gen_ptx_register_of(reader, lexer->token);
    if (callee.reg)
        callee.kind = GEN_PTX_REGISTER;
    else
        statement->callee = lexer->token;
    gen_ptx_advance(lexer);
    gen_ptx_take(lexer, ',');
    if (!gen_ptx_read_list(reader, &lists[1], callee.reg ? &callee : NULL))
        return false;
    gen_ptx_take(lexer, ',');
    if (lexer->sign == GEN_PTX_WORD) {
        statement->prototype = lexer->token;
        gen_ptx_advance(lexer);
    }
    gen_ptx_define(&lists[0], definer(reader, statement));
    return gen_ptx_expect_semicolon(reader);
}

/* The guard and the opcode are read, but for types after a blank: `mov .u32`. */
static bool read_instruction(gen_ptx_reader *reader, gen_ptx_statement *statement)
{
    for (; gen_ptx_at_directive(&reader->lexer); gen_ptx_advance(&reader->lexer)) {
        gen_token more = reader->lexer.token;
        statement->opcode.text =
            gen_arena_format(reader->arena, "%.*s%.*s", (int)statement->opcode.length,
                             statement->opcode.text, (int)more.length, more.text);
        statement->opcode.length += more.length;
    }
    if (gen_ptx_is_opcode(statement->opcode, "call")) {
        if (!read_call(reader, statement))
            return false;
    } else {
        if (!gen_ptx_read_operands(reader, statement))
            return false;
        if (!gen_ptx_writes_nothing(statement))
            gen_ptx_define(&statement->operands[0], definer(reader, statement));
    }
    end(reader, statement);
    append(reader, statement);
    return true;
}

/* @p, @!p, then the opcode */
static bool read_guarded(gen_ptx_reader *reader)
{
    gen_ptx_lexer *lexer = &reader->lexer;
    gen_ptx_statement *statement = begin(reader, GEN_PTX_INSTRUCTION);

    gen_ptx_advance(lexer);
    statement->guard_negated = gen_ptx_take(lexer, '!');
    if (gen_ptx_at_name(lexer))
        statement->guard = gen_ptx_register_of(reader, lexer->token);
    if (!statement->guard)
        return gen_ptx_fail(reader, "a predicate register");
    gen_ptx_advance(lexer);
    if (!gen_ptx_at_name(lexer))
        return gen_ptx_fail(reader, "an instruction");
    statement->opcode = lexer->token;
    gen_ptx_advance(lexer);
    return read_instruction(reader, statement);
}

static bool read_label_or_instruction(gen_ptx_reader *reader)
{
    gen_ptx_statement *statement = begin(reader, GEN_PTX_INSTRUCTION);

    if (!gen_ptx_at_name(&reader->lexer))
        return gen_ptx_fail(reader, "a statement");
    statement->opcode = reader->lexer.token;
    gen_ptx_advance(&reader->lexer);
    if (reader->lexer.sign != ':')
        return read_instruction(reader, statement);
    statement->opcode.length = 0;
    return end_label(reader, statement);
}

/* --- Nested braces ---------------------------------------------------------------------------- */

/* True if it is none of the call sequence that is being read. */
static bool is_of_function(const gen_ptx_reader *reader, const gen_ptx_register *reg)
{
    return reg &&
           gen_name_table_find_bytes(&reader->local.found, reg->name.text, reg->name.length) != reg;
}

static void add_register(gen_ptx_reader *reader, gen_ptx_operands *list, gen_ptx_register *reg)
{
    if (is_of_function(reader, reg))
        *gen_ptx_operands_add(reader->arena, list) =
            (gen_ptx_operand){.kind = GEN_PTX_REGISTER, .text = reg->name, .reg = reg};
}

/* Adds the registers of the function that a statement of a call sequence reads or writes. */
static void add_registers(gen_ptx_reader *reader, const gen_ptx_statement *statement,
                          gen_ptx_operands *written, gen_ptx_operands *read)
{
    bool writes = statement->kind == GEN_PTX_CALL || !gen_ptx_writes_nothing(statement);

    add_register(reader, read, statement->guard);
    for (size_t i = 0; i < statement->operand_count; i++) {
        const gen_ptx_operand *operand = &statement->operands[i];
        gen_ptx_operands *list = i == 0 && writes ? written : read;
        add_register(reader, list, operand->reg);
        for (size_t k = 0; k < operand->item_count; k++)
            add_register(reader, list, operand->items[k].reg);
    }
}

/* What the call of the sequence, and the statements around it, do to the function's registers. */
static void end_sequence(gen_ptx_reader *reader, gen_ptx_statement *call)
{
    gen_ptx_operand *lists = GEN_NEW_ARRAY(reader->arena, gen_ptx_operand, 2);

    for (const gen_ptx_statement *at = call->sequence; at; at = at->next) {
        add_registers(reader, at, &reader->operands, &reader->operand_items);
        if (at->kind == GEN_PTX_CALL) {
            call->callee = at->callee;
            call->prototype = at->prototype;
        }
    }
    lists[0].kind = lists[1].kind = GEN_PTX_OTHER;
    gen_ptx_operands_move(reader->arena, &reader->operands, &lists[0]);
    gen_ptx_operands_move(reader->arena, &reader->operand_items, &lists[1]);
    call->operands = lists;
    call->operand_count = 2;
}

/* The statements of a text that has no '}' of its own. */
static bool read_text(gen_ptx_reader *reader, gen_token text, uint32_t line)
{
    gen_ptx_lexer after = reader->lexer;

    reader->lexer = gen_ptx_lexer_begin(text.text, text.length, line);
    if (!gen_ptx_read_statements(reader))
        return false;
    if (reader->lexer.sign)
        return gen_ptx_fail(reader, "a statement");
    reader->lexer = after;
    return true;
}

static bool read_sequence(gen_ptx_reader *reader, const gen_ptx_block *block,
                          gen_ptx_statement *call)
{
    gen_ptx_statement **last = reader->last;
    bool is_read;

    call->text = block->text;
    reader->sequence = call;
    reader->local.declared = gen_ptx_scope_begin(reader->arena);
    reader->local.found = (gen_name_table){.arena = reader->arena};
    reader->last = &call->sequence;
    is_read = read_text(reader, gen_ptx_inner_text(block), block->line);
    if (is_read)
        end_sequence(reader, call);
    reader->sequence = NULL;
    reader->last = last;
    append(reader, call);
    return is_read;
}

static bool read_block(gen_ptx_reader *reader)
{
    gen_ptx_statement *statement = begin(reader, GEN_PTX_CALL);
    gen_ptx_block block;
    gen_token text;

    if (!gen_ptx_look_at_block(reader, &block))
        return false;
    if (block.is_call)
        return read_sequence(reader, &block, statement);
    return gen_ptx_flatten(reader, &block, &text) && read_text(reader, text, block.line);
}

bool gen_ptx_read_statements(gen_ptx_reader *reader)
{
    gen_ptx_lexer *lexer = &reader->lexer;
    bool is_read = true;

    while (is_read && lexer->sign && lexer->sign != '}') {
        if (lexer->sign == '@')
            is_read = read_guarded(reader);
        else if (lexer->sign == '{')
            is_read = read_block(reader);
        else if (gen_ptx_at_directive(lexer))
            is_read = read_directive(reader);
        else if (!gen_ptx_take(lexer, ';'))
            is_read = read_label_or_instruction(reader);
    }
    return is_read;
}
