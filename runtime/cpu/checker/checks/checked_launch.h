/* checked_launch.h: launches and blocks that are checked (checker.h). */
#ifndef CPU_CHECKED_LAUNCH_H
#define CPU_CHECKED_LAUNCH_H

#include "checker/checker.h"

/* Must be called before the other functions. `settings` must stay valid. */
void cpu_check_launches_open(const cpu_check_settings *settings);

cpu_check_launch *cpu_check_begin(const custub_cpu_kernel *kernel,
                                  const cpu_check_contract *contract,
                                  const custub_bounds_head *head);
int cpu_check_end(cpu_check_launch *launch);
void cpu_check_block_begin(cpu_check_launch *launch, const custub_cpu_kernel *kernel,
                           const custub_cpu_block *block, const cpu_check_runner *runner);
void cpu_check_block_end(void);
bool cpu_check_is_writing(void);

#endif
