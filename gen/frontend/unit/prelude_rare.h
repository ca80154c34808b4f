/* prelude_rare.h: declarations that nvcc has without an include and few files use; part of the
 * prelude. */
#ifndef GEN_PRELUDE_RARE_H
#define GEN_PRELUDE_RARE_H

/* The types of the runtime API, for use without a toolkit. CPU images have the same in
 * <custub/cpu/language/runtime_types.h>. */
extern const char gen_prelude_runtime_types[];

/* Names of functions by the type of their results, like those of prelude.c. */
extern const char gen_prelude_rare_functions[];
extern const char gen_prelude_rare_pointer_functions[];
extern const char gen_prelude_rare_address_functions[];

#endif
