/* fuzz_output.h: what must hold of every text that the generator emits, whatever its input was.
 * Each function prints what is wrong and aborts if it does not. */
#ifndef FUZZ_OUTPUT_H
#define FUZZ_OUTPUT_H

#include "emit/emit.h"

#include <stdint.h>

/* Aborts, with the text in which it was found. */
_Noreturn void fuzz_fail(const char *what, const char *text);

/* A generated header or source: comments and strings end where they should, nothing in code that
 * emitters do not write, no trigraphs, no line splices, UTF-8. */
void fuzz_check_c(const gen_text *text);

/* JSON as RFC 8259 has it. */
void fuzz_check_json(const gen_text *text);

/* Reads every diagnostic as a user would see it. */
void fuzz_print_diagnostics(const gen_diag *diag);

/* Every artefact of a checked model. Returns a hash of them all, which is not 0. */
uint64_t fuzz_check_emitted(const gen_model *model, gen_arena *arena, const char *include);

/* `string` as a C string, as a JSON string and in a comment: read back, it is the same. */
void fuzz_check_quoting(const char *string);

/* What an evil name of a file makes of a depfile: read back, it is the same. */
void fuzz_check_depfile(const char *name);

#endif
