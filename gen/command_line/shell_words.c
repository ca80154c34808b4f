#include "command_line/shell_words.h"

#include "support/text.h"

#include <string.h>

void gen_words_add(gen_words *words, gen_arena *arena, const char *word)
{
    GEN_GROW(arena, words->data, words->count, &words->capacity);
    words->data[words->count++] = word;
}

bool gen_words_have(const gen_words *words, const char *word)
{
    for (size_t i = 0; i < words->count; i++)
        if (strcmp(words->data[i], word) == 0)
            return true;
    return false;
}

/* Appends the word as a shell reads it. */
static void add_quoted(gen_text *out, const char *word)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "+,-./:=@_";

    if (*word && !word[strspn(word, plain)]) {
        gen_text_puts(out, word);
        return;
    }
    gen_text_puts(out, "'");
    for (; *word; word++) {
        if (*word == '\'')
            gen_text_puts(out, "'\\'");
        gen_text_append(out, word, 1);
    }
    gen_text_puts(out, "'");
}

const char *gen_words_join(const gen_words *words, gen_arena *arena)
{
    const char *joined;
    gen_text line;

    gen_text_initialize(&line);
    for (size_t i = 0; i < words->count; i++) {
        gen_text_puts(&line, i ? " " : "");
        add_quoted(&line, words->data[i]);
    }
    joined = gen_arena_copy(arena, line.data ? line.data : "", line.length);
    gen_text_deinitialize(&line);
    return joined;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

static bool is_quote(char c, gen_quoting quoting)
{
    return c == '"' || (c == '\'' && quoting == GEN_QUOTING_SHELL);
}

/* In double quotes a backslash escapes only these. */
static bool escapes(const char *at, char quote)
{
    if (*at != '\\' || !at[1] || quote == '\'')
        return false;
    return !quote || strchr("\"\\$`\n", at[1]);
}

/* Reads a word from *at into `out`. False if a quote is not closed. */
static bool read_word(const char **at, char *out, gen_quoting quoting)
{
    const char *c = *at;
    char quote = '\0';

    for (; *c && (quote || !is_space(*c)); c++) {
        if (escapes(c, quote)) {
            if (*++c != '\n')
                *out++ = *c;
        } else if (quote ? *c == quote : is_quote(*c, quoting)) {
            quote = quote ? '\0' : *c;
        } else {
            *out++ = *c;
        }
    }
    *out = '\0';
    *at = c;
    return !quote;
}

/* Only blanks and tabs separate the environment's words. */
static bool read_environment_word(const char **at, char *out)
{
    const char *c = *at;
    bool quoted = false;

    for (; *c && (quoted || (*c != ' ' && *c != '\t')); c++) {
        if (quoted && *c == '\\' && c[1])
            *out++ = *c++;
        else
            quoted ^= *c == '"';
        *out++ = *c;
    }
    *out = '\0';
    *at = c;
    return !quoted;
}

bool gen_words_split(gen_words *words, gen_arena *arena, const char *text, gen_quoting quoting)
{
    while (is_space(*text))
        text++;
    /* Each word fits: it is not longer than its text, and its zero byte replaces a space. */
    for (char *out = gen_arena_allocate(arena, strlen(text) + 1); *text; out += strlen(out) + 1) {
        if (quoting == GEN_QUOTING_ENVIRONMENT ? !read_environment_word(&text, out)
                                               : !read_word(&text, out, quoting))
            return false;
        gen_words_add(words, arena, out);
        while (is_space(*text))
            text++;
    }
    return true;
}

void gen_words_split_list(gen_words *words, gen_arena *arena, const char *text)
{
    char *value = gen_arena_allocate(arena, strlen(text) + 1);
    char *out = value;
    bool quoted = false;

    for (const char *c = text; *c; c++) {
        if (*c == '\\' && c[1]) {
            *out++ = *++c;
        } else if (*c == ',' && !quoted) {
            *out++ = '\0';
            gen_words_add(words, arena, value);
            value = out;
        } else {
            quoted ^= *c == '"';
            *out++ = *c;
        }
    }
    *out = '\0';
    gen_words_add(words, arena, value);
}
