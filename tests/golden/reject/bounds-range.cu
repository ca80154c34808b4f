template <int N> struct config {
    static constexpr int value = N;
};

extern "C" __global__ void __cluster_dims__(config<0>::value) no_cluster(int *a) {}
extern "C" __global__ void __cluster_dims__(2, -1) negative_cluster(int *a) {}
extern "C" __global__ void __block_size__((32, 0, 1)) no_block(int *a) {}
extern "C" __global__ void __block_size__((32, 1, 1), (config<-2>::value, 1, 1)) negative(int *a) {}
extern "C" __global__ void __launch_bounds__(config<0>::value) bounds_of_nothing(int *a) {}
