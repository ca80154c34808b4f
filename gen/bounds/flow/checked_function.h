/* checked_function.h: what is known of a function while it is rewritten. */
#ifndef GEN_BOUNDS_CHECKED_FUNCTION_H
#define GEN_BOUNDS_CHECKED_FUNCTION_H

#include "bounds/flow/control_flow.h"

/* All variables of a module, also those of its functions: they are numbered through. */
typedef struct gen_bounds_variables {
    size_t count;
    size_t capacity;
    const gen_ptx_variable **items;
    bool are_shared_global; /* those in shared memory are declared outside of functions */
} gen_bounds_variables;

/* Where a value comes from: what it may point to. Nothing: not known yet, or never written. */
enum {
    GEN_BOUNDS_CONSTANT = 1,   /* null, or another number of the text */
    GEN_BOUNDS_NUMBER = 2,     /* an integer that is no pointer */
    GEN_BOUNDS_OWN = 4,        /* into local memory or parameters: not checked */
    GEN_BOUNDS_DIFFERENCE = 8, /* of pointers into two objects */
    GEN_BOUNDS_UNKNOWN = 16,   /* `reason` says why */
    GEN_BOUNDS_HEAP = 32,      /* what malloc() in a kernel gave: not checked */
    GEN_BOUNDS_CLUSTER = 64,   /* into the shared memory of another block: not checked */
    GEN_BOUNDS_DRIVER = 128    /* the driver's: the barrier of a cooperative grid; not checked */
};

typedef struct gen_bounds_origin {
    uint32_t flags;
    uint64_t *bits;     /* the kernel's pointers, then the module's variables; null: none */
    const char *reason; /* of GEN_BOUNDS_UNKNOWN */
} gen_bounds_origin;

/* 8 bytes of the parameter block. */
typedef struct gen_bounds_argument {
    uint64_t offset; /* bytes */
    gen_bounds_origin origin;
} gen_bounds_argument;

/* The threads of a block along each axis. */
typedef struct gen_bounds_block_shape {
    uint32_t most[3]; /* 0: not known */
    bool is_exact;    /* there are as many */
} gen_bounds_block_shape;

typedef struct gen_bounds_function {
    gen_arena *arena;
    const gen_ptx_module *module;
    const gen_ptx_function *function;
    size_t pointer_count; /* of the kernel's description */
    const gen_bounds_variables *variables;
    size_t argument_count;
    const gen_bounds_argument *arguments;
    bool follows_pointers;        /* to functions: see function_copy.h */
    bool begins_buffers;          /* arguments are where their buffers begin: those of a kernel */
    gen_bounds_block_shape block; /* of all launches that come here */
    uint64_t shared; /* bytes of dynamic shared memory that they give, at least; 0: not known */
    gen_bounds_flow flow;
    gen_bounds_origin *origins; /* of each register, by its number */
    unsigned depth;             /* of calls that led here: see call_result.h */
    struct gen_bounds_call_result *results;
    struct gen_bounds_stack *stack; /* see stack_slot.h */
    uint8_t *zeros;                 /* of each register: see alignment.h */
    uint8_t *own_zeros;             /* the same if nothing is known of pointers */
    const struct gen_bounds_form *
        *forms;                       /* of each register that is written once: see linear_form.h */
    struct gen_bounds_ranges *ranges; /* see value_range.h */
} gen_bounds_function;

/* The number of the variable of this name: the function's own, else the module's; or
 * GEN_BOUNDS_NOWHERE. Other functions may have variables of the same name. */
size_t gen_bounds_variable_number(const gen_bounds_function *function, gen_token name);

/* The parameter of this name, or null. */
const gen_ptx_param *gen_bounds_param(const gen_bounds_function *function, gen_token name);

/* True if the statement is pure, and computes the same wherever its registers have the same values:
 * not a load from a variable that calls write their results to. */
bool gen_bounds_is_anywhere(const gen_bounds_function *function,
                            const gen_ptx_statement *statement);

/* The function of this name that has a body in the module, or null. */
const gen_ptx_function *gen_bounds_find_body(const gen_ptx_module *module, gen_token name);

/* The argument of a load from the parameter block, or null. */
const gen_bounds_argument *gen_bounds_loaded_argument(const gen_bounds_function *function,
                                                      const gen_ptx_statement *statement);

#endif
