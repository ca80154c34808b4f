#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <custub/runtime.h>

#include "error/error.h"
#include "link/linker.h"
#include "platform/platform.h"
#include "platform/toolkit_library.h"

#define SETTING "CUSTUB_NVJITLINK"

/* Functions of nvJitLink.h, from 12.0 on. Handles are opaque pointers, results are ints. */
typedef struct nvjitlink_table {
    int (*create)(void **handle, uint32_t count, const char *const *options);
    int (*destroy)(void **handle);
    int (*add)(void *handle, int type, const void *data, size_t size, const char *name);
    int (*complete)(void *handle);
    int (*cubin_size)(void *handle, size_t *size);
    int (*cubin)(void *handle, void *cubin);
    int (*error_size)(void *handle, size_t *size);
    int (*error_log)(void *handle, char *log);
} nvjitlink_table;

static nvjitlink_table functions;
static custubi_mutex opening = CUSTUBI_MUTEX_INITIALIZER;
static atomic_bool is_open;

/* --- Opening --------------------------------------------------------------------------------- */

/* nvJitLink.h adds the version to each name. Every 12.x has the names of 12.0; some builds lack
 * those without a version. */
static void *find(void *shared, const char *name)
{
    static const char *const versions[] = {"13_0", "12_0"};
    void *address = custubi_shared_symbol(shared, name);
    char versioned[64];

    for (size_t i = 0; i < sizeof(versions) / sizeof(versions[0]) && !address; i++) {
        snprintf(versioned, sizeof(versioned), "__%s_%s", name, versions[i]);
        address = custubi_shared_symbol(shared, versioned);
    }
    return address;
}

static bool fill(void *shared)
{
    static const struct {
        const char *name;
        size_t offset; /* in the table */
    } wanted[] = {
        {"nvJitLinkCreate", offsetof(nvjitlink_table, create)},
        {"nvJitLinkDestroy", offsetof(nvjitlink_table, destroy)},
        {"nvJitLinkAddData", offsetof(nvjitlink_table, add)},
        {"nvJitLinkComplete", offsetof(nvjitlink_table, complete)},
        {"nvJitLinkGetLinkedCubinSize", offsetof(nvjitlink_table, cubin_size)},
        {"nvJitLinkGetLinkedCubin", offsetof(nvjitlink_table, cubin)},
        {"nvJitLinkGetErrorLogSize", offsetof(nvjitlink_table, error_size)},
        {"nvJitLinkGetErrorLog", offsetof(nvjitlink_table, error_log)},
    };

    for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
        void *address = find(shared, wanted[i].name);
        if (!address)
            return false;
        /* POSIX allows a function's address to be converted to void * and back. */
        memcpy((char *)&functions + wanted[i].offset, &address, sizeof(address));
    }
    return true;
}

static bool open_locked(custub_error *error)
{
    /* A driver before 13.0 does not load code of a newer linker. */
    static const char *const newest[] = {"libnvJitLink.so.13", "libnvJitLink.so.12",
                                         "libnvJitLink.so", NULL};
    static const char *const oldest[] = {"libnvJitLink.so.12", "libnvJitLink.so.13",
                                         "libnvJitLink.so", NULL};
    const int driver = custub_driver_version(); /* 0: none is open */
    const char *const *names = driver && driver < 13000 ? oldest : newest;
    const char *named = custubi_environment(SETTING);
    custub_error tried;
    void *shared;

    if (atomic_load_explicit(&is_open, memory_order_relaxed))
        return true;
    if (named && strcmp(named, "off") == 0)
        return false;
    custubi_error_set(&tried, CUSTUB_ERROR_LINK, SETTING " names a library that cannot be used:");
    shared = custubi_library_open_toolkit(SETTING, names, &tried);
    if (shared && fill(shared)) {
        atomic_store_explicit(&is_open, true, memory_order_release);
        return true;
    }
    if (shared)
        custubi_error_append(&tried, " it lacks functions of nvJitLink 12.0");
    custubi_shared_close(shared);
    if (named && error)
        *error = tried;
    return false;
}

bool custubi_nvjitlink_open(custub_error *error)
{
    bool found;

    if (atomic_load_explicit(&is_open, memory_order_acquire))
        return true;
    custubi_mutex_lock(&opening);
    found = open_locked(error);
    custubi_mutex_unlock(&opening);
    return found;
}

