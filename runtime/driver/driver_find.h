/* driver_find.h: finds the shared library of the driver. */
#ifndef CUSTUBI_DRIVER_FIND_H
#define CUSTUBI_DRIVER_FIND_H

#include <custub/runtime.h>

#define CUSTUBI_PATH_SIZE 4096 /* bytes */

/* A function that only custub's CPU driver has. */
#define CUSTUBI_CPU_DRIVER_MARK "custub_cpu_settings"

typedef struct custubi_found_driver {
    void *shared;
    custub_driver driver; /* its kind, whatever its name */
    char path[CUSTUBI_PATH_SIZE];
} custubi_found_driver;

/* Opens the driver that the process has loaded, else the one that is asked for.
 * CUSTUB_DRIVER_DEFAULT asks for libcuda, and takes either kind that is loaded. Any other mismatch
 * is refused. On failure nothing is open, and the record lists what was tried and why it failed. */
custub_status custubi_find_driver(custub_driver asked, custubi_found_driver *out,
                                  custub_error *error);

/* Where the CPU driver is looked for, in this order, if CUSTUB_CPU_DRIVER is not set. All but the
 * name may be null. */
typedef struct custubi_cpu_places {
    const char *name;       /* for the loader's own search */
    const char *folders[2]; /* of the library that contains the runtime, and of the program; library
                               folders next to them are searched too */
    const char *linked;     /* a path, found by the library path that was linked in */
    const char *installed;  /* a path; "": custub was built without its CPU driver */
} custubi_cpu_places;
custub_status custubi_find_cpu_driver_in(const custubi_cpu_places *places, void **shared,
                                         char path[CUSTUBI_PATH_SIZE], custub_error *error);

/* Opens a library of custub's that is no driver: by the loader's own search, next to the runtime or
 * the program, or at `installed`, a path or "". Null: the attempts are appended to `tried`. */
void *custubi_find_own_library(const char *file, const char *installed, custub_error *tried);

/* Where custub's installation has put the CPU driver, and the library that checks bounds in PTX; ""
 * if it has none. */
extern const char custubi_cpu_driver_path[];
extern const char custubi_rewriter_path[];

#endif
