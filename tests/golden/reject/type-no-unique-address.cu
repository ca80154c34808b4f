struct empty {};
struct derived_empty : empty {};
struct last {
    double a;
    [[no_unique_address]] empty e;
};
struct based : derived_empty {
    [[no_unique_address]] empty e;
    int a;
};
struct tail {
    tail();
    int a;
    char b;
};
struct in_tail {
    [[no_unique_address]] tail t;
    char c;
};
struct nested {
    last inner[2];
};
struct heir : last {
    int a;
};
template <class T> struct holder {
    int a;
    [[no_unique_address]] T t;
};

extern "C" __global__ void by_last(last s) {}
extern "C" __global__ void by_base(based s) {}
extern "C" __global__ void by_tail(in_tail s) {}
extern "C" __global__ void by_array(nested s) {}
extern "C" __global__ void by_inheritance(heir s) {}
extern "C" __global__ void by_template(holder<empty> s) {}
extern "C" __global__ void by_member(holder<nested> s) {}

/* These lie the same everywhere. */
struct first {
    [[no_unique_address]] empty e;
    short a;
};
struct whole {
    [[no_unique_address]] last *p;
    [[no_unique_address]] first f;
    char c;
};
extern "C" __global__ void fine(first a, whole b, last *c) {}