/* --- Linking --------------------------------------------------------------------------------- */

static const char *text_of(int result)
{
    static const char *const texts[] = {"success",
                                        "unrecognized option",
                                        "no architecture",
                                        "invalid input",
                                        "the PTX does not compile",
                                        "the LTO-IR does not compile",
                                        "internal error",
                                        "thread pool",
                                        "unrecognized input",
                                        "the link cannot be completed",
                                        "null input",
                                        "incompatible options",
                                        "incorrect type of input",
                                        "the input is for another architecture",
                                        "the input is newer than this nvJitLink",
                                        "no fatbin",
                                        "unrecognized architecture",
                                        "unsupported architecture",
                                        "LTO-IR needs `lto`"};

    return result > 0 && (size_t)result < sizeof(texts) / sizeof(texts[0]) ? texts[result]
                                                                           : "unknown error";
}

/* nvJitLinkInputType; 0: none. */
static int type_of(const char *tag)
{
    static const char *const tags[] = {"", "cubin", "ptx", "ltoir", "fatbin", "object", "archive"};

    for (int i = 1; i < (int)(sizeof(tags) / sizeof(tags[0])); i++)
        if (strcmp(tag, tags[i]) == 0)
            return i;
    return 0;
}

static int create(const custubi_link *link, void **handle)
{
    const custub_ptx_options *ptx = &link->options->ptx;
    char architecture[32], level[16], registers[32];
    const char *options[5];
    uint32_t count = 0;

    snprintf(architecture, sizeof(architecture), "-arch=%s", link->architecture);
    snprintf(level, sizeof(level), "-O%d", ptx->optimization > 0 ? (int)ptx->optimization : 0);
    snprintf(registers, sizeof(registers), "-maxrregcount=%u", (unsigned int)ptx->max_registers);
    options[count++] = architecture;
    if (link->lto)
        options[count++] = "-lto";
    if (ptx->optimization)
        options[count++] = level;
    if (ptx->max_registers)
        options[count++] = registers;
    if (ptx->line_info)
        options[count++] = "-lineinfo";
    return functions.create(handle, count, options);
}

static int add_parts(const custubi_link *link, void *handle, custubi_linked *out)
{
    int result = 0;

    for (const custub_image *part = link->parts; part->data && !result; part++) {
        result = functions.add(handle, type_of(part->tag), part->data, part->size, part->tag);
        out->part = result ? part->tag : NULL;
    }
    return result;
}

static int take_cubin(void *handle, custubi_linked *out)
{
    int result = functions.cubin_size(handle, &out->size);

    if (result)
        return result;
    out->cubin = malloc(out->size ? out->size : 1);
    if (!out->cubin)
        return 0;
    result = functions.cubin(handle, out->cubin);
    if (result) {
        free(out->cubin);
        out->cubin = NULL;
    }
    return result;
}

/* Reads the whole log, of any length, and keeps its beginning. */
static void take_log(void *handle, custubi_linked *out)
{
    size_t size = 0;
    char *log = NULL;

    if (!functions.error_size(handle, &size) && size)
        log = calloc(1, size + 1);
    if (log && !functions.error_log(handle, log)) {
        snprintf(out->log, sizeof(out->log), "%s", log);
        custubi_log_flatten(out->log);
    }
    free(log);
}

custub_status custubi_nvjitlink_link(const custubi_link *link, custubi_linked *out,
                                     custub_error *error)
{
    void *handle = NULL;
    const char *call = "nvJitLinkCreate";
    int result = create(link, &handle);

    if (!result) {
        call = "nvJitLinkAddData";
        result = add_parts(link, handle, out);
    }
    if (!result) {
        call = "nvJitLinkComplete";
        result = functions.complete(handle);
    }
    if (!result) {
        call = "nvJitLinkGetLinkedCubin";
        result = take_cubin(handle, out);
    }
    if (result && handle)
        take_log(handle, out);
    if (handle)
        functions.destroy(&handle);
    if (!result && out->cubin)
        return CUSTUB_OK;
    if (!result)
        return custubi_error_set(error, CUSTUB_ERROR_OUT_OF_HOST_MEMORY,
                                 "no memory for a cubin of %zu bytes", out->size);
    custubi_link_fail(link, call, error);
    custubi_error_append(error, ": %s (%d)", text_of(result), result);
    custubi_error_note_call(error, call, result);
    return CUSTUB_ERROR_LINK;
}
