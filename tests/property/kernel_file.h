/* kernel_file.h: a file of random kernels, from its text to callable functions: written, generated,
 * compiled and loaded, on the recording driver. */
#ifndef PROPERTY_KERNEL_FILE_H
#define PROPERTY_KERNEL_FILE_H

#include "trial.h"

#include <custub/device.h>

typedef custub_status kernel_launch(const custub_launch *launch, const void *const *values,
                                    custub_error *error);

typedef custub_prepared *kernel_prepare(const custub_launch *launch, const void *const *values,
                                        custub_error *error);

typedef struct kernel_file {
    const file_types *types;
    signature *signatures;
    unsigned count;
    uint64_t seed; /* of the text's parentheses */
    const device_model *device;
    char folder[64];
    void *handle;
    custub_device *opened;
    const custub_library_info *library;
    const custub_kernel *(*kernel)(unsigned index);
    void (*unload)(void);
    size_t alive; /* what was alive in the driver before the file was opened */
} kernel_file;

/* On failure prints the reason on standard error, holds nothing and returns false. The types, the
 * signatures and the model are borrowed until kernel_file_close(). */
bool kernel_file_open(kernel_file *out, const file_types *types, signature *signatures,
                      unsigned count, uint64_t seed, const device_model *device);

/* False if something of the driver was not released. */
bool kernel_file_close(kernel_file *file);

/* The generated functions of a kernel. */
kernel_launch *kernel_file_launch(const kernel_file *file, unsigned index);
kernel_prepare *kernel_file_prepare(const kernel_file *file, unsigned index);

#endif
