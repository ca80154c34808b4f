/* global_name.h: a name of a contract as it can be written at global scope, for the assertions. */
#ifndef GEN_GLOBAL_NAME_H
#define GEN_GLOBAL_NAME_H

#include "frontend/names/probe.h"

/* Where the name was looked up. */
typedef struct gen_looked_up {
    const gen_probe *probe;
    CXCursor variable; /* the probe's */
    const gen_template_arguments *arguments;
    const char *instance;         /* the instance of the class template around the probe, or null */
    const gen_name_table *orders; /* numbers of declarations by USR, or null */
    size_t last;                  /* the number of the last one that is meant */
    bool is_closed;               /* set if the name is private or protected */
} gen_looked_up;

/* The text of the probe with each name qualified: "::tile::WIDTH". Null if it has a name that
 * cannot be written there. */
const char *gen_read_global_name(gen_reader *reader, gen_looked_up *at);

#endif
