/* checker_settings.h: what the environment asks of the memory checker, read once.
 *
 * CUSTUB_CPU_CHECK        off or unset; on: memory, init, race and barrier; or a list of these
 *                         words and `exit`, separated by commas
 * CUSTUB_CPU_CHECK_LIMIT  the most reports of one launch that are written; 100
 * CUSTUB_CPU_CHECK_LOG    a file that reports are appended to, in place of the standard error
 *                         stream; %p in it becomes the process's number */
#ifndef CPU_CHECKER_SETTINGS_H
#define CPU_CHECKER_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#define CPU_CHECK_MEMORY  1u /* accesses outside of what is allocated, or misaligned */
#define CPU_CHECK_INIT    2u /* reads of what was never written */
#define CPU_CHECK_RACE    4u /* on shared memory */
#define CPU_CHECK_BARRIER 8u /* that threads reach at different places */
#define CPU_CHECK_EXIT                                                                             \
    16u /* that some threads returned before; legal from compute capability 7.0 */

typedef struct cpu_check_settings {
    unsigned kinds; /* CPU_CHECK_…; 0: off */
    size_t limit;
    const char *log; /* null: the standard error stream */
} cpu_check_settings;

/* Any thread. It stays. */
const cpu_check_settings *cpu_check_settings_get(void);

bool cpu_check_is_on(void);

#endif
