/* custub/cpu_checks.h: what the CPU driver tells the runtime of the checks that CUSTUB_CPU_CHECK
 * asks for (custub_cpu_settings()). */
#ifndef CUSTUB_CPU_CHECKS_H
#define CUSTUB_CPU_CHECKS_H

#define CUSTUB_CPU_CHECKS_KERNELS 1 /* kernels are checked */
#define CUSTUB_CPU_CHECKS_CONTRACTS                                                                \
    2 /* they are, and are held to the contracts of their launches */

#endif
