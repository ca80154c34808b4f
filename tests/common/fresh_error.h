/* fresh_error.h: for tests that make one failing call after the other with one record. */
#ifndef FRESH_ERROR_H
#define FRESH_ERROR_H

#include <custub/status.h>

#include <stddef.h>

/* Empties and returns the record: with a failure in it, the next call would do nothing. Null stays
 * null. */
static inline custub_error *fresh(custub_error *error)
{
    if (error)
        *error = custub_error_none();
    return error;
}

#endif
