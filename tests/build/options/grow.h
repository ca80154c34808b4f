#ifndef GROW_H
#define GROW_H

typedef struct grow_step {
    unsigned int n;
    float by;
} grow_step;

#endif
