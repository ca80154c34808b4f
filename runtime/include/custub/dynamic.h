/* custub/dynamic.h: launches kernels by their description, for hosts that cannot include a
 * generated header: interpreters, and programs in other languages.
 *
 * Every struct is plain data of fixed layout. A host needs none of the macros and inline functions,
 * which are for C: it calls the plain functions beneath them, custub_call_kernel_launch() and the
 * like, and says what stream 0 means. It loads the library that contains
 * `<stem>_custub_library_<unit>` and `<stem>_custub_images_<unit>` (the build writes both, with
 * EXPORT of custub_add_kernels(), whose unit is `<project>_<target>`), passes their addresses to
 * custub_library_open(), finds a kernel by name and launches it. `<stem>.json` has the names and
 * the types of the parameters.
 *
 * Arguments are compared with the kernel's description: their number, kinds and sizes, and that no
 * value is cut off. Then the launch is checked like any other, with the same errors.
 *
 * Threads: as for launch functions.
 */
#ifndef CUSTUB_DYNAMIC_H
#define CUSTUB_DYNAMIC_H

#include "image.h"
#include "launch.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- Loaded kernels by name ------------------------------------------------------------------ */

/* Loads the kernels of `info` as `<stem>_load()` does, but the library owns the kernels. `images`
 * is borrowed until the library is closed. */
custub_library *custub_library_open(const custub_library_info *info, const custub_image *images,
                                    custub_error *error);

/* The same with options of <custub/image.h>, which must name the images. */
custub_library *custub_library_open_with(const custub_library_info *info,
                                         const custub_load_options *options, custub_error *error);

/* Frees the library, when no graph keeps it any more (graph.h); null is allowed. No launch of its
 * kernels may be under way. */
custub_status custub_library_close(custub_library *library, custub_error *error);

/* The kernels of a loaded library: one by its name in the source, or null and
 * CUSTUB_ERROR_KERNEL_UNKNOWN; their number; one by its index, or null. Borrowed from the library.
 * A kernel that no image has is found too; its launch is refused, and custub_kernel_absence() says
 * why. */
const custub_kernel *custub_library_find(const custub_library *library, const char *name,
                                         custub_error *error);
uint32_t custub_library_kernel_count(const custub_library *library);
const custub_kernel *custub_library_kernel(const custub_library *library, uint32_t index);

/* 1 if loading compared the kernels' parameters with the image's (cuKernelGetParamInfo). 0 for a
 * driver before 12.4, which does not tell them: a stale image goes unnoticed. 0 for null. */
int custub_library_signatures_checked(const custub_library *library);

/* The constant description of a kernel; null for null. */
const custub_kernel_info *custub_kernel_describe(const custub_kernel *kernel);

/* --- Arguments ------------------------------------------------------------------------------- */

/* custub_argument_i32(-1), custub_argument_f32(2.5f): a value under its own type, for every type of
 * CUSTUB_SCALAR_TABLE. */

/* What an argument is. */
typedef enum custub_argument_kind {
    CUSTUB_ARGUMENT_NONE,   /* never an argument: zeroed memory */
    CUSTUB_ARGUMENT_SCALAR, /* `scalar` says which type, and so which field has the value */
    CUSTUB_ARGUMENT_BUFFER, /* `ptr`, `count`; optionally `scalar` or `size` of an element */
    CUSTUB_ARGUMENT_BYTES   /* a struct: `bytes`, `size` */
} custub_argument_kind;

/* One argument. Its kind says which fields are read.
 *
 * What a parameter takes:
 * - an integer parameter: every integer that its type can hold, and BOOL;
 * - a bool: BOOL, and the integers 0 and 1;
 * - a float or double: F32 and F64, rounded to the parameter's type; a finite value that would
 *   become infinite is refused;
 * - a half or bfloat16: the same, and its own bits as F16 or BF16;
 * - a pointer: a buffer; if the argument gives the type or the size of an element, they must match;
 * - a struct, and everything else: bytes, exactly as many as the parameter has. */
