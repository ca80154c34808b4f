/* reader.h: what all of the front end shares: the translation unit that is being read into the
 * model. */
#ifndef GEN_READER_H
#define GEN_READER_H

#include "frontend/reader/frontend_options.h"
#include "model/model.h"
#include "support/diag.h"
#include "support/name_table.h"

#include <clang-c/Index.h>

/* Text that clang reads before the file. It is never on disk. */
#define GEN_PRELUDE_FILE "/custub-prelude.cuh"
/* What a precompiled header lacks of it. */
#define GEN_PRELUDE_REST_FILE "/custub-prelude.cuh.rest"

/* What the front end's files have found in the open unit. Each pointer belongs to the named file,
 * and is null until that file has found something. */
typedef struct gen_of_unit {
    struct gen_found_errors *errors;               /* diagnostics.h */
    struct gen_found_bounds *bounds;               /* launch_bounds.c */
    struct gen_traces *traces;                     /* dropped_annotations.c */
    struct gen_carriers *carriers;                 /* carrier.c */
    struct gen_shadowed *shadowed;                 /* shadowing_macros.c */
    struct gen_bodies *bodies;                     /* body.c */
    struct gen_shared_variables *shared_variables; /* shared_memory.c */
    struct gen_definitions *definitions;           /* kernel_reader.h */
    struct gen_stub_uses *stub_uses;               /* stub_use.c */
    struct gen_mangled_kernels *mangled;           /* mangled.c */
    struct gen_prototypes *prototypes;             /* prototype.c */
    unsigned stub; /* the location at which the CUSTUB_STUB that is being read names its kernel */
    gen_name_table *own_headers; /* c_naming.c: files; null: not yet looked for */
    gen_name_table functions;    /* the first function of each name */
    gen_name_table overloaded;   /* names of several functions */
} gen_of_unit;

/* The same for the source file, which has a unit for each architecture. */
typedef struct gen_of_file {
    struct gen_misplaced *misplaced; /* misplaced.c */
    struct gen_contracts *contracts; /* contract_of.c */
    struct gen_mangled *mangled;     /* mangled.c */
    struct gen_records *records;     /* record.c */
    struct gen_refusals *refusals;   /* refusal.c */

    gen_name_table interfaces;   /* interface.c */
    gen_name_table unfit_bodies; /* image_bodies.c, by place */
    gen_name_table dependencies; /* items of the model, by name or place */
    gen_name_table enumerations;
    gen_name_table typedefs; /* c_naming.c: names of typedefs, by the USR of the type */
    gen_name_table shared_arrays;
    gen_name_table image_files;
    gen_name_table variables;
    gen_name_table kernels;        /* the model's kernels, by symbol */
    gen_name_table failed_kernels; /* kernels with a reported error */
} gen_of_file;

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
    const char *prelude_path;    /* the name of the prelude in the unit */
    gen_of_unit of_unit;
    gen_of_file of_file;
} gen_reader;

/* The state that a file of the front end keeps in `slot` of the reader. The first use makes it,
 * with the values that follow the type, written as in an initializer. */
#define GEN_STATE(reader, slot, type, ...)                                                         \
    ((reader)->slot ? (reader)->slot                                                               \
                    : ((reader)->slot = GEN_NEW((reader)->arena, type),                            \
                       *(reader)->slot = (type){__VA_ARGS__}, (reader)->slot))

/* A table of the reader, which is empty at first. */
#define GEN_TABLE(reader, slot) ((reader)->slot.arena = (reader)->arena, &(reader)->slot)

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
/* Disposes the unit. Nothing that belongs to it may be used after that. All units are disposed
 * here. */
void gen_reader_dispose(gen_reader *reader, CXTranslationUnit unit);
/* The file's name: as the user gave it for the main file, as clang found it for the others. */
const char *gen_reader_file_name(gen_reader *reader, CXFile file);
/* Visits the fields of a class, except those with errors: with one of these, a class can contain
 * itself. */
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
