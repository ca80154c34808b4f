/* reader.h: inside the front end: one translation unit that is being read into the model. */
#ifndef GEN_READER_H
#define GEN_READER_H

#include "frontend.h"
#include "name_table.h"
#include "text.h"

#include <clang-c/Index.h>

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

/* read_bounds.c's. */
typedef struct gen_found_bounds {
    struct gen_found_sizes *data;
    size_t count;
    size_t capacity;
} gen_found_bounds;

/* read_annotation.c's. */
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
    struct gen_misspelt *misspelt; /* read_misspelt.c's */
    gen_kept_errors body_errors;   /* what clang dropped there is not known */
    gen_kept_errors declaration_errors;
    gen_kept_errors static_errors; /* at functions that are `extern "C" static` */
    gen_found_bounds bounds;       /* of the architecture that is being read */
    gen_traces traces;             /* of the annotations of the architecture that is being read */
    size_t declarations;           /* of the program's on this architecture so far */
    gen_name_table written_at;     /* read_annotation.c's, by the attribute's location */
    struct gen_folders *folders;   /* read_header.c's */
    gen_name_table bodies;         /* functions looked at so far, by read_body.c's key */
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
    struct gen_written *shadowed; /* read_written.c's */
    gen_name_table shadowed_texts;
    gen_name_table shadowed_functions;
    gen_name_table interfaces;     /* read_interface.c's */
    gen_name_table failed_kernels; /* of which an error was reported */
    gen_record **last_record;
    gen_name_table record_keys;
    CXCursor written;                     /* the declaration whose type is being read, or null */
    struct gen_found_constant *constants; /* read_names.c's */
    struct gen_found_constant **last_constant;
    struct gen_found_constant *next_constant; /* the one that may come next on a later one */
    gen_name_table constant_names;
    struct gen_found_type *types;
    gen_name_table type_names;
    gen_shared_array **last_shared_array;
    gen_name_table shared_array_names;
    gen_name_table shared_variables; /* read_shared.c's, by the cursor's hash */
    size_t shared_rounds;
    gen_name_table unfit_body_places;
    gen_name_table functions;   /* of the program, by their last name: read_overload.c's */
    gen_name_table overloaded;  /* names of several */
    gen_name_table image_files; /* read_inclusion.c's, by name */
    gen_image_file **last_image_file;
    gen_name_table refusals; /* read_refusal.c's */
    unsigned refusals_found; /* the last attempt that told of something new */
    gen_global **last_global;
    gen_name_table global_symbols;
    gen_file_name **last_dependency;
    gen_name_table dependency_names;
} gen_reader;

/* reader.c */
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
/* Whether that has `name` in it. */
bool gen_reader_is_within(gen_reader *reader, CXCursor cursor, const char *name);

/* read_arguments.c: clang's command line. */
typedef struct gen_arguments {
    const char **data;
    size_t count;
} gen_arguments;

/* CUDA_VERSION of the toolkit's cuda.h, 1000 * major + 10 * minor; 0 without a toolkit, -1 after an
 * error was reported. */
long gen_read_toolkit_version(gen_reader *reader);

/* For the current architecture. `precompiled`: a precompiled header that holds the prelude, or
 * null. With `own_folders` the folders in which the user's arguments look for headers are among
 * them. */
gen_arguments gen_read_arguments(gen_reader *reader, const char *precompiled, bool own_folders);

/* read_diagnostics.c: reports what counts as an error, and keeps the errors of bodies. True if
 * clang found any error. `in_declarations`: bodies were skipped, so that every error counts. */
bool gen_read_diagnostics(gen_reader *reader, CXTranslationUnit unit, bool in_declarations);

/* Whether one of them lies between a function's first token and its last. */
bool gen_read_has_error(const gen_kept_errors *errors, CXCursor function);

/* read_misspelt.c: words that were meant as macros of <custub/kernel.h>. */
/* Looks for one where clang found an error outside of bodies. */
void gen_read_note_misspelt(gen_reader *reader, CXTranslationUnit unit, CXDiagnostic diagnostic);
/* For the prelude: defines what was found so far as what was meant. */
void gen_read_write_misspelt(const gen_reader *reader, gen_text *out);
/* After all architectures. */
void gen_read_report_misspelt(gen_reader *reader);

