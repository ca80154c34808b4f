/* buffer.h: the memory of a pointer in a launch: its size, its place in an allocation, and what it
 * holds before. */
#ifndef TRIAL_BUFFER_H
#define TRIAL_BUFFER_H

#include "trial/launches/candidate.h"

/* Bytes of an element. */
uint64_t trial_buffer_element(const custub_pointer_info *pointer);

/* Bytes of buffer i: whole elements. */
uint64_t trial_buffer_bytes(const trial_candidate *candidate, const custub_pointer_info *pointer,
                            uint32_t i);

/* Bytes on each side of buffer i, in its allocation: an access to them is reported with the
 * buffer's name. An odd multiple of the alignment that the pointers to it need, so that the address
 * is no better aligned. */
uint64_t trial_buffer_gap(const custub_kernel_info *info, const trial_candidate *candidate,
                          uint32_t i);

/* Writes what buffer i holds before the launch. */
void trial_buffer_fill(const trial_subject *subject, const trial_candidate *candidate, uint32_t i,
                       unsigned char *memory);

#endif
