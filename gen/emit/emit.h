/* emit.h: writes the artefacts of one source file. The functions cannot fail, and do not change the
 * model, which was checked. They append to `out`, which records when memory runs out.
 * `<stem>.cpu.cpp` is in cpu_source.h. */
#ifndef GEN_EMIT_H
#define GEN_EMIT_H

#include "command_line/options.h"
#include "emit/names/c_name.h"
#include "support/text.h"

/* <stem>.custub.h, with the options --include, --linked and --image. */
void gen_emit_header(gen_text *out, const gen_c_names *names, gen_arena *arena,
                     const gen_options *options);

/* <stem>.custub.c: the description. */
void gen_emit_source(gen_text *out, const gen_c_names *names);

/* <stem>.images.S, which embeds `images` (alternating tags and paths) and has the table of them.
 * The assembler finds the files relative to where it runs. `exported`: makes the symbols visible
 * outside the shared library. */
void gen_emit_images(gen_text *out, const gen_model *model, gen_arena *arena,
                     const gen_words *images, bool exported);

/* <stem>.nvcc.cu, with the options --linked and --export. */
void gen_emit_nvcc(gen_text *out, const gen_model *model, gen_arena *arena,
                   const gen_options *options);

/* <stem>.jit: the program for NVRTC. `flags`: the compiler's flags, whose macros it keeps;
 * `options`: NVRTC's own options. */
void gen_emit_jit(gen_text *out, const gen_model *model, gen_arena *arena, const gen_words *flags,
                  const gen_words *options);

/* <stem>.json. */
void gen_emit_json(gen_text *out, const gen_model *model);

/* A hash of all that a description contains. The header and the description both have it, so a
 * mismatch is found. */
uint64_t gen_emit_fingerprint(const gen_model *model);

/* A rule for make: the outputs depend on every file that was read. */
void gen_emit_depfile(gen_text *out, const gen_model *model, const char *const *outputs,
                      size_t output_count);

/* A path as in such a rule, before its colon. */
void gen_emit_depfile_path(gen_text *out, const char *path);

/* The table of `custub list`, for a terminal of `width` columns; 0: lines are not broken. */
void gen_emit_list(gen_text *out, const gen_model *model, size_t width);

#endif