typedef struct custub_argument {
    uint32_t kind;     /* custub_argument_kind */
    uint32_t scalar;   /* custub_scalar of the value or of a buffer's elements; CUSTUB_SCALAR_NONE:
                          the elements are the kernel's */
    int64_t i;         /* I8 to I64 */
    uint64_t u;        /* BOOL, U8 to U64; the bits of F16 and BF16 */
    double f;          /* F32, F64 */
    CUdeviceptr ptr;   /* a buffer's address */
    uint64_t count;    /* a buffer's elements, or CUSTUB_COUNT_UNKNOWN. If the kernel takes a void
                          pointer: bytes, unless `scalar` or `size` gives the size of an element */
    const void *bytes; /* a struct's, borrowed for the call; any alignment */
    uint64_t size;     /* bytes of the struct, or of a buffer's element; 0: not given */
    uint64_t reserved[2]; /* zero */
} custub_argument;

/* An argument in which nothing is set. */
static inline custub_argument custub_argument_none(void)
{
    custub_argument argument;

    argument.kind = CUSTUB_ARGUMENT_NONE;
    argument.scalar = CUSTUB_SCALAR_NONE;
    argument.i = 0;
    argument.u = 0;
    argument.f = 0;
    argument.ptr = 0;
    argument.count = 0;
    argument.bytes = NULL;
    argument.size = 0;
    argument.reserved[0] = argument.reserved[1] = 0;
    return argument;
}

#define CUSTUB_DEFINE_ARGUMENT(name, NAME, type, class)                                            \
    static inline custub_argument custub_argument_##name(type value)                               \
    {                                                                                              \
        custub_argument argument = custub_argument_none();                                         \
        argument.kind = CUSTUB_ARGUMENT_SCALAR;                                                    \
        argument.scalar = CUSTUB_SCALAR_##NAME;                                                    \
        CUSTUB_ARGUMENT_VALUE_##class;                                                             \
        return argument;                                                                           \
    }
#define CUSTUB_ARGUMENT_VALUE_BOOL     argument.u = value
#define CUSTUB_ARGUMENT_VALUE_SIGNED   argument.i = value
#define CUSTUB_ARGUMENT_VALUE_UNSIGNED argument.u = value
#define CUSTUB_ARGUMENT_VALUE_BITS     argument.u = value.bits
#define CUSTUB_ARGUMENT_VALUE_FLOAT    argument.f = value
CUSTUB_SCALAR_TABLE(CUSTUB_DEFINE_ARGUMENT)
#undef CUSTUB_DEFINE_ARGUMENT
#undef CUSTUB_ARGUMENT_VALUE_BOOL
#undef CUSTUB_ARGUMENT_VALUE_SIGNED
#undef CUSTUB_ARGUMENT_VALUE_UNSIGNED
#undef CUSTUB_ARGUMENT_VALUE_BITS
#undef CUSTUB_ARGUMENT_VALUE_FLOAT

/* A buffer of `scalar` elements; CUSTUB_SCALAR_NONE: the elements are the kernel's. */
static inline custub_argument custub_argument_buffer(custub_scalar scalar, CUdeviceptr ptr,
                                                     uint64_t count)
{
    custub_argument argument = custub_argument_none();

    argument.kind = CUSTUB_ARGUMENT_BUFFER;
    argument.scalar = (uint32_t)scalar;
    argument.ptr = ptr;
    argument.count = count;
    return argument;
}

/* A buffer whose elements are structs of `element_size` bytes. */
static inline custub_argument custub_argument_elements(CUdeviceptr ptr, uint64_t count,
                                                       uint64_t element_size)
{
    custub_argument argument = custub_argument_buffer(CUSTUB_SCALAR_NONE, ptr, count);

    argument.size = element_size;
    return argument;
}

/* A struct: `bytes` is borrowed for the call. */
static inline custub_argument custub_argument_bytes(const void *bytes, uint64_t size)
{
    custub_argument argument = custub_argument_none();

    argument.kind = CUSTUB_ARGUMENT_BYTES;
    argument.bytes = bytes;
    argument.size = size;
    return argument;
}

/* --- Launching ------------------------------------------------------------------------------- */

/* Launches a kernel with `count` arguments, one per parameter in order. `launch` may be null. */
custub_status custub_call_kernel_launch(const custub_kernel *kernel, const custub_launch *launch,
                                        uint32_t count, const custub_argument *arguments,
                                        CUstream default_stream, custub_error *error);
static inline custub_status custub_kernel_launch(const custub_kernel *kernel,
                                                 const custub_launch *launch, uint32_t count,
                                                 const custub_argument *arguments,
                                                 custub_error *error)
{
    return custub_call_kernel_launch(kernel, launch, count, arguments, CUSTUB_DEFAULT_STREAM,
                                     error);
}

#ifdef __cplusplus
}
#endif
#endif
