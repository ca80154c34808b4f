/* custub/bounds_rewriter.h: the function of libcustub_bounds.so.1, which the runtime opens to check
 * bounds in kernels that are compiled at run time. The build has `custub bounds` for the others. */
#ifndef CUSTUB_BOUNDS_REWRITER_H
#define CUSTUB_BOUNDS_REWRITER_H

#include <custub/describe.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CUSTUB_BOUNDS_REWRITER_FILE "libcustub_bounds.so.1"
#define CUSTUB_BOUNDS_REWRITER_NAME "custub_bounds_rewrite"

/* Both are the caller's, to be freed with free(). */
typedef struct custub_bounds_rewritten {
    char *ptx; /* ends with a zero byte, which ptx_bytes counts */
    size_t ptx_bytes;
    void *table; /* of <custub/bounds_table.h> */
    size_t table_bytes;
} custub_bounds_rewritten;

/* Rewrites the PTX of the described kernels. False: `out` is all zeros, and `message`, of
 * `message_bytes` bytes, says why. Any number of threads may call it at once. */
typedef int custub_bounds_rewrite_function(custub_bounds_rewritten *out,
                                           const custub_library_info *library, const char *ptx,
                                           char *message, size_t message_bytes);
custub_bounds_rewrite_function custub_bounds_rewrite;

#ifdef __cplusplus
}
#endif
#endif
