// An initializer, which runs when the image is loaded, calls a function that no host compiler can compile.
static int at_load()
{
    int y = 1;
    asm("add.s32 %0, %0, 1;" : "+r"(y));
    return y;
}

static int loaded = at_load();

extern "C" __global__ void after_loading(int *out)
{
    out[0] = 1;
}

int of_loading()
{
    return loaded;
}
