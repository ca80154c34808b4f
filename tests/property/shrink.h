/* shrink.h: makes a launch that fails as small as it can, and prints it. */
#ifndef PROPERTY_SHRINK_H
#define PROPERTY_SHRINK_H

#include "comparison.h"

void shrink_and_print(const kernel_file *file, unsigned kernel, const trial *t, const trial *before,
                      path by);

#endif
