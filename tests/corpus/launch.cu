// A file called launch, whose own names look like those of launch functions.
// kernels: item_ kernels_ load_ load_images_ plain
struct item {
    int x;
};
extern "C" __global__ void item(struct item i, const struct item *j)
{
}
extern "C" __global__ void kernels(int a)
{
}
extern "C" __global__ void load(int a)
{
}
extern "C" __global__ void load_images(int a)
{
}
extern "C" __global__ void plain(int launch_item, int launch_kernels)
{
}
