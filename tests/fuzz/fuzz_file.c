/* Any bytes as a source file: what the command line does with it, up to the writing. */
#define _XOPEN_SOURCE 700 /* mkdtemp */

#include "check.h"
#include "frontend.h"
#include "fuzz_output.h"
#include "fuzz_target.h"
#include "names.h"

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

/* Reads the file and checks all that is emitted for it; returns a hash of that, 0 if the file was
 * refused. */
static uint64_t run(size_t architecture_count)
{
    static const char *const architectures[] = {"sm_80", "sm_90"};
    static const char *const arguments[] = {"-I" CUSTUB_INCLUDE_DIR};
    const gen_frontend_options options = {.path = path,
                                          .prefix = "",
                                          .architecture_count = architecture_count,
                                          .architectures = architectures,
                                          .clang_argument_count = 1,
                                          .clang_arguments = arguments};
    gen_arena arena;
    gen_diag diag;
    gen_model model;
    uint64_t hash = 0;
    bool fine;

    gen_arena_initialize(&arena);
    gen_diag_initialize(&diag, &arena);
    fine = gen_frontend_read(&model, &arena, &diag, &options);
    if (fine != (diag.errors == 0))
        fuzz_fail("a file was refused without an error, or the other way round", path);
    if (fine) {
        gen_names_assign(&model, &arena, false);
        fine = gen_check(&model, &arena, &diag);
    }
    if (fine != (diag.errors == 0))
        fuzz_fail("a check failed without an error, or the other way round", path);
    if (fine)
        hash = fuzz_check_emitted(&model, &arena);
    fuzz_print_diagnostics(&diag);
    gen_arena_deinitialize(&arena);
    return hash;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned kind = size ? data[size - 1] : 0u;
    size_t architecture_count = 1 + kind % 2;
    uint64_t hash;

    write_file(data, size);
    hash = run(architecture_count);
    if (hash && kind % 8 == 2 && run(architecture_count) != hash)
        fuzz_fail("the same file gives other output the second time", path);
    return 0;
}
