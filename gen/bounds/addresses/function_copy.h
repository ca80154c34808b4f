/* function_copy.h: copies of the functions that a kernel calls, which have the address of the
 * kernel's further parameter as one more parameter: one for each kernel and for each choice of what
 * their pointers point to. If those become too many, further functions have one copy that all
 * kernels may call, whose pointers are not known. */
#ifndef GEN_BOUNDS_FUNCTION_COPY_H
#define GEN_BOUNDS_FUNCTION_COPY_H

#include "bounds/flow/checked_function.h"
#include "support/text.h"

/* In place of a kernel's number: it may be any. */
#define GEN_BOUNDS_ANY_KERNEL SIZE_MAX

typedef struct gen_bounds_function_copy {
    struct gen_bounds_function_copy *next;
    const gen_ptx_function *function;
    size_t kernel; /* whose limits it uses; or GEN_BOUNDS_ANY_KERNEL */
    const char *name;
    size_t argument_count;
    gen_bounds_argument *arguments;
    struct gen_bounds_plan *plan;     /* see file_plan.h */
    struct gen_bounds_called *called; /* see called.h; null: not found yet */
    char *body;
} gen_bounds_function_copy;

typedef struct gen_bounds_function_copies {
    size_t count;
    gen_bounds_function_copy *first;
    gen_bounds_function_copy **last;
    /* Functions may be called through pointers: all of the module are rewritten in place, too, and
     * such calls give them the address. */
    bool follows_pointers;
} gen_bounds_function_copies;

/* What a call gives the function: 8 bytes each. */
gen_bounds_argument *gen_bounds_read_arguments(const gen_bounds_function *caller,
                                               const gen_ptx_function *callee,
                                               const gen_ptx_statement *call, size_t *count);

/* The call itself, of a sequence. */
const gen_ptx_statement *gen_bounds_bare_call(const gen_ptx_statement *call);

/* The number of the argument of this name that a bare call gives, or GEN_BOUNDS_NOWHERE. */
size_t gen_bounds_argument_number(const gen_ptx_statement *call, gen_token name);

/* The copy of the function that a call of `caller` needs, which itself is for `kernel`; it is added
 * if there is none. Null if the callee has no body in the module, or is not known. */
gen_bounds_function_copy *gen_bounds_copy_of_callee(gen_bounds_function_copies *copies,
                                                    const gen_bounds_function *caller,
                                                    size_t kernel, const gen_ptx_statement *call);

/* Variables in shared memory are declared outside of functions if these may be copied: a copy names
 * those that it is given pointers to. True if this is the declaration of one. */
bool gen_bounds_is_moved_out(const gen_bounds_variables *variables,
                             const gen_ptx_statement *declaration);

/* Its head, up to the ')' of its parameters. */
void gen_bounds_write_copy_head(gen_text *out, const gen_bounds_function_copy *copy);

/* A call through a pointer, of a function that was rewritten in place. */
void gen_bounds_write_pointer_call(gen_text *out, const gen_ptx_statement *call);

/* A function that is rewritten in place: what its pointers point to is not known. */
gen_bounds_function_copy *gen_bounds_copy_in_place(gen_arena *arena,
                                                   const gen_ptx_function *function);

/* The call of the copy instead of the function. %custub_d0 has the address of the kernel's
 * parameter. */
void gen_bounds_write_copy_call(gen_text *out, const gen_ptx_statement *call,
                                const gen_bounds_function_copy *copy);

#endif
