/* driver_find.h: where the drivers' shared libraries are. */
#ifndef CUSTUBI_DRIVER_FIND_H
#define CUSTUBI_DRIVER_FIND_H

#include <custub/status.h>

#define CUSTUBI_PATH_SIZE 4096 /* bytes */

/* Each opens the library, hands it over in *shared, and says in `path` which it is. On failure the
 * record lists what was tried and why it failed. */
custub_status custubi_find_cuda_driver(void **shared, char path[CUSTUBI_PATH_SIZE],
                                       custub_error *error);
custub_status custubi_find_cpu_driver(void **shared, char path[CUSTUBI_PATH_SIZE],
                                      custub_error *error);

/* Where the CPU driver is looked for while CUSTUB_CPU_DRIVER names none, in this order; all but the
 * name may be null. */
typedef struct custubi_cpu_places {
    const char *name;       /* for the loader's own search */
    const char *folders[2]; /* of the library that has the runtime, and of the program: looked into,
                               and into the library folders beside them */
    const char *linked;     /* a path, found by the library path that was linked in */
    const char *installed;  /* a path */
} custubi_cpu_places;
custub_status custubi_find_cpu_driver_in(const custubi_cpu_places *places, void **shared,
                                         char path[CUSTUBI_PATH_SIZE], custub_error *error);

/* Where custub's installation has put the CPU driver. */
extern const char custubi_cpu_driver_path[];

#endif
