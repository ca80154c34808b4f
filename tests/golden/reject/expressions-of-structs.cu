// What a struct or a class offers an expression, and what it does not.
#include <custub/kernel.h>
struct shape {
    int dims[3];
    float *data;
};
struct base {
    int depth;
};
class hidden : public base {
    int rows_;
    struct {
        int inside;
    };

  public:
    int columns;
    int *data;
    float scale;
    unsigned mode : 3;
};
struct holder {
    shape inner;
};
#define E(name, expression)                                                                        \
    extern "C" CUSTUB_REQUIRES(expression) __global__ void name(int n, shape s, hidden h,          \
                                                                holder o)           \
    {                                                                                              \
    }
E(array, s.dims > 0)
E(out_of_range, s.dims[3] > 0)
E(negative_index, s.dims[-1] > 0)
E(variable_index, s.dims[n] > 0)
E(index_of_scalar, n[0] > 0)
E(through_pointer, s.data[0] > 0)
E(pointer_field, s.data > 0)
E(closed_field, h.rows_ > 0)
E(field_of_base, h.depth > 0)
E(misspelt_field_of_class, h.column > 0)
E(pointer_of_class, h.data > 0)
E(float_of_class, h.scale > 0)
E(bit_field, h.mode > 0)
E(field_of_closed_struct, h.inside > 0)
E(whole_class, h > 0)
E(inner_struct, o.inner > 0)
E(near_miss, s.dim[0] > 0)
E(no_name, s. > 0)
E(unclosed_index, s.dims[0 > 0)
E(arrow, s->dims > 0)
E(complement, ~n > 0)
E(literal, n > 08)
E(suffix, n > 1q)
E(sign, n > 1 @ 2)
E(sizeof_expression, sizeof n > 1)
E(std_function, std::mni(n, 1) > 1)
E(named_cast, static_cast<int>(n) > 1)
E(one_argument, is_pow2(n, 2))
extern "C" CUSTUB_THREADS(gridDim.x) CUSTUB_BLOCK(gridDim.x) CUSTUB_DIMENSIONS(blockDim.x)
    __global__ void decided(int n)
{
}
extern "C" CUSTUB_REQUIRES(*count > 0) __global__ void count_behind_a_pointer(const int *count) {}
extern "C" CUSTUB_REQUIRES(box->rows > 0) __global__ void field_behind_a_pointer(const shape *box) {}
extern "C" __global__ void count_in_memory(const int *n, float *x CUSTUB_COUNTED_BY(n[0])) {}
