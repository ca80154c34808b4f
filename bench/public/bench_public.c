/* Measures kernels of other projects with bounds checks and without: bench_public [--once] [NAME…].
 * --once only launches each kernel once, in a small shape, for a try on the CPU driver. */
#include "bench_public.h"

#include <string.h>

/* public_projects.inc has a line for each project: PROJECT(name). The build writes it. */
#define PROJECT(name) cases_function name##_cases;
#include "public_projects.inc"
#undef PROJECT

int main(int count, char **words)
{
#define PROJECT(name) name##_cases,
    cases_function *const projects[] = {
#include "public_projects.inc"
        NULL};
#undef PROJECT
    const bool is_once = count > 1 && strcmp(words[1], "--once") == 0;

    return cases_run_all(projects, is_once, words + 1 + is_once, count - 1 - is_once);
}
