/* request.h: what NVRTC is asked for: a program with all options and headers, for one device. */
#ifndef CUSTUBI_REQUEST_H
#define CUSTUBI_REQUEST_H

#include <stdbool.h>

#include <custub/jit.h>

#include "jit/nvrtc.h"

typedef struct custubi_request {
    const custub_jit_program *program;
    const custubi_nvrtc *nvrtc;
    int option_count;
    const char **options; /* one allocation, which begins here */
    int header_count;
    const char **header_names;
    const char **headers;
    bool gives_ptx;        /* else machine code */
    bool is_rewritten;     /* bounds are to be checked: it gives PTX with line numbers */
    char architecture[40]; /* an option */
    /* NVRTC may read files that the key does not know: the result may not be kept. */
    bool has_own_files;
    bool has_other_includes; /* the program includes what is not among the headers */
    char *key;               /* differs if anything differs that the result depends on */
    size_t key_size, key_room;
    bool is_incomplete; /* there was no memory for the key */
} custubi_request;

/* For the device of the current context. On failure nothing is held. */
custub_status custubi_request_initialize(custubi_request *request,
                                         const custub_jit_program *program,
                                         const custubi_nvrtc *nvrtc, bool is_rewritten,
                                         custub_error *error);
void custubi_request_deinitialize(custubi_request *request);

/* Appends a text to the key, with its zero byte, so that two keys are only equal if all their texts
 * are. */
void custubi_request_append(custubi_request *request, const char *text);

bool custubi_request_has_header(const custubi_request *request, const char *name);

/* Tells NVRTC not to look for headers in the current folder. Older versions do not know it; it is
 * the last of the options. */
#define CUSTUBI_NO_SOURCE_INCLUDE "-no-source-include"

#endif
