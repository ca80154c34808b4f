/* One line of what bench_kernels and bench_moe print, and bench/kernels.py reads: kernel, shape,
 * microseconds, a rate with its unit, and the share of a ceiling that it reaches, with tabs between
 * them. */
#ifndef FIGURE_H
#define FIGURE_H

#include <stdio.h>

static inline void print_figure(const char *kernel, const char *shape, double seconds, double rate,
                                const char *unit, double share, const char *ceiling)
{
    printf("%s\t%s\t%.2f\t%.1f\t%s\t%.3f\t%s\n", kernel, shape, seconds * 1e6, rate, unit, share,
           ceiling);
}

#endif
