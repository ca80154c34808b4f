#include "ptx/operand.h"

#include <string.h>

#define LETTERS "xyzw" /* of components */

/* --- Registers -------------------------------------------------------------------------------- */

void gen_ptx_note_special_register(gen_ptx_function *function, gen_token word)
{
    static const char *const names[] = {"%tid.", "%ctaid.", "%ntid.", "%nctaid."};

    if (*word.text != '%')
        return;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        size_t length = strlen(names[i]);
        char component = word.length > length ? word.text[length] : '\0';
        if (component >= 'x' && component <= 'z' && memcmp(word.text, names[i], length) == 0) {
            uint32_t dimension = (uint32_t)(component - 'x') + 1;
            if (dimension > function->dimensions)
                function->dimensions = dimension;
            function->threads |= i == 0 ? UINT32_C(1) << (dimension - 1) : 0;
            function->blocks |= i == 1 ? UINT32_C(1) << (dimension - 1) : 0;
        }
    }
}

static gen_token component_of(gen_ptx_reader *reader, gen_token vector, char letter)
{
    const char *text =
        gen_arena_format(reader->arena, "%.*s.%c", (int)vector.length, vector.text, letter);

    return (gen_token){text, strlen(text)};
}

/* `v.x` of `v.r`, and so on. */
static gen_token second_name(gen_ptx_reader *reader, gen_token word)
{
    static const char colors[] = "rgba";
    char letter = word.text[word.length - 1];

    return component_of(reader, gen_ptx_without_component(word),
                        LETTERS[strchr(colors, letter) - colors]);
}

static gen_ptx_register *find(gen_ptx_reader *reader, gen_ptx_registers *registers, gen_token word)
{
    gen_ptx_register *found = gen_name_table_find_bytes(&registers->found, word.text, word.length);
    const gen_ptx_name *name;

    if (found)
        return found;
    name = gen_ptx_scope_find(&registers->declared, word);
    if (!name || !name->kind)
        return NULL;
    if (gen_ptx_is_vector(name) && gen_ptx_without_component(word).length == word.length)
        return NULL; /* its components are registers */
    if (gen_ptx_is_vector(name) && strchr("rgba", word.text[word.length - 1])) {
        found = find(reader, registers, second_name(reader, word)); /* v.r is v.x */
    } else {
        found = GEN_NEW(reader->arena, gen_ptx_register);
        *found = (gen_ptx_register){.name = word, .kind = name->kind, .bits = name->bits};
        if (registers == &reader->registers) {
            gen_ptx_function *function = reader->function;
            GEN_GROW(reader->arena, function->registers, function->register_count,
                     &reader->register_capacity);
            function->registers[function->register_count++] = found;
        }
    }
    gen_name_table_put_bytes(&registers->found, word.text, word.length, found);
    return found;
}

gen_ptx_register *gen_ptx_register_of(gen_ptx_reader *reader, gen_token word)
{
    gen_ptx_register *found = reader->sequence ? find(reader, &reader->local, word) : NULL;

    if (!found)
        found = find(reader, &reader->registers, word);
    if (!found)
        gen_ptx_note_special_register(reader->function, word);
    return found;
}

/* If the word is a vector in registers, adds its components as items and returns true. */
static bool add_components(gen_ptx_reader *reader, gen_token word)
{
    const gen_ptx_name *name =
        reader->sequence ? gen_ptx_scope_find(&reader->local.declared, word) : NULL;

    if (!name)
        name = gen_ptx_scope_find(&reader->registers.declared, word);
    if (!name || !name->kind || !gen_ptx_is_vector(name))
        return false;
    for (unsigned i = 0; i < name->lanes; i++) {
        gen_token component = component_of(reader, word, LETTERS[i]);
        gen_ptx_register *reg = gen_ptx_register_of(reader, component);
        *gen_ptx_operands_add(reader->arena, &reader->operand_items) =
            (gen_ptx_operand){.kind = GEN_PTX_REGISTER, .text = component, .reg = reg};
    }
    return true;
}

/* --- Forms ------------------------------------------------------------------------------------ */

/* Reads a word, a number or `-number`. False, without an error, at anything else. */
static bool read_simple(gen_ptx_reader *reader, gen_ptx_operand *operand)
{
    gen_ptx_lexer *lexer = &reader->lexer;
    const char *begin = lexer->token.text;
    bool is_negative = gen_ptx_take(lexer, '-');
    gen_token word = lexer->token;

    if (lexer->sign != GEN_PTX_WORD || *word.text == '.')
        return false;
    if (*word.text >= '0' && *word.text <= '9') {
        bool is_integer = gen_ptx_integer(word, &operand->number);
        operand->kind = is_integer ? GEN_PTX_NUMBER : GEN_PTX_NAME;
        if (is_negative)
            operand->number = (int64_t) - (uint64_t)operand->number;
    } else if (is_negative) {
        return false;
    } else {
        operand->reg = gen_ptx_register_of(reader, word);
        operand->kind = operand->reg ? GEN_PTX_REGISTER : GEN_PTX_NAME;
    }
    gen_ptx_advance(lexer);
    operand->text = gen_ptx_since(lexer, begin);
    if (operand->kind == GEN_PTX_NAME)
        operand->name = operand->text;
    return true;
}

