/* checked_global.h: which threads of a launch wrote and read each byte of global memory, in any
 * block, and how these accesses are ordered. It finds races. */
#ifndef CPU_CHECKED_GLOBAL_H
#define CPU_CHECKED_GLOBAL_H

#include "checker/region.h"

/* The accesses of one launch. Any thread. */
typedef struct cpu_check_global cpu_check_global;

/* Null if there is no memory for it. */
cpu_check_global *cpu_check_global_create(void);
void cpu_check_global_destroy(cpu_check_global *global);

/* A block of a launch. One block at a time, on one thread of the operating system. */
typedef struct cpu_check_visitor cpu_check_visitor;

/* Null if there is no memory for it. The order is borrowed. */
cpu_check_visitor *cpu_check_visitor_create(cpu_check_order *order);
void cpu_check_visitor_destroy(cpu_check_visitor *visitor);

/* The order's block begins. `global` may be null: then nothing is recorded. */
void cpu_check_visitor_begin(cpu_check_visitor *visitor, cpu_check_global *global);

/* Records an access by `thread`. If it is a race, `clash` becomes the bytes that race. */
cpu_check_finding cpu_check_visitor_note(cpu_check_visitor *visitor, uint32_t thread,
                                         const cpu_check_visit *visit, cpu_check_clash *clash);

/* The thread has made its last access: it sees what others released there. */
void cpu_check_visitor_see(cpu_check_visitor *visitor, uint32_t thread);

/* The same for all threads from `first` to `end`. */
void cpu_check_visitor_see_all(cpu_check_visitor *visitor, uint32_t first, uint32_t end);

/* The block arrives at a barrier of the grid; all blocks have arrived there. */
void cpu_check_visitor_arrive(cpu_check_visitor *visitor);
void cpu_check_visitor_leave(cpu_check_visitor *visitor);

#endif
