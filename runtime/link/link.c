#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/driver.h"
#include "driver/result.h"
#include "library/driver_option.h"
#include "library/image_data/image_size.h"
#include "link/linker.h"
#include "observe/activity.h"

void custubi_link_fail(const custubi_link *link, const char *text, custub_error *error)
{
    custubi_error_set(error, CUSTUB_ERROR_LINK, "linking for %s: %s", link->architecture, text);
}

/* "sm_90" of the current context's device. */
static custub_status find_architecture(custubi_link *link, custub_error *error)
{
    custub_status status = custub_driver_open(CUSTUB_DRIVER_DEFAULT, error);
    int capability;

    if (status)
        return status;
    if (custubi_driver_is_cpu())
        return custubi_error_set(
            error, CUSTUB_ERROR_INVALID_ARGUMENT,
            "linking: the CPU driver runs no GPU's code, so no architecture is "
            "known; RELOCATABLE of custub_add_kernels() links for it at build "
            "time");
    status = custubi_driver_capability("linking: asking for the architecture", &capability, error);
    if (status)
        return status;
    snprintf(link->architecture, sizeof(link->architecture), "sm_%d", capability);
    return CUSTUB_OK;
}

static custub_status check_architecture(const char *name, custub_error *error)
{
    size_t digits = strncmp(name, "sm_", 3) == 0 ? strspn(name + 3, "0123456789") : 0;
    const char *end = digits ? name + 3 + digits : "?";

    if (digits >= 2 && digits <= 3 && (!*end || ((*end == 'a' || *end == 'f') && !end[1])))
        return CUSTUB_OK;
    return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                             "linking: '%.32s' is no architecture: \"sm_90\", \"sm_90a\"", name);
}

static bool is_linkable(const char *tag)
{
    static const char *const tags[] = {"ptx", "cubin", "fatbin", "ltoir", "object", "archive"};

    for (size_t i = 0; tag && i < sizeof(tags) / sizeof(tags[0]); i++)
        if (strcmp(tag, tags[i]) == 0)
            return true;
    return false;
}

static custub_status check_parts(custubi_link *link, custub_error *error)
{
    if (!link->parts || !link->parts->data)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "linking: there are no parts");
    for (const custub_image *part = link->parts; part->data; part++) {
        const int number = (int)(part - link->parts) + 1;
        char reason[CUSTUBI_REASON_SIZE];
        if (!is_linkable(part->tag))
            return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                     "linking: part %d is '%.32s', which is no GPU's code; "
                                     "RELOCATABLE of custub_add_kernels() links for the CPU",
                                     number, part->tag ? part->tag : "");
        if (strcmp(part->tag, "archive") != 0 && !custubi_image_is_whole(part, reason))
            return custubi_error_set(error, CUSTUB_ERROR_IMAGE_UNKNOWN,
                                     "linking: part %d is cut off (%s): it has %s", number,
                                     part->tag, reason);
        link->lto |= strcmp(part->tag, "ltoir") == 0;
    }
    return CUSTUB_OK;
}

static custub_status begin(custubi_link *link, custub_error *error)
{
    custub_status status = custubi_driver_options_check(&link->options->ptx, error);

    if (!status)
        status = check_parts(link, error);
    if (status)
        return status;
    link->lto |= link->options->lto != 0;
    if (!link->options->architecture)
        return find_architecture(link, error);
    status = check_architecture(link->options->architecture, error);
    if (!status)
        snprintf(link->architecture, sizeof(link->architecture), "%s", link->options->architecture);
    return status;
}

static custub_status link_all(const custubi_link *link, custubi_linked *out, custub_error *error)
{
    custub_status status;

    if (custubi_nvjitlink_open(error))
        return custubi_nvjitlink_link(link, out, error);
    if (custub_failed(error)) /* the named file failed: no fallback */
        return error->status;
    status = custub_driver_open(CUSTUB_DRIVER_DEFAULT, error);
    return status ? status : custubi_driver_link(link, out, error);
}

custub_image custub_link(const custub_image *parts, const custub_link_options *options,
                         custub_error *error)
{
    static const custub_link_options unset;
    static const custub_image none;
    custubi_link link = {parts, options ? options : &unset, "", false};
    custubi_linked linked = {NULL, 0, NULL, ""};
    custub_image made = {"cubin", NULL, 0};
    custub_error own = custub_error_none();
    custubi_activity activity;

    if (!error)
        error = &own;
    if (custub_failed(error))
        return none;
    custubi_activity_begin(&activity, CUSTUB_ACTIVITY_LINK, "linking", NULL);
    if (!begin(&link, error) && link_all(&link, &linked, error)) {
        if (linked.part)
            custubi_error_append(error, "; the part at fault is of the kind '%s'", linked.part);
        if (linked.log[0])
            custubi_error_append(error, ": %s", linked.log);
    }
    if (!custub_failed(error)) {
        made.data = linked.cubin;
        made.size = linked.size;
    }
    activity.seen.image = made.tag;
    activity.seen.bytes = made.size;
    return custubi_activity_end(&activity, error->status, error) ? none : made;
}
