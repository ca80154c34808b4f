#include "command_line/nvcc_flags.h"

#include "command_line/architecture.h"
#include "command_line/nvcc_option.h"
#include "support/plain_file.h"

#include <string.h>

#define MAX_FILE_DEPTH 16

/* nvcc writes the host compiler's command in this order, whatever the order of its own flags. */
typedef enum part {
    PART_NVCC, /* -std, and what nvcc defines for its options */
    PART_HOST, /* what -Xcompiler gives */
    PART_OWN,  /* nvcc's -I, -D and all other flags */
    PART_COUNT
} part;

typedef struct translation {
    gen_flag_writer out;
    bool is_command; /* words that are not flags are files */
    bool splits;     /* nvcc reads lists where clang does not */
    bool forwards;   /* unknown words go to the host compiler */
    unsigned file_depth;
    gen_words host; /* words for the host compiler */
    gen_nvcc_flags parts[PART_COUNT];
    gen_nvcc_flags named; /* the architectures of -arch, whose last value counts */
} translation;

static gen_flag_writer *write_to(translation *t, part where)
{
    t->out.flags = &t->parts[where];
    return &t->out;
}

/* --- The host compiler ------------------------------------------------------------------------ */

static void add_host_list(translation *t, const char *value)
{
    gen_words list = {0};

    gen_words_split_list(&list, t->out.arena, value);
    for (size_t i = 0; i < list.count; i++)
        if (!gen_words_split(&t->host, t->out.arena, list.data[i], GEN_QUOTING_SHELL))
            gen_flag_note(&t->out, "-Xcompiler", list.data[i], ": a quote is not closed");
}

static bool is_preprocessors(const gen_nvcc_option *option)
{
    return option && (option->effect == GEN_NVCC_PATH || option->effect == GEN_NVCC_PREFIX);
}

static bool may_predefine(const char *word)
{
    return strncmp(word, "-f", 2) == 0 || strncmp(word, "-m", 2) == 0 ||
           strcmp(word, "-pthread") == 0 || strncmp(word, "-specs=", strlen("-specs=")) == 0;
}

/* Options of the preprocessor and of the language also concern the device. Other options change the
 * host's code or its layout of types; the device sees only their effect on the host's macros. */
static void add_host_words(translation *t)
{
    for (size_t i = 0; i < t->host.count; i++) {
        const char *word = t->host.data[i];
        const char *value;
        const gen_nvcc_option *option = gen_nvcc_option_find(word, &value);
        write_to(t, PART_HOST);
        if (is_preprocessors(option)) {
            if (!value && ++i < t->host.count)
                value = t->host.data[i];
            if (value && option->effect == GEN_NVCC_PATH)
                gen_flag_pass_path(&t->out, option, value);
            else if (value)
                gen_flag_pass_joined(&t->out, option->text, value);
        } else if (gen_nvcc_option_of_language(word)) {
            gen_flag_pass_to_both(&t->out, word);
        } else if (may_predefine(word)) {
            gen_words_add(&t->out.flags->host, t->out.arena, word);
        }
    }
    t->host = (gen_words){0};
}

/* --- Options ---------------------------------------------------------------------------------- */

static bool translate(translation *t, const gen_words *words);

static bool read_options_file(translation *t, const char *option, const char *file)
{
    const char *path = gen_flag_path(&t->out, file);
    gen_words words = {0};
    size_t length = 0;
    const char *text;
    bool fine;

    if (t->file_depth == MAX_FILE_DEPTH)
        return gen_flag_fail(&t->out, gen_arena_format(t->out.arena, "%s %s", option, file),
                             "nests too deeply; check whether a file of options names itself");
    text = gen_plain_file_read(t->out.arena, t->out.diag, path, &length);
    if (!text)
        return false;
    gen_words_add(&t->out.flags->files, t->out.arena, path);
    if (!gen_words_split(&words, t->out.arena, text, GEN_QUOTING_OPTIONS_FILE))
        return gen_flag_fail(&t->out, gen_arena_format(t->out.arena, "%s %s", option, file),
                             "has a quote that is not closed; close it");
    t->file_depth++;
    fine = translate(t, &words);
    t->file_depth--;
    return fine;
}

/* True if `value` is in `wanted`, a list separated by commas. */
static bool is_wanted(const char *wanted, const char *value)
{
    size_t length = strlen(value);

    for (; wanted; wanted = strchr(wanted, ',')) {
        wanted += *wanted == ',';
        if (strncmp(wanted, value, length) == 0 && (!wanted[length] || wanted[length] == ','))
            return true;
    }
    return false;
}

static void remove_word(gen_words *words, const char *word)
{
    size_t kept = 0;

    for (size_t i = 0; i < words->count; i++)
        if (strcmp(words->data[i], word) != 0)
            words->data[kept++] = words->data[i];
    words->count = kept;
}

/* The last value counts: `-rdc=true -rdc=false` defines nothing. */
static void apply_switch(translation *t, const gen_nvcc_option *option, const char *value)
{
    gen_nvcc_flags *flags = &t->parts[PART_NVCC];

    if (!option->wanted || is_wanted(option->wanted, value)) {
        gen_flag_pass_to_both(write_to(t, PART_NVCC), option->text);
    } else {
        remove_word(&flags->clang, option->text);
        remove_word(&flags->host, option->text);
    }
}

