#include <custub/launch.h>

const custub_launch custub_launch_unset;

custub_launch custub_launch_default(void)
{
    return custub_launch_unset;
}

custub_launch custub_launch_of(uint64_t blocks, uint64_t threads)
{
    custub_launch launch = custub_launch_unset;

    launch.grid = custub_grid(blocks, 1, 1);
    launch.block = custub_block(threads, 1, 1);
    return launch;
}
