#define _GNU_SOURCE /* getopt_long */

#include "command_line/options.h"

#include "command_line/architecture.h"
#include "command_line/toolkit.h"

#include <ctype.h>
#include <getopt.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GEN_JIT_TAG "nvrtc"

typedef struct parser {
    gen_options *options;
    gen_arena *arena;
    const char *command;
    const char *error;
} parser;

static bool fail(parser *parse, const char *text, const char *what)
{
    parse->error = gen_arena_format(parse->arena, "%s: %s", what, text);
    return false;
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

static bool take_architectures(parser *parse, const char *list)
{
    while (list) {
        const char *comma = strchr(list, ',');
        size_t length = comma ? (size_t)(comma - list) : strlen(list);
        gen_words_add(&parse->options->named, parse->arena,
                      gen_arena_copy(parse->arena, list, length));
        list = comma ? comma + 1 : NULL;
    }
    return true;
}

static bool take_ptx(parser *parse, const char *value)
{
    gen_options *options = parse->options;
    const char *equals = strchr(value, '=');
    gen_ptx_option *ptx = &options->ptx[options->ptx_count];

    if (!equals || !equals[1])
        return fail(parse, "give --ptx ARCH=FILE", value);
    ptx->architecture = gen_arena_copy(parse->arena, value, (size_t)(equals - value));
    ptx->path = equals + 1;
    options->ptx_count++;
    return true;
}

static bool take_cubin(parser *parse, const char *value)
{
    gen_words *cubins = &parse->options->cubins;
    const char *equals = strchr(value, '=');

    if (!equals || !equals[1])
        return fail(parse, "give --cubin ARCH=FILE", value);
    gen_words_add(cubins, parse->arena,
                  gen_arena_copy(parse->arena, value, (size_t)(equals - value)));
    gen_words_add(cubins, parse->arena, equals + 1);
    return true;
}

/* "linked-" before the tag: several sources share the image. */
static bool take_image(parser *parse, const char *value)
{
    static const char *const tags[] = {"fatbin",
                                       "cubin",
                                       "ptx",
                                       "fatbin-bounds",
                                       "cubin-bounds",
                                       "ptx-bounds",
                                       "bounds-table",
                                       GEN_JIT_TAG,
                                       "cpu-x86_64",
                                       "cpu-aarch64",
                                       "cpu-x86_64-check",
                                       "cpu-aarch64-check"};
    gen_words *images = &parse->options->images;
    size_t length = strcspn(value, "=");
    size_t skipped = strncmp(value, "linked-", strlen("linked-")) == 0 ? strlen("linked-") : 0;

    if (!value[length] || !value[length + 1])
        return fail(parse, "give --image TAG=FILE", value);
    for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
        if (strlen(tags[i]) != length - skipped ||
            strncmp(tags[i], value + skipped, length - skipped) != 0)
            continue;
        gen_words_add(images, parse->arena, gen_arena_copy(parse->arena, value, length));
        gen_words_add(images, parse->arena, value + length + 1);
        parse->options->jit |= strcmp(tags[i], GEN_JIT_TAG) == 0;
        return true;
    }
    return fail(parse,
                "the tag is not one of fatbin, cubin, ptx, fatbin-bounds, cubin-bounds, "
                "ptx-bounds, bounds-table, nvrtc, cpu-x86_64, cpu-aarch64, cpu-x86_64-check and "
                "cpu-aarch64-check",
                value);
}

static bool take_jit_option(parser *parse, const char *value)
{
    gen_words_add(&parse->options->jit_options, parse->arena, value);
    return true;
}

/* An option of `try` and `suggest` that the program custub_trial takes. */
static bool pass_on(parser *parse, const char *name, const char *value)
{
    gen_words_add(&parse->options->trial, parse->arena, name);
    gen_words_add(&parse->options->trial, parse->arena, value);
    return true;
}

static bool take_seconds(parser *parse, const char *value)
{
    return pass_on(parse, "--seconds", value);
}

