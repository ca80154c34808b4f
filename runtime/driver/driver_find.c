#include "driver/driver_find.h"

#include <stdio.h>
#include <string.h>

#include "error/error.h"
#include "platform/platform.h"

#define CUDA_SONAME "libcuda.so.1"
#define CPU_SONAME  "libcustub_cpu.so.1"

typedef struct search {
    void *shared;
    char *path;         /* the last candidate; CUSTUBI_PATH_SIZE bytes */
    custub_error error; /* copied to the caller's if nothing is found */
} search;

/* False: the reason was added to the record. */
static bool try_path(search *state, const char *folder, const char *name)
{
    int length = snprintf(state->path, CUSTUBI_PATH_SIZE, "%s%s", folder, name);

    if (length < 0 || length >= CUSTUBI_PATH_SIZE)
        return false;
    state->shared = custubi_shared_open(state->path, false);
    if (state->shared)
        return true;
    /* A missing file gets only its path: there are many. */
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

static custub_status find_cuda_driver(void **shared, char path[CUSTUBI_PATH_SIZE],
                                      custub_error *error)
{
    search state;

    state.path = path;
    state.shared = NULL;
    /* Advice comes first, since a long list of reasons may be cut off. */
    custubi_error_set(
        &state.error, CUSTUB_ERROR_DRIVER_NOT_FOUND,
        "no CUDA driver found: install the NVIDIA driver, or set CUSTUB_DRIVER=cpu to "
        "run kernels on the CPU. Tried:");
    if (!try_path(&state, "", CUDA_SONAME))
        try_path(&state, "", "libcuda.so");
    return finish(&state, shared, error);
}

/* Opens the driver that the user named. Never falls back to another one. */
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
    /* The loader repeats the path before its reason; a long path could fill the record. */
    reason = custubi_shared_error();
    if (strncmp(reason, path, (size_t)length) == 0 && strncmp(reason + length, ": ", 2) == 0)
        reason += length + 2;
    return custubi_error_set(error, CUSTUB_ERROR_DRIVER_NOT_FOUND,
                             "CUSTUB_CPU_DRIVER names '%s', which cannot be opened: %s", path,
                             reason);
}

/* Looks in a folder, and in the library folders next to it. */
static bool try_folder(search *state, const char *folder, const char *file)
{
    static const char *const parts[] = {"/", "/../lib/", "/../" CUSTUB_LIBRARY_FOLDER "/"};
    char path[CUSTUBI_PATH_SIZE];
    int length;

    for (size_t i = 0; folder && i < sizeof(parts) / sizeof(parts[0]); i++) {
        if (i == 2 && strcmp(parts[1], parts[2]) == 0)
            break;
        length = snprintf(path, sizeof(path), "%s%s", folder, parts[i]);
        if (length > 0 && (size_t)length < sizeof(path) && try_path(state, path, file))
            return true;
    }
    return false;
}

custub_status custubi_find_cpu_driver_in(const custubi_cpu_places *places, void **shared,
                                         char path[CUSTUBI_PATH_SIZE], custub_error *error)
{
    const bool is_left_out = places->installed && !*places->installed;
    search state;

    state.path = path;
    state.shared = NULL;
    custubi_error_set(
        &state.error, CUSTUB_ERROR_DRIVER_NOT_FOUND,
        "custub's CPU driver was not found%s: put " CPU_SONAME
        " next to the program or on the library path, or name it in CUSTUB_CPU_DRIVER. Tried:",
        is_left_out ? " (this custub was built with CUSTUB_CPU_DRIVER=OFF)" : "");
    if (!try_path(&state, "", places->name) &&
        !try_folder(&state, places->folders[0], CPU_SONAME) &&
        !try_folder(&state, places->folders[1], CPU_SONAME) &&
        !(places->linked && try_path(&state, places->linked, "")) && places->installed &&
        !is_left_out)
        try_path(&state, places->installed, "");
    return finish(&state, shared, error);
}

