/* reader.h: shared by all of the front end: the translation unit that is read into the model. */
#ifndef GEN_READER_H
#define GEN_READER_H

#include "frontend/reader/frontend_options.h"
#include "model/model.h"
#include "support/diag.h"
#include "support/name_table.h"

#include <clang-c/Index.h>

/* Text that clang reads before the file. It is never on disk. */
#define GEN_PRELUDE_FILE "/custub-prelude.cuh"
/* The part of the prelude that a precompiled header lacks. */
#define GEN_PRELUDE_REST_FILE "/custub-prelude.cuh.rest"

/* One source file that is being read into the model. */
typedef struct gen_reader {
    gen_arena *arena;
    gen_diag *diag;
    gen_model *model;
    const gen_frontend_options *options;
    unsigned architecture; /* the current one */
    CXIndex index;
    CXTranslationUnit unit;
    CXFile main_file;
    struct gen_setup *setup;     /* arguments.h */
    struct gen_folders *folders; /* header_owner.c */
    struct gen_state *of_unit;   /* state.h */
    struct gen_state *of_file;
    const char *prelude_path;      /* the name of the prelude in the unit */
    gen_name_table kernels;        /* the model's kernels, by symbol */
    gen_name_table failed_kernels; /* kernels with reported errors, by name */
} gen_reader;

/* Appends an item to a list that has `first` and `last`. */
#define GEN_ADD(list, item)                                                                        \
    do {                                                                                           \
        if ((list)->last)                                                                          \
            (list)->last->next = (item);                                                           \
        else                                                                                       \
            (list)->first = (item);                                                                \
        (list)->last = (item);                                                                     \
    } while (0)

/* Appends an item to a list of the model. */
#define GEN_APPEND(type, list, item)                                                               \
    do {                                                                                           \
        type **last_ = &(list);                                                                    \
        while (*last_)                                                                             \
            last_ = &(*last_)->next;                                                               \
        *last_ = (item);                                                                           \
    } while (0)

/* Copies a CXString to the arena and disposes it. Never null. */
const char *gen_reader_text(gen_reader *reader, CXString string);
/* Disposes the unit. Nothing that belongs to it may be used afterwards. Only this function disposes
 * units. */
void gen_reader_dispose(gen_reader *reader, CXTranslationUnit unit);
/* The file's name: as the user gave it for the main file, as clang found it for others. */
const char *gen_reader_file_name(gen_reader *reader, CXFile file);
/* Visits the fields of a class. Skips those with errors, by which a class can contain itself. */
void gen_reader_visit_fields(CXType type, CXFieldVisitor visitor, CXClientData data);
/* The first child of this kind, or the null cursor. */
CXCursor gen_reader_child(CXCursor cursor, enum CXCursorKind kind);
/* The place of a cursor; in a macro's expansion, the place of the macro's use. */
gen_place gen_reader_place(gen_reader *reader, CXCursor cursor);
gen_place gen_reader_location(gen_reader *reader, CXSourceLocation location);
/* The qualified name, "a::b::name". */
const char *gen_reader_qualified_name(gen_reader *reader, CXCursor cursor);
/* The namespaces around a declaration, "a::b", or "". */
const char *gen_reader_enclosing_namespaces(gen_reader *reader, CXCursor cursor);
/* False in namespaces and classes. */
bool gen_reader_is_global(CXCursor declaration);
/* True if the qualified name contains `name`. */
bool gen_reader_is_within(gen_reader *reader, CXCursor cursor, const char *name);
/* True if the range has the token, outside comments and strings. */
bool gen_reader_has_token(gen_reader *reader, CXSourceRange range, const char *token);
/* Adds a file's name for the depfile, once. */
void gen_reader_add_dependency(gen_reader *reader, const char *name);

#endif
