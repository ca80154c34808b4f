#ifndef OWN_HEADER_MORE_H
#define OWN_HEADER_MORE_H

enum mode { MODE_NONE, MODE_ALL = 5 };

typedef enum { SHAPE_FLAT, SHAPE_ROUND = 3 } shape;

struct blur {
    float weights[4];
    unsigned long long address;
};

#endif
