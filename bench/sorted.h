/* sorted.h: sorts measured numbers. */
#ifndef BENCH_SORTED_H
#define BENCH_SORTED_H

#include <stdlib.h>

static inline int sorted_compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static inline void sort_numbers(double *numbers, int count)
{
    qsort(numbers, (size_t)count, sizeof(*numbers), sorted_compare);
}

/* Sorts the numbers, and returns the middle one. */
static inline double median_of(double *numbers, int count)
{
    sort_numbers(numbers, count);
    return numbers[count / 2];
}

#endif
