#include "host.custub.h"
#define OTHER "other.custub.h"
#include OTHER
struct all_kernels {
    host_kernels host;
    other_kernels other;
};
