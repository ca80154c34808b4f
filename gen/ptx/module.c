#include "ptx/declaration.h"
#include "ptx/function.h"
#include "ptx/ptx.h"
#include "ptx/section.h"

#include <string.h>

/* Where the next of each kind belongs. */
typedef struct list_ends {
    gen_ptx_part **part;
    gen_ptx_function **function;
    gen_ptx_variable **variable;
    gen_ptx_alias **alias;
    size_t file_capacity;
    const char *written; /* the text up to here is in parts */
} list_ends;

/* --- Parts ------------------------------------------------------------------------------------ */

static gen_ptx_part *add_part(gen_ptx_reader *reader, list_ends *ends)
{
    gen_ptx_part *part = GEN_NEW(reader->arena, gen_ptx_part);

    *ends->part = part;
    ends->part = &part->next;
    return part;
}

static void add_text(gen_ptx_reader *reader, list_ends *ends, const char *end)
{
    if (end > ends->written)
        add_part(reader, ends)->text = (gen_token){ends->written, (size_t)(end - ends->written)};
}

static bool read_function(gen_ptx_reader *reader, list_ends *ends, const char *begin)
{
    add_text(reader, ends, begin);
    if (!gen_ptx_read_function(reader, begin))
        return false;
    add_part(reader, ends)->function = reader->function;
    *ends->function = reader->function;
    ends->function = &reader->function->next;
    ends->written = reader->lexer.last;
    return true;
}

/* --- Directives ------------------------------------------------------------------------------- */

/* .version 9.0 */
static void read_version(gen_ptx_reader *reader)
{
    unsigned parts[2] = {0, 0};
    size_t part = 0;
    gen_token token;

    gen_ptx_advance(&reader->lexer);
    token = reader->lexer.token;
    for (size_t i = 0; i < token.length && part < 2; i++) {
        if (token.text[i] == '.')
            part++;
        else if (token.text[i] >= '0' && token.text[i] <= '9' && parts[part] < 1000)
            parts[part] = 10 * parts[part] + (unsigned)(token.text[i] - '0');
    }
    reader->module->version = 10 * parts[0] + parts[1];
}

/* .target sm_90 [, debug, …] */
static void read_target(gen_ptx_reader *reader)
{
    gen_ptx_lexer *lexer = &reader->lexer;

    gen_ptx_advance(lexer);
    reader->module->target = lexer->token;
    for (gen_ptx_advance(lexer); gen_ptx_take(lexer, ',');) {
        reader->module->is_debug |= gen_ptx_at_word(lexer, "debug");
        gen_ptx_advance(lexer);
    }
}

/* .file N "path" */
static bool read_file(gen_ptx_reader *reader, list_ends *ends)
{
    gen_ptx_module *module = reader->module;
    gen_token path;
    uint64_t number;

    gen_ptx_advance(&reader->lexer);
    if (!gen_ptx_read_number(reader, &number))
        return false;
    path = reader->lexer.token;
    if (reader->lexer.sign != GEN_PTX_STRING || path.length < 2 ||
        number > strlen(reader->module->text))
        return gen_ptx_fail(reader, "a file's number and name");
    gen_ptx_advance(&reader->lexer);
    while (module->file_count <= number) {
        GEN_GROW(reader->arena, module->files, module->file_count, &ends->file_capacity);
        module->files[module->file_count++] = (gen_token){path.text, 0};
    }
    module->files[number] = (gen_token){path.text + 1, path.length - 2};
    return true;
}

/* .alias name, function; */
static bool read_alias(gen_ptx_reader *reader, list_ends *ends)
{
    gen_ptx_alias *alias = GEN_NEW(reader->arena, gen_ptx_alias);

    gen_ptx_advance(&reader->lexer);
    alias->name = reader->lexer.token;
    gen_ptx_advance(&reader->lexer);
    if (!gen_ptx_expect(reader, ',', "','"))
        return false;
    alias->function = reader->lexer.token;
    gen_ptx_advance(&reader->lexer);
    *ends->alias = alias;
    ends->alias = &alias->next;
    return gen_ptx_expect_semicolon(reader);
}

