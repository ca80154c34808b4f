/* error.h: writes error records. The record may be null: then a function only returns the status. A
 * message that does not fit is cut off. Nothing here allocates. */
#ifndef CUSTUBI_ERROR_H
#define CUSTUBI_ERROR_H

#include <stdarg.h>

#include <custub/status.h>

#if defined(__GNUC__)
#define CUSTUBI_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define CUSTUBI_PRINTF(text, first)
#endif

/* The record for a function that ends something to pass on: null if it holds a failure already, so
 * that it keeps the failure. */
static inline custub_error *custubi_error_unless_failed(custub_error *error)
{
    return custub_failed(error) ? NULL : error;
}

/* The status that such a function returns: that of the first failure. */
static inline custub_status custubi_error_first(const custub_error *error, custub_status status)
{
    return custub_failed(error) ? error->status : status;
}

/* Copies a name into a field of a record, cut off if it is too long. */
void custubi_error_name(char *field, const char *name);

/* Stores the call that failed, and its result, in a record that was begun. */
void custubi_error_note_call(custub_error *error, const char *call, int result);

/* Starts a record with an empty message. */
custub_status custubi_error_begin(custub_error *error, custub_status status);

/* Appends to the message. */
void custubi_error_append(custub_error *error, const char *format, ...) CUSTUBI_PRINTF(2, 3);
void custubi_error_append_list(custub_error *error, const char *format, va_list arguments)
    CUSTUBI_PRINTF(2, 0);

/* Writes a record with its whole message. */
custub_status custubi_error_set(custub_error *error, custub_status status, const char *format, ...)
    CUSTUBI_PRINTF(3, 4);

#endif