/* read_header.c: whose header a declaration stands in. */
/* The toolkit's, the compiler's or the C library's: not one that the user's flags lead to, also by
 * -isystem. */
bool gen_read_in_system(gen_reader *reader, CXCursor cursor);
bool gen_read_location_in_system(gen_reader *reader, CXSourceLocation location);
/* Whether the user's flags name a folder of which clang takes all headers for the system's; and
 * whether a header that the flags lead to says so of itself, by a pragma. */
bool gen_read_names_system_folder(gen_reader *reader);
bool gen_read_has_marked_header(gen_reader *reader, CXTranslationUnit unit);
/* Of a function there: whether it may read threadIdx and its like, or make threads wait. */
bool gen_read_hides_indices(gen_reader *reader, CXCursor function);
/* Whether it is one of libcu++ by which threads may wait for others. */
bool gen_read_waits(gen_reader *reader, CXCursor function);

/* read_pch.c: a precompiled header for this file and architecture, kept in the options' cache
 * folder and made if it is not there; null if there is none to be had. A failure is no error: the
 * file is then read without. */
const char *gen_read_pch(gen_reader *reader);
/* Whether the user's flags include files before this one. */
bool gen_read_is_given_includes(const gen_frontend_options *options);
/* Adds the files that it was made of to the model's dependencies. */
void gen_read_pch_dependencies(gen_reader *reader, const char *precompiled);

/* read_parse.c: parses `path`, with the prelude and, if it is not null, another file that is not on
 * disk; null after an error was reported. */
CXTranslationUnit gen_read_parse(gen_reader *reader, const char *path,
                                 const gen_arguments *arguments, const struct CXUnsavedFile *other,
                                 unsigned flags);
/* The file itself; at least the bodies of all functions for which gen_read_in_system() is false.
 * `precompiled`: the arguments name a precompiled header. */
CXTranslationUnit gen_read_parse_file(gen_reader *reader, const gen_arguments *arguments,
                                      bool precompiled);
/* Behind such an error, of a missing header for instance, clang finds only more. */
bool gen_read_has_fatal_error(CXTranslationUnit unit);

/* read_dependency.c: a name for the depfile, once. */
void gen_read_add_dependency(gen_reader *reader, const char *name);

/* read_type.c. Null after an error was reported at `place` for `what` ("kernel 'f', parameter
 * 'x'"). */
const gen_type *gen_read_type(gen_reader *reader, CXType type, gen_place place, const char *what);
/* The same for a field, without what a pointer points to: it may be the field's own struct. */
const gen_type *gen_read_field_type(gen_reader *reader, CXType type, gen_place place,
                                    const char *what);
/* Whether its name has an end that can be waited for. */
bool gen_read_is_nameable(CXType type);
/* Whether a call gives the function variables that it may change. Not of operators, whose operands
 * stand where they are called. */
bool gen_read_binds_references(gen_reader *reader, CXCursor function);

/* libclang looks at every part of a record before it says where one field lies, and at a record
 * that stands in it twice, twice: it would not end where thousands are nested. */
#define GEN_MAX_RECORD_PARTS 4096

/* read_record.c: fill in `type`, which has its size, and return it. */
const gen_type *gen_read_record(gen_reader *reader, gen_type *type, CXType canonical,
                                gen_place place, const char *what);
/* read_readable.c: the fields that contracts may read of a record that is not plain. */
void gen_read_readable(gen_reader *reader, gen_record *record, CXType canonical, gen_place place);

/* A type that C has no name for: bytes of its size and alignment. */
const gen_type *gen_read_opaque(gen_reader *reader, gen_type *type, CXType canonical);
/* Also of an array of them. */
bool gen_read_is_long_double(CXType type);

/* read_spelling.c: the type's spelling without qualifiers of its own, the same from every libclang
 * and in every folder. */
