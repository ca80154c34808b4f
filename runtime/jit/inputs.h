/* inputs.h: what NVRTC's result depends on besides the texts and the options of a request: files
 * and variables of the environment. */
#ifndef CUSTUBI_INPUTS_H
#define CUSTUBI_INPUTS_H

#include "jit/request.h"

/* Adds the toolkit's files and the environment to the request's key, and sets `has_own_files` and
 * `has_other_includes`. The request has its options and headers. */
void custubi_inputs_add(custubi_request *request);

/* True if the code has line information, which contains the current folder. */
bool custubi_inputs_have_lines(const char *const *options);

/* Returns the last option if it needs a value and has none; else null. */
const char *custubi_inputs_incomplete(const char *const *options);

#endif