/* The last -arch replaces the others. clang's options of this kind accumulate. */
static void apply_architecture(translation *t, const gen_nvcc_option *option, const char *name,
                               const char *value)
{
    if (option->long_name) {
        t->named = (gen_nvcc_flags){.toolkit = t->named.toolkit};
        t->out.flags = &t->named;
    }
    gen_flag_add_architecture(&t->out, name, value);
}

static bool apply_value(translation *t, const gen_nvcc_option *option, const char *name,
                        const char *value)
{
    write_to(t, PART_OWN);
    switch (option->effect) {
    case GEN_NVCC_LOST:
        gen_flag_note(&t->out, name, value, "");
        break;
    case GEN_NVCC_EXPECT:
        if (!is_wanted(option->wanted, value))
            gen_flag_note(&t->out, name, value, "");
        break;
    case GEN_NVCC_SWITCH:
        apply_switch(t, option, value);
        break;
    case GEN_NVCC_PREFIX:
        if (strcmp(option->text, "-std=") == 0)
            write_to(t, PART_NVCC);
        gen_flag_pass_joined(&t->out, option->text, value);
        break;
    case GEN_NVCC_PATH:
        gen_flag_pass_path(&t->out, option, value);
        break;
    case GEN_NVCC_ARCHITECTURE:
        apply_architecture(t, option, name, value);
        break;
    case GEN_NVCC_GENERATE_CODE:
        return gen_flag_add_generated_code(&t->out, name, value);
    case GEN_NVCC_HOST:
        add_host_list(t, value);
        break;
    case GEN_NVCC_OPTIONS_FILE:
        return read_options_file(t, name, value);
    case GEN_NVCC_PASS:
        gen_flag_pass(&t->out, name);
        gen_flag_pass(&t->out, value);
        break;
    case GEN_NVCC_HOST_COMPILER: /* a name without a slash is looked up in PATH */
        t->out.flags->host_compiler = strchr(value, '/') ? gen_flag_path(&t->out, value) : value;
        break;
    case GEN_NVCC_DROP:
    case GEN_NVCC_FORWARD:
        break;
    }
    return true;
}

static bool takes_list(const gen_nvcc_option *option)
{
    return option->takes == GEN_NVCC_LIST || option->takes == GEN_NVCC_LIST_JOINED;
}

/* If clang has the option, too, only nvcc takes the value for a list. */
static bool is_split(const translation *t, const gen_nvcc_option *option, const char *name)
{
    if (!takes_list(option) || option->effect == GEN_NVCC_HOST)
        return false;
    return t->splits || option->takes == GEN_NVCC_LIST || strcmp(name, option->long_name) == 0;
}

/* Quotes are part of a macro's value, but not of a path. */
static const char *without_quotes(gen_arena *arena, const char *path)
{
    char *copy = gen_arena_string(arena, path);
    char *end = copy;

    for (const char *c = path; *c; c++)
        if (*c != '"')
            *end++ = *c;
    *end = '\0';
    return copy;
}

static bool apply(translation *t, const gen_nvcc_option *option, const char *name,
                  const char *value)
{
    bool is_path = option->effect == GEN_NVCC_PATH || option->effect == GEN_NVCC_OPTIONS_FILE;
    gen_words values = {0};

    if (!is_split(t, option, name))
        return apply_value(t, option, name, value);
    gen_words_split_list(&values, t->out.arena, value);
    for (size_t i = 0; i < values.count; i++)
        if (!apply_value(t, option, name,
                         is_path ? without_quotes(t->out.arena, values.data[i]) : values.data[i]))
            return false;
    return true;
}

/* The name that `word` begins with, for messages and for clang. */
static const char *name_in(translation *t, const gen_nvcc_option *option, const char *word)
{
    const char *name = option->long_name;

    if (!name || strncmp(word, name, strlen(name)) != 0)
        name = option->short_name;
    return gen_arena_copy(t->out.arena, word, name ? strlen(name) : strcspn(word, "="));
}

static bool apply_option(translation *t, const gen_nvcc_option *option, const gen_words *words,
                         size_t *at, const char *value)
{
    const char *name = name_in(t, option, words->data[*at]);
    const char *next = *at + 1 < words->count ? words->data[*at + 1] : NULL;

    if (option->takes == GEN_NVCC_NOTHING)
        return apply_value(t, option, name, NULL);
    if (!value && option->takes == GEN_NVCC_MAYBE && (!next || *next == '-'))
        return true;
    if (!value) {
        if (!next)
            return gen_flag_fail(&t->out, name, "needs a value");
        value = next;
        ++*at;
    }
    return apply(t, option, name, value);
}

/* Adds a word that is not a known option. */
static void add_unknown(translation *t, const char *word)
{
    bool is_flag = word[0] == '-' && word[1];

    write_to(t, PART_OWN);
    if (is_flag && t->forwards)
        gen_words_add(&t->host, t->out.arena, word);
    else if (strncmp(word, "-m", 2) == 0 || gen_nvcc_option_of_language(word))
        gen_flag_pass_to_both(&t->out, word);
    else if (is_flag || !t->is_command)
        gen_flag_pass(&t->out, word);
}

