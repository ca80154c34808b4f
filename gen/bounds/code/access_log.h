/* access_log.h: what a slow copy does with its accesses: bad ones are recorded, and right ones
 * measured if the launch asks for that. A function with many accesses keeps them in a log, which
 * another function reads behind several of them, only if there are some in it: code that is there
 * for each access takes ptxas its time. A function with few does all in place: calls take
 * registers, also where nothing is called. */
#ifndef GEN_BOUNDS_ACCESS_LOG_H
#define GEN_BOUNDS_ACCESS_LOG_H

#include "bounds/code/code.h"

/* True if a function with so many accesses has a log. */
bool gen_bounds_has_log(size_t accesses);

/* Before the accesses, on each way to them. */
void gen_bounds_begin_log(const gen_bounds_code *code);

/* Where ways meet in a slow copy. */
void gen_bounds_join_log(const gen_bounds_code *code);

/* Before the accesses of one instruction, and before its guard. */
void gen_bounds_make_room_in_log(const gen_bounds_code *code, size_t accesses);

/* Keeps an access of %custub_d2 bytes at %custub_d3, compared with %custub_d5 bytes at %custub_d4,
 * which is right if %custub_p2, or records or measures it in place. Leaves %custub_p1 to
 * %custub_p3 as they are; %custub_p4 and %custub_d8 are kept between the begin and the end. */
void gen_bounds_write_log_entry(const gen_bounds_code *code, const gen_bounds_access *access);

/* Behind accesses: the kernel must not end, and no loop go on, before. Keeps %custub_p2. */
void gen_bounds_end_log(const gen_bounds_code *code);

/* Before the functions, and behind them. */
void gen_bounds_write_log_declaration(gen_text *out);
void gen_bounds_write_log_function(gen_text *out);

#endif