static bool take_launches(parser *parse, const char *value)
{
    return pass_on(parse, "--launches", value);
}

static bool take_seed(parser *parse, const char *value)
{
    return pass_on(parse, "--seed", value);
}

static bool take_contract_of(parser *parse, const char *value)
{
    (void)value;
    gen_words_add(&parse->options->trial, parse->arena, "--contract-of");
    return true;
}

static bool take_refused(parser *parse, const char *path)
{
    gen_words_add(&parse->options->refused, parse->arena, path);
    return true;
}

/* The commands that have an option. OF_TRIALS: `try` and `suggest`; OF_OTHERS: all but these. */
typedef enum scope { OF_ALL, OF_OTHERS, OF_TRIALS, OF_SUGGEST } scope;

/* Each row has a target, a text or a bool, or a function that takes the value; and the commands
 * that have the option. */
static const struct {
    const char *name; /* one letter: "-o" */
    bool has_value;
    size_t target; /* offset in gen_options */
    bool (*take)(parser *parse, const char *value);
    scope commands;
} rows[] = {
    {"o", true, offsetof(gen_options, folder), NULL, OF_ALL},
    {"p", true, offsetof(gen_options, database), NULL, OF_ALL},
    {"entry", true, offsetof(gen_options, entry), NULL, OF_ALL},
    {"arch", true, 0, take_architectures, OF_ALL},
    {"ptx", true, 0, take_ptx, OF_OTHERS},
    {"cubin", true, 0, take_cubin, OF_OTHERS},
    {"depfile", true, offsetof(gen_options, depfile), NULL, OF_OTHERS},
    {"json", true, offsetof(gen_options, json), NULL, OF_OTHERS},
    {"prefix", true, offsetof(gen_options, prefix), NULL, OF_ALL},
    {"unit", true, offsetof(gen_options, unit), NULL, OF_OTHERS},
    {"image", true, 0, take_image, OF_OTHERS},
    {"jit-option", true, 0, take_jit_option, OF_OTHERS},
    {"export", false, offsetof(gen_options, exported), NULL, OF_OTHERS},
    {"all", false, offsetof(gen_options, all), NULL, OF_ALL},
    {"prototypes", false, offsetof(gen_options, prototypes), NULL, OF_OTHERS},
    {"linked", false, offsetof(gen_options, linked), NULL, OF_OTHERS},
    {"include", true, offsetof(gen_options, include), NULL, OF_ALL},
    {"refused", true, 0, take_refused, OF_OTHERS},
    {"cuda-path", true, offsetof(gen_options, toolkit), NULL, OF_ALL},
    {"cache", true, offsetof(gen_options, cache), NULL, OF_ALL},
    {"no-cuda", false, offsetof(gen_options, no_cuda), NULL, OF_ALL},
    {"strict", false, offsetof(gen_options, strict), NULL, OF_OTHERS},
    {"seconds", true, 0, take_seconds, OF_TRIALS},
    {"launches", true, 0, take_launches, OF_TRIALS},
    {"seed", true, 0, take_seed, OF_TRIALS},
    {"contract-of", false, 0, take_contract_of, OF_SUGGEST},
};

enum { ROWS = sizeof(rows) / sizeof(rows[0]), FIRST_LONG = 256 };

/* The value that getopt_long() returns for a row. */
static int code_of(size_t row)
{
    return rows[row].name[1] ? FIRST_LONG + (int)row : rows[row].name[0];
}

static bool is_trial(const gen_options *options)
{
    return options->command == GEN_COMMAND_TRY || options->command == GEN_COMMAND_SUGGEST;
}

