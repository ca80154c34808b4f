/* ptx.h: PTX as data: the variables and functions of a file, and the statements of each function.
 * See "PTX ISA", syntax, state spaces and directives.
 *
 * Tokens point into the text that was parsed, or into the arena. */
#ifndef GEN_PTX_H
#define GEN_PTX_H

#include "support/arena.h"
#include "support/body_scan.h" /* gen_token */
#include "support/diag.h"
#include "support/name_table.h"
#include "support/text.h"

#include <stdint.h>

typedef struct gen_ptx_param {
    gen_token name;
    uint64_t offset; /* bytes */
    uint64_t size;   /* bytes */
    uint64_t align;  /* bytes */
    char kind;       /* 'u', 's', 'f' or 'b', from its type; an array has 'b', which says nothing */
    bool is_shared;  /* a pointer into shared or local memory, which no host has */
} gen_ptx_param;

typedef enum gen_ptx_space {
    GEN_PTX_GENERIC,
    GEN_PTX_GLOBAL,
    GEN_PTX_CONST,
    GEN_PTX_SHARED,
    GEN_PTX_LOCAL,
    GEN_PTX_PARAM
} gen_ptx_space;

/* A variable of the file or of a function: .global, .const, .shared, .local. */
typedef struct gen_ptx_variable {
    struct gen_ptx_variable *next;
    gen_token name;
    gen_ptx_space space;
    uint64_t size;  /* bytes; 0: unknown, `extern __shared__` or an extern array */
    uint64_t align; /* bytes */
    bool is_extern;
} gen_ptx_variable;

typedef struct gen_ptx_register {
    gen_token name;       /* "%rd12"; unique in its function */
    char kind;            /* 'p' predicate, 'b', 'u', 's' or 'f' */
    uint8_t bits;         /* 1, 8, 16, 32, 64, 128; of one component, if it is a vector */
    uint32_t definitions; /* statements that may write it */
    struct gen_ptx_statement *definition; /* the last one; the only one if `definitions` is 1 */
} gen_ptx_register;

typedef enum gen_ptx_operand_kind {
    GEN_PTX_REGISTER, /* reg; of `d|p` the second is in `items` */
    GEN_PTX_NUMBER,   /* an integer: number */
    GEN_PTX_NAME,     /* a variable, function, special register (%tid.x), label, float, or `_`;
                       * name + number: the address of a variable and an offset in bytes */
    GEN_PTX_ADDRESS,  /* [reg + number] or [name + number]; reg is null for a name, and name empty
                       * for a register; both for an absolute number */
    GEN_PTX_VECTOR,   /* {a, b, …}: items */
    GEN_PTX_OTHER     /* anything else: `[a, {b, c}]` of textures, `!%p`, …; `items` are the
                       * registers that are in it */
} gen_ptx_operand_kind;

typedef struct gen_ptx_operand {
    gen_ptx_operand_kind kind;
    gen_token text; /* as written */
    gen_ptx_register *reg;
    gen_token name;
    int64_t number;
    size_t item_count;
    struct gen_ptx_operand *items;
} gen_ptx_operand;

typedef enum gen_ptx_statement_kind {
    GEN_PTX_INSTRUCTION,
    GEN_PTX_CALL,    /* a call; with its whole sequence if that is in braces */
    GEN_PTX_LABEL,   /* text: its name */
    GEN_PTX_LOC,     /* .loc */
    GEN_PTX_VERBATIM /* another directive, kept as it is: .pragma, .branchtargets, .callprototype,
                      * a .param variable, … */
} gen_ptx_statement_kind;

typedef struct gen_ptx_statement {
    struct gen_ptx_statement *next;
    gen_ptx_statement_kind kind;
    gen_token text; /* as it is written back, with guard, without ';' or ':' */
    /* Instructions, and calls without a sequence. */
    gen_ptx_register *guard; /* null: always executed */
    bool guard_negated;
    gen_token opcode; /* "ld.global.nc.v4.f32" */
    /* Instructions: in their order; a destination is the first one. Calls: always two, of kind
     * GEN_PTX_OTHER. The items of the first are written, those of the second read. If the call has
     * a sequence, they are registers of the function. Else they are the results and the arguments
     * as in the text, also variables and numbers, and `text` is "(retval0)" and "(param0, param1)",
     * or empty; a register that holds the callee is the last item of the second. */
    size_t operand_count;
    gen_ptx_operand *operands;
    /* Where it comes from: the last .loc before it. */
    uint32_t file, line;               /* .file number; 0: none */
    gen_token inlined;                 /* what follows function_name; empty: not inlined */
    uint32_t caller_file, caller_line; /* of inlined_at; 0 */
    struct gen_ptx_statement *caller; /* the .loc of that place, if it is inlined itself, or null */
    uint32_t ptx_line;                /* of the PTX, for messages */
    /* Calls. */
    gen_token callee;    /* empty: indirect */
    gen_token prototype; /* of an indirect call: the label of its .callprototype or .calltargets */
    struct gen_ptx_statement *sequence; /* what is between the braces, declarations too; null: the
                                         * call only */
} gen_ptx_statement;

