/* settings.h: what the environment asks of this driver. A variable that is unset or empty asks
 * nothing; so does every one in a program that runs with more rights than its user has. One that
 * makes no sense is kept for cuInit, which refuses it. */
#ifndef CPU_SETTINGS_H
#define CPU_SETTINGS_H

#include "api/api.h"

#include <stdint.h>

/* The value of a variable, or null. */
const char *cpu_setting_text(const char *name);

/* The number that a variable has; `otherwise` if it has none, or it is not one from `least` to
 * `most`, which are what `accepts` says. */
uint64_t cpu_setting_number(const char *name, uint64_t least, uint64_t most, uint64_t otherwise,
                            const char *accepts);

/* A variable makes no sense, for that reason. The first one is kept. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void cpu_setting_refuse(const char *name, const char *text, const char *format, ...);

/* One line about the first variable that makes no sense; null if none was read. It stays. */
const char *cpu_setting_fault(void);

/* Not a function of libcuda. custub's runtime recognizes this driver by it, and asks before cuInit
 * whether it checks kernels, and which variable makes no sense (as above). Both may be null. */
CPU_EXPORT CUresult custub_cpu_settings(int *checks, const char **fault);

#endif
