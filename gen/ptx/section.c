#include "ptx/section.h"

/* A label of .debug_str. */
typedef struct debug_label {
    gen_ptx_lexer after; /* what follows it */
} debug_label;

static void read_label(gen_ptx_reader *reader)
{
    gen_token label = reader->lexer.token;

    gen_ptx_advance(&reader->lexer);
    if (gen_ptx_take(&reader->lexer, ':')) {
        debug_label *found = GEN_NEW(reader->arena, debug_label);
        found->after = reader->lexer;
        reader->module->strings.arena = reader->arena;
        gen_name_table_put_bytes(&reader->module->strings, label.text, label.length, found);
    }
}

bool gen_ptx_read_section(gen_ptx_reader *reader)
{
    gen_ptx_lexer *lexer = &reader->lexer;
    bool has_strings;

    gen_ptx_advance(lexer);
    has_strings = gen_ptx_take_word(lexer, ".debug_str");
    while (lexer->sign && lexer->sign != '{')
        gen_ptx_advance(lexer);
    if (!has_strings || !lexer->sign)
        return (lexer->sign && gen_ptx_skip_brackets(lexer)) || gen_ptx_fail(reader, "'}'");
    while (lexer->sign && lexer->sign != '}') {
        if (lexer->sign == GEN_PTX_WORD)
            read_label(reader);
        else
            gen_ptx_advance(lexer);
    }
    return gen_ptx_expect(reader, '}', "'}'");
}

/* Bytes such as `.b8 95,90,0`, up to the zero; `skipped` at the beginning are left out. */
static void write_bytes(gen_ptx_lexer lexer, int64_t skipped, gen_text *out)
{
    for (; lexer.sign && lexer.sign != '}'; gen_ptx_advance(&lexer)) {
        int64_t value;
        char byte;
        if (lexer.sign != GEN_PTX_WORD || !gen_ptx_integer(lexer.token, &value))
            continue;
        byte = (char)value;
        if (!byte && skipped <= 0)
            return;
        if (skipped-- <= 0)
            gen_text_append(out, &byte, 1);
    }
}

const char *gen_ptx_debug_string(gen_arena *arena, const gen_ptx_module *module, gen_token inlined)
{
    gen_ptx_lexer lexer = gen_ptx_lexer_begin(inlined.text, inlined.length, 0);
    const debug_label *label =
        gen_name_table_find_bytes(&module->strings, lexer.token.text, lexer.token.length);
    int64_t skipped = 0;
    const char *name = NULL;
    gen_text text;

    if (!label)
        return NULL;
    gen_ptx_advance(&lexer);
    if (gen_ptx_take(&lexer, '+') && !gen_ptx_integer(lexer.token, &skipped))
        return NULL;
    gen_text_initialize(&text);
    write_bytes(label->after, skipped, &text);
    if (text.length && !text.failed)
        name = gen_arena_copy(arena, text.data, text.length);
    gen_text_deinitialize(&text);
    return name;
}
