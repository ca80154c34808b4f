/* loaded.h: the kernel that this process launches. */
#ifndef TRIAL_LOADED_H
#define TRIAL_LOADED_H

#include <custub/custub.h>
#include <custub/dynamic.h>

#include <stdbool.h>

/* The kernels of a library. Opening them needs no driver. */
typedef struct trial_library {
    const custub_library_info *info;
    const custub_image *images;
} trial_library;

/* Opens the device and loads the library, which is borrowed. False, with the reason, if its kernel
 * of this name cannot be launched. Called once in a process. */
bool trial_loaded_open(const trial_library *library, const char *name, char failure[512]);

/* The kernel; null before it is loaded. */
const custub_kernel *trial_loaded_kernel(void);

/* Makes the context and the device's variables anew: a failed context refuses everything, and a
 * launch that failed did not clean up. False if this process cannot launch any more. */
bool trial_loaded_renew(void);

#endif
