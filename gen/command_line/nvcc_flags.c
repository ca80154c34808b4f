#include "command_line/nvcc_flags.h"

#include "command_line/architecture.h"
#include "command_line/nvcc_option.h"
#include "support/plain_file.h"
#include "support/source_file.h"

#include <string.h>

#define MAX_FILE_DEPTH 16

typedef struct translation {
    gen_nvcc_flags *flags;
    gen_arena *arena;
    gen_diag *diag;
    const char *directory; /* or null: paths stay as they are */
    bool is_command;       /* words that are no flags are files */
    bool splits;           /* nvcc reads lists where clang does not */
    bool forwards;         /* unknown words are the host compiler's */
    unsigned file_depth;
    gen_words host; /* words for the host's compiler */
} translation;

/* One note for all files of a run. */
static void note(translation *t, const char *option, const char *value, const char *advice)
{
    const char *text = gen_arena_format(t->arena, "nvcc's '%s%s%s' is skipped%s", option,
                                        value ? " " : "", value ? value : "", advice);

    if (!gen_diag_has_note(t->diag, text))
        gen_diag_note(t->diag, (gen_place){0}, "nvcc-option-skipped", "%s", text);
}

static bool fail(translation *t, const char *option, const char *fact)
{
    gen_diag_error(t->diag, (gen_place){0}, "nvcc-option", "'%s' %s", option, fact);
    return false;
}

static void pass(translation *t, const char *word)
{
    gen_words_add(&t->flags->clang, t->arena, word);
}

static void pass_to_both(translation *t, const char *word)
{
    pass(t, word);
    gen_words_add(&t->flags->host, t->arena, word);
}

/* nvcc takes -std=c++03. The prelude does not, nor does what libclang has of CUDA; and what C++03
 * is, is C++11. */
static void pass_joined(translation *t, const char *name, const char *value)
{
    size_t length = strlen(value);
    const char *year = length > 2 ? value + length - 2 : "";
    bool is_old = strcmp(name, "-std=") == 0 && (!strcmp(year, "98") || !strcmp(year, "03"));

    pass_to_both(t, gen_arena_format(t->arena, "%s%s", name, is_old ? "c++11" : value));
}

static const char *absolute(const translation *t, const char *path)
{
    if (!t->directory || *path == '/')
        return path;
    return gen_arena_format(t->arena, "%s/%s", t->directory, path);
}

/* A file to include is looked for in the directory first and then in the folders of -I. */
static const char *included(const translation *t, const char *file)
{
    const char *path = absolute(t, file);

    return gen_plain_file_exists(path) ? path : file;
}

static void add_path(translation *t, const gen_nvcc_option *option, const char *value)
{
    bool is_file = strcmp(option->text, "-include") == 0 || strcmp(option->text, "-imacros") == 0;
    const char *path = is_file ? included(t, value) : absolute(t, value);

    if (strcmp(option->text, "-I") == 0) {
        pass(t, gen_arena_format(t->arena, "-I%s", path));
    } else if (strcmp(option->text, "--sysroot") == 0) {
        pass(t, gen_arena_format(t->arena, "--sysroot=%s", path));
    } else {
        pass(t, option->text);
        pass(t, path);
    }
}

/* --- Architectures ---------------------------------------------------------------------------- */

static void add_architecture(translation *t, const char *option, const char *value)
{
    gen_nvcc_flags *flags = t->flags;
    const char *error;

    if (gen_architecture_choose_named(&flags->architectures, t->arena, value, flags->toolkit,
                                      &error) ||
        flags->architectures.count == GEN_MAX_ARCHITECTURES)
        return;
    if (gen_architecture_is_spelled(value))
        gen_words_add(&flags->unknown, t->arena,
                      gen_arena_format(t->arena, "%s %s", option, value));
    else
        note(t, option, value, "; name the architectures with --arch");
}

/* "arch=compute_90,code=[sm_90,compute_90]": what the source is compiled for is `arch`. */
static bool add_generated_code(translation *t, const char *option, const char *value)
{
    for (const char *part = value; part; part = strchr(part, ',')) {
        part += *part == ',';
        part += *part == '"';
        if (strncmp(part, "arch=", 5) == 0) {
            part += 5;
            add_architecture(t, option, gen_arena_copy(t->arena, part, strcspn(part, ",\"")));
            return true;
        }
    }
    return fail(t, gen_arena_format(t->arena, "%s %s", option, value),
                "names no architecture; write arch=compute_90,code=sm_90");
}

/* --- The host's compiler ---------------------------------------------------------------------- */

