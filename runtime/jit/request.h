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
    bool names_files;      /* the program's options name headers, or folders of them */
    char architecture[40]; /* an option */
    char *key;             /* a text that differs if anything differs which the result depends on */
    size_t key_size;
} custubi_request;

/* For the device of the current context. On failure nothing is held. */
custub_status custubi_request_initialize(custubi_request *request,
                                         const custub_jit_program *program,
                                         const custubi_nvrtc *nvrtc, custub_error *error);
void custubi_request_deinitialize(custubi_request *request);

/* Tells NVRTC not to look for headers in the current folder. Older versions do not know it; it is
 * the last of the options. */
#define CUSTUBI_NO_SOURCE_INCLUDE "-no-source-include"

#endif
