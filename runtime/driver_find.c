#include "driver_find.h"

#include <stdio.h>
#include <string.h>

#include "error.h"
#include "platform.h"

#define CUDA_SONAME "libcuda.so.1"
#define CPU_SONAME  "libcustub_cpu.so.1"

typedef struct search {
    void *shared;
    char *path;         /* of CUSTUBI_PATH_SIZE bytes: the last candidate */
    custub_error error; /* what is handed out if nothing is found */
} search;

/* True: found. Otherwise why not has been noted. */
static bool try_path(search *state, const char *folder, const char *name)
{
    int length = snprintf(state->path, CUSTUBI_PATH_SIZE, "%s%s", folder, name);

    if (length < 0 || length >= CUSTUBI_PATH_SIZE)
        return false;
    state->shared = custubi_shared_open(state->path, false);
    if (state->shared)
        return true;
    /* Of a path where nothing is no more is said: there are many. */
    if (*folder && !custubi_file_is_there(state->path))
        custubi_error_append(&state->error, " [%s]", state->path);
    else
        custubi_error_append(&state->error, " [%s]", custubi_shared_error());
    return false;
}

static custub_status finish(search *state, void **shared, custub_error *error)
{
    *shared = state->shared;
    if (state->shared)
        return CUSTUB_OK;
    if (error)
        *error = state->error;
    return state->error.status;
}

custub_status custubi_find_cuda_driver(void **shared, char path[CUSTUBI_PATH_SIZE],
                                       custub_error *error)
{
    search state;

    state.path = path;
    snprintf(path, CUSTUBI_PATH_SIZE, "%s", CUDA_SONAME);
    state.shared = custubi_shared_open(CUDA_SONAME, true);
    if (!state.shared) {
        /* What to do stands first: a long list of reasons may be cut off. */
        custubi_error_set(&state.error, CUSTUB_ERROR_DRIVER_NOT_FOUND,
                          "no CUDA driver found: install the NVIDIA driver, or set "
                          "CUSTUB_DRIVER=cpu to run kernels on the CPU. Tried:");
        if (!try_path(&state, "", CUDA_SONAME))
            try_path(&state, "", "libcuda.so");
    }
    return finish(&state, shared, error);
}

/* A process that uses libcuda may not have a second driver beside it. */
static custub_status refuse_beside_cuda(custub_error *error)
{
    void *cuda = custubi_shared_open(CUDA_SONAME, true);

    if (!cuda)
        return CUSTUB_OK;
    custubi_shared_close(cuda);
    return custubi_error_set(error, CUSTUB_ERROR_DRIVER_CONFLICT,
                             "the CPU driver was asked for, but this process has loaded libcuda "
                             "already: run it without the CUDA driver (a program that links "
                             "libcuda or the CUDA runtime cannot use the CPU driver)");
}

/* What the user chose is taken or refused: another driver in its place would surprise. */
static custub_status open_named(const char *named, void **shared, char path[CUSTUBI_PATH_SIZE],
                                custub_error *error)
{
    int length = snprintf(path, CUSTUBI_PATH_SIZE, "%s", named);
    const char *reason;

    if (length < 0 || length >= CUSTUBI_PATH_SIZE)
        return custubi_error_set(error, CUSTUB_ERROR_DRIVER_NOT_FOUND,
                                 "CUSTUB_CPU_DRIVER names '%.64s...', a path of more than %d bytes",
                                 named, CUSTUBI_PATH_SIZE - 1);
    *shared = custubi_shared_open(path, false);
    if (*shared)
        return CUSTUB_OK;
    /* The loader says the path again in front of its reason: a long one may fill the record. */
    reason = custubi_shared_error();
    if (strncmp(reason, path, (size_t)length) == 0 && strncmp(reason + length, ": ", 2) == 0)
        reason += length + 2;
    return custubi_error_set(error, CUSTUB_ERROR_DRIVER_NOT_FOUND,
                             "CUSTUB_CPU_DRIVER names '%s', which cannot be opened: %s", path,
                             reason);
}

/* In a folder, and in the library folders beside it. */
static bool try_folder(search *state, const char *folder)
{
    static const char *const parts[] = {"/", "/../lib/", "/../" CUSTUB_LIBRARY_FOLDER "/"};
    char path[CUSTUBI_PATH_SIZE];

    for (size_t i = 0; folder && i < sizeof(parts) / sizeof(parts[0]); i++) {
        if (i == 2 && strcmp(parts[1], parts[2]) == 0)
            break;
        snprintf(path, sizeof(path), "%s%s", folder, parts[i]);
        if (try_path(state, path, CPU_SONAME))
            return true;
    }
    return false;
}

custub_status custubi_find_cpu_driver_in(const custubi_cpu_places *places, void **shared,
                                         char path[CUSTUBI_PATH_SIZE], custub_error *error)
{
    search state;

    state.path = path;
    state.shared = NULL;
    custubi_error_set(&state.error, CUSTUB_ERROR_DRIVER_NOT_FOUND,
                      "custub's CPU driver was not found: put " CPU_SONAME " beside the program or "
                      "on the library path, or name it in CUSTUB_CPU_DRIVER. Tried:");
    if (!try_path(&state, "", places->name) && !try_folder(&state, places->folders[0]) &&
        !try_folder(&state, places->folders[1]) &&
        !(places->linked && try_path(&state, places->linked, "")) && places->installed)
        try_path(&state, places->installed, "");
    return finish(&state, shared, error);
}

custub_status custubi_find_cpu_driver(void **shared, char path[CUSTUBI_PATH_SIZE],
                                      custub_error *error)
{
    const char *named = custubi_environment("CUSTUB_CPU_DRIVER");
    custub_status status = refuse_beside_cuda(error);
    custubi_cpu_places places = {CPU_SONAME, {NULL, NULL}, NULL, custubi_cpu_driver_path};
    char library[CUSTUBI_PATH_SIZE];
    char program[CUSTUBI_PATH_SIZE];
    char linked[CUSTUBI_PATH_SIZE];

    *shared = NULL;
    if (status)
        return status;
    if (named)
        return open_named(named, shared, path, error);
    if (custubi_library_folder(library, sizeof(library)))
        places.folders[0] = library;
    if (custubi_program_folder(program, sizeof(program)))
        places.folders[1] = program;
    if (custubi_find_on_library_path(CPU_SONAME, linked, sizeof(linked)))
        places.linked = linked;
    return custubi_find_cpu_driver_in(&places, shared, path, error);
}
