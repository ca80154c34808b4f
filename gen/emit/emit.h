/* emit.h: the artefacts of one source file. Every function is total: it reads a checked model and
 * appends to `out`; only memory can fail, which `out` remembers. One emit_<artefact>.c each;
 * `<stem>.cpu.cpp` has cpu_source.h. */
#ifndef GEN_EMIT_H
#define GEN_EMIT_H

#include "model/model.h"
#include "command_line/shell_words.h"
#include "support/text.h"

/* <stem>.custub.h. `include`: a header that defines the plain structs, or null. */
void gen_emit_header(gen_text *out, const gen_model *model, gen_arena *arena, const char *include);

/* <stem>.custub.c: the description. */
void gen_emit_source(gen_text *out, const gen_model *model, gen_arena *arena);

/* <stem>.images.S: embeds each file of `images`, a list of tags and paths in turn, and holds their
 * table. The assembler looks for the files from where it runs. `exported`: what is linked is seen
 * outside the shared library that it comes to lie in. */
void gen_emit_images(gen_text *out, const gen_model *model, gen_arena *arena,
                     const gen_words *images, bool exported);

/* <stem>.nvcc.cu. */
void gen_emit_nvcc(gen_text *out, const gen_model *model, gen_arena *arena);

/* <stem>.json. */
void gen_emit_json(gen_text *out, const gen_model *model);

/* A number that two models share only if all is the same that a description tells of them: the
 * header and the description have it, so that those of different sources are told apart. */
uint64_t gen_emit_fingerprint(const gen_model *model);

/* A make-syntax rule: the outputs depend on every file that was read. */
void gen_emit_depfile(gen_text *out, const gen_model *model, const char *const *outputs,
                      size_t output_count);

/* The table of `custub list`. */
void gen_emit_list(gen_text *out, const gen_model *model);

#endif
