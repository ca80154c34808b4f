/* specifiers.h: rewrites source text for host compilers. They are stricter than nvcc about the
 * order of specifiers, and conditions tell them apart from nvcc. */
#ifndef GEN_SPECIFIERS_H
#define GEN_SPECIFIERS_H

#include "support/body_scan.h"
#include "support/text.h"

/* Appends the text, with all lines kept. `__shared__ alignas(16)`, where nvcc takes the keyword as
 * an attribute, becomes `alignas(16) __shared__`. `extern "C" static` becomes `static`, which is
 * what counts. `__CUDACC__` and `__NVCC__` in conditions become CUSTUB_CPU_NVCC, which is defined.
 */
void gen_emit_specifiers(gen_text *out, const char *source, gen_source_range range);

#endif
