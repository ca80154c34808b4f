/* oracle_judge.h: what the oracle's files share. */
#ifndef PROPERTY_ORACLE_JUDGE_H
#define PROPERTY_ORACLE_JUDGE_H

#include "oracle.h"

__extension__ typedef unsigned __int128 huge;

/* The launch that is being judged. */
typedef struct judge {
    const signature *s;
    const trial *t;
    const device_model *device;
    const void *values[MOST_PARAMS];
    verdict *out;
} judge;

/* Adds a finding that belongs to no parameter. */
finding *oracle_find(judge *j, custub_status status, custub_check level);
finding *oracle_find_numbers(judge *j, custub_status status, custub_check level, uint64_t needed,
                             uint64_t found);

void oracle_judge_buffers(judge *j);

#endif
