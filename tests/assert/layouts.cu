// Structs whose layout differs between nvcc and clang, and some that have the same one.
// nvcc refuses: by_base by_pack by_packed by_packed_base
// verify refuses: by_array by_base by_inheritance by_last by_member by_pack by_packed by_packed_base by_template by_type
// host refuses:
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

/* These have the same layout everywhere. */
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

#pragma pack(push, 4)
struct capped {
    int a;
    alignas(8) char b;
};
struct not_capped {
    char c;
    alignas(4) char b;
    double d;
};
#pragma pack(pop)
typedef double loose __attribute__((aligned(4)));
struct loosened {
    int a;
    loose b[2];
};
struct as_natural {
    loose a;
    int b, c;
};
struct __attribute__((packed, aligned(2))) packed_aligned {
    char a;
    __attribute__((aligned(8))) char b;
};
struct base {
    int a;
};
struct __attribute__((packed)) packed_heir : base {
    char b;
};
struct flexible {
    long n;
    char a;
    char rest[];
};
struct tight {
    int n;
    char rest[];
};
extern "C" __global__ void by_pack(capped s) {}
extern "C" __global__ void by_type(loosened s) {}
extern "C" __global__ void by_packed(packed_aligned s) {}
extern "C" __global__ void by_packed_base(packed_heir s) {}
extern "C" __global__ void by_array_of_none(flexible s) {}
extern "C" __global__ void fine_too(not_capped a, tight b, as_natural c, capped *d) {}