static void add_host_list(translation *t, const char *value)
{
    gen_words list = {0};

    gen_words_split_list(&list, t->arena, value);
    for (size_t i = 0; i < list.count; i++)
        if (!gen_words_split(&t->host, t->arena, list.data[i], GEN_QUOTING_SHELL))
            note(t, "-Xcompiler", list.data[i], ": a quote is not closed");
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

/* The device knows the host's words for the preprocessor and the language. The others say how the
 * host generates code, or lays out its types: only its macros tell the device of them. */
static void add_host_words(translation *t)
{
    for (size_t i = 0; i < t->host.count; i++) {
        const char *word = t->host.data[i];
        const char *value;
        const gen_nvcc_option *option = gen_nvcc_option_find(word, &value);
        if (is_preprocessors(option)) {
            if (!value && ++i < t->host.count)
                value = t->host.data[i];
            if (value && option->effect == GEN_NVCC_PATH)
                add_path(t, option, value);
            else if (value)
                pass_joined(t, option->text, value);
        } else if (gen_nvcc_option_of_language(word)) {
            pass_to_both(t, word);
        } else if (may_predefine(word)) {
            gen_words_add(&t->flags->host, t->arena, word);
        }
    }
    t->host = (gen_words){0};
}

/* --- Options ---------------------------------------------------------------------------------- */

static bool translate(translation *t, const gen_words *words);

static bool read_options_file(translation *t, const char *option, const char *file)
{
    const char *path = absolute(t, file);
    gen_words words = {0};
    size_t length = 0;
    const char *text;
    bool fine;

    if (t->file_depth == MAX_FILE_DEPTH)
        return fail(t, gen_arena_format(t->arena, "%s %s", option, file),
                    "nests too deeply; check whether a file of options names itself");
    text = gen_source_file_read(t->arena, t->diag, path, &length);
    if (!text)
        return false;
    gen_words_add(&t->flags->files, t->arena, path);
    if (!gen_words_split(&words, t->arena, text, GEN_QUOTING_OPTIONS_FILE))
        return fail(t, gen_arena_format(t->arena, "%s %s", option, file),
                    "has a quote that is not closed; close it");
    t->file_depth++;
    fine = translate(t, &words);
    t->file_depth--;
    return fine;
}

/* Whether `value` is one of the words of `wanted`, which commas separate. */
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

static bool apply_value(translation *t, const gen_nvcc_option *option, const char *name,
                        const char *value)
{
    switch (option->effect) {
    case GEN_NVCC_LOST:
        note(t, name, value, "");
        break;
    case GEN_NVCC_EXPECT:
        if (!is_wanted(option->wanted, value))
            note(t, name, value, "");
        break;
    case GEN_NVCC_SWITCH:
        if (!option->wanted || is_wanted(option->wanted, value))
            pass_to_both(t, option->text);
        break;
    case GEN_NVCC_PREFIX:
        pass_joined(t, option->text, value);
        break;
    case GEN_NVCC_PATH:
        add_path(t, option, value);
        break;
    case GEN_NVCC_ARCHITECTURE:
        add_architecture(t, name, value);
        break;
    case GEN_NVCC_GENERATE_CODE:
        return add_generated_code(t, name, value);
    case GEN_NVCC_HOST:
        add_host_list(t, value);
        break;
    case GEN_NVCC_OPTIONS_FILE:
        return read_options_file(t, name, value);
    case GEN_NVCC_PASS:
        pass(t, name);
        pass(t, value);
        break;
    case GEN_NVCC_HOST_COMPILER: /* a name without a slash is looked for in PATH */
        t->flags->host_compiler = strchr(value, '/') ? absolute(t, value) : value;
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

/* What clang and nvcc share is a list only to nvcc. */
static bool is_split(const translation *t, const gen_nvcc_option *option, const char *name)
{
    if (!takes_list(option) || option->effect == GEN_NVCC_HOST)
        return false;
    return t->splits || option->takes == GEN_NVCC_LIST || strcmp(name, option->long_name) == 0;
}

static bool apply(translation *t, const gen_nvcc_option *option, const char *name,
                  const char *value)
{
    gen_words values = {0};

    if (!is_split(t, option, name))
        return apply_value(t, option, name, value);
    gen_words_split_list(&values, t->arena, value);
    for (size_t i = 0; i < values.count; i++)
        if (!apply_value(t, option, name, values.data[i]))
            return false;
    return true;
}

/* The name that `word` begins with, for messages and for clang. */
static const char *name_in(translation *t, const gen_nvcc_option *option, const char *word)
{
    const char *name = option->long_name;

    if (!name || strncmp(word, name, strlen(name)) != 0)
        name = option->short_name;
    return gen_arena_copy(t->arena, word, name ? strlen(name) : strcspn(word, "="));
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
            return fail(t, name, "needs a value");
        value = next;
        ++*at;
    }
    return apply(t, option, name, value);
}

/* A word that is in no table. */
static void add_unknown(translation *t, const char *word)
{
    bool is_flag = word[0] == '-' && word[1];

    if (is_flag && t->forwards)
        gen_words_add(&t->host, t->arena, word);
    else if (strncmp(word, "-m", 2) == 0 || gen_nvcc_option_of_language(word))
        pass_to_both(t, word);
    else if (is_flag || !t->is_command)
        pass(t, word);
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
        } else if (word[0] == '@' && word[1]) { /* gcc's and clang's file of options */
            if (!read_options_file(t, "@", word + 1))
                return false;
        } else if (t->is_command && strcmp(word, "--") == 0) {
            break; /* files follow */
        } else {
            add_unknown(t, word);
        }
    }
    return true;
}

/* It counts wherever it stands. */
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

/* nvcc stands first, or behind a launcher such as ccache. */
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

static bool run(translation *t, const gen_words *words)
{
    bool fine;

    t->forwards = has_forward(words);
    fine = translate(t, words);
    add_host_words(t);
    return fine;
}

bool gen_nvcc_flags_add(gen_nvcc_flags *flags, gen_arena *arena, gen_diag *diag,
                        const gen_words *words)
{
    translation t = {.flags = flags, .arena = arena, .diag = diag};

    return run(&t, words);
}

bool gen_nvcc_flags_add_command(gen_nvcc_flags *flags, gen_arena *arena, gen_diag *diag,
                                const gen_words *words, const char *directory)
{
    translation t = {.flags = flags,
                     .arena = arena,
                     .diag = diag,
                     .directory = directory,
                     .is_command = true,
                     .splits = is_nvcc(words)};

    return run(&t, words);
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
