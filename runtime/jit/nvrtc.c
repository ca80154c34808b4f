#include "jit/nvrtc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <custub/jit.h>
#include <custub/runtime.h>

#include "error/error.h"
#include "platform/file.h"
#include "platform/platform.h"
#include "platform/toolkit_library.h"

/* Newest first. */
static const struct {
    const char *name;
    int driver; /* the oldest driver that runs its code, as custub_driver_version() */
} libraries[] = {
    {"libnvrtc.so.13", 13000},
    {"libnvrtc.so.12", 12000},
    {"libnvrtc.so.11.2", 11020},
};

#define LIBRARY_COUNT (sizeof(libraries) / sizeof(libraries[0]))

static custubi_mutex opening = CUSTUBI_MUTEX_INITIALIZER;
static custubi_nvrtc opened; /* guarded by `opening` until it is complete */
static bool is_open;

/* --- The library ----------------------------------------------------------------------------- */

/* A driver runs the code of an NVRTC of its own version or an older one, so those come first. The
 * last name, of any version, is that of a toolkit's development files. */
static void *open_library(custub_error *error)
{
    const char *names[LIBRARY_COUNT + 2];
    size_t count = 0;
    custub_error failed;
    void *shared;

    for (int newer = 0; newer < 2; newer++)
        for (size_t i = 0; i < LIBRARY_COUNT; i++)
            if ((libraries[i].driver > custub_driver_version()) == newer)
                names[count++] = libraries[i].name;
    names[count++] = "libnvrtc.so";
    names[count] = NULL;
    custubi_error_set(&failed, CUSTUB_ERROR_NVRTC_NOT_FOUND,
                      "no NVRTC found, which compiles kernels at run time: install it (a part of "
                      "the CUDA toolkit, in packages cuda-nvrtc), or name it in CUSTUB_NVRTC. "
                      "Tried:");
    shared = custubi_library_open_toolkit("CUSTUB_NVRTC", names, &failed);
    if (!shared && error)
        *error = failed;
    return shared;
}

static custub_status fail_symbol(const char *name, custub_error *error)
{
    return custubi_error_set(error, CUSTUB_ERROR_NVRTC_NOT_FOUND,
                             "the NVRTC that was found has no function %s: install NVRTC of CUDA "
                             "11.2 or newer, or name one in CUSTUB_NVRTC",
                             name);
}

static custub_status fill_functions(custubi_nvrtc *nvrtc, void *shared, custub_error *error)
{
    void *symbol;

#define FILL(member, name, parameters)                                                             \
    symbol = custubi_shared_symbol(shared, #name);                                                 \
    if (!symbol)                                                                                   \
        return fail_symbol(#name, error);                                                          \
    memcpy(&nvrtc->member, &symbol, sizeof(symbol));
    CUSTUBI_NVRTC_FUNCTIONS(FILL)
    FILL(get_error_string, nvrtcGetErrorString, (int result))
#undef FILL
#define FILL_LATER(member, name, parameters)                                                       \
    symbol = custubi_shared_symbol(shared, #name);                                                 \
    memcpy(&nvrtc->member, &symbol, sizeof(symbol));
    CUSTUBI_NVRTC_LATER_FUNCTIONS(FILL_LATER)
#undef FILL_LATER
    return CUSTUB_OK;
}

static int compare_archs(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static custub_status ask(custubi_nvrtc *nvrtc, custub_error *error)
{
    int count = 0;

    if (nvrtc->version(&nvrtc->major, &nvrtc->minor) || nvrtc->get_arch_count(&count) ||
        count <= 0 || count > CUSTUBI_NVRTC_ARCHS || nvrtc->get_archs(nvrtc->archs))
        return custubi_error_set(error, CUSTUB_ERROR_NVRTC_NOT_FOUND,
                                 "the NVRTC that was found does not say which version it is and "
                                 "which architectures it compiles for; install another, or name "
                                 "one in CUSTUB_NVRTC");
    nvrtc->arch_count = count;
    qsort(nvrtc->archs, (size_t)count, sizeof(nvrtc->archs[0]), compare_archs);
    return CUSTUB_OK;
}

/* --- The toolkit's headers ------------------------------------------------------------------- */

static bool take_folder(custubi_nvrtc *nvrtc, const char *root, const char *part)
{
    char header[sizeof(nvrtc->include[0])];
    char *option = nvrtc->include[0];
    const size_t size = sizeof(nvrtc->include[0]);
    int length;

    if (!root)
        return false;
    length = snprintf(header, size, "%s/%s/cuda_fp16.h", root, part);
    if (length < 0 || (size_t)length >= size || !custubi_file_is_there(header))
        return false;
    snprintf(option, size, "-I%.*s", length - (int)strlen("/cuda_fp16.h"), header);
    /* CUDA 13 has libcu++ in a folder of its own. */
    length = snprintf(nvrtc->include[1], size, "%s/cccl", option);
    if (length < 0 || (size_t)length >= size || !custubi_file_is_there(nvrtc->include[1] + 2))
        nvrtc->include[1][0] = '\0';
    return true;
}

/* Without headers many programs still compile, so it is no error if there are none. */
static void find_headers(custubi_nvrtc *nvrtc, void *shared)
{
    char folder[CUSTUBI_LIBRARY_PATH_SIZE];
    const char *own =
        custubi_folder_of(shared, "nvrtcVersion", folder, sizeof(folder)) ? folder : NULL;

    nvrtc->include[0][0] = nvrtc->include[1][0] = '\0';
    if (take_folder(nvrtc, own, "../include") ||
        take_folder(nvrtc, own, "../../cuda_runtime/include") || /* Python wheels */
        take_folder(nvrtc, custubi_environment("CUDA_PATH"), "include") ||
        take_folder(nvrtc, custubi_environment("CUDA_HOME"), "include") ||
        take_folder(nvrtc, "/usr/local/cuda", "include"))
        return;
    take_folder(nvrtc, "/usr", "include");
}

/* --- Opening --------------------------------------------------------------------------------- */

static custub_status open_once(custub_error *error)
{
    void *shared = open_library(error);
    custub_status status = CUSTUB_ERROR_NVRTC_NOT_FOUND;

    if (shared)
        status = fill_functions(&opened, shared, error);
    if (!status)
        status = ask(&opened, error);
    if (status) {
        custubi_shared_close(shared);
        return status;
    }
    find_headers(&opened, shared);
    is_open = true; /* and it stays open */
    return CUSTUB_OK;
}

const custubi_nvrtc *custubi_nvrtc_open(custub_error *error)
{
    custub_status status = CUSTUB_OK;

    custubi_mutex_lock(&opening);
    if (!is_open)
        status = open_once(error);
    custubi_mutex_unlock(&opening);
    return status ? NULL : &opened;
}

int custub_jit_version(custub_error *error)
{
    const custubi_nvrtc *nvrtc;

    if (custub_failed(error) || custub_driver_open(CUSTUB_DRIVER_DEFAULT, error))
        return 0;
    nvrtc = custubi_nvrtc_open(error);
    return nvrtc ? nvrtc->major * 1000 + nvrtc->minor * 10 : 0;
}