typedef struct gen_ptx_function {
    struct gen_ptx_function *next;
    gen_token name;
    bool is_entry;
    bool is_declaration;  /* no body */
    gen_token before;     /* linkage, results, name and parameters, without the last ')' */
    gen_token directives; /* .maxntid … between ')' and the body */
    size_t param_count;
    gen_ptx_param *params;
    size_t result_count;
    gen_ptx_param *results;
    uint64_t max_threads[3]; /* .maxntid; 0: none */
    uint64_t required[3];    /* .reqntid */
    uint64_t cluster[3];     /* .reqnctapercluster */
    uint64_t min_blocks;     /* .minnctapersm */
    uint64_t max_cluster;    /* .maxclusterrank: blocks */
    uint64_t max_registers;  /* .maxnreg */
    uint32_t dimensions;     /* the highest component of %tid, %ctaid, %ntid, %nctaid in the body */
    uint32_t blocks;         /* the components of %ctaid: 1, 2 and 4 for x, y and z */
    uint32_t threads;        /* of %tid */
    size_t register_count;
    gen_ptx_register **registers; /* those that the statements mention, but for those that only a
                                   * call sequence knows */
    gen_ptx_variable *variables;
    gen_ptx_statement *declarations; /* of registers and variables: written back before the rest */
    gen_ptx_statement *statements;
} gen_ptx_function;

/* The parts of a file in their order: text, or a function. */
typedef struct gen_ptx_part {
    struct gen_ptx_part *next;
    gen_token text;
    gen_ptx_function *function;
} gen_ptx_part;

/* .alias: another name of a function. */
typedef struct gen_ptx_alias {
    struct gen_ptx_alias *next;
    gen_token name;
    gen_token function;
} gen_ptx_alias;

typedef struct gen_ptx_module {
    const char *path;
    const char *text;
    uint32_t version; /* 10 * major + minor: 90 */
    gen_token target; /* "sm_90" of ".target sm_90, debug" */
    bool is_debug;
    gen_ptx_part *parts;
    gen_ptx_function *functions; /* with bodies and declarations, in order */
    gen_ptx_variable *variables;
    gen_ptx_alias *aliases;
    size_t file_count;
    gen_token *files;       /* .file N "path": files[N] is the path, or empty */
    gen_name_table strings; /* labels of .debug_str; for gen_ptx_debug_string() */
} gen_ptx_module;

/* Parses a zero-terminated text. Nested braces of a body that hold no call sequence (inline PTX)
 * are flattened: their registers, variables and labels get names that are unique in the function.
 * Null, with an error in `diag`, if it is not PTX. `path` is for messages. */
gen_ptx_module *gen_ptx_parse(gen_arena *arena, gen_diag *diag, const char *path, const char *text);

/* The same without what is in the bodies of functions, but for the numbers from `dimensions` to
 * `threads`: their syntax is not looked at. It takes a third of the time, and little memory. */
gen_ptx_module *gen_ptx_parse_heads(gen_arena *arena, gen_diag *diag, const char *path,
                                    const char *text);

/* The number in the target: 90 for sm_90a. */
unsigned gen_ptx_architecture(const gen_ptx_module *module);

/* The name of the function that `inlined` of a statement means, mangled, from .debug_str. Null if
 * it is not there. */
const char *gen_ptx_debug_string(gen_arena *arena, const gen_ptx_module *module, gen_token inlined);

/* Write back what was read. */
void gen_ptx_print(gen_text *out, const gen_ptx_module *module);
void gen_ptx_print_function(gen_text *out, const gen_ptx_function *function);
void gen_ptx_print_statement(gen_text *out, const gen_ptx_statement *statement);

#endif
