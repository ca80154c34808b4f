/* host_value.h: integers of the host's code, as expressions of its variables. */
#ifndef GEN_HOST_VALUE_H
#define GEN_HOST_VALUE_H

#include "frontend/launches/host_code.h"

typedef struct gen_host_value {
    char operation; /* one of "+-*\/%"; 0: none */
    const struct gen_host_value *left, *right;
    CXCursor variable; /* of no operation; null: a constant */
    const char *name;  /* of a constant; "": it has none */
    int64_t constant;
} gen_host_value;

/* Null for what is not understood. Operations of constants are constants. */
const gen_host_value *gen_host_value_read(gen_host_code *code, CXCursor expression);

/* The only value that the variable gets, or null. Sets where it gets it. */
const gen_host_value *gen_host_value_follow(gen_host_code *code, CXCursor variable,
                                            const gen_host_write **write);

/* False if one of its variables gets another value behind that place of the function, or, where
 * others may write it, at several places. */
bool gen_host_value_stays(const gen_host_code *code, const gen_host_value *value, CXCursor function,
                          unsigned offset);

/* The constant that it is, also through variables; null: it is none. */
const gen_host_value *gen_host_value_constant(gen_host_code *code, const gen_host_value *value);

/* True if both are the same expression of the same variables. */
bool gen_host_value_equals(gen_host_code *code, const gen_host_value *a, const gen_host_value *b);

#endif
