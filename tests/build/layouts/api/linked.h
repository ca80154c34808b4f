#include "linked.custub.h"
struct linked_owner {
    linked_kernels kernels;
};
int run(linked_owner *owner);
