/* diag.h: where every stage reports to. The sink keeps the messages; isolated_run.c prints them. */
#ifndef GEN_DIAG_H
#define GEN_DIAG_H

#include "support/arena.h"

#include <stdbool.h>
#include <stdio.h>

/* A place in a source file. `file` is as the user named it; null: no place. Line and column from
 * 1. */
typedef struct gen_place {
    const char *file;
    unsigned line;
    unsigned column;
} gen_place;

typedef enum gen_severity { GEN_NOTE, GEN_WARNING, GEN_ERROR } gen_severity;

typedef struct gen_diagnostic {
    struct gen_diagnostic *next;
    gen_severity severity;
    gen_place place;
    const char *id; /* of the rule, as in docs/DIAGNOSTICS.md; null for clang's own */
    const char *text;
} gen_diagnostic;

typedef struct gen_diag {
    gen_arena *arena;
    gen_diagnostic *first;
    gen_diagnostic **last;
    unsigned errors;
} gen_diag;

void gen_diag_initialize(gen_diag *diag, gen_arena *arena);

/* Forgets all that was reported since `diag` was the same as `before`. */
void gen_diag_forget(gen_diag *diag, const gen_diag *before);

/* Takes out what was reported since `diag` was the same as `before` and is not to stay. */
void gen_diag_filter(gen_diag *diag, const gen_diag *before,
                     bool (*stays)(const gen_diagnostic *diagnostic));

/* Puts what was reported since then in order: file by file as they were first named, what has no
 * place before all others, each file from its beginning to its end, and the same thing once. */
void gen_diag_sort(gen_diag *diag, const gen_diag *before);

/* FACT; WHAT TO DO. `id` may be null. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void gen_diag_error(gen_diag *diag, gen_place place, const char *id, const char *format, ...);
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void gen_diag_note(gen_diag *diag, gen_place place, const char *id, const char *format, ...);

/* True if a note of this text was reported already: what is true of all files of a run is said
 * once. */
bool gen_diag_has_note(const gen_diag *diag, const char *text);

/* `file:line:col: error: text [id]`, with the source line and a caret below, as compilers do. */
void gen_diag_print(const gen_diag *diag, FILE *stream);

#endif
