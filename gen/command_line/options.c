#include "command_line/options.h"

#include "command_line/architecture.h"
#include "support/plain_file.h"
#include "command_line/toolkit.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char gen_options_usage[] =
    "custub: typed, checked C functions for CUDA kernels\n"
    "\n"
    "  custub gen FILE.cu... [-o DIR] [--arch sm_80,sm_90] [--ptx ARCH=F.ptx]... [--depfile F]\n"
    "                        [--json F|-] [--prefix P] [--unit U] [--image TAG=F]... [--export]\n"
    "                        [--include H] [-p DIR] [-- FLAGS]\n"
    "      writes DIR/<stem>.custub.h, .custub.c, .json, .nvcc.cu, .cpu.cpp and\n"
    "      .images.S\n"
    "  custub list FILE.cu... [-p DIR] [-- FLAGS]\n"
    "      a table of kernels, parameters and contracts\n"
    "  custub verify FILE.cu --ptx ARCH=F.ptx... [-p DIR] [-- FLAGS]\n"
    "      the signatures against what nvcc made of them\n"
    "\n"
    "  -o DIR            where the outputs go (.)\n"
    "  -p DIR            has a compile_commands.json, for the flags of each file\n"
    "  -- FLAGS          clang's, or nvcc's as they are; they win over those of -p\n"
    "  --arch LIST       architectures that nvcc builds for (those of the flags, else sm_80);\n"
    "                    all and all-major are those of the toolkit\n"
    "  --ptx ARCH=FILE   nvcc's PTX for an architecture, to verify against\n"
    "  --depfile FILE    a rule for make or Ninja with every file that was read\n"
    "  --json FILE       the JSON description elsewhere; - for standard output\n"
    "  --prefix P        before every emitted name, and before those of the outputs\n"
    "  --unit U          the library's name, behind the names of what is linked: two libraries of\n"
    "                    a program may have a file of one name; made of the file by default\n"
    "  --image TAG=FILE  an image that <stem>.images.S embeds, a fatbin, cubin, ptx, "
    "cpu-x86_64...\n"
    "  --export          what is linked can be reached from outside a shared library\n"
    "  --include H       a header that defines the kernels' structs for C\n"
    "  --refused FILE    what a host compiler said of the CPU image that it refused: leaves out "
    "what\n"
    "                    it names, or the whole file; once for each attempt so far\n"
    "  --cuda-path DIR   the CUDA toolkit (CUDA_PATH, CUDA_HOME, /usr/local/cuda)\n"
    "  --cache DIR       keeps the toolkit's headers there, precompiled, for the next run\n"
    "  --no-cuda         no toolkit: for files that include none of its headers\n"
    "\n"
    "Exit status: 0 done, 1 the input is wrong, 2 usage, 3 the machine failed.\n";

typedef struct parser {
    gen_options *options;
    gen_arena *arena;
    int argc;
    char **argv;
    int at;
    const char *joined; /* the value in "--arch=sm_80", or null */
    const char *error;
    bool no_cuda;
} parser;

static bool fail(parser *parse, const char *text, const char *what)
{
    parse->error = gen_arena_format(parse->arena, "%s: %s", what, text);
    return false;
}

static const char *value_of(parser *parse)
{
    const char *option = parse->argv[parse->at];

    if (parse->joined)
        return parse->joined;
    if (parse->at + 1 >= parse->argc) {
        fail(parse, "needs a value", option);
        return NULL;
    }
    return parse->argv[++parse->at];
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

static void parse_architectures(parser *parse, const char *list)
{
    while (list) {
        const char *comma = strchr(list, ',');
        size_t length = comma ? (size_t)(comma - list) : strlen(list);
        gen_words_add(&parse->options->named, parse->arena,
                      gen_arena_copy(parse->arena, list, length));
        list = comma ? comma + 1 : NULL;
    }
}

static bool parse_ptx(parser *parse, const char *value)
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

static bool parse_image(parser *parse, const char *value)
{
    static const char *const tags[] = {"fatbin",           "cubin",       "ptx",
                                       "cpu-x86_64",       "cpu-aarch64", "cpu-x86_64-check",
                                       "cpu-aarch64-check"};
    gen_words *images = &parse->options->images;
    size_t length = strcspn(value, "=");

    if (!value[length] || !value[length + 1])
        return fail(parse, "give --image TAG=FILE", value);
    for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
        if (strlen(tags[i]) != length || strncmp(tags[i], value, length) != 0)
            continue;
        gen_words_add(images, parse->arena, tags[i]);
        gen_words_add(images, parse->arena, value + length + 1);
        return true;
    }
    return fail(parse,
                "the tag is none of fatbin, cubin, ptx, cpu-x86_64, cpu-aarch64, cpu-x86_64-check "
                "and cpu-aarch64-check",
                value);
}

