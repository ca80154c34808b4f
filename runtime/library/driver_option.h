/* driver_option.h: the options of the driver's compiler. */
#ifndef CUSTUBI_DRIVER_OPTION_H
#define CUSTUBI_DRIVER_OPTION_H

#include <custub/image.h>

#include "error/log.h"

#define CUSTUBI_DRIVER_OPTIONS 8 /* at most */

typedef struct custubi_driver_options {
    unsigned int count;
    int options[CUSTUBI_DRIVER_OPTIONS];  /* CUjit_option */
    void *values[CUSTUBI_DRIVER_OPTIONS]; /* the driver takes numbers as pointers, too */
} custubi_driver_options;

/* CUSTUB_ERROR_INVALID_ARGUMENT if an option makes no sense. */
custub_status custubi_driver_options_check(const custub_ptx_options *options, custub_error *error);

/* Fills in the options that are set. */
void custubi_driver_options_fill(custubi_driver_options *out, const custub_ptx_options *options);

/* Adds the architecture to compile and link for, a CUjit_target. */
void custubi_driver_options_add_target(custubi_driver_options *to, unsigned int target);

/* Adds buffers for the output of the driver's compiler or linker: errors, and notes. */
void custubi_driver_options_add_logs(custubi_driver_options *to, char errors[CUSTUBI_LOG_SIZE],
                                     char notes[CUSTUBI_LOG_SIZE]);

/* Makes one line in `errors`: of the errors, else of the notes. */
void custubi_driver_log(char errors[CUSTUBI_LOG_SIZE], const char notes[CUSTUBI_LOG_SIZE]);

#endif
