/* dead_context.h: contexts in which a kernel has failed. CUDA calls them unusable: every later call
 * answers the same CUresult. Which launch it was is only known if it was waited for. */
#ifndef CUSTUBI_DEAD_CONTEXT_H
#define CUSTUBI_DEAD_CONTEXT_H

#include <stdbool.h>

#include <custub/stub.h>

/* True for a CUresult after which, as CUDA documents it, the context or the whole process cannot
 * use CUDA any more. */
bool custubi_result_is_fatal(int result);

/* Remembers that a launch of `kernel` has ended a context, given by custubi_owned_context(). It
 * must be certain. Nothing is remembered of context 0. */
void custubi_dead_context_note(uint64_t context, const custub_kernel_info *kernel);

/* Appends that the current context is dead, and what is known about why. */
void custubi_dead_context_append(custub_error *error);

#endif
