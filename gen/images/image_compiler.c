#include "images/image_compiler.h"

#include "command_line/program_output.h"
#include "images/compilation.h"

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

/* In many kernels one lane of a warp sets a variable that all lanes pass on; the option has two
 * names. */
static void add_clang_options(gen_image_compiler *compiler, gen_arena *arena, bool is_checked)
{
    static const char *const checked[] = {"-O0", "-mllvm", "-tsan-instrument-read-before-write"};
    static const char *const volatiles[] = {"-mllvm", "-tsan-distinguish-volatile"};
    static const char *const unset[] = {"-Xclang", "-no-enable-noundef-analysis"};
    static const char *const unset_before_15[] = {"-Xclang", "-disable-noundef-analysis"};
    size_t count = compiler->options.count;

    if (is_checked) {
        add_all(&compiler->options, arena, checked, LENGTH(checked));
        add_if_known(compiler, arena, volatiles, LENGTH(volatiles));
        return;
    }
    add_if_known(compiler, arena, unset, LENGTH(unset));
    if (compiler->options.count == count)
        add_if_known(compiler, arena, unset_before_15, LENGTH(unset_before_15));
}

static void add_gcc_options(gen_image_compiler *compiler, gen_arena *arena, bool is_checked)
{
    static const char *const checked[] = {"-Og", "-fno-elide-constructors", "-fno-thread-jumps"};
    static const char *const volatiles[] = {"--param=tsan-distinguish-volatile=1"};

    if (!is_checked) {
        gen_words_add(&compiler->options, arena, "-fno-if-conversion");
        return;
    }
    add_all(&compiler->options, arena, checked, LENGTH(checked));
    add_if_known(compiler, arena, volatiles, LENGTH(volatiles));
}

void gen_image_compiler_find(gen_image_compiler *compiler, gen_arena *arena, bool is_checked)
{
    static const char *const checked[] = {
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
    };
    static const char *const fast[] = {"-O3", "-fno-strict-aliasing", "-DCUSTUB_CPU_HEAP"};
    static const char *const both[] = {"-fno-math-errno", "-fno-trapping-math", "-fPIC",
                                       "-fvisibility=hidden", "-ffp-contract=off"};
    static const char *const touching[] = {"-fstack-clash-protection"};

    *compiler = (gen_image_compiler){.program = gen_compiler_named(arena, "CXX", "c++")};
    if (is_checked)
        add_all(&compiler->options, arena, checked, LENGTH(checked));
    else
        add_all(&compiler->options, arena, fast, LENGTH(fast));
    add_all(&compiler->options, arena, both, LENGTH(both));
    if (is_clang(compiler, arena))
        add_clang_options(compiler, arena, is_checked);
    else
        add_gcc_options(compiler, arena, is_checked);
    add_if_known(compiler, arena, touching, LENGTH(touching));
}

/* The compiler, with the flags and its own options. */
static gen_words begin(const gen_image_compiler *compiler, gen_arena *arena, const gen_words *flags)
{
    gen_words command = copy_of(arena, &compiler->program);

    add_all(&command, arena, flags->data, flags->count);
    add_all(&command, arena, compiler->options.data, compiler->options.count);
    return command;
}

/* Kernels have a heap of their own, and the checker's functions copy memory. */
static void add_linking(gen_words *command, gen_arena *arena, bool is_checked)
{
    static const char *const options[] = {"-shared", "-Wl,-Bsymbolic", "-Wl,-z,defs"};
    static const char *const copies[] = {"memcpy", "memmove", "memset"};
    static const char *const heap[] = {"malloc", "free",   "_Znwm",   "_Znam",
                                       "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm"};

    add_all(command, arena, options, LENGTH(options));
    for (size_t i = 0; is_checked && i < LENGTH(copies); i++)
        gen_words_add(command, arena, gen_arena_format(arena, "-Wl,--wrap=%s", copies[i]));
    for (size_t i = 0; i < LENGTH(heap); i++)
        gen_words_add(command, arena, gen_arena_format(arena, "-Wl,--wrap=%s", heap[i]));
}

gen_words gen_image_compiler_build(const gen_image_compiler *compiler, gen_arena *arena,
                                   const gen_words *flags, const char *source, const char *image)
{
    gen_words command = begin(compiler, arena, flags);
    const char *const files[] = {"-o", image, source};

    add_linking(&command, arena, false);
    add_all(&command, arena, files, LENGTH(files));
    return command;
}

gen_words gen_image_compiler_compile(const gen_image_compiler *compiler, gen_arena *arena,
                                     const gen_words *flags, const char *source,
                                     const char *assembly)
{
    gen_words command = begin(compiler, arena, flags);
    const char *const files[] = {"-S", "-o", assembly, source};

    add_all(&command, arena, files, LENGTH(files));
    return command;
}

gen_words gen_image_compiler_link(const gen_image_compiler *compiler, gen_arena *arena,
                                  const char *assembly, const char *image)
{
    gen_words command = copy_of(arena, &compiler->program);
    const char *const files[] = {"-gdwarf-4", "-o", image, assembly};

    add_linking(&command, arena, true);
    add_all(&command, arena, files, LENGTH(files));
    return command;
}
