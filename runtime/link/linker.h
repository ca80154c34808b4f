/* linker.h: the two linkers: nvJitLink, and the driver's. */
#ifndef CUSTUBI_LINKER_H
#define CUSTUBI_LINKER_H

#include <stdbool.h>

#include <custub/link.h>

#include "error/log.h"

/* What is linked. */
typedef struct custubi_link {
    const custub_image *parts; /* ends with a null `data` */
    const custub_link_options *options;
    char architecture[16]; /* "sm_90a" */
    bool lto;
} custubi_link;

/* What a linker answers. */
typedef struct custubi_linked {
    void *cubin; /* null: it failed; allocated, and the caller's */
    size_t size;
    const char *part;           /* the tag of the part at fault, or null */
    char log[CUSTUBI_LOG_SIZE]; /* what the linker says, on one line */
} custubi_linked;

/* True if nvJitLink can be opened; it stays open. CUSTUB_ERROR_LINK if CUSTUB_NVJITLINK names a
 * file that is not nvJitLink. */
bool custubi_nvjitlink_open(custub_error *error);

/* Link; on failure CUSTUB_ERROR_LINK, and nothing is held. The first needs nvJitLink open; the
 * second needs the driver open, with a current context. */
custub_status custubi_nvjitlink_link(const custubi_link *link, custubi_linked *out,
                                     custub_error *error);
custub_status custubi_driver_link(const custubi_link *link, custubi_linked *out,
                                  custub_error *error);

/* Begins the message of a failure: "linking for sm_90: TEXT". */
void custubi_link_fail(const custubi_link *link, const char *text, custub_error *error);

#endif
