/* Any bytes as a source file: all steps of the command line except writing. */
#define _XOPEN_SOURCE 700 /* mkdtemp */

#include "check/check.h"
#include "frontend/frontend.h"
#include "fuzz_output.h"
#include "fuzz_target.h"
#include "cpu_image/cpu_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/custub-fuzz-XXXXXX";
static char path[sizeof(folder) + sizeof("/fuzz.cu")];

static void remove_folder(void)
{
    unlink(path);
    rmdir(folder);
}

static void write_file(const uint8_t *data, size_t size)
{
    FILE *file;

    if (!*path) {
        if (!mkdtemp(folder))
            fuzz_fail("there is no place for a file", folder);
        snprintf(path, sizeof(path), "%s/fuzz.cu", folder);
        atexit(remove_folder);
    }
    file = fopen(path, "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0)
        fuzz_fail("a file cannot be written", path);
}

/* The options that the input's last byte chooses. */
typedef struct choices {
    size_t architecture_count;
    const char *prefix;
    const char *include;
} choices;

static choices choose(unsigned kind)
{
    return (choices){
        .architecture_count = 1 + kind % 2,
        .prefix = kind & 16 ? "p_" : "",
        .include = kind & 32 ? "own/*.h" : NULL,
    };
}

/* Makes the model as the command line does. Checks the contracts even if clang found errors. */
static bool make_model(gen_model *model, gen_arena *arena, gen_diag *diag, const choices *chosen)
{
    static const char *const architectures[] = {"sm_80", "sm_90"};
    static const char *const arguments[] = {"-I" CUSTUB_INCLUDE_DIR};
    const gen_frontend_options options = {.path = path,
                                          .prefix = chosen->prefix,
                                          .architecture_count = chosen->architecture_count,
                                          .architectures = architectures,
                                          .clang_argument_count = 1,
                                          .clang_arguments = arguments};
    bool fine = gen_frontend_read(model, arena, diag, &options);

    if (fine != (diag->errors == 0))
        fuzz_fail("a file was refused without an error, or the other way round", path);
    return gen_check(model, arena, diag) && fine;
}

/* Reads the file and checks everything that is emitted for it. Returns a hash of that, or 0 if the
 * file was refused. */
static uint64_t run(const choices *chosen)
{
    gen_arena arena;
    gen_diag diag;
    gen_diag before;
    gen_model model;
    uint64_t hash = 0;
    bool fine;

    gen_arena_initialize(&arena);
    gen_diag_initialize(&diag, &arena);
    before = diag;
    fine = make_model(&model, &arena, &diag, chosen);
    if (fine != (diag.errors == 0))
        fuzz_fail("a check failed without an error, or the other way round", path);
    gen_diag_sort(&diag, &before);
    if (fine != (diag.errors == 0))
        fuzz_fail("putting errors in order loses them", path);
    if (fine)
        hash = fuzz_check_emitted(&model, &arena, chosen->include);
    fuzz_print_diagnostics(&diag);
    gen_arena_deinitialize(&arena);
    return hash;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned kind = size ? data[size - 1] : 0u;
    choices chosen = choose(kind);
    uint64_t hash;

    write_file(data, size);
    hash = run(&chosen);
    if (hash && kind % 8 == 2 && run(&chosen) != hash)
        fuzz_fail("the same file gives other output the second time", path);
    return 0;
}
