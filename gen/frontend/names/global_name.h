/* global_name.h: writes a contract's name as it is at global scope, for the assertions. */
#ifndef GEN_GLOBAL_NAME_H
#define GEN_GLOBAL_NAME_H

#include "frontend/names/probe.h"

/* Where the name was looked up. */
typedef struct gen_looked_up {
    const gen_probe *probe;
    CXCursor variable; /* the variable of the probe */
    const gen_template_arguments *arguments;
    const char *instance;         /* the instance of the class template around the probe, or null */
    const gen_name_table *orders; /* numbers of declarations by USR, or null */
    size_t last;                  /* the number of the last declaration that may be meant */
    bool is_closed;               /* set if the name is private or protected */
} gen_looked_up;

/* The probe's text with each name qualified: "::tile::WIDTH". Null if it has a name that cannot be
 * written at global scope. */
const char *gen_read_global_name(gen_reader *reader, gen_looked_up *at);

#endif
