#define _GNU_SOURCE /* memmem */

#include "frontend/setup/query_scan.h"

#include <ctype.h>
#include <string.h>

const char *const gen_query_names[] = {
    "__has_builtin",           "__has_attribute",
    "__has_cpp_attribute",     "__has_c_attribute",
    "__has_feature",           "__has_extension",
    "__has_warning",           "__has_declspec_attribute",
    "__has_constexpr_builtin", "__is_identifier",
    "__building_module",       "__is_target_arch",
    "__is_target_vendor",      "__is_target_os",
    "__is_target_environment", "__has_embed",
    "__INCLUDE_LEVEL__",
};
const char *const gen_query_new_names[] = {
    "__cus_builtin",           "__cus_attribute",
    "__cus_cpp_attribute",     "__cus_c_attribute",
    "__cus_feature",           "__cus_extension",
    "__cus_warning",           "__cus_declspec_attribute",
    "__cus_constexpr_builtin", "__cu_identifier",
    "__custub___module",       "__cu_target_arch",
    "__cu_target_vendor",      "__cu_target_os",
    "__cu_target_environment", "__cus_embed",
    "__CUSTUB__LEVEL__",
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

static const char *skip_word(const char *at)
{
    while (is_word(*at))
        at++;
    return at;
}

static int operator_of(const char *const *names, const char *word, size_t length)
{
    for (int i = 0; i < GEN_QUERY_COUNT; i++)
        if (strlen(names[i]) == length && memcmp(names[i], word, length) == 0)
            return i;
    return -1;
}

bool gen_query_is_asked(const char *text)
{
    return strstr(text, "__has_") || strstr(text, "__is_") || strstr(text, "__building_module") ||
           strstr(text, "__INCLUDE_LEVEL__");
}

/* --- Directives ------------------------------------------------------------------------------- */

/* The text after the `#` of the first directive at or after `at`; null if there is none. *end is
 * the end of its last line. */
static const char *find_directive(const char *at, const char **end)
{
    for (; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        at = skip_blanks(at);
        if (*at != '#')
            continue;
        *end = at;
        do {
            *end += **end == '\n';
            *end += strcspn(*end, "\n");
        } while (**end && ((*end)[-1] == '\\' || ((*end)[-1] == '\r' && (*end)[-2] == '\\')));
        return at + 1;
    }
    return NULL;
}

/* The operand in parentheses at `at`, on one line. */
typedef struct operand {
    const char *begin;
    const char *end;
    const char *close; /* after the parenthesis; null: there is something else */
    bool is_scoped;    /* gnu::cold */
    bool is_header;    /* <a.h> */
} operand;

static operand operand_at(const char *at)
{
    operand found = {0};

    at = skip_blanks(at);
    if (*at != '(')
        return found;
    at = found.begin = skip_blanks(at + 1);
    if (*at == '<') {
        at += strcspn(at, ">\n");
        found.is_header = *at == '>';
        at += found.is_header;
    } else if (!isdigit((unsigned char)*at)) {
        at = skip_word(at);
        if (strncmp(skip_blanks(at), "::", 2) == 0) {
            found.is_scoped = true;
            at = skip_word(skip_blanks(skip_blanks(at) + 2));
        }
    }
    found.end = at;
    at = skip_blanks(at);
    if (*at == ')' && found.end > found.begin)
        found.close = at + 1;
    return found;
}

static bool is_include(const char *word, size_t length)
{
    return length == strlen("__has_include") && memcmp(word, "__has_include", length) == 0;
}

/* True if the answer must replace all of `word` and its operand. */
static bool is_whole(const char *word, size_t length, const operand *of)
{
    int index = operator_of(gen_query_names, word, length);

    if (!of->close)
        return false;
    if (of->is_header) /* a generated header may not exist yet */
        return is_include(word, length) &&
               !memmem(of->begin, (size_t)(of->end - of->begin), ".custub.h", 9);
    return of->is_scoped && (index == GEN_QUERY_CPP_ATTRIBUTE || index == GEN_QUERY_C_ATTRIBUTE);
}

/* --- Scanning --------------------------------------------------------------------------------- */

static void add_once(gen_query_scan *scan, const char *begin, const char *end)
{
    const char *word = gen_arena_copy(scan->arena, begin, (size_t)(end - begin));

    scan->known.arena = scan->arena;
    if (gen_name_table_find(&scan->known, word))
        return;
    gen_name_table_put(&scan->known, word, scan);
    gen_words_add(&scan->operands, scan->arena, word);
}

/* True for names that no compiler takes as an operand. */
static bool is_reserved(const char *begin, const char *end)
{
    static const char *const names[] = {"and",   "or",     "not",   "xor",    "bitand", "bitor",
                                        "compl", "and_eq", "or_eq", "xor_eq", "not_eq", "defined"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strlen(names[i]) == (size_t)(end - begin) &&
            memcmp(names[i], begin, (size_t)(end - begin)) == 0)
            return true;
    return strncmp(begin, "__VA_", 5) == 0 || strncmp(begin, "__has_", 6) == 0 ||
           operator_of(gen_query_names, begin, (size_t)(end - begin)) >= 0;
}

/* Adds a name between parentheses or commas: a macro may pass it to an operator. */
static void scan_argument(gen_query_scan *scan, const char *first, const char *begin,
                          const char *end)
{
    const char *next = skip_blanks(end);

    while (begin > first && (begin[-1] == ' ' || begin[-1] == '\t'))
        begin--;
    if (begin == first || !strchr("(,", begin[-1]))
        return;
    begin = skip_blanks(begin);
    if (strncmp(next, "::", 2) == 0)
        scan->hides_attributes = true;
    else if ((*next == ')' || *next == ',') && !is_reserved(begin, end))
        add_once(scan, begin, end);
}

static void scan_directive(gen_query_scan *scan, const char *first, const char *end)
{
    for (const char *at = first; at < end;) {
        const char *word = at;
        operand of;
        at = skip_word(at);
        if (at == word) {
            at++;
            continue;
        }
        of = operand_at(at);
        if (is_whole(word, (size_t)(at - word), &of)) {
            gen_words_add(&scan->whole, scan->arena,
                          gen_arena_copy(scan->arena, word, (size_t)(of.close - word)));
            at = of.close;
        } else if (!isdigit((unsigned char)*word)) {
            scan_argument(scan, first, word, at);
        }
    }
}

/* True if a word of the text is an operator, or a macro that uses one. */
static bool uses_operator(gen_query_scan *scan, const char *at, const char *end)
{
    while (at < end) {
        const char *word = at;
        at = skip_word(at);
        if (at > word && (operator_of(gen_query_names, word, (size_t)(at - word)) >= 0 ||
                          gen_name_table_find(&scan->macros, gen_arena_copy(scan->arena, word,
                                                                            (size_t)(at - word)))))
            return true;
        at += at == word;
    }
    return false;
}

static void scan_definition(gen_query_scan *scan, const char *at, const char *end)
{
    const char *name = skip_blanks(skip_blanks(at) + strlen("define"));
    const char *body = skip_word(name);

    scan->macros.arena = scan->arena;
    if (!uses_operator(scan, body, end))
        return;
    gen_name_table_put(&scan->macros, gen_arena_copy(scan->arena, name, (size_t)(body - name)),
                       scan);
    scan->pastes |= memmem(body, (size_t)(end - body), "##", 2) != NULL;
}

void gen_query_scan_text(gen_query_scan *scan, const char *text)
{
    const char *end;

    for (const char *at = text; (at = find_directive(at, &end)) != NULL; at = end) {
        scan_directive(scan, at, end);
        if (strncmp(skip_blanks(at), "define", strlen("define")) == 0)
            scan_definition(scan, at, end);
    }
}

/* --- Rewriting -------------------------------------------------------------------------------- */

/* Writes the answer, followed by blanks. */
static void overwrite(char *at, size_t length, const char *answer)
{
    memset(at, ' ', length);
    memcpy(at, answer, strlen(answer));
}

static const char *answer_of(const gen_query_rewriting *rewriting, const char *begin,
                             const char *end)
{
    size_t length = (size_t)(end - begin);

    for (size_t i = 0; rewriting->whole && i < rewriting->whole->count; i++)
        if (strlen(rewriting->whole->data[i]) == length &&
            memcmp(rewriting->whole->data[i], begin, length) == 0)
            return rewriting->answers[i];
    return NULL;
}

static void rewrite_word(char *word, size_t length, const gen_query_rewriting *rewriting)
{
    int index = operator_of(rewriting->from, word, length);
    operand of = operand_at(word + length);
    const char *answer = is_whole(word, length, &of) ? answer_of(rewriting, word, of.close) : NULL;

    if (answer && strlen(answer) < (size_t)(of.close - word))
        overwrite(word, (size_t)(of.close - word), answer);
    else if (index >= 0 && rewriting->renamed[index])
        memcpy(word, rewriting->to[index], length);
}

void gen_query_rewrite(char *text, const gen_query_rewriting *rewriting)
{
    const char *end;

    for (const char *at = text; (at = find_directive(at, &end)) != NULL; at = end)
        while (at < end) {
            const char *word = at;
            at = skip_word(at);
            if (at > word)
                rewrite_word(text + (word - text), (size_t)(at - word), rewriting);
            at += at == word;
        }
}
