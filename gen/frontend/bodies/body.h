/* body.h: finds out what a function's body does, with the functions that it calls. */
#ifndef GEN_BODY_H
#define GEN_BODY_H

#include "frontend/bodies/body_facts.h"
#include "frontend/reader/reader.h"

gen_body_facts gen_read_body(gen_reader *reader, CXCursor function);

#endif
