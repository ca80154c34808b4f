/* reader.h: inside the front end: one translation unit that is being read into the model. */
#ifndef GEN_READER_H
#define GEN_READER_H

#include "frontend/reader/frontend_options.h"
#include "model/model.h"
#include "support/diag.h"
#include "support/name_table.h"

#include <clang-c/Index.h>

/* What clang reads before the file; never on disk. */
#define GEN_PRELUDE_FILE "/custub-prelude.cuh"

/* What stages have found in the unit that is open. Each is the stage's own, and null until the
 * stage has found something. */
typedef struct gen_of_unit {
    struct gen_found_errors *errors;               /* diagnostics.h */
    struct gen_found_bounds *bounds;               /* launch_bounds.c */
    struct gen_traces *traces;                     /* dropped_annotations.c */
    struct gen_written_places *written_places;     /* annotation.c */
    struct gen_shadowed *shadowed;                 /* shadowing_macros.c */
    struct gen_functions *functions;               /* scope_names.c */
    struct gen_bodies *bodies;                     /* body.c */
    struct gen_shared_variables *shared_variables; /* shared_memory.c */
    struct gen_definitions *definitions;           /* kernel_reader.h */
    size_t declarations;                           /* of the program's, so far */
} gen_of_unit;

/* The same for the file, whose units are one for each architecture. */
typedef struct gen_of_file {
    struct gen_misspelt *misspelt;           /* misspelt.c */
    struct gen_misplaced *misplaced;         /* misplaced.c */
    struct gen_contracts *contracts;         /* contract_of.c */
    struct gen_mangled *mangled;             /* declarations.c */
    struct gen_constants *constants;         /* constant.c */
    struct gen_records *records;             /* record.c */
    struct gen_interfaces *interfaces;       /* interface.c */
    struct gen_shared_arrays *shared_arrays; /* shared_memory.c */
    struct gen_image_bodies *image_bodies;   /* image_bodies.c */
    struct gen_image_files *image_files;     /* image_headers.c */
    struct gen_refusals *refusals;           /* refusal.c */
    struct gen_dependencies *dependencies;   /* reader.c */
    gen_name_table kernels;                  /* those of the model, by symbol */
    gen_name_table failed_kernels;           /* those that an error was reported for */
} gen_of_file;

/* One source file that is being read into the model. */
typedef struct gen_reader {
    gen_arena *arena;
    gen_diag *diag;
    gen_model *model;
    const gen_frontend_options *options;
    unsigned architecture; /* index of the one that is being read */
    CXIndex index;
    CXTranslationUnit unit;
    CXFile main_file;
    struct gen_setup *setup;     /* arguments.h: how clang reads the file */
    struct gen_folders *folders; /* header_owner.c */
    const char *prelude_path;    /* under which the unit knows the prelude */
    bool doubts;                 /* declarations have errors: what is read may be a guess */
    gen_of_unit of_unit;
    gen_of_file of_file;
} gen_reader;

/* The text of a CXString, in the arena; disposes it. Never null. */
const char *gen_reader_text(gen_reader *reader, CXString string);
/* Nothing that was got of the unit may be asked after this; all units that a reader opened end
 * here. */
void gen_reader_dispose(gen_reader *reader, CXTranslationUnit unit);
/* A file's name: the main file's as the user gave it, any other as clang found it. */
const char *gen_reader_file_name(gen_reader *reader, CXFile file);
/* The fields of a class but those that clang takes for errors: by one a class may be a part of
 * itself. */
void gen_reader_visit_fields(CXType type, CXFieldVisitor visitor, CXClientData data);
/* The place of a cursor; inside a macro's expansion, the place of the macro's use. */
gen_place gen_reader_place(gen_reader *reader, CXCursor cursor);
gen_place gen_reader_location(gen_reader *reader, CXSourceLocation location);
/* "a::b::name". */
const char *gen_reader_qualified_name(gen_reader *reader, CXCursor cursor);
/* "a::b": the namespaces around a declaration, or "". */
const char *gen_reader_enclosing_namespaces(gen_reader *reader, CXCursor cursor);
/* Whether the qualified name has `name` in it. */
bool gen_reader_is_within(gen_reader *reader, CXCursor cursor, const char *name);
/* Whether the token is there, not in a comment or a string. */
bool gen_reader_has_token(gen_reader *reader, CXSourceRange range, const char *token);
/* A name for the depfile, once. */
void gen_reader_add_dependency(gen_reader *reader, const char *name);

#endif
