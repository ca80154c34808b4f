/* checked_global.h: which threads of a launch wrote and read each byte of global memory, in any
 * block, and how these accesses are ordered. It finds races. */
#ifndef CPU_CHECKED_GLOBAL_H
#define CPU_CHECKED_GLOBAL_H

#include "checker/order/region.h"

/* The accesses of one launch. Any thread. */
typedef struct cpu_check_global cpu_check_global;

/* Null if there is no memory for it. */
cpu_check_global *cpu_check_global_create(void);
void cpu_check_global_destroy(cpu_check_global *global);

/* A block of a launch. One block at a time, on one thread of the operating system. */
typedef struct cpu_check_visitor cpu_check_visitor;

/* Null if there is no memory for it. What it is given is borrowed; `own` is of the thread of the
 * operating system. */
cpu_check_visitor *cpu_check_visitor_create(cpu_check_order *order, cpu_check_open_write *own);
void cpu_check_visitor_destroy(cpu_check_visitor *visitor);

/* The order's block begins. False: nothing is recorded, as there is no memory, or `global` is null.
 * Else cpu_check_visitor_end() must follow. */
bool cpu_check_visitor_begin(cpu_check_visitor *visitor, cpu_check_global *global);
void cpu_check_visitor_end(cpu_check_visitor *visitor);

/* Records an access by `thread`. If it is a race, `clash` becomes the bytes that race. */
cpu_check_finding cpu_check_visitor_note(cpu_check_visitor *visitor, uint32_t thread,
                                         const cpu_check_visit *visit, cpu_check_clash *clash);

/* The update `clash` follows a plain read: adds what that would report, which came from malloc().
 * Returns true if it is to be reported now, and freed. */
bool cpu_check_visitor_doubts(cpu_check_visitor *visitor, const cpu_check_clash *clash,
                              void *finding);

/* Returns what plain reads of the block that has ended report, one after the other, to be freed; or
 * null. */
void *cpu_check_visitor_take(cpu_check_visitor *visitor);

/* The thread has made its last access: it sees what others released there. */
void cpu_check_visitor_see(cpu_check_visitor *visitor, uint32_t thread);

/* The same for all threads from `first` to `end`. */
void cpu_check_visitor_see_all(cpu_check_visitor *visitor, uint32_t first, uint32_t end);

/* The block arrives at a barrier of the grid; all blocks have arrived there. */
void cpu_check_visitor_arrive(cpu_check_visitor *visitor);
void cpu_check_visitor_leave(cpu_check_visitor *visitor);

#endif
