/* redeclaration.h: reads declarations of a kernel besides its definition. */
#ifndef GEN_REDECLARATION_H
#define GEN_REDECLARATION_H

#include "frontend/kernels/kernel_reader.h"

/* The text of a second place in a message: "saxpy.cu:12". */
const char *gen_read_place_text(gen_reader *reader, gen_place place);
/* True if two functions or templates of one name in one namespace are the same. */
bool gen_read_declares_same(CXCursor a, CXCursor b);
/* Checks a declaration of a kernel that is defined elsewhere: its annotations must also belong to
 * the definition. */
void gen_read_redeclaration(gen_reader *reader, CXCursor function);

typedef struct gen_prototype {
    struct gen_prototype *next;
    CXCursor function; /* the last declaration: it has the annotations of all */
} gen_prototype;

/* The kernels with C linkage that a unit declares, for --prototypes: another compiler makes the
 * code of those that are not defined. */
typedef struct gen_prototypes {
    gen_prototype *first, *last;
    gen_name_table names;
} gen_prototypes;

void gen_read_note_prototype(gen_reader *reader, gen_prototypes *prototypes, CXCursor function);
/* After the whole unit: reads the kernels among them that it does not define. */
void gen_read_prototypes(gen_reader *reader, const gen_prototypes *prototypes,
                         gen_definitions *definitions);

#endif