/* --- The module ------------------------------------------------------------------------------- */

static bool is_function(const gen_ptx_lexer *lexer)
{
    return gen_ptx_at_word(lexer, ".entry") || gen_ptx_at_word(lexer, ".func");
}

/* Reads a directive. What it does not know it skips, a token at a time. */
static bool read_directive(gen_ptx_reader *reader, list_ends *ends, bool is_extern)
{
    gen_ptx_lexer *lexer = &reader->lexer;

    if (gen_ptx_at_word(lexer, ".target"))
        read_target(reader);
    else if (gen_ptx_at_word(lexer, ".file"))
        return read_file(reader, ends);
    else if (gen_ptx_at_word(lexer, ".alias"))
        return read_alias(reader, ends);
    else if (gen_ptx_at_word(lexer, ".section"))
        return gen_ptx_read_section(reader);
    else if (gen_ptx_space_of(lexer) != GEN_PTX_GENERIC)
        return gen_ptx_read_variables(reader, &ends->variable, is_extern);
    else
        gen_ptx_advance(lexer);
    return true;
}

/* A function or a variable with its linkage, or another directive. */
static bool read_item(gen_ptx_reader *reader, list_ends *ends)
{
    static const char *const linkages[] = {".extern", ".visible", ".weak", ".common"};
    gen_ptx_lexer *lexer = &reader->lexer;
    const char *begin = lexer->token.text;
    bool is_extern = false;

    while (gen_ptx_at_directive(lexer) && GEN_TOKEN_IS_ANY(lexer->token, linkages)) {
        is_extern |= gen_ptx_at_word(lexer, ".extern");
        gen_ptx_advance(lexer);
    }
    return is_function(lexer) ? read_function(reader, ends, begin)
                              : read_directive(reader, ends, is_extern);
}

static bool read_module(gen_ptx_reader *reader)
{
    gen_ptx_module *module = reader->module;
    list_ends ends = {
        &module->parts,      &module->functions, &module->variables, &module->aliases, 0,
        reader->module->text};
    bool has_version = false;

    while (reader->lexer.sign) {
        if (gen_ptx_at_word(&reader->lexer, ".version")) {
            has_version = true;
            read_version(reader);
        } else if (!read_item(reader, &ends)) {
            return false;
        }
    }
    add_text(reader, &ends, reader->lexer.end);
    if (!has_version)
        gen_diag_error(reader->diag, (gen_place){module->path, 0, 0}, "ptx-syntax",
                       "there is no .version, so this is not PTX; give PTX as nvcc writes it");
    return has_version;
}

static gen_ptx_module *parse(gen_ptx_reader reader, const char *path, const char *text)
{
    reader.module = GEN_NEW(reader.arena, gen_ptx_module);
    reader.module->path = path;
    reader.module->text = text;
    reader.lexer = gen_ptx_lexer_begin(text, strlen(text), 1);
    return read_module(&reader) ? reader.module : NULL;
}

gen_ptx_module *gen_ptx_parse(gen_arena *arena, gen_diag *diag, const char *path, const char *text)
{
    return parse((gen_ptx_reader){.arena = arena, .diag = diag}, path, text);
}

gen_ptx_module *gen_ptx_parse_heads(gen_arena *arena, gen_diag *diag, const char *path,
                                    const char *text)
{
    return parse((gen_ptx_reader){.arena = arena, .diag = diag, .skips_bodies = true}, path, text);
}

unsigned gen_ptx_architecture(const gen_ptx_module *module)
{
    unsigned number = 0;

    for (size_t i = 0; i < module->target.length; i++)
        if (module->target.text[i] >= '0' && module->target.text[i] <= '9')
            number = 10 * number + (unsigned)(module->target.text[i] - '0');
    return number;
}
