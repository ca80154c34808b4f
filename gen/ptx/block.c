#include "ptx/block.h"

#include "ptx/declaration.h"
#include "ptx/loc.h"
#include "ptx/operand.h"

#include <string.h>

#define DEPTH_LIMIT 64 /* of nested braces */

/* What a block has been found to hold so far. */
typedef struct block_content {
    gen_ptx_block *block;
    gen_ptx_nested **last;
    unsigned calls;
    bool has_others; /* statements that do not belong to a call sequence */
} block_content;

/* --- What is in it ---------------------------------------------------------------------------- */

static void add_name(block_content *content, gen_token name)
{
    gen_ptx_scope_add(&content->block->names, &(gen_ptx_name){.name = name});
}

static bool look_at_variables(gen_ptx_reader *reader, block_content *content)
{
    gen_ptx_variable *variables = NULL;
    gen_ptx_variable **last = &variables;

    content->has_others |= gen_ptx_space_of(&reader->lexer) != GEN_PTX_PARAM;
    if (!gen_ptx_read_variables(reader, &last, false))
        return false;
    for (; variables; variables = variables->next)
        add_name(content, variables->name);
    return true;
}

static bool look_at_directive(gen_ptx_reader *reader, block_content *content)
{
    gen_ptx_loc loc;

    if (gen_ptx_at_word(&reader->lexer, ".loc"))
        return gen_ptx_read_loc(reader, &loc);
    if (gen_ptx_at_word(&reader->lexer, ".reg"))
        return gen_ptx_read_registers(reader, &content->block->names);
    if (gen_ptx_space_of(&reader->lexer) != GEN_PTX_GENERIC)
        return look_at_variables(reader, content);
    return gen_ptx_skip_statement(reader);
}

static bool look_at_word(gen_ptx_reader *reader, block_content *content)
{
    static const char *const passing[] = {"st.param", "ld.param", "mov", "cvt"};
    gen_token word = reader->lexer.token;
    bool is_call = gen_ptx_is_opcode(word, "call");
    bool is_passing = is_call;

    gen_ptx_advance(&reader->lexer);
    if (gen_ptx_take(&reader->lexer, ':')) {
        add_name(content, word);
        return true;
    }
    for (size_t i = 0; i < sizeof(passing) / sizeof(passing[0]); i++)
        is_passing |= gen_ptx_is_opcode(word, passing[i]);
    content->calls += is_call;
    content->has_others |= !is_passing;
    return gen_ptx_skip_statement(reader);
}

static bool look_at_nested(gen_ptx_reader *reader, block_content *content)
{
    gen_ptx_lexer *lexer = &reader->lexer;
    gen_ptx_nested *nested = GEN_NEW(reader->arena, gen_ptx_nested);
    const char *begin = lexer->token.text;

    content->has_others = true;
    nested->line = lexer->line;
    if (!gen_ptx_skip_brackets(lexer))
        return gen_ptx_fail(reader, "'}'");
    nested->text = gen_ptx_since(lexer, begin);
    *content->last = nested;
    content->last = &nested->next;
    return true;
}

static bool look_at_statement(gen_ptx_reader *reader, block_content *content)
{
    gen_ptx_lexer *lexer = &reader->lexer;

    if (lexer->sign == '{')
        return look_at_nested(reader, content);
    if (gen_ptx_take(lexer, '@')) {
        gen_ptx_take(lexer, '!');
        gen_ptx_advance(lexer);
    }
    if (gen_ptx_at_directive(lexer))
        return look_at_directive(reader, content);
    if (lexer->sign == GEN_PTX_WORD)
        return look_at_word(reader, content);
    return gen_ptx_expect(reader, ';', "a statement");
}

bool gen_ptx_look_at_block(gen_ptx_reader *reader, gen_ptx_block *block)
{
    gen_ptx_lexer *lexer = &reader->lexer;
    block_content content = {.block = block, .last = &block->nested};
    const char *begin = lexer->token.text;

    *block = (gen_ptx_block){.line = lexer->line, .names = gen_ptx_scope_begin(reader->arena)};
    gen_ptx_advance(lexer);
    while (lexer->sign != '}') {
        if (!lexer->sign)
            return gen_ptx_fail(reader, "'}'");
        if (!look_at_statement(reader, &content))
            return false;
    }
    gen_ptx_advance(lexer);
    block->text = gen_ptx_since(lexer, begin);
    block->is_call = content.calls == 1 && !content.has_others;
    return true;
}