static bool translate(translation *t, const gen_words *words)
{
    for (size_t i = 0; i < words->count; i++) {
        const char *word = words->data[i];
        const char *value;
        const gen_nvcc_option *option = gen_nvcc_option_find(word, &value);
        if (option) {
            if (!apply_option(t, option, words, &i, value))
                return false;
        } else if (word[0] == '@' && word[1]) { /* an options file of gcc or clang */
            if (!read_options_file(t, "@", word + 1))
                return false;
        } else if (strcmp(word, "--") == 0) {
            if (t->is_command)
                break; /* files follow */
            /* Drop a second one: clang would take the flags after it for files. */
        } else {
            add_unknown(t, word);
        }
    }
    return true;
}

/* The option may follow the words that it concerns. */
static bool has_forward(const gen_words *words)
{
    for (size_t i = 0; i < words->count; i++) {
        const char *value;
        const gen_nvcc_option *option = gen_nvcc_option_find(words->data[i], &value);
        if (option && option->effect == GEN_NVCC_FORWARD)
            return true;
    }
    return false;
}

/* nvcc is the first word, or follows a launcher such as ccache. */
static bool is_nvcc(const gen_words *words)
{
    for (size_t i = 0; i < words->count && words->data[i][0] != '-'; i++) {
        const char *slash = strrchr(words->data[i], '/');
        const char *name = slash ? slash + 1 : words->data[i];
        if (strncmp(name, "nvcc", 4) == 0)
            return true;
    }
    return false;
}

static const gen_nvcc_environment empty_environment;

/* In the environment, words mean what they mean to nvcc, and a word that is not a flag is a
 * file. */
static bool translate_environment(translation *t, const gen_words *words)
{
    const translation own = *t;
    bool fine;

    t->splits = t->is_command = true;
    fine = translate(t, words);
    t->splits = own.splits;
    t->is_command = own.is_command;
    return fine;
}

/* nvcc builds for the architectures of -arch and of -gencode. */
static void join_architectures(translation *t)
{
    gen_nvcc_flags *own = &t->parts[PART_OWN];
    gen_words joined = t->named.architectures;

    for (size_t i = 0; i < own->architectures.count && joined.count < GEN_MAX_ARCHITECTURES; i++)
        if (!gen_words_have(&t->named.architectures, own->architectures.data[i]))
            gen_words_add(&joined, t->out.arena, own->architectures.data[i]);
    own->architectures = joined;
    for (size_t i = 0; i < t->named.unknown.count; i++)
        gen_words_add(&own->unknown, t->out.arena, t->named.unknown.data[i]);
}

static bool run(translation *t, const gen_words *words, const gen_nvcc_environment *environment,
                gen_nvcc_flags *flags)
{
    const gen_nvcc_environment *around = environment ? environment : &empty_environment;
    bool fine;

    for (size_t i = 0; i < PART_COUNT; i++)
        t->parts[i].toolkit = flags->toolkit;
    t->named.toolkit = flags->toolkit;
    write_to(t, PART_OWN);
    t->forwards = has_forward(&around->before) || has_forward(words) || has_forward(&around->after);
    fine = translate_environment(t, &around->before) && translate(t, words) &&
           translate_environment(t, &around->after);
    add_host_words(t);
    join_architectures(t);
    for (size_t i = 0; i < PART_COUNT; i++)
        gen_nvcc_flags_append(flags, t->out.arena, &t->parts[i]);
    return fine;
}

bool gen_nvcc_flags_add(gen_nvcc_flags *flags, gen_arena *arena, gen_diag *diag,
                        const gen_words *words, const gen_nvcc_environment *environment)
{
    translation t = {.out = {.arena = arena, .diag = diag}};

    return run(&t, words, environment, flags);
}

bool gen_nvcc_flags_add_command(gen_nvcc_flags *flags, gen_arena *arena, gen_diag *diag,
                                const gen_words *words, const gen_nvcc_environment *environment,
                                const char *directory)
{
    translation t = {.out = {NULL, arena, diag, directory}, .is_command = true};

    t.splits = is_nvcc(words);
    return run(&t, words, t.splits ? environment : NULL, flags);
}

void gen_nvcc_flags_append(gen_nvcc_flags *flags, gen_arena *arena, const gen_nvcc_flags *more)
{
    for (size_t i = 0; i < more->clang.count; i++)
        gen_words_add(&flags->clang, arena, more->clang.data[i]);
    for (size_t i = 0; i < more->host.count; i++)
        gen_words_add(&flags->host, arena, more->host.data[i]);
    for (size_t i = 0; i < more->files.count; i++)
        gen_words_add(&flags->files, arena, more->files.data[i]);
    if (more->host_compiler)
        flags->host_compiler = more->host_compiler;
    if (more->architectures.count || more->unknown.count) {
        flags->architectures = more->architectures;
        flags->unknown = more->unknown;
    }
}
