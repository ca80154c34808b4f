/* model.h: what the generator knows of one source file: plain data in one arena.
 *
 * The front end makes it, with annotations as raw text. check.c parses these into expressions and
 * applies the rules. Emitters read it. Its types and scalars have the names of the description that
 * the runtime reads (custub/describe.h). */
#ifndef GEN_MODEL_H
#define GEN_MODEL_H

#include "model/kernel.h"
#include "support/hidden_macros.h"

/* The mark that assertions leave in the PTX if nvcc's code has a field at another offset than
 * sizeof and offsetof say. The numbers of the kernel and the parameter follow it. */
#define GEN_MISPLACED_MARK "custub: misplaced"
/* Unoptimized code always has this mark, and also the one above. */
#define GEN_UNOPTIMIZED_MARK "custub: unoptimized"

/* A `__device__` or `__constant__` variable of the file. */
typedef struct gen_global {
    struct gen_global *next;
    const char *name;
    const char *symbol;    /* mangled if it is in a namespace */
    const char *enclosing; /* the namespaces around it, "a::b"; "" at global scope */
    gen_place place;
    bool constant;
    const gen_type *type;   /* null: unknown, or nvcc makes up the symbol */
    const char *tag;        /* an identifier, "a_b_weights"; null: C cannot name the type */
    uint32_t architectures; /* bit i: exists on the model's architecture i */
} gen_global;

typedef struct gen_file_name {
    struct gen_file_name *next;
    const char *name;
} gen_file_name;

/* A type that the file defines under a name of <stdint.h>. */
typedef struct gen_own_integer {
    struct gen_own_integer *next;
    const char *name;
} gen_own_integer;

/* The block of a launch in the program's own code. */
typedef struct gen_launched_block {
    struct gen_launched_block *next;
    const char *symbol; /* of the kernel */
    uint32_t block[3];
} gen_launched_block;

/* The bytes that the program's own code allocates for an argument of a launch. */
typedef struct gen_buffer_size {
    struct gen_buffer_size *next;
    const char *symbol; /* of the kernel */
    unsigned param;
    const char *bytes; /* in postfix notation: "p1 4 *"; p1 is the second parameter, g0 gridDim.x,
                          b0 blockDim.x */
} gen_buffer_size;

#define GEN_BUFFER_SIZE_UNKNOWN "?" /* it gets other memory, too, whose size is not understood */

typedef struct gen_model {
    const char *path;   /* the source file, as given */
    const char *file;   /* its last component */
    const char *stem;   /* the last component without `.cu`, as an identifier */
    const char *prefix; /* begins every emitted name; "" by default */
    const char *name;   /* prefix and stem: for output names, and names that a file has once */
    const char *unit;   /* ends the names that the linker sees, or null */
    const char *source; /* the text of the file */
    size_t source_length;
    size_t architecture_count;
    const char **architectures; /* "sm_80", … */
    gen_kernel *kernels;
    size_t kernel_count;
    gen_record *records;
    gen_enumeration *enumerations;
    gen_shared_array *shared_arrays; /* names are unique within a namespace */
    gen_unfit_body *unfit_bodies;    /* sorted by `begin`; if equal, the longest first */
    gen_global *globals;
    gen_own_integer *own_integers;
    gen_image_file *image_files;         /* the program's headers */
    gen_inclusion *inclusions;           /* of the source, on the highest architecture */
    bool reads_own_header;               /* the source includes the header that --include names */
    gen_launched_block *launched_blocks; /* without duplicates; only for suggestions */
    gen_buffer_size *buffer_sizes;       /* the same */
    bool for_suggestions;          /* describes what contracts could name, not only what they do */
    bool is_prototypes;            /* other compilers make the kernels' code */
    bool cpu_refused;              /* the host compiler refuses the file as a whole */
    gen_macro_name *option_macros; /* from options; custub's own text may use the same names */
    gen_file_name *dependencies;   /* every file that was read, for the depfile */
    bool brief; /* read without the headers that nvcc includes, because it seemed to need none */
} gen_model;

/* The last component of the place's file: outputs must not contain folders. */
const char *gen_model_file_of(gen_place place);

/* The stem of outputs: the file's name without ".cu", as an identifier. */
const char *gen_model_stem_of(gen_arena *arena, const char *file);

/* The index of the first architecture that has the kernel. */
size_t gen_model_first_architecture(const gen_kernel *kernel);

/* Says, for messages, whose annotation it is: "kernel 'k'", "kernel 'k', parameter 'x'", "struct
 * 's', field 'x'". `pointer` is null for an annotation of the kernel. */
const char *gen_model_subject(gen_arena *arena, const gen_kernel *kernel,
                              const gen_pointer *pointer, const gen_annotation *annotation);

/* True if all elements of the pointer's array have the same annotations. */
bool gen_model_is_whole_array(const gen_kernel *kernel, const gen_pointer *pointer);

/* The fields of a record whose places are known; sets their number. */
gen_field *gen_model_fields(const gen_record *record, size_t *count);

/* The index of the relation's earlier pointer. */
size_t gen_model_earlier_of(const gen_relation *relation);

/* A unit derived from the source and its macros. Files with different kernels have different units,
 * so a program that links both never launches the wrong ones. */
const char *gen_model_own_unit(const gen_model *model, gen_arena *arena, size_t argument_count,
                               const char *const *arguments);

/* "4 on sm_80, 8 on sm_90" */
const char *gen_model_values(const gen_model *model, gen_arena *arena, const gen_constant *constant,
                             uint32_t architectures);

/* A bit for each of the model's architectures, as gen_kernel's `architectures` has them. */
static inline uint32_t gen_model_all_architectures(const gen_model *model)
{
    return model->architecture_count > 0 ? UINT32_MAX >> (32 - model->architecture_count) : 0;
}

#endif
