/* prelude_rare.h: what nvcc knows without an include and few files use; texts of prelude.c's. */
#ifndef GEN_PRELUDE_RARE_H
#define GEN_PRELUDE_RARE_H

/* The types of the runtime API, for want of a toolkit's header. CPU images have the same in
 * <custub/cpu/language/runtime_types.h>. */
extern const char gen_prelude_runtime_types[];

/* Names of functions, by what they return: as prelude.c has them of others; a void pointer. */
extern const char gen_prelude_rare_functions[];
extern const char gen_prelude_rare_pointer_functions[];
extern const char gen_prelude_rare_address_functions[];

#endif
