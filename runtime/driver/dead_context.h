/* dead_context.h: contexts in which a kernel has failed. CUDA calls them unusable: every later call
 * returns the same CUresult. The launch is only known if it was waited for. */
#ifndef CUSTUBI_DEAD_CONTEXT_H
#define CUSTUBI_DEAD_CONTEXT_H

#include <stdbool.h>

#include <custub/stub.h>
#include <custub/types.h>

/* True for a CUresult after which, as CUDA documents it, the context or the whole process cannot
 * use CUDA any more. */
bool custubi_result_is_fatal(int result);

/* Identifies a context. The handle alone does not: CUDA may reuse it after the context was
 * destroyed. */
typedef struct custubi_context_name {
    CUcontext handle;
    unsigned long long id; /* cuCtxGetId; 0: the driver does not tell, as in a dead context */
} custubi_context_name;

/* The current context; all zeros if there is none. */
custubi_context_name custubi_context_name_current(void);

/* Remembers that a launch of `kernel` has ended a context with a fatal result. The caller must be
 * certain. */
void custubi_dead_context_note(const custubi_context_name *context, int result,
                               const custub_kernel_info *kernel);

/* Appends that the current context, which answers `result`, is dead, and what is known about why.
 */
void custubi_dead_context_append(custub_error *error, int result);

#endif
