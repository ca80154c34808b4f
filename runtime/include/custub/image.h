/* custub/image.h: images of kernels that the build has not embedded: in memory and in files; how
 * images are loaded.
 *
 *     custub_image images[] = {custub_image_read("saxpy.cubin", &error), {NULL, NULL, 0}};
 *     saxpy_kernels kernels = saxpy_load_images(images, &error);
 *     ...
 *     saxpy_unload(&kernels, &error);
 *     custub_image_free(&images[0]);
 *
 * A load takes the first image of a list that the driver and the device take. It compares the
 * kernels' parameters with the image's, so that an image of another source is refused. The CPU
 * driver takes only CPU images: it has no compiler for PTX, and cannot run a GPU's machine code.
 *
 * The kind of an image (custub_image's `tag`) follows from its content, not from its file's name:
 * "cubin", "fatbin", "ptx", "cpu-x86_64" or "cpu-aarch64", and what <custub/link.h> takes too:
 * "ltoir", "object", "archive"; "bounds-table" for the table that `custub bounds` writes. An image
 * with bounds checks gets its tag by hand: "ptx-bounds", "cubin-bounds" or "fatbin-bounds".
 *
 * Threads: any thread may call these functions.
 */
#ifndef CUSTUB_IMAGE_H
#define CUSTUB_IMAGE_H

#include "bounds.h"
#include "describe.h"
#include "launch.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- Images ---------------------------------------------------------------------------------- */

/* The largest file that is read, in bytes. */
#define CUSTUB_IMAGE_LIMIT (UINT64_C(1) << 30)

/* An image of `size` bytes in the caller's memory, which it borrows. PTX needs a zero byte at its
 * end, which `size` counts. CUSTUB_ERROR_IMAGE_UNKNOWN if the content is none of the above or is
 * cut off; then all is zero. */
custub_image custub_image_of(const void *data, size_t size, custub_error *error);

/* Reads an image from a file. Free it with custub_image_free(), after the unload of what is loaded
 * from it. CUSTUB_ERROR_FILE if the file cannot be read, is empty, larger than CUSTUB_IMAGE_LIMIT,
 * or no regular file; CUSTUB_ERROR_IMAGE_UNKNOWN as above. */
custub_image custub_image_read(const char *path, custub_error *error);

/* Frees an image that custub_image_read(), custub_link() or custub_jit_compile() has made, and
 * zeroes it. Null and a zeroed image are allowed. */
void custub_image_free(custub_image *image);

/* --- Loading --------------------------------------------------------------------------------- */

/* PTX is not optimized. */
#define CUSTUB_OPTIMIZATION_NONE (-1)

/* How PTX is compiled to machine code (CUDA Driver API, CUjit_option). All zero: the compiler's own
 * choice. Machine code that an image has is taken as it is. */
typedef struct custub_ptx_options {
    int32_t optimization;   /* 1 to 4; 0: not set; CUSTUB_OPTIMIZATION_NONE: level 0 */
    uint32_t max_registers; /* of a thread; 0: not set */
    uint32_t line_info;     /* 1: profilers and debuggers can name the lines of the PTX; else 0 */
    uint32_t reserved;      /* zero */
} custub_ptx_options;

/* What `<stem>_load_with()` and custub_library_open_with() take. All zero is valid. */
typedef struct custub_load_options {
    const custub_image *images; /* the last one has no data; borrowed until the unload. Null: those
                                 * that the build embedded */
    custub_ptx_options ptx;     /* for PTX */
    custub_bounds_checks bounds_checks; /* of kernels on the GPU: <custub/bounds.h> */
    uint32_t padding;                   /* zero */
    uint64_t reserved[3];               /* zero */
} custub_load_options;

/* Loads the code of all kernels of a library in the current context now. Otherwise the driver does
 * it at the first launch of each kernel, if CUDA_MODULE_LOADING in the environment is LAZY, its
 * default since CUDA 12.2 (CUDA Programming Guide, "Lazy Loading"). That first launch takes longer,
 * may compile PTX, and may wait for running kernels: it never ends if one of these waits for the
 * new kernel. `library` is a field of `<stem>_kernels`. A driver before 12.4 has no cuFuncLoad, but
 * loads a kernel when it is asked for its function; this call asks. */
custub_status custub_library_preload(custub_library *library, custub_error *error);

#ifdef __cplusplus
}
#endif
#endif
