/* fresh_error.h: for tests that make one failing call after the other with one record. */
#ifndef FRESH_ERROR_H
#define FRESH_ERROR_H

#include <custub/status.h>

#include <stddef.h>

/* The record, emptied: a record that holds a failure would keep the next call from acting. Null
 * stays null. */
static inline custub_error *fresh(custub_error *error)
{
    if (error)
        *error = custub_error_none();
    return error;
}

#endif
