#include "trial/image_compiler.h"

#include "command_line/program_output.h"
#include "trial/compilation.h"

#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static void add_all(gen_words *words, gen_arena *arena, const char *const *more, size_t count)
{
    for (size_t i = 0; i < count; i++)
        gen_words_add(words, arena, more[i]);
}

static gen_words copy_of(gen_arena *arena, const gen_words *words)
{
    gen_words copy = {0};

    add_all(&copy, arena, words->data, words->count);
    return copy;
}

static bool is_clang(const gen_image_compiler *compiler, gen_arena *arena)
{
    gen_words question = copy_of(arena, &compiler->program);
    const char *answer = NULL;
    gen_program program;

    gen_words_add(&question, arena, "--version");
    gen_words_add(&question, arena, NULL);
    if (gen_program_start(&program, question.data))
        answer = gen_program_output(&program, arena);
    return answer && strstr(answer, "clang");
}

/* Adds the options if the compiler has them. */
static void add_if_known(gen_image_compiler *compiler, gen_arena *arena, const char *const *options,
                         size_t count)
{
    static const char *const nothing[] = {
        "-fsanitize=thread", "-Werror", "-fsyntax-only", "-x", "c++", "/dev/null"};
    gen_words question = copy_of(arena, &compiler->program);
    gen_diag unseen;

    gen_diag_initialize(&unseen, arena);
    add_all(&question, arena, options, count);
    add_all(&question, arena, nothing, LENGTH(nothing));
    if (gen_compile(arena, &unseen, &question, "/dev/null") == GEN_COMPILATION_DONE)
        add_all(&compiler->options, arena, options, count);
}

static void add_clang_options(gen_image_compiler *compiler, gen_arena *arena)
{
    static const char *const options[] = {"-O0", "-mllvm", "-tsan-instrument-read-before-write"};
    static const char *const volatiles[] = {"-mllvm", "-tsan-distinguish-volatile"};

    add_all(&compiler->options, arena, options, LENGTH(options));
    add_if_known(compiler, arena, volatiles, LENGTH(volatiles));
}

static void add_gcc_options(gen_image_compiler *compiler, gen_arena *arena)
{
    static const char *const options[] = {"-Og", "-fno-elide-constructors", "-fno-thread-jumps"};
    static const char *const volatiles[] = {"--param=tsan-distinguish-volatile=1"};

    add_all(&compiler->options, arena, options, LENGTH(options));
    add_if_known(compiler, arena, volatiles, LENGTH(volatiles));
}

void gen_image_compiler_find(gen_image_compiler *compiler, gen_arena *arena)
{
    static const char *const options[] = {
        "-g1",
        "-gdwarf-4",
        "-DCUSTUB_CPU_CHECKED",
        "-U_FORTIFY_SOURCE",
        "-fsanitize=thread",
        "-fsanitize=alignment",
        "-fno-builtin-memset",
        "-fno-builtin-memcpy",
        "-fno-builtin-memmove",
        "-fno-builtin-malloc",
        "-fno-builtin-free",
        "-fno-inline",
        "-fno-omit-frame-pointer",
        "-fno-optimize-sibling-calls",
        "-fdata-sections",
        "-fno-common",
        "-fno-math-errno",
        "-fno-trapping-math",
        "-fPIC",
        "-fvisibility=hidden",
        "-ffp-contract=off",
    };
    static const char *const touching[] = {"-fstack-clash-protection"};

    *compiler = (gen_image_compiler){.program = gen_compiler_named(arena, "CXX", "c++")};
    add_all(&compiler->options, arena, options, LENGTH(options));
    if (is_clang(compiler, arena))
        add_clang_options(compiler, arena);
    else
        add_gcc_options(compiler, arena);
    add_if_known(compiler, arena, touching, LENGTH(touching));
}

gen_words gen_image_compiler_compile(const gen_image_compiler *compiler, gen_arena *arena,
                                     const gen_words *flags, const char *source,
                                     const char *assembly)
{
    gen_words command = copy_of(arena, &compiler->program);
    const char *const files[] = {"-S", "-o", assembly, source};

    add_all(&command, arena, flags->data, flags->count);
    add_all(&command, arena, compiler->options.data, compiler->options.count);
    add_all(&command, arena, files, LENGTH(files));
    return command;
}

gen_words gen_image_compiler_link(const gen_image_compiler *compiler, gen_arena *arena,
                                  const char *assembly, const char *image)
{
    static const char *const options[] = {"-gdwarf-4", "-shared", "-Wl,-Bsymbolic", "-Wl,-z,defs"};
    static const char *const wrapped[] = {"memcpy", "memmove", "memset", "malloc",
                                          "free",   "_Znwm",   "_Znam",  "_ZdlPv",
                                          "_ZdaPv", "_ZdlPvm", "_ZdaPvm"};
    gen_words command = copy_of(arena, &compiler->program);
    const char *const files[] = {"-o", image, assembly};

    add_all(&command, arena, options, LENGTH(options));
    for (size_t i = 0; i < LENGTH(wrapped); i++)
        gen_words_add(&command, arena, gen_arena_format(arena, "-Wl,--wrap=%s", wrapped[i]));
    add_all(&command, arena, files, LENGTH(files));
    return command;
}
