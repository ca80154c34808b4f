int variable = 128;
template <int N> struct config {
    static int value;
};
#define NUMBER 2.5

extern "C" __global__ void __launch_bounds__(variable) of_variable(int *a) {}
extern "C" __global__ void __launch_bounds__(config<3>::value) of_member(int *a) {}
extern "C" __global__ void __launch_bounds__(NUMBER) of_floating(int *a) {}
extern "C" __global__ void __launch_bounds__("128") of_text(int *a) {}
extern "C" __global__ void __launch_bounds__() of_nothing(int *a) {}
extern "C" __global__ void __launch_bounds__(1, 2, 3, 4) of_four(int *a) {}
extern "C" __global__ void __cluster_dims__(variable) of_cluster(int *a) {}
extern "C" __global__ void __block_size__((32, variable, 1)) of_block(int *a) {}
extern "C" __global__ void __block_size__((32, 1, 1), (variable, 1, 1)) of_blocks(int *a) {}