static bool has_option(parser *parse, size_t row)
{
    const scope commands = rows[row].commands;
    const bool is_suggest = parse->options->command == GEN_COMMAND_SUGGEST;
    const char *name = gen_arena_format(parse->arena, "--%s", rows[row].name);

    if (commands == OF_SUGGEST && !is_suggest)
        return fail(parse, "only an option of `suggest`", name);
    if (commands == OF_OTHERS && is_trial(parse->options))
        return fail(parse, gen_arena_format(parse->arena, "not an option of `%s`", parse->command),
                    name);
    if (commands == OF_TRIALS && !is_trial(parse->options))
        return fail(parse, "only an option of `try` and `suggest`", name);
    return true;
}

/* Keeps an option that says how the file is read. */
static void keep_for_repetition(parser *parse, size_t row, const char *value)
{
    gen_words *repeated = &parse->options->repeated;
    const char *dashes = rows[row].name[1] ? "--" : "-";

    if (rows[row].commands != OF_ALL || rows[row].target == offsetof(gen_options, folder))
        return;
    gen_words_add(repeated, parse->arena,
                  gen_arena_format(parse->arena, "%s%s", dashes, rows[row].name));
    if (rows[row].has_value)
        gen_words_add(repeated, parse->arena, value);
}

static bool take(parser *parse, int code, const char *value)
{
    size_t row = 0;
    void *target;

    while (code_of(row) != code)
        row++;
    if (!has_option(parse, row))
        return false;
    keep_for_repetition(parse, row, value);
    if (rows[row].take)
        return rows[row].take(parse, value);
    target = (char *)parse->options + rows[row].target;
    if (rows[row].has_value)
        *(const char **)target = value;
    else
        *(bool *)target = true;
    return true;
}

/* getopt_long() also accepts abbreviated names, and "-oDIR". Build files that use these could break
 * when options are added, so they are refused. */
static bool is_whole(int code, const char *word)
{
    if (code < FIRST_LONG)
        return !word[2];
    return strlen(rows[code - FIRST_LONG].name) == strcspn(word, "=") - 2;
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

static bool fail_option(parser *parse, int code, const char *word)
{
    size_t length = strncmp(word, "--", 2) == 0 ? strcspn(word, "=") : strlen(word);

    if (code == ':')
        return fail(parse, "needs a value", word);
    if (code == '?' && optopt >= FIRST_LONG)
        return fail(parse, "takes no value", word);
    if (is_compiler_flag(word)) {
        parse->error = gen_arena_format(parse->arena,
                                        "%s: a flag of the compiler; write it behind `--`, at the "
                                        "end: custub gen FILE.cu -o DIR -- %s%s",
                                        word, word, strlen(word) == 2 ? "..." : "");
        return false;
    }
    return fail(parse, "no such option", gen_arena_copy(parse->arena, word, length));
}

/* The kernels follow the source of `try` and `suggest`. */
static bool take_word(parser *parse, const char *word)
{
    gen_options *options = parse->options;
    size_t length = strlen(word);

    if (!is_trial(options) || options->file_count == 0) {
        options->files[options->file_count++] = word;
        return true;
    }
    if (length > 3 && strcmp(word + length - 3, ".cu") == 0)
        return fail(parse,
                    gen_arena_format(parse->arena,
                                     "`%s` takes one source file; the names of kernels follow it",
                                     parse->command),
                    word);
    gen_words_add(&options->tried, parse->arena, word);
    return true;
}

static bool parse_words(parser *parse, int argc, char **argv)
{
    struct option longs[ROWS + 1] = {{0}};
    gen_options *options = parse->options;
    size_t count = 0;
    int code;

    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].name[1])
            longs[count++] = (struct option){rows[i].name, rows[i].has_value, NULL, code_of(i)};
    opterr = 0;
    optind = 0; /* restart getopt */
    for (;;) {
        const char *word = argv[optind ? optind : 1];
        code = getopt_long(argc, argv, "-:o:p:", longs,
                           NULL); /* "-": return all words, in their order */
        if (code == -1)
            break;
        if (code == '?' || code == ':' || (code != 1 && !is_whole(code, word)))
            return fail_option(parse, code, word);
        if (code == 1 ? !take_word(parse, optarg) : !take(parse, code, optarg))
            return false;
    }
    for (int i = optind; i < argc; i++)
        gen_words_add(&options->flags, parse->arena, argv[i]);
    return true;
}

