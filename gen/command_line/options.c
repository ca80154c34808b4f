#include "command_line/options.h"

#include "command_line/architecture.h"
#include "command_line/option_table.h"
#include "command_line/toolkit.h"
#include "support/suggestion.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef gen_option_reader parser;

static bool fail(parser *parse, const char *text, const char *what)
{
    return gen_option_fail(parse, text, what);
}

bool gen_options_is_trial(const gen_options *options)
{
    return options->command == GEN_COMMAND_TRY || options->command == GEN_COMMAND_SUGGEST;
}

static bool is_identifier(const char *text)
{
    if (!isalpha((unsigned char)*text) && *text != '_')
        return false;
    for (; *text; text++)
        if (!isalnum((unsigned char)*text) && *text != '_')
            return false;
    return true;
}

/* --- Options ---------------------------------------------------------------------------------- */

/* The kernels follow the source of `try` and `suggest`. */
static bool take_word(parser *parse, const char *word)
{
    gen_options *options = parse->options;
    size_t length = strlen(word);

    if (!gen_options_is_trial(options) || options->file_count == 0) {
        options->files[options->file_count++] = word;
        return true;
    }
    if (length > 3 && strcmp(word + length - 3, ".cu") == 0)
        return fail(parse,
                    gen_arena_format(parse->arena,
                                     "`%s` takes one source file; the names of kernels follow it",
                                     gen_command_row_of(options->command)->name),
                    word);
    gen_words_add(&options->tried, parse->arena, word);
    return true;
}

/* True for a flag of compilers, which people write before `--`: -Iinc, -DN=4, -std=c++17. */
static bool is_compiler_flag(const char *word)
{
    static const char *const flags[] = {
        "-I",       "-D",      "-U",         "-std",     "--std",
        "-isystem", "-iquote", "-Xcompiler", "-gencode", "--generate-code",
        "-ccbin",   "--expt-", "-f",         "-W",       "-O",
        "-m"};

    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
        if (strncmp(word, flags[i], strlen(flags[i])) == 0)
            return true;
    return strcmp(word, "-include") == 0 || strcmp(word, "-arch") == 0 ||
           strncmp(word, "-arch=", strlen("-arch=")) == 0;
}

/* "; did you mean --depfile?", or nothing. */
static const char *advice_for(parser *parse, const char *name)
{
    gen_expr_suggestion similar = gen_expr_suggestion_for(name);

    for (size_t i = 0; i < gen_option_count; i++)
        if (gen_option_table[i].name[1] &&
            gen_option_is_of(&gen_option_table[i], parse->options->command))
            gen_expr_suggestion_consider(&similar,
                                         gen_option_spelled(parse->arena, &gen_option_table[i]));
    return similar.best ? gen_arena_format(parse->arena, "; did you mean %s?", similar.best) : "";
}

static bool fail_unknown(parser *parse, const char *word, const char *name)
{
    if (!is_compiler_flag(word))
        return fail(parse,
                    gen_arena_format(parse->arena, "no such option%s", advice_for(parse, name)),
                    name);
    parse->error = gen_arena_format(parse->arena,
                                    "%s: a flag of the compiler; write it behind `--`, at the "
                                    "end: custub %s FILE.cu -- %s%s",
                                    word, gen_command_row_of(parse->options->command)->name, word,
                                    strlen(word) == 2 ? "..." : "");
    return false;
}

/* The option belongs to other commands. */
static bool fail_foreign(parser *parse, const gen_option_row *row, const char *name)
{
    const char *others = "";

    for (size_t i = 0; i < gen_command_count; i++)
        if (gen_option_is_of(row, gen_command_table[i].command))
            others = gen_arena_format(parse->arena, "%s%s`%s`", others, *others ? ", " : "",
                                      gen_command_table[i].name);
    return fail(parse,
                gen_arena_format(parse->arena, "not an option of `%s`, only of %s",
                                 gen_command_row_of(parse->options->command)->name, others),
                name);
}

static bool take_value(parser *parse, const gen_option_row *row, const char *value)
{
    void *target = (char *)parse->options + row->target;

    if (row->take)
        return row->take(parse, value);
    if (row->value)
        *(const char **)target = value;
    else
        *(bool *)target = true;
    return true;
}

/* Keeps an option that says how the file is read: one that every command takes, apart from `build`,
 * which reads no database. */
static void keep_for_repetition(parser *parse, const gen_option_row *row, const char *value)
{
    gen_words *repeated = &parse->options->repeated;

    for (size_t i = 0; i < gen_command_count; i++)
        if (gen_command_table[i].command != GEN_COMMAND_BUILD &&
            !gen_option_is_of(row, gen_command_table[i].command))
            return;
    gen_words_add(repeated, parse->arena, gen_option_spelled(parse->arena, row));
    if (value)
        gen_words_add(repeated, parse->arena, value);
}

