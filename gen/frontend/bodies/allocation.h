/* allocation.h: the functions that `new` and `delete` call, for which libclang has no cursor. */
#ifndef GEN_ALLOCATION_H
#define GEN_ALLOCATION_H

#include "frontend/reader/reader.h"

/* Called with each function of the program that the expression may call; with a null cursor if it
 * may call an unknown one. */
typedef void gen_allocation_visit(CXCursor function, void *data);

/* Visits all functions `operator new`, or `operator delete`, of the class, of its bases and of the
 * file, for a CXCursor_CXXNewExpr or a CXCursor_CXXDeleteExpr. */
void gen_read_visit_allocation(gen_reader *reader, CXCursor expression, gen_allocation_visit *visit,
                               void *data);

/* The type of what a `delete` destroys: destructors may run. */
CXType gen_read_deleted_type(CXCursor expression);

#endif
