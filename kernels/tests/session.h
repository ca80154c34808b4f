/* session.h: one run of the tests of the kernel library: the device, the loaded kernels, the random
 * numbers and the failures. */
#ifndef SESSION_H
#define SESSION_H

#include "element.h"

typedef struct session {
    custub_device *device;
    custub_error error;
    uint64_t seed;
    uint64_t random;
    bool bare; /* arrays have neither guards nor poison, so that compute-sanitizer sees more */
    unsigned long launches;
    unsigned long compared; /* number of elements */
    unsigned long failures;
    bool launched[2048]; /* by number of the kernel */
    char what[160];      /* names the launch whose results are compared */
} session;

/* Opens the device and loads all kernels; false with a message if that fails. */
bool session_open(session *s, custub_driver device, uint64_t seed);
void session_close(session *s);

/* The kernel `<operation>_<type>`; null if the library has no such instance. */
const custub_kernel *session_kernel(session *s, const char *operation, const element_type *type);

/* The product_kernels that product_load() gave; null if the library has none. */
const void *session_products(void);

/* Launches, sometimes with more blocks than needed, and waits. Reports and counts failures. */
bool session_launch(session *s, const custub_kernel *kernel, uint32_t count,
                    const custub_argument *arguments);
/* Fails for each kernel that was never launched. */
void session_expect_all_launched(session *s);
/* Fails unless the launch is refused with this status. */
void session_refused(session *s, const custub_kernel *kernel, uint32_t count,
                     const custub_argument *arguments, custub_status status);

/* Prints s->what and the message, at most a few times, and counts the failure. */
void session_fail(session *s, const char *format, ...);

/* A number from 0 to below `end`. */
uint64_t session_random(session *s, uint64_t end);
/* A random number for elements of the type: a float of either sign of up to 2^`exponent`, or any
 * integer. With `special`, floats are sometimes limits of the type, infinities or NaN. */
long double session_number(session *s, const element_type *type, int exponent, bool special);

#endif
