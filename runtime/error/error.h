/* error.h: writes error records. Every function takes a null record and then does nothing but
 * return the status. A message that does not fit is cut off; nothing here allocates. */
#ifndef CUSTUBI_ERROR_H
#define CUSTUBI_ERROR_H

#include <stdarg.h>

#include <custub/status.h>

#if defined(__GNUC__)
#define CUSTUBI_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define CUSTUBI_PRINTF(text, first)
#endif

/* Begins a record with an empty message. */
custub_status custubi_error_begin(custub_error *error, custub_status status);

/* Appends to the message. */
void custubi_error_append(custub_error *error, const char *format, ...) CUSTUBI_PRINTF(2, 3);
void custubi_error_append_list(custub_error *error, const char *format, va_list arguments)
    CUSTUBI_PRINTF(2, 0);

/* A record with a whole message. */
custub_status custubi_error_set(custub_error *error, custub_status status, const char *format, ...)
    CUSTUBI_PRINTF(3, 4);

/* A driver call that failed: "cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY (2): out of memory; DOING".
 * `call` is static text; `format` says what was being done. */
custub_status custubi_error_driver(custub_error *error, const char *call, int result,
                                   const char *format, ...) CUSTUBI_PRINTF(4, 5);

/* Appends "NAME (NUMBER): TEXT" of a CUresult, and notes it in the record with its call. */
void custubi_error_append_result(custub_error *error, const char *call, int result);

#endif
