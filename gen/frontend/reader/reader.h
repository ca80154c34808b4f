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

/* An error of clang's that is none of custub's. */
typedef struct gen_kept_error {
    CXFileUniqueID file;
    unsigned offset; /* bytes, of its expansion */
} gen_kept_error;

/* Sorted by file and offset once all are there. */
typedef struct gen_kept_errors {
    gen_kept_error *data;
    size_t count;
    size_t capacity;
} gen_kept_errors;

/* A kernel as the current architecture has it. */
typedef struct gen_definition {
    struct gen_definition *next;
    gen_kernel *kernel;      /* read from it */
    const gen_kernel *known; /* the same of an earlier architecture, or null */
    CXCursor function;
} gen_definition;

/* A CUSTUB_CONTRACT_OF, of any architecture. */
typedef struct gen_contract {
    struct gen_contract *next;
    const char *name; /* of the kernel that it is for */
    gen_place place;
    unsigned architecture; /* that it was last met for */
    CXCursor function;     /* there */
    bool matched;          /* the kernel exists for some architecture */
} gen_contract;

/* Of a kernel that was not defined where it was declared with a contract. */
typedef struct gen_undefined_contract {
    struct gen_undefined_contract *next;
    const char *name;
    const char *enclosing;
    gen_place place;
} gen_undefined_contract;

/* Launch_bounds.c's. */
typedef struct gen_found_bounds {
    struct gen_found_sizes *data;
    size_t count;
    size_t capacity;
} gen_found_bounds;

/* Annotation.c's. */
typedef struct gen_traces {
    struct gen_trace *data;
    size_t count;
    size_t capacity;
    unsigned row; /* of pragmas so far, the last of them behind the end */
} gen_traces;

typedef struct gen_reader {
    gen_arena *arena;
    gen_diag *diag;
    gen_model *model;
    const gen_frontend_options *options;
    unsigned architecture;           /* index of the one that is being read */
    long toolkit;                    /* CUDA_VERSION of its headers; 0: none */
    long nvcc_build;                 /* 88 of nvcc 13.0.88 */
    gen_host_compiler host_compiler; /* whose macros the file sees */
    CXIndex index;
    struct CXUnsavedFile prelude;
    const char *prelude_path; /* under which the unit knows it */
    CXTranslationUnit unit;
    CXFile main_file;
    bool skips_bodies;             /* the unit has none of the system's headers' */
    bool header_errors;            /* clang found some in declarations of the system's headers */
    bool lacks_standard;           /* something of namespace std is not found in a body */
    bool misplaced_attributes;     /* clang found some that may be right to nvcc */
    bool with_alignas;             /* the prelude has one that may stand there */
    bool with_math;                /* <cmath> is included before the file */
    bool wrong_invocation;         /* clang found a macro that cannot be expanded */
    bool takes_written;            /* texts of annotations are as written, not expanded */
    bool doubts;                   /* declarations have errors: what is read may be a guess */
    struct gen_misspelt *misspelt; /* misspelt.c's */
    gen_kept_errors body_errors;   /* what clang dropped there is not known */
    gen_kept_errors declaration_errors;
    gen_kept_errors static_errors; /* at functions that are `extern "C" static` */
    gen_found_bounds bounds;       /* of the architecture that is being read */
    gen_traces traces;             /* of the annotations of the architecture that is being read */
    size_t declarations;           /* of the program's on this architecture so far */
    gen_name_table written_at;     /* annotation.c's, by the attribute's location */
    struct gen_folders *folders;   /* header_owner.c's */
    gen_name_table bodies;         /* functions looked at so far, by body.c's key */
    unsigned body_depth;           /* functions that are being looked at, each called by the last */
    size_t mangled_kernels;        /* kernels without C linkage, and templates */
    const char *mangled_names;     /* the first few of them */
    gen_place first_mangled;
    gen_definition *definitions; /* of the architecture that is being read */
    gen_definition **last_definition;
    gen_name_table definition_names;
    gen_contract *contracts;
    gen_contract **last_contract;
    gen_name_table contract_places; /* by name and place */
    gen_name_table contract_names;  /* the first of the architecture that is being read */
    gen_undefined_contract *undefined_contracts;
    gen_undefined_contract **last_undefined;
    gen_name_table misplaced; /* annotations that were reported, by name and place */
    gen_kernel **last_kernel;
    gen_name_table kernel_symbols;
    struct gen_written *shadowed; /* shadowing_macros.c's */
    gen_name_table shadowed_texts;
    gen_name_table shadowed_functions;
    gen_name_table interfaces;     /* interface.c's */
    gen_name_table failed_kernels; /* of which an error was reported */
    gen_record **last_record;
    gen_name_table record_keys;
    CXCursor written;                     /* the declaration whose type is being read, or null */
    struct gen_found_constant *constants; /* constant.c's */
    struct gen_found_constant **last_constant;
    struct gen_found_constant *next_constant; /* the one that may come next on a later one */
    gen_name_table constant_names;
    struct gen_found_type *types;
    gen_name_table type_names;
    gen_shared_array **last_shared_array;
    gen_name_table shared_array_names;
    gen_name_table shared_variables; /* shared_memory.c's, by the cursor's hash */
    size_t shared_rounds;
    gen_name_table unfit_body_places;
    gen_name_table functions;   /* of the program, by their last name: overload.c's */
    gen_name_table overloaded;  /* names of several */
    gen_name_table image_files; /* image_headers.c's, by name */
    gen_image_file **last_image_file;
    gen_name_table refusals; /* refusal.c's */
    unsigned refusals_found; /* the last attempt that told of something new */
    gen_global **last_global;
    gen_name_table global_symbols;
    gen_file_name **last_dependency;
    gen_name_table dependency_names;
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
/* Where a cursor stands: of a macro's expansion, the place of the macro's use. */
gen_place gen_reader_place(gen_reader *reader, CXCursor cursor);
gen_place gen_reader_location(gen_reader *reader, CXSourceLocation location);
/* "a::b::name". */
const char *gen_reader_qualified_name(gen_reader *reader, CXCursor cursor);
/* "a::b": the namespaces around a declaration, or "". */
const char *gen_reader_enclosing_namespaces(gen_reader *reader, CXCursor cursor);
/* Whether that has `name` in it. */
bool gen_reader_is_within(gen_reader *reader, CXCursor cursor, const char *name);
/* Whether the token is there, not in a comment or a string. */
bool gen_reader_has_token(gen_reader *reader, CXSourceRange range, const char *token);
/* A name for the depfile, once. */
void gen_reader_add_dependency(gen_reader *reader, const char *name);

#endif