/* --- Flattening ------------------------------------------------------------------------------- */

/* Chooses a word that is nowhere in the text of the file. */
static const char *tag_of(gen_ptx_reader *reader)
{
    if (!reader->tag)
        for (reader->tag = "_block"; strstr(reader->module->text, reader->tag);)
            reader->tag = gen_arena_format(reader->arena, "%s_", reader->tag);
    return reader->tag;
}

gen_token gen_ptx_inner_text(const gen_ptx_block *block)
{
    return (gen_token){block->text.text + 1, block->text.length - 2};
}

/* The name that the word at the lexer is or begins with. `t` of `t<4>` is not the register t. */
static const gen_ptx_name *name_at(const gen_ptx_scope *names, const gen_ptx_lexer *at)
{
    gen_ptx_lexer after = *at;

    if (!gen_ptx_at_name(at))
        return NULL;
    gen_ptx_advance(&after);
    return after.sign == '<' ? gen_ptx_scope_find_range(names, at->token)
                             : gen_ptx_scope_find(names, at->token);
}

static void write_renamed(gen_ptx_reader *reader, const gen_ptx_scope *names, gen_token text,
                          gen_text *out)
{
    const char *tag = tag_of(reader);
    const char *rest = text.text;

    reader->block_count += !gen_ptx_scope_is_empty(names);
    for (gen_ptx_lexer at = gen_ptx_lexer_begin(text.text, text.length, 0); at.sign;
         gen_ptx_advance(&at)) {
        const gen_ptx_name *name = name_at(names, &at);
        const char *end = name ? at.token.text + name->name.length : NULL;
        if (!name)
            continue;
        gen_text_append(out, rest, (size_t)(end - rest));
        gen_text_printf(out, "%s%u%s", tag, reader->block_count, name->count ? "_" : "");
        rest = end;
    }
    gen_text_append(out, rest, (size_t)(text.text + text.length - rest));
}

static bool write_flat(gen_ptx_reader *reader, const gen_ptx_block *block, gen_text *out);

/* A call sequence keeps its braces. */
static bool write_nested(gen_ptx_reader *reader, const gen_ptx_nested *nested, gen_text *out)
{
    gen_ptx_lexer after = reader->lexer;
    gen_ptx_block block;
    bool is_written = false;

    if (reader->depth == DEPTH_LIMIT)
        return gen_ptx_fail(reader, "fewer nested braces");
    reader->depth++;
    reader->lexer = gen_ptx_lexer_begin(nested->text.text, nested->text.length, nested->line);
    if (gen_ptx_look_at_block(reader, &block)) {
        gen_text_puts(out, block.is_call ? "{" : "");
        is_written = write_flat(reader, &block, out);
        gen_text_puts(out, block.is_call ? "}" : "");
    }
    reader->lexer = after;
    reader->depth--;
    return is_written;
}

/* Blocks in it come first: then no name is left that hides one of this block. */
static bool write_flat(gen_ptx_reader *reader, const gen_ptx_block *block, gen_text *out)
{
    gen_token text = gen_ptx_inner_text(block);
    const char *rest = text.text;
    bool is_written = true;
    gen_text flat;

    gen_text_initialize(&flat);
    for (const gen_ptx_nested *at = block->nested; at && is_written; at = at->next) {
        gen_text_append(&flat, rest, (size_t)(at->text.text - rest));
        is_written = write_nested(reader, at, &flat);
        rest = at->text.text + at->text.length;
    }
    gen_text_append(&flat, rest, (size_t)(text.text + text.length - rest));
    write_renamed(reader, &block->names, (gen_token){flat.data ? flat.data : "", flat.length}, out);
    out->failed |= flat.failed;
    gen_text_deinitialize(&flat);
    return is_written;
}

bool gen_ptx_flatten(gen_ptx_reader *reader, const gen_ptx_block *block, gen_token *text)
{
    gen_text flat;
    bool is_written;

    gen_text_initialize(&flat);
    is_written = write_flat(reader, block, &flat);
    text->text = gen_arena_copy(reader->arena, flat.data ? flat.data : "", flat.length);
    text->length = flat.length;
    if (is_written && flat.failed)
        is_written = gen_ptx_fail(reader, "a block that fits into memory");
    gen_text_deinitialize(&flat);
    return is_written;
}
