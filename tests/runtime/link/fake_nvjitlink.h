/* fake_nvjitlink.h: an nvJitLink that a test controls. It has the names of 12.0 only. */
#ifndef FAKE_NVJITLINK_H
#define FAKE_NVJITLINK_H

#include <stddef.h>

typedef struct fake_nvjitlink {
    const char *failing; /* the name of the function that fails, without its version; or null */
    int result;          /* its result then */
    const char *log;     /* of errors; or null */
    char options[256];   /* of the last link, separated by spaces */
    char types[16];      /* of its parts, a digit each */
    int alive;           /* linkers that were not destroyed */
} fake_nvjitlink;

fake_nvjitlink *fake_nvjitlink_state(void);

#endif