static bool parse_text_option(parser *parse, const char **target)
{
    *target = value_of(parse);
    return *target != NULL;
}

static bool parse_flag(parser *parse, bool *target)
{
    if (parse->joined)
        return fail(parse, "takes no value", parse->argv[parse->at]);
    return *target = true;
}

/* "--arch" of "--arch=sm_80", whose value is then at hand. */
static const char *name_of_option(parser *parse)
{
    const char *option = parse->argv[parse->at];
    const char *equals = strncmp(option, "--", 2) == 0 ? strchr(option, '=') : NULL;

    parse->joined = equals ? equals + 1 : NULL;
    return equals ? gen_arena_copy(parse->arena, option, (size_t)(equals - option)) : option;
}

static bool parse_option(parser *parse)
{
    gen_options *options = parse->options;
    const char *option = name_of_option(parse);
    const char *value;

    if (strcmp(option, "-o") == 0)
        return parse_text_option(parse, &options->folder);
    if (strcmp(option, "--depfile") == 0)
        return parse_text_option(parse, &options->depfile);
    if (strcmp(option, "--json") == 0)
        return parse_text_option(parse, &options->json);
    if (strcmp(option, "--prefix") == 0)
        return parse_text_option(parse, &options->prefix);
    if (strcmp(option, "--unit") == 0)
        return parse_text_option(parse, &options->unit);
    if (strcmp(option, "--include") == 0)
        return parse_text_option(parse, &options->include);
    if (strcmp(option, "--cuda-path") == 0)
        return parse_text_option(parse, &options->toolkit);
    if (strcmp(option, "--cache") == 0)
        return parse_text_option(parse, &options->cache);
    if (strcmp(option, "--refused") == 0)
        return parse_text_option(parse, &options->refused[options->refused_count++]);
    if (strcmp(option, "-p") == 0)
        return parse_text_option(parse, &options->database);
    if (strcmp(option, "--no-cuda") == 0)
        return parse_flag(parse, &parse->no_cuda);
    if (strcmp(option, "--export") == 0)
        return parse_flag(parse, &options->exported);
    if (strcmp(option, "--image") == 0)
        return (value = value_of(parse)) && parse_image(parse, value);
    if (strcmp(option, "--arch") == 0)
        return parse_text_option(parse, &value) && (parse_architectures(parse, value), true);
    if (strcmp(option, "--ptx") == 0)
        return (value = value_of(parse)) && parse_ptx(parse, value);
    return fail(parse, "no such option", option);
}

static bool parse_command(parser *parse)
{
    static const struct {
        const char *name;
        gen_command command;
    } commands[] = {
        {"gen", GEN_COMMAND_GEN},           {"list", GEN_COMMAND_LIST},
        {"verify", GEN_COMMAND_VERIFY},     {"help", GEN_COMMAND_HELP},
        {"--help", GEN_COMMAND_HELP},       {"-h", GEN_COMMAND_HELP},
        {"--version", GEN_COMMAND_VERSION},
    };

    if (parse->argc < 2) {
        parse->error = "no command; give gen, list or verify";
        return false;
    }
    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
        if (strcmp(parse->argv[1], commands[i].name) == 0) {
            parse->options->command = commands[i].command;
            return true;
        }
    }
    return fail(parse, "no such command; give gen, list or verify", parse->argv[1]);
}

static bool is_toolkit(gen_arena *arena, const char *folder)
{
    FILE *file = gen_plain_file_open(gen_arena_format(arena, "%s/include/cuda.h", folder));

    if (file)
        fclose(file);
    return file != NULL;
}

static void find_toolkit(parser *parse)
{
    const char *places[] = {getenv("CUDA_PATH"), getenv("CUDA_HOME"), "/usr/local/cuda"};

    if (parse->no_cuda) {
        parse->options->toolkit = NULL;
        return;
    }
    for (size_t i = 0; !parse->options->toolkit && i < sizeof(places) / sizeof(places[0]); i++)
        if (places[i] && *places[i] && is_toolkit(parse->arena, places[i]))
            parse->options->toolkit = places[i];
}

/* --- Architectures, once the toolkit is known ------------------------------------------------ */

static bool fail_architecture(parser *parse, const char *name)
{
    const gen_options *options = parse->options;

    if (strcmp(name, "native") == 0)
        return fail(parse,
                    "custub does not ask for this machine's GPU, so that its output is the same on "
                    "every machine; name the architecture, such as sm_90",
                    name);
    if (strcmp(name, "all") == 0 || strcmp(name, "all-major") == 0)
        return fail(parse,
                    "there is no CUDA toolkit whose architectures these would be; name some, or a "
                    "toolkit with --cuda-path",
                    name);
    return fail(parse,
                gen_arena_format(parse->arena,
                                 "no architecture that nvcc builds for; give one of %s",
                                 gen_architecture_names(parse->arena, options->toolkit_version)),
                name);
}