static custub_status find_cpu_driver(void **shared, char path[CUSTUBI_PATH_SIZE],
                                     custub_error *error)
{
    const char *named = custubi_environment("CUSTUB_CPU_DRIVER");
    custubi_cpu_places places = {CPU_SONAME, {NULL, NULL}, NULL, custubi_cpu_driver_path};
    char library[CUSTUBI_PATH_SIZE];
    char program[CUSTUBI_PATH_SIZE];
    char linked[CUSTUBI_PATH_SIZE];

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

void *custubi_find_own_library(const char *file, const char *installed, custub_error *tried)
{
    char path[CUSTUBI_PATH_SIZE], library[CUSTUBI_PATH_SIZE], program[CUSTUBI_PATH_SIZE];
    const bool has_library = custubi_library_folder(library, sizeof(library));
    const bool has_program = custubi_program_folder(program, sizeof(program));
    search state = {.path = path, .error = *tried};

    if (!try_path(&state, "", file) && !try_folder(&state, has_library ? library : NULL, file) &&
        !try_folder(&state, has_program ? program : NULL, file) && *installed)
        try_path(&state, installed, "");
    *tried = state.error;
    return state.shared;
}

/* --- What is loaded ------------------------------------------------------------------------------
 */

/* The file's name does not tell: the CPU driver may be installed as libcuda. */
static bool is_cpu_driver(void *shared)
{
    return custubi_shared_symbol(shared, CUSTUBI_CPU_DRIVER_MARK) != NULL;
}

/* The driver that the process has loaded already. The program's own calls go to it. */
static void *find_loaded(char path[CUSTUBI_PATH_SIZE])
{
    static const char *const names[] = {CUDA_SONAME, CPU_SONAME};
    void *loaded = NULL;

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]) && !loaded; i++) {
        snprintf(path, CUSTUBI_PATH_SIZE, "%s", names[i]);
        loaded = custubi_shared_open(names[i], true);
    }
    return loaded;
}

/* Refuses a driver of another kind than the one that was asked for. */
static custub_status refuse(custub_driver asked, const char *path, bool is_loaded,
                            custub_error *error)
{
    if (asked == CUSTUB_DRIVER_CUDA)
        return custubi_error_set(error, CUSTUB_ERROR_DRIVER_CONFLICT,
                                 "the CUDA driver was asked for, but %s, which %s, is custub's CPU "
                                 "driver",
                                 path,
                                 is_loaded ? "this process has loaded" : "the loader has found");
    if (is_loaded)
        return custubi_error_set(
            error, CUSTUB_ERROR_DRIVER_CONFLICT,
            "the CPU driver was asked for, but this process has loaded "
            "NVIDIA's libcuda already: put a link to the CPU driver, named " CUDA_SONAME
            ", into a folder of LD_LIBRARY_PATH, or run the program without libcuda");
    return custubi_error_set(error, CUSTUB_ERROR_DRIVER_NOT_FOUND,
                             "%s is not custub's CPU driver, or another version of it: it has no "
                             "function " CUSTUBI_CPU_DRIVER_MARK,
                             path);
}

/* Refuses if CUSTUB_CPU_DRIVER names another file than the loaded CPU driver. */
static custub_status check_named(void *loaded, custub_error *error)
{
    const char *named = custubi_environment("CUSTUB_CPU_DRIVER");
    void *same = named ? custubi_shared_open(named, true) : NULL;

    custubi_shared_close(same);
    if (!named || same == loaded)
        return CUSTUB_OK;
    return custubi_error_set(
        error, CUSTUB_ERROR_DRIVER_CONFLICT,
        "CUSTUB_CPU_DRIVER names '%.256s', but this process has loaded another "
        "CPU driver already",
        named);
}

custub_status custubi_find_driver(custub_driver asked, custubi_found_driver *out,
                                  custub_error *error)
{
    custub_status status = CUSTUB_OK;
    bool is_loaded;

    out->shared = find_loaded(out->path);
    is_loaded = out->shared != NULL;
    if (!is_loaded)
        status = asked == CUSTUB_DRIVER_CPU ? find_cpu_driver(&out->shared, out->path, error)
                                            : find_cuda_driver(&out->shared, out->path, error);
    if (status)
        return status;
    out->driver = is_cpu_driver(out->shared) ? CUSTUB_DRIVER_CPU : CUSTUB_DRIVER_CUDA;
    if (asked != CUSTUB_DRIVER_DEFAULT && out->driver != asked)
        status = refuse(asked, out->path, is_loaded, error);
    else if (is_loaded && out->driver == CUSTUB_DRIVER_CPU)
        status = check_named(out->shared, error);
    if (status)
        custubi_shared_close(out->shared);
    return status;
}