const char *gen_read_spelling(gen_reader *reader, CXType type);
/* With the qualifiers. */
const char *gen_read_written_spelling(gen_reader *reader, CXType type);
/* As libclang has it, without qualifiers: its versions leave out different template arguments. */
const char *gen_read_plain_name(gen_reader *reader, CXType type);
/* A pointer's, without the `__restrict` that may stand behind the star. */
const char *gen_read_pointer_spelling(gen_reader *reader, CXType type);
/* The type's own name if C has it too: "size_t" reads better than "unsigned long"; or null. */
const char *gen_read_standard_name(const char *spelling);
/* An identifier made of a spelling: "Array_float_4". */
const char *gen_read_identifier(gen_reader *reader, const char *spelling);

/* read_instance.c: the name of a record or an enumeration, of which `spelling` is clang's, with all
 * arguments of each class template in it. */
const char *gen_read_full_name(gen_reader *reader, CXType type, const char *spelling);

/* read_parts.c: what a spelling names. */
/* `spelling` of a type with all arguments of the class templates in it. */
const char *gen_read_all_arguments(gen_reader *reader, CXType type, const char *spelling);
/* A template's argument that is no type, `&Array<4>::size`, for which libclang has no more than its
 * text: the same for the classes that are named where the declaration stands which is being read.
 */
const char *gen_read_all_names(gen_reader *reader, const char *argument);
/* Begins and, with the null cursor, ends reading the type of a parameter or a field; returns what
 * was read before. */
CXCursor gen_read_written_in(gen_reader *reader, CXCursor declaration);

/* read_kernel.c. `function` is the definition of an `extern "C" __global__` function. */
void gen_read_kernel(gen_reader *reader, CXCursor function);
/* "void saxpy(size_t n, const float *x)", for the comment in the header. */
const char *gen_read_signature(gen_reader *reader, CXCursor function, const gen_kernel *kernel);

/* read_interface.c: the parameters of the kernel, and all that they are made of, against what other
 * architectures have. False after an error was reported of the parameters themselves. */
bool gen_read_compare_interface(gen_reader *reader, CXCursor function, const gen_kernel *kernel);

/* read_annotation.c */
/* Those of a function or of a parameter, in the order of the source. */
gen_annotation *gen_read_annotations(gen_reader *reader, CXCursor cursor);
/* Whether an attribute is what the prelude makes of __device__. */
bool gen_read_is_device_mark(CXCursor attribute);
/* Whether it is custub's own, as opposed to an attribute of CUDA's that the prelude writes down. */
bool gen_read_is_contract(const gen_annotation *annotation);
/* An annotation that has been looked at; false if it says nothing about the kernel. */
bool gen_read_note_attribute(gen_reader *reader, CXCursor attribute, CXCursor holder);
/* Any declaration, in the order of the unit: it may be what an annotation leaves behind. */
void gen_read_note_pragma(gen_reader *reader, CXCursor cursor);
/* After the whole unit: annotations that the file has and nobody has looked at. */
void gen_read_dropped_annotations(gen_reader *reader);

/* read_written.c: names of the contract language that are macros of the file. */
/* `text`: what that of the annotation, the `index`-th of the declaration, was before macros were
 * expanded. */
void gen_read_note_written(gen_reader *reader, CXCursor declaration, unsigned index,
                           gen_annotation *annotation, const char *text);
/* After the whole unit: the language's names get their meaning back. */
void gen_read_resolve_written(gen_reader *reader);

/* read_bounds.c */
/* Whether this is the text of an error that the prelude provokes, to get the numbers of an
 * attribute. */
bool gen_read_is_about_bounds(const char *text);
void gen_read_note_bounds(gen_reader *reader, CXDiagnostic diagnostic, const char *text);
/* After all errors. */
void gen_read_sort_bounds(gen_reader *reader);
/* `annotation` is that of the attribute. */
void gen_read_bounds(gen_reader *reader, CXCursor attribute, gen_annotation *annotation);

/* read_contract.c */
/* Whether a function of this name is a CUSTUB_CONTRACT_OF. */
bool gen_read_is_contract_name(const char *name);
void gen_read_contract(gen_reader *reader, CXCursor function, bool is_kernel);
/* `function` declares a kernel that is defined elsewhere: its annotations have to be the
 * definition's too. */