static bool add_architecture(parser *parse, const char *name)
{
    gen_options *options = parse->options;

    for (size_t i = 0; i < options->architecture_count; i++)
        if (strcmp(options->architectures[i], name) == 0)
            return true;
    if (options->architecture_count == GEN_MAX_ARCHITECTURES)
        return fail(parse, "more than 32 architectures", name);
    options->architectures[options->architecture_count++] = name;
    return true;
}

static bool add_named(parser *parse, const char *name)
{
    const gen_options *options = parse->options;
    bool is_all = strcmp(name, "all") == 0 || strcmp(name, "all-major") == 0;
    gen_words found = {0};
    const char *one;

    if (is_all && options->toolkit_version) {
        gen_architecture_add_all(&found, parse->arena, options->toolkit_version,
                                 strcmp(name, "all") != 0);
    } else {
        one = gen_architecture_find(parse->arena, name, options->toolkit_version);
        if (!one)
            return fail_architecture(parse, name);
        gen_words_add(&found, parse->arena, one);
    }
    for (size_t i = 0; i < found.count; i++)
        if (!add_architecture(parse, found.data[i]))
            return false;
    return true;
}

static bool add_architectures(parser *parse)
{
    gen_options *options = parse->options;

    if (options->toolkit)
        options->toolkit_version = gen_toolkit_version(parse->arena, options->toolkit);
    for (size_t i = 0; i < options->named.count; i++)
        if (!add_named(parse, options->named.data[i]))
            return false;
    for (size_t i = 0; i < options->ptx_count; i++) {
        const char *name = options->ptx[i].architecture;
        const char *one = gen_architecture_find(parse->arena, name, options->toolkit_version);
        if (!one)
            return fail_architecture(parse, name);
        options->ptx[i].architecture = one;
        if (!add_architecture(parse, one))
            return false;
    }
    return true;
}

static bool check_options(parser *parse)
{
    gen_options *options = parse->options;

    if (options->command == GEN_COMMAND_HELP || options->command == GEN_COMMAND_VERSION)
        return true;
    if (options->file_count == 0)
        return fail(parse, "no source file", parse->argv[1]);
    if (options->command == GEN_COMMAND_VERIFY && options->ptx_count == 0)
        return fail(parse, "nothing to verify against; give --ptx ARCH=FILE", "verify");
    if (options->ptx_count && options->file_count > 1)
        return fail(parse, "only with one source file", "--ptx");
    if (options->json && options->file_count > 1)
        return fail(parse, "only with one source file", "--json");
    if (options->images.count && options->file_count > 1)
        return fail(parse, "only with one source file", "--image");
    if (options->refused_count && options->file_count > 1)
        return fail(parse, "only with one source file", "--refused");
    if (*options->prefix && !is_identifier(options->prefix))
        return fail(parse, "the prefix is no identifier", options->prefix);
    if (options->unit && *options->unit && !is_identifier(options->unit))
        return fail(parse, "the unit is no identifier", options->unit);
    if (options->include && strpbrk(options->include, "\"\\\r\n"))
        return fail(parse, "the header's name cannot stand in an #include", options->include);
    return true;
}

bool gen_options_parse(gen_options *options, gen_arena *arena, int argc, char **argv,
                       const char **error)
{
    parser parse = {.options = options, .arena = arena, .argc = argc, .argv = argv, .at = 2};
    size_t count = argc > 0 ? (size_t)argc : 0;
    bool fine;

    memset(options, 0, sizeof(*options));
    options->folder = ".";
    options->prefix = "";
    options->files = GEN_NEW_ARRAY(arena, const char *, count);
    options->ptx = GEN_NEW_ARRAY(arena, gen_ptx_option, count);
    options->refused = GEN_NEW_ARRAY(arena, const char *, count);
    options->architectures = GEN_NEW_ARRAY(arena, const char *, GEN_MAX_ARCHITECTURES);
    fine = parse_command(&parse);
    for (; fine && parse.at < argc; parse.at++) {
        if (strcmp(argv[parse.at], "--") == 0)
            break;
        if (argv[parse.at][0] == '-' && argv[parse.at][1])
            fine = parse_option(&parse);
        else
            options->files[options->file_count++] = argv[parse.at];
    }
    for (parse.at++; fine && parse.at < argc; parse.at++)
        gen_words_add(&options->flags, arena, argv[parse.at]);
    fine = fine && check_options(&parse);
    find_toolkit(&parse);
    fine = fine && add_architectures(&parse);
    *error = parse.error;
    return fine;
}
