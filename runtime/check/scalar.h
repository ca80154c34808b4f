/* scalar.h: the scalar types of parameters, as one table. */
#ifndef CUSTUBI_SCALAR_H
#define CUSTUBI_SCALAR_H

#include <stdbool.h>

#include <custub/describe.h>

typedef struct custubi_scalar {
    const char *name; /* "uint8_t" */
    uint32_t size;    /* bytes */
    bool is_integer;  /* true also for bool */
    bool is_signed;
} custubi_scalar;

/* The row of a custub_scalar. Any other number has the row of CUSTUB_SCALAR_NONE: "nothing", 0
 * bytes. */
const custubi_scalar *custubi_scalar_of(uint32_t scalar);

#endif