/* Takes the option at words[0], whose value may be words[1] or null. Returns how many words were
 * taken; 0 after an error. Names are not abbreviated: build files that did so could break when
 * options are added. */
static size_t take_option(parser *parse, char **words)
{
    const char *word = words[0];
    size_t length = strncmp(word, "--", 2) == 0 ? strcspn(word, "=") : strlen(word);
    const char *name = gen_arena_copy(parse->arena, word, length);
    const gen_option_row *row = gen_option_find(word, length, parse->options->command);
    const char *value = word[length] ? word + length + 1 : NULL;
    bool is_separate = row && row->value && !value;

    if (!row)
        return fail_unknown(parse, word, name);
    if (!gen_option_is_of(row, parse->options->command))
        return fail_foreign(parse, row, name);
    if (value && !row->value)
        return fail(parse, "takes no value", word);
    if (is_separate)
        value = words[1];
    if (row->value && !value)
        return fail(parse, gen_arena_format(parse->arena, "needs a value, %s", row->value), name);
    keep_for_repetition(parse, row, value);
    return take_value(parse, row, value) ? 1 + is_separate : 0;
}

/* `words` end with a null pointer. */
static bool parse_words(parser *parse, char **words)
{
    size_t taken;

    for (; *words && strcmp(*words, "--") != 0; words += taken) {
        bool is_option = words[0][0] == '-' && words[0][1];
        taken = is_option ? take_option(parse, words) : take_word(parse, *words);
        if (!taken)
            return false;
    }
    for (words += *words != NULL; *words; words++)
        gen_words_add(&parse->options->flags, parse->arena, *words);
    return true;
}

/* --- Commands --------------------------------------------------------------------------------- */

static bool fail_command(parser *parse, const char *name)
{
    gen_expr_suggestion similar = gen_expr_suggestion_for(name);

    for (size_t i = 0; i < gen_command_count; i++)
        gen_expr_suggestion_consider(&similar, gen_command_table[i].name);
    if (similar.best)
        return fail(
            parse,
            gen_arena_format(parse->arena, "no such command; did you mean `%s`?", similar.best),
            name);
    return fail(
        parse,
        gen_arena_format(parse->arena, "no such command; give %s", gen_command_names(parse->arena)),
        name);
}

static bool ask_for_help(parser *parse, const char *topic)
{
    parse->options->command = GEN_COMMAND_HELP;
    parse->options->topic = topic;
    return !topic || gen_command_find(topic) || fail_command(parse, topic);
}

/* `custub gen saxpy.cu --help` */
static bool asks_for_help(char **words)
{
    for (; *words && strcmp(*words, "--") != 0; words++)
        if (strcmp(*words, "--help") == 0 || strcmp(*words, "-h") == 0)
            return true;
    return false;
}

static bool ask_for_completion(parser *parse, const char *shell)
{
    static const char *const shells[] = {"bash", "zsh", "fish"};

    parse->options->command = GEN_COMMAND_COMPLETION;
    parse->options->topic = shell;
    for (size_t i = 0; shell && i < sizeof(shells) / sizeof(shells[0]); i++)
        if (strcmp(shell, shells[i]) == 0)
            return true;
    return fail(parse, "give bash, zsh or fish", "--completion");
}

/* Reads the name of the command, and all of a command without options. */
static bool parse_command(parser *parse, char **words)
{
    gen_options *options = parse->options;
    const gen_command_row *row = words[0] ? gen_command_find(words[0]) : NULL;

    if (!words[0]) {
        parse->error =
            gen_arena_format(parse->arena, "no command; give %s", gen_command_names(parse->arena));
        return false;
    }
    if (row) {
        options->command = row->command;
        return !asks_for_help(words + 1) || ask_for_help(parse, row->name);
    }
    if (strcmp(words[0], "--help") == 0 || strcmp(words[0], "-h") == 0)
        return ask_for_help(parse, NULL);
    if (strcmp(words[0], "help") == 0)
        return ask_for_help(parse, words[1]);
    if (strcmp(words[0], "--completion") == 0)
        return ask_for_completion(parse, words[1]);
    if (strcmp(words[0], "--version") == 0)
        options->command = GEN_COMMAND_VERSION;
    else if (strcmp(words[0], "--manual") == 0)
        options->command = GEN_COMMAND_MANUAL;
    else
        return fail_command(parse, words[0]);
    return true;
}

/* --- Options together ------------------------------------------------------------------------- */