/* + 8, + -8 or - 8, if it is there. */
static bool read_offset(gen_ptx_reader *reader, int64_t *number)
{
    gen_ptx_operand offset = {0};

    if (reader->lexer.sign != '+' && reader->lexer.sign != '-')
        return true;
    gen_ptx_take(&reader->lexer, '+');
    if (!read_simple(reader, &offset) || offset.kind != GEN_PTX_NUMBER)
        return false;
    *number = offset.number;
    return true;
}

/* [reg], [name + 8], [reg + -8], [16] */
static bool read_address(gen_ptx_reader *reader, gen_ptx_operand *operand)
{
    gen_ptx_lexer *lexer = &reader->lexer;
    gen_ptx_operand base = {0};

    gen_ptx_advance(lexer);
    if (!read_simple(reader, &base) ||
        (base.kind != GEN_PTX_NUMBER && !read_offset(reader, &base.number)))
        return false;
    *operand = (gen_ptx_operand){
        .kind = GEN_PTX_ADDRESS, .reg = base.reg, .name = base.name, .number = base.number};
    return gen_ptx_take(lexer, ']');
}

/* {a, b, …} */
static bool read_vector(gen_ptx_reader *reader, gen_ptx_operand *operand)
{
    operand->kind = GEN_PTX_VECTOR;
    gen_ptx_advance(&reader->lexer);
    do {
        if (!read_simple(reader, gen_ptx_operands_add(reader->arena, &reader->operand_items)))
            return false;
    } while (gen_ptx_take(&reader->lexer, ','));
    return gen_ptx_take(&reader->lexer, '}');
}

/* A vector in registers, as if it were `{v.x, v.y}`. False: the operand is another name. */
static bool read_whole_vector(gen_ptx_reader *reader, gen_ptx_operand *operand)
{
    if (operand->kind != GEN_PTX_NAME || !add_components(reader, operand->name))
        return false;
    operand->kind = GEN_PTX_VECTOR;
    operand->name = (gen_token){0};
    return true;
}

static bool read_structured(gen_ptx_reader *reader, gen_ptx_operand *operand)
{
    gen_ptx_lexer *lexer = &reader->lexer;
    bool is_fine;

    if (lexer->sign == '[')
        is_fine = read_address(reader, operand);
    else if (lexer->sign == '{')
        is_fine = read_vector(reader, operand);
    else
        is_fine = read_simple(reader, operand) &&
                  (operand->kind != GEN_PTX_NAME || read_whole_vector(reader, operand) ||
                   read_offset(reader, &operand->number));
    if (is_fine && operand->kind == GEN_PTX_REGISTER && gen_ptx_take(lexer, '|')) {
        gen_ptx_operand *second = gen_ptx_operands_add(reader->arena, &reader->operand_items);
        is_fine = read_simple(reader, second);
    }
    return is_fine && (lexer->sign == ',' || lexer->sign == ';' || lexer->sign == ')');
}

/* Any other operand: its registers become its items. */
static bool read_other(gen_ptx_reader *reader, gen_ptx_operand *operand)
{
    gen_ptx_lexer *lexer = &reader->lexer;
    size_t depth = 0;

    *operand = (gen_ptx_operand){.kind = GEN_PTX_OTHER};
    while (depth || (lexer->sign != ',' && lexer->sign != ';' && lexer->sign != ')')) {
        gen_ptx_register *reg = NULL;
        if (!lexer->sign || lexer->sign == ';' || (!depth && strchr("]}", lexer->sign)))
            return gen_ptx_fail(reader, "an operand");
        depth += strchr("([{", lexer->sign) != NULL;
        depth -= strchr(")]}", lexer->sign) != NULL;
        if (lexer->sign == GEN_PTX_WORD && !add_components(reader, lexer->token))
            reg = gen_ptx_register_of(reader, lexer->token);
        if (reg) {
            gen_ptx_operand *item = gen_ptx_operands_add(reader->arena, &reader->operand_items);
            *item = (gen_ptx_operand){.kind = GEN_PTX_REGISTER, .text = lexer->token, .reg = reg};
        }
        gen_ptx_advance(lexer);
    }
    return true;
}

