#ifndef STEP_H
#define STEP_H
typedef struct step {
    int n;
    float by;
} step;
#endif
