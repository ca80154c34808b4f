/* specifiers.h: source text for a host compiler, which is stricter than nvcc about what stands
 * before a declaration's type, and is not nvcc. */
#ifndef GEN_SPECIFIERS_H
#define GEN_SPECIFIERS_H

#include "support/body_scan.h"
#include "support/text.h"

/* Appends the text, all lines kept: `__shared__ alignas(16)`, where the keyword is an attribute to
 * nvcc, as `alignas(16) __shared__`, and `extern "C" static`, of which only `static` counts, as
 * that. `__CUDACC__` and `__NVCC__` in conditions become CUSTUB_CPU_NVCC, which is defined. */
void gen_emit_specifiers(gen_text *out, const char *source, gen_source_range range);

#endif