void gen_read_redeclaration(gen_reader *reader, CXCursor function);
/* After the whole unit: gives kernels the contracts that stand apart. */
void gen_read_apply_contracts(gen_reader *reader);
/* After all architectures: contracts without a kernel. */
void gen_read_unmatched_contracts(gen_reader *reader);

/* read_misplaced.c: annotations that clang keeps, and that no launch function checks. */
/* `function` is no kernel: it can have no contract. */
void gen_read_other_function(gen_reader *reader, CXCursor function);
/* The same of a variable, a field or the name of a type. */
void gen_read_stray_annotations(gen_reader *reader, CXCursor cursor);
/* `function` is a kernel without C linkage, or a template of one. */
void gen_read_mangled_contract(gen_reader *reader, CXCursor function);
/* `function` declares a kernel that this architecture does not define. */
void gen_read_undefined_contract(gen_reader *reader, CXCursor function);
/* After all architectures: those that none defines. */
void gen_read_undefined_contracts(gen_reader *reader);

/* read_shared.c's: variables in shared memory that are not `extern`. */
typedef struct gen_shared_variable gen_shared_variable;
typedef struct gen_shared_set gen_shared_set;

/* read_body.c: what the body and the functions that it calls tell. */
typedef struct gen_body_facts {
    uint32_t dimensions; /* the highest component of a built-in variable that is read; 0: none */
    bool hidden;         /* indices may be read in ways that cannot be seen */
    bool counts;        /* what each thread does adds up, wherever it stands: an atomic, a printf */
    bool barrier;       /* may wait for, or exchange values with, other threads */
    bool asks;          /* looks at what others may write; in a loop it would be a barrier */
    uint32_t places[3]; /* how often x, y and z of threadIdx and blockIdx are read; capped */
    bool dynamic_shared;
    gen_shared_set *shared; /* null: none */
    bool reads_grid;        /* gridDim */
    bool binds_references;  /* calls functions that take references to what they may change */
    bool unread;            /* clang dropped parts of the body that it takes for errors */
    const char *unfit;      /* for a host compiler; null: nothing found */
} gen_body_facts;
gen_body_facts gen_read_body(gen_reader *reader, CXCursor function);

/* read_call.c */
/* `*this` in a template, to libclang 14 a call of any operator that is in sight. */
bool gen_read_is_own_object(gen_reader *reader, CXCursor call);

/* read_print.c: the text of the function's body without its braces, as libclang writes it: macros
 * are expanded, comments gone. Null if there is none. */
const char *gen_read_print(gen_reader *reader, CXCursor function);
/* libclang does not show what is before the semicolon of `switch (init; condition)`. Whether the
 * text has fewer `switch` statements without than the `count` that were seen. */
bool gen_read_has_initialized_switch(gen_reader *reader, CXCursor function, unsigned count);
/* Why a host compiler cannot take what is there, or null. */
const char *gen_read_unfit_switch(gen_reader *reader, CXCursor function);

/* read_wait.c */
/* Whether a thread that calls it once more does something else: it takes the next ticket, or is
 * counted. */
bool gen_read_adds_up(const char *name);
/* Whether a function of CUDA's of this name makes a thread wait for others of its block, or trade
 * values with them. */
bool gen_read_is_barrier(const char *name);
/* Whether a call, below `parent`, of a function of CUDA's or the compiler's tells what other
 * threads did. */
bool gen_read_asks(const char *function, CXCursor parent);
/* Whether the type, or what it points to, is volatile. */
bool gen_read_is_volatile(CXType type);

/* read_shared.c: a variable with `__shared__`; and any other than a function's own that is named.
 */
void gen_read_shared_variable(gen_reader *reader, gen_body_facts *facts, CXCursor variable);
void gen_read_shared_use(gen_reader *reader, gen_body_facts *facts, CXCursor variable);
/* What a body reaches through several functions counts once. */
void gen_read_merge_shared(gen_reader *reader, gen_body_facts *into, const gen_body_facts *from);
/* Bytes, as far as they are known: of templates only what their arguments do not decide. */
uint64_t gen_read_shared_size(gen_reader *reader, const gen_body_facts *facts);

