/* redeclaration.h: reads declarations of a kernel besides its definition. */
#ifndef GEN_REDECLARATION_H
#define GEN_REDECLARATION_H

#include "frontend/kernels/kernel_reader.h"

/* A second place in a message: "saxpy.cu:12". */
const char *gen_read_place_text(gen_reader *reader, gen_place place);
bool gen_read_have_same_type(CXCursor a, CXCursor b);
/* True if two functions or templates of one name and namespace are the same. */
bool gen_read_declares_same(CXCursor a, CXCursor b);
/* What differs between the parameters of the templates of a kernel and of another declaration:
 * "template parameter 2 is 'unsigned int', the kernel's is 'int'". Null if nothing does. */
const char *gen_read_template_difference(gen_reader *reader, CXCursor declaration, CXCursor kernel);
/* Checks a declaration of a kernel that is defined elsewhere: the definition must also have its
 * annotations. */
void gen_read_redeclaration(gen_reader *reader, CXCursor function);

typedef struct gen_prototype {
    struct gen_prototype *next;
    CXCursor function; /* the last declaration: it has the annotations of all */
} gen_prototype;

/* The kernels with C linkage that a unit declares, for --prototypes. Another compiler makes the
 * code of those that it does not define. */
typedef struct gen_prototypes {
    gen_prototype *first, *last;
    gen_name_table names;
} gen_prototypes;

void gen_read_note_prototype(gen_reader *reader, gen_prototypes *prototypes, CXCursor function);
/* Call it after the whole unit: reads the kernels that the unit declares and does not define. */
void gen_read_prototypes(gen_reader *reader, const gen_prototypes *prototypes,
                         gen_definitions *definitions);

#endif
