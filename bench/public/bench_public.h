/* bench_public.h: runs the cases of all projects. */
#ifndef BENCH_PUBLIC_H
#define BENCH_PUBLIC_H

#include "cases.h"

/* Runs the cases whose names have one of `parts`, or all if there are none. Each is measured, or
 * launched once in its small shape. `projects` ends with null. Returns the program's exit code. */
int cases_run_all(cases_function *const *projects, bool is_once, char **parts, int part_count);

#endif
