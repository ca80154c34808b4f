/* c_name.h: the C names of everything that is emitted. Keywords, macros and names that the header
 * needs itself get a trailing underscore. Names are unique in their scope. */
#ifndef GEN_C_NAME_H
#define GEN_C_NAME_H

#include "model/model.h"
#include "support/address_table.h"

typedef struct gen_kernel_names {
    const struct gen_c_names *all;
    const gen_kernel *kernel;
    const char *function;  /* of "launch_<function>": the kernel's name without '$' */
    const char *overload;  /* of "launch_<overload>" in C++: the name
                            of the template or of the overloaded kernel, else `function` */
    const char *args;      /* "saxpy_args", a struct of its parameters; null: it has none */
    const char *field;     /* in the struct of loaded kernels */
    const char **params;   /* of the launch function */
    const char **indices;  /* the constants that are their indices: "saxpy_param_x" */
    const char **pointers; /* unique, except for pointers with the same `first` */
} gen_kernel_names;

typedef enum gen_definer {
    GEN_DEFINER_GENERATED, /* the generated header */
    GEN_DEFINER_OWN,       /* the header that --include names, under the same name */
    GEN_DEFINER_OWN_TAG    /* the same header, only as a tag; the generated header has a typedef */
} gen_definer;

typedef struct gen_record_names {
    const struct gen_c_names *all;
    const gen_record *record;
    const char *name; /* the struct: "<stem>_particle" */
    gen_definer definer;
    bool is_used; /* the type of a parameter, an element or a field of a generated struct */
    const char **fields;
} gen_record_names;

typedef struct gen_enumeration_names {
    const gen_enumeration *enumeration;
    const char *name; /* the type: "<stem>_colour"; null: it is not emitted */
    gen_definer definer;
    const char **enumerators; /* if the header defines the type: "<stem>_red" */
} gen_enumeration_names;

typedef struct gen_global_names {
    const gen_global *global;
    const char *name; /* begins "<name>_upload()": "<stem>_weights"; null: it has no functions */
} gen_global_names;

/* The C names of a model. The lists are in the model's order. */
typedef struct gen_c_names {
    const gen_model *model;
    size_t kernel_count;
    gen_kernel_names *kernels;
    size_t record_count;
    gen_record_names *records;
    size_t enumeration_count;
    gen_enumeration_names *enumerations;
    size_t global_count;
    gen_global_names *globals;
    gen_address_table types; /* the names of records and enumerations */
} gen_c_names;

/* Chooses all names, in the arena. `own_structs`: the user's header defines the plain structs and
 * the enumerations, with their own names. */
const gen_c_names *gen_c_names_choose(const gen_model *model, gen_arena *arena, bool own_structs);

const gen_record_names *gen_c_names_of_record(const gen_c_names *names, const gen_record *record);
const gen_enumeration_names *gen_c_names_of_enumeration(const gen_c_names *names,
                                                        const gen_enumeration *enumeration);

/* The type as C names it in the generated header, without const; null if C has no such type. */
const char *gen_c_names_of_type(const gen_c_names *names, const gen_type *type);

/* `wanted`, or the first of `wanted_`, `wanted__`, … that is not the name of a parameter. */
const char *gen_c_names_local(const gen_kernel_names *names, gen_arena *arena, const char *wanted);

#endif
