/* settings.h: what the environment asks of this driver. A variable that is unset or empty asks for
 * nothing. All variables are ignored in a program that has more rights than its user (setuid). If a
 * value is wrong, cuInit fails with the message that is kept here. */
#ifndef CPU_SETTINGS_H
#define CPU_SETTINGS_H

#include "api/api.h"

#include <stdint.h>

/* The value of a variable, or null if it is not set. */
const char *cpu_setting_text(const char *name);

/* The value of a variable as a number. Without a value it is `otherwise`. A value that is not a
 * number from `least` to `most` is refused, and it is `otherwise` too; `accepts` describes the
 * values for the message. */
uint64_t cpu_setting_number(const char *name, uint64_t least, uint64_t most, uint64_t otherwise,
                            const char *accepts);

/* The variable's value is wrong, for this reason. The first message is kept. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void cpu_setting_refuse(const char *name, const char *text, const char *format, ...);

/* One line about the first variable with a wrong value, or null. It stays valid. */
const char *cpu_setting_fault(void);

/* Not a function of libcuda: custub's runtime recognizes this driver by it. May be called before
 * cuInit. It gives CUSTUB_CPU_CHECKS_… or 0, and the message about the first wrong variable (see
 * cpu_setting_fault()). Both outputs may be null. */
CPU_EXPORT CUresult custub_cpu_settings(int *checks, const char **fault);

#endif
