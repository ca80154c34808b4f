/* An ordinary C header, which the kernels and the program share. */
#ifndef OWN_HEADER_H
#define OWN_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "own_header_more.h"

struct tagged { /* without a typedef: struct tagged in C */
    float gain;
    unsigned long count;
    struct {
        float *mu[2];
        int32_t stride;
    } tmp;
};

typedef struct other_tag {
    const int rank;
    double values[3];
    int8_t bytes[2][4];
    bool done;
    char letter;
} renamed;

typedef struct {
    struct inner {
        short x, y;
    } corners[4];
    enum level {
        LEVEL_LOW = -1,
        LEVEL_HIGH = 7
    } level;
    enum mode mode;
    void *user;
    struct tagged *next;
    void (*call)(int);
} unnamed;

union number {
    float f;
    uint32_t u;
};

typedef struct band {
    __extension__ union { /* C++ has no unnamed structs of its own */
        __extension__ struct {
            int16_t *a;
            int16_t *b;
        };
        int16_t *all[2];
    };
    unsigned int low : 4;
    unsigned int high : 4;
    union number number;
#ifdef __cplusplus
    int sum() const { return static_cast<int>(low + high); }
#endif
} band;

struct take_args {
    int a;
    float b;
};
enum pick_args { PICK_FIRST, PICK_LAST };

#endif