/* `custub gen --help`, as well as `custub --help` and `custub help gen`. */
static bool asks_for_help(int argc, char **argv)
{
    for (int i = 2; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

static bool parse_command(parser *parse, int argc, char **argv)
{
    static const struct {
        const char *name;
        gen_command command;
    } commands[] = {
        {"gen", GEN_COMMAND_GEN},       {"list", GEN_COMMAND_LIST},
        {"verify", GEN_COMMAND_VERIFY}, {"bounds", GEN_COMMAND_BOUNDS},
        {"try", GEN_COMMAND_TRY},       {"suggest", GEN_COMMAND_SUGGEST},
        {"help", GEN_COMMAND_HELP},     {"--help", GEN_COMMAND_HELP},
        {"-h", GEN_COMMAND_HELP},       {"--version", GEN_COMMAND_VERSION},
    };

    if (argc < 2) {
        parse->error = "no command; give gen, list, verify, bounds, try or suggest";
        return false;
    }
    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
        if (strcmp(argv[1], commands[i].name) == 0) {
            parse->options->command =
                asks_for_help(argc, argv) ? GEN_COMMAND_HELP : commands[i].command;
            return true;
        }
    }
    return fail(parse, "no such command; give gen, list, verify, bounds, try or suggest", argv[1]);
}

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

    if (options->command == GEN_COMMAND_VERSION)
        return true;
    if (options->file_count == 0)
        return fail(parse, "no source file", command);
    if (options->command == GEN_COMMAND_VERIFY && options->ptx_count == 0)
        return fail(parse, "nothing to verify against; give --ptx ARCH=FILE", "verify");
    if (options->command == GEN_COMMAND_BOUNDS && options->ptx_count == 0)
        return fail(parse, "nothing to rewrite; give --ptx ARCH=FILE", "bounds");
    for (size_t i = 0; options->file_count > 1 && i < sizeof(single) / sizeof(single[0]); i++)
        if (single[i].is_given)
            return fail(parse, "only with one source file", single[i].name);
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

static bool choose_architectures(gen_options *options, gen_arena *arena, const char *command,
                                 const char **error)
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
    if (is_fine && is_trial(options) && options->architectures.count > 1) {
        *error = gen_arena_format(arena,
                                  "--arch: `%s` reads the file for one architecture, not "
                                  "for %zu; name one",
                                  command, options->architectures.count);
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

bool gen_options_parse(gen_options *options, gen_arena *arena, int argc, char **argv,
                       const char **error)
{
    parser parse = {.options = options, .arena = arena, .command = argc > 1 ? argv[1] : ""};
    size_t count = argc > 0 ? (size_t)argc : 0;
    bool fine;

    memset(options, 0, sizeof(*options));
    options->prefix = "";
    options->files = GEN_NEW_ARRAY(arena, const char *, count);
    options->ptx = GEN_NEW_ARRAY(arena, gen_ptx_option, count);
    fine = parse_command(&parse, argc, argv);
    if (fine && options->command == GEN_COMMAND_HELP)
        return true;
    fine = fine && parse_words(&parse, argc - 1, argv + 1) && check_options(&parse, parse.command);
    *error = parse.error;
    if (!fine)
        return false;
    if (!options->folder && !is_trial(options))
        options->folder = ".";
    if (options->no_cuda)
        options->toolkit = NULL;
    else if (!options->toolkit)
        options->toolkit = gen_toolkit_find(arena);
    if (options->toolkit)
        options->toolkit_version = gen_toolkit_version(arena, options->toolkit);
    if (!choose_architectures(options, arena, parse.command, error))
        return false;
    fine = match_cubins(&parse);
    *error = parse.error;
    return fine;
}
