/* fuzz_output.h: checks that every text that the generator emits must pass, whatever its input was.
 * A function prints what is wrong and aborts. */
#ifndef FUZZ_OUTPUT_H
#define FUZZ_OUTPUT_H

#include "emit/emit.h"

#include <stdint.h>

/* Prints what is wrong and the text in which it was found, and aborts. */
_Noreturn void fuzz_fail(const char *what, const char *text);

/* Checks a generated header or source: comments and strings end where they should; code only has
 * characters that emitters write; no trigraphs, no line splices; UTF-8. */
void fuzz_check_c(const gen_text *text);

/* Checks that the text is JSON (RFC 8259). */
void fuzz_check_json(const gen_text *text);

/* Reads every diagnostic as a user would see it. */
void fuzz_print_diagnostics(const gen_diag *diag);

/* Checks all artefacts of a checked model. Returns a hash of them all, which is not 0. */
uint64_t fuzz_check_emitted(const gen_model *model, gen_arena *arena, const char *include);

/* Checks that `string` reads back from a C string, a JSON string and a comment. */
void fuzz_check_quoting(const char *string);

/* Checks that any name of a file reads back from a depfile. */
void fuzz_check_depfile(const char *name);

#endif
