/* driver_option.h: the options of the driver's compiler. */
#ifndef CUSTUBI_DRIVER_OPTION_H
#define CUSTUBI_DRIVER_OPTION_H

#include <custub/image.h>

#include "error/log.h"

#define CUSTUBI_DRIVER_OPTIONS 8 /* at most */

typedef struct custubi_driver_options {
    unsigned int count;
    int options[CUSTUBI_DRIVER_OPTIONS];  /* CUjit_option */
    void *values[CUSTUBI_DRIVER_OPTIONS]; /* numbers, too: the driver takes them as pointers */
} custubi_driver_options;

/* CUSTUB_ERROR_INVALID_ARGUMENT if an option makes no sense. */
custub_status custubi_driver_options_check(const custub_ptx_options *options, custub_error *error);

/* Starts with the options that are set. */
void custubi_driver_options_fill(custubi_driver_options *out, const custub_ptx_options *options);

/* Adds the architecture to compile and link for, a CUjit_target. */
void custubi_driver_options_add_target(custubi_driver_options *to, unsigned int target);

/* Adds room for what the driver's compiler or linker says: its errors, and what else it notes. */
void custubi_driver_options_add_logs(custubi_driver_options *to, char errors[CUSTUBI_LOG_SIZE],
                                     char notes[CUSTUBI_LOG_SIZE]);

/* Makes one line of the errors in `errors`; of the notes if there are none. */
void custubi_driver_log(char errors[CUSTUBI_LOG_SIZE], const char notes[CUSTUBI_LOG_SIZE]);

#endif
