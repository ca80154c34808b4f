// Names of functions that something else in the header has.
enum class step { first };
struct second {
    int x;
};

extern "C" __global__ void first(step s)
{
}
extern "C" __global__ void second(struct second s)
{
}
extern "C" __global__ void param_s(int launch_first)
{
}
extern "C" __global__ void launch(int s)
{
}
