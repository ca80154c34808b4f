/* emitted_case.h: the form of gen_expr_cases's output: functions that compute an expression as a
 * launch function does, and the expression's postfix code. */
#ifndef TEST_EMITTED_CASE_H
#define TEST_EMITTED_CASE_H

#include "sample_parameters.h"

/* The kernel's parameters under their own names, and the launch's shape. */
#define CASE_PARAMETER(type, scalar, name) type name,
#define CASE_PARAMETERS                    SAMPLE_SCALARS(CASE_PARAMETER) sample_shape p, const custub_launch *shape
#define CASE_MENTION(type, scalar, name)   (void)name;
#define CASE_USE                           SAMPLE_SCALARS(CASE_MENTION)(void) p, (void)shape

typedef struct emitted_case {
    uint64_t (*need)(CASE_PARAMETERS);
    int (*condition)(CASE_PARAMETERS);
    const uint32_t *code;
    size_t length;
} emitted_case;

#endif
