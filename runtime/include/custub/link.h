/* custub/link.h: links device code at run time: device functions and variables that one part uses
 * and another defines.
 *
 *     const custub_image parts[] = {custub_image_read("kernel.ptx", &error),
 *                                   custub_image_read("functions.ltoir", &error), {NULL, NULL, 0}};
 *     custub_image images[] = {custub_link(parts, NULL, &error), {NULL, NULL, 0}};
 *     filter_kernels kernels = filter_load_images(images, &error);
 *
 * The parts are images of <custub/image.h>: PTX, cubins, fatbins and LTO-IR that nvcc -rdc=true or
 * NVRTC has compiled, host objects that contain such code, and archives of these. Code that was
 * compiled without -rdc=true cannot be linked. RELOCATABLE of custub_add_kernels() links at build
 * time instead, also for the CPU driver, which has no linker.
 *
 * The linker is nvJitLink (libnvJitLink.so.13 or .12), opened at the first link and looked for on
 * the library path and in $CUDA_PATH, $CUDA_HOME and /usr/local/cuda; CUSTUB_NVJITLINK in the
 * environment names the file, or is "off". Without nvJitLink the driver links (cuLinkCreate),
 * except LTO-IR.
 *
 * Threads: any thread may call this.
 */
#ifndef CUSTUB_LINK_H
#define CUSTUB_LINK_H

#include "image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How custub_link() links. All zero is valid. */
typedef struct custub_link_options {
    const char *architecture; /* of the result: "sm_90"; null: that of the current context's device.
                               * With it, nvJitLink needs no driver and no GPU */
    custub_ptx_options ptx;   /* for PTX */
    uint32_t lto;         /* 1: optimize over all parts; set it if fatbins, objects or archives have
                           * LTO-IR. A part of the tag "ltoir" sets it */
    uint32_t reserved[7]; /* zero */
} custub_link_options;

/* Links the parts, a list whose last one has no data, to one cubin. Free it with
 * custub_image_free(). `options` may be null. On failure all is zero:
 * - CUSTUB_ERROR_LINK: the linker's reason, with the first lines of what it says
 * - CUSTUB_ERROR_INVALID_ARGUMENT: no parts; a part is for the CPU; no architecture is known
 * - CUSTUB_ERROR_IMAGE_UNKNOWN: a part is cut off, or no linker takes its kind
 * - CUSTUB_ERROR_DRIVER: the driver cannot be opened or has no context, where it is needed */
custub_image custub_link(const custub_image *parts, const custub_link_options *options,
                         custub_error *error);

#ifdef __cplusplus
}
#endif
#endif
