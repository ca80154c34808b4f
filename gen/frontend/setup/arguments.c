#include "frontend/setup/arguments.h"

#include "command_line/toolkit.h"

#include <stdlib.h>
#include <string.h>

#define MAX_FIXED_ARGUMENTS 50

long gen_read_toolkit_version(gen_reader *reader)
{
    const char *toolkit = reader->options->toolkit;
    long version;

    if (!toolkit)
        return 0;
    version = gen_toolkit_version(reader->arena, toolkit);
    if (version > 0)
        return version;
    gen_diag_error(reader->diag, (gen_place){0}, "toolkit-missing",
                   "'%s' has no include/cuda.h that defines CUDA_VERSION; give the folder of a "
                   "CUDA toolkit to --cuda-path, or use --no-cuda",
                   toolkit);
    return -1;
}

static void add(gen_arguments *list, const char *argument)
{
    list->data[list->count++] = argument;
}

static void add_fixed(gen_arguments *list)
{
    /* libclang only knows the architectures of its time. So it always parses for one that every
     * version knows, with the macros of the requested one. */
    static const char *const fixed[] = {
        "-xcuda",
        "--cuda-device-only",
        "-nocudainc",
        "-nocudalib",
        "--cuda-gpu-arch=sm_80",
        "-ferror-limit=0",
        "-Wno-everything",
        "-D__CUSTUB__=1",
        "-D__CUDACC__=1",
        "-D__NVCC__=1",
        "-U__CUDA_ARCH__",
        "-D__NV_NO_HOST_COMPILER_CHECK=1",
        "-Xclang",
        "-fcuda-allow-variadic-functions",
    };

    for (size_t i = 0; i < sizeof(fixed) / sizeof(fixed[0]); i++)
        add(list, fixed[i]);
}

/* Keeps nvcc's mangling: since version 18, clang mangles the type of a template parameter such as
 * `auto N` differently. */
static void add_mangling(gen_arguments *list, gen_reader *reader)
{
    const char *version = strstr(gen_reader_text(reader, clang_getClangVersion()), "version ");

    if (version && atoi(version + strlen("version ")) >= 18)
        add(list, "-fclang-abi-compat=17");
}

static int number_of(const char *architecture)
{
    return atoi(architecture + strlen("sm_")) * 10;
}

/* Without -std, nvcc uses the C++ version of the host compiler. */
static void add_dialect(gen_arguments *list, gen_arena *arena, const char *macros)
{
    static const char dialect[] = "#define __cplusplus 20";
    const char *found = macros ? strstr(macros, dialect) : NULL;

    add(list, gen_arena_format(arena, "-std=gnu++%.2s", found ? found + strlen(dialect) : "17"));
}

/* Adds nvcc's macros: __CUDA_ARCH_LIST__ in ascending order, and those of sm_90a and sm_100f. */
static void add_architecture(gen_arguments *list, gen_reader *reader)
{
    gen_arena *arena = reader->arena;
    const gen_frontend_options *options = reader->options;
    const char *name = options->architectures[reader->architecture];
    char suffix = name[strlen(name) - 1];
    int number = number_of(name);
    const char *all = "";

    for (int last = 0;;) {
        int next = 0;
        for (size_t i = 0; i < options->architecture_count; i++) {
            int other = number_of(options->architectures[i]);
            if (other > last && (!next || other < next))
                next = other;
        }
        if (!next)
            break;
        all = gen_arena_format(arena, "%s%s%d", all, last ? "," : "", next);
        last = next;
    }
    add(list, gen_arena_format(arena, "-D__CUDA_ARCH__=%d", number));
    add(list, gen_arena_format(arena, "-D__CUDA_ARCH_LIST__=%s", all));
    if (suffix == 'a') {
        add(list, gen_arena_format(arena, "-D__CUDA_ARCH_FEAT_SM%d_ALL=1", number / 10));
        add(list, gen_arena_format(arena, "-D__CUDA_ARCH_SPECIFIC__=%d", number));
    }
    if (suffix == 'a' || suffix == 'f')
        add(list, gen_arena_format(arena, "-D__CUDA_ARCH_FAMILY_SPECIFIC__=%d", number));
}

static void add_toolkit(gen_arguments *list, gen_arena *arena, const char *folder, long version,
                        long build)
{
    add(list, gen_arena_format(arena, "-D__CUDACC_VER_MAJOR__=%ld", version / 1000));
    add(list, gen_arena_format(arena, "-D__CUDACC_VER_MINOR__=%ld", version % 1000 / 10));
    add(list, gen_arena_format(arena, "-D__CUDACC_VER_BUILD__=%ld", build));
    add(list, "-isystem");
    add(list, gen_arena_format(arena, "%s/include", folder));
    add(list, "-isystem");
    add(list, gen_arena_format(arena, "%s/include/cccl", folder));
}

static const gen_words *host_folders(const gen_frontend_options *options)
{
    static const gen_words none;

    return options->host_compiler ? &options->host_compiler->folders : &none;
}

/* The host compiler's, for headers that clang lacks, such as omp.h; and custub's own, of which the
 * program may have a copy. */
static void add_last_folders(gen_arguments *list, const gen_frontend_options *options)
{
    const gen_words *host = host_folders(options);

    for (size_t i = 0; i < host->count; i++) {
        add(list, "-idirafter");
        add(list, host->data[i]);
    }
    if (options->own_folder) {
        add(list, "-idirafter");
        add(list, options->own_folder);
    }
}

gen_arguments gen_read_arguments(gen_reader *reader, const char *precompiled, bool own_folders)
{
    const gen_frontend_options *options = reader->options;
    gen_arguments list = {NULL, 0};

    list.data = GEN_NEW_ARRAY(reader->arena, const char *,
                              MAX_FIXED_ARGUMENTS + options->clang_argument_count +
                                  2 * host_folders(options)->count);
    add_fixed(&list);
    add_mangling(&list, reader);
    add_dialect(&list, reader->arena, reader->setup->macros);
    add_architecture(&list, reader);
    if (reader->setup->toolkit > 0)
        add_toolkit(&list, reader->arena, options->toolkit, reader->setup->toolkit,
                    reader->setup->nvcc_build);
    if (reader->setup->macros && !reader->setup->as_clang)
        add(&list, "-undef");
    add(&list, precompiled ? "-include-pch" : "-include");
    add(&list, precompiled ? precompiled : GEN_PRELUDE_FILE);
    if (precompiled && reader->setup->prelude.Length > reader->setup->prelude_head) {
        add(&list, "-include");
        add(&list, GEN_PRELUDE_REST_FILE);
    }
    if (reader->setup->takes_written)
        add(&list, "-D__CUSTUB_WRITTEN__");
    if (reader->setup->with_math) {
        add(&list, "-include");
        add(&list, "cmath");
    }
    for (size_t i = 0; i < options->clang_argument_count; i++) {
        size_t first = i;
        bool names_folder =
            gen_include_folder(options->clang_arguments, options->clang_argument_count, &i) != NULL;
        if (!names_folder || own_folders)
            for (; first <= i; first++)
                add(&list, options->clang_arguments[first]);
    }
    if (own_folders)
        add_last_folders(&list, options);
    return list;
}
