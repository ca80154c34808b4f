#include <stdlib.h>
#include <string.h>

#include "driver/driver.h"
#include "driver/result.h"
#include "library/driver_option.h"
#include "link/linker.h"

/* CUjitInputType; -1: the driver does not link it. */
static int type_of(const char *tag)
{
    static const char *const tags[] = {"cubin", "ptx", "fatbin", "object", "archive"};

    for (int i = 0; i < (int)(sizeof(tags) / sizeof(tags[0])); i++)
        if (strcmp(tag, tags[i]) == 0)
            return i;
    return -1;
}

/* CUjit_target: 90 of "sm_90", and a bit for "sm_90a" or "sm_90f". */
static unsigned int target_of(const char *architecture)
{
    char *letter;
    unsigned long number = strtoul(architecture + strlen("sm_"), &letter, 10);

    return (unsigned int)number | (*letter == 'a' ? 0x10000u : *letter == 'f' ? 0x20000u : 0);
}

static custub_status check(const custubi_link *link, custub_error *error)
{
    if (!custubi_cu.link_create || !custubi_cu.link_add || !custubi_cu.link_complete ||
        !custubi_cu.link_destroy || custubi_driver_is_cpu()) {
        custubi_link_fail(link, "", error);
        custubi_error_append(error,
                             "the %s driver has no linker, and nvJitLink was not found: install "
                             "libnvJitLink of the CUDA toolkit, or name it in CUSTUB_NVJITLINK",
                             custub_driver_name());
        return CUSTUB_ERROR_LINK;
    }
    if (!link->lto)
        return CUSTUB_OK;
    custubi_link_fail(link, "", error);
    custubi_error_append(error, "LTO-IR needs nvJitLink, which was not found: install libnvJitLink "
                                "of the CUDA toolkit, or name it in CUSTUB_NVJITLINK");
    return CUSTUB_ERROR_LINK;
}

static int link_parts(const custubi_link *link, void *state, custubi_linked *out, const char **call)
{
    void *cubin = NULL;
    size_t size = 0;
    int result = 0;

    *call = "cuLinkAddData";
    for (const custub_image *part = link->parts; part->data && !result; part++) {
        result = custubi_cu.link_add(state, type_of(part->tag), (void *)(uintptr_t)part->data,
                                     part->size, part->tag, 0, NULL, NULL);
        out->part = result ? part->tag : NULL;
    }
    if (result)
        return result;
    *call = "cuLinkComplete";
    result = custubi_cu.link_complete(state, &cubin, &size);
    if (result)
        return result;
    out->size = size;
    out->cubin = malloc(size ? size : 1); /* the linker's own copy is freed with it */
    if (out->cubin)
        memcpy(out->cubin, cubin, size);
    return 0;
}

custub_status custubi_driver_link(const custubi_link *link, custubi_linked *out,
                                  custub_error *error)
{
    custubi_driver_options options;
    char notes[CUSTUBI_LOG_SIZE];
    const char *call = "cuLinkCreate";
    void *state = NULL;
    int result;

    if (check(link, error))
        return CUSTUB_ERROR_LINK;
    custubi_driver_options_fill(&options, &link->options->ptx);
    custubi_driver_options_add_target(&options, target_of(link->architecture));
    custubi_driver_options_add_logs(&options, out->log, notes);
    result = custubi_cu.link_create(options.count, options.options, options.values, &state);
    if (!result) {
        result = link_parts(link, state, out, &call);
        custubi_cu.link_destroy(state);
    }
    custubi_driver_log(out->log, notes);
    if (!result && out->cubin)
        return CUSTUB_OK;
    if (!result)
        return custubi_error_set(error, CUSTUB_ERROR_OUT_OF_HOST_MEMORY,
                                 "no memory for a cubin of %zu bytes", out->size);
    custubi_link_fail(link, "", error);
    custubi_error_append_result(error, call, result);
    return CUSTUB_ERROR_LINK;
}
