/* bounds_choice.h: decides at the load of a library whether its kernels have bounds checks. */
#ifndef CUSTUBI_BOUNDS_CHOICE_H
#define CUSTUBI_BOUNDS_CHOICE_H

#include "library/library.h"

/* Fills `checks`, and opens `bounds` if checks are asked for and the images have them. `given` is
 * what the load options ask for: then it is an error if there are none. `images` may be null.
 * With `bounds`, a program's own kernels (`linked`) are not used, but those of the image. */
custub_status custubi_library_choose_checks(custub_library *library, custub_bounds_checks given,
                                            const custub_image *images, custub_error *error);

/* Marks the kernels that have bounds checks, after the image was loaded. */
custub_status custubi_library_bound(custub_library *library, custub_error *error);

#endif
