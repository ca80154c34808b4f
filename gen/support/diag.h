/* diag.h: the list of messages that all stages report to. isolated_run.c prints it. */
#ifndef GEN_DIAG_H
#define GEN_DIAG_H

#include "support/arena.h"

#include <stdbool.h>
#include <stdio.h>

/* A place in a source file. `file` is as the user named it, or null if there is no place. Lines and
 * columns count from 1; 0: not known. */
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
    const char *id; /* the rule's, as in docs/DIAGNOSTICS.md; null for clang's own */
    const char *text;
} gen_diagnostic;

typedef struct gen_diag {
    gen_arena *arena;
    gen_diagnostic *first;
    gen_diagnostic **last;
    unsigned errors;
} gen_diag;

void gen_diag_initialize(gen_diag *diag, gen_arena *arena);

/* Removes the messages that were added since `before` was copied from `diag`. */
void gen_diag_forget(gen_diag *diag, const gen_diag *before);

/* The same for notes only. */
void gen_diag_forget_notes(gen_diag *diag, const gen_diag *before);

/* Turns the notes since `before` into errors. */
void gen_diag_refuse_notes(gen_diag *diag, const gen_diag *before);

/* Sorts the messages since `before`: first those without a place, then by file in the order of
 * their first messages, then by place. Removes repeated ones. */
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

/* True if a note with this text exists. It keeps facts about the whole run from being repeated for
 * each file. */
bool gen_diag_has_note(const gen_diag *diag, const char *text);

/* `file:line:col: error: text [id]`, with the source line and a caret below, as compilers do. */
void gen_diag_print(const gen_diag *diag, FILE *stream);

#endif