/* read_launching.c: whether the token is there, not in a comment or a string; whether a function
 * launches kernels. */
bool gen_read_has_token(gen_reader *reader, CXSourceRange range, const char *token);
bool gen_read_launches_kernels(gen_reader *reader, CXCursor function);

/* read_image.c: bodies that a host compiler cannot take, and variables of the device. */
void gen_read_image(gen_reader *reader);

/* read_own_integer.c: a type's name, if the host's <stdint.h> has it for another type. */
void gen_read_own_integer(gen_reader *reader, CXCursor cursor);
/* After all architectures: puts the bodies in order, and finds the kernels that go with them. */
void gen_read_finish_image(gen_reader *reader);
/* Where the kernel's body stands in the main file, its braces included, and what it ends with;
 * nothing if a macro writes it, or another file. */
void gen_read_body_range(gen_reader *reader, CXCursor cursor, gen_kernel *kernel);
/* "a::b": the namespaces around a declaration, or "". */
const char *gen_read_enclosing_namespaces(gen_reader *reader, CXCursor cursor);

/* read_class.c: its own parts. libclang does not show those of an instance of a template, but the
 * template's, and of these not what depends on its arguments. */
void gen_read_visit_class(CXCursor declaration, CXCursorVisitor visitor, CXClientData data);
/* Of an array the type of what it holds. */
CXType gen_read_element_of(CXType type);
/* Whether it is a base's constructor that a class has by `using`; and those of the bases that it
 * may be. libclang does not say which. The null cursor: one that is not
 * known. */
bool gen_read_is_inherited(CXCursor function);
typedef void gen_constructor_visitor(CXCursor constructor, void *data);
void gen_read_visit_inherited(CXCursor constructor, gen_constructor_visitor *visit, void *data);
/* Whether the end of a value runs code of the program's: no cursor stands for such a call. */
bool gen_read_has_destructor(gen_reader *reader, CXType type);

/* read_overload.c: kernels that share their name with other functions or templates. */
void gen_read_note_function(gen_reader *reader, const char *name, CXCursor function);
/* After the whole unit. */
void gen_read_overloads(gen_reader *reader);

/* read_inclusion.c: the program's headers, for the CPU image. */
/* Null for the source itself, and for a header of the system. */
gen_image_file *gen_read_image_file(gen_reader *reader, CXFile file);
/* The includes of the current architecture. */
void gen_read_inclusions(gen_reader *reader);

/* read_refusal.c: what a host compiler refused, if the image is not built for the first time. */
/* Of the current architecture, before bodies are read. */
void gen_read_refusals(gen_reader *reader);
/* Why the function's body cannot stay, or null. */
const char *gen_read_refusal(gen_reader *reader, CXCursor function);
/* The same of a reference to what the linker does not find. */
const char *gen_read_missing(gen_reader *reader, CXCursor reference);
/* After all architectures: kernels that cannot even be named, or the whole file. */
void gen_read_finish_refusals(gen_reader *reader);

/* read_declared.c: any declaration of the program's that stands in a namespace or a class. */
void gen_read_declared(gen_reader *reader, CXCursor cursor);
/* A base of the class `holder`. */
void gen_read_base(gen_reader *reader, CXCursor base, CXCursor holder);
/* Whether it is a class template's instance, or lies in one. */
bool gen_read_is_of_template(CXCursor cursor);

/* read_names.c: the names that contracts may use. */
void gen_read_enumerator(gen_reader *reader, CXCursor cursor);
/* The bits of an enumerator's value, extended to 64 as its type has it. */
uint64_t gen_read_enumerator_value(CXCursor cursor, bool *negative);
bool gen_read_is_unsigned(CXType integer);
/* A variable whose value may be known. */
void gen_read_constant(gen_reader *reader, CXCursor variable);
void gen_read_named_type(gen_reader *reader, CXCursor cursor);
/* After all architectures: puts them into the model. */
void gen_read_finish_names(gen_reader *reader);

/* read_file.c: constants, named types, shared arrays and kernels of the whole unit. */
void gen_read_file(gen_reader *reader);

#endif
