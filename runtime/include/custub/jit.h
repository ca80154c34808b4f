/* custub/jit.h: kernels that are compiled while the program runs, by NVRTC.
 *
 * custub_add_jit_kernels() of the build makes launch functions for a source, and embeds its text in
 * place of machine code. `<stem>_load()` compiles it for the device of the current context. Nothing
 * of this header is needed for that:
 *     float_half_convert_kernels kernels = float_half_convert_load(&error);
 *     float_half_launch_convert(&kernels, NULL, n, from.view, to.view, &error);
 *
 * Instances of templates, and other kernels without C linkage, are those that the source names with
 * CUSTUB_STUB (<custub/kernel.h>).
 *
 * A program that makes its source while it runs compiles it with custub_jit_compile(), and loads it
 * with the functions of a header that was generated for a kernel of the same parameters. Loading
 * compares the parameters:
 *     custub_image images[] = {custub_jit_compile(&program, &error), {NULL, NULL, 0}};
 *     scale_kernels kernels = scale_load_images(images, &error);
 *     ...
 *     scale_unload(&kernels, &error);
 *     custub_image_free(&images[0]);
 *
 * NVRTC is a library of the CUDA toolkit, 11.2 or newer. It is opened when it is first needed:
 * the file that the environment variable CUSTUB_NVRTC names; else libnvrtc.so.13, .12 or .11.2,
 * first those of the driver's version or older, on the loader's path and in the folders lib64 and
 * lib of $CUDA_PATH, $CUDA_HOME and /usr/local/cuda.
 *
 * The architecture is the device's. If NVRTC does not know it, the program is compiled to PTX for
 * the newest architecture that NVRTC knows and the device runs. An option --gpu-architecture=…
 * replaces both: sm_90a gives machine code, compute_90 PTX. The language is C++17 unless an option
 * says -std=…; functions without __device__ or __host__ count as __device__ (-default-device).
 *
 * With -dlto the image is LTO-IR, of the tag "ltoir": a part for custub_link(), which no load
 * takes.
 *
 * Headers are found in this order: those of the program, by the name that #include has; then
 * <custub/kernel.h> and the parts of the C library that device code uses (<stdint.h>, <stddef.h>,
 * <math.h>, <assert.h>, … and their C++ names, as far as device code has them); then the folders of
 * the options -I; then the toolkit's own, next to NVRTC or in $CUDA_PATH, $CUDA_HOME,
 * /usr/local/cuda or /usr.
 *
 * What was compiled is kept in memory, up to 64 MiB, and in files, in $XDG_CACHE_HOME/custub or
 * ~/.cache/custub, up to 256 MiB or the bytes that CUSTUB_JIT_CACHE says; 0 keeps no files. The
 * least recently used go first. Code is used again for the same source, headers, options,
 * architecture, NVRTC and driver; a file that is damaged is replaced. Any number of processes may
 * share the folder. A folder that cannot be written to is no error.
 *
 * A program is not kept, not even in memory, if NVRTC may read files for it that can change: if an
 * option names some or is not known here (-I, -include, -pch, …), if NVRTC_APPEND_FLAGS is set, or
 * if a text includes a file by an absolute path, by one with "..", or by a macro. A change of the
 * toolkit's headers is recognized by size and date.
 *
 * No file is read that another user could have written: the folder and the file must belong to the
 * process's effective user, must not be links, and neither a group nor others may write to them.
 * Otherwise the program is compiled anew, and a folder of another user is not written to.
 *
 * Threads: all functions may be called by any number of threads at once. Two threads that need the
 * same program compile it once, if it may be kept.
 *
 * CUDA documentation: "NVRTC", sections "User Interface" and "Supported Compile Options".
 */
#ifndef CUSTUB_JIT_H
#define CUSTUB_JIT_H

#include "describe.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A header that the program includes. */
typedef struct custub_jit_header {
    const char *name; /* as the source includes it: "vendor/scale.h" */
    const char *text; /* its content */
} custub_jit_header;

/* A kernel that the program is to contain: an instance of a template, which nothing else in the
 * source uses. Kernels that are not templates need no name. CUDA documentation: "NVRTC", section
 * "Accessing Lowered Names". */
typedef struct custub_jit_name {
    /* As C++ names it at the end of the source: "math::axpy<float>". */
    const char *expression;
    /* The entry in the image that the kernel must become, for a load to find it
     * (custub_kernel_info); null: any. */
    const char *symbol;
} custub_jit_name;

/* A program to compile. */
typedef struct custub_jit_program {
    const char *name;                 /* of the source, in messages: "scale.cu" */
    const char *source;               /* CUDA C++ */
    const char *const *options;       /* such as "-DT=float"; ends with null; null: none */
    const custub_jit_header *headers; /* ends with a null name; null: none */
    const custub_jit_name *names;     /* ends with a null expression; null: none */
    uint64_t reserved[4];             /* zero */
} custub_jit_program;

/* Compiles a program for the device of the current context, or takes what was kept. The
 * program is only read during the call. The image is the caller's, to be freed with
 * custub_image_free() of <custub/image.h> after the unload of what is loaded from it. On failure it
 * is all zeros:
 * - CUSTUB_ERROR_NVRTC_NOT_FOUND: no NVRTC could be opened; the message lists what was tried
 * - CUSTUB_ERROR_COMPILATION: the message has the first error and as much of the log as fits, and
 *   the record's file is the program's name; or the last option lacks its value; or the options
 *   leave no code (-optix-ir)
 * - CUSTUB_ERROR_NO_IMAGE: the CPU driver is open: it runs only images that the build made */
custub_image custub_jit_compile(const custub_jit_program *program, custub_error *error);

/* NVRTC's version, as the driver's: 12040 is 12.4. 0: there is no NVRTC. */
int custub_jit_version(custub_error *error);

#ifdef __cplusplus
}
#endif
#endif