/* The operands so far, as an array of their own; there are none then. */
static gen_ptx_operand *take_operands(gen_arena *arena, gen_ptx_operands *operands, size_t *count)
{
    gen_ptx_operand *copy = NULL;

    *count = operands->count;
    if (operands->count) {
        copy = GEN_NEW_ARRAY(arena, gen_ptx_operand, operands->count);
        memcpy(copy, operands->items, operands->count * sizeof(*copy));
    }
    operands->count = 0;
    return copy;
}

void gen_ptx_operands_move(gen_arena *arena, gen_ptx_operands *items, gen_ptx_operand *operand)
{
    operand->items = take_operands(arena, items, &operand->item_count);
}

static bool read_operand(gen_ptx_reader *reader, gen_ptx_operand *operand)
{
    gen_ptx_lexer begin = reader->lexer;

    if (!read_structured(reader, operand)) {
        reader->lexer = begin;
        reader->operand_items.count = 0;
        if (!read_other(reader, operand))
            return false;
    }
    operand->text = gen_ptx_since(&reader->lexer, begin.token.text);
    gen_ptx_operands_move(reader->arena, &reader->operand_items, operand);
    return true;
}

bool gen_ptx_read_operands(gen_ptx_reader *reader, gen_ptx_statement *statement)
{
    if (reader->lexer.sign != ';') {
        do {
            gen_ptx_operand operand = {.kind = GEN_PTX_OTHER};
            if (!read_operand(reader, &operand))
                return false;
            *gen_ptx_operands_add(reader->arena, &reader->operands) = operand;
        } while (gen_ptx_take(&reader->lexer, ','));
    }
    statement->operands =
        take_operands(reader->arena, &reader->operands, &statement->operand_count);
    return gen_ptx_expect_semicolon(reader);
}

bool gen_ptx_read_list(gen_ptx_reader *reader, gen_ptx_operand *list, const gen_ptx_operand *more)
{
    gen_ptx_lexer *lexer = &reader->lexer;
    const char *begin = lexer->token.text;

    *list = (gen_ptx_operand){.kind = GEN_PTX_OTHER};
    if (gen_ptx_take(lexer, '(')) {
        while (lexer->sign != ')') {
            gen_ptx_operand *item = gen_ptx_operands_add(reader->arena, &reader->operand_items);
            if (!read_simple(reader, item))
                return gen_ptx_fail(reader, "an argument");
            if (lexer->sign != ')' && !gen_ptx_expect(reader, ',', "',' or ')'"))
                return false;
        }
        gen_ptx_advance(lexer);
        list->text = gen_ptx_since(lexer, begin);
    }
    if (more)
        *gen_ptx_operands_add(reader->arena, &reader->operand_items) = *more;
    gen_ptx_operands_move(reader->arena, &reader->operand_items, list);
    return true;
}

/* --- What is written -------------------------------------------------------------------------- */

static void define(gen_ptx_register *reg, gen_ptx_statement *statement)
{
    reg->definitions += !reg->definitions || reg->definition != statement;
    reg->definition = statement;
}

void gen_ptx_define(gen_ptx_operand *operand, gen_ptx_statement *statement)
{
    if (operand->reg)
        define(operand->reg, statement);
    for (size_t i = 0; i < operand->item_count; i++)
        if (operand->items[i].reg)
            define(operand->items[i].reg, statement);
}

bool gen_ptx_is_opcode(gen_token opcode, const char *name)
{
    size_t length = strlen(name);

    return opcode.length >= length && memcmp(opcode.text, name, length) == 0 &&
           (opcode.length == length || opcode.text[length] == '.');
}

/* bar.red.popc.u32 has a result, bar.sync has none. */
static bool is_reduction(gen_token opcode)
{
    static const char red[] = ".red.";

    for (size_t i = 0; i + sizeof(red) - 1 <= opcode.length; i++)
        if (memcmp(opcode.text + i, red, sizeof(red) - 1) == 0)
            return true;
    return false;
}

bool gen_ptx_writes_nothing(const gen_ptx_statement *statement)
{
    static const char *const readers[] = {"bra", "brx", "nanosleep", "stackrestore", "ret"};
    gen_token opcode = statement->opcode;

    if (!statement->operand_count || *statement->operands->text.text == '[')
        return true;
    for (size_t i = 0; i < sizeof(readers) / sizeof(readers[0]); i++)
        if (gen_ptx_is_opcode(opcode, readers[i]))
            return true;
    return (gen_ptx_is_opcode(opcode, "bar") || gen_ptx_is_opcode(opcode, "barrier")) &&
           !is_reduction(opcode);
}