static bool check_options(parser *parse, const char *command)
{
    const gen_options *options = parse->options;
    const struct {
        bool is_given;
        const char *name;
    } single[] = {{options->ptx_count > 0, "--ptx"},
                  {options->json != NULL, "--json"},
                  {options->entry != NULL, "--entry"},
                  {options->images.count > 0, "--image"},
                  {options->refused.count > 0, "--refused"}};

    if (options->file_count == 0)
        return fail(parse, "no source file", command);
    if (options->command == GEN_COMMAND_VERIFY && options->ptx_count == 0)
        return fail(parse, "nothing to verify against; give --ptx ARCH=FILE", "verify");
    if (options->command == GEN_COMMAND_BOUNDS && options->ptx_count == 0)
        return fail(parse, "nothing to rewrite; give --ptx ARCH=FILE", "bounds");
    for (size_t i = 0; options->file_count > 1 && i < sizeof(single) / sizeof(single[0]); i++)
        if (single[i].is_given)
            return fail(parse, "only with one source file", single[i].name);
    if (options->command == GEN_COMMAND_BUILD && options->file_count > 1 && !options->unit)
        return fail(parse, "several files need the name of their library; give --unit U", "build");
    if (options->on_gpu && options->no_cuda)
        return fail(parse, "not with --device cuda, which needs nvcc", "--no-cuda");
    if (options->on_gpu && options->database)
        return fail(parse, "not with --device cuda; give nvcc's flags after `--`", "-p");
    if (options->linked && options->prototypes)
        return fail(parse, "not with --prototypes: no code of such kernels is compiled",
                    "--linked");
    if (*options->prefix && !is_identifier(options->prefix))
        return fail(parse, "the prefix is not an identifier", options->prefix);
    if (options->unit && *options->unit && !is_identifier(options->unit))
        return fail(parse, "the unit is not an identifier", options->unit);
    if (options->include && strpbrk(options->include, "\"\\\r\n"))
        return fail(parse, "the name of the header cannot be written in an #include",
                    options->include);
    return true;
}

static bool choose_architectures(gen_options *options, gen_arena *arena, const char **error)
{
    const long toolkit = options->toolkit_version;
    bool is_fine = true;

    for (size_t i = 0; i < options->named.count && is_fine; i++)
        is_fine = gen_architecture_choose_named(&options->architectures, arena,
                                                options->named.data[i], toolkit, error);
    for (size_t i = 0; i < options->ptx_count && is_fine; i++) {
        const char **name = &options->ptx[i].architecture;
        *name = gen_architecture_choose(&options->architectures, arena, *name, toolkit, error);
        is_fine = *name != NULL;
    }
    if (is_fine && gen_options_is_trial(options) && options->architectures.count > 1) {
        *error = gen_arena_format(arena,
                                  "--arch: `%s` reads the file for one architecture, not "
                                  "for %zu; name one",
                                  gen_command_row_of(options->command)->name,
                                  options->architectures.count);
        return false;
    }
    return is_fine;
}

/* Gives each cubin to the PTX of its architecture. */
static bool match_cubins(parser *parse)
{
    gen_options *options = parse->options;

    for (size_t i = 0; i < options->cubins.count; i += 2) {
        const char *name =
            gen_architecture_find(parse->arena, options->cubins.data[i], options->toolkit_version);
        gen_ptx_option *ptx = options->ptx;
        gen_ptx_option *end = ptx + options->ptx_count;
        while (name && ptx < end && strcmp(ptx->architecture, name) != 0)
            ptx++;
        if (!name || ptx == end)
            return fail(parse, "--cubin without the --ptx of its architecture",
                        options->cubins.data[i]);
        if (ptx->cubin)
            return fail(parse, "--cubin twice for one architecture", name);
        ptx->cubin = options->cubins.data[i + 1];
    }
    return true;
}

/* Finds the toolkit, and what the architectures are. */
static bool complete(parser *parse, const char **error)
{
    gen_options *options = parse->options;

    if (!options->folder && !gen_options_is_trial(options))
        options->folder = ".";
    if (options->no_cuda)
        options->toolkit = NULL;
    else if (!options->toolkit)
        options->toolkit = gen_toolkit_find(parse->arena);
    if (options->toolkit)
        options->toolkit_version = gen_toolkit_version(parse->arena, options->toolkit);
    if (!choose_architectures(options, parse->arena, error))
        return false;
    if (match_cubins(parse))
        return true;
    *error = parse->error;
    return false;
}

bool gen_options_parse(gen_options *options, gen_arena *arena, int argc, char **argv,
                       const char **error)
{
    parser parse = {.options = options, .arena = arena};
    size_t count = argc > 1 ? (size_t)argc - 1 : 0;
    char **words = GEN_NEW_ARRAY(arena, char *, count + 1);
    bool fine;

    for (size_t i = 0; i < count; i++)
        words[i] = argv[i + 1];
    memset(options, 0, sizeof(*options));
    options->command = GEN_COMMAND_HELP; /* until another one is read */
    options->prefix = "";
    options->files = GEN_NEW_ARRAY(arena, const char *, count);
    options->ptx = GEN_NEW_ARRAY(arena, gen_ptx_option, count);
    fine = parse_command(&parse, words);
    if (fine && !gen_command_row_of(options->command))
        return true;
    fine = fine && parse_words(&parse, words + 1) && check_options(&parse, words[0]);
    *error = parse.error;
    return fine && complete(&parse, error);
}
